"""Softmax and its relatives, along one axis."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def softmax(op: str) -> Exporter:
    """One axis of the list that Ascend has."""

    def exporter(call: ExportCall) -> None:
        if "half_to_float" in call.node.proto.attr_index:
            call.need("half_to_float", False)
        axes = call.ints("axes")
        if len(axes) != 1:
            call.refuse(f"axes = {list(axes)}")
        call.add(op, call.inputs(), {"axis": axes[0]})

    return exporter


def hard_max(call: ExportCall) -> None:
    """One at the first maximum."""
    call.add("Hardmax", call.inputs(), {"axis": call.int("axis")})


OPS: dict[str, Exporter] = {
    "HardMax": hard_max,
    "LogSoftmaxV2": softmax("LogSoftmax"),
    "SoftmaxV2": softmax("Softmax"),
}
