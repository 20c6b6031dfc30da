"""The largest and the smallest of several dimensions, and the canonical form of maxima.

Laws that make equal maxima one object:

    max(a+c, b+c) = c + max(a, b)        max(k*a, k*b) = k * max(a, b), k > 0
    max(max(a, b), c) = max(a, b, c)     max(a, b) = a where a >= b is proven        min(A) = -max(-A)
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from metadef.types.dim_core import (
    LATE,
    Dim,
    DimLike,
    bad_dim,
    intern,
    make,
    operator_of,
    terms_of,
    too_large,
    value_range,
)
from metadef.types.dim_divide import floor_div
from metadef.types.dim_terms import MAX, Atom, Terms

__all__ = ["dim_max", "dim_min"]

_MAX_OPERANDS = 12  # of one max


def dim_max(*values: DimLike) -> DimLike:
    """The largest of one or more values; operands that are proven never the largest are dropped.

    Raises:
        MetadefError: bad-dim without values, dim-too-large past a limit.

    >>> from metadef.types.dim import Dim
    >>> n = Dim.symbol("n")
    >>> dim_max(n, 0), dim_max(n, n + 1), dim_max(n, 4, 7), dim_max(n - 3, 0)
    (n, n+1, max(n,7), max(n,3)-3)
    """
    if not values:
        raise bad_dim("max and min need a value")
    if all(isinstance(value, int) for value in values):
        return max(int(value) for value in values if isinstance(value, int))
    operands = frozenset(values)
    if len(operands) > _MAX_OPERANDS:
        numbers = [value for value in operands if isinstance(value, int)]
        operands = frozenset([*[value for value in operands if isinstance(value, Dim)], *sorted(numbers)[-1:]])
    if len(operands) > 4 * _MAX_OPERANDS:
        raise too_large("operands of max", _MAX_OPERANDS)  # WHY: before domination is tried, which is quadratic
    return _max_of(operands)


def dim_min(*values: DimLike) -> DimLike:
    """The smallest of one or more values.

    Raises:
        MetadefError: as `dim_max`.

    >>> from metadef.types.dim import Dim
    >>> n = Dim.symbol("n")
    >>> dim_min(n, 0), dim_min(n, 4), dim_min(n, 4) + dim_max(n, 4)
    (0, min(n,4), n+4)
    """
    return -dim_max(*[-value for value in values])


@lru_cache(maxsize=2048)
def _max_of(values: frozenset[DimLike]) -> DimLike:
    kept = _undominated(sorted(values, key=_operand_key))
    if len(kept) == 1:
        return kept[0]
    base = make(_lower_hull([terms_of(operand) for operand in kept]))
    shifted = frozenset([operand - base for operand in kept])
    flat = _flatten(shifted)
    if flat != shifted:
        return base + _max_of(flat)
    kept = list(flat)
    common = 0
    for operand in kept:
        for coefficient in terms_of(operand).values():
            common = gcd(common, coefficient)
    if common > 1:
        kept = [floor_div(operand, common) for operand in kept]
    if len(kept) > _MAX_OPERANDS:
        raise too_large("operands of max", _MAX_OPERANDS)
    args = tuple(sorted(kept, key=_operand_key))
    reach = value_range(args[0])
    for arg in args[1:]:
        reach = reach.max(value_range(arg))
    return base + common * operator_of(MAX, args, reach)


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
        rest = value - intern({(atom,): coefficient})
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
    lo = value_range(a - b).lo
    return lo is not None and lo >= 0


LATE.dim_max = dim_max
