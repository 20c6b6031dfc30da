"""Laws over a call that no shape rule states, because the output's shape does not depend on them.

A shape rule that has to find an axis refuses one that is not there. Softmax and its like keep the shape of their input
whatever the axis is, so the prototype itself says it. The tests are records, so that generators can write them in other
languages.
"""

from __future__ import annotations

from dataclasses import dataclass

from metadef.ops.call import Call
from metadef.ops.ports import LawTest

__all__ = ["AxesWithin", "InOrder", "axes_within", "below", "not_above"]


@dataclass(frozen=True, slots=True)
class AxesWithin:
    """Whether an axis, or each of a list of axes, lies from -rank to rank - 1 of an input."""

    attr: str  # an Int or a ListInt
    port: str  # the input whose rank counts; an unknown rank allows every axis, a scalar the axes 0 and -1
    unset: int | None  # a value that stands for no axis

    def __call__(self, call: Call) -> bool | str | None:
        rank = call.shape(self.port).rank
        if rank is None:
            return None
        value = call.attr(self.attr)
        axes = value if isinstance(value, tuple) else (value,)
        reach = max(rank, 1)
        wrong = [axis for axis in axes if isinstance(axis, int) and axis != self.unset and not -reach <= axis < reach]
        return f"`{self.attr}` names axis {wrong[0]} of `{self.port}`, which has rank {rank}" if wrong else True


@dataclass(frozen=True, slots=True)
class InOrder:
    """Whether one Float attribute is below another, or not above it."""

    low: str
    high: str
    strict: bool  # equal values break it

    def __call__(self, call: Call) -> bool | None:
        first, second = call.attr(self.low), call.attr(self.high)
        if not isinstance(first, float) or not isinstance(second, float):
            return None
        return first < second if self.strict else first <= second


def axes_within(attr: str, port: str = "x", *, unset: int | None = None, label: str = "C1") -> tuple[str, str, LawTest]:
    """An axis, or each of a list of axes, lies from -rank to rank - 1 of an input.

    Args:
        attr: the attribute, an Int or a ListInt.
        port: the input whose rank counts.
        unset: a value that stands for no axis.
        label: the number of the law among those of the operator.

    Returns:
        Label, text and test, to be given to `OpProto.law`.
    """
    return label, f"`{attr}` lies within the rank of `{port}`", AxesWithin(attr, port, unset)


def not_above(low: str, high: str) -> tuple[str, str, LawTest]:
    """One Float attribute is not above another."""
    return "C1", f"`{low}` is not above `{high}`", InOrder(low, high, False)


def below(low: str, high: str) -> tuple[str, str, LawTest]:
    """One Float attribute is below another."""
    return "C1", f"`{low}` is below `{high}`", InOrder(low, high, True)
