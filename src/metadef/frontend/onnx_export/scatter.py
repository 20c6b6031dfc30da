"""Writing elements at their indices."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def scatter_elements(call: ExportCall) -> None:
    """One element for each index."""
    call.need("reduction", "none", "add", "mul")
    call.add("ScatterElements", call.inputs(), {"axis": call.int("axis"), "reduction": call.attr("reduction")})


def scatter_nd(reduction: str) -> Exporter:
    """Slices at index vectors; ONNX wants 64-bit indices."""

    def exporter(call: ExportCall) -> None:
        x, indices, updates = call.inputs()
        value = call.node.inputs[1]
        if value is not None and call.dtype(value) is not DataType.INT64:
            indices = call.cast(indices, DataType.INT64, "indices")
        attrs = {"reduction": reduction} if reduction != "none" else {}
        call.add("ScatterND", [x, indices, updates], attrs)

    return exporter


OPS: dict[str, Exporter] = {
    "ScatterElements": scatter_elements,
    "TensorScatterAdd": scatter_nd("add"),
    "TensorScatterMax": scatter_nd("max"),
    "TensorScatterMin": scatter_nd("min"),
    "TensorScatterUpdate": scatter_nd("none"),
}
