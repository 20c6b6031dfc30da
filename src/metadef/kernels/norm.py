"""Instance, group, local-response and vector norms."""

from __future__ import annotations

import math

import numpy as np

from metadef.kernels.activation import sigmoid
from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import along, as_compute, rounded
from metadef.kernels.windows import channel_axis

__all__ = ["KERNELS"]


def _instance_norm(call: KernelCall) -> list[Array]:
    """Each channel of each sample by itself."""
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    axes = tuple(i for i in range(1, x.ndim) if i != axis)
    mean, variance = x.mean(axis=axes, keepdims=True), x.var(axis=axes, keepdims=True)
    scaled = (x - mean) / np.sqrt(variance + np.asarray(call.float("epsilon"), x.dtype))
    y = scaled * along(as_compute(call["gamma"]), axis, x.ndim) + along(as_compute(call["beta"]), axis, x.ndim)
    return [rounded(y.astype(x.dtype), call["x"]), mean, variance]


def _group_norm(statistic: str, activation: str = "") -> Kernel:
    """Groups of channels of each sample; gives the mean and the variance, or 1 / deviation."""

    def kernel(call: KernelCall) -> list[Array]:
        x = as_compute(call["x"])
        axis = channel_axis(call, x.ndim) if call.has_attr("data_format") else 1
        first = np.moveaxis(x, axis, 1)
        groups = call.int("num_groups")
        # WHY no -1: it has no answer for a tensor without elements
        parts = first.reshape(first.shape[0], groups, first.shape[1] // groups * math.prod(first.shape[2:]))
        mean, variance = parts.mean(axis=2), parts.var(axis=2)
        rstd = 1 / np.sqrt(variance + np.asarray(call.float("eps"), x.dtype))
        y = ((parts - mean[..., None]) * rstd[..., None]).reshape(first.shape)
        if call.has_input("gamma"):
            y = y * along(as_compute(call["gamma"]), 1, x.ndim)
        if call.has_input("beta"):
            y = y + along(as_compute(call["beta"]), 1, x.ndim)
        if activation == "relu":
            y = np.maximum(y, 0)
        elif activation and call.bool(f"activate_{activation}"):
            scale = call.float("swish_scale") if call.has_attr("swish_scale") else 1.0
            y = y * sigmoid(np.asarray(scale, y.dtype) * y)
        result = rounded(np.moveaxis(y, 1, axis).astype(x.dtype), call["x"])
        if not statistic:
            return [result]
        return [result, mean.astype(x.dtype), (rstd if statistic == "rstd" else variance).astype(x.dtype)]

    return kernel


def _lrn(call: KernelCall) -> Array:
    """x / (bias + alpha · sum of squares over 2 r + 1 channels) ^ beta."""
    x = as_compute(call["x"])
    axis = channel_axis(call, x.ndim)
    radius = call.int("depth_radius")
    square = np.moveaxis(np.square(x), axis, -1)
    padded = np.pad(square, [(0, 0)] * (x.ndim - 1) + [(radius, radius)])
    channels = x.shape[axis]
    total = sum(padded[..., shift : shift + channels] for shift in range(2 * radius + 1))
    bias, alpha, beta = (np.asarray(call.float(name), x.dtype) for name in ("bias", "alpha", "beta"))
    divisor = np.moveaxis((bias + alpha * total) ** beta, -1, axis)
    return rounded((x / divisor).astype(x.dtype), call["x"])


def _axes(call: KernelCall, name: str, rank: int) -> tuple[int, ...]:
    return tuple(call.numbers(name)) or tuple(range(rank))


def _l2_normalize(call: KernelCall) -> Array:
    """x / sqrt(max(sum(x²), eps)); channels (axis 1) where no axis is given."""
    x = as_compute(call["x"])
    total = np.square(x).sum(axis=call.ints("axis") or (1,), keepdims=True)
    return rounded(x / np.sqrt(np.maximum(total, np.asarray(call.float("eps"), x.dtype))), call["x"])


def _lp_norm(call: KernelCall) -> Array:
    """The p-norm over axes; infinite p (INT_MAX for integers) takes the largest, its negative the smallest."""
    x = as_compute(call["x"])
    value = call.attr("p")
    p = float(value) if isinstance(value, int | float) else 2.0
    size, axes, keep = np.abs(x), _axes(call, "axes", x.ndim), call.bool("keepdim")
    if p >= 2**31 - 1:
        result = size.max(axis=axes, keepdims=keep)
    elif p <= -(2**31) + 1:
        result = size.min(axis=axes, keepdims=keep)
    elif p == 0:
        result = (size != 0).sum(axis=axes, keepdims=keep)
    else:
        result = np.power(np.power(size, p).sum(axis=axes, keepdims=keep), 1 / p)
    return rounded(np.asarray(result).astype(x.dtype), call["x"])


def _euclidean_norm(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    total = np.square(x).sum(axis=_axes(call, "axes", x.ndim), keepdims=call.bool("keep_dims"))
    return rounded(np.sqrt(total).astype(x.dtype), call["x"])


def _mvn(call: KernelCall) -> Array:
    """(x - mean) / (deviation + eps) over height and width, and the channels too with `across_channels`."""
    x = as_compute(call["x"])
    if call.has_attr("axes"):
        axes, divide = call.ints("axes"), True
    else:
        axes, divide = ((1, 2, 3) if call.bool("across_channels") else (2, 3)), call.bool("normalize_variance")
    centred = x - x.mean(axis=axes, keepdims=True)
    if divide:
        deviation = np.sqrt(np.square(centred).mean(axis=axes, keepdims=True))
        centred = centred / (deviation + np.asarray(call.float("eps"), x.dtype))
    return rounded(centred.astype(x.dtype), call["x"])


def _centralization(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    return rounded((x - x.mean(axis=call.ints("axes"), keepdims=True)).astype(x.dtype), call["x"])


def _renorm(call: KernelCall) -> Array:
    """What each slice along `dim` must be multiplied by, so that its p-norm is at most `maxnorm`."""
    x, p, most = as_compute(call["x"]), call.float("p"), call.float("maxnorm")
    axes = tuple(i for i in range(x.ndim) if i != call.int("dim") % x.ndim)
    size = np.power(np.power(np.abs(x), p).sum(axis=axes, keepdims=True), 1 / p)
    return rounded(np.where(size > most, most / (size + 1e-7), 1).astype(x.dtype), call["x"])


def _scale(call: KernelCall) -> Array:
    """x · scale + bias, both along `num_axes` axes from `axis`."""
    x = as_compute(call["x"])
    first = call.int("axis") % x.ndim
    result = x
    for name, joined in (("scale", np.multiply), ("bias", np.add)):
        if call.has_input(name):
            part = as_compute(call[name])
            shape = (1,) * first + part.shape + (1,) * (x.ndim - first - part.ndim)
            result = joined(result, part if part.ndim == x.ndim else part.reshape(shape))
    return rounded(np.asarray(result), call["x"])


KERNELS: dict[str, Kernel] = {
    "Centralization": _centralization,
    "EuclideanNorm": _euclidean_norm,
    "EuclideanNormD": _euclidean_norm,
    "GroupNorm": _group_norm("variance"),
    "GroupNormRelu": _group_norm("", "relu"),
    "GroupNormSilu": _group_norm("rstd", "silu"),
    "GroupNormSwish": _group_norm("rstd", "swish"),
    "GroupNormV2": _group_norm("rstd"),
    "InstanceNorm": _instance_norm,
    "L2Normalize": _l2_normalize,
    "LRN": _lrn,
    "LpNorm": _lp_norm,
    "LpNormV2": _lp_norm,
    "MVN": _mvn,
    "MVNV2": _mvn,
    "Renorm": _renorm,
    "Scale": _scale,
}
