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


OPS = {
    "NonMaxSuppression": onnx_op(
        non_max_suppression,
        "boxes scores max_output_boxes_per_class? iou_threshold? score_threshold?",
        "center_point_box:i=0",
        since=10,
    ),
    "NonZero": onnx_op(non_zero, "X", since=9),
    "TopK": onnx_op(top_k, "X K[10:]", "axis:i=-1 k:i![:10] largest:i=1[11:] sorted:i=1[11:]"),
}
