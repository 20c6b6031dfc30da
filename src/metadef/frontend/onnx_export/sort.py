"""Operators whose result's order or number depends on the data."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def top_k(call: ExportCall) -> None:
    """ONNX gives 64-bit indices and wants the number as a 64-bit vector of one."""
    if call.dtype(call.node.outputs[1]) is not DataType.INT64 and call.wants(1):
        call.refuse("indices of 32 bits")
    k = call.value("k")
    known = call.known_ints(k)
    if known is not None:
        count = call.const_ints(known[:1])
    else:
        count = call.vector(k)
        if call.dtype(k) is not DataType.INT64:
            count = call.cast(count, DataType.INT64, "k")
    attrs = {"axis": call.int("dim"), "largest": call.int("largest"), "sorted": call.int("sorted")}
    call.add("TopK", [call.input("x"), count], attrs, out=(0, 1))


def non_zero(call: ExportCall) -> None:
    """One column for each element that is not zero, or one row; ONNX gives 64-bit integers."""
    found = call.input("x")
    dtype = call.dtype(call.node.output)
    steps: list[tuple[str, dict[str, object], str]] = [("NonZero", {}, "columns")]
    if not call.int("transpose"):
        steps.append(("Transpose", {"perm": (1, 0)}, "rows"))
    if dtype is not DataType.INT64:
        steps.append(("Cast", {"to": call.type_number(dtype)}, ""))
    for index, (op, attrs, tag) in enumerate(steps):
        found = call.add(op, [found], attrs, tag=tag if index < len(steps) - 1 else "")


def non_max_suppression(call: ExportCall) -> None:
    """ONNX counts in 64 bits, Ascend in 32."""
    call.need("max_boxes_size", 0)
    ports = [call.input(port.name) for port in call.node.proto.inputs]
    if ports[2]:
        ports[2] = call.cast(ports[2], DataType.INT64, "count")
    attrs = {"center_point_box": call.int("center_point_box")}
    call.cast(call.add("NonMaxSuppression", ports, attrs, tag="selected"), DataType.INT32)


OPS: dict[str, Exporter] = {"NonMaxSuppressionV6": non_max_suppression, "NonZero": non_zero, "TopKV2": top_k}
