"""Joining tensors along an axis, and taking them apart."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.axes import axis_of
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import length
from metadef.graph.value import Value
from metadef.types.dim import exact_divide
from metadef.types.dtype import DataType

__all__ = ["OPS", "joined_along", "last_part", "split_into"]


def concat(node: OnnxNode) -> Value:
    """All inputs, one after the other."""
    values = node.all_inputs()
    return joined_along(node, values, axis_of(node, values[0]))


def joined_along(node: OnnxNode, values: Sequence[Value], axis: int) -> Value:
    """Tensors one after the other."""
    attrs = {"concat_dim": axis, "N": len(values)}
    if all(node.accepts("ConcatD", 0, node.dtype(value)) for value in values):
        return node.add("ConcatD", [list(values)], attrs)
    return node.add("ConcatV2", [list(values), node.const_int(axis, "axis")], {"N": len(values)})


def split_into(node: OnnxNode, x: Value, sizes: tuple[int, ...], axis: int, tag: str = "") -> Sequence[Value]:
    """Parts of known sizes."""
    count = len(sizes)
    dims = node.dims(x)
    # WHY the length too: SplitD takes any that the number of parts divides, and the sizes would be lost
    is_even = len(set(sizes)) == 1 and dims is not None and dims[axis] == sum(sizes)
    if is_even and node.accepts("SplitD", 0, node.dtype(x)):
        made = node.add_node("SplitD", [x], {"split_dim": axis, "num_split": count}, output_counts=[count], tag=tag)
    elif node.accepts("SplitVD", 0, node.dtype(x)):
        attrs = {"size_splits": sizes, "split_dim": axis, "num_split": count}
        made = node.add_node("SplitVD", [x], attrs, output_counts=[count], tag=tag)
    else:
        ports = [x, node.const_ints(sizes, "sizes"), node.const_int(axis, "axis")]
        made = node.add_node("SplitV", ports, {"num_split": count}, output_counts=[count], tag=tag)
    return made.outputs


def last_part(node: OnnxNode, x: Value, axis: int, count: int, tag: str) -> Value:
    """The last `count` slices along an axis; none for 0."""
    begin, end = (-count, (1 << 63) - 1) if count else (0, 0)
    ports = [node.const_ints((begin,), "begin"), node.const_ints((end,), "end"), node.const_ints((axis,), "axes")]
    return node.add("StridedSliceV2", [x, *ports], tag=tag)


def split(node: OnnxNode) -> Sequence[Value]:
    """Parts of given sizes, or equal ones; the last may be smaller since opset 18."""
    x, count = node.value(0), len(node.outputs)
    axis = axis_of(node, x)
    given = node.optional(1) if node.opset >= 13 else None
    sizes = node.ints("split") if node.opset < 13 else node.known_ints(given) if given is not None else None
    if given is not None and sizes is None:
        ports = [x, given, node.const_int(axis, "axis")]
        return node.add_node("SplitV", ports, {"num_split": count}, output_counts=[count]).outputs
    if sizes is None:
        sizes = _equal_sizes(node, x, axis, count)
    if sizes is not None:
        if len(sizes) != count or min(sizes) < 0:
            node.fail("port-count", "needs one size for each output", expected=f"{count} sizes", got=str(list(sizes)))
        return split_into(node, x, sizes, axis)
    if node.opset >= 18 and not _divides(node, x, axis, count):
        ports = [x, _nearly_equal_sizes(node, x, axis, count), node.const_int(axis, "axis")]
        return node.add_node("SplitV", ports, {"num_split": count}, output_counts=[count]).outputs
    return node.add_node("SplitD", [x], {"split_dim": axis, "num_split": count}, output_counts=[count]).outputs


def _divides(node: OnnxNode, x: Value, axis: int, count: int) -> bool:
    """Whether the number of parts divides the length, whatever it is."""
    dims = node.dims(x)
    size = dims[axis] if dims is not None else None
    return count == 1 or (size is not None and exact_divide(size, count) is not None)


def _nearly_equal_sizes(node: OnnxNode, x: Value, axis: int, count: int) -> Value:
    """[p, p, ..., -1] with p = ceil(length / count), read at run time: the last part is what is left."""
    size = length(node, x, axis, "length")
    padded = node.add("Add", [size, node.const_int(count - 1, "round_up", DataType.INT64)], tag="padded")
    part = node.add("FloorDiv", [padded, node.const_int(count, "parts", DataType.INT64)], tag="part")
    lengths = [node.add("Unsqueeze", [part], {"axes": (0,)}, tag="part_length")] * (count - 1)
    attrs = {"concat_dim": 0, "N": count}
    return node.add("ConcatD", [[*lengths, node.const_ints((-1,), "rest")]], attrs, tag="lengths")


def _equal_sizes(node: OnnxNode, x: Value, axis: int, count: int) -> tuple[int, ...] | None:
    """Sizes of parts as equal as ONNX makes them; None for an unknown length, which must then be divisible."""
    if node.opset >= 18 and node.has("num_outputs") and node.int("num_outputs") != count:
        node.fail(
            "port-count",
            "num_outputs is not the number of outputs",
            expected=str(node.int("num_outputs")),
            got=f"{count} outputs",
        )
    dims = node.dims(x)
    size = dims[axis] if dims is not None else None
    if not isinstance(size, int):
        return None
    part = -(-size // count)
    sizes = (*(part for _ in range(count - 1)), size - part * (count - 1))
    if sizes[-1] < 0 or (node.opset < 18 and sizes[-1] != part):
        node.fail("shape-mismatch", f"{size} elements do not split into {count} parts", got=f"axis {axis}")
    return sizes


OPS = {
    "Concat": onnx_op(concat, "inputs*", "axis:i!"),
    "Split": onnx_op(split, "input split?[13:]", "axis:i=0 split:is[:13] num_outputs:i[18:]"),
}
