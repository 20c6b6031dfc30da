"""Functions of one tensor, element by element."""

from __future__ import annotations

from metadef.frontend.onnx.declare import Mapper, onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS", "same"]


def same(op: str) -> Mapper:
    """The mapping to an Ascend operator that takes the same inputs and no attributes."""

    def mapper(node: OnnxNode) -> Value:
        return node.add(op, list(node.inputs))

    return mapper


OPS = {
    "Abs": onnx_op(same("Abs"), "X"),
    "Acos": onnx_op(same("Acos"), "input"),
    "Acosh": onnx_op(same("Acosh"), "input", since=9),
    "Asin": onnx_op(same("Asin"), "input"),
    "Asinh": onnx_op(same("Asinh"), "input", since=9),
    "Atan": onnx_op(same("Atan"), "input"),
    "Atanh": onnx_op(same("Atanh"), "input", since=9),
    "BitwiseNot": onnx_op(same("Invert"), "X", since=18),
    "Ceil": onnx_op(same("Ceil"), "X"),
    "Cos": onnx_op(same("Cos"), "input"),
    "Cosh": onnx_op(same("Cosh"), "input", since=9),
    "Det": onnx_op(same("MatrixDeterminant"), "X", since=11),
    "Erf": onnx_op(same("Erf"), "input", since=9),
    "Exp": onnx_op(same("Exp"), "input"),
    "Floor": onnx_op(same("Floor"), "X"),
    "Log": onnx_op(same("Log"), "input"),
    "Neg": onnx_op(same("Neg"), "X"),
    "Reciprocal": onnx_op(same("Reciprocal"), "X"),
    # WHY Rint: halves go to the even neighbour, as ONNX has it; Round is the same only with decimals = 0
    "Round": onnx_op(same("Rint"), "X", since=11),
    "Sign": onnx_op(same("Sign"), "input", since=9),
    "Sin": onnx_op(same("Sin"), "input"),
    "Sinh": onnx_op(same("Sinh"), "input", since=9),
    "Sqrt": onnx_op(same("Sqrt"), "X"),
    "Tan": onnx_op(same("Tan"), "input"),
}
