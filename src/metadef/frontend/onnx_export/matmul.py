"""Products of matrices."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


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
            rank = call.rank(call.value(port))
            perm = (*range(rank - 2), rank - 1, rank - 2)
            name = call.add("Transpose", [name], {"perm": perm}, tag=f"{port}_transposed")
        factors.append(name)
    bias = call.input("bias") if "bias" in call.node.proto.input_index else ""
    if bias:
        call.add("Add", [call.add("MatMul", factors, tag="product"), bias])
    else:
        call.add("MatMul", factors)


OPS: dict[str, Exporter] = {
    "BatchMatMul": batch_matmul,
    "BatchMatMulV2": batch_matmul,
    "MatMul": matmul,
    "MatMulV2": matmul,
}
