"""Shapes of reductions: the named axes disappear, or stay with size 1 when `keep_dims` is set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metadef.infer.shape.common import (
    UNKNOWN,
    int_at,
    ints_at,
    normalise_axes,
    normalise_axis,
    positive_attr,
    vector_length,
)
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["arg_extreme", "bias_gradient", "largest", "leading", "moving_sum", "reduce", "reduce_attr", "reduced"]


def reduced(call: Call, x: Shape, axes: Sequence[int] | None, keep: bool) -> Shape:
    """The shape without the axes, or with 1 in their place.

    Raises:
        MetadefError: axis-out-of-range.
    """
    if x.rank is None:
        return UNKNOWN
    if x.rank == 0:
        for axis in axes or ():
            if axis not in (-1, 0):
                call.fail("axis-out-of-range", f"axis {axis} of a scalar", expected="0 or -1", got=str(axis))
        return x
    if axes is None:
        return Shape.unknown(x.rank) if keep else UNKNOWN
    gone = normalise_axes(call, axes, x.rank)
    if keep:
        return Shape([1 if axis in gone else size for axis, size in enumerate(x)])
    return Shape([size for axis, size in enumerate(x) if axis not in gone])


def reduce(call: Call) -> Shape:
    """Reductions whose axes are an input: no axes means all, unless `noop_with_empty_axes` keeps x as it is.

    C1: every axis lies inside the rank of x.
    """
    x = call.shape("x")
    keep = call.bool_attr("keep_dims")
    known = call.value("axes")
    axes = known.ints() if known is not None else None
    if axes is None and call.has("axes"):
        count = vector_length(call, "axes")
        if count == 1 and x.rank and not keep:
            return Shape.unknown(x.rank - 1)  # WHY only one: an axis may be named twice
        if count != 0:
            return reduced(call, x, None, keep)
        axes = ()
    if not axes:
        return _empty(call, x, keep)
    return reduced(call, x, axes, keep)


def _empty(call: Call, x: Shape, keep: bool) -> Shape:
    if "noop_with_empty_axes" in call.proto.attr_index and call.bool_attr("noop_with_empty_axes"):
        return x
    if x.rank is None:
        return UNKNOWN if keep else Shape(())
    return reduced(call, x, range(x.rank), keep)


def reduce_attr(name: str = "axes", keep: str = "keep_dims", port: str = "x") -> Callable[[Call], Shape]:
    """Reductions whose axes are an attribute: a number, or a list that means all when empty."""

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        given = call.attr(name)
        axes = (given,) if isinstance(given, int) and not isinstance(given, bool) else call.ints_attr(name)
        kept = call.bool_attr(keep) if keep in call.proto.attr_index else False
        return reduced(call, x, axes, kept) if axes else _empty(call, x, kept)

    return rule


def arg_extreme(name: str = "dimension", keep: str = "keep_dims") -> Callable[[Call], Shape]:
    """ArgMax and its kin: one axis, an input or an attribute, disappears."""

    def rule(call: Call) -> Shape:
        x = call.shape("x")
        if x.rank is None:
            return UNKNOWN
        axis = call.int_attr(name) if name in call.proto.attr_index else int_at(call, name)
        kept = call.bool_attr(keep) if keep in call.proto.attr_index else False
        if axis is None:
            return Shape.unknown(x.rank if kept else max(x.rank - 1, 0))
        if x.rank == 0:
            return reduced(call, x, [axis], kept)
        return reduced(call, x, [normalise_axis(call, axis, x.rank)], kept)

    return rule


def bias_gradient(call: Call) -> Shape:
    """BiasAddGrad: one number a channel, the last axis in NHWC and the second in NCHW."""
    x = call.shape("x")
    if x.rank is None:
        return Shape.unknown(1)
    if x.rank < 2:
        call.fail("rank-mismatch", "x has rows and channels", expected="rank 2 or more", got=str(x))
    return Shape((x[1] if call.str_attr("data_format").startswith("NC") else x[-1],))


_NO_AXIS = 10_000  # value of ArgMaxWithK's `axis` that stands for all axes but the first


def largest(call: Call) -> Shape:
    """ArgMaxWithK: the axis shrinks to `topk`. Without an axis the layout is Caffe's own, and not followed.

    C1: `topk` is positive, and not more than the axis has. C2: the axis exists.
    """
    x, axis, count = call.shape("x"), call.int_attr("axis"), positive_attr(call, "topk", "C1")
    if x.rank is None or axis == _NO_AXIS:
        return UNKNOWN
    place = normalise_axis(call, axis, x.rank, "axis [C2]")
    size = x[place] if x.rank else None
    if isinstance(size, int) and count > size:
        call.fail("shape-mismatch", "`topk` is at most the size of the axis [C1]", expected=str(size), got=str(count))
    return x.with_dim(place, count) if x.rank else UNKNOWN


def leading(call: Call) -> Shape:
    """Reduction (Caffe): everything from `axis` on becomes one number, so the axes before it are left.

    C1: the axis exists.
    """
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    return Shape(x.dims[: normalise_axis(call, call.int_attr("axis"), x.rank, "axis [C1]")])


def moving_sum(call: Call) -> Shape:
    """MovingSumWithSigmoid: [beams, frames]; `offset` counts the beams of each batch, then the frames of each.

    C1: it has two numbers a batch. C2: they are counts.
    """
    counts = ints_at(call, "offset")
    if counts is None:
        return Shape.unknown(2)
    if len(counts) % 2:
        call.fail(
            "shape-mismatch", "`offset` has two numbers a batch [C1]", expected="an even number", got=str(len(counts))
        )
    if any(count < 0 for count in counts):
        call.fail("shape-mismatch", "`offset` holds counts [C2]", expected=">= 0", got=str(min(counts)))
    half = len(counts) // 2
    return Shape((sum(counts[:half]), sum(counts[half:])))
