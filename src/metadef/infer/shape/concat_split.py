"""Shapes of joining and cutting along an axis: Concat, Split, Pack, Unpack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from metadef.errors import MetadefError
from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    dims_at,
    divided,
    int_at,
    normalise_axis,
    normalise_distinct,
    product_of,
    within_limits,
)
from metadef.ops.call import Call
from metadef.types.dim import Dim, ceil_div
from metadef.types.shape import Shape

__all__ = [
    "chunk_cat",
    "concat",
    "concat_offset",
    "pack",
    "parallel_concat",
    "phony_concat",
    "phony_split",
    "split",
    "split_v",
    "unpack",
]


_ONE = Shape((1,))


def _axis(call: Call, name: str) -> int | None:
    return call.int_attr(name) if name in call.proto.attr_index else int_at(call, name)


def concat(name: str = "concat_dim", port: str = "x") -> Callable[[Call], Shape]:
    """Sizes add up along the axis.

    C1: all inputs have one rank. C2: the other dimensions agree.
    """

    def rule(call: Call) -> Shape:
        shapes = call.shapes(port)
        if not shapes:
            call.fail("port-count", "nothing to concatenate", expected="one input or more", got="none")
        if "N" in call.attrs and call.int_attr("N") != len(shapes):
            call.fail(
                "port-count", "N says how many inputs there are", expected=f"{call.attrs['N']}", got=f"{len(shapes)}"
            )
        axis = _axis(call, name)
        ranked = [shape for shape in shapes if shape.rank is not None]
        if not ranked:
            return UNKNOWN
        rank = len(ranked[0])
        for shape in ranked:
            if shape.rank != rank:
                call.fail("rank-mismatch", "the inputs differ in rank [C1]", expected=str(rank), got=f"{shape.rank}")
        if axis is None:
            return Shape.unknown(rank)
        if rank == 0 and all(shape.rank == 0 for shape in shapes):
            shapes, rank = [_ONE] * len(shapes), 1  # WHY: CANN concatenates scalars as vectors of one element
        return concat_shapes(call, shapes, normalise_axis(call, axis, rank), rank)

    return rule


def _sum(total: Axis, size: Axis) -> Axis:
    if total is None or size is None:
        return None
    if isinstance(total, int) and isinstance(size, int):
        return total + size
    return within_limits(lambda: total + size)


def concat_shapes(call: Call, shapes: Sequence[Shape], axis: int, rank: int) -> Shape:
    """The shapes joined along one axis."""
    total: Axis = 0
    out: list[Axis] | None = None
    before: tuple[Axis, ...] = ()
    after: tuple[Axis, ...] = ()
    for shape in shapes:
        if shape.rank is None:
            total = None
            continue
        if shape.rank != rank:
            call.fail(
                "rank-mismatch", "the inputs differ in rank [C1]", expected=f"rank {rank}", got=f"rank {shape.rank}"
            )
        dims = shape.dims
        size = dims[axis]
        total = _sum(total, size)
        if out is None:
            out, before, after = list(dims), dims[:axis], dims[axis + 1 :]
        elif dims[:axis] != before or dims[axis + 1 :] != after:
            for place, other in enumerate(dims):
                if place != axis:
                    out[place] = agree(call, out[place], other, f"sizes at axis {place} of the inputs [C2]")
    if out is None:
        return Shape.unknown(rank)
    out[axis] = total
    return Shape.of_dims(tuple(out))


def phony_concat(call: Call) -> Shape:
    """PhonyConcat: inputs joined along several axes, `N` of them along each; the tensor is memory shared by all.

    C1: `N` has a number for each axis, and their product says how many inputs there are. C2: the other sizes agree.
    """
    shapes = call.shapes("x")
    axes, counts = _grid(call, "concat_dim", "N")
    if prod(counts) != len(shapes):
        call.fail(
            "attr-constraint",
            "the product of N says how many inputs there are [C1]",
            expected=str(len(shapes)),
            got=str(prod(counts)),
        )
    if any(shape.rank is None for shape in shapes) or not shapes:
        return UNKNOWN
    places = normalise_distinct(call, axes, len(shapes[0]), "concat_dim")
    if len(places) == 1:
        return concat_shapes(call, shapes, places[0], len(shapes[0]))
    out = shapes[0]
    for place, count in zip(places, counts, strict=True):
        # WHY: members of one row may be of other sizes than those of the next, and nothing says which are a row
        alike = all(shape.rank == out.rank and shape[place] == out[place] for shape in shapes)
        out = out.with_dim(place, product_of((out[place], count)) if alike else None)
    return out


def phony_split(call: Call) -> list[Shape]:
    """PhonySplit: the inverse, with equal parts.

    C1: `num_split` has a number for each axis, which divides it.
    """
    x = call.shape("x")
    axes, counts = _grid(call, "split_dim", "num_split")
    if x.rank is not None:
        for place, count in zip(normalise_distinct(call, axes, x.rank, "split_dim"), counts, strict=True):
            x = x.with_dim(place, divided(call, x[place], count, "num_split and the axis [C1]"))
    return [x] * call.output_count("y")


def _grid(call: Call, axes_name: str, counts_name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    axes, counts = call.ints_attr(axes_name), call.ints_attr(counts_name)
    if len(axes) != len(counts) or not axes or min(counts) <= 0:
        call.fail(
            "attr-constraint",
            f"`{counts_name}` has a positive number for each axis [C1]",
            expected=f"{len(axes)} numbers > 0",
            got=str(list(counts)),
        )
    return axes, counts


def chunk_cat(call: Call) -> Shape:
    """ChunkCat: each input is cut into `num_chunks` along `dim` (padded), chunks are flattened and joined.

    Output [num_chunks, sum of chunk elements] in place of the axes from `dim` on (torch._chunk_cat).
    """
    chunks = call.int_attr("num_chunks")
    if chunks <= 0:
        call.fail("attr-constraint", "`num_chunks` must be positive", expected="> 0", got=str(chunks))
    shapes = call.shapes("x")
    if any(shape.rank is None for shape in shapes) or not shapes:
        return UNKNOWN
    axis = normalise_axis(call, call.int_attr("dim"), len(shapes[0]), "dim")
    total: Axis = 0
    lead = shapes[0].dims[:axis]
    for shape in shapes:
        if len(shape) <= axis:
            call.fail(
                "rank-mismatch", f"an input has no axis {axis}", expected=f"rank {axis + 1} or more", got=str(shape)
            )
        size = shape[axis]
        inner = Shape(shape.dims[axis + 1 :]).numel()
        part = ceil_div(size, chunks) * inner if size is not None and inner is not None else None
        total = total + part if total is not None and part is not None else None
    return Shape((*lead, chunks, total))


def parallel_concat(call: Call) -> Shape:
    """ParallelConcat: the attribute `shape` says the result."""
    return Shape.from_ge(call.ints_attr("shape"))


def concat_offset(call: Call) -> list[Shape]:
    """ConcatOffset: one vector of offsets an input, as long as the inputs.

    C1: the inputs, shapes of tensors that are joined, are of one length.
    """
    shapes = call.shapes("x")
    length: Shape = UNKNOWN
    for shape in shapes:
        length = agree_shapes(call, length, shape, "lengths of the shapes [C1]")
    return [length] * len(shapes)


def pack(call: Call) -> Shape:
    """Pack: equal shapes are stacked along a new axis.

    C1: all inputs have the same shape.
    """
    shapes = call.shapes("x")
    ranked = [shape for shape in shapes if shape.rank is not None]
    if not ranked:
        return UNKNOWN
    out: list[Axis] = list(ranked[0])
    for shape in ranked[1:]:
        if shape.rank != len(out):
            call.fail("rank-mismatch", "packed inputs differ in rank [C1]", expected=str(ranked[0]), got=str(shape))
        out = [agree(call, a, b, "sizes of packed inputs [C1]") for a, b in zip(out, shape, strict=True)]
    place = normalise_axis(call, call.int_attr("axis"), len(out) + 1)
    return Shape((*out[:place], len(shapes), *out[place:]))


def unpack(call: Call) -> list[Shape]:
    """Unpack: the axis disappears, one output an index.

    C1: the axis has as many elements as `num` says.
    """
    x = call.shape("x")
    count = call.output_count("y")
    if x.rank is None:
        return [UNKNOWN] * count
    axis = normalise_axis(call, call.int_attr("axis"), x.rank)
    agree(call, x[axis], call.int_attr("num"), "the unpacked axis and num [C1]")
    return [Shape((*x.dims[:axis], *x.dims[axis + 1 :]))] * count


def split(name: str = "split_dim") -> Callable[[Call], list[Shape]]:
    """Split: equal parts along an axis.

    C1: num_split divides the axis.
    """

    def rule(call: Call) -> list[Shape]:
        x = call.shape("x")
        count = call.output_count("y")
        axis = _axis(call, name)
        if x.rank is None:
            return [UNKNOWN] * count
        if axis is None:
            return [Shape.unknown(x.rank)] * count
        place = normalise_axis(call, axis, x.rank)
        parts = call.int_attr("num_split")
        if parts <= 0:
            call.fail("attr-constraint", "`num_split` must be positive", expected="> 0", got=str(parts))
        return [x.with_dim(place, divided(call, x[place], parts, "num_split and the axis [C1]"))] * count

    return rule


def split_v(call: Call) -> list[Shape]:
    """SplitV: parts of the given sizes; one -1 takes the rest.

    C1: the sizes sum up to the axis. C2: at most one size is -1.
    """
    x = call.shape("x")
    count = call.output_count("y")
    axis = _axis(call, "split_dim")
    if x.rank is None:
        return [UNKNOWN] * count
    if axis is None:
        return [Shape.unknown(x.rank)] * count
    place = normalise_axis(call, axis, x.rank)
    name = "size_splits"
    sizes: Sequence[Axis] | None
    sizes = dims_at(call, name) if name in call.proto.input_index else call.ints_attr(name)
    parts = [None] * count if sizes is None else _parts(call, x[place], list(sizes))
    if len(parts) != count:
        call.fail("shape-mismatch", "one size a part is needed", expected=f"{count} sizes", got=str(len(parts)))
    return [x.with_dim(place, size) for size in parts]


def _parts(call: Call, whole: Axis, sizes: list[Axis]) -> list[Axis]:
    free = [at for at, size in enumerate(sizes) if isinstance(size, int) and size == -1]
    if len(free) > 1:
        call.fail("shape-mismatch", "only one size may be -1 [C2]", got=str(sizes))
    unknown = [at for at, size in enumerate(sizes) if size is None]
    total: Axis = 0
    for at, size in enumerate(sizes):
        if at not in free:
            total = _sum(total, size)
    if free:
        rest = whole - total if whole is not None and total is not None else None
        if isinstance(rest, int) and rest < 0:
            call.fail("shape-mismatch", "the sizes are larger than the axis [C1]", expected=str(whole), got=str(total))
        if isinstance(rest, Dim):
            problem = call.store.require_at_least(rest, 0, f"{call.subject}: the sizes fit the axis [C1]")
            if problem is not None:
                raise MetadefError(problem)
        sizes[free[0]] = rest
    elif not unknown:
        agree(call, whole, total, "the split axis and the sum of the sizes [C1]")
    return sizes
