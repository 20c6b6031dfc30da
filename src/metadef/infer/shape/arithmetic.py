"""Shapes of sums of many tensors; plain arithmetic broadcasts by `common.broadcast`."""

from __future__ import annotations

from metadef.infer.shape.common import broadcast_shapes
from metadef.infer.shape.reduce import reduced
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["product_and_sum", "sum_of", "sum_of_n"]


def sum_of(call: Call) -> Shape:
    """AccumulateNV2: the broadcast of all members.

    C1: N, where given, says how many there are.
    """
    return _checked(call, call.attrs.get("N", len(call.shapes("x"))))


def sum_of_n(call: Call) -> Shape:
    """AddN: the broadcast of all members.

    C1: N is given and says how many there are.
    """
    return _checked(call, call.int_attr("N"))


def _checked(call: Call, count: object) -> Shape:
    shapes = call.shapes("x")
    if count != len(shapes):
        call.fail("port-count", "N says how many inputs there are [C1]", expected=str(count), got=str(len(shapes)))
    return broadcast_shapes(call, shapes)


def product_and_sum(call: Call) -> list[Shape]:
    """ConfusionMulGrad: input0 * input1, and input1 * input2 summed over `axes`; no axes means all.

    C1: the axes exist.
    """
    first, second, third = (call.shape(f"input{number}") for number in range(3))
    product = broadcast_shapes(call, [second, third])
    axes = call.ints_attr("axes") or (range(product.rank) if product.rank is not None else ())
    return [broadcast_shapes(call, [first, second]), reduced(call, product, axes, call.bool_attr("keep_dims"))]
