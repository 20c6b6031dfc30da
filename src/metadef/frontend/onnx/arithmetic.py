"""Arithmetic of two or more tensors that broadcast."""

from __future__ import annotations

from metadef.frontend.onnx.declare import Mapper, onnx_op
from metadef.frontend.onnx.elementwise import same
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType
from metadef.types.typeset import TypeSet

__all__ = ["OPS", "binary", "pair"]


BOOL = TypeSet.of(DataType.BOOL)


def pair(node: OnnxNode, op: str, a: Value, b: Value, tag: str = "") -> Value:
    """One of Ascend's operators of two operands; integers that it lacks are computed in wider ones."""
    if node.dtype(a) is node.dtype(b) is DataType.UINT64 and not node.accepts(op, 0, DataType.UINT64):
        return _unsigned(node, op, a, b, tag)
    values, back = node.widened(op, [a, b])
    if back is None or node.graph.acceptor(op).proto.outputs[0].types == BOOL:
        return node.add(op, values, tag=tag)
    return node.add(
        "Cast", [node.add(op, values, tag=f"{tag}_wide" if tag else "wide")], {"dst_type": back.ge_value}, tag=tag
    )


def _unsigned(node: OnnxNode, op: str, a: Value, b: Value, tag: str) -> Value:
    """64 unsigned bits: sums, differences, products and equality are those of the same bits with a sign.

    Quotients and remainders are not; Ascend has no unsigned ones.
    """
    if op in ("Maximum", "Minimum"):
        is_first = node.add("Greater" if op == "Maximum" else "Less", [a, b], tag=f"{tag}_is_first" if tag else "first")
        return node.add("SelectV2", [is_first, a, b], tag=tag)
    if op not in ("Add", "Sub", "Mul", "Equal"):
        return node.add(op, [a, b], tag=tag)
    prefix = f"{tag}_" if tag else ""
    left, right = (
        node.add("Bitcast", [value], {"type": DataType.INT64}, tag=prefix + name)
        for value, name in ((a, "left"), (b, "right"))
    )
    if op == "Equal":
        return node.add(op, [left, right], tag=tag)
    bits = node.add(op, [left, right], tag=f"{prefix}bits")
    return node.add("Bitcast", [bits], {"type": DataType.UINT64}, tag=tag)


def binary(op: str) -> Mapper:
    """The mapping to an operator of two operands."""

    def mapper(node: OnnxNode) -> Value:
        return pair(node, op, node.value(0), node.value(1))

    return mapper


def chain(op: str) -> Mapper:
    """op(op(a, b), c) ...: Ascend's operators take two. WHY not AddN: it does not broadcast."""

    def mapper(node: OnnxNode) -> Value:
        return _chain(node, op, node.all_inputs())

    return mapper


def _chain(node: OnnxNode, op: str, values: list[Value], tag: str = "") -> Value:
    if len(values) == 1:
        return node.add("Identity", values, tag=tag)
    result = values[0]
    for index, value in enumerate(values[1:], 1):
        is_last = index == len(values) - 1
        result = pair(node, op, result, value, tag=tag if is_last else f"part_{index}")
    return result


def mean(node: OnnxNode) -> Value:
    """The sum over the number of inputs."""
    values = node.all_inputs()
    if len(values) == 1:
        return node.add("Identity", values)
    total = _chain(node, "Add", values, "sum")
    return node.add("RealDiv", [total, node.const_like(float(len(values)), values[0], "count")])


def mod(node: OnnxNode) -> Value:
    """The remainder takes the sign of the divisor, or with `fmod` that of the dividend."""
    a, b = node.value(0), node.value(1)
    if node.flag("fmod"):
        return pair(node, "TruncateMod", a, b)
    if node.opset < 28 and node.dtype(a).is_float:
        node.fail("attr-constraint", "floating point numbers need fmod = 1", expected="fmod = 1", got="fmod = 0")
    return pair(node, "FloorMod", a, b)


def power(node: OnnxNode) -> Value:
    """The result has the type of the base; Ascend promotes, so types that differ are made equal first."""
    base, exponent = node.value(0), node.value(1)
    base_dtype, exponent_dtype = node.dtype(base), node.dtype(exponent)
    if base_dtype is exponent_dtype:
        return node.add("Pow", [base, exponent])
    base_dtype = node.need_dtype(base)
    if base_dtype.is_float or not exponent_dtype.is_float:
        return node.add("Pow", [base, node.cast(exponent, base_dtype, "exponent")])
    exact = node.add("Pow", [node.cast(base, exponent_dtype, "base"), exponent], tag="power")
    return node.add("Cast", [exact], {"dst_type": base_dtype.ge_value})


def bit_shift(node: OnnxNode) -> Value:
    """Shifts by elementwise amounts."""
    op = {"LEFT": "LeftShift", "RIGHT": "RightShift"}[node.choice("direction", "LEFT", "RIGHT")]
    return node.add(op, [node.value(0), node.value(1)])


OPS = {
    "Add": onnx_op(binary("Add"), "A B"),
    "BitShift": onnx_op(bit_shift, "X Y", "direction:s!", since=11),
    "BitwiseAnd": onnx_op(same("BitwiseAnd"), "A B", since=18),
    "BitwiseOr": onnx_op(same("BitwiseOr"), "A B", since=18),
    "BitwiseXor": onnx_op(same("BitwiseXor"), "A B", since=18),
    "Div": onnx_op(binary("Div"), "A B"),
    "Max": onnx_op(chain("Maximum"), "data_0*"),
    "Mean": onnx_op(mean, "data_0*"),
    "Min": onnx_op(chain("Minimum"), "data_0*"),
    "Mod": onnx_op(mod, "A B", "fmod:i=0", since=10),
    "Mul": onnx_op(binary("Mul"), "A B"),
    "Pow": onnx_op(power, "X Y"),
    "Sub": onnx_op(binary("Sub"), "A B"),
    "Sum": onnx_op(chain("Add"), "data_0*"),
}
