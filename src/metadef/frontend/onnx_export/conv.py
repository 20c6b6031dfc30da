"""Convolutions."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.frontend.onnx_export.window import window_attrs

__all__ = ["OPS"]


def _attrs(call: ExportCall) -> dict[str, object]:
    call.need("data_format", "NCHW", "NCDHW")
    call.need("offset_x", 0)
    if call.node.input("offset_w") is not None:
        call.refuse("offset_w is fed")
    attrs = window_attrs(call, "strides", "pads", "dilations")
    dims = call.value("filter").desc.shape.known_dims()
    if dims is not None:
        attrs["kernel_shape"] = dims[2:]
    return attrs | {"group": call.int("groups")}


def _operands(call: ExportCall) -> list[str]:
    return [call.input("x"), call.input("filter"), call.input("bias")]


def conv(call: ExportCall) -> None:
    """The convolution."""
    call.add("Conv", _operands(call), _attrs(call))


def conv_transpose(call: ExportCall) -> None:
    """The transposed convolution; its output's size follows from the pads."""
    if any(call.ints("input_size")):
        call.refuse("input_size is given")
    if -1 in call.ints("pads"):
        call.refuse("pads are found by the operator")
    extra = call.ints("output_padding")
    call.add("ConvTranspose", _operands(call), _attrs(call) | {"output_padding": extra[2:]})


OPS: dict[str, Exporter] = {
    "Conv2D": conv,
    "Conv2DTransposeD": conv_transpose,
    "Conv3D": conv,
    "Conv3DTransposeD": conv_transpose,
}
