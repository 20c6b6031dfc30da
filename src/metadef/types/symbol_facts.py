"""What a `ConstraintStore` holds: its tables, how they are undone, and the look-ups that everything else rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import TypeVar

from metadef.errors import MetadefError
from metadef.types.dim import Dim, DimLike
from metadef.types.dim_bounds import lowest, terms_range
from metadef.types.dim_terms import Atom
from metadef.types.guards import AT_LEAST, BROADCAST, EQUAL, FRESH, SOLVED, Guard
from metadef.types.value_range import NON_NEGATIVE, Range

__all__ = ["SymbolFacts"]

_MOST_REASONS = 6  # origins named in one contradiction
_MOST_REASONS_FOUND = 100_000  # facts followed to find them
_MOST_ORIGINS = 3  # origins named by one derived range
_MOST_GUARDS_ASKED = 64  # guards that one question consults

_stamps = count(1)

K = TypeVar("K")
V = TypeVar("V")


class SymbolFacts:
    """Ranges, solved symbols and guards, with a trail that undoes every change. Mutable."""

    __slots__ = (
        "_atom_bounds",
        "_bounds",
        "_canonical",
        "_changes",
        "_facts",
        "_fresh",
        "_guards",
        "_ranges",
        "_solved",
        "_stale",
        "_symbols",
        "_touching",
        "_trail",
        "_why",
        "stamp",
    )

    def __init__(self) -> None:
        self._symbols: dict[str, tuple[str, int]] = {}  # name -> SYMBOL, FRESH, or "" where only seen; order of sight
        self._ranges: dict[str, Range] = {}
        self._why: dict[tuple[str, str], str] = {}  # (name, ">=" or "<=") -> who demanded that end of the range
        self._facts: dict[str, tuple[DimLike, str]] = {}  # solved symbol -> its expression as demanded, and by whom
        self._solved: dict[str, DimLike] = {}  # the same with later facts substituted where that was needed
        self._guards: dict[Guard, frozenset[str]] = {}  # -> canonical symbols under which it is indexed
        self._touching: dict[str, dict[Guard, None]] = {}  # symbol -> guards
        self._fresh: dict[str, int] = {}  # prefix -> next number
        self._stale: set[Guard] = set()  # filed guards whose symbols changed, to be worked in again
        self._trail: list[tuple[int, int, Callable[[], object]]] = []  # (counts, stamp before, undo), newest last
        self._changes = 0  # entries of the trail that count as a change
        self.stamp = 0  # names what is known: where two are equal, of this store or of any, the same is known
        self._canonical: dict[Dim, DimLike] = {}  # cache, valid until the next fact
        self._bounds: dict[Dim, Range] = {}  # cache, valid while `_ranges` is as it is
        self._atom_bounds: dict[Atom, Range] = {}  # the same for the operators inside

    @property
    def ranges(self) -> Mapping[str, Range]:
        """The ranges of symbols, for `Dim.bounds`; a symbol without one is >= 0."""
        return MappingProxyType(self._ranges)

    def canonical(self, dim: DimLike) -> DimLike:
        """The dimension with all solved symbols replaced.

        A dimension for which that would grow past the limits of an expression comes back as it is.
        """
        if isinstance(dim, int) or not self._solved or self._solved.keys().isdisjoint(dim.names):
            return dim
        known = self._canonical.get(dim)
        if known is None:
            bindings = {name: self._resolve(name) for name in dim.names if name in self._solved}
            try:
                known = dim.substitute(bindings)
            except MetadefError:
                known = dim
            self._canonical[dim] = known
        return known

    def bounds(self, dim: DimLike) -> Range:
        """All values that a dimension can take; sound, not always tight."""
        value = self.canonical(dim)
        return Range(value, value) if isinstance(value, int) else self._within(value)

    def _within(self, dim: Dim) -> Range:
        """The bounds of a canonical dimension."""
        known = self._bounds.get(dim)
        if known is None:
            ranges = self._ranges
            known = terms_range(dim.term_map, ranges, self._atom_bounds) if ranges else dim.bounds()
            self._bounds[dim] = known
        return known

    def symbols(self) -> tuple[str, ...]:
        """Every symbol seen, in order of sight."""
        return tuple(self._symbols)

    def fresh_but_not_in(self, other: SymbolFacts) -> list[str]:
        """The symbols that inference made here and that another store has not seen."""
        if self._fresh == other._fresh:
            return []
        return [name for name, (kind, _) in self._symbols.items() if kind == FRESH and not other.is_fresh(name)]

    def is_fresh(self, name: str) -> bool:
        """Whether inference made the symbol (a data-dependent dimension)."""
        return self._kind(name) == FRESH

    def mark(self) -> int:
        """A point to roll back to; it differs from an earlier one exactly when something was learned in between."""
        return self._changes

    def rollback(self, mark: int) -> None:
        """Undoes everything learned since `mark`."""
        if self._changes > mark:
            self._canonical.clear()
            self._forget_bounds()
        while self._changes > mark:
            counts, self.stamp, undo = self._trail.pop()
            undo()
            self._changes -= counts

    def reasons(self, *dims: DimLike) -> list[str]:
        """What is known of the symbols of some dimensions and who said so, such as `n = 4 (graph input x)`."""
        found: list[str] = []
        seen: set[str] = set()
        waiting = sorted({name for dim in dims if isinstance(dim, Dim) for name in dim.names}, reverse=True)
        while waiting and len(found) < _MOST_REASONS_FOUND:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            fact = self._facts.get(name)
            if fact is not None:
                value, by = fact
                found.append(_with_origin(Guard(SOLVED, Dim.symbol(name), value, by)))
                if isinstance(value, Dim):
                    waiting.extend(sorted(value.names, reverse=True))
            else:
                found.extend(_with_origin(guard) for guard in self._range_guards(name))
        if len(found) <= _MOST_REASONS:
            return found
        # WHY both ends: a chain of equal symbols ends in the number that the contradiction is with
        return [*found[: _MOST_REASONS // 2], "...", *found[-(_MOST_REASONS // 2) :]]

    def _forget_bounds(self) -> None:
        self._bounds.clear()
        self._atom_bounds.clear()

    # --- tables ---

    def _put(self, table: dict[K, V], key: K, value: V, counts: int = 1) -> None:
        """`table[key] = value`; `counts` is 0 for what says nothing new, such as a shorter form of what is known."""
        undo = partial(table.__setitem__, key, table[key]) if key in table else partial(table.pop, key, None)
        self._trail.append((counts, self.stamp, undo))
        if counts:
            self._changes += 1
            self.stamp = next(_stamps)
        table[key] = value
        if table is self._ranges:
            self._forget_bounds()

    def _remove(self, table: dict[K, V], key: K) -> None:
        if key in table:
            self._trail.append((1, self.stamp, partial(table.__setitem__, key, table.pop(key))))
            self._changes += 1
            self.stamp = next(_stamps)

    def _see(self, name: str, kind: str) -> None:
        order = self._symbols[name][1] if name in self._symbols else len(self._symbols)
        self._put(self._symbols, name, (kind, order), 1 if kind else 0)

    def _kind(self, name: str) -> str:
        return self._symbols[name][0] if name in self._symbols else ""

    def _file(self, guard: Guard) -> None:
        if guard.kind == SOLVED:
            guard = Guard(EQUAL, guard.left, guard.right, guard.by)
        names: frozenset[str] = frozenset()
        for side in (self.canonical(guard.left), self.canonical(guard.right)):
            if isinstance(side, Dim):
                names |= side.names
        if any(self._same_demand(guard, other) for other in self._about(names, guard.kind)):
            return
        self._put(self._guards, guard, names)
        for name in sorted(names):
            self._put(self._touching.setdefault(name, {}), guard, None)

    def _unfile(self, guard: Guard) -> None:
        names = self._guards.get(guard)
        if names is None:
            return
        self._remove(self._guards, guard)
        for name in sorted(names):
            self._remove(self._touching[name], guard)

    def _same_demand(self, a: Guard, b: Guard) -> bool:
        """Whether two guards of one kind demand the same, as far as their differences show it."""
        if a.kind == BROADCAST:
            sides = [{self.canonical(guard.left), self.canonical(guard.right)} for guard in (a, b)]
            return sides[0] == sides[1]
        left, right = self._difference(a.left, a.right), self._difference(b.left, b.right)
        if left is None or right is None:
            return (a.left, a.right) == (b.left, b.right)
        return left == right or (a.kind == EQUAL and left == -right)

    def _about(self, names: frozenset[str], kind: str) -> list[Guard]:
        """Filed guards of a kind that speak of one of the symbols, some of them where there are many."""
        found: dict[Guard, None] = {}
        for name in sorted(names):
            for guard in self._touching.get(name, ()):
                if guard.kind == kind:
                    found[guard] = None
                    if len(found) == _MOST_GUARDS_ASKED:
                        return list(found)
        return list(found)

    # --- look-ups ---

    def _difference(self, a: DimLike, b: DimLike) -> DimLike | None:
        """`a - b` with solved symbols replaced; None past the limits of an expression."""
        try:
            return self.canonical(self.canonical(a) - self.canonical(b))
        except MetadefError:
            return None

    def _never_negative(self, dim: Dim) -> bool:
        low = lowest(dim.term_map, self._ranges, self._atom_bounds)
        if low is None or low < 0:
            low = self._within(dim).lo
        if low is not None and low >= 0:
            return True
        for guard in self._about(dim.names, AT_LEAST):
            margin = self._difference(guard.left, guard.right)
            rest = None if margin is None else self._difference(dim, margin)
            if rest is None:
                continue
            least = rest if isinstance(rest, int) else self._within(rest).lo
            if least is not None and least >= 0:
                return True
        return False

    def _resolve(self, name: str) -> DimLike:
        """The expression of a solved symbol without solved symbols, where the limits allow."""
        stuck: set[str] = set()
        stack = [name]
        while stack:
            top = stack[-1]
            value = self._solved[top]
            inner = [] if isinstance(value, int) else [n for n in value.names if n in self._solved and n not in stuck]
            deeper = [n for n in inner if not self._is_flat(n, stuck)]
            if deeper:
                stack.extend(sorted(deeper))
                continue
            stack.pop()
            if inner and isinstance(value, Dim):
                try:
                    self._put(self._solved, top, value.substitute({n: self._solved[n] for n in inner}), 0)
                except MetadefError:
                    stuck.add(top)
        return self._solved[name]

    def _is_flat(self, name: str, stuck: set[str]) -> bool:
        value = self._solved[name]
        return name in stuck or isinstance(value, int) or self._solved.keys().isdisjoint(value.names)

    def _origins(self, by: str, names: list[str]) -> str:
        """Who said `by`, and who demanded the ranges of some symbols."""
        origins = [by, *[self._why.get((name, end), "") for name in names for end in (">=", "<=")]]
        named = dict.fromkeys([part for origin in origins if origin for part in origin.split(" and ")])
        return " and ".join(list(named)[:_MOST_ORIGINS])

    def _range_guards(self, name: str) -> list[Guard]:
        known = self._ranges.get(name, NON_NEGATIVE)
        symbol = Dim.symbol(name)
        guards: list[Guard] = []
        if known.lo is not None and known.lo > 0:
            guards.append(Guard(AT_LEAST, symbol, known.lo, self._why.get((name, ">="), "")))
        if known.hi is not None:
            guards.append(Guard(AT_LEAST, known.hi, symbol, self._why.get((name, "<="), "")))
        return guards

    def _contradiction(self, guard: Guard) -> str:
        if guard.kind == SOLVED:
            guard = Guard(EQUAL, guard.left, guard.right, guard.by)
        reasons = self.reasons(guard.left, guard.right)
        against = f" together with {', '.join(reasons)}" if reasons else ", as a dimension is an integer >= 0"
        return f"{_with_origin(guard)} cannot hold{against}"


def _with_origin(guard: Guard) -> str:
    return f"{guard.demand} ({guard.by})" if guard.by else guard.demand
