"""Shapes of counting and of segments: bins, histograms, segment sums, ragged and sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    broadcast_shapes,
    ints_at,
    need_rank,
    need_rank_within,
    size_at,
    vector_length,
)
from metadef.infer.shape.handles import fitted
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "bins",
    "confusion",
    "dense_bins",
    "grouped_bias_grad",
    "histogram",
    "paired_products",
    "ragged_bins",
    "sdca",
    "segment_max_by_attr",
    "segments",
    "segments_by_count",
    "sparse_bins",
    "sparse_reshape",
]


def _size(call: Call, name: str) -> Axis:
    return call.int_attr(name) if name in call.proto.attr_index else size_at(call, name)


def _check_weights(call: Call, elements_port: str) -> None:
    if vector_length(call, "weights"):  # WHY: a length that is not known may be 0
        agree_shapes(call, call.shape(elements_port), call.shape("weights"), "sizes of the elements and weights [C1]")


def bins(call: Call) -> Shape:
    """Bincount: [size].

    C1: weights are empty or one an element. Source: TensorFlow's Bincount.
    """
    _check_weights(call, "array")
    return Shape((_size(call, "size"),))


def dense_bins(call: Call) -> Shape:
    """DenseBincount: [size] of a vector, [rows, size] of a matrix.

    C1: weights are empty or one an element. Source: TensorFlow's DenseBincount.
    """
    x = call.shape("input")
    rank = need_rank(call, x, "input", 1, 2)
    if rank is None:
        return UNKNOWN
    _check_weights(call, "input")
    return Shape((*x.dims[: rank - 1], _size(call, "size")))


def sparse_bins(call: Call) -> Shape:
    """SparseBincount: [size], or [rows, size] when the dense shape has two axes.

    C1: weights are empty or one an element. C2: the dense shape has one axis or two.
    """
    _check_weights(call, "values")
    rank = vector_length(call, "dense_shape")
    if rank is None:
        return UNKNOWN
    if rank not in (1, 2):
        call.fail("rank-mismatch", "`dense_shape` has one or two axes [C2]", expected="1 or 2", got=str(rank))
    if rank == 1:
        return Shape((_size(call, "size"),))
    known = call.value("dense_shape")
    rows = known.dimensions()[0] if known is not None else None
    return Shape((rows, _size(call, "size")))


def ragged_bins(call: Call) -> Shape:
    """RaggedBinCount: [rows, size]; splits have one entry more than there are rows.

    C1: splits and values are vectors, with at least one row. C2: weights are empty or one a value.
    """
    splits, values = call.shape("splits"), call.shape("values")
    weights = call.shape("weights")
    for port, shape in (("splits", splits), ("values", values)):
        need_rank(call, shape, port, 1)
    if values.rank is not None and weights.is_known and values.is_known and weights not in (values, Shape((0,))):
        call.fail("shape-mismatch", "weights are empty or one a value [C2]", expected=f"{values}", got=f"{weights}")
    length = splits[0] if splits.rank else None
    if isinstance(length, int) and length < 2:
        call.fail("shape-mismatch", "splits mark at least one row [C1]", expected="2 or more", got=str(length))
    return Shape((None if length is None else length - 1, _size(call, "size")))


def histogram(name: str = "nbins") -> Callable[[Call], Shape]:
    """HistogramFixedWidth: [nbins].

    C1: the range is two numbers. C2: there is a bin.
    """

    def rule(call: Call) -> Shape:
        if "range" in call.proto.input_index:
            ends = vector_length(call, "range")
            if ends not in (None, 2):
                call.fail("shape-mismatch", "`range` is two numbers [C1]", expected="2", got=str(ends))
        count = _size(call, name)
        if isinstance(count, int) and count <= 0:
            call.fail("shape-mismatch", "a histogram has a bin [C2]", expected="> 0", got=str(count))
        return Shape((count,))

    return rule


def segments(call: Call) -> Shape:
    """SegmentSum and its kin: as many rows as the largest id says, plus one.

    C1: x has rows, and the ids are a vector with one a row.
    """
    x, ids = call.shape("x"), call.shape("segment_ids")
    need_rank_within(call, "x", 1)
    need_rank(call, ids, "segment_ids", 1)
    if x.rank is None:
        return UNKNOWN
    agree(call, x[0], ids[0] if ids.rank else None, "rows of x and segment ids")
    known = call.value("segment_ids")
    items = known.ints() if known is not None else None
    return Shape((max(items, default=-1) + 1 if items is not None else None, *x.dims[1:]))


def segment_max_by_attr(call: Call) -> Shape:
    """SegmentMaxD: as many rows as the largest id says, plus one.

    C1: there is an id for each row. C2: ids are not negative and do not fall.
    """
    x, ids = call.shape("x"), call.ints_attr("segment_ids")
    if x.rank == 0:
        call.fail("rank-mismatch", "x has rows [C1]", expected="rank 1 or more", got="0")
    if list(ids) != sorted(ids) or min(ids, default=0) < 0:
        call.fail("attr-constraint", "ids do not fall [C2]", expected="0 or more, sorted", got=str(list(ids)))
    if x.rank is None:
        return UNKNOWN
    agree(call, x[0], len(ids), "the numbers of rows and ids [C1]")
    return Shape((max(ids, default=-1) + 1, *x.dims[1:]))


def segments_by_count(name: str = "num_segments") -> Callable[[Call], Shape]:
    """UnsortedSegmentSum and its kin: `num_segments` rows; ids have the shape of x's leading axes.

    C1: leading axes of x and the ids agree.
    """

    def rule(call: Call) -> Shape:
        x, ids = call.shape("x"), call.shape("segment_ids")
        count = _size(call, name)
        if x.rank is None or ids.rank is None:
            return UNKNOWN
        if ids.rank > x.rank:
            call.fail(
                "rank-mismatch", "ids have the leading axes of x [C1]", expected=f"rank {x.rank} at most", got=str(ids)
            )
        for place, (a, b) in enumerate(zip(x, ids, strict=False)):
            agree(call, a, b, f"axis {place} of x and segment ids [C1]")
        return Shape((count, *x.dims[ids.rank :]))

    return rule


def sparse_reshape(call: Call) -> list[Shape]:
    """SparseReshape: [entries, axes of the new shape], [axes of the new shape].

    C1: both shapes have as many elements; a -1 stands for what is missing. C2: coordinates are as long as the shape.
    """
    indices, new = call.shape("indices"), call.shape("new_shape")
    need_rank(call, new, "new_shape", 1)
    axes = new[0] if new.rank else None
    if need_rank(call, indices, "indices", 2):
        agree(call, indices[1], vector_length(call, "shape"), "coordinates and axes of the shape [C2]")
    old_sizes, new_sizes = ints_at(call, "shape"), ints_at(call, "new_shape")
    if old_sizes is not None and new_sizes is not None:
        total, rest = prod(old_sizes), prod(size for size in new_sizes if size != -1)
        open_sizes = new_sizes.count(-1)
        fits = total == rest if open_sizes == 0 else open_sizes == 1 and rest > 0 and total % rest == 0
        if not fits:
            call.fail(
                "shape-mismatch",
                "both shapes have as many elements [C1]",
                expected=f"{total} elements, as {list(old_sizes)}",
                got=str(list(new_sizes)),
            )
    return [Shape((indices[0] if indices.rank else None, axes)), Shape((axes,))]


def confusion(call: Call) -> Shape:
    """ConfusionMatrix: how often each class was taken for each other, [num_classes, num_classes].

    C1: labels, predictions and weights are vectors of one length.
    """
    count = call.int_attr("num_classes")
    if count <= 0:
        call.fail("attr-constraint", "`num_classes` must be positive", expected="> 0", got=str(count))
    length: Axis = None
    for port in ("labels", "predictions", "weights"):
        vector = call.shape(port)
        if call.has(port) and need_rank(call, vector, port, 1):
            length = agree(call, length, vector[0], f"lengths of labels and {port} [C1]")
    return Shape((count, count))


def grouped_bias_grad(call: Call) -> Shape:
    """GroupedBiasAddGrad: one row of sums a group.

    C1: without group_idx grad_y is [groups, rows, columns]; C2: with it [rows, columns], and group_idx is a vector.
    """
    grad = call.shape("grad_y")
    if not call.has("group_idx"):
        if need_rank(call, grad, "grad_y", 3) is None:
            return Shape.unknown(2)
        return Shape((grad[0], grad[2]))
    groups = call.shape("group_idx")
    need_rank(call, groups, "group_idx", 1)
    rank = need_rank(call, grad, "grad_y", 2)
    return Shape((groups[0] if groups.rank else None, grad[1] if rank else None))


def paired_products(call: Call) -> Shape:
    """MulAddn: the sum of x1_i * x2_i, which all broadcast to one shape."""
    return broadcast_shapes(call, [*call.shapes("x1"), *call.shapes("x2")])


def sdca(call: Call) -> list[Shape]:
    """SdcaOptimizerV2: the state of each example [examples, 4], and a step for each weight, sparse and dense.

    C1: weights, labels and states of examples agree in their number. C2: a state is four numbers.
    """
    for port in ("example_weights", "example_labels"):
        need_rank(call, call.shape(port), port, 1)
    state = call.shape("example_state_data")
    need_rank(call, state, "example_state_data", 2)
    count: Axis = None
    for port in ("example_weights", "example_labels", "example_state_data"):
        shape = call.shape(port)
        count = agree(call, count, shape[0] if shape.rank else None, "the numbers of examples [C1]")
    if state.rank:
        agree(call, state[1], 4, "a state and four numbers [C2]")
    shapes = [Shape((count, 4))]
    for kind in ("sparse", "dense"):
        shapes += fitted(call.shapes(f"{kind}_weights"), call.output_count(f"out_delta_{kind}_weights"))
    return shapes
