"""Running sums and products."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def cumulative(op: str, since: int) -> Exporter:
    """The axis is an input in both."""

    def exporter(call: ExportCall) -> None:
        attrs = {"exclusive": call.int("exclusive"), "reverse": call.int("reverse")}
        call.add(op, call.inputs(), attrs, since=since)

    return exporter


OPS: dict[str, Exporter] = {"Cumprod": cumulative("CumProd", 26), "Cumsum": cumulative("CumSum", 14)}
