"""Numeric habits that kernels share: low-precision inputs are computed in float32 and rounded once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["along", "as_compute", "binary", "each", "rounded", "ternary", "unary"]

_SMALL_INTEGERS = frozenset(("int2", "uint2", "int4", "uint4"))
_SMALL_FLOATS = frozenset(("float16", "float8_e5m2"))  # of the kind that NumPy computes in; too coarse for sums


def as_compute(array: Array) -> Array:
    """float16, bfloat16 and float8 as float32, which is what the hardware accumulates in; others unchanged.

    Integers below a byte become int8, since NumPy does not compute in them.
    """
    if array.dtype.kind == "V":
        return array.astype(np.int8 if array.dtype.name in _SMALL_INTEGERS else np.float32)
    return array.astype(np.float32) if array.dtype.name in _SMALL_FLOATS else array


def rounded(result: Array, like: Array) -> Array:
    """`result` in the type of `like`, where that is a type that was widened for computing."""
    return result if result.dtype == like.dtype or as_compute(like).dtype == like.dtype else result.astype(like.dtype)


def along(vector: Array, axis: int, rank: int) -> Array:
    """A vector shaped so that it broadcasts along one axis of a tensor."""
    return vector.reshape([-1 if i == axis else 1 for i in range(rank)])


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


def ternary(function: Callable[[Array, Array, Array], Array], first: str, second: str, third: str) -> Kernel:
    """A kernel that applies `function` to three inputs that broadcast."""

    def kernel(call: KernelCall) -> Array:
        one, two, three = call[first], call[second], call[third]
        return rounded(np.asarray(function(as_compute(one), as_compute(two), as_compute(three))), one)

    return kernel


def each(function: Callable[[KernelCall, Array], Array], port: str = "x") -> Kernel:
    """A kernel like `unary` whose function also reads the attributes; results come back in the computing type."""

    def kernel(call: KernelCall) -> Array:
        x = call[port]
        wide = as_compute(x)
        return rounded(np.asarray(function(call, wide)).astype(wide.dtype), x)

    return kernel
