"""Gradients of activation functions: the gradient of the result times the derivative."""

from __future__ import annotations

import math

import numpy as np

from metadef.kernels.activation import sigmoid, softplus
from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, binary, rounded
from metadef.kernels.special import erf

__all__ = ["KERNELS"]


def _masked(keep: np.ufunc, bound: float = 0) -> Kernel:
    return binary(lambda grads, x: np.where(keep(x, bound), grads, 0).astype(grads.dtype), "gradients", "features")


def _leaky_relu_grad(call: KernelCall) -> Array:
    grads, x = as_compute(call["gradients"]), as_compute(call["features"])
    slope = np.asarray(call.float("negative_slope"), x.dtype)
    return rounded(np.where(x > 0, grads, grads * slope), call["gradients"])


def _hard_shrink_grad(call: KernelCall) -> Array:
    grads, x = call["gradients"], as_compute(call["features"])
    return np.where(np.abs(x) > call.float("lambd"), grads, np.zeros((), grads.dtype))


def _soft_shrink_grad(call: KernelCall) -> Array:
    grads, x = call["input_grad"], as_compute(call["input_x"])
    return np.where(np.abs(x) > call.float("lambd"), grads, np.zeros((), grads.dtype))


def _hard_sigmoid_grad(call: KernelCall) -> Array:
    grads, x = as_compute(call["grads"]), as_compute(call["input_x"])
    alpha, beta = (np.asarray(call.float(n), x.dtype) for n in ("alpha", "beta"))
    line = alpha * x + beta
    return rounded(np.where((line > 0) & (line < 1), alpha * grads, 0).astype(x.dtype), call["grads"])


def _hard_swish_grad(grads: Array, x: Array) -> Array:
    return np.where(x < -3, 0, np.where(x > 3, grads, grads * (2 * x + 3) / 6)).astype(grads.dtype)


def _elu_grad(grads: Array, y: Array) -> Array:
    """By the result: exp(x) is y + 1 below zero."""
    return np.where(y > 0, grads, grads * (y + 1)).astype(grads.dtype)


def _selu_grad(grads: Array, y: Array) -> Array:
    alpha, scale = 1.6732632423543772, 1.0507009873554805
    return np.where(y > 0, grads * scale, grads * (y + scale * alpha)).astype(grads.dtype)


def _gelu_tanh_grad(dy: Array, x: Array) -> Array:
    c = math.sqrt(2 / math.pi)
    t = np.tanh(c * (x + 0.044715 * x * x * x))
    slope = 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x)
    return (dy * slope).astype(dy.dtype)


def _gelu_erf_grad(dy: Array, x: Array) -> Array:
    density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    return (dy * (0.5 * (1 + erf(x / math.sqrt(2))) + x * density)).astype(dy.dtype)


def _gelu_grad_v2(call: KernelCall) -> Array:
    function = _gelu_tanh_grad if call.str("approximate") == "tanh" else _gelu_erf_grad
    return rounded(function(as_compute(call["dy"]), as_compute(call["x"])), call["dy"])


def _silu_grad(dy: Array, x: Array) -> Array:
    s = sigmoid(x)
    return dy * s * (1 + x * (1 - s))


def _swish_grad(call: KernelCall) -> Array:
    grad, x = as_compute(call["grad"]), as_compute(call["x"])
    scale = np.asarray(call.float("scale"), x.dtype)
    s = sigmoid(scale * x)
    return rounded(grad * s * (1 + scale * x * (1 - s)), call["grad"])


def _fast_gelu_grad(dy: Array, x: Array) -> Array:
    """Of x · sigmoid(1.702 x)."""
    gate = sigmoid(np.asarray(1.702, x.dtype) * x)
    return (dy * gate * (1 + 1.702 * x * (1 - gate))).astype(dy.dtype)


def _mish_grad(grad: Array, x: Array) -> Array:
    t = np.tanh(softplus(x))
    return grad * (t + x * (1 - t * t) * sigmoid(x))


def _softplus_v2_grad(call: KernelCall) -> Array:
    grads, x = as_compute(call["input_gradients"]), as_compute(call["input_features"])
    beta = np.asarray(call.float("beta"), x.dtype)
    kept = np.where(beta * x > call.float("threshold"), grads, grads * sigmoid(beta * x))
    return rounded(kept, call["input_gradients"])


def _threshold_grad(call: KernelCall) -> Array:
    grads, x = call["gradients"], as_compute(call["features"])
    return np.where(x > call.float("threshold"), grads, np.zeros((), grads.dtype))


def _hardtanh_grad(call: KernelCall) -> Array:
    x, grads = as_compute(call["result"]), call["grad"]
    inside = (x > call.float("min_val")) & (x < call.float("max_val"))
    return np.where(inside, grads, np.zeros((), grads.dtype))


def _prelu_grad(call: KernelCall) -> list[Array]:
    """dx, and the weights' gradient summed over the axes they broadcast along."""
    grads, x, weights = (as_compute(call[name]) for name in ("grads", "features", "weights"))
    shaped = weights.reshape((1, -1) + (1,) * (x.ndim - 2)) if weights.ndim == 1 and x.ndim > 1 else weights
    dx = np.where(x > 0, grads, grads * shaped)
    each_da = np.where(x > 0, 0, grads * x).astype(x.dtype)
    full = (1,) * (x.ndim - shaped.ndim) + shaped.shape
    axes = tuple(i for i, size in enumerate(full) if size == 1)
    da = each_da.sum(axis=axes, keepdims=True).reshape(weights.shape)
    return [rounded(dx, call["grads"]), rounded(da, call["weights"])]


def _relu6_grad(grads: Array, x: Array) -> Array:
    return np.where((x > 0) & (x < 6), grads, 0).astype(grads.dtype)


KERNELS: dict[str, Kernel] = {
    "EluGrad": binary(_elu_grad, "grads", "activations"),
    "FastGeluGrad": binary(_fast_gelu_grad, "dy", "x"),
    "GeluGrad": binary(_gelu_tanh_grad, "dy", "x"),
    "GeluGradV2": _gelu_grad_v2,
    "HardShrinkGrad": _hard_shrink_grad,
    "HardSigmoidGrad": _hard_sigmoid_grad,
    "HardSwishGrad": binary(_hard_swish_grad, "grad", "x"),
    "HardtanhGrad": _hardtanh_grad,
    "LeakyReluGrad": _leaky_relu_grad,
    "LogSigmoidGrad": binary(lambda grads, x: grads * sigmoid(-x), "grads", "features"),
    "MishGrad": binary(_mish_grad, "grad", "x"),
    "PReluGrad": _prelu_grad,
    "Relu6Grad": binary(_relu6_grad, "gradients", "features"),
    "ReluGrad": _masked(np.greater),
    "SeluGrad": binary(_selu_grad, "gradients", "outputs"),
    "SigmoidGrad": binary(lambda y, dy: dy * y * (1 - y), "y", "dy"),
    "SiluGrad": binary(_silu_grad, "dy", "x"),
    "SoftShrinkGrad": _soft_shrink_grad,
    "SoftplusGrad": binary(lambda grads, x: grads * sigmoid(x), "gradients", "features"),
    "SoftplusV2Grad": _softplus_v2_grad,
    "SoftsignGrad": binary(lambda grads, x: grads / np.square(1 + np.abs(x)), "gradients", "features"),
    "SwishGrad": _swish_grad,
    "TanhGrad": binary(lambda y, dy: dy * (1 - y * y), "y", "dy"),
    "ThresholdGradV2D": _threshold_grad,
}
