"""Conversions between element types."""

from __future__ import annotations

import math

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.descriptors import dtype_of
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS", "type_attr"]

_NARROW = ("FLOAT8", "HIFLOAT8", "FLOAT4", "FLOAT6")


def type_attr(node: OnnxNode, name: str) -> DataType:
    """The Ascend type that an attribute names by its ONNX number.

    Raises:
        MetadefError: dtype-not-allowed if Ascend has none.
    """
    number = node.int(name)
    dtype = dtype_of(number)
    if dtype is None or dtype is DataType.STRING:
        node.fail("dtype-not-allowed", f"attribute `{name}` asks for a type that Ascend lacks", got=str(number))
    return dtype


def _cast(node: OnnxNode, dtype: DataType) -> Value:
    x = node.value(0)
    if dtype.name.startswith(_NARROW) and node.has("saturate") and not node.flag("saturate"):
        if dtype is not DataType.FLOAT8_E4M3FN:
            node.unsupported("saturate", 0, 1)
        x = _without_overflow(node, x)
    return node.add("Cast", [x], {"dst_type": dtype.ge_value}) if node.dtype(x) is dtype else node.cast(x, dtype, "")


def _without_overflow(node: OnnxNode, x: Value) -> Value:
    """What would be more than FLOAT8_E4M3FN holds is no number there: it has no infinity.

    WHY 464: it lies between the last number, 448, and the next that there would be, 480, and is rounded to the former.
    """
    most = node.const_like(464.0, x, "most")
    nothing = node.const_like(math.nan, x, "no_number")
    beyond = node.add("Greater", [node.add("Abs", [x], tag="size"), most], tag="beyond")
    return node.add("SelectV2", [beyond, nothing, x], tag="in_range")


def cast(node: OnnxNode) -> Value:
    """To the type that is named."""
    return _cast(node, type_attr(node, "to"))


def cast_like(node: OnnxNode) -> Value:
    """To the type of another tensor."""
    return _cast(node, node.need_dtype(node.value(1)))


def bit_cast(node: OnnxNode) -> Value:
    """The same bits as another type of the same width."""
    dtype = type_attr(node, "to")
    source = node.dtype(node.value(0))
    if source is not DataType.UNDEFINED and source.bits != dtype.bits:
        node.fail(
            "attr-constraint", "both types must have as many bits", expected=f"{source.bits} bits", got=dtype.name
        )
    return node.add("Bitcast", [node.value(0)], {"type": dtype})


OPS = {
    "BitCast": onnx_op(bit_cast, "input", "to:i!", since=26),
    "Cast": onnx_op(cast, "input", "to:i! saturate:i=1[19:] round_mode:s=up[24:]"),
    "CastLike": onnx_op(cast_like, "input target_type", "saturate:i=1[19:] round_mode:s=up[24:]", since=15),
}
