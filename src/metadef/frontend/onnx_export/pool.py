"""Pooling."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.frontend.onnx_export.window import window_attrs

__all__ = ["OPS"]


def _kernel(call: ExportCall) -> tuple[int, ...]:
    size = call.ints("ksize")
    if size[:2] != (1, 1) or len(size) not in (4, 5):
        call.refuse(f"ksize = {list(size)}")
    return size[2:]


def _padded(call: ExportCall, name: str, attrs: dict[str, object]) -> dict[str, object]:
    """With SAME the pads that are given do not count."""
    if call.attr(name) != "SAME":
        call.need(name, "CALCULATED")
        return attrs
    return {key: value for key, value in attrs.items() if key != "pads"} | {"auto_pad": "SAME_UPPER"}


def _image(call: ExportCall) -> dict[str, object]:
    call.need("data_format", "NCHW")
    call.need("global_pooling", False)
    attrs = _padded(call, "padding_mode", window_attrs(call, "strides", "pads"))
    return attrs | {"kernel_shape": _kernel(call), "ceil_mode": call.int("ceil_mode")}


def max_pool(call: ExportCall) -> None:
    """Of images."""
    call.add("MaxPool", call.inputs(), _image(call))


def average_pool(call: ExportCall) -> None:
    """Of images; `exclusive` leaves the pads out of the mean."""
    call.need("divisor_override", 0)
    call.add("AveragePool", call.inputs(), _image(call) | {"count_include_pad": int(not call.int("exclusive"))})


def max_pool_3d(call: ExportCall) -> None:
    """Of volumes."""
    call.need("data_format", "NCDHW")
    attrs = _padded(call, "padding", window_attrs(call, "strides", "pads", "dilation"))
    call.add("MaxPool", call.inputs(), attrs | {"kernel_shape": _kernel(call), "ceil_mode": call.int("ceil_mode")})


def average_pool_3d(call: ExportCall) -> None:
    """Of volumes."""
    call.need("data_format", "NCDHW")
    call.need("divisor_override", 0)
    attrs = window_attrs(call, "strides", "pads") | {"kernel_shape": _kernel(call), "ceil_mode": call.int("ceil_mode")}
    call.add("AveragePool", call.inputs(), attrs | {"count_include_pad": call.int("count_include_pad")})


OPS: dict[str, Exporter] = {
    "AvgPool3D": average_pool_3d,
    "AvgPoolV2": average_pool,
    "MaxPool3D": max_pool_3d,
    "MaxPoolV3": max_pool,
}
