"""Pooling: a reduction over each window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded
from metadef.kernels.windows import (
    Geometry,
    channel_first,
    fold,
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
    ceil = bool(call.attr("ceil_mode")) if call.has_attr("ceil_mode") else False
    if call.has_attr("global_pooling") and call.bool("global_pooling"):
        rank = x.ndim - 2
        return x, letters, Geometry(x.shape[2:], [1] * rank, [1] * rank, [(0, 0)] * rank)
    kernel = spread(call.numbers("ksize"), letters)
    dilation = "dilation" if call.has_attr("dilation") else "dilations"
    return x, letters, geometry(call, letters, kernel, x.shape[2:], dilation=dilation, ceil=ceil)


def _counts(x: Array, shape: Geometry) -> list[int]:
    return [shape.out_size(axis, size) for axis, size in enumerate(x.shape[2:])]


def _lowest(x: Array) -> float:
    return -np.inf if x.dtype.kind == "f" else float(np.iinfo(x.dtype.name).min)


def _max_pool(call: KernelCall) -> Array:
    x, letters, shape = _prepare(call)
    result = fold(np.maximum, padded(x, shape, _lowest(x)), shape, _counts(x, shape))
    return rounded(from_channel_first(result, letters), call["x"])


def _max_pool_with_argmax(call: KernelCall) -> list[Array]:
    """The greatest of each window, and its place in the flattened height and width of its channel."""
    x, letters, shape = _prepare(call)
    counts = _counts(x, shape)
    plane = np.arange(int(np.prod(x.shape[2:]))).reshape(1, 1, *x.shape[2:])
    count = len(counts)
    seen = windows(padded(x, shape, _lowest(x)), shape, counts).reshape(*x.shape[:2], *counts, -1)
    numbers = windows(padded(plane, shape, -1), shape, counts).reshape(1, 1, *counts, -1)
    keys = np.where(numbers < 0, _lowest(x), seen)
    best = np.argmax(keys, axis=2 + count)[..., None]
    values = np.take_along_axis(seen, best, axis=2 + count)[..., 0]
    places = np.take_along_axis(np.broadcast_to(numbers, seen.shape), best, axis=2 + count)[..., 0]
    return [rounded(from_channel_first(values, letters), call["x"]), from_channel_first(places, letters)]


def _avg_pool(call: KernelCall) -> Array:
    """Padding counts unless `exclusive`; what a window of the ceil mode sees behind the padding never does."""
    x, letters, shape = _prepare(call)
    counts = _counts(x, shape)
    total = fold(np.add, padded(x, shape, 0), shape, counts)
    divisor = call.int("divisor_override") if call.has_attr("divisor_override") else 0
    if divisor:
        return rounded(from_channel_first(total / np.asarray(divisor, x.dtype), letters), call["x"])
    if call.has_attr("count_include_pad"):
        exclusive = not call.bool("count_include_pad")
    else:
        exclusive = call.bool("exclusive") if call.has_attr("exclusive") else True
    ones = np.ones((1, 1, *x.shape[2:]), x.dtype)
    if not exclusive:
        ones = np.pad(ones, [(0, 0), (0, 0), *shape.pads], constant_values=1)
        reach = [
            (count - 1) * stride + step * (kernel - 1) + 1
            for count, stride, step, kernel in zip(counts, shape.strides, shape.dilations, shape.kernel, strict=True)
        ]
        short = [(0, max(0, span - size)) for span, size in zip(reach, ones.shape[2:], strict=True)]
        weight = fold(np.add, np.pad(ones, [(0, 0), (0, 0), *short]), shape, counts)
    else:
        weight = fold(np.add, padded(ones, shape, 0), shape, counts)
    return rounded(from_channel_first(total / weight, letters), call["x"])


def _global(function: Callable[..., Array]) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x = as_compute(call["x"])
        return rounded(np.asarray(function(x, axis=tuple(range(2, x.ndim)), keepdims=True)).astype(x.dtype), call["x"])

    return kernel


def _global_lp_pool(call: KernelCall) -> Array:
    x, p = as_compute(call["x"]), call.float("p")
    total = np.power(np.abs(x), p).sum(axis=tuple(range(2, x.ndim)), keepdims=True)
    return rounded(np.power(total, 1 / p).astype(x.dtype), call["x"])


def adaptive_cells(size: int, count: int) -> list[slice]:
    """Cell i covers the inputs from floor(i n / m) to ceil((i + 1) n / m)."""
    return [slice(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def _adaptive(function: Callable[..., Array]) -> Kernel:
    """Windows that share the last axes out among the cells of the output."""

    def kernel(call: KernelCall) -> Array:
        x = as_compute(call["x"])
        wanted = call.numbers("output_size")
        last = call.has_attr("data_format") and call.str("data_format").endswith("C")
        x = np.moveaxis(x, -1, 1) if last else x
        spatial = x.shape[x.ndim - len(wanted) :]
        sizes = [size if count == -1 else count for count, size in zip(wanted, spatial, strict=True)]
        cells: Sequence[list[slice]] = [adaptive_cells(n, m) for n, m in zip(spatial, sizes, strict=True)]
        out = np.empty((*x.shape[: x.ndim - len(sizes)], *sizes), x.dtype)
        for place in np.ndindex(*sizes):
            cell = tuple(cells[axis][at] for axis, at in enumerate(place))
            out[(..., *place)] = function(x[(..., *cell)], axis=tuple(range(-len(sizes), 0)))
        return rounded(np.moveaxis(out, 1, -1) if last else out, call["x"])

    return kernel


KERNELS: dict[str, Kernel] = {
    "AdaptiveAvgPool": _adaptive(np.mean),
    "AdaptiveAvgPool2d": _adaptive(np.mean),
    "AdaptiveAvgPool3d": _adaptive(np.mean),
    "AvgPool": _avg_pool,
    "AvgPool3D": _avg_pool,
    "AvgPoolV2": _avg_pool,
    "GlobalAveragePool": _global(np.mean),
    "GlobalLpPool": _global_lp_pool,
    "MaxPool": _max_pool,
    "MaxPool3D": _max_pool,
    "MaxPoolExt2": _max_pool,
    "MaxPoolV2": _max_pool,
    "MaxPoolV3": _max_pool,
    "MaxPoolWithArgmaxV3": _max_pool_with_argmax,
}
