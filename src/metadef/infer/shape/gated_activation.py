"""Shapes of gated activations: one half of an axis gates the other, so the axis is halved."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, agree_shapes, divided, normalise_axis
from metadef.infer.shape.matmul import matrix_product
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["gated_groups", "gradient", "halved", "halved_last", "product"]


def _half(call: Call, axis: int) -> Shape:
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    place = normalise_axis(call, axis, x.rank, "dim")
    if x.rank == 0:
        return x
    return x.with_dim(place, divided(call, x[place], 2, "2 and the gated axis [C1]"))


def halved(name: str) -> Callable[[Call], Shape]:
    """The axis that an attribute names is halved.

    C1: it is even.
    """

    def rule(call: Call) -> Shape:
        return _half(call, call.int_attr(name))

    return rule


def halved_last(call: Call) -> Shape:
    """The last axis is halved."""
    return _half(call, -1)


def gradient(*arriving: str, axis: str = "") -> Callable[[Call], Shape]:
    """The shape of x, of whose gated activation gradients arrive; the attribute `axis` names the axis, else the last.

    C1: the axis is even. C2: what arrives has the shape of x with that axis halved.
    """

    def rule(call: Call) -> Shape:
        half = _half(call, call.int_attr(axis) if axis else -1)
        for port in arriving:
            agree_shapes(call, half, call.shape(port), f"the shapes of {port} and of one half of x [C2]")
        return call.shape("x")

    return rule


def product(call: Call) -> Shape:
    """AGLU: x times weight1, gated by x times weight2; without weight2 one half of the columns gates the other.

    C1: the inner dimensions agree. C2: the columns of a single weight are even. C3: both weights have one shape.
    """
    first, second = call.shape("weight1"), call.shape("weight2")
    y = matrix_product(call, call.shape("x"), first, False, False)
    if call.has("weight2"):
        agree_shapes(call, first, second, "axes of weight1 and weight2 [C3]")
        return y
    return y.with_dim(-1, divided(call, y[-1], 2, "2 and the columns [C2]")) if y.rank else y


def gated_groups(call: Call) -> list[Shape]:
    """SwigluGroupQuant: the gated activation, its scales (how many is a matter of `quant_mode`), and it unscaled."""
    y = halved_last(call)
    return [y, UNKNOWN, y if call.bool_attr("output_origin") else UNKNOWN]
