"""Writing elements at their indices."""

from __future__ import annotations

from metadef.frontend.onnx.axes import axis_of
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS"]

_ND_OPS = {
    "none": "TensorScatterUpdate",
    "add": "TensorScatterAdd",
    "max": "TensorScatterMax",
    "min": "TensorScatterMin",
}


def scatter_elements(node: OnnxNode) -> Value:
    """One element for each index; `reduction` joins old and new ones."""
    x = node.value(0)
    reduction = "none"
    if node.has("reduction"):
        reduction = node.choice("reduction", "none", "add", "mul", "max", "min")
    attrs = {"axis": axis_of(node, x), "reduction": reduction}
    return node.add("ScatterElements", [x, node.value(1), node.value(2)], attrs)


def scatter_nd(node: OnnxNode) -> Value:
    """Slices at index vectors; `reduction` joins old and new ones."""
    reduction = node.choice("reduction", *_ND_OPS) if node.has("reduction") else "none"
    return node.add(_ND_OPS[reduction], [node.value(0), node.value(1), node.value(2)])


OPS = {
    "Scatter": onnx_op(scatter_elements, "data indices updates", "axis:i=0", since=9),
    "ScatterElements": onnx_op(scatter_elements, "data indices updates", "axis:i=0 reduction:s=none[16:]", since=11),
    "ScatterND": onnx_op(scatter_nd, "data indices updates", "reduction:s=none[16:]", since=11),
}
