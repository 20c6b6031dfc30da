"""Arithmetic of two and more tensors that broadcast."""

from __future__ import annotations

from functools import reduce

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import along, as_compute, binary, each, rounded, ternary

__all__ = ["KERNELS", "truncated_divide"]


def truncated_divide(left: Array, right: Array) -> Array:
    """Integers truncate towards zero, as C and ONNX do; division by zero gives 0, since no integer is infinite."""
    if left.dtype.kind in "iu" and right.dtype.kind in "iu":
        safe = np.where(right == 0, np.ones((), right.dtype), right)
        quotient = left // safe
        short = (left % safe != 0) & ((left < 0) != (safe < 0))  # floor went one too low
        return np.where(right == 0, 0, quotient + short).astype(left.dtype)
    return np.divide(left, right)


def _pow(left: Array, right: Array) -> Array:
    """In the type of the base; integer bases allow negative exponents by way of doubles."""
    if left.dtype.kind in "iu":
        if right.dtype.kind in "iu" and bool(np.all(right >= 0)):
            return np.power(left, right.astype(left.dtype))
        return np.power(left.astype(np.float64), right).astype(left.dtype)
    return np.power(left, right.astype(left.dtype))


def _divide_no_nan(left: Array, right: Array) -> Array:
    return np.where(right == 0, np.zeros((), left.dtype), truncated_divide(left, right))


def _multiply_no_nan(left: Array, right: Array) -> Array:
    return np.where(right == 0, np.zeros((), left.dtype), left * right)


def _members(function: np.ufunc) -> Kernel:
    """A fold over a dynamic input."""

    def kernel(call: KernelCall) -> Array:
        members = call.members("x")
        return rounded(np.asarray(reduce(function, (as_compute(item) for item in members))), members[0])

    return kernel


def _eltwise(call: KernelCall) -> Array:
    """Caffe's: mode 0 multiplies, 1 sums with coefficients, 2 takes the greatest."""
    members = [as_compute(item) for item in call.members("x")]
    match call.int("mode"):
        case 0:
            result = reduce(np.multiply, members)
        case 1:
            weights = call.floats("coeff") or (1.0,) * len(members)
            result = reduce(np.add, (np.asarray(w, m.dtype) * m for w, m in zip(weights, members, strict=True)))
        case _:
            result = reduce(np.maximum, members)
    return rounded(np.asarray(result), call.members("x")[0])


def _bias_add(call: KernelCall) -> Array:
    x, bias = as_compute(call["x"]), as_compute(call["bias"])
    axis = 1 if call.str("data_format").startswith("NC") else x.ndim - 1
    return rounded(x + along(bias, axis, x.ndim), call["x"])


def _axpy(call: KernelCall) -> Array:
    """x1 + alpha · x2, alpha an attribute."""
    x1, x2 = as_compute(call["x1"]), as_compute(call["x2"])
    return rounded(x1 + np.asarray(call.float("alpha"), x1.dtype) * x2, call["x1"])


def _weighted(function: np.ufunc) -> Kernel:
    """input_data + value · function(x1, x2)."""

    def kernel(call: KernelCall) -> Array:
        base, x1, x2, value = (as_compute(call[name]) for name in ("input_data", "x1", "x2", "value"))
        return rounded((base + value * function(x1, x2)).astype(base.dtype), call["input_data"])

    return kernel


def _fused_multiply_add_add(call: KernelCall) -> Array:
    x1, x2, x3, x4 = (as_compute(call[name]) for name in ("x1", "x2", "x3", "x4"))
    return rounded(x1 * x2 + x3 + x4, call["x1"])


def _with_value(function: np.ufunc) -> Kernel:
    return each(lambda call, x: function(x, np.asarray(call.float("value")).astype(x.dtype)))


_DIVIDE = binary(truncated_divide)

KERNELS: dict[str, Kernel] = {
    "AccumulateNV2": _members(np.add),
    "Add": binary(np.add),
    "AddN": _members(np.add),
    "AddV2": binary(np.add),
    "Addcdiv": _weighted(np.divide),
    "Addcmul": _weighted(np.multiply),
    "Adds": _with_value(np.add),
    "Axpy": _axpy,
    "AxpyV2": ternary(lambda x1, x2, alpha: x1 + (alpha * x2).astype(x1.dtype), "x1", "x2", "alpha"),
    "BiasAdd": _bias_add,
    "Div": _DIVIDE,
    "DivNoNan": binary(_divide_no_nan),
    "Eltwise": _eltwise,
    "FloorDiv": binary(np.floor_divide),
    "FloorMod": binary(np.mod),
    "FusedMulAdd": ternary(lambda x1, x2, x3: x1 * x2 + x3, "x1", "x2", "x3"),
    "FusedMulAddAdd": _fused_multiply_add_add,
    "FusedMulAddN": ternary(lambda x1, x2, x3: x1 * x3 + x2, "x1", "x2", "x3"),
    "Gcd": binary(np.gcd),
    "Lerp": ternary(lambda start, end, weight: start + weight * (end - start), "start", "end", "weight"),
    "MaxN": _members(np.maximum),
    "Maximum": binary(np.maximum),
    "Minimum": binary(np.minimum),
    "Mod": binary(np.fmod),
    "Mul": binary(np.multiply),
    "MulNoNan": binary(_multiply_no_nan),
    "Muls": _with_value(np.multiply),
    "Pow": binary(_pow),
    "RealDiv": _DIVIDE,
    "SquaredDifference": binary(lambda left, right: np.square(left - right)),
    "Sub": binary(np.subtract),
    "TruncateDiv": _DIVIDE,
    "TruncateMod": binary(np.fmod),
}
