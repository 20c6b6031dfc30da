"""Pooling: a reduction over each window."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded
from metadef.kernels.windows import (
    Geometry,
    channel_first,
    from_channel_first,
    geometry,
    letters_of,
    padded,
    spread,
    windows,
)

__all__ = ["KERNELS"]


def _prepare(call: KernelCall) -> tuple[Array, str, Geometry]:
    letters = letters_of(call)
    x = channel_first(as_compute(call["x"]), letters)
    ceil = call.bool("ceil_mode") if "ceil_mode" in call.proto.attr_index else False
    if "global_pooling" in call.proto.attr_index and call.bool("global_pooling"):
        rank = x.ndim - 2
        return x, letters, Geometry(x.shape[2:], [1] * rank, [1] * rank, [(0, 0)] * rank)
    kernel = spread(call.ints("ksize"), letters)
    dilation = "dilation" if "dilation" in call.proto.attr_index else "dilations"
    return x, letters, geometry(call, letters, kernel, x.shape[2:], dilation=dilation, ceil=ceil)


def _reduce_windows(x: Array, shape: Geometry, fill: float) -> tuple[Array, tuple[int, ...]]:
    counts = [shape.out_size(axis, size) for axis, size in enumerate(x.shape[2:])]
    seen = windows(padded(x, shape, fill), shape, counts)
    return seen, tuple(range(2 + len(counts), 2 + 2 * len(counts)))


def _lowest(x: Array) -> float:
    return -np.inf if x.dtype.kind == "f" else float(np.iinfo(x.dtype.name).min)


def _max_pool(call: KernelCall) -> Array:
    x, letters, shape = _prepare(call)
    seen, axes = _reduce_windows(x, shape, _lowest(x))
    return rounded(from_channel_first(seen.max(axis=axes), letters), call["x"])


def _avg_pool(call: KernelCall) -> Array:
    """With `exclusive`, padding does not count; a window that reaches past the padding counts only up to its end."""
    x, letters, shape = _prepare(call)
    seen, axes = _reduce_windows(x, shape, 0)
    total = seen.sum(axis=axes)
    exclusive = call.bool("exclusive") if "exclusive" in call.proto.attr_index else True
    divisor = call.int("divisor_override") if "divisor_override" in call.proto.attr_index else 0
    ones = np.ones((1, 1, *x.shape[2:]), x.dtype)
    if divisor:
        return rounded(from_channel_first(total / np.asarray(divisor, x.dtype), letters), call["x"])
    if not exclusive:
        ones = np.pad(ones, [(0, 0), (0, 0), *shape.pads], constant_values=1)
        open_shape = Geometry(shape.kernel, shape.strides, shape.dilations, [(0, 0)] * len(shape.pads), shape.ceil)
        counts = list(total.shape[2:])
        widths = [(0, 0), (0, 0)]
        for axis, size in enumerate(ones.shape[2:]):
            reach = (counts[axis] - 1) * shape.strides[axis] + shape.kernel[axis]
            widths.append((0, max(0, reach - size)))
        weight = windows(np.pad(ones, widths), open_shape, counts).sum(axis=axes)
    else:
        weight = _reduce_windows(ones, shape, 0)[0].sum(axis=axes)
    return rounded(from_channel_first(total / weight, letters), call["x"])


def _global_average(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    return rounded(x.mean(axis=tuple(range(2, x.ndim)), keepdims=True, dtype=x.dtype), call["x"])


def _adaptive(call: KernelCall) -> Array:
    """Output cell i averages the inputs from floor(i n / m) to ceil((i + 1) n / m)."""
    x = as_compute(call["x"])
    rows, columns = call.ints("output_size")
    out = np.empty((*x.shape[:-2], rows, columns), x.dtype)
    for i, j in np.ndindex(rows, columns):
        top, bottom = i * x.shape[-2] // rows, -(-(i + 1) * x.shape[-2] // rows)
        left, right = j * x.shape[-1] // columns, -(-(j + 1) * x.shape[-1] // columns)
        out[..., i, j] = x[..., top:bottom, left:right].mean(axis=(-2, -1))
    return rounded(out, call["x"])


KERNELS: dict[str, Kernel] = {
    "MaxPool": _max_pool,
    "MaxPoolV3": _max_pool,
    "MaxPool3D": _max_pool,
    "AvgPool": _avg_pool,
    "AvgPoolV2": _avg_pool,
    "GlobalAveragePool": _global_average,
    "AdaptiveAvgPool2d": _adaptive,
}
