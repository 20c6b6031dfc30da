"""Sparse tensors from several: sums, sets, joins, crosses; their pieces; and counts of values as sparse tensors.

How many entries come out depends on data, within bounds that the inputs give. C1 is that of `sparse_parts`.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    Axis,
    agree,
    agree_shapes,
    int_at,
    need_rank_within,
    normalise_axis,
    product_of,
)
from metadef.infer.shape.handles import first, one
from metadef.infer.shape.sparse_parts import agree_rank, entries_of, parts, sparse_at, total
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["add", "add_grad", "concat", "counts", "cross", "extremes", "of_dense_sets", "of_sparse_sets", "split"]


def _sparse(count: Axis, rank: Axis) -> list[Shape]:
    return [Shape((count, rank)), Shape((count,)), Shape((rank,))]


def add(call: Call) -> list[Shape]:
    """SparseAdd: as many entries as both have at most; where coordinates meet there is one, or none below `thresh`.

    C2: both have one rank and one dense shape. C3: `thresh` is one number.
    """
    one("thresh", law="C3")(call)
    count, rank = _pair(call)
    return _sparse(count, rank)


def extremes(call: Call) -> list[Shape]:
    """SparseSparseMaximum and Minimum: an entry wherever either has one.

    C2: both have one rank and one dense shape.
    """
    return _sparse(*_pair(call))[:2]


def _pair(call: Call) -> tuple[Axis, Axis]:
    a, b = (sparse_at(call, f"x{i}_indices", f"x{i}_values", f"x{i}_shape") for i in (1, 2))
    rank = agree_rank(call, a.rank, b.rank, "both [C2]")
    if a.sizes is not None and b.sizes is not None:
        agree_shapes(call, Shape(a.sizes), Shape(b.sizes), "the dense shapes [C2]")
    return entries_of(call, total(a.count, b.count), "summed"), rank


def add_grad(call: Call) -> list[Shape]:
    """SparseAddGrad: a gradient for each entry of either summand.

    C1: there is one for each entry of the sum. C2: coordinates of all three have one length.
    """
    rank: Axis = None
    for port in ("x1_indices", "x2_indices", "sum_indices"):
        rank = agree_rank(call, rank, sparse_at(call, port).rank, "the summands and the sum [C2]")
    sparse_at(call, "sum_indices", "backprop_val_grad")
    return [Shape((first(call.shape(port)),)) for port in ("x1_indices", "x2_indices")]


def concat(call: Call) -> list[Shape]:
    """SparseConcat: the entries of all.

    C2: all have one rank. C3: the axis exists, and the other axes agree.
    """
    given = parts(call, ("indices", "values", "shapes"))
    rank: Axis = None
    for item in given:
        rank = agree_rank(call, rank, item.rank, "all [C2]")
    if isinstance(rank, int):
        axis = normalise_axis(call, call.int_attr("concat_dim"), rank, "`concat_dim` [C3]")
        known = [item.sizes for item in given if item.sizes is not None]
        for place in range(rank):
            size: Axis = None
            for sizes in known if place != axis else ():
                size = agree(call, size, sizes[place], f"the dense shapes at axis {place} [C3]")
    return _sparse(total(*[item.count for item in given]), rank)


def split(call: Call) -> list[Shape]:
    """SparseSplit: a piece of the axis each, with the entries that lie in it.

    C2: `split_dim` is one number, an axis; there are not more pieces than it is long.
    """
    one("split_dim", law="C2")(call)
    x, axis, count = (
        sparse_at(call, "indices", "values", "shape"),
        int_at(call, "split_dim"),
        call.int_attr("num_split"),
    )
    if axis is not None and isinstance(x.rank, int):
        place = normalise_axis(call, axis, x.rank, "`split_dim` [C2]")
        size = x.sizes[place] if x.sizes is not None else None
        if count <= 0 or (isinstance(size, int) and count > size):
            call.fail("attr-constraint", "a piece is a part of the axis [C2]", expected=f"1 to {size}", got=str(count))
    places, values, shapes = (call.output_count(f"y_{part}") for part in ("indices", "values", "shape"))
    counts = [entries_of(call, x.count, "piece") for _ in range(max(places, values))]
    return [
        *[Shape((number, x.rank)) for number in counts[:places]],
        *[Shape((number,)) for number in counts[:values]],
        *[Shape((x.rank,))] * shapes,
    ]


def cross(call: Call) -> list[Shape]:
    """SparseCross: combinations of the features of each row, [n, 2], [n], [2].

    C1: sparse features have as many coordinates, values and shapes. C2: dense features are matrices with as many rows.
    """
    parts(call, ("indices", "values", "shapes"))
    rows: Axis = None
    for shape in call.shapes("dense_inputs"):
        if shape.rank not in (None, 2):
            call.fail("rank-mismatch", "dense features are matrices [C2]", expected="rank 2", got=str(shape))
        rows = agree(call, rows, first(shape), "rows of dense features [C2]")
    return _sparse(entries_of(call, None, "crossed"), 2)


_AT_MOST_THE_FIRST = ("a-b", "intersection")


def _set_bound(call: Call, left: Axis, right: Axis) -> Axis:
    """The elements of a difference are those of one side, those of an intersection on both, of a union all."""
    operation = call.str_attr("set_operation").lower()
    if operation in _AT_MOST_THE_FIRST:
        return left
    return right if operation == "b-a" else total(left, right)


def of_dense_sets(call: Call) -> list[Shape]:
    """DenseToDenseSetOperation and DenseToSparse: a set in the last axis of each; the result as a sparse tensor.

    C2: both have one rank, 2 or more, and agree but for the last axis.
    """
    x = call.shape("x1")
    need_rank_within(call, "x1", 2)
    if "x2" in call.proto.input_index:
        other = call.shape("x2")
        need_rank_within(call, "x2", 2)
        rank = agree_rank(call, x.rank, other.rank, "both [C2]")
        most = product_of(other) if other.rank is not None else None
        sizes = other.dims if other.rank is not None else None
    else:
        right = sparse_at(call, "x2_indices", "x2_values", "x2_shape")
        rank, most, sizes = agree_rank(call, x.rank, right.rank, "both [C2]"), right.count, right.sizes
    if x.rank is not None and sizes is not None:
        for place, (a, b) in enumerate(zip(x.dims[:-1], sizes[:-1], strict=False)):
            agree(call, a, b, f"axis {place} of both [C2]")
    bound = _set_bound(call, product_of(x) if x.rank is not None else None, most)
    return _sparse(entries_of(call, bound, "members"), rank)


def of_sparse_sets(call: Call) -> list[Shape]:
    """SparseToSparseSetOperation: a set in the last axis of each.

    C2: both have one rank, and agree but for the last axis.
    """
    a, b = (sparse_at(call, f"x{i}_indices", f"x{i}_values", f"x{i}_shape") for i in (1, 2))
    rank = agree_rank(call, a.rank, b.rank, "both [C2]")
    if a.sizes is not None and b.sizes is not None:
        for place, (left, right) in enumerate(zip(a.sizes[:-1], b.sizes[:-1], strict=False)):
            agree(call, left, right, f"axis {place} of both [C2]")
    return _sparse(entries_of(call, _set_bound(call, a.count, b.count), "members"), rank)


def counts(form: str) -> Callable[[Call], list[Shape]]:
    """How often each value occurs in its row, as a sparse tensor with a last axis of values: [n, r], [n], [r].

    A row is all of a vector or a row of a matrix ("dense"), of a sparse tensor ("sparse"), or of ragged rows
    ("ragged"). C1: values are a vector or a matrix; coordinates and values agree. C2: there are no weights, or one a
    value. C3: bounds are -1 or more.
    """

    def rule(call: Call) -> list[Shape]:
        for name in ("minlength", "maxlength"):
            if call.int_attr(name) < -1:
                call.fail("attr-constraint", f"`{name}` is -1 or more [C3]", expected=">= -1", got=str(call.attr(name)))
        values, weights = call.shape("values"), call.shape("weights")
        rank: Axis = 2
        if form == "dense":
            need_rank_within(call, "values", 1, 2)
            rank = values.rank
        elif form == "sparse":
            rank = sparse_at(call, "indices", "values", "dense_shape").rank
        else:
            need_rank_within(call, "splits", 1, 1)
            need_rank_within(call, "values", 1, 1)
        if weights.is_known and values.is_known and weights.numel() != 0 and weights != values:
            call.fail("shape-mismatch", "weights are none or one a value [C2]", expected=f"{values}", got=f"{weights}")
        return _sparse(entries_of(call, product_of(values) if values.rank is not None else None, "counted"), rank)

    return rule
