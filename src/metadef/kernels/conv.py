"""Convolutions: for each group, a product of filter taps and windows."""

from __future__ import annotations

from math import prod

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import along, as_compute, rounded
from metadef.kernels.resize_grid import sample as sampled
from metadef.kernels.windows import Geometry, channel_first, from_channel_first, geometry, letters_of, padded, taps
from metadef.kernels.windows import windows as windows_of

__all__ = ["KERNELS", "convolve", "filter_letters", "with_bias"]

_FILTER = {"NCHW": "NCHW", "NHWC": "HWCN", "NCDHW": "NCDHW", "NDHWC": "DHWCN"}


def convolve(x: Array, weight: Array, shape: Geometry, groups: int) -> Array:
    """[N, C, ...] with [O, C / groups, taps...] to [N, O, out...]."""
    counts = [shape.out_size(axis, size) for axis, size in enumerate(x.shape[2:])]
    x = padded(x, shape, 0)
    per_in, per_out = weight.shape[1], weight.shape[0] // groups
    if per_in == 1 and groups > 1:
        return _depthwise(x, weight, shape, groups, counts)
    filters = weight.reshape(groups, per_out, -1)
    out = np.empty((x.shape[0], weight.shape[0], *counts), np.result_type(x, weight))
    rank = len(counts)
    order = [0, *range(1 + rank, 1 + 2 * rank), *range(1, 1 + rank)]  # channels, taps, places
    for sample in range(x.shape[0]):  # WHY: one sample's windows at a time fit in memory
        seen = windows_of(x[sample : sample + 1], shape, counts)[0].transpose(order)
        columns = seen.reshape(groups, per_in * prod(shape.kernel), prod(counts))
        out[sample] = np.matmul(filters, columns).reshape(-1, *counts)
    return out


def _depthwise(x: Array, weight: Array, shape: Geometry, groups: int, counts: list[int]) -> Array:
    """One input channel for each group: a sum over taps, without any matrix."""
    per_out = weight.shape[0] // groups
    out = np.zeros((x.shape[0], groups, per_out, *counts), np.result_type(x, weight))
    column = (1, groups, per_out) + (1,) * len(counts)
    for tap, seen in taps(x, shape, counts):
        out += seen[:, :, None] * weight[(slice(None), 0, *tap)].reshape(column)
    return out.reshape(x.shape[0], -1, *counts)


def filter_letters(call: KernelCall, letters: str) -> str:
    """The axis letters of the filter: its origin format, else the one that goes with the feature map's.

    Where the filter is what the operator computes, its format is that of the output.
    """
    if "filter" in call.proto.input_index:
        origin = call.format("filter").axes
    else:
        origin = call.outputs[0].origin_format.axes if call.outputs else None
    if origin is not None and len(origin) == len(letters):
        return origin
    return letters if letters.startswith("NC") else _FILTER[letters]


def with_bias(call: KernelCall, result: Array) -> Array:
    """[N, O, ...] plus a bias for each output channel, where one is fed."""
    return result + along(as_compute(call["bias"]), 1, result.ndim) if call.has_input("bias") else result


def _accumulating(array: Array) -> Array:
    """WHY: integer products accumulate in int32 on the cube unit."""
    return array.astype(np.int32) if array.dtype.name in ("int8", "uint8") else array


def _conv(call: KernelCall) -> Array:
    """`offset_x` is what the padding of quantised feature maps holds."""
    letters = letters_of(call)
    x = channel_first(_accumulating(as_compute(call["x"])), letters)
    weight = channel_first(_accumulating(as_compute(call["filter"])), filter_letters(call, letters))
    if x.dtype.kind == "i" and call.int("offset_x"):
        x = x - np.asarray(call.int("offset_x"), x.dtype)
    shape = geometry(call, letters, weight.shape[2:], x.shape[2:])
    result = with_bias(call, convolve(x, weight, shape, call.int("groups")))
    return rounded(from_channel_first(result, letters), call["x"])


def _depthwise_conv(call: KernelCall) -> Array:
    """Filters [H, W, C, multiplier] with channels last, [C · multiplier, 1, H, W] with channels first."""
    letters = letters_of(call)
    x = channel_first(_accumulating(as_compute(call["x"])), letters)
    weight = channel_first(_accumulating(as_compute(call["filter"])), filter_letters(call, letters))
    if weight.shape[1] != 1:  # [multiplier, C, H, W]: outputs are ordered by channel, then by multiplier
        weight = weight.swapaxes(0, 1).reshape(-1, 1, *weight.shape[2:])
    shape = geometry(call, letters, weight.shape[2:], x.shape[2:])
    result = with_bias(call, convolve(x, weight, shape, x.shape[1]))
    return rounded(from_channel_first(result, letters), call["x"])


def _extended_conv(call: KernelCall) -> tuple[Array, Array]:
    """ExtendConv2D: a convolution, then a (leaky) ReLU; the second result exists with `dual_output` only.

    Raises:
        ValueError: for results that are scaled or clipped to another type.
    """
    fed = [name for name in ("scale0", "clip_value0", "scale1", "clip_value1") if call.has_input(name)]
    if fed:
        raise ValueError(f"ExtendConv2D with {', '.join(fed)} is not known")
    plain = as_compute(_conv(call))
    first, second = (_activated(call, plain, index) for index in (0, 1))
    return first, second if call.bool("dual_output") else np.zeros(0, first.dtype)


def _activated(call: KernelCall, x: Array, index: int) -> Array:
    if call.bool(f"enable_relu{index}"):
        weight = f"relu_weight{index}"
        if call.has_input(weight):
            x = np.where(x > 0, x, x * along(as_compute(call[weight]), 1, x.ndim)).astype(x.dtype)
        else:
            x = np.maximum(x, np.zeros((), x.dtype))
    return rounded(x, call["x"])


def _deformable_offsets(call: KernelCall) -> Array:
    """Every window laid out as kernel height x width elements of a larger image, each sampled where it was moved to.

    The planes of `offsets` are (x or y or factor, group, tap): how far right, how far down, and with `modulated` what
    the sample is multiplied by. Outside of the image is 0.
    """
    letters = letters_of(call)
    x = channel_first(as_compute(call["x"]), letters)
    offsets = channel_first(as_compute(call["offsets"]), letters)
    kernel, groups = call.ints("ksize"), call.int("deformable_groups")
    shape = geometry(call, letters, kernel, x.shape[2:])
    batch, channels = x.shape[:2]
    counts = offsets.shape[2:]
    planes = offsets.reshape(batch, -1, groups, *kernel, *counts)
    grids = [np.arange(n) * s - p[0] for n, s, p in zip(counts, shape.strides, shape.pads, strict=True)]
    taps_at = [np.arange(n) * d for n, d in zip(kernel, shape.dilations, strict=True)]
    rows = taps_at[0][:, None, None, None] + grids[0][:, None]
    columns = taps_at[1][:, None, None] + grids[1]
    out = np.empty((batch, groups, channels // groups, *kernel, *counts), x.dtype)
    for image, group in np.ndindex(batch, groups):
        right, down = planes[image, 0, group], planes[image, 1, group]
        points = [rows + down, columns + right]
        part = x[image].reshape(groups, -1, *x.shape[2:])[group]
        found = sampled(part, points, "bilinear", "zeros", False)
        out[image, group] = found * planes[image, 2, group] if call.bool("modulated") else found
    spread_out = out.transpose(0, 1, 2, 5, 3, 6, 4)  # rows of windows, rows of a window, columns likewise
    sizes = [count * taps for count, taps in zip(counts, kernel, strict=True)]
    return rounded(from_channel_first(spread_out.reshape(batch, channels, *sizes), letters), call["x"])


KERNELS: dict[str, Kernel] = {
    "Conv2D": _conv,
    "Conv2DV2": _conv,
    "Conv3D": _conv,
    "Conv3DV2": _conv,
    "DeformableOffsets": _deformable_offsets,
    "DepthwiseConv2D": _depthwise_conv,
    "ExtendConv2D": _extended_conv,
}
