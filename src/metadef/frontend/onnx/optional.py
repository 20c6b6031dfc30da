"""Optionals whose state the model settles: Ascend graphs carry tensors, which are always there."""

from __future__ import annotations

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def get_element(node: OnnxNode) -> Value:
    """A tensor is its own element."""
    return node.add("Identity", [node.value(0)])


def has_element(node: OnnxNode) -> Value:
    """A tensor is there; an input that is left out is not."""
    return node.const_int(int(node.optional(0) is not None), "number", DataType.BOOL)


OPS = {
    "OptionalGetElement": onnx_op(get_element, "input", since=15),
    "OptionalHasElement": onnx_op(has_element, "input[:18] input?[18:]", since=15),
}
