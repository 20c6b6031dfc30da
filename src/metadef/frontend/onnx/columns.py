"""Columns of windows, added up to the images that they were taken from."""

from __future__ import annotations

import math
from collections.abc import Sequence

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import length, reshape_by, reshape_to
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]

Pads = Sequence[tuple[int, int]]
_VECTOR = {"concat_dim": 0, "N": 2}


def col2im(node: OnnxNode) -> Value:
    """Col2im for images, or Col2ImV2 where only the run time knows the window; volumes are added up in two steps.

    ONNX has one axis for channels and taps, Ascend one for each.
    """
    x, image, block = node.value(0), node.value(1), node.value(2)
    rank = _rank(node, image, block)
    strides, dilations = (_list(node, name, rank, 1) for name in ("strides", "dilations"))
    flat = _list(node, "pads", 2 * rank, 0)
    pads = tuple(zip(flat[:rank], flat[rank:], strict=True))
    taps = node.known_ints(block)
    if rank == 3:
        return _volume(node, x, node.known_ints(image), taps, strides, dilations, pads)
    columns = _columns(node, x, block, taps)
    if rank == 1:
        one = node.const_ints((1,), "row", DataType.INT32)
        image = node.add("ConcatD", [[one, node.cast(image, DataType.INT32, "size")]], _VECTOR, tag="image")
        if taps is None:
            block = node.add("ConcatD", [[one, node.cast(block, DataType.INT32, "kernel")]], _VECTOR, tag="block")
        strides, dilations, pads = (1, *strides), (1, *dilations), ((0, 0), *pads)
        kernel = block if taps is None else (1, *taps)
        line = _added_up(node, columns, image, kernel, strides, dilations, pads, "line")
        return node.add("Squeeze", [line], {"axis": (2,)})
    return _added_up(node, columns, image, block if taps is None else taps, strides, dilations, pads, "")


def _columns(node: OnnxNode, x: Value, block: Value, taps: Sequence[int] | None) -> Value:
    """[N, C · taps, windows] to [N, C, taps, windows]."""
    dims = node.dims(x)
    if dims is not None and len(dims) != 3:
        node.fail("rank-mismatch", "x is batch, channels and windows", expected="rank 3", got=f"rank {len(dims)}")
    rows, windows = (size if isinstance(size, int) else None for size in (dims or (None,) * 3)[1:])
    if taps is None:
        ports = [node.cast(block, DataType.INT64, "taps"), node.const_ints((0,), "axes")]
        count: int | Value = node.add("ReduceProd", ports, {"keep_dims": False}, tag="tap_count")
    else:
        count = math.prod(taps)
        if rows is not None and rows % count:
            node.fail(
                "shape-mismatch", "axis 1 is channels times taps", expected=f"a multiple of {count}", got=str(rows)
            )
        if rows is not None and windows is not None:
            return reshape_to(node, x, [None, rows // count, count, windows], "columns")
    return reshape_by(node, x, [length(node, x, 0, "batch"), -1, count, length(node, x, 2, "windows")], "columns")


def _rank(node: OnnxNode, image: Value, block: Value) -> int:
    """The number of spatial axes: of whatever is known."""
    given = [len(node.ints(name) or ()) for name in ("strides", "dilations")] + [len(node.ints("pads") or ()) // 2]
    shapes = [node.dims(value) for value in (image, block)]
    given += [dims[0] for dims in shapes if dims is not None and len(dims) == 1 and isinstance(dims[0], int)]
    found = max(given)
    if not found:
        node.fail("shape-unknown", "the number of spatial axes must be known", hint="pads", as_error=True)
    if found > 3:
        node.fail("rank-mismatch", "adds windows up to images", expected="1 to 3 spatial axes", got=str(found))
    return found


def _list(node: OnnxNode, name: str, count: int, default: int) -> tuple[int, ...]:
    values = node.ints(name) or (default,) * count
    if len(values) != count or min(values) < default:
        node.fail(
            "attr-constraint",
            f"`{name}` needs {count} numbers",
            expected=f"{count} numbers >= {default}",
            got=str([*values]),
        )
    return values


def _added_up(
    node: OnnxNode,
    columns: Value,
    image: Value | Sequence[int],
    kernel: Value | Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Pads,
    tag: str,
) -> Value:
    """[N, C, taps, windows] to [N, C, height, width]. Uneven pads belong to a larger image, which is cut."""
    size = image if isinstance(image, Value) else node.const_ints(image, "size", DataType.INT32)
    size = node.cast(size, DataType.INT32, f"{tag}_size" if tag else "size")
    is_even = all(begin == end for begin, end in pads)
    whole = size
    if not is_even:
        around = node.const_ints([begin + end for begin, end in pads], "around", DataType.INT32)
        whole = node.add("Add", [size, around], tag=f"{tag}_whole_size" if tag else "whole_size")
    attrs = {
        "dilation": tuple(dilations),
        "padding": tuple(begin for begin, _ in pads) if is_even else (0, 0),
        "stride": tuple(strides),
    }
    own = tag if is_even else f"{tag}_whole" if tag else "whole"
    if isinstance(kernel, Value):
        kernel = node.cast(kernel, DataType.INT32, f"{tag}_kernel" if tag else "kernel")
        total = node.add("Col2ImV2", [columns, whole, kernel], attrs, tag=own)
    else:
        total = node.add("Col2im", [columns, whole], attrs | {"kernel_size": tuple(kernel)}, tag=own)
    if is_even:
        return total
    begins = node.const_ints([begin for begin, _ in pads], "begin", DataType.INT32)
    ends = node.add("Add", [size, begins], tag=f"{tag}_end" if tag else "end")
    return node.add("StridedSliceV2", [total, begins, ends, node.const_ints((2, 3), "axes", DataType.INT32)], tag=tag)


def _volume(
    node: OnnxNode,
    x: Value,
    image: Sequence[int] | None,
    taps: Sequence[int] | None,
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Pads,
) -> Value:
    """The sum over a window is one over its slices of sums over their elements: images first, then lines of depth."""
    dims = node.dims(x)
    rows = dims[1] if dims is not None and len(dims) == 3 else None
    if image is None or taps is None or not isinstance(rows, int):
        node.fail(
            "shape-unknown", "a volume is added up where its size, the window and the channels are known", as_error=True
        )
    depth, height, width = image
    counts = [
        (size + begin + end - step * (tap - 1) - 1) // stride + 1
        for size, tap, stride, step, (begin, end) in zip(image, taps, strides, dilations, pads, strict=True)
    ]
    channels, rest = divmod(rows, math.prod(taps))
    if rest or min(counts) < 1:
        node.fail(
            "shape-mismatch", "channels and taps share axis 1", expected=f"a multiple of {[*taps]}", got=str(rows)
        )
    plane, windows = taps[1] * taps[2], counts[1] * counts[2]
    apart = reshape_to(node, x, [-1, channels, taps[0], plane, counts[0], windows], "apart")
    by_slice = node.add("Transpose", [apart, node.const_ints((0, 1, 2, 4, 3, 5), "perm")], tag="by_slice")
    columns = reshape_to(node, by_slice, [-1, channels * taps[0] * counts[0], plane, windows], "slice_columns")
    slices = _added_up(node, columns, (height, width), taps[1:], strides[1:], dilations[1:], pads[1:], "slices")
    flat = reshape_to(node, slices, [-1, channels, taps[0] * counts[0], height * width], "flat")
    last = node.const_ints((0, 1, 3, 2), "perm")
    by_pixel = node.add("Transpose", [flat, last], tag="by_pixel")
    lines = reshape_to(node, by_pixel, [-1, channels * height * width, taps[0], counts[0]], "line_columns")
    pairs = (*pads[:1], (0, 0))
    added = _added_up(node, lines, (depth, 1), (taps[0], 1), (strides[0], 1), (dilations[0], 1), pairs, "lines")
    whole = reshape_to(node, added, [-1, channels, height * width, depth], "volume")
    return reshape_to(node, node.add("Transpose", [whole, last], tag="upright"), [-1, channels, depth, height, width])


OPS = {
    "Col2Im": onnx_op(col2im, "input image_shape block_shape", "dilations:is pads:is strides:is", since=18),
}
