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

from collections.abc import Iterable

from metadef.types.dim_core import Dim, DimLike
from metadef.types.dim_divide import ceil_div, dim_mod, exact_divide, floor_div
from metadef.types.dim_extremes import dim_max, dim_min
from metadef.types.dim_text import parse_dim

__all__ = ["Dim", "DimLike", "ceil_div", "dim_max", "dim_min", "dim_mod", "exact_divide", "floor_div", "parse_dim"]
__all__ += ["product"]


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
