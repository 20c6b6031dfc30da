"""Sums of products by an equation."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def einsum(call: ExportCall) -> None:
    """The equation is the same."""
    call.add("Einsum", call.inputs(), {"equation": call.attr("equation")})


OPS: dict[str, Exporter] = {"Einsum": einsum}
