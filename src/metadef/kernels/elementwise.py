"""Functions of one or two tensors, element by element: arithmetic, comparison, logic, rounding, casts."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, binary, rounded, unary
from metadef.kernels.special import elementwise, erf
from metadef.types.dtype import DataType

__all__ = ["KERNELS"]


def _divide(left: Array, right: Array) -> Array:
    """Integers truncate towards zero, as C and ONNX do."""
    if left.dtype.kind in "iu" and right.dtype.kind in "iu":
        zero = right == 0
        safe = np.where(zero, np.ones((), right.dtype), right)
        quotient = np.abs(left.astype(object)) // np.abs(safe.astype(object)) if left.dtype.itemsize == 8 else None
        if quotient is not None:
            sign = np.where((left < 0) ^ (right < 0), -1, 1)
            return np.where(zero, 0, quotient * sign).astype(left.dtype)
        exact = np.trunc(left.astype(np.float64) / safe.astype(np.float64))
        return np.where(zero, 0, exact).astype(left.dtype)
    return np.divide(left, right)


def _pow(left: Array, right: Array) -> Array:
    """In the type of the base; integer bases allow negative exponents by way of doubles."""
    if left.dtype.kind in "iu":
        if right.dtype.kind in "iu" and bool(np.all(right >= 0)):
            return np.power(left, right.astype(left.dtype))
        return np.power(left.astype(np.float64), right).astype(left.dtype)
    return np.power(left, right.astype(left.dtype))


def _same_type(function: np.ufunc) -> Kernel:
    """Arithmetic that keeps the type of its inputs (bool too, by way of int8)."""
    return binary(lambda left, right: function(left, right))


def _compare(function: np.ufunc) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        return function(as_compute(call["x1"]), as_compute(call["x2"]))

    return kernel


def _cast(call: KernelCall) -> Array:
    """Floats to integers truncate; anything to bool asks "is it not zero?"."""
    x = call["x"]
    dtype = DataType.from_ge(call.int("dst_type"))
    if dtype is None:
        raise ValueError(f"dst_type {call.int('dst_type')} is no data type")
    if dtype is DataType.BOOL:
        return as_compute(x) != 0
    if x.dtype.kind == "V" or dtype.numpy.kind == "V":  # ml_dtypes convert by way of float32
        return x.astype(np.float32).astype(dtype.numpy)
    return x.astype(dtype.numpy)


def _clip(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    low, high = as_compute(call["clip_value_min"]), as_compute(call["clip_value_max"])
    return rounded(np.minimum(np.maximum(x, low), high).astype(x.dtype), call["x"])


def _round_even(x: Array) -> Array:
    return np.rint(x).astype(x.dtype)


def _sign(x: Array) -> Array:
    return np.sign(x).astype(x.dtype)


def _select(call: KernelCall) -> Array:
    return np.where(call["condition"], call["then"], call["else"])


def _select_v1(call: KernelCall) -> Array:
    return np.where(call["condition"], call["x1"], call["x2"])


def _fmod(left: Array, right: Array) -> Array:
    return np.fmod(left, right)


def _math(name: str) -> Kernel:
    table = elementwise(name)
    return unary(lambda x: np.asarray(table(x.astype(np.float64)), np.float64).astype(x.dtype).reshape(x.shape))


def _add_n(call: KernelCall) -> Array:
    members = call.members("x")
    total = as_compute(members[0])
    for member in members[1:]:
        total = total + as_compute(member)
    return rounded(total, members[0])


def _identity(call: KernelCall) -> Array:
    return call["x"]


def _bias_add(call: KernelCall) -> Array:
    x, bias = as_compute(call["x"]), as_compute(call["bias"])
    axis = 1 if call.str("data_format").startswith("NC") else x.ndim - 1
    return rounded(x + bias.reshape([-1 if i == axis else 1 for i in range(x.ndim)]), call["x"])


KERNELS: dict[str, Kernel] = {
    "Add": _same_type(np.add),
    "AddV2": _same_type(np.add),
    "Sub": _same_type(np.subtract),
    "Mul": _same_type(np.multiply),
    "RealDiv": binary(_divide),
    "Div": binary(_divide),
    "FloorDiv": binary(np.floor_divide),
    "Mod": binary(_fmod),
    "FloorMod": binary(np.mod),
    "TruncateDiv": binary(_divide),
    "TruncateMod": binary(_fmod),
    "Pow": binary(_pow),
    "Maximum": binary(np.maximum),
    "Minimum": binary(np.minimum),
    "SquaredDifference": binary(lambda left, right: np.square(left - right)),
    "Equal": _compare(np.equal),
    "NotEqual": _compare(np.not_equal),
    "Greater": _compare(np.greater),
    "GreaterEqual": _compare(np.greater_equal),
    "Less": _compare(np.less),
    "LessEqual": _compare(np.less_equal),
    "LogicalAnd": _compare(np.logical_and),
    "LogicalOr": _compare(np.logical_or),
    "LogicalXor": _compare(np.logical_xor),
    "LogicalNot": unary(np.logical_not),
    "BitwiseAnd": binary(np.bitwise_and),
    "BitwiseOr": binary(np.bitwise_or),
    "BitwiseXor": binary(np.bitwise_xor),
    "Invert": unary(np.invert),
    "Abs": unary(np.abs),
    "Neg": unary(np.negative),
    "Exp": unary(np.exp),
    "Log": unary(np.log),
    "Log1p": unary(np.log1p),
    "Expm1": unary(np.expm1),
    "Sqrt": unary(np.sqrt),
    "Rsqrt": unary(lambda x: 1 / np.sqrt(x)),
    "Reciprocal": unary(lambda x: 1 / x),
    "Inv": unary(lambda x: 1 / x),
    "Square": unary(np.square),
    "Sin": unary(np.sin),
    "Cos": unary(np.cos),
    "Tan": unary(np.tan),
    "Asin": unary(np.arcsin),
    "Acos": unary(np.arccos),
    "Atan": unary(np.arctan),
    "Sinh": unary(np.sinh),
    "Cosh": unary(np.cosh),
    "Asinh": unary(np.arcsinh),
    "Acosh": unary(np.arccosh),
    "Atanh": unary(np.arctanh),
    "Erf": unary(erf),
    "Erfc": _math("erfc"),
    "Lgamma": _math("lgamma"),
    "Floor": unary(np.floor),
    "Ceil": unary(np.ceil),
    "Rint": unary(_round_even),
    "Round": unary(_round_even),
    "Sign": unary(_sign),
    "IsNan": unary(np.isnan),
    "IsInf": unary(np.isinf),
    "IsFinite": unary(np.isfinite),
    "Cast": _cast,
    "ClipByValue": _clip,
    "SelectV2": _select,
    "Select": _select_v1,
    "AddN": _add_n,
    "Identity": _identity,
    "BiasAdd": _bias_add,
}
