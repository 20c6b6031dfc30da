"""Shapes of activations that give more than one tensor."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, agree
from metadef.ops.call import Call
from metadef.types.dim import ceil_div
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

__all__ = ["prelu", "relu_mask"]

_BITS = 8


def prelu(call: Call) -> Shape:
    """PRelu: like x.

    C1: there is one slope for all, or one for each channel.
    """
    x, count = call.shape("x"), call.shape("weight").numel()
    if count is None or count == 1 or x.rank is None or x.rank < 2:
        return x
    letters = call.format("x").axes
    place = letters.index("C") if letters is not None and len(letters) == x.rank and "C" in letters else 1
    agree(call, x[place], count, "channels of x and slopes [C1]")
    return x


def relu_mask(call: Call) -> list[Shape]:
    """ReluV2: like x, and one bit an element in blocks of C0 channels, [N, C1, H, W, C0 / 8]."""
    x = call.shape("x")
    letters = call.format("x").axes
    if x.rank != 4 or letters not in ("NCHW", "NHWC"):
        return [x, UNKNOWN]
    block = 32 if call.dtype("x") in (DataType.INT8, DataType.UINT8) else 16
    sizes = dict(zip(letters, x, strict=True))
    channels = sizes["C"]
    blocks = None if channels is None else ceil_div(channels, block)
    return [x, Shape((sizes["N"], blocks, sizes["H"], sizes["W"], block // _BITS))]
