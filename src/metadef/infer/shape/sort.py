"""Shapes of sorting, selecting the largest, searching, and finding distinct elements."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    ints_at,
    need_at_least,
    need_rank,
    need_rank_within,
    normalise_axis,
    positive_attr,
    product_of,
    size_at,
    vector_length,
)
from metadef.infer.shape.gather import counted
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "along_axis",
    "along_axis_counted",
    "bucketize",
    "bucketize_each",
    "consecutive",
    "distinct",
    "in_top_k",
    "inplace_nearest",
    "kth_value",
    "left_over",
    "merged",
    "nearest",
    "nth",
    "search",
    "sequence_outer",
    "topk",
    "topk_grouped",
    "unique",
    "without_last",
]


def _count(call: Call) -> Axis:
    return call.int_attr("k") if "k" in call.proto.attr_index else size_at(call, "k")


def topk(axis: str = "dim") -> Callable[[Call], Shape]:
    """TopK: the axis shrinks to k.

    C1: k is not larger than the axis, and not negative.
    """

    def rule(call: Call) -> Shape:
        x, k = call.shape("x"), _count(call)
        if x.rank is None:
            return UNKNOWN
        if x.rank == 0:
            call.fail("rank-mismatch", "x has no axis to select along", expected="rank 1 or more", got="0")
        place = normalise_axis(call, call.int_attr(axis), x.rank)
        size = x[place]
        if isinstance(k, int) and k < 0:
            call.fail("shape-mismatch", "k is not negative [C1]", expected=">= 0", got=str(k))
        need_at_least(call, size, k, "the axis has k elements [C1]")
        return x.with_dim(place, k)

    return rule


def topk_grouped(call: Call) -> list[Shape]:
    """TopKPQDistanceV2: distances [rows, groups * group_size] and extremes [rows, groups] -> [rows, k] twice.

    C1: both are matrices. C2: k and group_size are positive. C3: group_size cuts the columns into the groups.
    C4: there are k distances to choose from.
    """
    distances, extremes = call.shape("pq_distance"), call.shape("grouped_extreme_distance")
    k, size = call.int_attr("k"), call.int_attr("group_size")
    need_rank(call, distances, "pq_distance", 2)
    need_rank(call, extremes, "grouped_extreme_distance", 2)
    if k <= 0 or size <= 0:
        call.fail("attr-constraint", "`k` and `group_size` are positive [C2]", expected="> 0", got=f"{k} and {size}")
    if distances.rank and extremes.rank:
        agree(call, distances[0], extremes[0], "rows of distances and extremes")
        agree(call, distances[1], product_of((extremes[1], size)), "columns and groups times group_size [C3]")
    most = distances[1] if distances.rank else None
    if isinstance(most, int) and k > most:
        call.fail("attr-constraint", "`k` is at most the number of distances [C4]", expected=f"1 to {most}", got=str(k))
    return [Shape((distances[0] if distances.rank else None, k))] * 2


def in_top_k(first: str, second: str) -> Callable[[Call], Shape]:
    """InTopK: scores [batch, classes] and targets [batch] -> [batch].

    C1: scores are a matrix, targets a vector with one class a row.
    """

    def rule(call: Call) -> Shape:
        scores, targets = call.shape(first), call.shape(second)
        rows = scores[0] if need_rank(call, scores, first, 2) else None
        classes = targets[0] if need_rank(call, targets, second, 1) else None
        return Shape((agree(call, rows, classes, "rows of the scores and targets [C1]"),))

    return rule


def kth_value(call: Call) -> Shape:
    """KthValue: the axis stays with length 1; a scalar has one element.

    C1: there are k elements along the axis.
    """
    x, k = call.shape("x"), call.int_attr("k")
    if x.rank is None:
        return UNKNOWN
    place = normalise_axis(call, call.int_attr("dim"), max(x.rank, 1), "dim")
    size = x[place] if x.rank else 1
    if isinstance(size, int) and k > size:
        call.fail("attr-constraint", "there is a k-th element [C1]", expected=f"1 to {size}", got=str(k))
    return x.with_dim(place, 1) if x.rank else x


def nth(call: Call) -> Shape:
    """NthElement: the last axis disappears.

    C1: it has an n-th element, counted from 0.
    """
    n, x = size_at(call, "n"), call.shape("x")
    need_rank_within(call, "x", 1)
    if x.rank is None:
        return UNKNOWN
    need_at_least(call, x[-1], None if n is None else n + 1, "the last axis has an n-th element [C1]")
    return Shape(x.dims[:-1])


def without_last(port: str) -> Callable[[Call], Shape]:
    """The last axis disappears."""

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        return UNKNOWN if x.rank is None else Shape(x.dims[:-1])

    return rule


def search(sorted_port: str, values_port: str) -> Callable[[Call], Shape]:
    """SearchSorted: one index a value; leading axes agree.

    C1: the sequence is a vector, or has the leading axes of the values. C2: a sorter has the shape of the sequence.
    """

    def rule(call: Call) -> Shape:
        sequence, values = call.shape(sorted_port), call.shape(values_port)
        if sequence.rank is not None and values.rank is not None and sequence.rank > 1:
            if sequence.rank != values.rank:
                call.fail(
                    "rank-mismatch", "the sequence has the rank of the values [C1]", got=f"{sequence} and {values}"
                )
            for a, b in zip(sequence.dims[:-1], values.dims[:-1], strict=True):
                agree(call, a, b, "leading axes of the sequence and the values [C1]")
        if "sorter" in call.proto.input_index and call.has("sorter"):
            agree_shapes(call, sequence, call.shape("sorter"), "sizes of the sequence and its sorter [C2]")
        return values

    return rule


def unique(*outputs: str) -> Callable[[Call], list[Shape]]:
    """Distinct elements: outputs are "count" (a vector of the distinct ones) or "each" (one an element)."""

    def rule(call: Call) -> list[Shape]:
        x = call.shape("x")
        count = counted(call, x, "unique")
        return [Shape((count,)) if what == "count" else Shape((x.numel(),)) for what in outputs]

    return rule


def distinct(call: Call) -> list[Shape]:
    """UniqueWithCountsAndSorting: distinct elements, the place of each element among them, how often each occurs."""
    x = call.shape("x")
    count = counted(call, x, "unique")
    return [Shape((count,)), x if call.bool_attr("return_inverse") else Shape((0,)), _if_asked(call, count)]


def _if_asked(call: Call, count: Axis) -> Shape:
    return Shape((count if call.bool_attr("return_counts") else 0,))


_FLAT = 1000  # value of `axis` that means the flattened tensor


def consecutive(call: Call) -> list[Shape]:
    """UniqueConsecutive: runs of equal elements or slices as one; what is not asked for is [0]."""
    x, axis = call.shape("x"), call.int_attr("axis")
    if axis == _FLAT:
        count = counted(call, x, "runs")
        places = x
        y = Shape((count,))
    else:
        if x.rank is None:
            return [UNKNOWN, UNKNOWN, UNKNOWN]
        place = normalise_axis(call, axis, x.rank)
        count = counted(call, Shape((x[place],)), "runs")
        places = Shape((x[place],))
        y = x.with_dim(place, count)
    return [y, places if call.bool_attr("return_idx") else Shape((0,)), _if_asked(call, count)]


def nearest(call: Call) -> Shape:
    """TopKPQDistance: the k nearest of all lists together.

    C1: k is positive.
    """
    k = call.int_attr("k")
    if k <= 0:
        call.fail("attr-constraint", "`k` must be positive [C1]", expected="> 0", got=str(k))
    return Shape((k,))


def bucketize(call: Call) -> Shape:
    """BucketizeV2: the shape of x.

    C1: the boundaries are a vector.
    """
    need_rank_within(call, "boundaries", 1, 1)
    return call.shape("x")


def bucketize_each(call: Call) -> list[Shape]:
    """BoostedTreesBucketize: a bucket for each value of each feature.

    C1: each feature has boundaries. C2: `num_features` says how many features there are.
    """
    features, boundaries = call.shapes("float_values"), call.shapes("bucket_boundaries")
    for what, count in (("boundaries [C1]", len(boundaries)), ("num_features [C2]", call.int_attr("num_features"))):
        if count != len(features):
            call.fail("port-count", f"one for each feature: {what}", expected=str(len(features)), got=str(count))
    return list(features)


def left_over(call: Call) -> list[Shape]:
    """ListDiff: what of the vector x is not in the vector y, and its places.

    C1: both are vectors.
    """
    for port in ("x", "y"):
        need_rank_within(call, port, 1, 1)
    count = counted(call, call.shape("x"), "kept")
    return [Shape((count,))] * 2


def merged(call: Call) -> Shape:
    """SingleMerge: the `k_num` largest, and where they were.

    C1: `k_num` is positive.
    """
    return Shape((positive_attr(call, "k_num", "C1"),))


def along_axis(call: Call) -> list[Shape]:
    """UniqueExt2: the distinct slices along an axis, and the place of each slice among them; no axis flattens x.

    C1: there is at most one axis. C2: it exists.
    """
    x, axes = call.shape("x"), ints_at(call, "axis")
    given = len(axes) if axes is not None else vector_length(call, "axis")
    if given is not None and given > 1:
        call.fail("shape-mismatch", "`axis` is one number or none [C1]", expected="0 or 1", got=str(given))
    if given == 0:
        return [Shape((counted(call, x, "unique"),)), Shape((x.numel(),))]
    if axes is None or x.rank is None:
        return [Shape.unknown(x.rank) if given == 1 else UNKNOWN, Shape((None,))]
    place = normalise_axis(call, axes[0], x.rank, "axis [C2]")
    slices = Shape((x[place],)) if x.rank else Shape((1,))
    return [x.with_dim(place, counted(call, slices, "unique")) if x.rank else UNKNOWN, slices]


def along_axis_counted(call: Call) -> list[Shape]:
    """UniqueWithCountsExt2: the distinct slices and how often each occurs; the places depend on what is asked for.

    C1: there is at most one axis. C2: it exists.
    """
    x, axes = call.shape("x"), ints_at(call, "axis")
    y = along_axis(call)[0]
    at = axes[0] % x.rank if axes and x.rank else 0
    return [y, UNKNOWN, Shape((y[at] if y.rank and (axes is not None or y.rank == 1) else None,)), UNKNOWN]


def sequence_outer(call: Call) -> Shape:
    """DynSeqOuter: each row of a sequence of x1 [rows, C] with each of the same of x2, [sum of products, C].

    C1: rows have one length. C2: both have as many sequences.
    """
    first, second = call.shape("x1"), call.shape("x2")
    need_rank(call, first, "x1", 2)
    need_rank(call, second, "x2", 2)
    width = agree(call, first[1] if first.rank else None, second[1] if second.rank else None, "row lengths [C1]")
    agree(call, vector_length(call, "seq_len1"), vector_length(call, "seq_len2"), "numbers of sequences [C2]")
    ours, theirs = ints_at(call, "seq_len1"), ints_at(call, "seq_len2")
    if ours is None or theirs is None:
        return Shape((None, width))
    return Shape((sum(a * b for a, b in zip(ours, theirs, strict=True)), width))


def inplace_nearest(call: Call) -> list[Shape]:
    """InplaceTopKDistance: new distances are merged into the nearest so far; it has no outputs.

    C1: distances, indices and lists of either set are vectors of one length, but for one list number in all.
    """
    for ports in (("topk_pq_distance", "topk_pq_index", "topk_pq_ivf"), ("pq_distance", "pq_index")):
        length: Axis = None
        for port in ports:
            shape = call.shape(port)
            if need_rank(call, shape, port, 1):
                length = agree(call, length, shape[0], f"the numbers in {' and '.join(ports)} [C1]")
    return []
