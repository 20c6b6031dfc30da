"""Comparison, logic and selection."""

from __future__ import annotations

from metadef.frontend.onnx.arithmetic import binary
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.elementwise import same
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def xor(node: OnnxNode) -> Value:
    """True where exactly one is true: a != b, on numbers, since NotEqual takes no booleans."""
    left, right = (
        node.add("Cast", [node.value(index)], {"dst_type": DataType.INT8.ge_value}, tag=tag)
        for index, tag in ((0, "left"), (1, "right"))
    )
    return node.add("NotEqual", [left, right])


def is_inf(node: OnnxNode) -> Value:
    """Infinite, of both signs or of one."""
    x = node.value(0)
    negative, positive = node.flag("detect_negative"), node.flag("detect_positive")
    if negative and positive:
        return node.add("IsInf", [x])
    infinite = node.add("IsInf", [x], tag="infinite")
    if not negative and not positive:
        never = node.add("LogicalNot", [infinite], tag="finite")
        return node.add("LogicalAnd", [infinite, never])
    zero = node.const_like(0.0, x, "zero")
    sign = node.add("Greater" if positive else "Less", [x, zero], tag="sign")
    return node.add("LogicalAnd", [infinite, sign])


OPS = {
    "And": onnx_op(same("LogicalAnd"), "A B"),
    "Equal": onnx_op(binary("Equal"), "A B"),
    "Greater": onnx_op(binary("Greater"), "A B"),
    "GreaterOrEqual": onnx_op(binary("GreaterEqual"), "A B", since=12),
    "IsInf": onnx_op(is_inf, "X", "detect_negative:i=1 detect_positive:i=1", since=10),
    "IsNaN": onnx_op(same("IsNan"), "X", since=9),
    "Less": onnx_op(binary("Less"), "A B"),
    "LessOrEqual": onnx_op(binary("LessEqual"), "A B", since=12),
    "Not": onnx_op(same("LogicalNot"), "X"),
    "Or": onnx_op(same("LogicalOr"), "A B"),
    "Where": onnx_op(same("SelectV2"), "condition X Y", since=9),
    "Xor": onnx_op(xor, "A B"),
}
