"""Softmax and its relatives. Before opset 13 they worked on a matrix: all axes from `axis` on as one."""

from __future__ import annotations

from metadef.frontend.onnx.axes import axis_of
from metadef.frontend.onnx.declare import Mapper, onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import reshape_like
from metadef.graph.value import Value

__all__ = ["OPS"]


def softmax(op: str, attr: str) -> Mapper:
    """The mapping to an operator that names its axis in the attribute `attr`."""

    def call(node: OnnxNode, x: Value, axis: int, tag: str = "") -> Value:
        return node.add(op, [x], {attr: (axis,) if attr == "axes" else axis}, tag=tag)

    def mapper(node: OnnxNode) -> Value:
        x = node.value(0)
        axis = axis_of(node, x)
        if node.opset >= 13:
            return call(node, x, axis)
        dims = node.dims(x)
        if axis == -1 or (dims is not None and all(size == 1 for size in dims[axis + 1 :])):
            return call(node, x, axis)  # only one axis is longer than 1
        if axis < 0:
            node.fail("shape-unknown", "a negative axis needs the rank", as_error=True)
        if axis == 0:
            matrix = node.add("Reshape", [x, node.const_ints((1, -1), "shape")], tag="matrix")
        else:
            matrix = node.add("Flatten", [x], {"axis": axis}, tag="matrix")
        return reshape_like(node, call(node, matrix, 1, "rows"), x)

    return mapper


def _axis(name: str, mapper: Mapper):
    return onnx_op(mapper, "input", "axis:i=1[:13] axis:i=-1[13:]")


OPS = {
    "Hardmax": _axis("Hardmax", softmax("HardMax", "axis")),
    "LogSoftmax": _axis("LogSoftmax", softmax("LogSoftmaxV2", "axes")),
    "Softmax": _axis("Softmax", softmax("SoftmaxV2", "axes")),
}
