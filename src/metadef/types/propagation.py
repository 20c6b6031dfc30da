"""How a demand is worked into a store: solved for a symbol, turned into a range, or filed as a guard.

Each step either changes the tables, appends demands that follow from its own, or returns the message of a
contradiction. A guard whose symbols change is worked in again. Steps are bounded, so propagation may stop early.
"""

from __future__ import annotations

from collections import deque
from math import gcd

from metadef.errors import Finding, finding
from metadef.types.dim import Dim, DimLike, dim_max, exact_divide
from metadef.types.dim_proof import never_zero_or_always
from metadef.types.dim_terms import FLOORDIV, Monomial
from metadef.types.dim_terms import SYMBOL as SYMBOL_ATOM
from metadef.types.guards import AT_LEAST, BROADCAST, EQUAL, FRESH, SOLVED, SYMBOL, Guard
from metadef.types.symbol_facts import SymbolFacts
from metadef.types.value_range import NON_NEGATIVE, Range

__all__ = ["Propagation", "without_content"]

_MOST_STEPS = 512  # demands worked in because of one
_WIDEST = 1 << 64  # WHY: demands that exclude each other may drive bounds up without end, and no size is beyond this


class Propagation(SymbolFacts):
    """Tables with the steps that work demands in. Mutable."""

    __slots__ = ()

    def _demand(self, guards: list[Guard]) -> Finding | None:
        start = self.mark()
        self._stale.clear()
        waiting = deque(guards)  # WHY first in, first out: what is demanded is worked in before what follows from it
        steps, most_steps = 0, _MOST_STEPS + 8 * len(guards)
        while waiting:
            guard = waiting.popleft()
            if guard in self._guards and guard not in self._stale:
                continue
            self._stale.discard(guard)
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
                return finding("shape-contradiction", guards[0].by or "dimensions", problem)
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
        if 0 not in self._within(difference):
            return self._contradiction(guard)
        reduced = without_content(difference)
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
        self._look_again(name, guard, waiting)
        return None

    def _work_in_at_least(self, guard: Guard, difference: DimLike, waiting: deque[Guard]) -> str | None:
        if isinstance(difference, int):
            return None if difference >= 0 else self._contradiction(guard)
        within = self._within(difference)
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
        low = self._within(difference).lo
        if not alone and (low is None or low < 0):
            self._file(guard)
        return None

    def _narrow(self, name: str, c: int, difference: Dim, guard: Guard, waiting: deque[Guard]) -> str | None:
        """Narrows the range of a symbol with the linear term `c*name` in `difference >= 0`."""
        rest = difference - c * Dim.symbol(name)
        most = rest if isinstance(rest, int) else self._within(rest).hi
        if most is None or (isinstance(rest, Dim) and name in rest.names):
            return None
        old = self._ranges.get(name, NON_NEGATIVE)
        if isinstance(rest, Dim) and abs(most) > _WIDEST:
            return None  # the demand itself is kept
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
        self._look_again(name, guard, waiting)
        return None

    def _look_again(self, name: str, guard: Guard, waiting: deque[Guard]) -> None:
        """Works in again what is filed about a symbol, apart from the guard that is being worked in."""
        for other in self._touching.get(name, ()):
            if other != guard and other not in self._stale:
                self._stale.add(other)
                waiting.append(other)

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


def _monomial_of(name: str) -> Monomial:
    return Dim.symbol(name).terms[0][0]


def without_content(zero: Dim) -> Dim | None:
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
