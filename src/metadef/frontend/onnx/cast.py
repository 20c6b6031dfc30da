"""Conversions between element types."""

from __future__ import annotations

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
        node.unsupported("saturate", 0, 1)
    return node.add("Cast", [x], {"dst_type": dtype.ge_value}) if node.dtype(x) is dtype else node.cast(x, dtype, "")


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
