"""Normalisation."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def batch_norm(call: ExportCall) -> None:
    """Statistics that are known before."""
    call.add("BatchNormalization", call.inputs(), {"epsilon": call.float("epsilon")})


def layer_norm(call: ExportCall) -> None:
    """The third output is the reciprocal of the deviation in both, but the first version gives a variance."""
    begin = call.int("begin_norm_axis")
    if call.int("begin_params_axis") != begin:
        rank = call.rank(call.value("x"))
        if call.int("begin_params_axis") % rank != begin % rank:
            call.refuse("a scale of other axes than the normalised ones")
    outputs = (0, 1, 2) if call.node.op == "LayerNormV3" else (0, 1)
    used = [index if index == 0 or call.wants(index) else -1 for index in outputs]
    call.add("LayerNormalization", call.inputs(), {"axis": begin, "epsilon": call.float("epsilon")}, out=used)


def add_layer_norm(call: ExportCall) -> None:
    """Layer normalisation of a sum; over the axes that the scale has."""
    if call.node.input("bias") is not None:
        call.refuse("bias is fed")
    total = call.add("Add", [call.input("x1"), call.input("x2")], tag="sum" if not call.wants(3) else "", out=3)
    attrs = {"axis": -call.rank(call.value("gamma")), "epsilon": call.float("epsilon")}
    used = [index if index == 0 or call.wants(index) else -1 for index in range(3)]
    call.add("LayerNormalization", [total, call.input("gamma"), call.input("beta")], attrs, out=used)


def rms_norm(call: ExportCall) -> None:
    """Over the axes that the scale has."""
    attrs = {"axis": -call.rank(call.value("gamma")), "epsilon": call.float("epsilon")}
    call.add("RMSNormalization", call.inputs(), attrs)


def group_norm(call: ExportCall) -> None:
    """A scale for each channel, as ONNX has it since opset 21."""
    call.need("data_format", "NCHW")
    attrs = {"num_groups": call.int("num_groups"), "epsilon": call.float("eps")}
    call.add("GroupNormalization", call.inputs(), attrs)


def instance_norm(call: ExportCall) -> None:
    """Each channel of each sample by itself."""
    call.need("data_format", "NCHW", "NCDHW")
    call.add("InstanceNormalization", call.inputs(), {"epsilon": call.float("epsilon")})


def lrn(call: ExportCall) -> None:
    """ONNX divides alpha by the window's size."""
    call.need("norm_region", "ACROSS_CHANNELS")
    size = 2 * call.int("depth_radius") + 1
    attrs = {
        "size": size,
        "alpha": call.float("alpha") * size,
        "beta": call.float("beta"),
        "bias": call.float("bias"),
    }
    call.add("LRN", call.inputs(), attrs)


OPS: dict[str, Exporter] = {
    "AddLayerNorm": add_layer_norm,
    "BNInfer": batch_norm,
    "GroupNormV2": group_norm,
    "InstanceNorm": instance_norm,
    "LRN": lrn,
    "LayerNorm": layer_norm,
    "LayerNormV3": layer_norm,
    "RmsNorm": rms_norm,
}
