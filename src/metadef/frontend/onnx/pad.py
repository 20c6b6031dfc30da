"""Padding and repetition."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.axes import normalised
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.spread import spread
from metadef.frontend.onnx.unroll import joined, slices
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS", "pad_by"]

# ONNX mode: PadV3's
_MODES = {"constant": "constant", "reflect": "reflect", "edge": "edge", "wrap": "circular"}


def pad(node: OnnxNode) -> Value:
    """ONNX lists all begins, then all ends; Ascend wants a (begin, end) pair for each axis."""
    x = node.value(0)
    mode = node.choice("mode", *_MODES)
    if node.opset < 11:
        value = node.const_like(node.float("value"), x, "value") if mode == "constant" else None
        return _known_pads(node, x, node.ints("pads") or (), None, mode, value)
    value = node.optional(2) if mode == "constant" else None
    axes = node.optional(3)
    pads = node.known_ints(node.value(1))
    chosen = node.known_ints(axes) if axes is not None else None
    if pads is not None and (axes is None or chosen is not None):
        return _known_pads(node, x, pads, chosen, mode, value)
    matrix = node.add("Reshape", [node.value(1), node.const_ints((2, -1), "shape")], tag="rows")
    if axes is not None:
        ends = [
            _of_all_axes(node, x, axes, part, tag)
            for part, tag in zip(slices(node, matrix, 0, "ends"), ("begins", "ends"), strict=True)
        ]
        return _pad(node, x, joined(node, ends, 1, "pairs"), mode, value)
    pairs = node.add("Transpose", [matrix, node.const_ints((1, 0), "perm")], tag="pairs")
    return _pad(node, x, pairs, mode, value)


def _of_all_axes(node: OnnxNode, x: Value, axes: Value | Sequence[int], numbers: Value, tag: str) -> Value:
    """Numbers of some axes, and zeros for the others."""
    rank = node.need_rank(x, "padding some axes")
    zeros = node.const_ints((0,) * rank, "none", node.need_dtype(numbers))
    return spread(node, zeros, axes, numbers, rank, tag)


def center_crop_pad(node: OnnxNode) -> Value:
    """Each axis cut or padded on both sides alike to the wanted length; an odd element is left off or added at the end.

    What is not known is computed at run time: one side of each axis is then 0.
    """
    x, wanted = node.value(0), node.value(1)
    rank = node.need_rank(x, "cropping and padding")
    given = node.ints("axes")
    axes = normalised(node, given, rank) if given is not None else tuple(range(rank))
    dims, target = node.dims(x), node.known_ints(wanted)
    sizes = [size for axis in axes if dims is not None and isinstance(size := dims[axis], int)]
    if target is not None and len(sizes) == len(target) == len(axes):
        pairs = [(0, 0)] * rank
        for axis, size, length in zip(axes, sizes, target, strict=True):
            less = (abs(length - size)) // 2
            more = abs(length - size) - less
            pairs[axis] = (less, more) if length >= size else (-less, -more)
        if any(begin < 0 or end < 0 for begin, end in pairs):
            x = _cropped(node, x, pairs)
        return pad_by(node, x, [(max(begin, 0), max(end, 0)) for begin, end in pairs], "constant", None)
    wanted = node.cast(wanted, DataType.INT64, "wanted")
    lengths = node.add("Shape", [x], {"dtype": DataType.INT64.ge_value}, tag="lengths")
    if axes != tuple(range(rank)):
        lengths = node.add("GatherV2", [lengths, node.const_ints(axes, "axes"), node.const_int(0, "axis")], tag="own")
    two, zero = node.const_int(2, "number"), node.const_int(0, "number")
    surplus = node.add("Maximum", [node.add("Sub", [lengths, wanted], tag="larger"), zero], tag="surplus")
    begin = node.add("Div", [surplus, two], tag="begin")
    end = node.add("Add", [begin, node.add("Minimum", [lengths, wanted], tag="kept")], tag="end")
    cut = node.add("StridedSliceV2", [x, begin, end, node.const_ints(axes, "axes")], tag="cut")
    lack = node.add("Maximum", [node.add("Sub", [wanted, lengths], tag="smaller"), zero], tag="lack")
    before = node.add("Div", [lack, two], tag="before")
    after = node.add("Sub", [lack, before], tag="after")
    ends = [
        _of_all_axes(node, x, axes, part, f"{tag}_each") if axes != tuple(range(rank)) else part
        for part, tag in ((before, "before"), (after, "after"))
    ]
    return node.add("PadV3", [cut, joined(node, ends, 1, "pairs"), None], {"mode": "constant"})


def _known_pads(
    node: OnnxNode, x: Value, pads: tuple[int, ...], axes: tuple[int, ...] | None, mode: str, value: Value | None
) -> Value:
    if axes is not None:
        rank = node.need_rank(x, "padding some axes")
        axes = normalised(node, axes, rank)
        pairs = [(0, 0)] * rank
    else:
        axes = tuple(range(len(pads) // 2))
        pairs = [(0, 0)] * len(axes)
    if len(pads) != 2 * len(axes):
        node.fail(
            "attr-constraint",
            "needs a begin and an end for each axis",
            expected=f"{2 * len(axes)} numbers",
            got=f"{len(pads)}",
        )
    for index, axis in enumerate(axes):
        pairs[axis] = (pads[index], pads[index + len(axes)])
    if any(begin < 0 or end < 0 for begin, end in pairs):
        if mode != "constant":
            node.fail("unsupported-attr-value", f"negative pads have no mapping in mode {mode}", hint="a Slice")
        # WHY cut last: a cut may take elements that the other side got, where it is longer than the axis
        more = [(max(begin, 0), max(end, 0)) for begin, end in pairs]
        if any(begin or end for begin, end in more):
            x = pad_by(node, x, more, mode, value, "padded")
        return _cropped(node, x, pairs, "")
    return pad_by(node, x, pairs, mode, value)


def pad_by(
    node: OnnxNode, x: Value, pairs: list[tuple[int, int]], mode: str, value: Value | None, tag: str = ""
) -> Value:
    """`x` with known numbers of elements before and after each axis."""
    return _pad(node, x, node.const_pairs(pairs, "pads"), mode, value, tag)


def _pad(node: OnnxNode, x: Value, pairs: Value, mode: str, value: Value | None, tag: str = "") -> Value:
    if value is not None and node.rank(value) != 0:
        value = node.add("Reshape", [value, node.const_ints((), "shape")], tag="value")
    return node.add("PadV3", [x, pairs, value], {"mode": _MODES[mode]}, tag=tag)


def _cropped(node: OnnxNode, x: Value, pairs: list[tuple[int, int]], tag: str = "cropped") -> Value:
    """Negative pads cut off."""
    cut = [(axis, begin, end) for axis, (begin, end) in enumerate(pairs) if begin < 0 or end < 0]
    begins = [max(-begin, 0) for _, begin, _ in cut]
    ends = [end if end < 0 else (1 << 63) - 1 for _, _, end in cut]
    axes = [axis for axis, _, _ in cut]
    ports = [node.const_ints(begins, "begin"), node.const_ints(ends, "end"), node.const_ints(axes, "axes")]
    return node.add("StridedSliceV2", [x, *ports], tag=tag)


def tile(node: OnnxNode) -> Value:
    """Copies along every axis; Ascend, as NumPy, would put axes in front where there are more counts than axes."""
    x, repeats = node.value(0), node.value(1)
    rank, count = node.rank(x), node.shape(repeats).numel()
    if rank is not None and isinstance(count, int) and rank != count:
        node.fail("shape-mismatch", "`repeats` has a count for each axis", expected=str(rank), got=str(count))
    return node.add("Tile", [x, repeats])


OPS = {
    "CenterCropPad": onnx_op(center_crop_pad, "input_data shape", "axes:is", since=18),
    "Pad": onnx_op(
        pad,
        "data pads[11:] constant_value?[11:] axes?[18:]",
        "mode:s=constant pads:is![:11] value:f=0[:11]",
    ),
    "Tile": onnx_op(tile, "input repeats"),
}
