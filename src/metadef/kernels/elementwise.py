"""Functions of one tensor, element by element, and casts."""

from __future__ import annotations

import math

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, binary, each, rounded, unary

__all__ = ["KERNELS", "converted"]

_SATURATING = frozenset(("float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "float4_e2m1fn"))


def converted(x: Array, dtype: np.dtype[np.generic]) -> Array:
    """Floats to integers truncate, anything to bool asks "is it not zero?", floats of 8 bits and less saturate."""
    if dtype == np.bool_:
        return as_compute(x) != 0
    if dtype.name in _SATURATING:
        return _saturated(as_compute(x).astype(np.float32), dtype)
    if x.dtype.kind == "V" or dtype.kind == "V":  # ml_dtypes convert by way of float32
        return as_compute(x).astype(np.float32).astype(dtype)
    return x.astype(dtype)


def _saturated(x: Array, dtype: np.dtype[np.generic]) -> Array:
    """WHY: the device and ONNX cut to the largest finite number where a plain conversion gives infinity or NaN."""
    import ml_dtypes

    if dtype.name == "float8_e8m0fnu":  # powers of two only, rounded up
        x = np.exp2(np.ceil(np.log2(x)))
    limits = ml_dtypes.finfo(dtype)
    low, high = float(limits.min), float(limits.max)
    return np.where(np.isnan(x), x, np.clip(x, low, high)).astype(dtype)


def _cast(call: KernelCall) -> Array:
    return converted(call["x"], call.numpy_type("dst_type"))


def _cast_like(call: KernelCall) -> Array:
    return converted(call["x"], call["target"].dtype)


def _clip(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    low, high = as_compute(call["clip_value_min"]), as_compute(call["clip_value_max"])
    return rounded(np.minimum(np.maximum(x, low), high).astype(x.dtype), call["x"])


def _affine(call: KernelCall, x: Array) -> Array:
    return np.asarray(call.float("scale"), x.dtype) * x + np.asarray(call.float("shift"), x.dtype)


def _exp(call: KernelCall, x: Array) -> Array:
    """base ^ (scale · x + shift); a base of -1 stands for e."""
    plain = call.float("base") == -1 and call.float("scale") == 1 and call.float("shift") == 0
    if plain:
        return np.exp(x)
    base = math.e if call.float("base") == -1 else call.float("base")
    return np.power(np.asarray(base, np.float64), _affine(call, x))


def _log(call: KernelCall, x: Array) -> Array:
    """The logarithm of scale · x + shift; a base of -1 stands for e."""
    base = call.float("base")
    natural = np.log(x if call.float("scale") == 1 and call.float("shift") == 0 else _affine(call, x))
    return natural if base == -1 else natural / math.log(base)


def _power(call: KernelCall, x: Array) -> Array:
    return np.power(_affine(call, x), np.asarray(call.float("power"), x.dtype))


def _round(call: KernelCall, x: Array) -> Array:
    """Halves go to the even neighbour."""
    return np.round(x, call.int("decimals"))


def _nan_to_num(call: KernelCall, x: Array) -> Array:
    """Infinities become the given numbers, or the extremes of the output's type."""
    limits = call["x"].dtype
    from ml_dtypes import finfo

    values = {name: call.attrs.get(name) for name in ("nan", "posinf", "neginf")}
    nan, high, low = (float(v) if isinstance(v, int | float) else None for v in values.values())
    top = float(finfo(limits).max)
    return np.nan_to_num(x, nan=nan or 0.0, posinf=top if high is None else high, neginf=-top if low is None else low)


def _reciprocal(x: Array) -> Array:
    return np.asarray(1, x.dtype) / x


def _sign(x: Array) -> Array:
    return np.sign(x).astype(x.dtype)


KERNELS: dict[str, Kernel] = {
    "Abs": unary(np.abs),
    "Acos": unary(np.arccos),
    "Acosh": unary(np.arccosh),
    "Asin": unary(np.arcsin),
    "Asinh": unary(np.arcsinh),
    "Atan": unary(np.arctan),
    "Atan2": binary(np.arctan2),
    "Atanh": unary(np.arctanh),
    "Cast": _cast,
    "CastLike": _cast_like,
    "Ceil": unary(np.ceil),
    "ClipByValue": _clip,
    "ClipByValueV2": _clip,
    "Cos": unary(np.cos),
    "Cosh": unary(np.cosh),
    "Exp": each(_exp),
    "Expm1": unary(np.expm1),
    "Floor": unary(np.floor),
    "Inv": unary(_reciprocal),
    "Log": each(_log),
    "Log1p": unary(np.log1p),
    "NanToNum": each(_nan_to_num),
    "Neg": unary(np.negative),
    "Power": each(_power),
    "Reciprocal": unary(_reciprocal),
    "Rint": unary(np.rint),
    "Round": each(_round),
    "Rsqrt": unary(lambda x: _reciprocal(np.sqrt(x))),
    "Sign": unary(_sign),
    "Sin": unary(np.sin),
    "Sinh": unary(np.sinh),
    "Sqrt": unary(np.sqrt),
    "Square": unary(np.square),
    "Tan": unary(np.tan),
    "Trunc": unary(np.trunc, "input_x"),
}
