"""Output types of operators that scale sums of 8-bit products back to 16-bit numbers."""

from __future__ import annotations

from metadef.ops.call import Call
from metadef.ops.proto import DtypeRule
from metadef.types.dtype import DataType

__all__ = ["dequantised", "feed_forward"]

_NARROW = frozenset({DataType.INT8, DataType.INT4})


def dequantised(port: str, scale: str) -> DtypeRule:
    """The type of an input port; of 8-bit numbers BF16 where the scale is BF16, else FLOAT16."""

    def rule(call: Call) -> DataType:
        dtype = call.dtype(port)
        if dtype not in _NARROW:
            return dtype
        return DataType.BF16 if call.dtype(scale) is DataType.BF16 else DataType.FLOAT16

    return rule


_BF16 = 1  # value of FFN's `output_dtype`


def feed_forward(call: Call) -> DataType:
    """FFN: the type of x; of 8-bit numbers BF16 where `output_dtype` is 1, else FLOAT16."""
    dtype = call.dtype("x")
    if dtype not in _NARROW:
        return dtype
    return DataType.BF16 if call.int_attr("output_dtype") == _BF16 else DataType.FLOAT16
