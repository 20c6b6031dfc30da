"""Random numbers. The seed becomes an integer; which numbers it gives is the target's business, as in ONNX."""

from __future__ import annotations

from metadef.frontend.onnx.cast import type_attr
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_FLOAT = 1  # onnx.TensorProto.FLOAT


def _seeds(node: OnnxNode) -> dict[str, object]:
    """WHY the bits: seeds are floats that callers keep apart, and truncation would make 0.25 and 0.5 equal."""
    if not node.has("seed"):
        return {}
    import struct

    return {"seed": struct.unpack("<I", struct.pack("<f", node.float("seed")))[0]}


def _shape(node: OnnxNode) -> Value:
    given = node.ints("shape")
    if given is not None:
        return node.const_ints(given, "shape")
    return node.add("Shape", [node.value(0)], {"dtype": DataType.INT64.ge_value}, tag="shape")


def _dtype(node: OnnxNode) -> DataType:
    return type_attr(node, "dtype") if node.has("dtype") else node.need_dtype(node.value(0))


def _scaled(node: OnnxNode, numbers: Value, scale: float, offset: float, dtype: DataType) -> Value:
    """numbers · scale + offset"""
    if scale == 1.0 and offset == 0.0:
        return node.add("Identity", [numbers])
    factor = node.importer.constants.scalar(node.graph, scale, dtype, "scale")
    summand = node.importer.constants.scalar(node.graph, offset, dtype, "offset")
    return node.add("Add", [node.add("Mul", [numbers, factor], tag="scaled"), summand])


def normal(node: OnnxNode) -> Value:
    """Normally distributed."""
    dtype = _dtype(node)
    attrs = {"dtype": dtype, **_seeds(node)}
    numbers = node.add("RandomStandardNormal", [_shape(node)], attrs, tag="numbers")
    return _scaled(node, numbers, node.float("scale"), node.float("mean"), dtype)


def uniform(node: OnnxNode) -> Value:
    """Equally distributed between two bounds."""
    dtype = _dtype(node)
    attrs = {"dtype": dtype, **_seeds(node)}
    numbers = node.add("RandomUniform", [_shape(node)], attrs, tag="numbers")
    low, high = node.float("low"), node.float("high")
    return _scaled(node, numbers, high - low, low, dtype)


def bernoulli(node: OnnxNode) -> Value:
    """One with the given probabilities."""
    x = node.value(0)
    attrs = {"dtype": node.need_dtype(x), **_seeds(node)}
    numbers = node.add("RandomUniform", [_shape(node)], attrs, tag="numbers")
    return node.add("Cast", [node.add("Less", [numbers, x], tag="hits")], {"dst_type": _dtype(node).ge_value})


def multinomial(node: OnnxNode) -> Value:
    """Classes drawn by their log-probabilities."""
    dtype = type_attr(node, "dtype")
    count = node.const_int(node.int("sample_size"), "count", DataType.INT32)
    return node.add("Multinomial", [node.value(0), count], {"dtype": dtype, **_seeds(node)})


_NORMAL = "mean:f=0 scale:f=1 seed:f"
_UNIFORM = "high:f=1 low:f=0 seed:f"

OPS = {
    "Bernoulli": onnx_op(bernoulli, "input", "dtype:i seed:f", since=15),
    "Multinomial": onnx_op(multinomial, "input", "dtype:i=6 sample_size:i=1 seed:f"),
    "RandomNormal": onnx_op(normal, "", f"dtype:i={_FLOAT} {_NORMAL} shape:is!"),
    "RandomNormalLike": onnx_op(normal, "input", f"dtype:i {_NORMAL}"),
    "RandomUniform": onnx_op(uniform, "", f"dtype:i={_FLOAT} {_UNIFORM} shape:is!"),
    "RandomUniformLike": onnx_op(uniform, "input", f"dtype:i {_UNIFORM}"),
}
