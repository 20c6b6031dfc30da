"""Operators whose result's order or number depends on the data."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.axes import axis_of
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def top_k(node: OnnxNode) -> Sequence[Value]:
    """The k largest or smallest elements and their indices."""
    x = node.value(0)
    if node.opset < 10:
        k = node.const_int(node.int("k"), "k")
    else:
        given = node.value(1)
        known = node.known_ints(given)
        if known is not None and len(known) == 1:
            k = node.const_int(known[0], "k")
        else:
            k = node.add("Reshape", [given, node.const_ints((), "shape")], tag="k")
    attrs: dict[str, object] = {"dim": axis_of(node, x), "indices_dtype": DataType.INT64.ge_value}
    if node.opset >= 11:
        attrs |= {"sorted": node.flag("sorted"), "largest": node.flag("largest")}
    return node.add_node("TopKV2", [x, k], attrs).outputs


def non_zero(node: OnnxNode) -> Value:
    """The indices of elements that are not zero, one column each."""
    return node.add("NonZero", [node.value(0)], {"transpose": True, "dtype": DataType.INT64})


def non_max_suppression(node: OnnxNode) -> Value:
    """The best boxes that do not overlap; Ascend gives 32-bit indices and wants thresholds of rank 1."""
    ports: list[Value | None] = [node.value(0), node.value(1)]
    count = node.optional(2)
    ports.append(node.cast(count, DataType.INT32, "count") if count is not None else None)
    ports += [node.optional(3), node.optional(4)]
    attrs = {"center_point_box": int(node.flag("center_point_box"))}
    chosen = node.add("NonMaxSuppressionV6", ports, attrs, tag="selected")
    return node.add("Cast", [chosen], {"dst_type": DataType.INT64.ge_value})


def unique(node: OnnxNode) -> Sequence[Value | None]:
    """Distinct elements in ascending order from Ascend; the first place of each, and their order, follow from it."""
    x = node.value(0)
    if node.any("axis") is not None and node.need_rank(x, "distinct slices") != 1:
        node.unsupported("axis", node.int("axis"), "absent", hint="no axis: Ascend tells elements apart, no slices")
    attrs: dict[str, object] = {
        "return_inverse": True,
        "return_counts": True,
        "sorted": True,
        "out_idx": DataType.INT64,
    }
    y, places, counts = node.add_node("UniqueWithCountsAndSorting", [x], attrs, tag="distinct").outputs
    inverse = node.add("Reshape", [places, node.const_ints((-1,), "shape")], tag="inverse")
    if node.flag("sorted") and not node.wants(1):
        return [y, None, inverse, counts]
    size = {"dtype": DataType.INT64.ge_value}
    zero, one = node.const_int(0, "number"), node.const_int(1, "number")
    numbers = node.add("Range", [zero, node.add("Size", [x], size, tag="size"), one], tag="numbers")
    count = node.add("Size", [y], size, tag="count")
    first = node.add("UnsortedSegmentMin", [numbers, inverse, count], tag="first")
    if node.flag("sorted"):
        return [y, first, inverse, counts]
    first, order = node.add_node("Sort", [first], {"axis": 0, "y2_dtype": DataType.INT64}, tag="by_place").outputs
    ranks = node.add("InvertPermutation", [order], tag="ranks")
    axis = node.const_int(0, "axis")
    moved = [(y, order, "y"), (ranks, inverse, "moved_inverse"), (counts, order, "counts")]
    y, inverse, counts = (node.add("GatherV2", [part, index, axis], tag=tag) for part, index, tag in moved)
    return [y, first, inverse, counts]


OPS = {
    "NonMaxSuppression": onnx_op(
        non_max_suppression,
        "boxes scores max_output_boxes_per_class? iou_threshold? score_threshold?",
        "center_point_box:i=0",
        since=10,
    ),
    "NonZero": onnx_op(non_zero, "X", since=9),
    "Unique": onnx_op(unique, "X", "axis:i sorted:i=1", since=11),
    "TopK": onnx_op(top_k, "X K[10:]", "axis:i=-1 k:i![:10] largest:i=1[11:] sorted:i=1[11:]"),
}
