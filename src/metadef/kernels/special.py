"""Special functions that NumPy lacks."""

from __future__ import annotations

import math

import numpy as np

from metadef.kernels.call import Array

__all__ = ["elementwise", "erf"]

_scalar_erf = np.frompyfunc(math.erf, 1, 1)


def erf(x: Array) -> Array:
    """The error function, exact to the last bit of double: Python's own, element by element."""
    return np.asarray(_scalar_erf(x.astype(np.float64)), np.float64).astype(x.dtype).reshape(x.shape)


def elementwise(name: str) -> np.ufunc:
    """A function of Python's `math` over arrays of doubles; domain errors become NaN."""
    function = getattr(math, name)

    def safe(value: float) -> float:
        try:
            return function(value)
        except (ValueError, OverflowError):
            return math.nan

    return np.frompyfunc(safe, 1, 1)
