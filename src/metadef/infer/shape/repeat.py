"""Shapes of operators that repeat elements: Expand, BroadcastTo, Tile, RepeatInterleave."""

from __future__ import annotations

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    broadcast_dims,
    broadcast_shapes,
    dims_at,
    divided,
    ints_at,
    need_rank,
    normalise_axis,
    product_of,
    vector_length,
)
from metadef.ops.call import Call
from metadef.types.dim import Dim
from metadef.types.shape import Shape

__all__ = [
    "broadcast_args",
    "broadcast_members",
    "broadcast_to",
    "expand",
    "repeat_interleave",
    "repeat_interleave_grad",
    "repeated_rows",
    "tile",
    "tile_axis",
]


def expand(call: Call) -> Shape:
    """Expand: x and `shape` broadcast to each other (onnx); -1 keeps the input's size."""
    return _stretch(call, both_ways=True)


def broadcast_to(call: Call) -> Shape:
    """BroadcastTo: x stretches to `shape`; -1 keeps the input's size.

    C1: every dimension of x equals the target's or is 1.
    """
    return _stretch(call, both_ways=False)


def _stretch(call: Call, both_ways: bool) -> Shape:
    x = call.shape("x")
    target = dims_at(call, "shape") if "shape" in call.proto.input_index else list(call.ints_attr("shape"))
    if target is None:
        return UNKNOWN
    rank = len(target)
    if x.rank is None:
        return Shape([None if size == -1 else size for size in target]) if not both_ways else UNKNOWN
    if x.rank > rank:
        if not both_ways:
            call.fail("rank-mismatch", "x has more axes than it is broadcast to [C1]", expected=f"{rank}", got=f"{x}")
        target, rank = [1] * (x.rank - rank) + target, x.rank
    out: list[Axis] = []
    for at, size in enumerate(target):
        place = at - (rank - x.rank)
        own = x[place] if place >= 0 else 1
        if isinstance(size, int) and size == -1:
            out.append(own)
        elif isinstance(size, int) and size < -1:
            call.fail("shape-mismatch", "a target dimension is >= -1", got=str(size))
        elif not both_ways and isinstance(size, int) and isinstance(own, int) and own not in (1, size):
            call.fail(
                "shape-mismatch", f"size {own} does not stretch to {size} [C1]", expected=f"1 or {size}", got=str(own)
            )
        elif both_ways:
            out.append(broadcast_dims(call, own, size, at - rank))
        else:
            out.append(size)
            if isinstance(size, Dim) and own is not None and own != 1:
                broadcast_dims(call, own, size, at - rank)
    return Shape(out)


def broadcast_args(call: Call) -> Shape:
    """BroadcastArgs: a vector as long as the longer of two shapes."""
    lengths = [call.shape(port)[0] if call.shape(port).rank == 1 else None for port in ("x1", "x2")]
    if all(isinstance(length, int) for length in lengths):
        return Shape((max(length for length in lengths if isinstance(length, int)),))
    return Shape.unknown(1)


def tile(call: Call) -> Shape:
    """Tile: every dimension times its multiple; the shorter of shape and multiples is padded with 1 in front."""
    x = call.shape("x")
    name = "multiples"
    times = dims_at(call, name) if name in call.proto.input_index else list(call.ints_attr(name))
    if x.rank is None or times is None:
        return UNKNOWN
    sizes = list(x)
    rank = max(len(sizes), len(times))
    sizes = [1] * (rank - len(sizes)) + sizes
    times = [1] * (rank - len(times)) + times
    for count in times:
        if isinstance(count, int) and count < 0:
            call.fail("shape-mismatch", "multiples are >= 0", got=str(count))
    return Shape([product_of(pair) for pair in zip(sizes, times, strict=True)])


def tile_axis(call: Call) -> Shape:
    """TileWithAxis: one dimension times `tiles`."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    axis = normalise_axis(call, call.int_attr("axis"), x.rank)
    return x.with_dim(axis, product_of((x[axis], call.int_attr("tiles"))))


_FLAT = 1000  # the value of RepeatInterleave's axis that means "flattened"


def repeat_interleave(call: Call) -> Shape:
    """RepeatInterleave: every slice of the axis is repeated, all as often or each as `repeats` says.

    C1: repeats are one number or a vector. C2: none is negative.
    """
    need_rank(call, call.shape("repeats"), "repeats", 0, 1)
    x = call.shape("x")
    axis = call.int_attr("axis")
    if x.rank is None:
        return Shape.unknown(1) if axis == _FLAT else UNKNOWN
    if axis == _FLAT:
        x, axis = Shape((x.numel(),)), 0
    place = normalise_axis(call, axis, len(x))
    times, count = ints_at(call, "repeats"), vector_length(call, "repeats")
    if times is not None and any(number < 0 for number in times):
        call.fail("shape-mismatch", "nothing is repeated fewer times than never [C2]", expected=">= 0", got=str(times))
    if count == 1:
        return x.with_dim(place, product_of((x[place], times[0] if times else None)))
    agree(call, x[place], count, "the repeated axis and the number of repeats")
    return x.with_dim(place, sum(times) if times is not None else None)


def repeat_interleave_grad(call: Call) -> Shape:
    """RepeatInterleaveGrad: the repeats are added up again.

    C1: there are as many elements along the axis as repeats.
    """
    x = call.shape("y_grad")
    times, count = ints_at(call, "repeats"), vector_length(call, "repeats")
    if x.rank is None:
        return UNKNOWN
    place = normalise_axis(call, call.int_attr("axis"), x.rank)
    if count != 1:
        if times is not None:
            agree(call, x[place], sum(times), "the axis and the sum of the repeats [C1]")
        return x.with_dim(place, count)
    return x.with_dim(place, divided(call, x[place], times[0], "the repeats and the axis") if times else None)


def broadcast_members(call: Call) -> Shape:
    """All members of the dynamic input `x` broadcast to one shape."""
    return broadcast_shapes(call, call.shapes("x"))


def repeated_rows(call: Call) -> Shape:
    """FeedsRepeat: each row as often as it says, padded to `output_feeds_size` rows.

    C1: there is one number of repeats a row.
    """
    feeds, size = call.shape("feeds"), call.int_attr("output_feeds_size")
    if feeds.rank == 0:
        call.fail("rank-mismatch", "feeds have rows", expected="rank 1 or more", got="0")
    if size < 0:
        call.fail("attr-constraint", "`output_feeds_size` is a size", expected=">= 0", got=str(size))
    times = call.shape("feeds_repeat_times")
    if need_rank(call, times, "feeds_repeat_times", 1) and feeds.rank is not None:
        agree(call, feeds[0], times[0], "rows of feeds and numbers of repeats [C1]")
    return UNKNOWN if feeds.rank is None else Shape((size, *feeds.dims[1:]))
