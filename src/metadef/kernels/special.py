"""Special functions that NumPy lacks, over arrays of doubles."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.polynomial import chebyshev

from metadef.kernels.call import Array

__all__ = ["by_element", "erf", "erfc"]

_SERIES_END = 0.5  # below, 1 - erfc(x) would lose digits
_FAR = 6.0  # erf is 1 to the last bit from here on
_DEGREE = 20
_BLOCK = 1 << 13  # elements; WHY: the many passes of a polynomial then stay in the cache
_SERIES = [2 / math.sqrt(math.pi) * (-1) ** n / (math.factorial(n) * (2 * n + 1)) for n in range(13)]


@cache
def _tail_coefficients() -> Array:
    """Chebyshev coefficients of log(erfc(x) exp(x²) / t), t = 2 / (2 + x), for x from 0.5 to 6.

    WHY this form: it is so smooth that a polynomial of degree 20 gives all the digits that doubles have.
    """
    low, high = 2 / (2 + _FAR), 2 / (2 + _SERIES_END)

    values: list[float] = []
    nodes = chebyshev.chebpts1(_DEGREE + 1)
    for t in ((low + high + nodes * (high - low)) / 2).tolist():
        x = 2 / t - 2
        values.append(math.log(math.erfc(x)) + x * x - math.log(t))
    return np.asarray(chebyshev.chebfit(nodes, np.array(values), _DEGREE))


def _tail(x: Array) -> Array:
    """erfc for x from 0.5 to 6."""
    t = 2 / (2 + x)
    low, high = 2 / (2 + _FAR), 2 / (2 + _SERIES_END)
    smooth = np.asarray(chebyshev.chebval((2 * t - low - high) / (high - low), _tail_coefficients()))
    return t * np.exp(smooth - x * x)


def erf(x: Array) -> Array:
    """The error function in the type of `x`; within one unit in the last place where `x` is double.

    >>> abs(float(erf(np.array(1.0))) - math.erf(1.0)) < 1e-15
    True
    """
    result = np.empty(x.shape, x.dtype)
    flat, out = np.ascontiguousarray(x).reshape(-1), result.reshape(-1)
    for start in range(0, flat.size, _BLOCK):
        part = slice(start, start + _BLOCK)
        out[part] = _erf(flat[part].astype(np.float64))
    return result


def _erf(x: Array) -> Array:
    size = np.abs(x)
    square = np.square(np.minimum(size, _SERIES_END))
    near = np.full_like(size, _SERIES[-1])
    for coefficient in _SERIES[-2::-1]:
        near *= square
        near += coefficient
    far = 1 - _tail(np.clip(size, _SERIES_END, _FAR))
    result = np.where(size < _SERIES_END, size * near, far)
    return np.copysign(np.where(np.isnan(size), size, result), x)


def by_element(name: str) -> np.ufunc:
    """A function of Python's `math` over arrays of doubles; domain errors become NaN, overflow infinity."""
    function = getattr(math, name)

    def safe(value: float) -> float:
        try:
            return function(value)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return np.frompyfunc(safe, 1, 1)


_erfc = by_element("erfc")


def erfc(x: Array) -> Array:
    """1 - erf(x), exact also where that is tiny."""
    return np.asarray(_erfc(x.astype(np.float64)), np.float64).astype(x.dtype).reshape(x.shape)
