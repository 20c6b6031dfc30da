"""Shapes of gathering by index, and of selections whose size depends on data.

GatherV2: x[:axis] + indices[batch_dims:] + x[axis+1:]. GatherNd: indices[:-1] + x[k:] where k = indices.shape[-1].
Data-dependent sizes become fresh symbols between 0 and the number of elements.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    broadcast_shapes,
    int_at,
    need_at_least,
    normalise_axis,
    size_at,
    vector_length,
)
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "check_indices",
    "counted",
    "cropped",
    "dynamic_partition",
    "dynamic_stitch",
    "gather",
    "gather_elements",
    "gather_nd",
    "gather_rows",
    "gather_v2",
    "masked_select",
    "need_to_cover",
    "nonzero",
    "nonzero_with_value",
    "where",
]


def _gathered(call: Call, axis: int | None, batch: int) -> Shape:
    x, indices = call.shape("x"), call.shape("indices")
    if x.rank is None or indices.rank is None:
        return UNKNOWN
    batch = batch + indices.rank if batch < 0 else batch
    if not 0 <= batch <= indices.rank:
        call.fail(
            "axis-out-of-range", "`batch_dims` is outside the indices", expected=f"0 to {indices.rank}", got=f"{batch}"
        )
    if x.rank == 0:
        call.fail("rank-mismatch", "nothing can be gathered from a scalar", expected="rank 1 or more", got="0")
    if axis is None:
        return Shape.unknown(x.rank - 1 + indices.rank - batch)
    axis = normalise_axis(call, axis, x.rank)
    if batch > axis:
        call.fail(
            "axis-out-of-range", "`batch_dims` must not pass the axis", expected=f"at most {axis}", got=f"{batch}"
        )
    check_indices(call, "indices", (x[axis],))
    lead: list[Axis] = [
        agree(call, a, b, "batch sizes of x and indices")
        for a, b in zip(x.dims[:batch], indices.dims[:batch], strict=True)
    ]
    return Shape((*lead, *x.dims[batch:axis], *indices.dims[batch:], *x.dims[axis + 1 :]))


def check_indices(call: Call, port: str, sizes: Sequence[Axis]) -> None:
    """Indices whose elements are known lie inside of the axis; with several sizes they are rows of coordinates.

    WHY negative ones pass: operators that do not count from the end clamp them or give zeros, by chip.

    Raises:
        MetadefError: index-out-of-range.
    """
    if all(size is None for size in sizes):
        return
    known = call.value(port)
    ends = [(0, -1)] * len(sizes)  # smallest and largest index along each axis of symbolic size
    for at, index in enumerate(known.items if known is not None else ()):
        size = sizes[at % len(sizes)]
        if not isinstance(index, int) or size is None:
            continue
        if not isinstance(size, int):
            low, high = ends[at % len(sizes)]
            ends[at % len(sizes)] = min(low, index), max(high, index)
        elif not -size <= index < size:
            call.fail(
                "index-out-of-range",
                f"`{port}` points outside an axis of size {size}",
                expected=f"from {-size} to {size - 1}" if size else "no index, for the axis is empty",
                got=str(index),
            )
    for size, (low, high) in zip(sizes, ends, strict=True):
        if size is not None and max(-low, high + 1) > 0:
            need_at_least(call, size, max(-low, high + 1), f"`{port}` points inside the axis")


def gather(call: Call) -> Shape:
    """Gather: along the axis that follows the batch axes; a negative number of them counts from the rank of indices."""
    batch, rank = call.int_attr("batch_dims"), call.shape("indices").rank
    axis = batch if batch >= 0 or rank is None else batch + rank
    return _gathered(call, max(axis, 0), batch)


def gather_v2(call: Call) -> Shape:
    """GatherV2 and GatherV2D: along `axis`, an input or an attribute."""
    batch = call.int_attr("batch_dims") if "batch_dims" in call.proto.attr_index else 0
    axis = call.int_attr("axis") if "axis" in call.proto.attr_index else int_at(call, "axis")
    return _gathered(call, axis, batch)


def gather_rows(call: Call) -> Shape:
    """Embedding: rows of a table."""
    return _gathered(call, 0, 0)


def gather_elements(call: Call) -> Shape:
    """GatherElements and GatherD: the shape of `index`.

    C1: index has the rank of x. C2: it is not larger than x on the other axes.
    """
    x, index = call.shape("x"), call.shape("index")
    if x.rank is not None and index.rank is not None and x.rank != index.rank:
        call.fail("rank-mismatch", "index has the rank of x [C1]", expected=str(x.rank), got=str(index.rank))
    given = int_at(call, "dim") if "dim" in call.proto.input_index else call.int_attr("dim")
    axis = call.int_attr("dim") if given is None and "dim" in call.attrs else given
    if x.rank is not None and axis is not None:
        place = normalise_axis(call, axis, max(x.rank, 1), "`dim`")
        if x.rank:
            check_indices(call, "index", (x[place],))
        need_to_cover(call, x, index, place, "x is as large as index [C2]")
    return index


def need_to_cover(call: Call, whole: Shape, part: Shape, axis: int, what: str) -> None:
    """On every axis but one, a shape is at least as large as another of its rank.

    Raises:
        MetadefError: shape-mismatch or shape-contradiction, where it is not.
    """
    if whole.rank is None or part.rank is None:
        return
    for place, (size, least) in enumerate(zip(whole.dims, part.dims, strict=True)):
        if place != axis and size is not None and least is not None and size != least:
            need_at_least(call, size, least, f"{what}, at axis {place}")


def gather_nd(call: Call) -> Shape:
    """GatherNd: the last axis of indices holds coordinates.

    C1: coordinates are not longer than x has axes.
    """
    x, indices = call.shape("x"), call.shape("indices")
    if x.rank is None or indices.rank is None:
        return UNKNOWN
    if indices.rank == 0:
        call.fail("rank-mismatch", "indices need a last axis", expected="rank 1 or more", got="0")
    length = indices[-1]
    if not isinstance(length, int):
        return UNKNOWN
    if length > x.rank:
        call.fail(
            "shape-mismatch", "coordinates are longer than x has axes [C1]", expected=f"{x.rank}", got=f"{length}"
        )
    if length:
        check_indices(call, "indices", x.dims[:length])
    return Shape((*indices.dims[:-1], *x.dims[length:]))


def counted(call: Call, shape: Shape, what: str) -> Axis:
    """A size that depends on data: at most the number of elements."""
    most = shape.numel()
    return call.store.fresh(what, 0, most, call.subject) if most is not None else None


def nonzero(call: Call) -> Shape:
    """NonZero: one row of coordinates a nonzero element, [count, rank]; transposed [rank, count]."""
    x = call.shape("x")
    known = call.value("x")
    items = [item for item in known if isinstance(item, int | float)] if known is not None else []
    count: Axis
    if known is not None and len(items) == len(known):
        count = sum(item != 0 for item in items)
    else:
        count = counted(call, x, "nonzero")
    pair: tuple[Axis, Axis] = (count, x.rank)
    return Shape(pair[::-1] if "transpose" in call.proto.attr_index and call.bool_attr("transpose") else pair)


def where(call: Call) -> Shape:
    """Where: coordinates of the true elements, [count, rank]."""
    x = call.shape("x")
    return Shape((counted(call, x, "where"), x.rank))


def masked_select(call: Call) -> Shape:
    """MaskedSelect: a vector of the elements where the mask, broadcast against x, is true."""
    both = broadcast_shapes(call, [call.shape("x"), call.shape("mask")])
    return Shape((counted(call, both, "masked"),))


def dynamic_partition(call: Call) -> list[Shape]:
    """DynamicPartition: each output has some rows of x.

    C1: `partitions` has the shape of x's leading axes.
    """
    x, parts = call.shape("x"), call.shape("partitions")
    count = call.output_count("y")
    if x.rank is None or parts.rank is None:
        return [UNKNOWN] * count
    if parts.rank > x.rank:
        call.fail("rank-mismatch", "partitions have axes of x [C1]", expected=f"rank {x.rank} or less", got=str(parts))
    for place, (a, b) in enumerate(zip(x, parts, strict=False)):
        agree(call, a, b, f"axis {place} of x and partitions [C1]")
    return [Shape((counted(call, parts, "partition"), *x.dims[parts.rank :])) for _ in range(count)]


def dynamic_stitch(call: Call) -> Shape:
    """DynamicStitch: as many rows as the largest index says, plus one; rows as in x behind the indices' axes.

    C1: every member of x starts with the axes of its indices. C2: the rows of all members are alike.
    """
    indices, data = call.shapes("indices"), call.shapes("x")
    rest: Shape = UNKNOWN
    for index, shape in zip(indices, data, strict=False):
        if index.rank is not None and shape.rank is not None:
            if shape.rank < index.rank:
                call.fail(
                    "rank-mismatch", "data have the axes of their indices [C1]", expected=f"{index}", got=f"{shape}"
                )
            for a, b in zip(index, shape, strict=False):
                agree(call, a, b, "leading axes of data and indices [C1]")
            rest = agree_shapes(call, rest, Shape(shape.dims[index.rank :]), "rows of the data [C2]")
    if rest.rank is None:
        return UNKNOWN
    known = call.values("indices")
    largest = -1
    for value in known:
        items = value.ints() if value is not None else None
        if items is None:
            return Shape((None, *rest))
        largest = max([largest, *items])
    return Shape((largest + 1, *rest))


def nonzero_with_value(call: Call) -> list[Shape]:
    """NonZeroWithValue: the nonzero elements, their coordinates as `nonzero` gives them, and one number, the count."""
    places = nonzero(call)
    return [Shape((places[1 if call.bool_attr("transpose") else 0],)), places, Shape((1,))]


def cropped(call: Call) -> list[Shape]:
    """NonZeroWithValueShape: the first `count` elements and their coordinates; how many is known when it runs.

    C1: there is one count.
    """
    if vector_length(call, "count") not in (None, 1):
        call.fail("shape-mismatch", "`count` is one number [C1]", expected="1", got=str(call.shape("count")))
    return [Shape((size_at(call, "count"),)), Shape.unknown(call.shape("index").rank)]
