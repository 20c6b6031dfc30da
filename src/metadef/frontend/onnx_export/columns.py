"""Columns of windows, added up to the images that they were taken from."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def col2im(call: ExportCall) -> None:
    """ONNX has one axis for channels and taps: its length follows from the others, 0 takes that of the batch."""
    dims = call.dims(call.value("x"))
    windows = dims[3] if dims is not None and len(dims) == 4 else None
    if not isinstance(windows, int):
        call.refuse("the number of windows is unknown")
    columns = call.add("Reshape", [call.input("x"), call.const_ints((0, -1, windows))], tag="columns")
    image = call.cast(call.input("output_size"), DataType.INT64, "image")
    padding = call.ints("padding")
    attrs = {"dilations": call.ints("dilation"), "pads": (*padding, *padding), "strides": call.ints("stride")}
    call.add("Col2Im", [columns, image, call.const_ints(call.ints("kernel_size"))], attrs)


OPS: dict[str, Exporter] = {
    "Col2im": col2im,
}
