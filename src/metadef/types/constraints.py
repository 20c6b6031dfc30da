"""`ConstraintStore`: what is known about the symbols of one graph, and who demanded it.

It holds a range per symbol, symbols solved by equalities (`n = 2*m`), and guards that could not be solved (`a*b == c`,
`n >= m`). A demand either leaves the store consistent or changes nothing and returns a `shape-contradiction` that
names both sides' origin. Everything derived is implied by the demands, so an input that satisfies every line of
`lines()` satisfies every demand, and the other way round. Propagation is bounded: it may stop early, never wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import gcd

from metadef.errors import Finding, MetadefError
from metadef.types.dim import Dim, DimLike, dim_max, dim_min, exact_divide
from metadef.types.dim_bounds import lowest
from metadef.types.dim_proof import never_zero_or_always
from metadef.types.guards import AT_LEAST, BROADCAST, EQUAL, FRESH, SOLVED, SYMBOL, Guard, name_line
from metadef.types.propagation import Propagation, without_content
from metadef.types.value_range import NON_NEGATIVE, Range

__all__ = ["ConstraintStore"]


class ConstraintStore(Propagation):
    """Mutable. Symbols are named by their text, dimensions are ints or `Dim`s.

    >>> store = ConstraintStore()
    >>> n, m = Dim.symbol("n"), Dim.symbol("m")
    >>> store.require_equal(n, 2 * m, "node a"), store.canonical(n + 1), store.equal(n, 2 * m)
    (None, 2*m+1, True)
    >>> print(store.require_equal(n, 7, "node b").message)
    n == 7 (node b) cannot hold together with n = 2*m (node a)
    """

    __slots__ = ()

    def __init__(self, lines: Iterable[str] = ()) -> None:
        """A store with the demands of the given text lines.

        Raises:
            MetadefError: as `read_lines`.
        """
        super().__init__()
        self.read_lines(lines)

    def equal(self, a: DimLike, b: DimLike) -> bool | None:
        """True when always equal, False when never, None when not known."""
        if a == b:
            return True
        if isinstance(a, int) and isinstance(b, int):
            return False
        difference = self._difference(a, b)
        if difference is None or isinstance(difference, int):
            return None if difference is None else difference == 0
        if 0 not in self._within(difference) or without_content(difference) is None:
            return False
        for guard in self._about(difference.names, EQUAL):
            zero = self._difference(guard.left, guard.right)
            if zero is not None and exact_divide(difference, zero) is not None and zero != 0:
                return True
        return never_zero_or_always(difference)

    def at_least(self, a: DimLike, b: DimLike) -> bool | None:
        """True when always `a >= b`, False when never, None when not known."""
        difference = self._difference(a, b)
        if difference is None or isinstance(difference, int):
            return None if difference is None else difference >= 0
        if self._never_negative(difference):
            return True
        below = -1 - difference
        return False if not isinstance(below, int) and self._never_negative(below) else None

    def guards(self) -> Iterator[Guard]:
        """The demands that are neither a range nor a solved symbol, sorted by text; none that a stronger one implies.

        WHY: a solved symbol demands once more that its expression is not negative whenever the lines are read.
        """
        return iter(sorted(self._strongest(), key=str))

    def _strongest(self) -> Iterator[Guard]:
        """The guards without those that ask for less than another: `2*n*m >= 5` beside `n*m >= 4`."""
        most: dict[Dim, int] = {}  # expression without constant and common factor -> the most that it must reach
        differences: dict[Guard, tuple[Dim, int]] = {}
        for guard in self._guards:
            difference = self._difference(guard.left, guard.right) if guard.kind == AT_LEAST else None
            constant = difference.term_map.get((), 0) if isinstance(difference, Dim) else 0
            free = difference - constant if difference is not None else 0
            common = gcd(*[coefficient for _, coefficient in free.terms]) if isinstance(free, Dim) else 0
            plain = exact_divide(free, common) if common else None
            if not isinstance(plain, Dim):
                yield guard
                continue
            least = -(constant // common)
            differences[guard] = plain, least
            most[plain] = max(least, most.get(plain, least))
        for guard, (plain, least) in differences.items():
            if least == most[plain]:
                yield guard

    def lines(self) -> Iterator[str]:
        """Everything known as text lines; a store read from them knows the same."""
        for name, (kind, _) in self._symbols.items():
            if kind:
                yield name_line(kind, name)
        for name in sorted(self._ranges.keys() - self._solved.keys()):
            for guard in self._range_guards(name):
                yield str(guard)
        for name, (value, by) in self._facts.items():
            yield str(Guard(SOLVED, Dim.symbol(name), value, by))
        yield from map(str, self.guards())

    def __iter__(self) -> Iterator[str]:
        return self.lines()

    def __str__(self) -> str:
        return "\n".join(self.lines())

    # --- demands ---

    def declare(self, name: str, value_range: Range = NON_NEGATIVE, by: str = "") -> Finding | None:
        """Makes a symbol known, with its range. Symbols declared first stay; later ones are solved for them."""
        if not self._kind(name):
            self._see(name, SYMBOL)
        return self.require_range(Dim.symbol(name), value_range, by)

    def fresh(self, prefix: str, lo: int = 0, hi: DimLike | None = None, by: str = "") -> Dim:
        """A new symbol for a dimension that depends on data, in `[lo, hi]`.

        Its name is unique among the symbols seen so far, so declare those of the graph's inputs first.

        Raises:
            MetadefError: shape-contradiction when no value lies in the range, bad-dim for a bad prefix.
        """
        number = self._fresh.get(prefix, 0)
        while f"{prefix}_{number}" in self._symbols:
            number += 1
        self._put(self._fresh, prefix, number + 1)
        symbol = Dim.symbol(f"{prefix}_{number}")
        self._see(f"{prefix}_{number}", FRESH)
        problem = self.require_at_least(symbol, lo, by)
        if problem is None and hi is not None:
            problem = self.require_at_least(hi, symbol, by)
        if problem is not None:
            raise MetadefError(problem)
        return symbol

    def require_equal(self, a: DimLike, b: DimLike, by: str = "") -> Finding | None:
        """Demands `a == b`; the contradiction, and no change, when that cannot be."""
        return None if a == b else self._demand([Guard(EQUAL, a, b, by)])

    def require_at_least(self, a: DimLike, b: DimLike, by: str = "") -> Finding | None:
        """Demands `a >= b`."""
        return None if self._surely_at_least(a, b) else self._demand([Guard(AT_LEAST, a, b, by)])

    def _surely_at_least(self, a: DimLike, b: DimLike) -> bool:
        """Whether the demand `a >= b` would change nothing, found out cheaply: what conv after conv demands."""
        if isinstance(b, Dim):
            return False
        if isinstance(a, int):
            return a >= b
        if not self._symbols.keys() >= a.names or not self._solved.keys().isdisjoint(a.names):
            return False
        low = lowest(a.term_map, self._ranges, self._atom_bounds)
        return low is not None and low >= b

    def require_range(self, dim: DimLike, value_range: Range, by: str = "") -> Finding | None:
        """Demands that a dimension lies in a range."""
        ends: list[Guard] = []
        if value_range.lo is not None:
            ends.append(Guard(AT_LEAST, dim, value_range.lo, by))
        if value_range.hi is not None:
            ends.append(Guard(AT_LEAST, value_range.hi, dim, by))
        return self._demand(ends)

    def require_divisible(self, dim: DimLike, divisor: int, by: str = "") -> Finding | None:
        """Demands that `divisor` (> 0) divides a dimension."""
        return self.require_equal(dim % divisor, 0, by)

    def broadcast(self, a: DimLike, b: DimLike, by: str = "") -> DimLike | Finding:
        """Demands that the two are sizes, and equal or one of them 1; gives the size that they broadcast to.

        >>> store = ConstraintStore(["n >= 1"])
        >>> n = Dim.symbol("n")
        >>> store.broadcast(n, 1), store.broadcast(n, 8), str(store)
        (n, 8, 'n >= 1\\nn <= 8\\nbroadcast(n, 8)')
        """
        if a == b or b == 1:
            return a
        if a == 1:
            return b
        if self.equal(a, b):
            return self.canonical(a if isinstance(a, int) or (isinstance(b, Dim) and a.size <= b.size) else b)
        both = [Guard(AT_LEAST, a, 0, by), Guard(AT_LEAST, b, 0, by), Guard(BROADCAST, a, b, by)]
        problem = self._demand(both)
        if problem is not None:
            return problem
        left, right = self.canonical(a), self.canonical(b)
        if left == right or right == 1 or 1 not in self.bounds(left):
            return left
        if left == 1 or 1 not in self.bounds(right):
            return right
        if self.at_least(left, 1) and self.at_least(right, 1):
            return dim_max(left, right)
        return dim_max(left, right) * dim_min(1, left, right)  # WHY: 1 and 0 broadcast to 0

    def specialise(self, sizes: Mapping[str, DimLike], by: str = "") -> Finding | None:
        """Demands a value of several symbols, all or none."""
        return self._demand([Guard(EQUAL, Dim.symbol(name), size, by) for name, size in sizes.items()])

    def read_lines(self, lines: Iterable[str]) -> None:
        """Demands what text lines say.

        Raises:
            MetadefError: bad-dim for a malformed line, shape-contradiction for lines that exclude each other.
        """
        demands: list[Guard] = []
        for line in lines:
            guard = Guard.parse(line)
            if guard.kind in (SYMBOL, FRESH) and isinstance(guard.left, Dim):
                self._see(guard.left.symbol_name or "", guard.kind)
            else:
                demands.append(guard)
        problem = self._demand(demands)
        if problem is not None:
            raise MetadefError(problem)

    def copy(self) -> ConstraintStore:
        """An independent store that knows the same; marks of this one mean nothing to it."""
        other = ConstraintStore()
        other._symbols.update(self._symbols)
        other._ranges.update(self._ranges)
        other._why.update(self._why)
        other._facts.update(self._facts)
        other._solved.update(self._solved)
        other._guards.update(self._guards)
        other._touching.update({name: dict(guards) for name, guards in self._touching.items()})
        other._fresh.update(self._fresh)
        other.stamp = self.stamp
        other._bounds.update(self._bounds)
        other._atom_bounds.update(self._atom_bounds)
        return other
