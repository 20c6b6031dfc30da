"""Images in other sizes, and samples at given points."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_SAME = ("coordinate_transformation_mode", "mode", "nearest_mode")
_MODES = {"bilinear": "linear", "bicubic": "cubic", "nearest": "nearest"}


def resize(call: ExportCall) -> None:
    """Ascend's Resize has ONNX's own attributes."""
    attrs: dict[str, object] = {name: call.attr(name) for name in _SAME}
    attrs |= {name: call.float(name) for name in ("cubic_coeff_a", "extrapolation_value")}
    attrs["exclude_outside"] = call.int("exclude_outside")
    sizes = call.input("sizes")
    if sizes and call.dtype(call.value("sizes")) is not DataType.INT64:
        sizes = call.cast(sizes, DataType.INT64, "sizes")
    call.add("Resize", [call.input("x"), call.input("roi"), call.input("scales"), sizes], attrs)


def grid_sample(call: ExportCall) -> None:
    """Samples of images or volumes at points of a grid."""
    mode = _MODES.get(str(call.attr("interpolation_mode")))
    if mode is None:
        call.refuse(f"interpolation_mode = {call.attr('interpolation_mode')}")
    if call.node.op.endswith("3D"):
        call.need("data_format", "NCDHW")
    attrs = {"mode": mode, "padding_mode": call.attr("padding_mode"), "align_corners": call.int("align_corners")}
    call.add("GridSample", call.inputs(), attrs)


def affine_grid(call: ExportCall) -> None:
    """The points of a transformed image, in one row an image; ONNX wants 64-bit sizes and gives an image of points."""
    dims = call.dims(call.value("theta"))
    axes = dims[1] if dims is not None and len(dims) == 3 else None
    if not isinstance(axes, int):
        call.refuse("the number of spatial axes is unknown")
    size = call.cast(call.input("output_size"), DataType.INT64, "size")
    attrs = {"align_corners": call.int("align_corners")}
    points = call.add("AffineGrid", [call.input("theta"), size], attrs, tag="points", since=20)
    call.add("Reshape", [points, call.const_ints((0, -1, axes))])


OPS: dict[str, Exporter] = {
    "AffineGrid": affine_grid,
    "GridSampler2D": grid_sample,
    "GridSampler3D": grid_sample,
    "Resize": resize,
}
