"""Parts of tensors, and writing into parts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS", "strided_places"]

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def _slice(call: KernelCall) -> Array:
    """`size` -1 reaches to the end."""
    return call["x"][_places(call.numbers("offsets"), call.numbers("size"))]


def _places(offsets: Sequence[int], sizes: Sequence[int]) -> tuple[slice, ...]:
    return tuple(slice(o, None if s == -1 else o + s) for o, s in zip(offsets, sizes, strict=True))


def _slice_with_axes(call: KernelCall) -> Array:
    x = call["x"]
    places = [slice(None)] * x.ndim
    chosen = _places(call.numbers("offsets"), call.numbers("size"))
    for axis, place in zip(call.ints("axes"), chosen, strict=True):
        places[axis] = place
    return x[tuple(places)]


def _slice_last_dim(call: KernelCall) -> Array:
    return call["x"][..., call.int("start") : call.int("end") : call.int("stride")]


def _end(last: int, step: int, size: int) -> int | None:
    """WHY: an end before the first element includes it; NumPy would count from the back."""
    return None if step < 0 and last < -size else last


def strided_places(
    shape: tuple[int, ...], begin: list[int], end: list[int], strides: list[int], masks: dict[str, int]
) -> tuple[slice | int | None, ...]:
    """NumPy's index for TensorFlow's masks; bit i of a mask is about the i-th entry of begin and end."""
    places: list[slice | int | None] = []
    ellipsis = masks["ellipsis_mask"]
    consumed = sum(not masks["new_axis_mask"] >> i & 1 for i in range(len(begin)) if not ellipsis >> i & 1)
    axis = 0  # of the input
    for i, (first, last, step) in enumerate(zip(begin, end, strides, strict=True)):
        if ellipsis >> i & 1:
            places += [slice(None)] * (len(shape) - consumed)
            axis += len(shape) - consumed
        elif masks["new_axis_mask"] >> i & 1:
            places.append(None)
        elif masks["shrink_axis_mask"] >> i & 1:
            places.append(first)
            axis += 1
        else:
            low = None if masks["begin_mask"] >> i & 1 else first
            high = None if masks["end_mask"] >> i & 1 else _end(last, step, shape[axis])
            places.append(slice(low, high, step))
            axis += 1
    return tuple(places)


def _strided(call: KernelCall, shape: tuple[int, ...]) -> tuple[slice | int | None, ...]:
    """The index of a strided slice, whichever way the operator takes its arguments."""
    begin, end = call.numbers("begin"), call.numbers("end")
    named = "strides" in call.proto.input_index or call.has_attr("strides")
    strides = (call.numbers("strides") if named else []) or [1] * len(begin)
    if "axes" in call.proto.input_index and call.find("axes") is not None:
        places: list[slice | int | None] = [slice(None)] * len(shape)
        for axis, first, last, step in zip(call.numbers("axes"), begin, end, strides, strict=True):
            places[axis] = slice(first, _end(last, step, shape[axis]), step)
        return tuple(places)
    masks = {name: call.int(name) if call.has_attr(name) else 0 for name in _MASKS}
    return strided_places(shape, begin, end, strides, masks)


def _strided_slice(call: KernelCall) -> Array:
    return call["x"][_strided(call, call["x"].shape)]


def _strided_slice_assign(call: KernelCall) -> Array:
    result = call["var"].copy()
    result[_strided(call, result.shape)] = call["input_value"]
    return result


def _strided_slice_grad(call: KernelCall) -> Array:
    """Zeros of the sliced tensor's shape, with dy where the slice was."""
    dy = call["dy"]
    result = np.zeros(call.numbers("shape"), dy.dtype)
    result[_strided(call, result.shape)] = dy
    return result


KERNELS: dict[str, Kernel] = {
    "Slice": _slice,
    "SliceD": _slice,
    "SliceDV2": _slice,
    "SliceLastDim": _slice_last_dim,
    "SliceWithAxes": _slice_with_axes,
    "StridedSlice": _strided_slice,
    "StridedSliceAssign": _strided_slice_assign,
    "StridedSliceAssignD": _strided_slice_assign,
    "StridedSliceAssignV2": _strided_slice_assign,
    "StridedSliceD": _strided_slice,
    "StridedSliceGrad": _strided_slice_grad,
    "StridedSliceGradD": _strided_slice_grad,
    "StridedSliceV2": _strided_slice,
    "StridedSliceV3": _strided_slice,
}
