"""The class `Dim`: interning, sums and products. Division and maxima live in `dim_divide` and `dim_extremes`.

Import `metadef.types.dim`, which loads all of them.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable, Mapping
from functools import lru_cache
from weakref import WeakValueDictionary

from metadef.types.dim_bounds import terms_range
from metadef.types.dim_terms import FLOORDIV, MAX, SYMBOL, Atom, Monomial, Terms, add_terms, multiply_terms, ordered
from metadef.types.value_range import NON_NEGATIVE, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from metadef.errors import MetadefError

__all__ = ["LATE", "MAX_BITS", "MAX_DEGREE", "MAX_DEPTH", "MAX_NAME", "MAX_SIZE", "MAX_TERMS", "Dim", "DimLike", "Late"]
__all__ += ["bad_dim", "intern", "make", "operator_of", "scale", "terms_of", "too_large", "value_range"]

MAX_TERMS = 64  # monomials in one polynomial
MAX_DEGREE = 24  # atoms multiplied in one monomial
MAX_SIZE = 512  # atoms in an expression, nested ones included
MAX_DEPTH = 24  # operators nested in each other
MAX_BITS = 256  # of one coefficient
MAX_NAME = 256  # characters of a symbol

_lock = RLock()
_atoms: WeakValueDictionary[object, Atom] = WeakValueDictionary()
_dims: WeakValueDictionary[tuple[tuple[Monomial, int], ...], Dim] = WeakValueDictionary()


class Late:
    """What the modules above this one put in when they load. Mutable, one of it."""

    __slots__ = ("dim_max", "dim_mod", "floor_div", "format_terms", "parse_dim")

    floor_div: Callable[[DimLike, DimLike], DimLike]
    dim_mod: Callable[[DimLike, DimLike], DimLike]
    dim_max: Callable[..., DimLike]
    format_terms: Callable[[Terms], str]
    parse_dim: Callable[[str], DimLike]


LATE = Late()


def too_large(what: str, limit: int) -> MetadefError:
    from metadef.errors import MetadefError

    return MetadefError.of(
        "dim-too-large",
        "symbolic dimension",
        f"an expression has more than {limit} {what}",
        expected=f"at most {limit} {what}",
        hint="give the symbols values with --set",
    )


def bad_dim(message: str, got: str = "") -> MetadefError:
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
                raise bad_dim(f"a symbol's name is 1 to {MAX_NAME} printable characters", repr(name[:40]))
            atom = _intern_atom(name, SYMBOL, (), name, NON_NEGATIVE)
        return intern({(atom,): 1})

    @staticmethod
    def parse(text: str) -> DimLike:
        """The expression written in `text`; the grammar stands in `metadef.types.dim_text`.

        Raises:
            MetadefError: bad-dim, for text that is no expression.

        >>> Dim.parse("2*seq+1"), Dim.parse("floordiv(seq+1,2)"), Dim.parse("7")
        (2*seq+1, floordiv(seq+1,2), 7)
        """
        return LATE.parse_dim(text)

    @staticmethod
    def of_terms(terms: Terms) -> DimLike:
        """The expression that the terms are (no coefficient 0)."""
        return make(dict(terms))

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
            text = self.text = LATE.format_terms(self.term_map)
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
        return _add(scale(self, -1), other, 1)

    def __neg__(self) -> Dim:
        return scale(self, -1)

    def __mul__(self, other: DimLike) -> DimLike:
        return _multiply(self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: DimLike) -> DimLike:
        return LATE.floor_div(self, other)

    def __rfloordiv__(self, other: int) -> DimLike:
        return LATE.floor_div(other, self)

    def __mod__(self, other: DimLike) -> DimLike:
        return LATE.dim_mod(self, other)

    def __rmod__(self, other: int) -> DimLike:
        return LATE.dim_mod(other, self)

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
        if bindings.keys().isdisjoint(self.names):
            return self
        return _substitute(self, bindings, {})

    def evaluate(self, bindings: Mapping[str, int]) -> int:
        """The number it is under the bindings of all its symbols.

        Raises:
            MetadefError: bad-dim when a symbol is unbound or negative, or a divisor is 0.
        """
        missing = sorted([name for name in self.names if name not in bindings])
        if missing:
            raise bad_dim(f"{self} needs a value of {', '.join(missing)}")
        for name in self.names:
            if bindings[name] < 0:
                raise bad_dim(f"the dimension {name} cannot be negative", str(bindings[name]))
        return _number(self, bindings)


DimLike = int | Dim


def _intern_atom(key: object, kind: str, args: tuple[DimLike, ...], name: str, value_range: Range) -> Atom:
    with _lock:
        atom = _atoms.get(key)
        if atom is None:
            atom = Atom(kind, args, name, value_range)
            _atoms[key] = atom
    return atom


def operator_of(kind: str, args: tuple[DimLike, ...], value_range: Range) -> Dim:
    """The polynomial that is one operator atom."""
    key = (kind, args)
    atom = _atoms.get(key)
    if atom is None:
        atom = _intern_atom(key, kind, args, "", value_range)
        if atom.depth > MAX_DEPTH:
            raise too_large("nested operators", MAX_DEPTH)
    return intern({(atom,): 1})


def make(terms: Terms) -> DimLike:
    """The interned expression of the terms, or the int they are; takes the dictionary over."""
    if not terms:
        return 0
    if len(terms) == 1 and () in terms:
        return terms[()]
    return intern(terms)


def intern(terms: Terms) -> Dim:
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
        raise too_large("symbols and operators", MAX_SIZE)
    dim.names = names
    dim.depth = depth
    dim.size = size
    dim.key = "+".join(parts)
    with _lock:
        return _dims.setdefault(items, dim)


def _require_within_limits(items: tuple[tuple[Monomial, int], ...]) -> None:
    if len(items) > MAX_TERMS:
        raise too_large("terms", MAX_TERMS)
    if len(items[0][0]) > MAX_DEGREE:
        raise too_large("factors in a term", MAX_DEGREE)
    for _, coefficient in items:
        if coefficient.bit_length() > MAX_BITS:
            raise too_large("bits in a coefficient", MAX_BITS)


def terms_of(value: DimLike) -> Terms:
    """The terms, not to be changed."""
    if isinstance(value, int):
        return {(): int(value)} if value else {}
    return value.term_map


@lru_cache(maxsize=2048)
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
    return make(terms)


def scale(a: Dim, factor: int) -> Dim:
    return intern({monomial: coefficient * factor for monomial, coefficient in a.terms})


@lru_cache(maxsize=2048)
def _multiply(a: Dim, b: DimLike) -> DimLike:
    if isinstance(b, int):
        return scale(a, int(b)) if b else 0
    if len(a.terms) * len(b.terms) > MAX_TERMS * MAX_TERMS // 4:
        raise too_large("terms", MAX_TERMS)
    return make(multiply_terms(a.term_map, b.term_map))


def value_range(value: DimLike) -> Range:
    return Range(value, value) if isinstance(value, int) else value.bounds()


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
                raise bad_dim(f"{atom.args[0]} is divided by {atom.args[1]}, which is 0")
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
            raise bad_dim(f"the dimension {atom.key} cannot be negative", str(value))
        return value
    args = [arg if isinstance(arg, int) else _substitute(arg, bindings, seen) for arg in atom.args]
    return LATE.floor_div(args[0], args[1]) if atom.kind == FLOORDIV else LATE.dim_max(*args)
