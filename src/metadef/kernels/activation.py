"""Activation functions, by their definitions."""

from __future__ import annotations

import math

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, each, rounded, unary
from metadef.kernels.special import erf

__all__ = ["KERNELS", "gelu_erf", "gelu_tanh", "sigmoid", "softplus"]


def sigmoid(x: Array) -> Array:
    """1 / (1 + exp(-x)), written so that exp never overflows."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small)).astype(x.dtype)


def softplus(x: Array) -> Array:
    """log(1 + exp(x)), written so that exp never overflows."""
    return (np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))).astype(x.dtype)


def gelu_tanh(x: Array) -> Array:
    """0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x³)))."""
    return (0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * (x * x * x))))).astype(x.dtype)


def gelu_erf(x: Array) -> Array:
    """0.5 x (1 + erf(x / sqrt(2)))."""
    return (0.5 * x * (1 + erf(x / np.asarray(math.sqrt(2), x.dtype)))).astype(x.dtype)


def swish(x: Array, scale: float = 1.0) -> Array:
    """x · sigmoid(scale · x)."""
    return x * sigmoid(np.asarray(scale, x.dtype) * x)


def _fast_gelu(x: Array) -> Array:
    """x / (1 + exp(-1.702 |x|)) · exp(0.851 (x - |x|)), which is x · sigmoid(1.702 x) and never overflows."""
    return swish(x, 1.702)


def _fast_gelu_v2(x: Array) -> Array:
    """x (sgn(x) (a (min(|x| / sqrt(2), -b) + b)² + 0.5) + 0.5), with erf a parabola: a = -0.1444, b = -1.769.

    The parabola and its numbers are those of I-BERT (Kim et al., 2021), whose a is twice this one. It is not smooth
    at 0 and up to 0.02 away from Gelu.
    """
    a, b = -0.1444, -1.769
    part = np.minimum(np.abs(x) * math.sqrt(0.5), -b) + b
    return (x * (np.sign(x) * (a * np.square(part) + 0.5) + 0.5)).astype(x.dtype)


def _gelu_v2(call: KernelCall, x: Array) -> Array:
    return gelu_tanh(x) if call.str("approximate") == "tanh" else gelu_erf(x)


def _leaky_relu(call: KernelCall, x: Array) -> Array:
    return np.where(x >= 0, x, x * np.asarray(call.float("negative_slope"), x.dtype))


def _fused_bias_leaky_relu(call: KernelCall) -> Array:
    x = as_compute(call["x"]) + as_compute(call["bias"])
    slope, scale = np.asarray(call.float("negative_slope"), x.dtype), np.asarray(call.float("scale"), x.dtype)
    return rounded(np.where(x >= 0, x, x * slope) * scale, call["x"])


def _prelu(call: KernelCall) -> Array:
    """A weight of rank 1 belongs to axis 1, the channels; any other broadcasts."""
    x, weight = as_compute(call["x"]), as_compute(call["weight"])
    if weight.ndim == 1 and weight.size > 1 and x.ndim > 1:
        weight = weight.reshape((1, -1) + (1,) * (x.ndim - 2))
    return rounded(np.where(x >= 0, x, x * weight), call["x"])


def _elu(call: KernelCall, x: Array) -> Array:
    alpha, scale, input_scale = (np.asarray(call.float(n), x.dtype) for n in ("alpha", "scale", "input_scale"))
    return scale * np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) * input_scale))


def _celu(call: KernelCall, x: Array) -> Array:
    """max(0, alpha3 x) + min(0, alpha1 (exp(x / alpha2) - 1))."""
    a1, a2, a3 = (np.asarray(call.float(n), x.dtype) for n in ("alpha1", "alpha2", "alpha3"))
    return np.maximum(a3 * x, 0) + np.minimum(0, a1 * np.expm1(np.minimum(x, 0) / a2))


def _celu_v2(call: KernelCall, x: Array) -> Array:
    alpha = np.asarray(call.float("alpha"), x.dtype)
    return np.maximum(x, 0) + np.minimum(0, alpha * np.expm1(np.minimum(x, 0) / alpha))


def _selu(x: Array) -> Array:
    alpha, scale = 1.6732632423543772, 1.0507009873554805
    return (scale * np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))).astype(x.dtype)


def _hard_sigmoid(call: KernelCall, x: Array) -> Array:
    alpha, beta = (np.asarray(call.float(n), x.dtype) for n in ("alpha", "beta"))
    return np.clip(alpha * x + beta, 0, 1)


def _hard_swish(x: Array) -> Array:
    return (x * np.clip(x + 3, 0, 6) / 6).astype(x.dtype)


def _hard_shrink(call: KernelCall, x: Array) -> Array:
    return np.where(np.abs(x) > call.float("lambd"), x, 0)


def _soft_shrink(call: KernelCall, x: Array) -> Array:
    bound = np.asarray(call.float("lambd"), x.dtype)
    return np.sign(x) * np.maximum(np.abs(x) - bound, 0)


def _shrink(call: KernelCall, x: Array) -> Array:
    """Moved towards zero by `bias` outside of [-lambd, lambd], zero inside."""
    bound, bias = call.float("lambd"), call.float("bias")
    return np.where(x < -bound, x + bias, np.where(x > bound, x - bias, 0))


def _threshold(name: str) -> Kernel:
    """x above the threshold, else 0."""
    return each(lambda call, x: np.where(x > np.asarray(call.float(name)).astype(x.dtype), x, np.zeros((), x.dtype)))


def _threshold_v2(call: KernelCall) -> Array:
    x, bound = as_compute(call["x"]), as_compute(call["threshold"])
    value = as_compute(call["value"]) if call.has_input("value") else np.zeros((), x.dtype)
    return rounded(np.where(x > bound, x, value).astype(x.dtype), call["x"])


def _softplus_v2(call: KernelCall, x: Array) -> Array:
    """softplus(beta x) / beta, and x itself where beta x is above the threshold."""
    beta = np.asarray(call.float("beta"), x.dtype)
    return np.where(beta * x > call.float("threshold"), x, softplus(beta * x) / beta)


def _heaviside(call: KernelCall) -> Array:
    x, values = as_compute(call["input"]), as_compute(call["values"])
    return rounded(np.where(x == 0, values, (x > 0).astype(x.dtype)).astype(x.dtype), call["input"])


def _relu(x: Array) -> Array:
    return np.maximum(x, np.zeros((), x.dtype))


def _relu6(x: Array) -> Array:
    return np.clip(x, 0, 6).astype(x.dtype)


def _mish(x: Array) -> Array:
    return (x * np.tanh(softplus(x))).astype(x.dtype)


KERNELS: dict[str, Kernel] = {
    "Celu": each(_celu),
    "CeluV2": each(_celu_v2),
    "Elu": each(_elu),
    "FastGelu": unary(_fast_gelu),
    "FastGeluV2": unary(_fast_gelu_v2),
    "FusedBiasLeakyRelu": _fused_bias_leaky_relu,
    "Gelu": unary(gelu_tanh),
    "GeluV2": each(_gelu_v2),
    "HardShrink": each(_hard_shrink, "input_x"),
    "HardSigmoid": each(_hard_sigmoid, "input_x"),
    "HardSwish": unary(_hard_swish),
    "Heaviside": _heaviside,
    "LeakyRelu": each(_leaky_relu),
    "LogSigmoid": unary(lambda x: -softplus(-x)),
    "Mish": unary(_mish),
    "PRelu": _prelu,
    "Relu": unary(_relu),
    "Relu6": unary(_relu6),
    "Relu6D": each(lambda call, x: np.clip(x, 0, 6) * np.asarray(call.float("scale"), x.dtype)),
    "Selu": unary(_selu),
    "Shrink": each(_shrink, "input_x"),
    "Sigmoid": unary(sigmoid),
    "SoftShrink": each(_soft_shrink, "input_x"),
    "Softplus": unary(softplus),
    "SoftplusV2": each(_softplus_v2),
    "Softsign": unary(lambda x: x / (1 + np.abs(x))),
    "SquaredRelu": unary(lambda x: np.square(_relu(x))),
    "Swish": each(lambda call, x: swish(x, call.float("scale"))),
    "Tanh": unary(np.tanh),
    "Threshold": each(lambda call, x: x > call.float("threshold")),
    "ThresholdV2": _threshold_v2,
    "ThresholdedRelu": _threshold("alpha"),
    "ThresholdV2D": each(
        lambda call, x: np.where(x > call.float("threshold"), x, np.asarray(call.float("value")).astype(x.dtype))
    ),
}
