"""Bounds of symbolic dimensions: interval arithmetic on several equal forms of a polynomial, intersected.

The canonical form writes `mod(x,k)` as `x-k*floordiv(x,k)` and `min(x,y)` as `x+y-max(x,y)`; plain interval
arithmetic loses those. So the same polynomial is also bounded with the atoms turned back:

    k * floordiv(p, k) = p - mod(p, k),  0 <= mod(p, k) < k      (after scaling the whole by k where needed)
    max(A) = M - min(M - A)                                     (M: the coefficient-wise maximum over A)
    x = lo + x', x' >= 0                                        (for a symbol known to be at least lo)
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from metadef.types.dim_forms import min_form, mod_form, scaled_mod_form
from metadef.types.dim_terms import FLOORDIV, MAX, MIN, MOD, SYMBOL, Atom, Monomial, Terms, add_terms
from metadef.types.value_range import ANY, Range

__all__ = ["atom_range", "lowest", "terms_range"]

_ROUNDS = 4  # quotients turned back, those that the ones before uncovered included
_MOST_TERMS = 256  # a form that grows past this is left out


def terms_range(
    terms: Terms, ranges: Mapping[str, Range] | None = None, seen: dict[Atom, Range] | None = None
) -> Range:
    """Range of a polynomial, given ranges of symbols (>= 0 where none is given). Sound, not always tight.

    `seen` keeps the ranges of operators under the same `ranges`, so that nested ones are worked out once.
    """
    seen = {} if seen is None else seen
    constant = terms.get((), 0)
    common = gcd(*[coefficient for monomial, coefficient in terms.items() if monomial])
    if common == 0:
        return Range(constant, constant)
    if constant or common > 1:
        # WHY: rounding below then gives p, 3*p and p+1 the same answer up to the scale and the shift
        terms = {monomial: coefficient // common for monomial, coefficient in terms.items() if monomial}
        return _primitive_range(terms, ranges, seen) * common + constant
    return _primitive_range(terms, ranges, seen)


def lowest(terms: Terms, ranges: Mapping[str, Range], seen: dict[Atom, Range]) -> int | None:
    """A lower bound of a polynomial term by term, which is cheap and looser than `terms_range`; None for none."""
    total = 0
    for monomial, coefficient in terms.items():
        if not monomial:
            total += coefficient
            continue
        part = _monomial_range(monomial, ranges, seen)
        end = part.lo if coefficient > 0 else part.hi
        if end is None:
            return None
        total += coefficient * end
    return total


def _primitive_range(terms: Terms, ranges: Mapping[str, Range] | None, seen: dict[Atom, Range]) -> Range:
    best = _direct(terms, ranges, seen)
    if best.is_point:
        return best
    if any(atom.kind != SYMBOL for monomial in terms for atom in monomial):
        for form, scale in [(terms, 1), *_without_floordiv(terms, ranges, seen)]:
            if form is not terms:
                best &= _shrink(_shifted(form, ranges, seen), scale)
            for unmaxed in (_without_max(form, ranges, seen, True), _without_max(form, ranges, seen, False)):
                if unmaxed is not None:
                    best &= _shrink(_direct(unmaxed, ranges, seen), scale)
    if ranges and (best.lo is None or best.hi is None):
        best &= _shifted(terms, ranges, seen)
    return best


def _shrink(scaled: Range, scale: int) -> Range:
    """The range of n where that of `scale * n` is given."""
    return Range(
        None if scaled.lo is None else -(-scaled.lo // scale), None if scaled.hi is None else scaled.hi // scale
    )


def _direct(terms: Terms, ranges: Mapping[str, Range] | None, seen: dict[Atom, Range]) -> Range:
    lo: int | None = 0
    hi: int | None = 0
    for monomial, coefficient in terms.items():
        if not monomial:
            low = high = coefficient
        else:
            part = _monomial_range(monomial, ranges, seen)
            low, high = part.lo, part.hi
            if coefficient != 1:
                low = None if low is None else low * coefficient
                high = None if high is None else high * coefficient
                if coefficient < 0:
                    low, high = high, low
        lo = None if lo is None or low is None else lo + low
        hi = None if hi is None or high is None else hi + high
        if lo is None and hi is None:
            return ANY
    return Range(lo, hi)


def _monomial_range(monomial: Monomial, ranges: Mapping[str, Range] | None, seen: dict[Atom, Range]) -> Range:
    result = atom_range(monomial[0], ranges, seen)
    for atom in monomial[1:]:
        result = result * atom_range(atom, ranges, seen)
    return result


def atom_range(atom: Atom, ranges: Mapping[str, Range] | None, seen: dict[Atom, Range]) -> Range:
    """Range of one atom. Recursion is bounded by the depth that `Dim` allows."""
    if ranges is None:
        return atom.range
    if atom.kind == SYMBOL:
        given = ranges.get(atom.key)
        return atom.range if given is None else given & atom.range
    if atom.kind in (MOD, MIN) or ranges.keys().isdisjoint(atom.names):
        return atom.range  # WHY: MOD and MIN atoms are made here, with the range they have under `ranges`
    found = seen.get(atom)
    if found is None:
        parts = [
            Range(arg, arg) if isinstance(arg, int) else terms_range(arg.term_map, ranges, seen) for arg in atom.args
        ]
        found = seen[atom] = _combine(atom.kind, parts) & atom.range
    return found


def _combine(kind: str, parts: list[Range]) -> Range:
    """Range of an operator over operands of the given ranges."""
    if kind == FLOORDIV:
        return parts[0] // parts[1]
    result = parts[0]
    for part in parts[1:]:
        result = result.max(part) if kind == MAX else result.min(part)
    return result


def _without_floordiv(
    terms: Terms, ranges: Mapping[str, Range] | None, seen: dict[Atom, Range]
) -> list[tuple[Terms, int]]:
    """Forms `(form, scale)` with `form = scale * terms` in which quotients are turned back to remainders."""
    forms: list[tuple[Terms, int]] = []
    current, scale = terms, 1
    done: set[Atom] = set()
    while len(done) < _ROUNDS:
        atom = next((a for m in current for a in m if a.kind == FLOORDIV and a not in done), None)
        if atom is None:
            break
        done.add(atom)
        divisor = atom.args[1]
        if isinstance(divisor, int):
            remainder = Atom(MOD, atom.args, "", Range(0, divisor - 1))
            changed = scaled_mod_form(current, atom, remainder)
            scale *= divisor
        else:
            top = terms_range(divisor.term_map, ranges, seen)
            if top.lo is None or top.lo < 0:
                continue
            remainder = Atom(MOD, atom.args, "", Range(0, None if top.hi is None else top.hi - 1))
            changed = mod_form(current, atom, remainder)
            if changed is None:
                continue
        if len(changed) > _MOST_TERMS:
            break
        current = changed
        forms.append((current, scale))
    return forms


def _without_max(
    terms: Terms, ranges: Mapping[str, Range] | None, seen: dict[Atom, Range], negative: bool
) -> Terms | None:
    """The same polynomial with every `max`, or every one of negative coefficient, written by `min`; None for none."""
    changed: Terms = {}
    found = False
    for monomial, coefficient in terms.items():
        atom = next((a for a in monomial if a.kind == MAX), None) if coefficient < 0 or not negative else None
        if atom is None:
            add_terms(changed, {monomial: coefficient})
            continue
        found = True
        others = list(monomial)
        others.remove(atom)
        hull, rest = min_form(atom)
        low = _combine(MIN, [_direct(part, ranges, seen) for part in rest])
        pseudo = Atom(MIN, (), "", low)
        add_terms(changed, hull, coefficient, tuple(others))
        add_terms(changed, {(pseudo,): 1}, -coefficient, tuple(others))
    return changed if found and len(changed) <= _MOST_TERMS else None


def _shifted(terms: Terms, ranges: Mapping[str, Range] | None, seen: dict[Atom, Range]) -> Range:
    """The range after every symbol with a positive lower bound is written as that bound plus a new symbol."""
    if ranges is None or all(len(monomial) < 2 for monomial in terms):
        return _direct(terms, ranges, seen)
    shifts: dict[str, int] = {}
    narrowed: dict[str, Range] = {}
    for name in {name for monomial in terms for atom in monomial for name in atom.names}:
        given = ranges.get(name)
        if given is not None:
            low = max(given.lo or 0, 0)
            narrowed[name] = Range(0, None if given.hi is None else given.hi - low)
            if low:
                shifts[name] = low
    if not shifts:
        return _direct(terms, ranges, seen)
    changed: Terms = {}
    for monomial, coefficient in terms.items():
        if any(atom.kind != SYMBOL and not shifts.keys().isdisjoint(atom.names) for atom in monomial):
            return _direct(terms, ranges, seen)
        product: Terms = {(): coefficient}
        for atom in monomial:
            low = shifts.get(atom.key, 0) if atom.kind == SYMBOL else 0
            grown: Terms = {}
            add_terms(grown, product, 1, (atom,))
            if low:
                add_terms(grown, product, low)
            product = grown
        add_terms(changed, product)
        if len(changed) > _MOST_TERMS:
            return _direct(terms, ranges, seen)
    return _direct(changed, narrowed, seen) & _direct(terms, ranges, seen)
