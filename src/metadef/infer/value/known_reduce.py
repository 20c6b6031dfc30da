"""Known elements through reductions: sums, products, extremes over axes."""

from __future__ import annotations

from collections.abc import Callable
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
from metadef.types.dtype import DataType
from metadef.types.known_value import Element, KnownValue

__all__ = ["maximum", "minimum", "multiply", "total"]


Magnitude = Callable[["list[int | float]"], "int | float"]


def _over(apply: Binary, start: Element, most: Magnitude | None = None) -> ValueRule:
    """`most` gives, of the sizes of elements, the largest result of some of them; None where nothing can be rounded."""

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
            items.append(_folded(call, apply, members, start, most))
        return KnownValue(dims, tuple(items)) if prod(dims) == len(items) else None

    return rule


def _noop(call: Call) -> bool:
    return "noop_with_empty_axes" in call.proto.attr_index and call.bool_attr("noop_with_empty_axes")


def _folded(call: Call, apply: Binary, members: list[Element], start: Element, most: Magnitude | None) -> Element:
    if not members:
        return start
    numbers = [item for item in members if isinstance(item, int | float)]
    if any(map(isnan, numbers)) or (most is not None and not _is_exact(call, numbers, most)):
        return None
    try:
        return fold(lambda a, b: apply(call, a, b), members)
    except (MetadefError, ArithmeticError):
        return None


def _is_exact(call: Call, numbers: list[int | float], most: Magnitude) -> bool:
    """Whether all results of some of these are numbers of the type: kernels take them in any order.

    Integers count to 2^53, because some kernels reduce them as DOUBLE.
    """
    limit = exact_integers(call.dtype("x"))
    if len(numbers) < 3 and limit:
        return True  # WHY: one operation, which rounds once
    if any(isinstance(item, float) and not item.is_integer() for item in numbers):
        return False
    return len(numbers) < 2 or most([abs(item) for item in numbers]) <= (limit or exact_integers(DataType.DOUBLE))


def _product(sizes: list[int | float]) -> int | float:
    return prod([max(size, 1) for size in sizes])


total, multiply = _over(add_items, 0, sum), _over(multiply_items, 1, _product)
maximum, minimum = _over(maximum_items, None), _over(minimum_items, None)
