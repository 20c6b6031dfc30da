"""Sizes as expressions: `Add(Symbol('s77', positive=True, integer=True), Integer(1))` becomes `(s77+1)`.

PyTorch writes them as SymPy's `srepr`; ours are those of `types/dim_text.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

__all__ = ["dim_text"]

_TOKEN = re.compile(r"\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<number>-?\d+)|'(?P<text>[^']*)'|(?P<mark>[(),=]))")
_MAX_TEXT = 1 << 14


def _joined(sign: str) -> Callable[[Sequence[str]], str]:
    return lambda parts: "(" + sign.join(parts) + ")"


def _called(name: str) -> Callable[[Sequence[str]], str]:
    return lambda parts: f"{name}({','.join(parts)})"


def _power(parts: Sequence[str]) -> str:
    base, exponent = parts
    if not exponent.isdigit() or not 0 < int(exponent) <= 8:
        raise ValueError(exponent)
    return "(" + "*".join([base] * int(exponent)) + ")"


_FORMS: dict[str, Callable[[Sequence[str]], str]] = {
    "Add": _joined("+"),
    "Mul": _joined("*"),
    "Pow": _power,
    "PowByNatural": _power,
    "Max": _called("max"),
    "Min": _called("min"),
    "FloorDiv": _called("floordiv"),
    "CleanDiv": _called("floordiv"),
    "IntTrueDiv": _called("floordiv"),
    "Mod": _called("mod"),
    "PythonMod": _called("mod"),
    "Integer": lambda parts: parts[0] if parts[0].isdigit() else f"({parts[0]})",
    "Symbol": lambda parts: parts[0],
}


def dim_text(text: str) -> str | None:
    """The expression in our notation, None for one that has none.

    >>> dim_text("Add(Mul(Integer(2), Symbol('s0', positive=True, integer=True)), Integer(-1))")
    '((2*s0)+(-1))'
    >>> dim_text("Mul(Rational(1, 2), Symbol('s0', integer=True))") is None
    True
    """
    if len(text) > _MAX_TEXT:
        return None
    stack: list[tuple[str, list[str]]] = [("", [])]
    at = 0
    keyword = False  # whether what follows is the value of `positive=` and its like
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            return None
        at = found.end()
        name, number, quoted, mark = found["name"], found["number"], found["text"], found["mark"]
        if name is not None and text[at : at + 1] == "(":
            stack.append((name, []))
            at += 1
        elif name is not None:
            if not keyword and text[at : at + 1] != "=":
                return None  # a bare name is neither a symbol nor a form
        elif number is not None or quoted is not None:
            stack[-1][1].append(number if number is not None else str(quoted))
        elif mark == ")":
            form, parts = stack.pop()
            if not stack or form not in _FORMS:
                return None
            try:
                stack[-1][1].append(_FORMS[form](parts))
            except (ValueError, IndexError):
                return None
        keyword = mark == "="
    whole = stack[0][1]
    return whole[0] if len(stack) == 1 and len(whole) == 1 else None
