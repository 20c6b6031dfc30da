"""`ConstraintStore`: what is known about the symbols of one graph, and who demanded it.

It holds a range per symbol, symbols solved by equalities (`n = 2*m`), and guards that could not be solved (`a*b == c`,
`n >= m`). A demand either leaves the store consistent or changes nothing and returns a `shape-contradiction` that
names both sides' origin. Everything derived is implied by the demands, so an input that satisfies every line of
`lines()` satisfies every demand, and the other way round. Propagation is bounded: it may stop early, never wrongly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import gcd
from types import MappingProxyType
from typing import TypeVar

from metadef.errors import Finding, MetadefError, finding
from metadef.types.dim import Dim, DimLike, dim_max, dim_min, exact_divide
from metadef.types.dim_proof import never_zero_or_always
from metadef.types.dim_terms import FLOORDIV, Monomial
from metadef.types.dim_terms import SYMBOL as SYMBOL_ATOM
from metadef.types.guards import AT_LEAST, BROADCAST, EQUAL, FRESH, SOLVED, SYMBOL, Guard, name_line
from metadef.types.value_range import NON_NEGATIVE, Range

__all__ = ["ConstraintStore"]

_MOST_STEPS = 512  # guards looked at again because of one demand
_MOST_REASONS = 6  # origins named in one contradiction
_MOST_ORIGINS = 3  # origins named by one derived range
_MOST_GUARDS_ASKED = 64  # guards that one question consults

K = TypeVar("K")
V = TypeVar("V")


class ConstraintStore:
    """Mutable. Symbols are named by their text, dimensions are ints or `Dim`s.

    >>> store = ConstraintStore()
    >>> n, m = Dim.symbol("n"), Dim.symbol("m")
    >>> store.require_equal(n, 2 * m, "node a"), store.canonical(n + 1), store.equal(n, 2 * m)
    (None, 2*m+1, True)
    >>> print(store.require_equal(n, 7, "node b").message)
    n == 7 (node b) cannot hold together with n = 2*m (node a)
    """

    __slots__ = (
        "_canonical",
        "_facts",
        "_fresh",
        "_guards",
        "_ranges",
        "_solved",
        "_symbols",
        "_touching",
        "_trail",
        "_why",
    )

    def __init__(self, lines: Iterable[str] = ()) -> None:
        """A store with the demands of the given text lines.

        Raises:
            MetadefError: as `read_lines`.
        """
        self._symbols: dict[str, tuple[str, int]] = {}  # name -> SYMBOL, FRESH, or "" where only seen; order of sight
        self._ranges: dict[str, Range] = {}
        self._why: dict[tuple[str, str], str] = {}  # (name, ">=" or "<=") -> who demanded that end of the range
        self._facts: dict[str, tuple[DimLike, str]] = {}  # solved symbol -> its expression as demanded, and by whom
        self._solved: dict[str, DimLike] = {}  # the same with later facts substituted where that was needed
        self._guards: dict[Guard, frozenset[str]] = {}  # -> canonical symbols under which it is indexed
        self._touching: dict[str, dict[Guard, None]] = {}  # symbol -> guards
        self._fresh: dict[str, int] = {}  # prefix -> next number
        self._trail: list[Callable[[], object]] = []  # undoes the changes, newest last
        self._canonical: dict[Dim, DimLike] = {}  # cache, valid until the next fact
        self.read_lines(lines)

    # --- questions -----------------------------------------------------------------------------------------------

    @property
    def ranges(self) -> Mapping[str, Range]:
        """The ranges of symbols, for `Dim.bounds`; a symbol without one is >= 0."""
        return MappingProxyType(self._ranges)

    def canonical(self, dim: DimLike) -> DimLike:
        """The dimension with all solved symbols replaced.

        A dimension for which that would grow past the limits of an expression comes back as it is.
        """
        if isinstance(dim, int) or not self._solved or dim.names.isdisjoint(self._solved):
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
        return Range(value, value) if isinstance(value, int) else value.bounds(self._ranges)

    def equal(self, a: DimLike, b: DimLike) -> bool | None:
        """True when always equal, False when never, None when not known."""
        if a == b:
            return True
        if isinstance(a, int) and isinstance(b, int):
            return False
        difference = self._difference(a, b)
        if difference is None or isinstance(difference, int):
            return None if difference is None else difference == 0
        if 0 not in difference.bounds(self._ranges) or _divided(difference) is None:
            return False
        for guard in self._about(difference, EQUAL):
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

    def symbols(self) -> tuple[str, ...]:
        """Every symbol seen, in order of sight."""
        return tuple(self._symbols)

    def is_fresh(self, name: str) -> bool:
        """Whether inference made the symbol (a data-dependent dimension)."""
        return self._kind(name) == FRESH

    def guards(self) -> Iterator[Guard]:
        """The demands that are neither a range nor a solved symbol, sorted by text."""
        return iter(sorted(self._guards, key=str))

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

    # --- demands -------------------------------------------------------------------------------------------------

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
        return self._demand([Guard(AT_LEAST, a, b, by)])

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

    # --- history -------------------------------------------------------------------------------------------------

    def mark(self) -> int:
        """A point to roll back to."""
        return len(self._trail)

    def rollback(self, mark: int) -> None:
        """Undoes everything since `mark`."""
        if len(self._trail) > mark:
            self._canonical.clear()
        while len(self._trail) > mark:
            self._trail.pop()()

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
        return other

    # --- how demands are worked in -------------------------------------------------------------------------------

    def _put(self, table: dict[K, V], key: K, value: V) -> None:
        if key in table:
            self._trail.append(partial(table.__setitem__, key, table[key]))
        else:
            self._trail.append(partial(table.pop, key, None))
        table[key] = value

    def _remove(self, table: dict[K, V], key: K) -> None:
        if key in table:
            self._trail.append(partial(table.__setitem__, key, table.pop(key)))

    def _see(self, name: str, kind: str) -> None:
        self._put(self._symbols, name, (kind, self._symbols[name][1] if name in self._symbols else len(self._symbols)))

    def _kind(self, name: str) -> str:
        return self._symbols[name][0] if name in self._symbols else ""

    def _demand(self, guards: list[Guard]) -> Finding | None:
        start = self.mark()
        waiting = deque(guards)  # WHY first in, first out: what is demanded is worked in before what follows from it
        steps, most_steps = 0, _MOST_STEPS + 8 * len(guards)
        while waiting:
            guard = waiting.popleft()
            self._unfile(guard)
            for side in (guard.left, guard.right):
                if isinstance(side, Dim):
                    for name in sorted(side.names):
                        if name not in self._symbols:
                            self._see(name, "")
            problem = self._work_in(guard, waiting)
            steps += 1
            if problem is not None:
                self.rollback(start)
                return finding("shape-contradiction", guards[0].by or "dimensions", problem, hint="one size for both")
            if steps > most_steps:
                # what is left is either filed already or implied by what is, so it may wait for another demand
                for left_over in waiting:
                    self._file(left_over)
                break
        return None

    def _work_in(self, guard: Guard, waiting: deque[Guard]) -> str | None:
        """One step; appends what follows from it, returns the message of a contradiction."""
        if guard.kind == BROADCAST:
            return self._work_in_broadcast(guard, waiting)
        difference = self._difference(guard.left, guard.right)
        if difference is None:
            self._file(guard)
            return None
        if guard.kind == AT_LEAST:
            return self._work_in_at_least(guard, difference, waiting)
        return self._work_in_equal(guard, difference, waiting)

    def _work_in_equal(self, guard: Guard, difference: DimLike, waiting: deque[Guard]) -> str | None:
        if isinstance(difference, int):
            return None if difference == 0 else self._contradiction(guard)
        if 0 not in difference.bounds(self._ranges):
            return self._contradiction(guard)
        reduced = _divided(difference)
        if reduced is None:
            return self._contradiction(guard)
        preferred = guard.left.symbol_name if guard.kind == SOLVED and isinstance(guard.left, Dim) else None
        name = self._solvable(reduced, preferred)
        if name is not None:
            coefficient = reduced.term_map[_monomial_of(name)]
            return self._solve(name, Dim.symbol(name) - coefficient * reduced, guard, waiting)
        verdict = never_zero_or_always(reduced)
        if verdict is not None:
            return None if verdict else self._contradiction(guard)
        parts = reduced.terms
        if len(parts) > 1 and all(c > 0 and all(atom.range.lo == 0 for atom in m) for m, c in parts):
            # a sum of terms >= 0 is 0 only where each is
            waiting.extend(Guard(EQUAL, Dim.of_terms({monomial: 1}), 0, guard.by) for monomial, _ in parts)
            return None
        quotient = _quotient(reduced)
        if quotient is not None:
            dividend, divisor, value = quotient
            waiting.append(Guard(AT_LEAST, dividend, divisor * value, guard.by))
            waiting.append(Guard(AT_LEAST, divisor * value + divisor - 1, dividend, guard.by))
            return None
        self._file(guard)
        return None

    def _solvable(self, zero: Dim, preferred: str | None) -> str | None:
        """The symbol to solve `zero == 0` for: linear with coefficient 1 or -1, the one seen last, fresh ones first."""
        candidates: list[str] = []
        for monomial, coefficient in zero.terms:
            if len(monomial) == 1 and monomial[0].kind == SYMBOL_ATOM and coefficient in (1, -1):
                name = monomial[0].name
                others = [atom for m, _ in zero.terms if m != monomial for atom in m]
                if not any(name in atom.names for atom in others):
                    candidates.append(name)
        if preferred in candidates:
            return preferred
        return max(candidates, key=self._dispensability, default=None)

    def _dispensability(self, name: str) -> tuple[int, int, str]:
        """WHY by name where a symbol is not declared: the choice must be the same after saving and loading."""
        kind, order = self._symbols[name]
        return {FRESH: 2, "": 1, SYMBOL: 0}[kind], order if kind else 0, name

    def _solve(self, name: str, value: DimLike, guard: Guard, waiting: deque[Guard]) -> str | None:
        self._put(self._facts, name, (value, guard.by))
        self._put(self._solved, name, value)
        self._canonical.clear()
        # what was known of the symbol now is demanded of its expression, that it is >= 0 included
        known = self._ranges.get(name, NON_NEGATIVE)
        low = 0 if known.lo is None else known.lo
        waiting.append(Guard(AT_LEAST, value, low, self._why.get((name, ">="), guard.by)))
        if known.hi is not None:
            waiting.append(Guard(AT_LEAST, known.hi, value, self._why.get((name, "<="), guard.by)))
        waiting.extend(self._touching.get(name, ()))
        return None

    def _work_in_at_least(self, guard: Guard, difference: DimLike, waiting: deque[Guard]) -> str | None:
        if isinstance(difference, int):
            return None if difference >= 0 else self._contradiction(guard)
        within = difference.bounds(self._ranges)
        if within.hi is not None and within.hi < 0:
            return self._contradiction(guard)
        if within.lo is not None and within.lo >= 0:
            return None
        quotient = _quotient(difference)
        if quotient is not None:
            dividend, divisor, least = quotient
            waiting.append(Guard(AT_LEAST, dividend, divisor * least, guard.by))
            return None
        quotient = _quotient(-difference)
        if quotient is not None:
            dividend, divisor, most = quotient
            waiting.append(Guard(AT_LEAST, divisor * most + divisor - 1, dividend, guard.by))
            return None
        symbols = [(m[0].name, c) for m, c in difference.terms if len(m) == 1 and m[0].kind == SYMBOL_ATOM]
        alone = len(symbols) == 1 and len(difference.terms) == (2 if () in difference.term_map else 1)
        for name, coefficient in symbols:
            problem = self._narrow(name, coefficient, difference, guard, waiting)
            if problem is not None:
                return problem
        low = difference.bounds(self._ranges).lo
        if not alone and (low is None or low < 0):
            self._file(guard)
        return None

    def _narrow(self, name: str, c: int, difference: Dim, guard: Guard, waiting: deque[Guard]) -> str | None:
        """Narrows the range of a symbol with the linear term `c*name` in `difference >= 0`."""
        rest = difference - c * Dim.symbol(name)
        most = rest if isinstance(rest, int) else rest.bounds(self._ranges).hi
        if most is None or (isinstance(rest, Dim) and name in rest.names):
            return None
        old = self._ranges.get(name, NON_NEGATIVE)
        end, new = (">=", Range(-(most // c), None)) if c > 0 else ("<=", Range(None, most // -c))
        if new.contains(old):
            return None
        both = old & new
        if both.is_empty:
            return self._contradiction(guard)
        used = sorted(rest.names) if isinstance(rest, Dim) else []
        self._put(self._ranges, name, both)
        self._put(self._why, (name, end), self._origins(guard.by, used))
        if both.is_point and both.lo is not None:
            waiting.append(Guard(EQUAL, Dim.symbol(name), both.lo, self._origins("", [name])))
        waiting.extend(other for other in self._touching.get(name, ()) if other != guard)
        return None

    def _work_in_broadcast(self, guard: Guard, waiting: deque[Guard]) -> str | None:
        left, right = self.canonical(guard.left), self.canonical(guard.right)
        if left == right or left == 1 or right == 1:
            return None
        can_be_one = [1 in self.bounds(side) for side in (left, right)]
        if not any(can_be_one):
            waiting.append(Guard(EQUAL, guard.left, guard.right, guard.by))
            return None
        if all(can_be_one):
            self._file(guard)
            return None
        free, size = (guard.left, guard.right) if can_be_one[0] else (guard.right, guard.left)
        # one of {1, size}
        waiting.append(Guard(AT_LEAST, dim_max(1, size), free, guard.by))
        least = self.bounds(size).lo
        if least is not None and least >= 1:
            waiting.append(Guard(AT_LEAST, free, 1, guard.by))
        self._file(guard)
        return None

    # --- the table of guards -------------------------------------------------------------------------------------

    def _file(self, guard: Guard) -> None:
        if guard.kind == SOLVED:
            guard = Guard(EQUAL, guard.left, guard.right, guard.by)
        names: frozenset[str] = frozenset()
        for side in (self.canonical(guard.left), self.canonical(guard.right)):
            if isinstance(side, Dim):
                names |= side.names
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

    def _about(self, dim: Dim, kind: str) -> list[Guard]:
        found: dict[Guard, None] = {}
        for name in sorted(dim.names):
            for guard in self._touching.get(name, ()):
                if guard.kind == kind:
                    found[guard] = None
                    if len(found) == _MOST_GUARDS_ASKED:
                        return list(found)
        return list(found)

    def _never_negative(self, dim: Dim) -> bool:
        low = dim.bounds(self._ranges).lo
        if low is not None and low >= 0:
            return True
        for guard in self._about(dim, AT_LEAST):
            margin = self._difference(guard.left, guard.right)
            rest = None if margin is None else self._difference(dim, margin)
            if rest is None:
                continue
            least = rest if isinstance(rest, int) else rest.bounds(self._ranges).lo
            if least is not None and least >= 0:
                return True
        return False

    def _difference(self, a: DimLike, b: DimLike) -> DimLike | None:
        """`a - b` with solved symbols replaced; None past the limits of an expression."""
        try:
            return self.canonical(self.canonical(a) - self.canonical(b))
        except MetadefError:
            return None

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
                    self._put(self._solved, top, value.substitute({n: self._solved[n] for n in inner}))
                except MetadefError:
                    stuck.add(top)
        return self._solved[name]

    def _is_flat(self, name: str, stuck: set[str]) -> bool:
        value = self._solved[name]
        return name in stuck or isinstance(value, int) or value.names.isdisjoint(self._solved)

    # --- reasons -------------------------------------------------------------------------------------------------

    def reasons(self, *dims: DimLike) -> list[str]:
        """What is known of the symbols of some dimensions and who said so, such as `n = 4 (graph input x)`."""
        found: list[str] = []
        seen: set[str] = set()
        waiting = sorted({name for dim in dims if isinstance(dim, Dim) for name in dim.names}, reverse=True)
        while waiting and len(found) < _MOST_REASONS:
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
        return found

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


def _monomial_of(name: str) -> Monomial:
    return Dim.symbol(name).terms[0][0]


def _divided(zero: Dim) -> Dim | None:
    """`zero` by the greatest number that divides its coefficients; None where `zero == 0` has no integer solution."""
    common = gcd(*[coefficient for monomial, coefficient in zero.terms if monomial])
    if zero.term_map.get((), 0) % common:
        return None
    if zero.terms[0][1] < 0:
        common = -common
    reduced = exact_divide(zero, common)
    return reduced if isinstance(reduced, Dim) else zero


def _quotient(dim: Dim) -> tuple[DimLike, int, int] | None:
    """`(p, k, v)` where `dim` is `floordiv(p, k) - v`."""
    first, coefficient = dim.terms[0]
    if coefficient != 1 or len(first) != 1 or first[0].kind != FLOORDIV or len(dim.terms) > 2:
        return None
    dividend, divisor = first[0].args
    value = dim.term_map.get((), 0)
    if not isinstance(divisor, int) or len(dim.terms) != (2 if value else 1):
        return None
    return dividend, divisor, -value
