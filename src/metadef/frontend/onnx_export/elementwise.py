"""Functions of one tensor whose attributes have values that change nothing."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def natural(op: str) -> Exporter:
    """To the base e, unscaled and unshifted."""

    def exporter(call: ExportCall) -> None:
        call.need("base", -1.0)
        call.need("scale", 1.0)
        call.need("shift", 0.0)
        call.add(op, call.inputs())

    return exporter


OPS: dict[str, Exporter] = {"Exp": natural("Exp"), "Log": natural("Log")}
