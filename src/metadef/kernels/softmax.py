"""Softmax, its logarithm, its limit, and their gradients."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS", "softmax"]


def softmax(x: Array, axes: tuple[int, ...]) -> Array:
    """exp(x) / sum(exp(x)), shifted so that exp never overflows."""
    if not x.size:
        return x
    shifted = np.exp(x - x.max(axis=axes, keepdims=True))
    return shifted / shifted.sum(axis=axes, keepdims=True)


def _softmax(call: KernelCall) -> Array:
    x = call["x"]
    result = softmax(as_compute(x), call.ints("axes"))
    return result if call.bool("half_to_float") else rounded(result, x)


def _log_softmax(call: KernelCall) -> Array:
    x, axes = as_compute(call["logits"]), call.ints("axes")
    shifted = x - x.max(axis=axes, keepdims=True)
    return rounded(shifted - np.log(np.exp(shifted).sum(axis=axes, keepdims=True)), call["logits"])


def _hard_max(call: KernelCall) -> Array:
    """1 at the first maximum, 0 elsewhere."""
    x, axis = call["x"], call.int("axis")
    best = np.expand_dims(np.argmax(as_compute(x), axis=axis), axis)
    result = np.zeros_like(x)
    np.put_along_axis(result, best, np.ones((), x.dtype), axis=axis)
    return result


def _softmax_grad(call: KernelCall) -> Array:
    """y (dy - sum(y dy))."""
    y, dy, axes = as_compute(call["softmax"]), as_compute(call["grad_softmax"]), call.ints("axes")
    return rounded(y * (dy - (y * dy).sum(axis=axes, keepdims=True)), call["softmax"])


def _log_softmax_grad(call: KernelCall) -> Array:
    """dy - exp(y) sum(dy), by the result y."""
    dy, y, axes = as_compute(call["grad"]), as_compute(call["x"]), call.ints("axis")
    return rounded(dy - np.exp(y) * dy.sum(axis=axes, keepdims=True), call["grad"])


def _scaled_masked_softmax(call: KernelCall) -> Array:
    """Softmax of scale · x over the last axis; masked places (true) count as -10000."""
    x = as_compute(call["x"])
    scaled = x * np.asarray(call.float("scale"), x.dtype)
    if call.bool("fixed_triu_mask"):
        mask = np.triu(np.ones(x.shape[-2:], np.bool_), 1)
    else:
        mask = call["mask"].astype(np.bool_) if call.has_input("mask") else np.zeros((), np.bool_)
    return rounded(softmax(np.where(mask, np.asarray(-10000, x.dtype), scaled), (-1,)), call["x"])


KERNELS: dict[str, Kernel] = {
    "HardMax": _hard_max,
    "LogSoftmaxGrad": _log_softmax_grad,
    "LogSoftmaxV2": _log_softmax,
    "ScaledMaskedSoftmax": _scaled_masked_softmax,
    "SoftmaxGrad": _softmax_grad,
    "SoftmaxV2": _softmax,
}
