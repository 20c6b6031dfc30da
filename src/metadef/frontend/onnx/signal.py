"""Windows of signal processing, and the convolution that carries its past along."""

from __future__ import annotations

import math
from collections.abc import Sequence

from metadef.frontend.onnx.cast import type_attr
from metadef.frontend.onnx.concat_split import last_part
from metadef.frontend.onnx.conv import depthwise_sequence
from metadef.frontend.onnx.declare import Mapper, onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def window(*factors: float) -> Mapper:
    """Σ factor[k] · cos(2πkn / N), N being the size, or one less for a symmetric window."""

    def mapper(node: OnnxNode) -> Value:
        scalar = node.importer.constants.scalar
        size = node.value(0)
        zero, one = (node.const_like(number, size, "number") for number in (0, 1))
        positions = node.add("Range", [zero, size, one], tag="positions")
        period = size if node.flag("periodic") else node.add("Sub", [size, one], tag="period")
        numbers = node.cast(positions, DataType.FLOAT, "numbers")
        turns = node.add("RealDiv", [numbers, node.cast(period, DataType.FLOAT, "turn")], tag="turns")
        total = scalar(node.graph, factors[0], DataType.FLOAT, "factor")
        for order, factor in enumerate(factors[1:], 1):
            speed = scalar(node.graph, 2 * math.pi * order, DataType.FLOAT, "speed")
            wave = node.add("Cos", [node.add("Mul", [turns, speed], tag="angle")], tag="wave")
            part = node.add("Mul", [wave, scalar(node.graph, factor, DataType.FLOAT, "factor")], tag="part")
            total = node.add("Add", [total, part], tag="sum")
        return node.add("Cast", [total], {"dst_type": type_attr(node, "output_datatype").ge_value})

    return mapper


def causal_conv(node: OnnxNode) -> Sequence[Value]:
    """The past before the input, a depthwise convolution without pads, and its last elements as the new past."""
    x, weight, bias, past = node.value(0), node.value(1), node.optional(2), node.optional(3)
    activation = node.choice("activation", "none", "silu", "swish")
    dims = node.dims(weight)
    taps = dims[2] if dims is not None and len(dims) == 3 else None
    channels = dims[0] if dims is not None else None
    if not isinstance(taps, int) or not isinstance(channels, int):
        node.fail("shape-unknown", "needs weights [channels, 1, taps] of known size", as_error=True)
    if past is None:
        zero = node.const_like(0.0, x, "pad")
        pads = node.const_pairs(((0, 0), (0, 0), (taps - 1, 0)), "pads")
        whole = node.add("PadV3", [x, pads, zero], {"mode": "constant"}, tag="whole")
    else:
        whole = node.add("ConcatD", [[past, x]], {"concat_dim": 2, "N": 2}, tag="whole")
    result = depthwise_sequence(node, whole, weight, bias, taps, channels, "" if activation == "none" else "conv")
    if activation != "none":
        result = node.add("Swish", [result], {"scale": 1.0})
    return result, last_part(node, whole, 2, taps - 1, "present")


_WINDOW = "output_datatype:i=1 periodic:i=1"

OPS = {
    "BlackmanWindow": onnx_op(window(0.42, -0.5, 0.08), "size", _WINDOW, since=17),
    "CausalConvWithState": onnx_op(causal_conv, "input weight bias? past_state?", "activation:s=none", since=27),
    "HammingWindow": onnx_op(window(25 / 46, -21 / 46), "size", _WINDOW, since=17),
    "HannWindow": onnx_op(window(0.5, -0.5), "size", _WINDOW, since=17),
}
