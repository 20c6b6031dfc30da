"""Known elements through reductions: sums, products, extremes over axes."""

from __future__ import annotations

from functools import reduce as fold
from itertools import product as combinations
from math import isnan, prod

from metadef.errors import MetadefError
from metadef.infer.shape.common import ints_of, normalise_axis
from metadef.infer.value.element_type import exact_integers
from metadef.infer.value.known_arithmetic import add_items, maximum_items, minimum_items, multiply_items
from metadef.infer.value.lift import Binary, own_dims
from metadef.ops.call import Call
from metadef.ops.proto import ValueRule
from metadef.types.known_value import Element, KnownValue

__all__ = ["maximum", "minimum", "multiply", "total"]


def _over(apply: Binary, start: Element, *, rounds: bool) -> ValueRule:
    """`rounds` says that what comes in between may be rounded, so that the order of the elements can matter."""

    def rule(call: Call) -> KnownValue | None:
        known = call.value("x")
        if known is None:
            return None
        dims = own_dims(call)
        axes = ints_of(call, "axes")
        if dims is None or axes is None:
            return None
        rank = len(known.dims)
        gone = {normalise_axis(call, axis, rank) for axis in axes} if axes else set(range(rank))
        if not axes and _noop(call):
            return known
        strides = [prod(known.dims[axis + 1 :]) for axis in range(rank)]
        kept = [[at * strides[axis] for at in range(known.dims[axis])] for axis in range(rank) if axis not in gone]
        inner = [[at * strides[axis] for at in range(known.dims[axis])] for axis in range(rank) if axis in gone]
        items: list[Element] = []
        for base in combinations(*kept):
            members = [known.items[sum(base) + sum(spot)] for spot in combinations(*inner)]
            items.append(_folded(call, apply, members, start, rounds))
        return KnownValue(dims, tuple(items)) if prod(dims) == len(items) else None

    return rule


def _noop(call: Call) -> bool:
    return "noop_with_empty_axes" in call.proto.attr_index and call.bool_attr("noop_with_empty_axes")


def _folded(call: Call, apply: Binary, members: list[Element], start: Element, rounds: bool) -> Element:
    if not members:
        return start
    floats = [item for item in members if isinstance(item, float)]
    if floats and ((rounds and len(members) > 2 and not _is_exact(call, floats)) or any(map(isnan, floats))):
        return None
    try:
        return fold(lambda a, b: apply(call, a, b), members)
    except (MetadefError, ArithmeticError):
        return None


def _is_exact(call: Call, floats: list[float]) -> bool:
    """Whether all sums and products of some of these are numbers of the type."""
    if not all(item.is_integer() for item in floats):
        return False
    sizes = [abs(item) for item in floats]
    return max(sum(sizes), prod([max(size, 1.0) for size in sizes])) <= exact_integers(call.dtype("x"))


total, multiply = _over(add_items, 0, rounds=True), _over(multiply_items, 1, rounds=True)
maximum, minimum = _over(maximum_items, None, rounds=False), _over(minimum_items, None, rounds=False)
