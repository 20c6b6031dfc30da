"""Constant C++ expressions, as far as defaults in definitions use them: literals, lists, arithmetic, known names.

There is no recursion: brackets are frames on a list, and every frame evaluates its own operators. Integer division
truncates and `1.f / 4` is a float, as in C++.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from metadef.definitions.cpp_arithmetic import Operator, calculate
from metadef.definitions.cpp_types import Constructed, CppValue, CppValueError, TypeName, Unresolved
from metadef.definitions.dtype_names import VALID, meaning_of

__all__ = ["MAX_ELEMENTS", "Constructed", "CppValue", "CppValueError", "TypeName", "Unresolved", "evaluate"]

MAX_ELEMENTS = 65_536  # WHY: the longest real default list has 20 elements
_MAX_DEPTH = 32
_MAX_FILL = 4096
_MAX_DIGITS = 64
_TOKEN = re.compile(
    r"""\s++
    | (?P<number>(?:0[xX][\da-fA-F'.]+(?:[pP][+-]?\d+)? | 0[bB][01']+
        | (?:\d[\d']*\.?[\d']* | \.\d[\d']*) (?:[eE][+-]?\d+)?) [a-zA-Z]*)
    | (?P<raw>(?:u8|[uUL])?R"(?P<delimiter>[^\s()\\"]{0,16})\((?P<inside>.*?)\)(?P=delimiter)")
    | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*+")
    | (?P<character>'(?:[^'\\\n]|\\.)+')
    | (?P<name>(?:::\s*)?[A-Za-z_]\w*+(?:<[\w:,*&\s<>]{0,64}?>+(?=\s*[({:]))?
        (?:\s*::\s*[A-Za-z_]\w*+(?:<[\w:,*&\s<>]{0,64}?>+(?=\s*[({:]))?)*+)
    | (?P<mark><<|>>|[-+*/%|&~(){},])
    """,
    re.VERBOSE | re.DOTALL,
)
_LIMITS = re.compile(r"(?:std::)?numeric_limits<(?:std::)?(\w+)>::(\w+)")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,8}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|\n|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": ""}

_FLOAT_MAX = 3.4028234663852886e38
_LIMIT_VALUES: dict[str, dict[str, int | float]] = {
    "float": {"max": _FLOAT_MAX, "lowest": -_FLOAT_MAX, "min": 1.1754943508222875e-38, "epsilon": 2.0**-23},
    "double": {
        "max": 1.7976931348623157e308,
        "lowest": -1.7976931348623157e308,
        "min": 2.0**-1022,
        "epsilon": 2.0**-52,
    },
}
for _bits in (8, 16, 32, 64):
    _low, _high = -(1 << (_bits - 1)), (1 << (_bits - 1)) - 1
    _LIMIT_VALUES[f"int{_bits}_t"] = {"max": _high, "min": _low, "lowest": _low}
    _LIMIT_VALUES[f"uint{_bits}_t"] = {"max": (1 << _bits) - 1, "min": 0, "lowest": 0}
_LIMIT_VALUES["int"] = _LIMIT_VALUES["int32_t"]

_CONSTANTS: dict[str, CppValue] = {
    "true": True,
    "false": False,
    "TRUE": True,
    "FALSE": False,
    "nullptr": "",
    "UNKNOWN_RANK": [-2],
    "UNKNOWN_SHAPE": [-1],
    "DUMMY_SHAPE": [-3],
    "UNKNOWN_DIM": -1,
    "UNKNOWN_DIM_NUM": -2,
    "FLT_MAX": _FLOAT_MAX,
    "FLT_MIN": 1.1754943508222875e-38,
    "FLT_EPSILON": 2.0**-23,
    "DBL_MAX": 1.7976931348623157e308,
    "INFINITY": float("inf"),
    "NAN": float("nan"),
    "M_PI": 3.141592653589793,
    **{f"INT{bits}_MAX": (1 << (bits - 1)) - 1 for bits in (8, 16, 32, 64)},
    **{f"INT{bits}_MIN": -(1 << (bits - 1)) for bits in (8, 16, 32, 64)},
    **{f"UINT{bits}_MAX": (1 << bits) - 1 for bits in (8, 16, 32)},
    "INT_MAX": (1 << 31) - 1,
    "INT_MIN": -(1 << 31),
    "LONG_MAX": (1 << 63) - 1,
    "LLONG_MAX": (1 << 63) - 1,
}
_TRANSPARENT = re.compile(
    r"(?:std::)?(?:vector|initializer_list|array|set)<.*|(?:ge::|std::)*(?:AscendString|string|OpString|(?:Operator|(?:Ge)?AttrValue)::\w+)"
    r"|(?:static_cast|const_cast|reinterpret_cast)<.*|(?:std::)?u?int(?:8|16|32|64)?(?:_t)?|float|double|bool|size_t|long"
)
_EMPTIES = frozenset({"Tensor", "GeTensor", "NamedAttrs", "Buffer"})


@dataclass(slots=True)
class _Frame:
    opener: str  # "{", "(", "" for the whole text
    call: str = ""  # the name before a bracket
    items: list[CppValue] = field(default_factory=list["CppValue"])
    terms: list[CppValue | Operator] = field(default_factory=list["CppValue | Operator"])


def evaluate(text: str, resolve: Callable[[str], str | None] | None = None) -> list[CppValue]:
    """The comma-separated values of a constant expression.

    Args:
        text: the expression without comments.
        resolve: gives the text that a name of the file stands for.

    Raises:
        CppValueError: if the text is no constant expression.

    >>> evaluate("{1.f/4, 1.f/8}"), evaluate("1 << 4"), evaluate('"a" "b"')
    ([[0.25, 0.125]], [16], ['ab'])
    """
    return _Evaluator(resolve).run(text, 0)


class _Evaluator:
    def __init__(self, resolve: Callable[[str], str | None] | None) -> None:
        self.resolve = resolve
        self.budget = MAX_ELEMENTS * 2 + 64

    def run(self, text: str, level: int) -> list[CppValue]:
        frames = [_Frame("")]
        at, pending = 0, ""  # pending: a name that may turn out to be a call
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise CppValueError(f"{text[at]!r} does not belong into a constant", at)
            kind, here, at = match.lastgroup, at, match.end()
            if kind is None:
                continue
            self.budget -= 1
            if self.budget < 0:
                raise CppValueError(f"more than {MAX_ELEMENTS} elements", here)
            frame = frames[-1]
            if pending and match[0] not in ("(", "{"):
                frame.terms.append(self.name(pending, level))
                pending = ""
            match kind:
                case "number":
                    self.operand(frame, _number(match[0], here), here)
                case "string":
                    self.operand(frame, _unescape(match[0]), here)
                case "inside" | "raw" | "delimiter":
                    self.operand(frame, match["inside"], here)
                case "character":
                    self.operand(frame, ord((_unescape(match[0]) or "\0")[0]), here)
                case "name":
                    if frame.terms and not isinstance(frame.terms[-1], Operator):
                        raise CppValueError(f"{match[0][:40]!r} follows a value without an operator", here)
                    pending = "".join(match[0].split())
                case _:
                    self.mark(frames, match[0], pending, here)
                    pending = ""
        if pending:
            frames[-1].terms.append(self.name(pending, level))
        if len(frames) > 1:
            raise CppValueError(f"{frames[-1].opener!r} is never closed", len(text))
        _finish(frames[0], len(text))
        return frames[0].items

    def operand(self, frame: _Frame, value: CppValue, at: int) -> None:
        if frame.terms and not isinstance(frame.terms[-1], Operator):
            previous = frame.terms[-1]
            if isinstance(previous, str) and isinstance(value, str):
                frame.terms[-1] = previous + value
                return
            raise CppValueError("two values without a comma or an operator", at)
        frame.terms.append(value)

    def mark(self, frames: list[_Frame], mark: str, pending: str, at: int) -> None:
        frame = frames[-1]
        if mark in "({":
            if len(frames) > _MAX_DEPTH:
                raise CppValueError(f"nested more than {_MAX_DEPTH} deep", at)
            if not pending and mark == "{" and frame.terms and not isinstance(frame.terms[-1], Operator):
                raise CppValueError("a list follows a value without a comma", at)
            frames.append(_Frame(mark, pending))
        elif mark in ")}":
            if frame.opener != ("(" if mark == ")" else "{"):
                raise CppValueError(f"{mark!r} closes nothing", at)
            _finish(frame, at)
            frames.pop()
            if not _is_cast(frame):
                frames[-1].terms.append(_closed(frame, at))
        elif mark == ",":
            _finish(frame, at, needed=True)
        else:
            frame.terms.append(Operator(mark))

    def name(self, name: str, level: int) -> CppValue:
        bare = name.rsplit("::", 1)[-1]
        if bare in _CONSTANTS:
            value = _CONSTANTS[bare]
            return [*value] if isinstance(value, list) else value
        if bare in VALID:
            return TypeName(bare, VALID[bare])
        body = self.resolve(bare) if self.resolve and level < _MAX_DEPTH // 4 else None
        if body is not None:
            values = self.run(body, level + 1)
            return values[0] if len(values) == 1 else values
        if bare.startswith("DT_") and (meaning := meaning_of(bare)) is not None:
            return TypeName(bare, meaning, valid=False)
        return Unresolved(name)


def _finish(frame: _Frame, at: int, *, needed: bool = False) -> None:
    if frame.terms:
        frame.items.append(calculate(frame.terms, at))
        frame.terms = []
    elif needed:
        raise CppValueError("a value is missing before the comma", at)


def _is_cast(frame: _Frame) -> bool:
    """Whether a closed bracket was a C-style cast such as `(int64_t)`, which changes nothing here."""
    only = frame.items[0] if len(frame.items) == 1 and frame.opener == "(" and not frame.call else None
    return isinstance(only, Unresolved) and bool(_TRANSPARENT.fullmatch(only.name))


def _closed(frame: _Frame, at: int) -> CppValue:
    limits = _LIMITS.fullmatch(frame.call) if frame.call else None
    if limits:
        limit = _LIMIT_VALUES.get(limits[1], {}).get(limits[2])
        if limits[2] in ("infinity", "quiet_NaN"):
            limit = float("inf") if limits[2] == "infinity" else float("nan")
        return Unresolved(frame.call) if limit is None else limit
    bare = frame.call.rsplit("::", 1)[-1]
    if bare in _EMPTIES:
        return Constructed(bare)
    if frame.call and not _TRANSPARENT.fullmatch(frame.call):
        return Unresolved(frame.call)
    if len(frame.items) == 2 and frame.opener == "(" and "vector<" in frame.call:  # vector(count, value)
        count = frame.items[0]
        if isinstance(count, int) and 0 <= count <= _MAX_FILL:
            return [frame.items[1]] * count
    if frame.opener == "{":
        return frame.items if not frame.call or _makes_list(frame.call) else _only(frame, at)
    return _only(frame, at)


def _makes_list(call: str) -> bool:
    """Whether a call makes a list: `std::vector<…>`, `Operator::OpListInt`, `AttrValue::LIST_INT`."""
    return "<" in call or call.rsplit("::", 1)[-1].upper().removeprefix("OP").startswith("LIST")


def _only(frame: _Frame, at: int) -> CppValue:
    if len(frame.items) == 1:
        return frame.items[0]
    if not frame.items and frame.call:
        return [] if _makes_list(frame.call) else "" if _makes_text(frame.call) else 0
    raise CppValueError("parentheses hold one value", at)


def _makes_text(call: str) -> bool:
    return "tring" in call or call.endswith("::STR")


def _number(text: str, at: int) -> int | float:
    if len(text) > _MAX_DIGITS:
        raise CppValueError(f"a number of more than {_MAX_DIGITS} digits", at)
    plain = text.replace("'", "")
    lower = plain.lower()
    try:
        if lower.startswith("0x"):
            if "p" in lower:
                return float.fromhex(lower.rstrip("fl"))
            return int(lower.rstrip("ul"), 16)
        if lower.startswith("0b"):
            return int(lower.rstrip("ul"), 2)
        if lower.rstrip("ul").isdigit():
            digits = lower.rstrip("ul")
            return int(digits, 8 if digits[0] == "0" else 10)
        return float(lower.rstrip("fl"))
    except ValueError as error:
        raise CppValueError(f"{text!r} is no number", at) from error


def _unescape(literal: str) -> str:
    quote = literal[-1]
    inside = literal[literal.index(quote) + 1 : -1]
    if "\\" not in inside:
        return inside
    return _ESCAPE.sub(_escaped, inside)


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "xuU" and len(code) > 1:
        value = int(code[1:], 16)
        return chr(value) if value < 0xD800 or 0xE000 <= value <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"
    if code[0] in "01234567":
        return chr(int(code, 8))
    return _ESCAPES.get(code, code)
