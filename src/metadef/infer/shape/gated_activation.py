"""Shapes of gated activations: one half of an axis gates the other, so the axis is halved."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, divided, normalise_axis
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["halved", "halved_last"]


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
