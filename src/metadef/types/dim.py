"""`Dim`: a symbolic tensor dimension, an integer expression in canonical form.

A `Dim` is a polynomial with integer coefficients over atoms: named symbols, rounded-down quotients and maxima of
canonical expressions. Everything else is written by these, so that equal expressions tend to be the same object:

    ceil_div(a, k) = floor_div(a + k - 1, k)      mod(a, b) = a - b * floor_div(a, b)      min(A) = -max(-A)

A `Dim` is never constant: arithmetic gives an `int` whenever the result is one. Equal means identical (`Dim`s are
interned), so `==`, `hash` and use as a dictionary key cost nothing. `a != b` does not prove that the two differ for
some input; ask `ConstraintStore.equal`, which knows three answers. Every symbol is an integer >= 0; write a quantity
that may be negative as a difference. A division assumes that its divisor is not 0.

Expressions are limited (see `MAX_TERMS` and its neighbours): past a limit, arithmetic raises `MetadefError` with
the code `dim-too-large`, which inference turns into an unknown dimension with that finding.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd
from weakref import WeakValueDictionary

from metadef.types.dim_bounds import terms_range
from metadef.types.dim_terms import (
    FLOORDIV,
    MAX,
    SYMBOL,
    Atom,
    Monomial,
    Terms,
    add_terms,
    divide_monomial,
    leading,
    multiply_terms,
    ordered,
)
from metadef.types.value_range import NON_NEGATIVE, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metadef.errors import MetadefError

__all__ = ["Dim", "DimLike", "ceil_div", "dim_max", "dim_min", "dim_mod", "exact_divide", "floor_div", "product"]

MAX_TERMS = 64  # monomials in one polynomial
MAX_DEGREE = 24  # atoms multiplied in one monomial
MAX_SIZE = 512  # atoms in an expression, nested ones included
MAX_DEPTH = 24  # operators nested in each other
MAX_BITS = 256  # of one coefficient
MAX_NAME = 256  # characters of a symbol
_MAX_OPERANDS = 12  # of one max
_MAX_DIVISION_STEPS = 256

_lock = RLock()
_atoms: WeakValueDictionary[object, Atom] = WeakValueDictionary()
_dims: WeakValueDictionary[tuple[tuple[Monomial, int], ...], Dim] = WeakValueDictionary()


def _too_large(what: str, limit: int) -> MetadefError:
    from metadef.errors import MetadefError

    return MetadefError.of(
        "dim-too-large",
        "symbolic dimension",
        f"an expression has more than {limit} {what}",
        expected=f"at most {limit} {what}",
        hint="give the symbols values with --set",
    )


def _bad(message: str, got: str = "") -> MetadefError:
    from metadef.errors import MetadefError

    return MetadefError.of("bad-dim", "dimension", message, got=got)


class Dim:
    """A symbolic integer expression that is not constant; immutable and interned.

    >>> n = Dim.symbol("n")
    >>> (2 * n + 2) // 2, n - n, str(2 * n + 1), (n + 4) // 2 == n // 2 + 2
    (n+1, 0, '2*n+1', True)
    """

    __slots__ = ("__weakref__", "default_range", "depth", "key", "names", "size", "term_map", "terms", "text")

    terms: tuple[tuple[Monomial, int], ...]  # in canonical order
    term_map: Terms  # the same as a dictionary; never to be changed
    names: frozenset[str]  # the symbols inside
    key: str  # sorts expressions
    depth: int  # operators nested
    size: int  # atoms inside, nested ones included
    text: str | None  # what `str` gives, once asked for
    default_range: Range | None  # what `bounds` gives without ranges, once asked for

    def __init__(self) -> None:
        raise TypeError("use Dim.symbol, Dim.parse or arithmetic")

    @staticmethod
    def symbol(name: str) -> Dim:
        """The symbol called `name`: any printable text of 1 to 256 characters.

        Raises:
            MetadefError: bad-dim, for another name.
        """
        atom = _atoms.get(name)
        if atom is None:
            if not name or len(name) > MAX_NAME or not name.isprintable():
                raise _bad(f"a symbol's name is 1 to {MAX_NAME} printable characters", repr(name[:40]))
            atom = _intern_atom(name, SYMBOL, (), name, NON_NEGATIVE)
        return _intern({(atom,): 1})

    @staticmethod
    def parse(text: str) -> DimLike:
        """The expression written in `text`; the grammar stands in `metadef.types.dim_text`.

        Raises:
            MetadefError: bad-dim, for text that is no expression.

        >>> Dim.parse("2*seq+1"), Dim.parse("floordiv(seq+1,2)"), Dim.parse("7")
        (2*seq+1, floordiv(seq+1,2), 7)
        """
        from metadef.types.dim_text import parse_dim

        return parse_dim(text)

    @staticmethod
    def of_terms(terms: Terms) -> DimLike:
        """The expression that the terms are (no coefficient 0)."""
        return _make(dict(terms))

    def symbols(self) -> frozenset[str]:
        """The names of the symbols inside."""
        return self.names

    @property
    def symbol_name(self) -> str | None:
        """The name when the expression is one symbol alone, else None."""
        if len(self.terms) != 1:
            return None
        monomial, coefficient = self.terms[0]
        return monomial[0].key if coefficient == 1 and len(monomial) == 1 and monomial[0].kind == SYMBOL else None

    def __str__(self) -> str:
        text = self.text
        if text is None:
            from metadef.types.dim_text import format_terms

            text = self.text = format_terms(self.term_map)
        return text

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Dim.parse, (str(self),)

    def __copy__(self) -> Dim:
        return self

    def __deepcopy__(self, memo: object) -> Dim:
        return self

    def __bool__(self) -> bool:
        raise TypeError(
            f"the dimension {self} is symbolic: whether it is 0 is not known; compare with `is None` or ints"
        )

    def __add__(self, other: DimLike) -> DimLike:
        return _add(self, other, 1)

    __radd__ = __add__

    def __sub__(self, other: DimLike) -> DimLike:
        return _add(self, other, -1)

    def __rsub__(self, other: int) -> DimLike:
        return _add(_scale(self, -1), other, 1)

    def __neg__(self) -> Dim:
        return _scale(self, -1)

    def __mul__(self, other: DimLike) -> DimLike:
        return _multiply(self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: DimLike) -> DimLike:
        return floor_div(self, other)

    def __rfloordiv__(self, other: int) -> DimLike:
        return floor_div(other, self)

    def __mod__(self, other: DimLike) -> DimLike:
        return dim_mod(self, other)

    def __rmod__(self, other: int) -> DimLike:
        return dim_mod(other, self)

    def bounds(self, ranges: Mapping[str, Range] | None = None) -> Range:
        """All values it can take, given ranges of symbols (each also >= 0); sound, not always tight.

        >>> Dim.parse("mod(n,4)+2").bounds(), Dim.parse("3*n").bounds({"n": Range(1, 8)})
        ([2, 5], [3, 24])
        """
        if ranges:
            return terms_range(self.term_map, ranges)
        known = self.default_range
        if known is None:
            known = self.default_range = terms_range(self.term_map)
        return known

    def is_nonnegative(self, ranges: Mapping[str, Range] | None = None) -> bool:
        """Whether it is proven to be >= 0."""
        lo = self.bounds(ranges).lo
        return lo is not None and lo >= 0

    def substitute(self, bindings: Mapping[str, DimLike]) -> DimLike:
        """The expression with symbols replaced, all at once; a name that does not occur is ignored.

        Raises:
            MetadefError: bad-dim when a symbol would be negative or a divisor 0, dim-too-large past a limit.

        >>> Dim.parse("2*a+b").substitute({"a": Dim.symbol("b"), "b": 1})
        2*b+1
        """
        if self.names.isdisjoint(bindings):
            return self
        return _substitute(self, bindings, {})

    def evaluate(self, bindings: Mapping[str, int]) -> int:
        """The number it is under the bindings of all its symbols.

        Raises:
            MetadefError: bad-dim when a symbol is unbound or negative, or a divisor is 0.
        """
        missing = self.names.difference(bindings)
        if missing:
            raise _bad(f"{self} needs a value of {', '.join(sorted(missing))}")
        for name in self.names:
            if bindings[name] < 0:
                raise _bad(f"the dimension {name} cannot be negative", str(bindings[name]))
        return _number(self, bindings)


DimLike = int | Dim


def _intern_atom(key: object, kind: str, args: tuple[DimLike, ...], name: str, value_range: Range) -> Atom:
    with _lock:
        atom = _atoms.get(key)
        if atom is None:
            atom = Atom(kind, args, name, value_range)
            _atoms[key] = atom
    return atom


def _operator(kind: str, args: tuple[DimLike, ...], value_range: Range) -> Dim:
    """The polynomial that is one operator atom."""
    key = (kind, args)
    atom = _atoms.get(key)
    if atom is None:
        atom = _intern_atom(key, kind, args, "", value_range)
        if atom.depth > MAX_DEPTH:
            raise _too_large("nested operators", MAX_DEPTH)
    return _intern({(atom,): 1})


def _make(terms: Terms) -> DimLike:
    """The interned expression of the terms, or the int they are; takes the dictionary over."""
    if not terms:
        return 0
    if len(terms) == 1 and () in terms:
        return terms[()]
    return _intern(terms)


def _intern(terms: Terms) -> Dim:
    items = ordered(terms)
    found = _dims.get(items)
    if found is not None:
        return found
    _require_within_limits(items)
    dim = object.__new__(Dim)
    dim.terms = items
    dim.term_map = dict(items)
    dim.text = None
    dim.default_range = None
    names: frozenset[str] = frozenset()
    depth = size = 0
    parts: list[str] = []
    for monomial, coefficient in items:
        for atom in monomial:
            if not atom.names <= names:
                names |= atom.names
            if atom.depth > depth:
                depth = atom.depth
            size += atom.size
        parts.append(f"{coefficient}*{'*'.join([atom.key for atom in monomial])}")
    if size > MAX_SIZE:
        raise _too_large("symbols and operators", MAX_SIZE)
    dim.names = names
    dim.depth = depth
    dim.size = size
    dim.key = "+".join(parts)
    with _lock:
        return _dims.setdefault(items, dim)


def _require_within_limits(items: tuple[tuple[Monomial, int], ...]) -> None:
    if len(items) > MAX_TERMS:
        raise _too_large("terms", MAX_TERMS)
    if len(items[0][0]) > MAX_DEGREE:
        raise _too_large("factors in a term", MAX_DEGREE)
    for _, coefficient in items:
        if coefficient.bit_length() > MAX_BITS:
            raise _too_large("bits in a coefficient", MAX_BITS)


def _terms_of(value: DimLike) -> Terms:
    """The terms, not to be changed."""
    if isinstance(value, int):
        return {(): int(value)} if value else {}
    return value.term_map


@lru_cache(maxsize=8192)
def _add(a: Dim, b: DimLike, sign: int) -> DimLike:
    terms = dict(a.term_map)
    if isinstance(b, int):
        total = terms.get((), 0) + sign * b
        if total:
            terms[()] = total
        else:
            terms.pop((), None)
    else:
        add_terms(terms, b.term_map, sign)
    return _make(terms)


def _scale(a: Dim, factor: int) -> Dim:
    return _intern({monomial: coefficient * factor for monomial, coefficient in a.terms})


@lru_cache(maxsize=8192)
def _multiply(a: Dim, b: DimLike) -> DimLike:
    if isinstance(b, int):
        return _scale(a, int(b)) if b else 0
    if len(a.terms) * len(b.terms) > MAX_TERMS * MAX_TERMS // 4:
        raise _too_large("terms", MAX_TERMS)
    return _make(multiply_terms(a.term_map, b.term_map))


def product(factors: Iterable[DimLike]) -> DimLike:
    """The product of all factors, 1 for none.

    Raises:
        MetadefError: dim-too-large past a limit.
    """
    number = 1
    symbolic: DimLike = 1
    for factor in factors:
        if isinstance(factor, int):
            number *= factor
        else:
            symbolic = factor * symbolic
    return number * symbolic


def floor_div(a: DimLike, b: DimLike) -> DimLike:
    """`a / b` rounded down, like Python's `//`.

    Raises:
        MetadefError: bad-dim when `b` is the int 0, dim-too-large past a limit.

    >>> n = Dim.symbol("n")
    >>> floor_div(4 * n + 6, 4), floor_div(floor_div(n, 2), 3), floor_div(2 * n, n), floor_div(7, 2)
    (n+1, floordiv(n,6), 2, 3)
    """
    if isinstance(b, int):
        if b == 0:
            raise _bad(f"{a} is divided by 0")
        if isinstance(a, int):
            return a // b
        return _over_int(a, int(b))
    return _over_dim(a, b)


def ceil_div(a: DimLike, b: DimLike) -> DimLike:
    """`a / b` rounded up.

    Raises:
        MetadefError: as `floor_div`.

    >>> n = Dim.symbol("n")
    >>> ceil_div(n, 2), ceil_div(4 * n + 1, 4), ceil_div(7, 2)
    (floordiv(n+1,2), n+1, 4)
    """
    if isinstance(b, int):
        if b > 0:
            return floor_div(a + (b - 1), b)
        return floor_div(a + (b + 1), b) if b else floor_div(a, b)
    return -floor_div(-a, b)


def dim_mod(a: DimLike, b: DimLike) -> DimLike:
    """`a - b * floor_div(a, b)`, like Python's `%`: the sign is that of `b`.

    Raises:
        MetadefError: as `floor_div`.

    >>> n = Dim.symbol("n")
    >>> dim_mod(4 * n + 3, 2), dim_mod(n, 2), dim_mod(n, 2) + 2 * (n // 2)
    (1, mod(n,2), n)
    """
    return a - b * floor_div(a, b)


def dim_max(*values: DimLike) -> DimLike:
    """The largest of one or more values; operands that are proven never the largest are dropped.

    Raises:
        MetadefError: bad-dim without values, dim-too-large past a limit.

    >>> n = Dim.symbol("n")
    >>> dim_max(n, 0), dim_max(n, n + 1), dim_max(n, 4, 7), dim_max(n - 3, 0)
    (n, n+1, max(n,7), max(n,3)-3)
    """
    if not values:
        raise _bad("max and min need a value")
    if all(isinstance(value, int) for value in values):
        return max(int(value) for value in values if isinstance(value, int))
    return _max_of(frozenset(values))


def dim_min(*values: DimLike) -> DimLike:
    """The smallest of one or more values.

    Raises:
        MetadefError: as `dim_max`.

    >>> n = Dim.symbol("n")
    >>> dim_min(n, 0), dim_min(n, 4), dim_min(n, 4) + dim_max(n, 4)
    (0, min(n,4), n+4)
    """
    return -dim_max(*[-value for value in values])


def exact_divide(a: DimLike, b: DimLike) -> DimLike | None:
    """The quotient where `b` is proven to divide `a` without remainder (for every input with `b != 0`), else None.

    >>> n, m = Dim.symbol("n"), Dim.symbol("m")
    >>> exact_divide(4 * n * m, 2 * n), exact_divide(n * n - m * m, n - m), exact_divide(n, 2)
    (2*m, m+n, None)
    """
    if isinstance(b, int):
        if b == 0:
            return None
        if isinstance(a, int):
            return a // b if a % b == 0 else None
        if any(coefficient % b for _, coefficient in a.terms):
            return None
        return _make({monomial: coefficient // b for monomial, coefficient in a.terms})
    if isinstance(a, int):
        return 0 if a == 0 else None
    quotient, remainder = _divide(a.term_map, b.term_map)
    return None if remainder else _make(quotient)


@lru_cache(maxsize=8192)
def _over_int(a: Dim, k: int) -> DimLike:
    if k < 0:
        a, k = _scale(a, -1), -k
    quotient, rest = _balanced(a.term_map, k)
    sign = 1
    if any(rest) and rest[leading({m: c for m, c in rest.items() if m})] < 0:
        # floor((k-1-p)/k) = -floor(p/k), so a quotient can always have a positive leading coefficient
        sign = -1
        flipped: Terms = {(): k - 1}
        add_terms(flipped, rest, -1)
        more, rest = _balanced(flipped, k)
        add_terms(quotient, more, -1)
    result = _make(quotient)
    core = _floor_core(rest, k)
    return result + core if sign > 0 else result - core


def _balanced(terms: Terms, k: int) -> tuple[Terms, Terms]:
    """`terms = k * quotient + rest`; coefficients of the rest in (-k/2, k/2], its constant in [0, k)."""
    quotient: Terms = {}
    rest: Terms = {}
    for monomial, coefficient in terms.items():
        q, r = divmod(coefficient, k)
        if monomial and 2 * r > k:
            q, r = q + 1, r - k
        if q:
            quotient[monomial] = q
        if r:
            rest[monomial] = r
    return quotient, rest


def _floor_core(rest: Terms, k: int) -> DimLike:
    """floor(rest / k) of a balanced rest with positive leading coefficient."""
    constant = rest.get((), 0)
    common = k
    for monomial, coefficient in rest.items():
        if monomial:
            common = gcd(common, coefficient)
    if common > 1:
        # floor((g*p + c) / (g*k)) = floor((p + floor(c/g)) / k)
        rest = {monomial: coefficient // common for monomial, coefficient in rest.items() if monomial}
        if constant // common:
            rest[()] = constant // common
        if k == common:
            return _make(rest)
        value = _make(rest)
        return value // (k // common) if isinstance(value, int) else _over_int(value, k // common)
    numerator = _make(rest)
    if isinstance(numerator, int):
        return numerator // k
    lo, hi = terms_range(numerator.term_map)
    if lo is not None and hi is not None and lo // k == hi // k:
        return lo // k
    for monomial, coefficient in numerator.terms:
        # floor((floor(p/j) + q) / k) = floor((p + j*q) / (j*k)), and -floor(p/j) = floor((j-1-p) / j)
        if len(monomial) == 1 and monomial[0].kind == FLOORDIV and coefficient in (1, -1):
            inner, j = monomial[0].args
            if isinstance(j, int):
                others = numerator - _intern({monomial: coefficient})
                inner = inner if coefficient > 0 else (j - 1) - inner
                return floor_div(inner + j * others, j * k)
    return _operator(FLOORDIV, (numerator, k), terms_range(numerator.term_map) // k)


@lru_cache(maxsize=8192)
def _over_dim(a: DimLike, b: Dim) -> DimLike:
    if a == 0:
        return 0
    if b.terms[0][1] < 0:
        a, b = -a, _scale(b, -1)
    quotient, rest = _divide(_terms_of(a), b.term_map)
    result = _make(quotient)
    if not rest:
        return result
    if rest[leading(rest)] < 0 and b.is_nonnegative():
        # b >= 1 where the quotient is defined: floor(-p/b) = -floor((p + b - 1)/b) = -1 - floor((p - 1)/b)
        flipped: Terms = {(): -1}
        add_terms(flipped, rest, -1)
        return result - 1 - _floor_over(_make(flipped), b)
    return result + _floor_over(_make(rest), b)


def _floor_over(numerator: DimLike, b: Dim) -> DimLike:
    """floor(numerator / b) of a numerator reduced modulo `b`."""
    if numerator == 0:
        return 0
    numerator, reduced = _cancel(numerator, b)
    if isinstance(reduced, int):
        return floor_div(numerator, reduced)
    below = _value_range(numerator)
    if below.lo is not None and below.lo >= 0:
        room = _value_range(reduced - numerator)
        if room.lo is not None and room.lo >= 1:
            return 0
    return _operator(FLOORDIV, (numerator, reduced), below // reduced.bounds())


def _value_range(value: DimLike) -> Range:
    return Range(value, value) if isinstance(value, int) else value.bounds()


def _cancel(a: DimLike, b: Dim) -> tuple[DimLike, DimLike]:
    """Both divided by the integer and the atoms that divide every term of both."""
    terms = _terms_of(a)
    common = 0
    shared: Monomial | None = None
    for monomial, coefficient in (*terms.items(), *b.terms):
        common = gcd(common, coefficient)
        if shared is None:
            shared = monomial
        elif shared:
            left = list(monomial)
            kept: list[Atom] = []
            for atom in shared:
                if atom in left:
                    left.remove(atom)
                    kept.append(atom)
            shared = tuple(kept)
    if common == 1 and not shared:
        return a, b
    by: Monomial = shared or ()

    def reduced(source: Iterable[tuple[Monomial, int]]) -> DimLike:
        result: Terms = {}
        for monomial, coefficient in source:
            rest = divide_monomial(monomial, by)
            if rest is not None:
                result[rest] = coefficient // common
        return _make(result)

    return reduced(terms.items()), reduced(b.terms)


def _divide(a: Terms, b: Terms) -> tuple[Terms, Terms]:
    """`a = quotient * b + remainder`, no term of the remainder divisible by the leading term of `b`."""
    top = leading(b)
    by = b[top]
    quotient: Terms = {}
    remainder: Terms = {}
    rest = dict(a)
    steps = 0
    while rest:
        steps += 1
        if steps > _MAX_DIVISION_STEPS or len(rest) > 4 * MAX_TERMS:
            raise _too_large("steps in a division", _MAX_DIVISION_STEPS)
        monomial = leading(rest)
        coefficient = rest[monomial]
        over = divide_monomial(monomial, top)
        factor = coefficient // by if over is not None else 0
        if over is None or factor == 0:
            remainder[monomial] = coefficient
            del rest[monomial]
            continue
        add_terms(quotient, {over: factor})
        add_terms(rest, b, -factor, over)
        if monomial in rest:
            remainder[monomial] = rest.pop(monomial)
    return quotient, remainder


@lru_cache(maxsize=8192)
def _max_of(values: frozenset[DimLike]) -> DimLike:
    kept = _undominated(sorted(values, key=_operand_key))
    if len(kept) == 1:
        return kept[0]
    base = _make(_lower_hull([_terms_of(operand) for operand in kept]))
    shifted = frozenset([operand - base for operand in kept])
    flat = _flatten(shifted)
    if flat != shifted:
        return base + _max_of(flat)
    kept = list(flat)
    common = 0
    for operand in kept:
        for coefficient in _terms_of(operand).values():
            common = gcd(common, coefficient)
    if common > 1:
        kept = [floor_div(operand, common) for operand in kept]
    if len(kept) > _MAX_OPERANDS:
        raise _too_large("operands of max", _MAX_OPERANDS)
    args = tuple(sorted(kept, key=_operand_key))
    value_range = _value_range(args[0])
    for arg in args[1:]:
        value_range = value_range.max(_value_range(arg))
    return base + common * _operator(MAX, args, value_range)


def _operand_key(value: DimLike) -> tuple[int, str]:
    return (1, str(value)) if isinstance(value, int) else (0, value.key)


def _lower_hull(operands: list[Terms]) -> Terms:
    """The polynomial whose every coefficient is the smallest among the operands: what to subtract from all."""
    hull: Terms = {}
    for monomial in {monomial: None for operand in operands for monomial in operand}:
        least = min(operand.get(monomial, 0) for operand in operands)
        if least:
            hull[monomial] = least
    return hull


def _flatten(values: frozenset[DimLike]) -> frozenset[DimLike]:
    """Operands with `p + c*max(B)`, c > 0, replaced by `p + c*b` for every b in B."""
    done: set[DimLike] = set()
    waiting = sorted(values, key=_operand_key)
    while waiting:
        value = waiting.pop()
        inner = _positive_max(value)
        if inner is None or len(waiting) + len(done) > _MAX_OPERANDS:
            done.add(value)
            continue
        atom, coefficient = inner
        rest = value - _intern({(atom,): coefficient})
        waiting.extend(rest + coefficient * arg for arg in atom.args)
    return frozenset(done)


def _positive_max(value: DimLike) -> tuple[Atom, int] | None:
    if isinstance(value, int):
        return None
    for monomial, coefficient in value.terms:
        if coefficient > 0 and len(monomial) == 1 and monomial[0].kind == MAX:
            return monomial[0], coefficient
    return None


def _undominated(operands: list[DimLike]) -> list[DimLike]:
    """The operands without those that another one is proven never to be below."""
    kept: list[DimLike] = []
    for operand in operands:
        if any(_never_below(other, operand) for other in kept):
            continue
        kept = [other for other in kept if not _never_below(operand, other)]
        kept.append(operand)
    return kept


def _never_below(a: DimLike, b: DimLike) -> bool:
    lo = _value_range(a - b).lo
    return lo is not None and lo >= 0


def _number(dim: Dim, bindings: Mapping[str, int]) -> int:
    """Recursion is bounded by MAX_DEPTH."""
    total = 0
    for monomial, coefficient in dim.terms:
        part = coefficient
        for atom in monomial:
            if atom.kind == SYMBOL:
                part *= bindings[atom.name]
                continue
            args = [arg if isinstance(arg, int) else _number(arg, bindings) for arg in atom.args]
            if atom.kind == MAX:
                part *= max(args)
            elif args[1] == 0:
                raise _bad(f"{atom.args[0]} is divided by {atom.args[1]}, which is 0")
            else:
                part *= args[0] // args[1]
        total += part
    return total


def _substitute(dim: Dim, bindings: Mapping[str, DimLike], seen: dict[Atom, DimLike]) -> DimLike:
    """Recursion is bounded by MAX_DEPTH."""
    number = 0
    symbolic: DimLike = 0
    for monomial, coefficient in dim.terms:
        part: DimLike = coefficient
        for atom in monomial:
            value = seen.get(atom)
            if value is None:
                value = seen[atom] = _substitute_atom(atom, bindings, seen)
            part = value * part
        if isinstance(part, int):
            number += part
        else:
            symbolic = part + symbolic
    return symbolic + number


def _substitute_atom(atom: Atom, bindings: Mapping[str, DimLike], seen: dict[Atom, DimLike]) -> DimLike:
    if atom.kind == SYMBOL:
        value = bindings.get(atom.key)
        if value is None:
            return Dim.symbol(atom.key)
        if isinstance(value, int) and value < 0:
            raise _bad(f"the dimension {atom.key} cannot be negative", str(value))
        return value
    args = [arg if isinstance(arg, int) else _substitute(arg, bindings, seen) for arg in atom.args]
    return floor_div(args[0], args[1]) if atom.kind == FLOORDIV else dim_max(*args)
