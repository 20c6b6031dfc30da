"""Shapes of tensors made from numbers: Fill, Range, OneHot, Eye, LinSpace."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, comb, isfinite

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    dims_at,
    need_rank,
    normalise_axis,
    size_at,
    size_attr,
    vector_length,
)
from metadef.ops.call import Call
from metadef.types.dim import Dim, ceil_div, dim_max
from metadef.types.known_value import Element
from metadef.types.shape import Shape

__all__ = [
    "as_strided",
    "broadcast_axes",
    "by_attr",
    "by_value",
    "combinations",
    "eye",
    "length_by_value",
    "mask_bytes",
    "one_hot",
    "range_size",
    "sequence",
    "spelt",
    "spelt_by",
    "unravel",
]


def by_value(name: str) -> Callable[[Call], Shape]:
    """The elements of an integer input are the output's dimensions.

    C1: no element is negative.
    """

    def rule(call: Call) -> Shape:
        need_rank(call, call.shape(name), name, 0, 1)
        sizes = dims_at(call, name)
        if sizes is None:
            return UNKNOWN
        for size in sizes:
            if isinstance(size, int) and size < 0:
                call.fail("shape-mismatch", f"`{name}` holds sizes [C1]", expected=">= 0", got=str(size))
        return Shape(sizes)

    return rule


def by_attr(name: str) -> Callable[[Call], Shape]:
    """A ListInt attribute spells the output's dimensions; -1 is unknown."""

    def rule(call: Call) -> Shape:
        return spelt(call, name)

    return rule


def spelt(call: Call, name: str) -> Shape:
    """The shape that a ListInt attribute spells: -1 is an unknown size, [-2] an unknown rank.

    Raises:
        MetadefError: attr-constraint, for other negative sizes.
    """
    return spelt_by(call, call.ints_attr(name), name)


def spelt_by(call: Call, sizes: tuple[int, ...], name: str) -> Shape:
    """The same of numbers that a part of an attribute holds."""
    if sizes and min(sizes) < -1 and sizes != (-2,):
        call.fail(
            "attr-constraint", f"`{name}` spells a shape", expected="sizes >= 0, -1, or [-2]", got=str(list(sizes))
        )
    return Shape.from_ge(sizes)


def length_by_value(name: str, least: int = 0) -> Callable[[Call], Shape]:
    """A vector as long as an integer input says.

    C1: that is not less than `least`.
    """

    def rule(call: Call) -> Shape:
        size = size_at(call, name)
        if isinstance(size, int) and size < least:
            call.fail("shape-mismatch", f"`{name}` is a length [C1]", expected=f"{least} or more", got=str(size))
        return Shape((size,))

    return rule


def sequence(call: Call) -> Shape:
    """Range: ceil((limit - start) / delta) elements, none when that is negative; one more end when closed."""
    items: list[Element] = []
    for port in ("start", "limit", "delta"):
        known = call.value(port)
        items.append(known.item() if known is not None else None)
    closed = "is_closed" in call.proto.attr_index and call.bool_attr("is_closed")
    return Shape((range_size(call, items[0], items[1], items[2], closed=closed),))


def range_size(call: Call, start: Element, limit: Element, delta: Element, *, closed: bool = False) -> Axis:
    """How many numbers a range has.

    Raises:
        MetadefError: attr-constraint, for a step of 0.
    """
    if start is None or limit is None or delta is None:
        return None
    # WHY: exporters count grids in FLOAT, 0.0 to a symbolic length by 1.0, which is as exact as in integers
    start, limit, delta = (_whole(item) for item in (start, limit, delta))
    if not isinstance(delta, Dim) and delta == 0:
        call.fail("attr-constraint", "a step of 0 goes nowhere", expected="not 0", got="0")
    if isinstance(start, int) and isinstance(limit, int) and isinstance(delta, int):
        return max(0, (limit - start) // delta + 1 if closed else -((start - limit) // delta))
    if isinstance(start, Dim) or isinstance(limit, Dim) or isinstance(delta, Dim):
        if isinstance(start, float) or isinstance(limit, float) or not isinstance(delta, int) or closed:
            return None
        span = limit - start if delta > 0 else start - limit
        size = ceil_div(span, abs(delta))
        return size if isinstance(size, Dim) and call.store.at_least(size, 0) else dim_max(size, 0)
    if not all(map(isfinite, (start, limit, delta))):
        return None
    steps = (limit - start) / delta
    return max(0, int(steps) + 1 if closed else ceil(steps))


def _whole(item: int | float | Dim) -> int | float | Dim:
    return int(item) if isinstance(item, float) and item.is_integer() and abs(item) < _EXACT else item


_EXACT = 2.0**53  # floating-point numbers below are integers exactly where they are whole


def one_hot(call: Call) -> Shape:
    """OneHot: a new axis of `depth` at `axis` of the output.

    C1: depth is not negative.
    """
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    depth: Axis = call.int_attr("depth") if "depth" in call.proto.attr_index else _depth(call)
    if isinstance(depth, int) and depth < 0:
        call.fail("shape-mismatch", "`depth` is a size [C1]", expected=">= 0", got=str(depth))
    place = normalise_axis(call, call.int_attr("axis"), x.rank + 1)
    return Shape((*x.dims[:place], depth, *x.dims[place:]))


def _depth(call: Call) -> Axis:
    known = call.value("depth")
    item = known.item() if known is not None else None
    if isinstance(item, float):
        return int(item) if item.is_integer() else None
    return None if isinstance(item, bool) else item


def eye(call: Call) -> Shape:
    """Eye: batch_shape + [rows, columns]; columns 0 means square.

    C1: sizes are not negative.
    """
    rows, columns = size_attr(call, "num_rows", "C1"), call.int_attr("num_columns")
    batch = call.ints_attr("batch_shape")
    if any(size < 0 for size in batch):
        call.fail("attr-constraint", "`batch_shape` holds sizes [C1]", expected=">= 0", got=str(min(batch)))
    return Shape((*batch, rows, columns if columns > 0 else rows))


def combinations(call: Call) -> Shape:
    """Combinations: [n choose r, r], with replacement [n + r - 1 choose r, r].

    C1: r is not negative.
    """
    x, size = call.shape("x"), call.int_attr("r")
    if size < 0:
        call.fail(
            "attr-constraint", "`r` says how many elements a combination has", expected="0 or more", got=str(size)
        )
    whole = x[0] if x.rank == 1 else None
    if not isinstance(whole, int):
        return Shape((None, size))
    count = comb(whole + size - 1, size) if call.bool_attr("with_replacement") and whole else comb(whole, size)
    return Shape((count, size))


def broadcast_axes(call: Call) -> list[Shape]:
    """BroadcastGradientArgs: for either shape the axes that broadcasting stretched, in ascending order.

    C1: both shapes are vectors.
    """
    for port in ("x1", "x2"):
        need_rank(call, call.shape(port), port, 1)
    first, second = dims_at(call, "x1"), dims_at(call, "x2")
    if first is None or second is None or None in first or None in second:
        return [Shape((None,))] * 2
    rank = max(len(first), len(second))
    left, right = [1] * (rank - len(first)) + first, [1] * (rank - len(second)) + second
    if not all(isinstance(size, int) for size in (*left, *right)):
        return [Shape((None,))] * 2
    for a, b in zip(left, right, strict=True):
        if a != b and 1 not in (a, b):
            call.fail("shape-mismatch", "the shapes do not broadcast", expected=f"{a} or 1", got=str(b))
    # WHY: an axis where both are 1 is summed over for both, as in TensorFlow
    return [Shape((sum(own == 1 for own in side),)) if left != right else Shape((0,)) for side in (left, right)]


_MASK_BITS = 128  # a random mask fills blocks of this many bits


def mask_bytes(call: Call) -> Shape:
    """DSAGenBitMask: one bit a number in whole blocks of 128, as bytes."""
    count = size_at(call, "count")
    return Shape((None if count is None else ceil_div(count, _MASK_BITS) * (_MASK_BITS // 8),))


def as_strided(call: Call) -> Shape:
    """AsStrided: the sizes are the output's dimensions.

    C1: no size is negative. C2: as many strides as sizes.
    """
    out = by_value("size")(call)
    sizes, strides = vector_length(call, "size"), vector_length(call, "stride")
    if sizes is not None and strides is not None and sizes != strides:
        call.fail("shape-mismatch", "there are as many strides as sizes [C2]", expected=str(sizes), got=str(strides))
    return out


def unravel(call: Call) -> Shape:
    """UnravelIndex: a row for each axis of `dims`, [r] or [r, n].

    C1: indices are a scalar or a vector. C2: dims is a vector.
    """
    indices = call.shape("indices")
    need_rank(call, call.shape("dims"), "dims", 1)
    if need_rank(call, indices, "indices", 0, 1) is None:
        return UNKNOWN
    return Shape((vector_length(call, "dims"), *indices.dims))
