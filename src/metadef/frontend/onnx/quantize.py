"""Linear quantisation, step by step: round(x / scale) + zero, and back."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.cast import type_attr
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.reduce import reduced
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS", "quantized"]

_LIMITS = {
    DataType.INT4: (-8, 7),
    DataType.INT8: (-128, 127),
    DataType.UINT8: (0, 255),
    DataType.INT16: (-32768, 32767),
    DataType.UINT16: (0, 65535),
}
_FLOATS = (DataType.FLOAT8_E4M3FN, DataType.FLOAT8_E5M2)  # rounded by the conversion itself


def _along(node: OnnxNode, x: Value, parameter: Value, tag: str) -> Value:
    """A scale or zero point for each slice of an axis, shaped so that it broadcasts."""
    if node.has("block_size") and node.int("block_size"):
        return _of_blocks(node, x, parameter, node.int("block_size"), tag)
    rank = node.rank(parameter)
    if rank == 0 or node.shape(parameter).numel() == 1:
        return parameter
    if rank != 1:
        node.fail("rank-mismatch", "a scale is a number or a vector", expected="rank 0 or 1", got=f"rank {rank}")
    own = node.need_rank(x, "a scale for each slice")
    axis = node.int("axis") if node.has("axis") else 1
    axis += own if axis < 0 else 0
    if not 0 <= axis < own:
        node.fail("axis-out-of-range", "axis lies outside of the rank", expected=f"0 to {own - 1}", got=str(axis))
    after = own - axis - 1
    return node.add("Unsqueeze", [parameter], {"axes": tuple(range(1, after + 1))}, tag=tag) if after else parameter


def _of_blocks(node: OnnxNode, x: Value, parameter: Value, block: int, tag: str) -> Value:
    """A scale or zero point for each block of an axis: each repeated as many times in a row."""
    own, dims = node.shape(x).known_dims(), node.shape(parameter).known_dims()
    if own is None or dims is None:
        node.fail("shape-unknown", "blocks need known shapes", as_error=True)
    axis = node.int("axis") + (len(own) if node.int("axis") < 0 else 0)
    fits = 0 <= axis < len(own) == len(dims) and block > 0 and dims[axis] == -(-own[axis] // block)
    if not fits or dims[:axis] + dims[axis + 1 :] != own[:axis] + own[axis + 1 :]:
        node.fail("shape-mismatch", "one number for each block is needed", expected=f"{own} in blocks", got=str(dims))
    indices = node.const_ints([index // block for index in range(own[axis])], "blocks")
    if not node.accepts("GatherV2", 0, node.dtype(parameter)):
        node.unsupported("block_size", block, 0)
    return node.add("GatherV2", [parameter, indices, node.const_int(axis, "axis")], tag=tag)


def quantize(node: OnnxNode) -> Value:
    """The sum is cut to the range of the type."""
    x, scale, zero = node.value(0), node.value(1), node.optional(2)
    target = DataType.UINT8
    if node.has("output_dtype") and node.int("output_dtype"):
        target = type_attr(node, "output_dtype")
    elif zero is not None:
        target = node.need_dtype(zero)
    if node.has("precision") and node.int("precision"):
        node.unsupported("precision", node.int("precision"), 0)
    dtype = node.need_dtype(x)
    scale = node.cast(_along(node, x, scale, "scales"), dtype, "scale")
    zero = _along(node, x, _movable(node, zero, dtype), "zeros") if zero is not None else None
    return quantized(node, x, scale, zero, target, dtype)


def _movable(node: OnnxNode, zero: Value, dtype: DataType) -> Value:
    """A zero point in a type that operators on shapes take: few take INT4."""
    return node.cast(zero, dtype, "zero") if node.dtype(zero) is DataType.INT4 else zero


def quantized(node: OnnxNode, x: Value, scale: Value, zero: Value | None, target: DataType, dtype: DataType) -> Value:
    """round(x / scale) + zero, cut to the range of `target`; `dtype` is that of `x` and `scale`.

    Raises:
        MetadefError: dtype-not-allowed for other targets than INT4, 8- and 16-bit integers.
    """
    limits = _LIMITS.get(target)
    if target in _FLOATS:
        if node.has("saturate") and not node.flag("saturate"):
            node.unsupported("saturate", 0, 1)
        total = node.add("RealDiv", [x, scale], tag="divided")
        if zero is not None:
            total = node.add("Add", [total, node.cast(zero, dtype, "zero")], tag="moved")
        return node.add("Cast", [total], {"dst_type": target.ge_value})
    if limits is None:
        node.fail(
            "dtype-not-allowed",
            "quantises to signed 4 bits, to 8 and 16 bits",
            expected=", ".join(item.name for item in (*_LIMITS, *_FLOATS)),
            got=target.name,
        )
    total = node.add("Rint", [node.add("RealDiv", [x, scale], tag="divided")], tag="rounded")
    if zero is not None:
        total = node.add("Add", [total, node.cast(zero, dtype, "zero")], tag="moved")
    low, high = (node.importer.constants.scalar(node.graph, float(limit), dtype, "limit") for limit in limits)
    clipped = node.add("ClipByValue", [total, low, high], tag="clipped")
    return node.add("Cast", [clipped], {"dst_type": target.ge_value})


def dequantize(node: OnnxNode) -> Value:
    """(x - zero) · scale, the difference in 32-bit integers, or in floats where x is of a float type."""
    x, scale, zero = node.value(0), node.value(1), node.optional(2)
    target = node.need_dtype(scale)
    if node.has("output_dtype") and node.int("output_dtype"):
        target = type_attr(node, "output_dtype")
    counting = DataType.INT32 if node.need_dtype(x).is_integer else DataType.FLOAT
    wide = node.cast(x, counting, "wide")
    if zero is not None:
        offset = node.cast(_along(node, x, _movable(node, zero, counting), "zeros"), counting, "zero")
        wide = node.add("Sub", [wide, offset], tag="moved")
    numbers = node.cast(wide, DataType.FLOAT, "numbers")
    scales = node.cast(_along(node, x, scale, "scales"), DataType.FLOAT, "scale")
    if target is DataType.FLOAT:
        return node.add("Mul", [numbers, scales])
    return node.cast(node.add("Mul", [numbers, scales], tag="scaled"), target, "")


def dynamic_quantize(node: OnnxNode) -> Sequence[Value]:
    """Scale and zero point from the range of the data, zero included."""
    x = node.value(0)
    axes = tuple(range(node.need_rank(x, "the range of the data")))
    zero, most = node.const_like(0.0, x, "number"), node.const_like(255.0, x, "number")
    low = node.add("Minimum", [reduced(node, "ReduceMin", x, axes, False, "least"), zero], tag="low")
    high = node.add("Maximum", [reduced(node, "ReduceMax", x, axes, False, "greatest"), zero], tag="high")
    scale = node.add("RealDiv", [node.add("Sub", [high, low], tag="range"), most], tag="scale")
    start = node.add("RealDiv", [node.add("Sub", [zero, low], tag="below"), scale], tag="start")
    point = node.add("Rint", [node.add("ClipByValue", [start, zero, most], tag="start_clipped")], tag="point")
    divided = node.add("RealDiv", [x, scale], tag="divided")
    moved = node.add("Add", [node.add("Rint", [divided], tag="rounded"), point], tag="moved")
    clipped = node.add("ClipByValue", [moved, zero, most], tag="clipped")
    attrs = {"dst_type": DataType.UINT8.ge_value}
    return node.add("Cast", [clipped], attrs), scale, node.add("Cast", [point], attrs, tag="zero_point")


OPS = {
    "DequantizeLinear": onnx_op(
        dequantize,
        "x x_scale x_zero_point?",
        "axis:i=1[13:] block_size:i=0[21:] output_dtype:i=0[23:]",
        since=10,
    ),
    "DynamicQuantizeLinear": onnx_op(dynamic_quantize, "x", since=11),
    "QuantizeLinear": onnx_op(
        quantize,
        "x y_scale y_zero_point?",
        "axis:i=1[13:] saturate:i=1[19:] block_size:i=0[21:] output_dtype:i=0[21:] precision:i=0[23:]",
        since=10,
    ),
}
