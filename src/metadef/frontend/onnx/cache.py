"""A cache that takes new entries: TensorScatter."""

from __future__ import annotations

from metadef.frontend.onnx.axes import axis_of
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import length
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def tensor_scatter(node: OnnxNode) -> Value:
    """ScatterElements along the axis at start + 0, 1, ...; each sample of the batch has its own start."""
    cache, update = node.value(0), node.value(1)
    is_circular = node.choice("mode", "linear", "circular") == "circular"
    rank, axis = node.need_rank(cache, "the cache's axis"), axis_of(node, cache)
    if axis == 0:
        node.fail("axis-out-of-range", "axis 0 is the batch", expected=f"1 to {rank - 1}", got="0")
    zero, one = (node.const_int(number, "number") for number in (0, 1))
    places = node.add("Range", [zero, length(node, update, axis, "new"), one], tag="places")
    after = tuple(range(1, rank - axis))
    if after:
        places = node.add("Unsqueeze", [places], {"axes": after}, tag="along")
    start = node.optional(2)
    if start is not None:
        first = node.cast(start, DataType.INT64, "start")
        first = node.add("Unsqueeze", [first], {"axes": tuple(range(1, rank))}, tag="first")
        places = node.add("Add", [places, first], tag="moved")
        if is_circular:
            places = node.add("FloorMod", [places, length(node, cache, axis, "capacity")], tag="wrapped")
    dims = node.shape(update).known_dims()
    shape = (
        node.const_ints(dims, "shape")
        if dims is not None
        else node.add("Shape", [update], {"dtype": DataType.INT64.ge_value}, tag="shape_of")
    )
    indices = node.add("BroadcastTo", [places, shape], tag="indices")
    return node.add("ScatterElements", [cache, indices, update], {"axis": axis, "reduction": "none"})


OPS = {
    "TensorScatter": onnx_op(tensor_scatter, "past_cache update write_indices?", "axis:i=-2 mode:s=linear", since=24),
}
