"""Numeric habits that kernels share: low-precision inputs are computed in float32 and rounded once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["as_compute", "binary", "rounded", "unary"]

_NATIVE = frozenset("biufc")  # kinds that NumPy itself computes in


def as_compute(array: Array) -> Array:
    """float16, bfloat16 and float8 as float32, which is what the hardware accumulates in; others unchanged."""
    if array.dtype.kind not in _NATIVE or array.dtype == np.float16:
        return array.astype(np.float32) if array.dtype.name not in ("int4", "int2", "uint2") else array.astype(np.int8)
    return array


def rounded(result: Array, like: Array) -> Array:
    """`result` in the type of `like`, where that is a type that was widened for computing."""
    return result if result.dtype == like.dtype or as_compute(like).dtype == like.dtype else result.astype(like.dtype)


def unary(function: Callable[[Array], Array], port: str = "x") -> Kernel:
    """A kernel that applies `function` to the only input, element by element."""

    def kernel(call: KernelCall) -> Array:
        x = call[port]
        return rounded(np.asarray(function(as_compute(x))), x)

    return kernel


def binary(function: Callable[[Array, Array], Array], first: str = "x1", second: str = "x2") -> Kernel:
    """A kernel that applies `function` to two inputs that broadcast."""

    def kernel(call: KernelCall) -> Array:
        left, right = call[first], call[second]
        return rounded(np.asarray(function(as_compute(left), as_compute(right))), left)

    return kernel
