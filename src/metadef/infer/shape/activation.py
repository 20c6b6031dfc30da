"""Shapes of activations that give more than one tensor."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN
from metadef.ops.call import Call
from metadef.types.dim import ceil_div
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

__all__ = ["relu_mask"]

_BITS = 8


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
