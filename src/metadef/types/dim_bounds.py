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

from metadef.types.dim_terms import FLOORDIV, MAX, MIN, MOD, SYMBOL, Atom, Monomial, Terms, add_terms
from metadef.types.value_range import ANY, Range

__all__ = ["atom_range", "min_form", "terms_range", "upper_hull"]

_ROUNDS = 4  # of turning divisions back; each handles the divisions that the one before uncovered
_MOST_TERMS = 256  # a form that grows past this is left out


def terms_range(terms: Terms, ranges: Mapping[str, Range] | None = None) -> Range:
    """Range of a polynomial, given ranges of symbols (>= 0 where none is given). Sound, not always tight."""
    constant = terms.get((), 0)
    common = gcd(*[coefficient for monomial, coefficient in terms.items() if monomial])
    if common == 0:
        return Range(constant, constant)
    if constant or common > 1:
        # WHY: rounding below then gives p, 3*p and p+1 the same answer up to the scale and the shift
        terms = {monomial: coefficient // common for monomial, coefficient in terms.items() if monomial}
        return _primitive_range(terms, ranges) * common + constant
    return _primitive_range(terms, ranges)


def _primitive_range(terms: Terms, ranges: Mapping[str, Range] | None) -> Range:
    best = _direct(terms, ranges)
    if best.is_point:
        return best
    if any(atom.kind != SYMBOL for monomial in terms for atom in monomial):
        for form, scale in [(terms, 1), *_without_floordiv(terms)]:
            if form is not terms:
                best &= _shrink(_shifted(form, ranges), scale)
            for unmaxed in (_without_max(form, ranges, True), _without_max(form, ranges, False)):
                if unmaxed is not None:
                    best &= _shrink(_direct(unmaxed, ranges), scale)
    if ranges and (best.lo is None or best.hi is None):
        best &= _shifted(terms, ranges)
    return best


def _shrink(scaled: Range, scale: int) -> Range:
    """The range of n where that of `scale * n` is given."""
    return Range(
        None if scaled.lo is None else -(-scaled.lo // scale), None if scaled.hi is None else scaled.hi // scale
    )


def _direct(terms: Terms, ranges: Mapping[str, Range] | None) -> Range:
    lo: int | None = 0
    hi: int | None = 0
    for monomial, coefficient in terms.items():
        if not monomial:
            low = high = coefficient
        else:
            part = _monomial_range(monomial, ranges) * coefficient
            low, high = part.lo, part.hi
        lo = None if lo is None or low is None else lo + low
        hi = None if hi is None or high is None else hi + high
        if lo is None and hi is None:
            return ANY
    return Range(lo, hi)


def _monomial_range(monomial: Monomial, ranges: Mapping[str, Range] | None) -> Range:
    result = atom_range(monomial[0], ranges)
    for atom in monomial[1:]:
        result = result * atom_range(atom, ranges)
    return result


def atom_range(atom: Atom, ranges: Mapping[str, Range] | None) -> Range:
    """Range of one atom. Recursion is bounded by the depth that `Dim` allows."""
    if ranges is None:
        return atom.range
    if atom.kind == SYMBOL:
        given = ranges.get(atom.key)
        return atom.range if given is None else given & atom.range
    if ranges.keys().isdisjoint(atom.names):
        return atom.range
    parts = [Range(arg, arg) if isinstance(arg, int) else terms_range(arg.term_map, ranges) for arg in atom.args]
    return combine(atom.kind, parts) & atom.range


def combine(kind: str, parts: list[Range]) -> Range:
    """Range of an operator over operands of the given ranges."""
    if kind == FLOORDIV:
        return parts[0] // parts[1]
    if kind == MOD:
        top = parts[1].hi
        if parts[1].lo is None or parts[1].lo < 0:
            return ANY
        return Range(0, None if top is None else top - 1)
    result = parts[0]
    for part in parts[1:]:
        result = result.max(part) if kind == MAX else result.min(part)
    return result


def _without_floordiv(terms: Terms) -> list[tuple[Terms, int]]:
    """Forms `(form, scale)` with `form = scale * terms` in which divisions by integers are turned back."""
    forms: list[tuple[Terms, int]] = []
    current, scale = terms, 1
    for _ in range(_ROUNDS):
        atom = next((a for m in current for a in m if a.kind == FLOORDIV and isinstance(a.args[1], int)), None)
        if atom is None:
            break
        divisor, dividend = atom.args[1], atom.args[0]
        if not isinstance(divisor, int) or isinstance(dividend, int):
            break
        rest = Atom(MOD, atom.args, "", Range(0, divisor - 1))
        replacement = dict(dividend.term_map)
        replacement[(rest,)] = -1
        changed: Terms = {}
        for monomial, coefficient in current.items():
            if atom in monomial:
                others = list(monomial)
                others.remove(atom)
                add_terms(changed, replacement, coefficient, tuple(others))
            else:
                add_terms(changed, {monomial: coefficient * divisor})
        if len(changed) > _MOST_TERMS:
            break
        current, scale = changed, scale * divisor
        forms.append((current, scale))
    return forms


def upper_hull(args: tuple[Terms, ...]) -> Terms:
    """The polynomial whose every coefficient is the largest among `args` (0 where absent)."""
    hull: Terms = {}
    for monomial in {monomial: None for arg in args for monomial in arg}:
        most = max(arg.get(monomial, 0) for arg in args)
        if most:
            hull[monomial] = most
    return hull


def min_form(atom: Atom) -> tuple[Terms, list[Terms]]:
    """`(M, [M - a for a in A])` of the atom `max(A)`, so that `max(A) = M - min(M - a)`."""
    args = tuple({(): arg} if isinstance(arg, int) else arg.term_map for arg in atom.args)
    hull = upper_hull(args)
    rest: list[Terms] = []
    for arg in args:
        difference = dict(hull)
        add_terms(difference, arg, -1)
        rest.append(difference)
    return hull, rest


def _without_max(terms: Terms, ranges: Mapping[str, Range] | None, negative: bool) -> Terms | None:
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
        low = combine(MIN, [_direct(part, ranges) for part in rest])
        pseudo = Atom(MIN, (), "", low)
        add_terms(changed, hull, coefficient, tuple(others))
        add_terms(changed, {(pseudo,): 1}, -coefficient, tuple(others))
    return changed if found and len(changed) <= _MOST_TERMS else None


def _shifted(terms: Terms, ranges: Mapping[str, Range] | None) -> Range:
    """The range after every symbol with a positive lower bound is written as that bound plus a new symbol."""
    if ranges is None or all(len(monomial) < 2 for monomial in terms):
        return _direct(terms, ranges)
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
        return _direct(terms, ranges)
    changed: Terms = {}
    for monomial, coefficient in terms.items():
        if any(atom.kind != SYMBOL and not shifts.keys().isdisjoint(atom.names) for atom in monomial):
            return _direct(terms, ranges)
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
            return _direct(terms, ranges)
    return _direct(changed, narrowed) & _direct(terms, ranges)
