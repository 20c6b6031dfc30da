"""Comparison and logic."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def is_finite(call: ExportCall) -> None:
    """Neither infinite nor no number."""
    parts = [call.add(op, call.inputs(), tag=tag) for op, tag in (("IsInf", "infinite"), ("IsNaN", "no_number"))]
    call.add("Not", [call.add("Or", parts, tag="special")])


def not_equal(call: ExportCall) -> None:
    """The opposite of equal."""
    call.add("Not", [call.add("Equal", call.inputs(), tag="equal")])


OPS: dict[str, Exporter] = {"IsFinite": is_finite, "NotEqual": not_equal}
