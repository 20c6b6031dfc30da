"""Convolutions: for each group, a product of windows and filter taps."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded
from metadef.kernels.windows import Geometry, channel_first, from_channel_first, geometry, letters_of, padded, windows

__all__ = ["KERNELS", "convolve"]

_FILTER = {"NCHW": "NCHW", "NHWC": "HWCN", "NCDHW": "NCDHW", "NDHWC": "DHWCN"}


def convolve(x: Array, weight: Array, shape: Geometry, groups: int) -> Array:
    """[N, C, ...] with [O, C / groups, taps...] to [N, O, out...]."""
    counts = [shape.out_size(axis, size) for axis, size in enumerate(x.shape[2:])]
    seen = windows(padded(x, shape, 0), shape, counts)
    per_in, per_out = x.shape[1] // groups, weight.shape[0] // groups
    rank = len(counts)
    parts: list[Array] = []
    for group in range(groups):
        patch = seen[:, group * per_in : (group + 1) * per_in]
        taps = weight[group * per_out : (group + 1) * per_out]
        # contract channels and taps: patch [N, C, out..., k...] with taps [O, C, k...]
        axes = [1, *range(2 + rank, 2 + 2 * rank)]
        parts.append(np.moveaxis(np.tensordot(patch, taps, (axes, list(range(1, 2 + rank)))), -1, 1))
    return np.concatenate(parts, axis=1) if len(parts) > 1 else parts[0]


def _filter_letters(call: KernelCall, letters: str) -> str:
    origin = call.format("filter").axes
    if origin is not None and len(origin) == len(letters):
        return origin
    return letters if letters.startswith("NC") else _FILTER[letters]


def _conv(call: KernelCall) -> Array:
    letters = letters_of(call)
    x = channel_first(as_compute(call["x"]), letters)
    weight = channel_first(as_compute(call["filter"]), _filter_letters(call, letters))
    if x.dtype == np.int8:
        x, weight = x.astype(np.int32), weight.astype(np.int32)
    shape = geometry(call, letters, weight.shape[2:], x.shape[2:])
    groups = call.int("groups") if "groups" in call.proto.attr_index else x.shape[1] // weight.shape[1]
    result = convolve(x, weight, shape, groups)
    bias = call.find("bias")
    if bias is not None:
        result = result + as_compute(bias).reshape((1, -1) + (1,) * (result.ndim - 2))
    return rounded(from_channel_first(result, letters), call["x"])


def _conv_transpose(call: KernelCall) -> Array:
    """The gradient of a convolution by its input: every element spreads its filter over the output."""
    letters = letters_of(call)
    x = channel_first(as_compute(call["x"]), letters)
    weight = channel_first(as_compute(call["filter"]), _filter_letters(call, letters))
    groups = call.int("groups")
    spatial = x.shape[2:]
    shape = geometry(call, letters, weight.shape[2:], spatial)
    extra = [call.ints("output_padding")[letters.index(axis)] for axis in letters if axis not in "NC"]
    full = [
        stride * (size - 1) + step * (taps - 1) + 1 + more
        for stride, size, step, taps, more in zip(
            shape.strides, spatial, shape.dilations, shape.kernel, extra, strict=True
        )
    ]
    per_in, per_out = x.shape[1] // groups, weight.shape[1]
    out = np.zeros((x.shape[0], per_out * groups, *full), np.result_type(x, weight))
    for group in range(groups):
        part = x[:, group * per_in : (group + 1) * per_in]
        taps = weight[group * per_in : (group + 1) * per_in]
        for tap in np.ndindex(*shape.kernel):
            place = tuple(
                slice(t * step, t * step + stride * (size - 1) + 1, stride)
                for t, step, stride, size in zip(tap, shape.dilations, shape.strides, spatial, strict=True)
            )
            spread = np.moveaxis(np.tensordot(part, taps[(slice(None), slice(None), *tap)], ([1], [0])), -1, 1)
            out[(slice(None), slice(group * per_out, (group + 1) * per_out), *place)] += spread
    given = call.ints("input_size") if "input_size" in call.proto.attr_index else tuple(call["input_size"].tolist())
    sizes = [given[letters.index(axis)] for axis in letters if axis not in "NC"] if any(given) else None
    cut: list[slice] = [slice(None), slice(None)]
    for axis, (before, after) in enumerate(shape.pads):
        length = sizes[axis] if sizes is not None else full[axis] - before - after
        short = before + length - out.shape[axis + 2]
        if short > 0:
            widths = [(0, 0)] * out.ndim
            widths[axis + 2] = (0, short)
            out = np.pad(out, widths)
        cut.append(slice(before, before + length))
    result = out[tuple(cut)]
    bias = call.find("bias")
    if bias is not None:
        result = result + as_compute(bias).reshape((1, -1) + (1,) * (result.ndim - 2))
    return rounded(from_channel_first(result, letters), call["x"])


KERNELS: dict[str, Kernel] = {
    "Conv2D": _conv,
    "Conv2DV2": _conv,
    "Conv3D": _conv,
    "Conv3DV2": _conv,
    "DepthwiseConv2D": _conv,
    "Conv2DTransposeD": _conv_transpose,
    "Conv2DTranspose": _conv_transpose,
    "Conv3DTransposeD": _conv_transpose,
    "Conv3DTranspose": _conv_transpose,
}
