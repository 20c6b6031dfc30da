"""Products of quantised numbers."""

from __future__ import annotations

from metadef.frontend.onnx.conv import convolution
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.matmul import product
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.quantize import quantized
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_EXACT = 1 << 24  # integers that a 32-bit float counts without a gap
_LARGEST = 255 * 255  # product of two differences of 8-bit numbers


def _moved(node: OnnxNode, x: Value, zero: Value | None, dtype: DataType, name: str, axes: tuple[int, ...]) -> Value:
    """x - zero in a wider type; a vector of zero points gets axes behind it so that it meets its own."""
    wide = node.cast(x, dtype, f"{name}_wide")
    if zero is None:
        return wide
    if axes and node.rank(zero) == 1 and node.shape(zero).numel() != 1:
        zero = node.add("Unsqueeze", [zero], {"axes": axes}, tag=f"{name}_zeros")
    return node.add("Sub", [wide, node.cast(zero, dtype, f"{name}_zero")], tag=f"{name}_moved")


def matmul_integer(node: OnnxNode) -> Value:
    """The product of the differences in 32-bit integers."""
    return _integer_product(node, (0, 1), (2, 3), "")


def _integer_product(node: OnnxNode, factors: tuple[int, int], zeros: tuple[int, int], tag: str) -> Value:
    a = _moved(node, node.value(factors[0]), node.optional(zeros[0]), DataType.INT32, "a", (1,))
    b = _moved(node, node.value(factors[1]), node.optional(zeros[1]), DataType.INT32, "b", ())
    return product(node, a, b, tag)


def qlinear_matmul(node: OnnxNode) -> Value:
    """The product in integers, scaled and quantised."""
    whole = _integer_product(node, (0, 3), (2, 5), "product")
    numbers = node.cast(whole, DataType.FLOAT, "numbers")
    scales = [node.cast(node.value(index), DataType.FLOAT, name) for index, name in ((1, "a_scale"), (4, "b_scale"))]
    if node.rank(scales[0]) == 1 and node.shape(scales[0]).numel() != 1:
        scales[0] = node.add("Unsqueeze", [scales[0]], {"axes": (1,)}, tag="a_scales")
    exact = node.add("Mul", [node.add("Mul", [numbers, scales[0]], tag="rows"), scales[1]], tag="exact")
    scale = node.cast(node.value(6), DataType.FLOAT, "y_scale")
    return quantized(node, exact, scale, node.value(7), node.need_dtype(node.value(7)), DataType.FLOAT)


def _float_convolution(
    node: OnnxNode, x: Value, weight: Value, zeros: tuple[Value | None, Value | None], tag: str
) -> Value:
    numbers = _moved(node, x, zeros[0], DataType.FLOAT, "x", ())
    rank = node.need_rank(weight, "a zero point for each filter")
    filters = _moved(node, weight, zeros[1], DataType.FLOAT, "w", tuple(range(1, rank)))
    return convolution(node, numbers, filters, None, tag)


def conv_integer(node: OnnxNode) -> Value:
    """Ascend convolves 32-bit floats, which count exactly as long as a sum has few enough summands."""
    x, weight = node.value(0), node.value(1)
    sizes = node.shape(weight).known_dims()
    summands = 1
    for size in sizes[1:] if sizes is not None else (_EXACT,):
        summands *= size
    if summands * _LARGEST >= _EXACT:
        node.fail(
            "unsupported-op",
            f"sums of {summands} products of integers are not exact in 32-bit floats"
            if sizes
            else "needs known weights",
            hint="QLinearConv, or a convolution of floats",
        )
    exact = _float_convolution(node, x, weight, (node.optional(2), node.optional(3)), "sums")
    return node.add("Cast", [exact], {"dst_type": DataType.INT32.ge_value})


def qlinear_conv(node: OnnxNode) -> Value:
    """Differences convolved in 32-bit floats, scaled, moved by the bias and quantised."""
    x, weight = node.value(0), node.value(3)
    sums = _float_convolution(node, x, weight, (node.value(2), node.value(5)), "sums")
    rank = node.need_rank(weight, "a scale for each filter")
    behind = tuple(range(1, rank - 1))
    bias = node.optional(8)
    if bias is not None:
        column = node.add("Unsqueeze", [node.cast(bias, DataType.FLOAT, "bias_numbers")], {"axes": behind}, tag="bias")
        sums = node.add("Add", [sums, column], tag="biased")
    x_scale, w_scale = node.value(1), node.value(4)
    if node.rank(w_scale) == 1 and node.shape(w_scale).numel() != 1:
        w_scale = node.add("Unsqueeze", [w_scale], {"axes": behind}, tag="w_scales")
    exact = node.add("Mul", [node.add("Mul", [sums, x_scale], tag="by_input"), w_scale], tag="exact")
    return quantized(node, exact, node.value(6), node.value(7), node.need_dtype(node.value(7)), DataType.FLOAT)


_WINDOW = "auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is"

OPS = {
    "ConvInteger": onnx_op(conv_integer, "x w x_zero_point? w_zero_point?", _WINDOW, since=10),
    "MatMulInteger": onnx_op(matmul_integer, "A B a_zero_point? b_zero_point?", since=10),
    "QLinearConv": onnx_op(
        qlinear_conv,
        "x x_scale x_zero_point w w_scale w_zero_point y_scale y_zero_point B?",
        _WINDOW,
        since=10,
    ),
    "QLinearMatMul": onnx_op(
        qlinear_matmul, "a a_scale a_zero_point b b_scale b_zero_point y_scale y_zero_point", since=10
    ),
}
