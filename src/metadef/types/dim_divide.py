"""Division of dimensions: rounded down, rounded up, remainder, exact. The canonical form of quotients lives here.

Laws that make equal quotients one object, for an integer k > 0:

    floor((k*q + r) / k)         = q + floor(r / k)
    floor((g*p + c) / (g*k))     = floor((p + floor(c/g)) / k)
    floor((floor(p/j) + q) / k)  = floor((p + j*q) / (j*k))
    floor((k-1-p) / k)           = -floor(p / k)
    floor((c*max(A) + r) / k)    = max(floor((c*a + r) / k) for a in A), 0 < c <= k/2
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd

from metadef.types.dim_core import (
    LATE,
    MAX_TERMS,
    Dim,
    DimLike,
    bad_dim,
    intern,
    make,
    operator_of,
    scale,
    terms_of,
    too_large,
    value_range,
)
from metadef.types.dim_terms import FLOORDIV, MAX, Atom, Monomial, Terms, add_terms, divide_monomial, leading

__all__ = ["ceil_div", "dim_mod", "exact_divide", "floor_div"]

_MAX_DIVISION_STEPS = 256


def floor_div(a: DimLike, b: DimLike) -> DimLike:
    """`a / b` rounded down, like Python's `//`.

    Raises:
        MetadefError: bad-dim when `b` is the int 0, dim-too-large past a limit.

    >>> from metadef.types.dim import Dim
    >>> n = Dim.symbol("n")
    >>> floor_div(4 * n + 6, 4), floor_div(floor_div(n, 2), 3), floor_div(2 * n, n), floor_div(7, 2)
    (n+1, floordiv(n,6), 2, 3)
    """
    if isinstance(b, int):
        if b == 0:
            raise bad_dim(f"{a} is divided by 0")
        if isinstance(a, int):
            return a // b
        return _over_int(a, int(b))
    return _over_dim(a, b)


def ceil_div(a: DimLike, b: DimLike) -> DimLike:
    """`a / b` rounded up.

    Raises:
        MetadefError: as `floor_div`.

    >>> from metadef.types.dim import Dim
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

    >>> from metadef.types.dim import Dim
    >>> n = Dim.symbol("n")
    >>> dim_mod(4 * n + 3, 2), dim_mod(n, 2), dim_mod(n, 2) + 2 * (n // 2)
    (1, mod(n,2), n)
    """
    return a - b * floor_div(a, b)


def exact_divide(a: DimLike, b: DimLike) -> DimLike | None:
    """The quotient where `b` is proven to divide `a` without remainder (for every input with `b != 0`), else None.

    >>> from metadef.types.dim import Dim
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
        return make({monomial: coefficient // b for monomial, coefficient in a.terms})
    if isinstance(a, int):
        return 0 if a == 0 else None
    quotient, remainder = _divide(a.term_map, b.term_map)
    return None if remainder else make(quotient)


@lru_cache(maxsize=2048)
def _over_int(a: Dim, k: int) -> DimLike:
    if k < 0:
        a, k = scale(a, -1), -k
    quotient, rest = _balanced(a.term_map, k)
    sign = 1
    if any(rest) and rest[leading({m: c for m, c in rest.items() if m})] < 0:
        # floor((k-1-p)/k) = -floor(p/k), so a quotient can always have a positive leading coefficient
        sign = -1
        flipped: Terms = {(): k - 1}
        add_terms(flipped, rest, -1)
        more, rest = _balanced(flipped, k)
        add_terms(quotient, more, -1)
    result = make(quotient)
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
            return make(rest)
        value = make(rest)
        return value // (k // common) if isinstance(value, int) else _over_int(value, k // common)
    numerator = make(rest)
    if isinstance(numerator, int):
        return numerator // k
    (first, factor), *others = numerator.terms
    if factor > 0 and len(first) == 1 and first[0].kind == MAX and all(not monomial for monomial, _ in others):
        return LATE.dim_max(*[floor_div(arg * factor + constant, k) for arg in first[0].args])
    quotients = numerator.bounds() // k
    if quotients.is_point and quotients.lo is not None:
        return quotients.lo
    for monomial, coefficient in numerator.terms:
        if len(monomial) == 1 and monomial[0].kind == FLOORDIV:
            # the other residue of its coefficient may complete a remainder, such as n - 4*floordiv(n,4) over 6
            turn = 1 if coefficient > 0 else -1
            quotient = intern({monomial: turn})
            within = value_range(numerator - k * quotient) // k
            if within.is_point and within.lo is not None:
                return quotient + within.lo
    for monomial, coefficient in numerator.terms:
        # floor((floor(p/j) + q) / k) = floor((p + j*q) / (j*k)), and -floor(p/j) = floor((j-1-p) / j)
        if len(monomial) == 1 and monomial[0].kind == FLOORDIV and coefficient in (1, -1):
            inner, j = monomial[0].args
            if isinstance(j, int):
                others = numerator - intern({monomial: coefficient})
                inner = inner if coefficient > 0 else (j - 1) - inner
                return floor_div(inner + j * others, j * k)
    return operator_of(FLOORDIV, (numerator, k), quotients)


@lru_cache(maxsize=2048)
def _over_dim(a: DimLike, b: Dim) -> DimLike:
    if a == 0:
        return 0
    if b.terms[0][1] < 0:
        a, b = -a, scale(b, -1)
    quotient, rest = _divide(terms_of(a), b.term_map)
    result = make(quotient)
    if not rest:
        return result
    if b.is_nonnegative():
        # b >= 1 where the quotient is defined: floor(-p/b) = -floor((p + b - 1)/b) = -1 - floor((p - 1)/b)
        flipped: Terms = {(): -1}
        add_terms(flipped, rest, -1)
        more, turned = _divide(flipped, b.term_map)
        if _rank_of(turned) > _rank_of(rest):
            return result - 1 - make(more) - _floor_over(make(turned), b)
    return result + _floor_over(make(rest), b)


def _rank_of(numerator: Terms) -> tuple[bool, int, tuple[int, ...], str]:
    """Which of two numerators of one quotient stands: its leading term is positive and small, then larger counts."""
    if not numerator:
        return True, 0, (), ""
    made = make(numerator)
    terms = made.terms if isinstance(made, Dim) else ()
    coefficients = (*[coefficient for _, coefficient in terms], numerator.get((), 0))
    first = numerator[leading(numerator)]
    return first > 0, -first, coefficients, str(made)


def _floor_over(numerator: DimLike, b: Dim) -> DimLike:
    """floor(numerator / b) of a numerator reduced modulo `b`."""
    if numerator == 0:
        return 0
    numerator, reduced = _cancel(numerator, b)
    if isinstance(reduced, int):
        return floor_div(numerator, reduced)
    below = value_range(numerator)
    if below.lo is not None and below.lo >= 0:
        room = value_range(reduced - numerator)
        if room.lo is not None and room.lo >= 1:
            return 0
    return operator_of(FLOORDIV, (numerator, reduced), below // reduced.bounds())


def _cancel(a: DimLike, b: Dim) -> tuple[DimLike, DimLike]:
    """Both divided by the integer and the atoms that divide every term of both."""
    terms = terms_of(a)
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
        return make(result)

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
            raise too_large("steps in a division", _MAX_DIVISION_STEPS)
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


LATE.floor_div = floor_div
LATE.dim_mod = dim_mod
