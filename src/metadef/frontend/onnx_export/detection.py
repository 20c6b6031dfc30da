"""Regions of interest."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_KINDS = {0: "output_half_pixel", 2: "half_pixel"}


def roi_align(call: ExportCall) -> None:
    """ONNX has the numbers of the images apart from the corners."""
    kind = _KINDS.get(call.int("roi_end_mode"))
    if kind is None or call.node.input("rois_n") is not None:
        call.refuse(f"roi_end_mode = {call.int('roi_end_mode')}" if kind is None else "rois_n is fed")
    call.need("pool_mode", "avg")
    rois = call.input("rois")
    axis = call.const_ints((1,))
    column = call.add("Slice", [rois, *map(call.const_ints, ((0,), (1,))), axis], tag="column")
    numbers = call.add("Squeeze", [call.cast(column, DataType.INT64, "numbers"), axis], tag="batch")
    corners = call.add("Slice", [rois, *map(call.const_ints, ((1,), (5,))), axis], tag="corners")
    attrs = {
        "coordinate_transformation_mode": kind,
        "mode": "avg",
        "output_height": call.int("pooled_height"),
        "output_width": call.int("pooled_width"),
        "sampling_ratio": call.int("sample_num"),
        "spatial_scale": call.float("spatial_scale"),
    }
    call.add("RoiAlign", [call.input("features"), corners, numbers], attrs)


OPS: dict[str, Exporter] = {
    "ROIAlign": roi_align,
}
