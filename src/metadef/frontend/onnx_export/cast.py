"""Conversions between element types."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def cast(call: ExportCall) -> None:
    """To the type whose C++ number is given."""
    dtype = DataType.from_ge(call.int("dst_type"))
    if dtype is None:
        call.refuse(f"dst_type = {call.attr('dst_type')}")
    call.cast(call.input("x"), dtype)


def bit_cast(call: ExportCall) -> None:
    """The same bits as a type of the same width."""
    dtype = call.dtype(call.node.output)
    if dtype.bits != call.dtype(call.value("x")).bits:
        call.refuse("types of different widths")
    call.add("BitCast", [call.input("x")], {"to": call.type_number(dtype)}, since=26)


OPS: dict[str, Exporter] = {"Bitcast": bit_cast, "Cast": cast}
