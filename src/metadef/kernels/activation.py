"""Activation functions, by their definitions."""

from __future__ import annotations

import math

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded, unary
from metadef.kernels.special import erf

__all__ = ["KERNELS"]


def sigmoid(x: Array) -> Array:
    """1 / (1 + exp(-x)), written so that exp never overflows."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small)).astype(x.dtype)


def softplus(x: Array) -> Array:
    """log(1 + exp(x)), written so that exp never overflows."""
    return (np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))).astype(x.dtype)


def gelu_tanh(x: Array) -> Array:
    """0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))."""
    return (0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))).astype(x.dtype)


def gelu_erf(x: Array) -> Array:
    """0.5 x (1 + erf(x / sqrt(2)))."""
    return (0.5 * x * (1 + erf(x / math.sqrt(2)))).astype(x.dtype)


def _gelu_v2(call: KernelCall) -> Array:
    x = call["x"]
    function = gelu_tanh if call.str("approximate") == "tanh" else gelu_erf
    return rounded(function(as_compute(x)), x)


def _leaky_relu(call: KernelCall) -> Array:
    x = call["x"]
    wide = as_compute(x)
    return rounded(np.where(wide >= 0, wide, wide * np.asarray(call.float("negative_slope"), wide.dtype)), x)


def _prelu(call: KernelCall) -> Array:
    """A weight of rank 1 belongs to axis 1, the channels; any other broadcasts."""
    x, weight = as_compute(call["x"]), as_compute(call["weight"])
    if weight.ndim == 1 and weight.size > 1 and x.ndim > 1:
        weight = weight.reshape((1, -1) + (1,) * (x.ndim - 2))
    return rounded(np.where(x >= 0, x, x * weight), call["x"])


def _elu(call: KernelCall) -> Array:
    x = call["x"]
    wide = as_compute(x)
    alpha, scale, input_scale = (np.asarray(call.float(n), wide.dtype) for n in ("alpha", "scale", "input_scale"))
    return rounded(scale * np.where(wide > 0, wide, alpha * np.expm1(np.minimum(wide, 0) * input_scale)), x)


def _celu_v2(call: KernelCall) -> Array:
    x = call["x"]
    wide = as_compute(x)
    alpha = np.asarray(call.float("alpha"), wide.dtype)
    return rounded(np.maximum(wide, 0) + np.minimum(0, alpha * np.expm1(np.minimum(wide, 0) / alpha)), x)


def _selu(x: Array) -> Array:
    alpha, scale = 1.6732632423543772, 1.0507009873554805
    return (scale * np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))).astype(x.dtype)


def _hard_sigmoid(call: KernelCall) -> Array:
    x = call["input_x"]
    wide = as_compute(x)
    alpha, beta = (np.asarray(call.float(n), wide.dtype) for n in ("alpha", "beta"))
    return rounded(np.clip(alpha * wide + beta, 0, 1), x)


def _hard_swish(x: Array) -> Array:
    return (x * np.clip(x + 3, 0, 6) / 6).astype(x.dtype)


def _swish(call: KernelCall) -> Array:
    x = call["x"]
    wide = as_compute(x)
    return rounded(wide * sigmoid(np.asarray(call.float("scale"), wide.dtype) * wide), x)


def _threshold_relu(call: KernelCall) -> Array:
    x = call["x"]
    return np.where(x > np.asarray(call.float("alpha"), x.dtype), x, np.zeros((), x.dtype))


def _relu(x: Array) -> Array:
    return np.maximum(x, np.zeros((), x.dtype))


def _relu6(x: Array) -> Array:
    return np.clip(x, 0, 6).astype(x.dtype)


def _mish(x: Array) -> Array:
    return (x * np.tanh(softplus(x))).astype(x.dtype)


def _softsign(x: Array) -> Array:
    return (x / (1 + np.abs(x))).astype(x.dtype)


KERNELS: dict[str, Kernel] = {
    "Relu": unary(_relu),
    "Relu6": unary(_relu6),
    "Sigmoid": unary(sigmoid),
    "Tanh": unary(np.tanh),
    "Softplus": unary(softplus),
    "Softsign": unary(_softsign),
    "Gelu": unary(gelu_tanh),
    "FastGelu": unary(gelu_tanh),
    "GeluV2": _gelu_v2,
    "LeakyRelu": _leaky_relu,
    "PRelu": _prelu,
    "Elu": _elu,
    "CeluV2": _celu_v2,
    "Selu": unary(_selu),
    "HardSigmoid": _hard_sigmoid,
    "HardSwish": unary(_hard_swish),
    "Swish": _swish,
    "Mish": unary(_mish),
    "ThresholdedRelu": _threshold_relu,
}
