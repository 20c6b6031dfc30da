"""The text form of a dimension: `batch`, `2*seq+1`, `floordiv(seq+1,2)`, `mod(n,4)`, `min(n,512)`.

    expression = ["-"] product {("+" | "-") product}
    product    = factor {("*" | "//" | "%") factor}          from left to right
    factor     = ["-"] (number | symbol | call | "(" expression ")")
    call       = ("floordiv" | "ceildiv" | "mod" | "min" | "max") "(" expression {"," expression} ")"
    symbol     = a letter or "_", then letters, digits, "_" and "."        (ASCII)
               | "`" any printable text, a backquote doubled "`"

Spaces between tokens are ignored. `parse_dim(str(d)) == d` for every `Dim`. Printing chooses among equal forms: the
shorter of `x-4*floordiv(x,4)` and `mod(x,4)`, of `x+9-max(x,9)` and `min(x,9)`. Only `+ - * floordiv mod min max`
are printed. Sympy's spelling (`Max`, `Min`, `Mod`, `FloorDiv`, `CeilDiv`, `x**2`), which exporters write, is read.
"""

from __future__ import annotations

from metadef.types.dim_core import LATE, Dim, DimLike
from metadef.types.dim_divide import ceil_div, dim_mod, floor_div
from metadef.types.dim_extremes import dim_max, dim_min
from metadef.types.dim_forms import min_form, mod_form, without_atoms
from metadef.types.dim_terms import FLOORDIV, MIN, MOD, SYMBOL, Atom, Terms, add_terms, ordered
from metadef.types.value_range import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metadef.errors import MetadefError

__all__ = ["format_symbol", "format_terms", "parse_dim"]

_MAX_TEXT = 65536  # characters
_MAX_NESTING = 64  # open parentheses
_MAX_POWER = 24
_MAX_DIGITS = 80
_MAX_SHORTENED = 16  # terms; WHY: reading the short form back passes through longer ones, which limits may stop
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_DIGITS = frozenset("0123456789")
_WORD = _LETTERS | _DIGITS | {"."}
_FUNCTIONS = {"floordiv": 2, "ceildiv": 2, "mod": 2, "min": 0, "max": 0}  # number of operands, 0 for one or more
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "//": 2, "%": 2, "neg": 3, "**": 4}


def format_symbol(name: str) -> str:
    """The name as it stands in an expression, in backquotes where it needs them.

    >>> format_symbol("batch"), format_symbol("batch size")
    ('batch', '`batch size`')
    """
    if name[0] in _LETTERS and _WORD.issuperset(name):
        return name
    return "`" + name.replace("`", "``") + "`"


def format_terms(terms: Terms) -> str:
    """The text of a polynomial that is not constant. Recursion is bounded by the depth that `Dim` allows."""
    shown = _shortest(terms)
    out: list[str] = []
    for monomial, coefficient in ordered(shown):
        out.append("-" if coefficient < 0 else "+" if out else "")
        size = abs(coefficient)
        factors = [_format_atom(atom) for atom in monomial]
        if size != 1 or not factors:
            factors.insert(0, str(size))
        out.append("*".join(factors))
    return "".join(out)


def _format_atom(atom: Atom) -> str:
    if atom.kind == SYMBOL:
        return format_symbol(atom.key)
    return f"{atom.kind}({','.join([str(arg) for arg in atom.args])})"


def _shortest(terms: Terms) -> Terms:
    """The terms with quotients turned to remainders and maxima to minima where that leaves fewer terms."""
    current = terms
    if len(terms) > _MAX_SHORTENED:
        return terms
    operators = {atom.key: atom for monomial in terms for atom in monomial if atom.kind != SYMBOL}
    for key in sorted(operators):
        atom = operators[key]
        if atom.kind == FLOORDIV:
            other = mod_form(current, atom, Atom(MOD, atom.args, "", ANY))
        else:
            other = _with_min(current, atom)
        if other is not None and len(other) < len(current):
            current = other
    return current


def _with_min(terms: Terms, atom: Atom) -> Terms | None:
    """`max(A) = M - min(M - A)` applied to every term with the atom."""
    hull, rest = min_form(atom)
    if len(hull) > _MAX_SHORTENED:
        return None
    operands = [Dim.of_terms(part) for part in rest]
    smallest = Atom(MIN, tuple(sorted(operands, key=_operand_key)), "", ANY)
    changed: Terms = {}
    for monomial, coefficient in terms.items():
        others = without_atoms(monomial, (atom,))
        if others is None:
            add_terms(changed, {monomial: coefficient})
        else:
            add_terms(changed, hull, coefficient, others)
            add_terms(changed, {(smallest,): 1}, -coefficient, others)
    return changed


def _operand_key(value: DimLike) -> tuple[int, str]:
    return (1, str(value)) if isinstance(value, int) else (0, value.key)


def _bad(text: str, position: int, what: str) -> MetadefError:
    from metadef.errors import MetadefError

    shown = text if len(text) <= 60 else text[:57] + "..."
    return MetadefError.of(
        "bad-dim",
        "dimension",
        f"{what} at character {position + 1} of {shown!r}",
        expected="such as 2*seq+1",
        got=shown,
    )


def parse_dim(text: str) -> DimLike:
    """The expression written in `text`.

    Raises:
        MetadefError: bad-dim for malformed text, dim-too-large past a limit of `Dim`.

    >>> parse_dim("ceildiv(n, 2)"), parse_dim("(n + 3) // 2 - 1"), parse_dim("min(n,4)*`a b`")
    (floordiv(n+1,2), floordiv(n+1,2), `a b`*min(n,4))
    """
    tokens = _tokens(text)
    if not tokens:
        raise _bad(text, 0, "an expression is missing")
    return _Parser(text).run(tokens)


class _Parser:
    """An operator-precedence parser with explicit stacks. Mutable, one per text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.values: list[DimLike] = []
        self.operators: list[tuple[str, int]] = []  # operator, "(" or function name, with its position
        self.counts: list[int] = []  # operands so far of every open parenthesis

    def run(self, tokens: list[tuple[str, str, int]]) -> DimLike:
        wants_value = True
        for index, (kind, token, position) in enumerate(tokens):
            opens = index + 1 < len(tokens) and tokens[index + 1][1] == "(" and tokens[index + 1][0] == "operator"
            if wants_value:
                wants_value = self._value(kind, token, position, opens)
            else:
                wants_value = self._after_value(kind, token, position)
        if wants_value:
            raise _bad(self.text, len(self.text), "a value is missing")
        self._reduce(0)
        if self.operators:
            raise _bad(self.text, self.operators[-1][1], "a parenthesis is not closed")
        return self.values[0]

    def _value(self, kind: str, token: str, position: int, opens: bool) -> bool:
        """Takes a token where a value starts; True when a value is still wanted after it."""
        if kind == "number":
            self.values.append(int(token))
            return False
        if kind == "name" and opens:
            name = token.lower()
            if name not in _FUNCTIONS:
                raise _bad(self.text, position, f"{token} is no function")
            self.operators.append((name, position))
            return True
        if kind in ("name", "quoted"):
            self.values.append(Dim.symbol(token))
            return False
        if token == "(":
            if len(self.counts) >= _MAX_NESTING:
                raise _bad(self.text, position, f"more than {_MAX_NESTING} open parentheses")
            self.operators.append(("(", position))
            self.counts.append(1)
            return True
        if token == "-":
            self.operators.append(("neg", position))
            return True
        raise _bad(self.text, position, f"a value is missing before {token!r}")

    def _after_value(self, kind: str, token: str, position: int) -> bool:
        if kind == "operator" and token in _PRECEDENCE:
            self._reduce(_PRECEDENCE[token] + (1 if token == "**" else 0))
            self.operators.append((token, position))
            return True
        if kind == "operator" and token in ",)" and self.counts:
            self._reduce(0)
            if token == ",":
                self.counts[-1] += 1
                return True
            self._close(position)
            return False
        raise _bad(self.text, position, f"{token!r} is unexpected")

    def _close(self, position: int) -> None:
        self.operators.pop()
        count = self.counts.pop()
        name = self.operators[-1][0] if self.operators else ""
        if name not in _FUNCTIONS:
            if count != 1:
                raise _bad(self.text, position, "a list of values without a function")
            return
        self.operators.pop()
        wanted = _FUNCTIONS[name]
        if wanted and count != wanted:
            raise _bad(self.text, position, f"{name} takes {wanted} values, not {count}")
        operands = self.values[-count:]
        del self.values[-count:]
        self.values.append(_call(name, operands))

    def _reduce(self, least: int) -> None:
        """Applies waiting operators that bind at least as tightly as `least`, back to the open parenthesis."""
        while self.operators and _PRECEDENCE.get(self.operators[-1][0], -1) >= max(least, 1):
            operator, position = self.operators.pop()
            right = self.values.pop()
            if operator == "neg":
                self.values.append(-right)
                continue
            left = self.values.pop()
            if operator == "+":
                self.values.append(left + right)
            elif operator == "-":
                self.values.append(left - right)
            elif operator == "*":
                self.values.append(left * right)
            elif operator == "**":
                self.values.append(self._power(left, right, position))
            else:
                self.values.append(floor_div(left, right) if operator == "//" else dim_mod(left, right))

    def _power(self, base: DimLike, exponent: DimLike, position: int) -> DimLike:
        if not isinstance(exponent, int) or not 0 <= exponent <= _MAX_POWER:
            raise _bad(self.text, position, f"an exponent is a number from 0 to {_MAX_POWER}")
        result: DimLike = 1
        for _ in range(exponent):
            result = base * result
        return result


def _call(name: str, operands: list[DimLike]) -> DimLike:
    if name == "min":
        return dim_min(*operands)
    if name == "max":
        return dim_max(*operands)
    left, right = operands
    if name == "floordiv":
        return floor_div(left, right)
    return ceil_div(left, right) if name == "ceildiv" else dim_mod(left, right)


def _tokens(text: str) -> list[tuple[str, str, int]]:
    """(kind, token, position); kinds: number, name, quoted, operator."""
    if len(text) > _MAX_TEXT:
        raise _bad(text, _MAX_TEXT, f"more than {_MAX_TEXT} characters")
    tokens: list[tuple[str, str, int]] = []
    at, end = 0, len(text)
    while at < end:
        char = text[at]
        start = at
        if char in " \t":
            at += 1
        elif char in _DIGITS:
            while at < end and text[at] in _DIGITS:
                at += 1
            if at - start > _MAX_DIGITS:
                raise _bad(text, start, f"a number has more than {_MAX_DIGITS} digits")
            tokens.append(("number", text[start:at], start))
        elif char in _LETTERS:
            while at < end and text[at] in _WORD:
                at += 1
            tokens.append(("name", text[start:at], start))
        elif char == "`":
            name, at = _quoted(text, start)
            tokens.append(("quoted", name, start))
        elif text.startswith(("//", "**"), at):
            at += 2
            tokens.append(("operator", text[start:at], start))
        elif char in "+-*%(),":
            at += 1
            tokens.append(("operator", char, start))
        else:
            raise _bad(text, at, f"{char!r} is unexpected")
    return tokens


def _quoted(text: str, start: int) -> tuple[str, int]:
    """The name in backquotes that begins at `start`, and where the text goes on."""
    parts: list[str] = []
    at = start + 1
    while True:
        close = text.find("`", at)
        if close < 0:
            raise _bad(text, start, "a backquote is not closed")
        parts.append(text[at:close])
        if not text.startswith("``", close):
            return "".join(parts), close + 1
        parts.append("`")
        at = close + 2


LATE.format_terms = format_terms
LATE.parse_dim = parse_dim
