"""Activation functions."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def with_attrs(op: str, **names: str) -> Exporter:
    """The export to an operator whose number attributes are called otherwise: ONNX's name = Ascend's name."""

    def exporter(call: ExportCall) -> None:
        call.add(op, call.inputs(), {theirs: call.float(ours) for theirs, ours in names.items()})

    return exporter


def clip(call: ExportCall) -> None:
    """ONNX wants bounds of rank 0; others go by max and min, which broadcast."""
    x, low, high = call.inputs()
    bounds = [call.value("clip_value_min"), call.value("clip_value_max")]
    if all(bound.desc.shape.rank == 0 for bound in bounds):
        call.add("Clip", [x, low, high])
        return
    call.add("Min", [call.add("Max", [x, low], tag="above"), high])


def celu(call: ExportCall) -> None:
    """Of 32 bits."""
    if call.dtype(call.value("x")) is not DataType.FLOAT:
        call.refuse("other numbers than those of 32 bits")
    call.add("Celu", call.inputs(), {"alpha": call.float("alpha")})


def elu(call: ExportCall) -> None:
    """Without the scales that Ascend adds."""
    call.need("scale", 1.0)
    call.need("input_scale", 1.0)
    call.add("Elu", call.inputs(), {"alpha": call.float("alpha")})


def gelu(call: ExportCall) -> None:
    """Ascend's first Gelu is the approximation by tanh."""
    call.add("Gelu", call.inputs(), {"approximate": "tanh"})


def gelu_v2(call: ExportCall) -> None:
    """Either form."""
    call.need("approximate", "none", "tanh")
    call.add("Gelu", call.inputs(), {"approximate": call.attr("approximate")})


def prelu(call: ExportCall) -> None:
    """A slope for each channel gets axes behind it so that it broadcasts."""
    x, weight = call.value("x"), call.value("weight")
    behind = call.rank(x) - 2
    dims = weight.desc.shape.known_dims()
    name = call.input("weight")
    if call.rank(weight) == 1 and behind > 0 and dims != (1,):
        name = call.add("Unsqueeze", [name, call.const_ints(range(1, behind + 1))], tag="slope")
    call.add("PRelu", [call.input("x"), name])


def relu6(call: ExportCall) -> None:
    """Between 0 and 6."""
    dtype = call.dtype(call.value("x"))
    call.add("Clip", [call.input("x"), call.scalar(0, dtype), call.scalar(6, dtype)])


def swish(call: ExportCall) -> None:
    """x · sigmoid(scale · x)"""
    x, scale = call.input("x"), call.float("scale")
    inner = x
    if scale != 1.0:
        inner = call.add("Mul", [x, call.scalar(scale, call.dtype(call.value("x")))], tag="scaled")
    call.add("Mul", [x, call.add("Sigmoid", [inner], tag="gate")])


OPS: dict[str, Exporter] = {
    "CeluV2": celu,
    "ClipByValue": clip,
    "Elu": elu,
    "Gelu": gelu,
    "GeluV2": gelu_v2,
    "HardSigmoid": with_attrs("HardSigmoid", alpha="alpha", beta="beta"),
    "LeakyRelu": with_attrs("LeakyRelu", alpha="negative_slope"),
    "PRelu": prelu,
    "Relu6": relu6,
    "Shrink": with_attrs("Shrink", lambd="lambd", bias="bias"),
    "Swish": swish,
    "ThresholdedRelu": with_attrs("ThresholdedRelu", alpha="alpha"),
}
