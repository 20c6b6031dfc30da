"""Moving elements without computing: reshape, transpose, concatenate, split, slice, gather, pad, tile."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]


def _numbers(call: KernelCall, name: str) -> list[int]:
    """A list that is an input in one version of an operator and an attribute in the other."""
    if name in call.proto.input_index:
        return [int(item) for item in call[name].reshape(-1)]
    value = call.attr(name)
    return [item for item in value if isinstance(item, int)] if isinstance(value, tuple) else [call.int(name)]


def _reshape(call: KernelCall) -> Array:
    """0 copies the input's size at that place, -1 takes what is left."""
    x = call["x"]
    sizes = [x.shape[i] if size == 0 and i < x.ndim else size for i, size in enumerate(_numbers(call, "shape"))]
    if "allowzero" in call.attrs and call.bool("allowzero"):
        sizes = _numbers(call, "shape")
    return x.reshape(sizes)


def _squeeze(name: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x = call["x"]
        axes = _numbers(call, name)
        return x.squeeze(tuple(axes)) if axes else x.squeeze()

    return kernel


def _unsqueeze(name: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        return np.expand_dims(call["x"], tuple(_numbers(call, name)))

    return kernel


def _flatten(call: KernelCall) -> Array:
    x = call["x"]
    axis = call.int("axis") % (x.ndim + 1) if call.int("axis") < 0 else call.int("axis")
    return (
        x.reshape(int(np.prod(x.shape[:axis])), -1)
        if x.size
        else x.reshape(int(np.prod(x.shape[:axis])), int(np.prod(x.shape[axis:])))
    )


def _flatten_v2(call: KernelCall) -> Array:
    x = call["x"]
    first, last = call.int("axis"), call.int("end_axis")
    first, last = first % max(1, x.ndim), last % max(1, x.ndim)
    return x.reshape(*x.shape[:first], int(np.prod(x.shape[first : last + 1])), *x.shape[last + 1 :])


def _transpose(call: KernelCall) -> Array:
    return np.transpose(call["x"], _numbers(call, "perm"))


def _concat(call: KernelCall) -> Array:
    return np.concatenate(call.members("x"), axis=_numbers(call, "concat_dim")[0])


def _pack(call: KernelCall) -> Array:
    return np.stack(call.members("x"), axis=call.int("axis"))


def _unpack(call: KernelCall) -> list[Array]:
    x = np.moveaxis(call["x"], call.int("axis"), 0)
    return list(x)


def _split(call: KernelCall) -> list[Array]:
    axis = _numbers(call, "split_dim")[0]
    return list(np.split(call["x"], call.int("num_split"), axis=axis))


def _split_v(call: KernelCall) -> list[Array]:
    """One size may be -1: what is left."""
    x, axis, sizes = call["x"], _numbers(call, "split_dim")[0], _numbers(call, "size_splits")
    if -1 in sizes:
        sizes[sizes.index(-1)] = x.shape[axis] - sum(size for size in sizes if size != -1)
    return list(np.split(x, np.cumsum(sizes)[:-1], axis=axis))


def _slice(call: KernelCall) -> Array:
    """`size` -1 reaches to the end."""
    x, offsets, sizes = call["x"], _numbers(call, "offsets"), _numbers(call, "size")
    places = [slice(o, None if s == -1 else o + s) for o, s in zip(offsets, sizes, strict=True)]
    return x[tuple(places)]


def strided_places(
    shape: tuple[int, ...], begin: list[int], end: list[int], strides: list[int], masks: dict[str, int]
) -> tuple[slice | int | None, ...]:
    """NumPy's index for TensorFlow's masks; bit i of a mask is about the i-th entry of begin and end."""
    places: list[slice | int | None] = []
    ellipsis = masks["ellipsis_mask"]
    consumed = sum(not masks["new_axis_mask"] >> i & 1 for i in range(len(begin)) if not ellipsis >> i & 1)
    for i, (first, last, step) in enumerate(zip(begin, end, strides, strict=True)):
        if ellipsis >> i & 1:
            places += [slice(None)] * (len(shape) - consumed)
        elif masks["new_axis_mask"] >> i & 1:
            places.append(None)
        elif masks["shrink_axis_mask"] >> i & 1:
            places.append(first)
        else:
            low = None if masks["begin_mask"] >> i & 1 else first
            high = None if masks["end_mask"] >> i & 1 else last
            axis = sum(place is not None for place in places)
            if step < 0 and high is not None and high < -shape[axis]:
                high = None  # WHY: an end before the first element includes it; NumPy would count from the back
            places.append(slice(low, high, step))
    return tuple(places)


_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def _strided_slice(call: KernelCall) -> Array:
    x, begin, end = call["x"], _numbers(call, "begin"), _numbers(call, "end")
    has_strides = "strides" in call.proto.attr_index or call.find("strides") is not None
    strides = _numbers(call, "strides") if has_strides else [1] * len(begin)
    masks = {name: call.int(name) if name in call.proto.attr_index else 0 for name in _MASKS}
    if "axes" in call.proto.input_index and call.find("axes") is not None:
        places: list[slice] = [slice(None)] * x.ndim
        for axis, first, last, step in zip(_numbers(call, "axes"), begin, end, strides, strict=True):
            high = None if step < 0 and last < -x.shape[axis] else last
            places[axis] = slice(first, high, step)
        return x[tuple(places)]
    return x[strided_places(x.shape, begin, end, strides, masks)]


def _gather_v2(call: KernelCall) -> Array:
    x, indices = call["x"], call["indices"]
    axis = _numbers(call, "axis")[0] if "axis" in call.proto.input_index or "axis" in call.proto.attr_index else 0
    batch = call.int("batch_dims") if "batch_dims" in call.proto.attr_index else 0
    axis, batch = axis % x.ndim, batch % (indices.ndim + 1) if batch < 0 else batch
    places = np.where(indices < 0, indices + x.shape[axis], indices)
    if not batch:
        return np.take(x, places, axis=axis)
    rows = [np.take(x[at], places[at], axis=axis - batch) for at in np.ndindex(*x.shape[:batch])]
    return np.stack(rows).reshape(*x.shape[:batch], *rows[0].shape)


def _gather_elements(call: KernelCall) -> Array:
    x, index = call["x"], call["index"]
    axis = call.int("dim")
    return np.take_along_axis(x, np.where(index < 0, index + x.shape[axis], index), axis=axis)


def _gather_nd(call: KernelCall) -> Array:
    x, indices = call["x"], call["indices"]
    return x[tuple(np.moveaxis(indices, -1, 0))]


def _pad(call: KernelCall) -> Array:
    widths = np.asarray(_paddings(call)).reshape(-1, 2)
    return np.pad(call["x"], widths)


def _paddings(call: KernelCall) -> list[int]:
    if "paddings" in call.proto.input_index:
        return [int(item) for item in call["paddings"].reshape(-1)]
    value = call.attr("paddings")
    rows = value if isinstance(value, tuple) else ()
    return [item for row in rows if isinstance(row, tuple) for item in row if isinstance(item, int)]


def _pad_v3(call: KernelCall) -> Array:
    """Contiguous paddings are (before, after) by axis; the others are all befores, then all afters. Negative ones cut."""
    x = call["x"]
    flat = _paddings(call)
    widths = np.asarray(flat).reshape(-1, 2) if call.bool("paddings_contiguous") else np.asarray(flat).reshape(2, -1).T
    cut = tuple(slice(max(0, -int(b)), n - max(0, -int(a))) for (b, a), n in zip(widths, x.shape, strict=True))
    x, widths, mode = x[cut], np.maximum(widths, 0), call.str("mode")
    if mode == "constant":
        fill = call.find("constant_values") if "constant_values" in call.proto.input_index else None
        value = fill.reshape(())[()] if fill is not None and fill.size else 0
        return np.pad(x, widths, constant_values=value)
    modes = {"reflect": "reflect", "edge": "edge", "symmetric": "symmetric", "circular": "wrap", "wrap": "wrap"}
    if mode == "reflect":
        return np.pad(x, widths, mode="reflect")
    return np.pad(x, widths, mode="edge" if modes[mode] == "edge" else "symmetric" if mode == "symmetric" else "wrap")


def _tile(call: KernelCall) -> Array:
    return np.tile(call["x"], _numbers(call, "multiples"))


def _broadcast_to(call: KernelCall) -> Array:
    """-1 keeps the input's size."""
    x, sizes = call["x"], _numbers(call, "shape")
    shift = len(sizes) - x.ndim
    sizes = [x.shape[i - shift] if size == -1 and i >= shift else size for i, size in enumerate(sizes)]
    return np.broadcast_to(x, sizes)


def _expand(call: KernelCall) -> Array:
    """ONNX's Expand: the broadcast of the input's shape and the given one."""
    x = call["x"]
    sizes = [1 if size == -1 else size for size in _numbers(call, "shape")]
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(sizes)))


def _depth_to_space(call: KernelCall) -> Array:
    x, block = call["x"], call.int("block_size")
    channels_last = call.str("data_format") == "NHWC"
    if channels_last:
        x = np.moveaxis(x, -1, 1)
    n, c, h, w = x.shape
    if call.str("mode") == "DCR":
        y = x.reshape(n, block, block, c // block**2, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        y = x.reshape(n, c // block**2, block, block, h, w).transpose(0, 1, 4, 2, 5, 3)
    y = y.reshape(n, c // block**2, h * block, w * block)
    return np.moveaxis(y, 1, -1) if channels_last else y


def _space_to_depth(call: KernelCall) -> Array:
    x, block = call["x"], call.int("block_size")
    channels_last = call.str("data_format") == "NHWC"
    if channels_last:
        x = np.moveaxis(x, -1, 1)
    n, c, h, w = x.shape
    y = x.reshape(n, c, h // block, block, w // block, block).transpose(0, 3, 5, 1, 2, 4)
    y = y.reshape(n, c * block**2, h // block, w // block)
    return np.moveaxis(y, 1, -1) if channels_last else y


def _reverse(call: KernelCall) -> Array:
    return np.flip(call["x"], tuple(_numbers(call, "axis")))


def _triangle(keep_upper: bool) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        diagonal = call.int("diagonal")
        return np.triu(call["x"], diagonal) if keep_upper else np.tril(call["x"], diagonal)

    return kernel


KERNELS: dict[str, Kernel] = {
    "Reshape": _reshape,
    "Squeeze": _squeeze("axis"),
    "SqueezeV2": _squeeze("axis"),
    "SqueezeV3": _squeeze("axes"),
    "Unsqueeze": _unsqueeze("axes"),
    "UnsqueezeV2": _unsqueeze("axis"),
    "UnsqueezeV3": _unsqueeze("axes"),
    "ExpandDims": _unsqueeze("axis"),
    "Flatten": _flatten,
    "FlattenV2": _flatten_v2,
    "Transpose": _transpose,
    "TransposeD": _transpose,
    "Concat": _concat,
    "ConcatD": _concat,
    "ConcatV2": _concat,
    "ConcatV2D": _concat,
    "Pack": _pack,
    "Unpack": _unpack,
    "Split": _split,
    "SplitD": _split,
    "SplitV": _split_v,
    "SplitVD": _split_v,
    "Slice": _slice,
    "SliceD": _slice,
    "StridedSlice": _strided_slice,
    "StridedSliceD": _strided_slice,
    "StridedSliceV2": _strided_slice,
    "Gather": _gather_v2,
    "GatherV2": _gather_v2,
    "GatherV2D": _gather_v2,
    "GatherElements": _gather_elements,
    "GatherNd": _gather_nd,
    "Pad": _pad,
    "PadD": _pad,
    "PadV3": _pad_v3,
    "PadV3D": _pad_v3,
    "Tile": _tile,
    "TileD": _tile,
    "BroadcastTo": _broadcast_to,
    "BroadcastToD": _broadcast_to,
    "Expand": _expand,
    "DepthToSpace": _depth_to_space,
    "SpaceToDepth": _space_to_depth,
    "ReverseV2": _reverse,
    "Tril": _triangle(keep_upper=False),
    "Triu": _triangle(keep_upper=True),
}
