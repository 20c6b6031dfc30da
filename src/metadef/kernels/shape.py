"""Other shapes for the same elements, repeated elements, and the shapes themselves."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.lib.stride_tricks import as_strided

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]


def _shape(call: KernelCall) -> Array:
    return np.asarray(call["x"].shape, call.numpy_type("dtype")).reshape(-1)


def _shape_n(call: KernelCall) -> list[Array]:
    return [np.asarray(x.shape, call.numpy_type("dtype")).reshape(-1) for x in call.members("x")]


def _size(call: KernelCall) -> Array:
    return np.asarray(call["x"].size, call.numpy_type("dtype"))


def _rank(call: KernelCall) -> Array:
    return np.asarray(call["x"].ndim, np.int32)


def _reshape(call: KernelCall) -> Array:
    """0 copies the input's size at that place, -1 takes what is left; `axis` and `num_axes` choose what is replaced."""
    x, axis, count = call["x"], call.int("axis"), call.int("num_axes")
    first = axis if axis >= 0 else axis + x.ndim + 1
    middle = x.shape[first : x.ndim if count == -1 else first + count]
    sizes = call.numbers("shape")
    copied = [middle[i] if size == 0 and i < len(middle) else size for i, size in enumerate(sizes)]
    # WHY: an empty tensor may get zeros that copy nothing (ONNX's allowzero)
    is_literal = -1 not in sizes and prod(copied) != prod(middle) and prod(sizes) == prod(middle)
    return x.reshape((*x.shape[:first], *(sizes if is_literal else copied), *x.shape[first + len(middle) :]))


def _squeeze(name: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x, axes = call["x"], call.numbers(name)
        return x.squeeze(tuple(axes)) if axes else x.squeeze()

    return kernel


def _unsqueeze(name: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        return np.expand_dims(call["x"], tuple(call.numbers(name)))

    return kernel


def _flatten(call: KernelCall) -> Array:
    """To a matrix: the axes before `axis`, and the rest."""
    x, axis = call["x"], call.int("axis")
    axis += x.ndim if axis < 0 else 0
    return x.reshape(prod(x.shape[:axis]), prod(x.shape[axis:]))


def _flatten_v2(call: KernelCall) -> Array:
    x, first, last = call["x"], call.int("axis"), call.int("end_axis")
    first, last = first % max(1, x.ndim), last % max(1, x.ndim)
    return x.reshape(*x.shape[:first], prod(x.shape[first : last + 1]), *x.shape[last + 1 :])


def _tile(call: KernelCall) -> Array:
    return np.tile(call["x"], call.numbers("multiples"))


def _tile_with_axis(call: KernelCall) -> Array:
    x, axis = call["x"], call.int("axis")
    return np.concatenate([x] * call.int("tiles"), axis=axis)


def _broadcast_to(call: KernelCall) -> Array:
    """-1 keeps the input's size."""
    x, sizes = call["x"], call.numbers("shape")
    shift = len(sizes) - x.ndim
    sizes = [x.shape[i - shift] if size == -1 and i >= shift else size for i, size in enumerate(sizes)]
    return np.broadcast_to(x, sizes)


def _expand(call: KernelCall) -> Array:
    """ONNX's Expand: the broadcast of the input's shape and the given one."""
    x = call["x"]
    sizes = tuple(1 if size == -1 else size for size in call.numbers("shape"))
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, sizes))


def _bitcast(call: KernelCall) -> Array:
    """The same bytes in another type; between types of different sizes, the last axis appears or goes.

    WHY `keep_dim` is not asked: for types of one size, the only ones that ONNX allows, there is nothing to keep.
    """
    x, dtype = call["x"], call.numpy_type("type")
    if dtype.itemsize < x.dtype.itemsize:
        return np.ascontiguousarray(x)[..., None].view(dtype)
    if dtype.itemsize > x.dtype.itemsize:
        return np.ascontiguousarray(x).view(dtype)[..., 0]
    return np.array(x, order="C", copy=True).view(dtype)


def _broadcast_args(call: KernelCall) -> Array:
    x1, x2 = call["x1"], call["x2"]
    shape = np.broadcast_shapes(tuple(x1.tolist()), tuple(x2.tolist()))
    return np.asarray(shape, x1.dtype).reshape(-1)


def _as_strided(call: KernelCall) -> Array:
    """A view by sizes and strides in elements.

    Raises:
        ValueError: if the view would leave the tensor.
    """
    flat = np.ascontiguousarray(call["x"]).reshape(-1)
    sizes, strides, offset = call.numbers("size"), call.numbers("stride"), call.numbers("storage_offset")[0]
    ends = [(size - 1) * stride for size, stride in zip(sizes, strides, strict=True)]
    low, high = offset + sum(end for end in ends if end < 0), offset + sum(end for end in ends if end > 0)
    if not all(sizes):
        return np.empty(sizes, flat.dtype)
    if low < 0 or high >= flat.size:
        raise ValueError(f"the view reads elements {low} to {high} of {flat.size}")
    return as_strided(flat[offset:], sizes, [stride * flat.itemsize for stride in strides], writeable=False).copy()


def _repeat_interleave(call: KernelCall) -> Array:
    """Without an axis (1000) the flattened tensor."""
    x, repeats, axis = call["x"], call["repeats"].reshape(-1), call.int("axis")
    counts = repeats if repeats.size > 1 else repeats[0]
    return np.repeat(x, counts, axis=None if axis == 1000 else axis)


KERNELS: dict[str, Kernel] = {
    "AsStrided": _as_strided,
    "Bitcast": _bitcast,
    "BroadcastArgs": _broadcast_args,
    "BroadcastTo": _broadcast_to,
    "BroadcastToD": _broadcast_to,
    "Expand": _expand,
    "ExpandD": _expand,
    "ExpandDims": _unsqueeze("axis"),
    "Flatten": _flatten,
    "FlattenV2": _flatten_v2,
    "Rank": _rank,
    "RepeatInterleave": _repeat_interleave,
    "Reshape": _reshape,
    "Shape": _shape,
    "ShapeN": _shape_n,
    "Size": _size,
    "Squeeze": _squeeze("axis"),
    "SqueezeV2": _squeeze("axis"),
    "SqueezeV3": _squeeze("axes"),
    "Tile": _tile,
    "TileD": _tile,
    "TileWithAxis": _tile_with_axis,
    "Unsqueeze": _unsqueeze("axes"),
    "UnsqueezeV2": _unsqueeze("axis"),
    "UnsqueezeV3": _unsqueeze("axes"),
}
