"""Padding."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def _by_rows(call: ExportCall) -> str:
    """[axes, 2] as one vector, begins before ends."""
    known = call.known_ints(call.node.input("paddings"))
    if known is not None:
        return call.const_ints((*known[0::2], *known[1::2]))
    rows = call.add("Transpose", [call.input("paddings")], {"perm": (1, 0)}, tag="rows")
    flat = call.add("Reshape", [rows, call.const_ints((-1,))], tag="pads")
    if call.dtype(call.value("paddings")) is DataType.INT64:
        return flat
    return call.cast(flat, DataType.INT64, "pads_int64")


def pad_v3(call: ExportCall) -> None:
    """Ascend's modes have ONNX's names."""
    call.need("mode", "constant", "reflect", "edge")
    call.need("paddings_contiguous", True)
    value = call.node.input("constant_values")
    name = call.name(value)
    if value is not None and call.rank(value) != 0:
        name = call.add("Reshape", [name, call.const_ints(())], tag="value")
    call.add("Pad", [call.input("x"), _by_rows(call), name], {"mode": call.attr("mode")})


def pad(call: ExportCall) -> None:
    """Zeros."""
    call.add("Pad", [call.input("x"), _by_rows(call)])


def pad_d(call: ExportCall) -> None:
    """Zeros; how many is an attribute."""
    pairs = call.attr("paddings")
    if not isinstance(pairs, tuple):
        call.refuse("paddings")
    rows = [item for pair in pairs if isinstance(pair, tuple) for item in pair if isinstance(item, int)]
    if len(rows) != 2 * len(pairs):
        call.refuse("paddings")
    call.add("Pad", [call.input("x"), call.const_ints((*rows[0::2], *rows[1::2]))])


OPS: dict[str, Exporter] = {"Pad": pad, "PadD": pad_d, "PadV3": pad_v3}
