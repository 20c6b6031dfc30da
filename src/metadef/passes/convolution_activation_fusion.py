"""Let a convolution apply the ReLU behind it.

Relu(Conv2D(x, W, b))   -> ExtendConv2D(x, W, b), enable_relu0 = true

on targets that have ExtendConv2D. Its second result stays unread.
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.expression import op, var

__all__ = ["ConvolutionActivationFusion"]


def _fuse(rewrite: Rewrite) -> Value | str:
    conv = rewrite.match["conv"].producer
    if conv.input("offset_w") is not None:
        return "the convolution is quantized"
    names = ("strides", "pads", "dilations", "groups", "data_format", "offset_x")
    attrs = {name: conv.attr(name) for name in names} | {"enable_relu0": True}
    return rewrite.add("ExtendConv2D", conv.inputs[:3], attrs).output


class ConvolutionActivationFusion(RewritePass):
    """A convolution and its ReLU in one node."""

    name = "convolution-activation-fusion"
    stage = Stage.FUSION
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "convolution-relu",
            op("Relu", op("Conv2D", var("x"), var("filter"), open=True, name="conv")),
            _fuse,
            fuses=True,
        ),
    )
