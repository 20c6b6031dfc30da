"""Reading elements by their indices."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def gather(call: ExportCall) -> None:
    """Slices along an axis that is known."""
    call.need("batch_dims", 0)
    call.add("Gather", [call.input("x"), call.input("indices")], {"axis": call.need_axis("axis")})


def gather_elements(call: ExportCall) -> None:
    """One element for each index."""
    call.add("GatherElements", call.inputs(), {"axis": call.int("dim")})


def gather_nd(call: ExportCall) -> None:
    """Slices at index vectors."""
    call.add("GatherND", call.inputs())


def one_hot(call: ExportCall) -> None:
    """Negative indices mean none to Ascend and count from the end to ONNX: they go beyond the depth."""
    indices, depth = call.value("x"), call.value("depth")
    if call.dtype(call.node.output) is DataType.BF16:
        call.refuse("bfloat16")
    dtype = call.dtype(indices)
    outside = call.cast(call.input("depth"), dtype, "depth")
    name = call.input("x")
    is_negative = call.add("Less", [name, call.scalar(0, dtype)], tag="is_negative")
    name = call.add("Where", [is_negative, outside, name], tag="indices")
    axes = call.const_ints((0,))
    ports = [
        call.add("Reshape", [call.input(port), call.const_ints((1,))], tag=port) for port in ("off_value", "on_value")
    ]
    values = call.add("Concat", ports, {"axis": 0}, tag="values")
    count = call.input("depth") if call.rank(depth) == 0 else call.add("Squeeze", [call.input("depth"), axes], tag="n")
    call.add("OneHot", [name, count, values], {"axis": call.int("axis")})


OPS: dict[str, Exporter] = {
    "GatherElements": gather_elements,
    "GatherNd": gather_nd,
    "GatherV2": gather,
    "OneHot": one_hot,
}
