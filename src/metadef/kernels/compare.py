"""Comparisons, logic, selection and bit operations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, binary, unary

__all__ = ["KERNELS"]


def _compare(function: Callable[[Array, Array], Array]) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        return np.asarray(function(as_compute(call["x1"]), as_compute(call["x2"])))

    return kernel


def _approximate_equal(call: KernelCall) -> Array:
    return np.abs(as_compute(call["x1"]) - as_compute(call["x2"])) < call.float("tolerance")


def _is_close(call: KernelCall) -> Array:
    x1, x2 = as_compute(call["x1"]), as_compute(call["x2"])
    rtol, atol = call.float("rtol"), call.float("atol")
    return np.isclose(x1, x2, rtol=rtol, atol=atol, equal_nan=call.bool("equal_nan"))


def _tensor_equal(call: KernelCall) -> Array:
    return np.asarray(np.array_equal(as_compute(call["input_x"]), as_compute(call["input_y"])))


def _select_v2(call: KernelCall) -> Array:
    return np.where(call["condition"], call["then"], call["else"])


def _select(call: KernelCall) -> Array:
    """A condition of rank 1 chooses whole rows."""
    condition, x1 = call["condition"], call["x1"]
    if condition.ndim == 1 and x1.ndim > 1:
        condition = condition.reshape(-1, *[1] * (x1.ndim - 1))
    return np.where(condition, x1, call["x2"])


def _shift(left: bool) -> Kernel:
    """Shifts by the width or more give all zeros (all ones to the right of a negative number); by less than 0 too."""

    def kernel(call: KernelCall) -> Array:
        x, y = np.broadcast_arrays(call["x"], call["y"])
        width = x.dtype.itemsize * 8
        outside = (y >= width) | (y < 0)
        amount = np.where(outside, 0, y).astype(x.dtype)
        rest = np.where((x < 0) & (not left), -1, 0).astype(x.dtype)
        return np.where(outside, rest, np.left_shift(x, amount) if left else np.right_shift(x, amount))

    return kernel


def _population_count(call: KernelCall) -> Array:
    x = call["x"]
    return np.bitwise_count(x.view(x.dtype.str.replace("i", "u"))).astype(np.uint8)


KERNELS: dict[str, Kernel] = {
    "ApproximateEqual": _approximate_equal,
    "BitwiseAnd": binary(np.bitwise_and),
    "BitwiseOr": binary(np.bitwise_or),
    "BitwiseXor": binary(np.bitwise_xor),
    "Equal": _compare(np.equal),
    "Greater": _compare(np.greater),
    "GreaterEqual": _compare(np.greater_equal),
    "Invert": unary(np.invert),
    "IsClose": _is_close,
    "IsFinite": unary(np.isfinite),
    "IsInf": unary(np.isinf),
    "IsNan": unary(np.isnan),
    "IsNegInf": unary(np.isneginf),
    "IsPosInf": unary(np.isposinf),
    "LeftShift": _shift(left=True),
    "Less": _compare(np.less),
    "LessEqual": _compare(np.less_equal),
    "LogicalAnd": _compare(np.logical_and),
    "LogicalNot": unary(np.logical_not),
    "LogicalOr": _compare(np.logical_or),
    "NotEqual": _compare(np.not_equal),
    "PopulationCount": _population_count,
    "RightShift": _shift(left=False),
    "Select": _select,
    "SelectV2": _select_v2,
    "Signbit": unary(np.signbit),
    "TensorEqual": _tensor_equal,
}
