"""Products of matrices."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.graph.value import Value

__all__ = ["OPS"]

# what FusedMatMul does after the product
_AFTER: dict[str, tuple[str, dict[str, object]]] = {
    "": ("", {}),
    "relu": ("Relu", {}),
    "gelu_erf": ("Gelu", {}),
    "gelu_tanh": ("Gelu", {"approximate": "tanh"}),
}


def _plain(call: ExportCall) -> None:
    if call.node.op.endswith("V2"):
        call.need("offset_x", 0)
        if call.node.input("offset_w") is not None:
            call.refuse("offset_w is fed")


def matmul(call: ExportCall) -> None:
    """Gemm where something is transposed or added, else MatMul."""
    _plain(call)
    flags = {"transA": call.int("transpose_x1"), "transB": call.int("transpose_x2")}
    operands = [call.input("x1"), call.input("x2"), call.input("bias")]
    if any(flags.values()) or operands[2]:
        call.add("Gemm", operands, {name: flag for name, flag in flags.items() if flag})
        return
    call.add("MatMul", operands[:2])


def batch_matmul(call: ExportCall) -> None:
    """MatMul of factors whose last two axes change places where that is asked for."""
    _plain(call)
    factors: list[str] = []
    for port, flag in (("x1", "adj_x1"), ("x2", "adj_x2")):
        name = call.input(port)
        if call.int(flag):
            name = _last_two(call, call.value(port), f"{port}_transposed")
        factors.append(name)
    bias = call.input("bias") if "bias" in call.node.proto.input_index else ""
    if bias:
        call.add("Add", [call.add("MatMul", factors, tag="product"), bias])
    else:
        call.add("MatMul", factors)


def fused_matmul(call: ExportCall) -> None:
    """A product with what is done to it at once."""
    kind = str(call.attr("fused_op_type") or "")
    if kind not in _AFTER or call.node.input("x3") is not None:
        call.refuse(f"fused_op_type = {kind}")
    x1, x2 = call.input("x1"), call.input("x2")
    if call.int("transpose_x1"):
        x1 = _last_two(call, call.value("x1"), "x1_transposed")
    if call.int("transpose_x2"):
        x2 = _last_two(call, call.value("x2"), "x2_transposed")
    steps: list[tuple[str, list[str], dict[str, object]]] = [("MatMul", [x1, x2], {})]
    if call.input("bias"):
        steps.append(("Add", [call.input("bias")], {}))
    if kind:
        op, attrs = _AFTER[kind]
        steps.append((op, [], attrs))
    result: list[str] = []
    for index, (op, more, attrs) in enumerate(steps):
        tag = ("product", "biased")[index] if index < len(steps) - 1 else ""
        result = [call.add(op, [*result, *more], attrs, tag=tag)]


def _last_two(call: ExportCall, value: Value, tag: str) -> str:
    rank = call.rank(value)
    return call.add("Transpose", [call.name(value)], {"perm": (*range(rank - 2), rank - 1, rank - 2)}, tag=tag)


def fully_connection(call: ExportCall) -> None:
    """Everything from axis 1 on is one vector, which Gemm multiplies."""
    call.need("axis", 1)
    call.need("offset_x", 0)
    if call.node.input("offset_w") is not None:
        call.refuse("offset_w is fed")
    if call.rank(call.value("w")) != 2:
        call.refuse("w is no matrix")
    x = call.input("x")
    if call.rank(call.value("x")) != 2:
        x = call.add("Flatten", [x], {"axis": 1}, tag="flat")
    call.add("Gemm", [x, call.input("w"), call.input("b")], {} if call.int("transpose") else {"transB": 1})


OPS: dict[str, Exporter] = {
    "BatchMatMul": batch_matmul,
    "BatchMatMulV2": batch_matmul,
    "FullyConnection": fully_connection,
    "FusedMatMul": fused_matmul,
    "MatMul": matmul,
    "MatMulV2": matmul,
}
