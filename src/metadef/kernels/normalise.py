"""Normalisations and softmax, by their definitions."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded
from metadef.types.format import Format

__all__ = ["KERNELS"]


def channel_axis(call: KernelCall, rank: int, port: str = "x") -> int:
    """Where the channels are: by the attribute, else by the origin format, else axis 1."""
    given = call.attrs.get("data_format")
    origin = call.format(port)
    letters = given if isinstance(given, str) and given != "ND" else origin.axes if origin is not Format.ND else None
    if letters is not None and "C" in letters and len(letters) == rank:
        return letters.index("C")
    return 1 if rank > 1 else 0


def _along(vector: Array, axis: int, rank: int) -> Array:
    return vector.reshape([-1 if i == axis else 1 for i in range(rank)])


def _bn_infer(call: KernelCall) -> Array:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset, by channel."""
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    scale, offset, mean, variance = (
        _along(as_compute(call[name]), axis, x.ndim) for name in ("scale", "offset", "mean", "variance")
    )
    result = (x - mean) / np.sqrt(variance + np.asarray(call.float("epsilon"), variance.dtype)) * scale + offset
    return rounded(result.astype(x.dtype), call["x"])


def _batch_norm(call: KernelCall) -> list[Array]:
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    others = tuple(i for i in range(x.ndim) if i != axis)
    if call.bool("is_training"):
        mean, variance = x.mean(axis=others), x.var(axis=others)
        count = x.size // x.shape[axis]
        running = variance * (count / max(1, count - 1))
    else:
        mean, variance = as_compute(call["mean"]), as_compute(call["variance"])
        running = variance
    epsilon = np.asarray(call.float("epsilon"), variance.dtype)
    scaled = (x - _along(mean, axis, x.ndim)) / np.sqrt(_along(variance, axis, x.ndim) + epsilon)
    y = scaled * _along(as_compute(call["scale"]), axis, x.ndim) + _along(as_compute(call["offset"]), axis, x.ndim)
    return [rounded(y.astype(x.dtype), call["x"]), mean, running, mean, variance, variance]


def _layer_norm(call: KernelCall) -> list[Array]:
    """Over all axes from begin_norm_axis; the statistics keep these axes with size 1."""
    x = as_compute(call["x"])
    axes = tuple(range(call.int("begin_norm_axis") % x.ndim, x.ndim))
    mean = x.mean(axis=axes, keepdims=True, dtype=x.dtype)
    variance = np.square(x - mean).mean(axis=axes, keepdims=True, dtype=x.dtype)
    scale = 1 / np.sqrt(variance + np.asarray(call.float("epsilon"), x.dtype))
    gamma, beta = as_compute(call["gamma"]), as_compute(call["beta"])
    y = (x - mean) * scale * gamma + beta
    statistic = variance if call.proto.name == "LayerNorm" else scale
    return [rounded(y.astype(x.dtype), call["x"]), mean, statistic.astype(x.dtype)]


def _instance_norm(call: KernelCall) -> list[Array]:
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    axes = tuple(i for i in range(1, x.ndim) if i != axis)
    mean = x.mean(axis=axes, keepdims=True)
    variance = x.var(axis=axes, keepdims=True)
    scaled = (x - mean) / np.sqrt(variance + np.asarray(call.float("epsilon"), x.dtype))
    y = scaled * _along(as_compute(call["gamma"]), axis, x.ndim) + _along(as_compute(call["beta"]), axis, x.ndim)
    return [rounded(y.astype(x.dtype), call["x"]), mean, variance]


def _group_norm(call: KernelCall) -> list[Array]:
    """Groups of channels of an NC... tensor."""
    x = as_compute(call["x"])
    groups = call.int("num_groups")
    parts = x.reshape(x.shape[0], groups, -1)
    mean, variance = parts.mean(axis=2), parts.var(axis=2)
    epsilon = np.asarray(call.float("eps"), x.dtype)
    scaled = ((parts - mean[..., None]) / np.sqrt(variance[..., None] + epsilon)).reshape(x.shape)
    y = scaled * _along(as_compute(call["gamma"]), 1, x.ndim) + _along(as_compute(call["beta"]), 1, x.ndim)
    return [rounded(y.astype(x.dtype), call["x"]), mean, variance]


def _rms_norm(call: KernelCall) -> list[Array]:
    """x / sqrt(mean(x^2) + epsilon) * gamma, over as many last axes as gamma has."""
    x, gamma = as_compute(call["x"]), as_compute(call["gamma"])
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    scale = 1 / np.sqrt(np.square(x).mean(axis=axes, keepdims=True) + np.asarray(call.float("epsilon"), x.dtype))
    return [rounded((x * scale * gamma).astype(x.dtype), call["x"]), scale.astype(x.dtype)]


def _lrn(call: KernelCall) -> Array:
    """x / (bias + alpha * sum of squares over 2 r + 1 channels) ^ beta."""
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    radius = call.int("depth_radius")
    squares = np.moveaxis(np.square(x), axis, 0)
    total = np.zeros_like(squares)
    for shift in range(-radius, radius + 1):
        low, high = max(0, -shift), min(squares.shape[0], squares.shape[0] - shift)
        if low < high:
            total[low:high] += squares[low + shift : high + shift]
    bias, alpha, beta = (np.asarray(call.float(name), x.dtype) for name in ("bias", "alpha", "beta"))
    return rounded(x / (bias + alpha * np.moveaxis(total, 0, axis)) ** beta, call["x"])


def _axes(call: KernelCall) -> tuple[int, ...]:
    return call.ints("axes")


def _softmax(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    shifted = np.exp(x - x.max(axis=_axes(call), keepdims=True))
    return rounded(shifted / shifted.sum(axis=_axes(call), keepdims=True), call["x"])


def _log_softmax(call: KernelCall) -> Array:
    x = as_compute(call["logits"])
    shifted = x - x.max(axis=_axes(call), keepdims=True)
    return rounded(shifted - np.log(np.exp(shifted).sum(axis=_axes(call), keepdims=True)), call["logits"])


KERNELS: dict[str, Kernel] = {
    "BNInfer": _bn_infer,
    "BatchNorm": _batch_norm,
    "LayerNorm": _layer_norm,
    "LayerNormV3": _layer_norm,
    "InstanceNorm": _instance_norm,
    "GroupNorm": _group_norm,
    "RmsNorm": _rms_norm,
    "LRN": _lrn,
    "SoftmaxV2": _softmax,
    "LogSoftmaxV2": _log_softmax,
}
