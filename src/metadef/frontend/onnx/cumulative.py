"""Running sums and products."""

from __future__ import annotations

from metadef.frontend.onnx.declare import Mapper, onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS"]


def cumulative(op: str) -> Mapper:
    """The mapping to Ascend's operator, whose axis is an input too."""

    def mapper(node: OnnxNode) -> Value:
        axis = node.value(1)
        if node.rank(axis) != 0:
            axis = node.add("Reshape", [axis, node.const_ints((), "shape")], tag="axis")
        attrs = {"exclusive": node.flag("exclusive"), "reverse": node.flag("reverse")}
        return node.add(op, [node.value(0), axis], attrs)

    return mapper


OPS = {
    "CumProd": onnx_op(cumulative("Cumprod"), "x axis", "exclusive:i=0 reverse:i=0", since=26),
    "CumSum": onnx_op(cumulative("Cumsum"), "x axis", "exclusive:i=0 reverse:i=0", since=11),
}
