"""Shapes of operators that pass tensors on: constants, copies, checks of a shape, PassThrough's reorganisation.

Inputs of a graph (Data, RefData, AippData, QueueData, PlaceHolder, Variable) have no rule: their shape is declared.
"""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, agree_shapes, divided, need_rank, product_of
from metadef.infer.shape.creation import spelt
from metadef.ops.call import Call
from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.types.shape import Shape
from metadef.types.tensor_value import TensorValue

__all__ = ["const", "const_dtype", "copies", "ensured", "pass_through", "strided"]


def const(call: Call) -> Shape:
    """Const: the shape of its value."""
    value = call.attr("value")
    return Shape(value.dims) if isinstance(value, TensorValue) else UNKNOWN


def const_dtype(call: Call) -> DataType:
    """Const: the type of its value."""
    value = call.attr("value")
    return value.dtype if isinstance(value, TensorValue) else DataType.UNDEFINED


def copies(call: Call) -> list[Shape]:
    """Copy: every output is the input."""
    return [call.shape("x")] * call.output_count("y")


def ensured(call: Call) -> Shape:
    """EnsureShape: what is known of the input and of the attribute, where -1 is an unknown size and [-2] any rank.

    C1: the input has that shape.
    """
    return agree_shapes(call, call.shape("input"), spelt(call, "shape"), "input and `shape` [C1]")


def pass_through(call: Call) -> Shape:
    """PassThrough: squares of `stride` x `stride` pixels become channels, or with `reverse` channels become squares.

    C1: x has four axes. C2: the stride is positive. C3: it divides height and width; reversed, its square divides the
    channels.
    """
    x, stride = call.shape("x"), call.int_attr("stride")
    if stride <= 0:
        call.fail("attr-constraint", "`stride` is positive [C2]", expected="> 0", got=str(stride))
    if need_rank(call, x, "x", 4) is None:
        return UNKNOWN
    last = call.format("x") is Format.NHWC
    batch, channels, height, width = (x[0], x[3], x[1], x[2]) if last else x
    if call.bool_attr("reverse"):
        channels = divided(call, channels, stride * stride, "the channels by the square of the stride [C3]")
        height, width = product_of((height, stride)), product_of((width, stride))
    else:
        channels = product_of((channels, stride * stride))
        height, width = (divided(call, side, stride, "the sides by the stride [C3]") for side in (height, width))
    return Shape((batch, height, width, channels) if last else (batch, channels, height, width))


def strided(call: Call) -> Shape:
    """StridedRead takes every `stride`-th part of an axis, StridedWrite leaves room for the others.

    C1: the axis exists. C2: the stride is positive, and what is read divides by it.
    """
    x, axis, stride = call.shape("x"), call.int_attr("axis"), call.int_attr("stride")
    if stride <= 0:
        call.fail("attr-constraint", "`stride` is positive [C2]", expected="> 0", got=str(stride))
    if x.rank is None:
        return UNKNOWN
    if not 0 <= axis < x.rank:
        call.fail("axis-out-of-range", "there is no such axis [C1]", expected=f"0 to {x.rank - 1}", got=str(axis))
    if call.proto.name == "StridedWrite":
        return x.with_dim(axis, product_of((x[axis], stride)))
    return x.with_dim(axis, divided(call, x[axis], stride, "the axis by the stride [C2]"))
