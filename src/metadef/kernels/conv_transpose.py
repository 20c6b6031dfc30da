"""Transposed convolutions, and the gradients of convolutions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.conv import filter_letters, with_bias
from metadef.kernels.numeric import as_compute, rounded
from metadef.kernels.windows import Geometry, channel_first, from_channel_first, geometry, letters_of, padded, taps

__all__ = ["KERNELS"]


def spread_windows(y: Array, weight: Array, shape: Geometry, groups: int, sizes: Sequence[int]) -> Array:
    """The gradient of a convolution by its input: every element of y spreads its filter over [N, C, sizes...]."""
    per_y, per_x = y.shape[1] // groups, weight.shape[1]
    counts = y.shape[2:]
    spans = [
        max(before + size + after, stride * (count - 1) + step * (kernel - 1) + 1)
        for (before, after), size, stride, count, step, kernel in zip(
            shape.pads, sizes, shape.strides, counts, shape.dilations, shape.kernel, strict=True
        )
    ]
    out = np.zeros((y.shape[0], per_x * groups, *spans), np.result_type(y, weight))
    parts = y.reshape(y.shape[0], groups, per_y, -1)
    filters = weight.reshape(groups, per_y, per_x, *shape.kernel)
    for tap, place in taps(out, shape, counts):
        piece = np.matmul(filters[(slice(None), slice(None), slice(None), *tap)].swapaxes(1, 2), parts)
        place += piece.reshape(place.shape)
    cut = tuple(slice(before, before + size) for (before, _), size in zip(shape.pads, sizes, strict=True))
    return out[(slice(None), slice(None), *cut)]


def _spatial(values: Sequence[int], letters: str) -> list[int]:
    return [values[letters.index(axis)] for axis in letters if axis not in "NC"]


def _conv_transpose(call: KernelCall) -> Array:
    """[N, C, ...] with filters [C, O / groups, taps...]; the size is `input_size` where it is not all zeros."""
    letters = letters_of(call)
    x = channel_first(as_compute(call["x"]), letters)
    weight = channel_first(as_compute(call["filter"]), filter_letters(call, letters))
    shape = geometry(call, letters, weight.shape[2:], x.shape[2:])
    given = call.numbers("input_size")
    if any(given):
        sizes = _spatial(given, letters)
    else:
        extra = _spatial(call.ints("output_padding"), letters)
        sizes = [
            stride * (size - 1) + step * (kernel - 1) + 1 + more - before - after
            for stride, size, step, kernel, more, (before, after) in zip(
                shape.strides, x.shape[2:], shape.dilations, shape.kernel, extra, shape.pads, strict=True
            )
        ]
    result = with_bias(call, spread_windows(x, weight, shape, call.int("groups"), sizes))
    return rounded(from_channel_first(result, letters), call["x"])


def _backprop_input(call: KernelCall) -> Array:
    """The gradient by the feature map, from the gradient of the result and the filter."""
    letters = letters_of(call, "out_backprop")
    dy = channel_first(as_compute(call["out_backprop"]), letters)
    weight = channel_first(as_compute(call["filter"]), filter_letters(call, letters))
    sizes = _spatial(call.numbers("input_size"), letters)
    shape = geometry(call, letters, weight.shape[2:], sizes)
    result = spread_windows(dy, weight, shape, call.int("groups"), sizes)
    return rounded(from_channel_first(result, letters), call["out_backprop"])


def _backprop_filter(call: KernelCall) -> Array:
    """The gradient by the filter: products of what each tap sees with the gradient of the result, in float32."""
    letters = letters_of(call)
    x, dy = channel_first(as_compute(call["x"]), letters), channel_first(as_compute(call["out_backprop"]), letters)
    order = filter_letters(call, letters)
    sizes = call.numbers("filter_size")
    kernel = [sizes[order.index(axis)] for axis in letters if axis not in "NC"]
    groups = call.int("groups")
    shape = geometry(call, letters, kernel, x.shape[2:])
    counts = dy.shape[2:]
    per_in, per_out = x.shape[1] // groups, dy.shape[1] // groups
    result = np.zeros((groups, per_out, per_in, *kernel), np.result_type(x, dy))
    wanted = dy.reshape(dy.shape[0], groups, per_out, -1)
    for tap, seen in taps(padded(x, shape, 0), shape, counts):
        parts = seen.reshape(seen.shape[0], groups, per_in, -1)
        result[(..., *tap)] = np.matmul(wanted, parts.swapaxes(-1, -2)).sum(axis=0)
    return from_channel_first(result.reshape(-1, per_in, *kernel), order)


KERNELS: dict[str, Kernel] = {
    "Conv2DBackpropFilter": _backprop_filter,
    "Conv2DBackpropFilterD": _backprop_filter,
    "Conv2DBackpropInput": _backprop_input,
    "Conv2DBackpropInputD": _backprop_input,
    "Conv2DTranspose": _conv_transpose,
    "Conv2DTransposeD": _conv_transpose,
    "Conv3DBackpropFilter": _backprop_filter,
    "Conv3DBackpropFilterD": _backprop_filter,
    "Conv3DBackpropInput": _backprop_input,
    "Conv3DBackpropInputD": _backprop_input,
    "Conv3DTranspose": _conv_transpose,
    "Conv3DTransposeD": _conv_transpose,
    "Conv3DTransposeV2": _conv_transpose,
}
