"""Laws over a call that no shape rule states, because the output's shape does not depend on them.

A shape rule that has to find an axis refuses one that is not there. Softmax and its like keep the shape of their input
whatever the axis is, so the prototype itself says it.
"""

from __future__ import annotations

from metadef.ops.call import Call
from metadef.ops.ports import LawTest

__all__ = ["axes_within", "below", "not_above"]


def axes_within(attr: str, port: str = "x", *, unset: int | None = None, label: str = "C1") -> tuple[str, str, LawTest]:
    """An axis, or each of a list of axes, lies from -rank to rank - 1 of an input.

    Args:
        attr: the attribute, an Int or a ListInt.
        port: the input whose rank counts. An unknown rank allows every axis, a scalar the axes 0 and -1.
        unset: a value that stands for no axis.
        label: the number of the law among those of the operator.

    Returns:
        Label, text and test, to be given to `OpProto.law`.
    """

    def test(call: Call) -> bool | str | None:
        rank = call.shape(port).rank
        if rank is None:
            return None
        value = call.attr(attr)
        axes = value if isinstance(value, tuple) else (value,)
        reach = max(rank, 1)
        wrong = [axis for axis in axes if isinstance(axis, int) and axis != unset and not -reach <= axis < reach]
        return f"`{attr}` names axis {wrong[0]} of `{port}`, which has rank {rank}" if wrong else True

    return label, f"`{attr}` lies within the rank of `{port}`", test


def _numbers(call: Call, low: str, high: str) -> tuple[float, float] | None:
    first, second = call.attr(low), call.attr(high)
    return (first, second) if isinstance(first, float) and isinstance(second, float) else None


def not_above(low: str, high: str) -> tuple[str, str, LawTest]:
    """One Float attribute is not above another."""

    def test(call: Call) -> bool | None:
        pair = _numbers(call, low, high)
        return None if pair is None else pair[0] <= pair[1]

    return "C1", f"`{low}` is not above `{high}`", test


def below(low: str, high: str) -> tuple[str, str, LawTest]:
    """One Float attribute is below another."""

    def test(call: Call) -> bool | None:
        pair = _numbers(call, low, high)
        return None if pair is None else pair[0] < pair[1]

    return "C1", f"`{low}` is below `{high}`", test
