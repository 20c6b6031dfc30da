"""Sparse tensors as they are: sums with dense ones, reductions, softmax, and their form as strings and handles.

C1 is that of `sparse_parts`.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    dims_at,
    ints_at,
    need_rank_within,
    normalise_distinct,
    vector_length,
)
from metadef.infer.shape.handles import SCALAR, first, vector
from metadef.infer.shape.sparse_parts import Sparse, entries_of, sparse_at
from metadef.ops.call import Call
from metadef.types.dim import dim_max
from metadef.types.shape import Shape

__all__ = [
    "add_to_dense",
    "edit_distance",
    "fill_grad",
    "handles",
    "read",
    "read_many",
    "reduced",
    "reduced_sparse",
    "reordered",
    "scaled",
    "serialised",
    "set_size",
    "slice_grad",
    "softmax",
    "stored",
    "stored_many",
]


def _whole(call: Call, least: int = 1, law: str = "C2") -> Sparse:
    """The sparse tensor at `indices`, `values`, `shape`, which has at least so many axes."""
    x = sparse_at(call, "indices", "values", "shape")
    if isinstance(x.rank, int) and x.rank < least:
        call.fail(
            "rank-mismatch", f"the tensor has {least} axes or more [{law}]", expected=f">= {least}", got=str(x.rank)
        )
    return x


def reordered(call: Call) -> list[Shape]:
    """SparseReorder: the same entries in row-major order."""
    x = _whole(call)
    return [Shape((x.count, x.rank)), Shape((x.count,))]


def softmax(call: Call) -> Shape:
    """SparseSoftmax: a value for each entry.

    C2: the tensor has two axes or more.
    """
    return Shape((_whole(call, 2).count,))


def stored(call: Call) -> Shape:
    """AddSparseToTensorsMap: one handle."""
    _whole(call)
    return SCALAR


def handles(call: Call) -> Shape:
    """AddManySparseToTensorsMap: a handle for each slice along the first axis.

    C2: the tensor has two axes or more.
    """
    return Shape((_rows(_whole(call, 2)),))


def serialised(call: Call) -> Shape:
    """SerializeSparse: coordinates, values and shape as three strings."""
    _whole(call)
    return Shape((3,))


def stored_many(call: Call) -> Shape:
    """SerializeManySparse: three strings for each slice along the first axis.

    C2: the tensor has two axes or more.
    """
    return Shape((_rows(_whole(call, 2)), 3))


def _rows(x: Sparse) -> Axis:
    return x.sizes[0] if x.sizes else None


def read(call: Call) -> list[Shape]:
    """DeserializeSparse: a sparse tensor whose rank the strings know; leading axes become axes in front.

    C2: the last axis holds three strings.
    """
    text = call.shape("serialized_sparse")
    need_rank_within(call, "serialized_sparse", 1)
    if text.rank:
        agree(call, text[-1], 3, "the last axis and the three parts [C2]")
    return _any_sparse(call)


def read_many(port: str, rank: int) -> Callable[[Call], list[Shape]]:
    """DeserializeManySparse and TakeManySparseFromTensorsMap: slices joined along a new first axis."""

    def rule(call: Call) -> list[Shape]:
        need_rank_within(call, port, rank, rank)
        text = call.shape(port)
        if rank == 2 and text.rank:
            agree(call, text[1], 3, "columns and the three parts [C2]")
        return _any_sparse(call)

    return rule


def _any_sparse(call: Call) -> list[Shape]:
    count = entries_of(call, None, "entries")
    return [Shape((count, None)), Shape((count,)), Shape((None,))]


def scaled(call: Call) -> Shape:
    """SparseDenseCwiseAdd, Mul and Div: a value for each entry of the sparse side.

    C2: the dense side broadcasts to the sparse one.
    """
    x, dense = sparse_at(call, "x1_indices", "x1_values", "x1_shape"), call.shape("x2")
    if isinstance(x.rank, int) and dense.rank is not None and dense.rank > x.rank:
        call.fail("rank-mismatch", "the dense side broadcasts [C2]", expected=f"rank <= {x.rank}", got=str(dense))
    if x.sizes is not None and dense.rank is not None:
        for place in range(-dense.rank, 0):
            if dense[place] != 1:
                agree(call, x.sizes[place], dense[place], f"axis {place} of both [C2]")
    return Shape((x.count,))


def add_to_dense(call: Call) -> Shape:
    """SparseTensorDenseAdd: like the dense summand.

    C2: the dense shapes agree.
    """
    x, dense = sparse_at(call, "x1_indices", "x1_values", "x1_shape"), call.shape("x2")
    if dense.rank is None:
        return UNKNOWN if x.sizes is None else Shape(x.sizes)
    agree(call, x.rank, dense.rank, "the numbers of axes [C2]")
    if x.sizes is None:
        return dense
    return Shape([agree(call, b, a, f"axis {i} [C2]") for i, (a, b) in enumerate(zip(x.sizes, dense, strict=True))])


def _axes(call: Call, rank: Axis) -> list[int] | None:
    axes = ints_at(call, "reduction_axes")
    need_rank_within(call, "reduction_axes", 0, 1)
    if axes is None or not isinstance(rank, int):
        return None
    return normalise_distinct(call, axes, rank, "`reduction_axes` [C2]")


def _left_axes(call: Call, rank: Axis) -> Axis:
    """How many axes a reduction leaves; without axes all of them, as TensorFlow's kernels do and its text does not."""
    if call.bool_attr("keep_dims"):
        return rank
    count = vector_length(call, "reduction_axes")
    if count is None or not isinstance(rank, int):
        return None
    return rank - count if count <= rank else None


def reduced(call: Call) -> Shape:
    """SparseReduceSum and Max, as a dense tensor: the dense shape without the axes, or with 1 there.

    C2: the axes exist, each is named once.
    """
    x = sparse_at(call, "x_indices", "x_values", "x_shape")
    axes, left = _axes(call, x.rank), _left_axes(call, x.rank)
    if axes is None or x.sizes is None:
        return Shape.unknown(left) if isinstance(left, int) else UNKNOWN
    if call.bool_attr("keep_dims"):
        return Shape([1 if place in axes else size for place, size in enumerate(x.sizes)])
    return Shape([size for place, size in enumerate(x.sizes) if place not in axes])


def reduced_sparse(call: Call) -> list[Shape]:
    """SparseReduceSumSparse and MaxSparse: an entry for each group of entries, so not more than there are.

    C2: the axes exist, each is named once.
    """
    x = sparse_at(call, "x_indices", "x_values", "x_shape")
    _axes(call, x.rank)
    count, rank = entries_of(call, x.count, "groups"), _left_axes(call, x.rank)
    return [Shape((count, rank)), Shape((count,)), Shape((rank,))]


def fill_grad(call: Call) -> list[Shape]:
    """SparseFillEmptyRowsGrad: a gradient for each value that was there, and that of the default.

    C2: both inputs are vectors.
    """
    vector("reverse_index_map", "grad_values")(call)
    return [Shape((first(call.shape("reverse_index_map")),)), SCALAR]


def set_size(call: Call) -> Shape:
    """SetSize: how many members each set in the last axis has.

    C2: there are two axes or more.
    """
    x = sparse_at(call, "set_indices", "set_values", "set_shape")
    if isinstance(x.rank, int) and x.rank < 2:
        call.fail("rank-mismatch", "sets lie in the last of several axes [C2]", expected=">= 2", got=str(x.rank))
    return UNKNOWN if x.sizes is None else Shape(x.sizes[:-1])


def slice_grad(call: Call) -> Shape:
    """SparseSliceGrad: a gradient for each entry before the slice.

    C2: there is one for each entry of the slice.
    """
    before, after = sparse_at(call, "indices"), sparse_at(call, "new_indices")
    vector("backprop_val_grad")(call)
    agree(call, first(call.shape("backprop_val_grad")), after.count, "gradients and entries of the slice [C2]")
    agree(call, before.rank, after.rank, "the axes of both coordinates [C2]")
    return Shape((before.count,))


def edit_distance(call: Call) -> Shape:
    """EditDistance: a number for each pair of sequences, which lie in the last axis; the larger of both on other axes.

    C2: both have one rank, 2 or more.
    """
    sides = [sparse_at(call, f"{of}_indices", f"{of}_values", f"{of}_shape") for of in ("hypothesis", "truth")]
    rank = agree(call, sides[0].rank, sides[1].rank, "the axes of hypothesis and truth [C2]")
    if isinstance(rank, int) and rank < 2:
        call.fail("rank-mismatch", "sequences lie in the last of several axes [C2]", expected=">= 2", got=str(rank))
    left, right = (dims_at(call, f"{of}_shape") for of in ("hypothesis", "truth"))
    if left is None or right is None:
        return Shape.unknown(rank - 1) if isinstance(rank, int) else UNKNOWN
    return Shape([_larger(a, b) for a, b in zip(left[:-1], right[:-1], strict=True)])


def _larger(left: Axis, right: Axis) -> Axis:
    return None if left is None or right is None else dim_max(left, right)
