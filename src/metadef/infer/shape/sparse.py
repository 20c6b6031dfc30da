"""Shapes of sparse tensors (coordinates, values, dense shape) and of means and sums over named rows."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, dims_at, need_rank, size_at, vector_length
from metadef.infer.shape.creation import by_value
from metadef.infer.shape.gather import counted
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "coalesced",
    "fill_empty_rows",
    "scattered",
    "segment_grad",
    "segment_rows",
    "sparse_matmul",
    "sparse_slice",
]


def _first(shape: Shape) -> Axis:
    return shape[0] if shape.rank else None


def segment_rows(call: Call) -> Shape:
    """SparseSegmentMean and Sum: as many rows as the last segment id says, plus one.

    C1: indices and segment ids are vectors of one length.
    """
    x, indices, ids = call.shape("x"), call.shape("indices"), call.shape("segment_ids")
    need_rank(call, indices, "indices", 1)
    need_rank(call, ids, "segment_ids", 1)
    agree(call, _first(indices), _first(ids), "indices and segment ids [C1]")
    if x.rank is None:
        return UNKNOWN
    if x.rank == 0:
        call.fail("rank-mismatch", "x has rows", expected="rank 1 or more", got="0")
    known = call.value("segment_ids")
    items = known.ints() if known is not None else None
    return Shape((None if items is None else max(items, default=-1) + 1, *x.dims[1:]))


def segment_grad(call: Call) -> Shape:
    """SparseSegmentMeanGrad and Sum: the gradient of what rows were taken from, [output_dim0, ..].

    C1: where segment ids go with indices there is one for each. C2: `output_dim0` is one size.
    """
    if "indices" in call.proto.input_index:
        agree(call, vector_length(call, "indices"), vector_length(call, "segment_ids"), "indices and segment ids [C1]")
    x = call.shape("x" if "x" in call.proto.input_index else "grad")
    if x.rank == 0:
        call.fail("rank-mismatch", "x has rows", expected="rank 1 or more", got="0")
    rows = size_at(call, "output_dim0")
    return UNKNOWN if x.rank is None else Shape((rows, *x.dims[1:]))


def fill_empty_rows(call: Call) -> list[Shape]:
    """SparseFillEmptyRows: coordinates and values with one more for each empty row, a flag a row, a place a value.

    C1: coordinates are [values, axes]. C2: the dense shape has a size an axis.
    """
    indices, values = call.shape("indices"), call.shape("values")
    need_rank(call, indices, "indices", 2)
    need_rank(call, values, "values", 1)
    agree(call, _first(indices), _first(values), "coordinates and values [C1]")
    axes = agree(call, indices[1] if indices.rank else None, vector_length(call, "dense_shape"), "axes and sizes [C2]")
    sizes = dims_at(call, "dense_shape")
    rows = sizes[0] if sizes else None
    filled: Axis = None
    if rows is not None and _first(indices) is not None:
        filled = counted(call, Shape((_first(indices),)).with_dim(0, _sum(_first(indices), rows)), "filled")
    return [Shape((filled, axes)), Shape((filled,)), Shape((rows,)), Shape((_first(indices),))]


def _sum(left: Axis, right: Axis) -> Axis:
    return None if left is None or right is None else left + right


def sparse_slice(call: Call) -> list[Shape]:
    """SparseSlice: the coordinates and values that lie in a box, and the box's shape.

    C1: coordinates are [values, axes]. C2: shape, start and size have a number an axis.
    """
    indices = call.shape("indices")
    need_rank(call, indices, "indices", 2)
    agree(call, _first(indices), _first(call.shape("values")), "coordinates and values [C1]")
    axes = indices[1] if indices.rank else None
    for port in ("shape", "start", "size"):
        given = call.shape(port)
        need_rank(call, given, port, 1)
        axes = agree(call, axes, _first(given), f"axes and numbers in `{port}` [C2]")
    inside = None if _first(indices) is None else counted(call, Shape((_first(indices),)), "inside")
    return [Shape((inside, axes)), Shape((inside,)), Shape((axes,))]


def coalesced(call: Call) -> list[Shape]:
    """CoalesceSparse: one coordinate and one value for each distinct coordinate."""
    count, indices, values = _first(call.shape("unique_len")), call.shape("indices"), call.shape("values")
    places = UNKNOWN if indices.rank is None else Shape((count, *indices.dims[1:]))
    return [places, UNKNOWN if values.rank is None else Shape((count, *values.dims[1:]))]


def sparse_matmul(call: Call) -> Shape:
    """SparseTensorDenseMatMul: op(sparse [M, K]) x op(x2 [K, N]) -> [M, N].

    C1: the inner dimensions agree. C2: the sparse matrix has two coordinates a value.
    """
    sizes, dense = dims_at(call, "x1_shape"), call.shape("x2")
    places, values = call.shape("x1_indices"), call.shape("x1_values")
    need_rank(call, places, "x1_indices", 2)
    need_rank(call, values, "x1_values", 1)
    agree(call, _first(places), _first(values), "coordinates and values [C2]")
    if places.rank:
        agree(call, 2, places[1], "coordinates of a value [C2]")
    need_rank(call, call.shape("x1_shape"), "x1_shape", 1)
    need_rank(call, dense, "x2", 2)
    if sizes is not None and len(sizes) != 2:
        call.fail("rank-mismatch", "x1 is a matrix", expected="two sizes", got=str(len(sizes)))
    left: list[Axis] = [None, None] if sizes is None else sizes
    right: list[Axis] = list(dense.dims) if dense.rank else [None, None]
    rows, inner = left[::-1] if call.bool_attr("adjoint_a") else left
    other, columns = right[::-1] if call.bool_attr("adjoint_b") else right
    agree(call, inner, other, "the inner dimensions of x1 and x2 [C1]")
    return Shape((rows, columns))


def scattered(call: Call) -> Shape:
    """SparseToDense: the shape is an input; indices are a number, a vector or [values, axes].

    C1: no size is negative. C2: there is a value for each, or one for all. C3: coordinates have a number an axis.
    """
    out, indices, values = by_value("output_shape")(call), call.shape("indices"), call.shape("values")
    need_rank(call, indices, "indices", 0, 1, 2)
    if need_rank(call, values, "values", 0, 1) and values[0] != 1:
        agree(call, _first(indices), values[0], "indices and values [C2]")
    if indices.rank == 2 and out.rank is not None:
        agree(call, out.rank, indices[1], "axes and coordinates [C3]")
    return out
