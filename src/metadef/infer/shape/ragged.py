"""Shapes of ragged tensors: vectors of row splits, one entry more than rows, and the values of all rows."""

from __future__ import annotations

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    dims_at,
    need_rank_within,
    product_of,
)
from metadef.infer.shape.creation import range_size
from metadef.infer.shape.handles import first
from metadef.ops.call import Call
from metadef.types.dim import DimLike
from metadef.types.known_value import Element
from metadef.types.shape import Shape

__all__ = ["from_variant", "gathered", "ranges", "to_sparse", "to_tensor"]

_ENDS = ("starts", "limits", "deltas")


def ranges(call: Call) -> list[Shape]:
    """RaggedRange: a range a row; where each begins, and all numbers.

    C1: starts, limits and deltas are vectors of one length, or scalars that all rows share.
    """
    rows: Axis = None
    vectors = 0
    for port in _ENDS:
        need_rank_within(call, port, 0, 1)
        shape = call.shape(port)
        if shape.rank == 1:
            vectors += 1
            rows = agree(call, rows, shape[0], "lengths of starts, limits and deltas [C1]")
    if not vectors and all(call.shape(port).rank == 0 for port in _ENDS):
        rows = 1
    return [Shape((None if rows is None else rows + 1,)), Shape((_sum_of_ranges(call, rows),))]


def _sum_of_ranges(call: Call, rows: Axis) -> Axis:
    known = [call.value(port) for port in _ENDS]
    if not isinstance(rows, int) or rows > _MAX_ROWS:
        return None
    total: DimLike = 0
    for row in range(rows):
        ends: list[Element] = [
            None if value is None or not value.items else value.items[row % len(value.items)] for value in known
        ]
        size = range_size(call, ends[0], ends[1], ends[2])
        if size is None:
            return None
        total = total + size
    return total


_MAX_ROWS = 512  # as many as there are elements in a tensor whose elements are followed


def gathered(call: Call) -> list[Shape]:
    """RaggedGather: rows of a ragged tensor in the places of indices: splits, and the values of the chosen rows.

    Splits of the indices' own axes are known; those of the rows depend on data. C1: splits are vectors. C2: indices
    have an axis at least, and so have the values.
    """
    indices, values = call.shape("indices"), call.shape("params_dense_values")
    for shape in call.shapes("params_nested_splits"):
        if shape.rank not in (None, 1):
            call.fail("rank-mismatch", "splits are vectors [C1]", expected="rank 1", got=str(shape))
    need_rank_within(call, "params_dense_values", 1)
    splits: list[Shape] = []
    for place in range(call.output_count("output_nested_splits")):
        rows = product_of(indices.dims[: place + 1]) if indices.rank is not None and place < indices.rank else None
        splits.append(Shape((None if rows is None else rows + 1,)))
    dense = UNKNOWN if values.rank is None else values.with_dim(0, None)
    return [*splits, dense]


def from_variant(call: Call) -> list[Shape]:
    """RaggedTensorFromVariant: splits, and values whose rank the variants know.

    C1: the variants' axes and the splits inside of one are all splits: `output_ragged_rank` is their sum.
    """
    x, inner, outer = call.shape("encoded_ragged"), call.int_attr("input_ragged_rank"), None
    if inner >= 0 and x.rank is not None:
        outer = call.int_attr("output_ragged_rank")
        if outer != inner + x.rank:
            call.fail(
                "attr-constraint",
                "`output_ragged_rank` counts the variants' axes and the splits inside [C1]",
                expected=str(inner + x.rank),
                got=str(outer),
            )
    splits: list[Shape] = []
    for place in range(call.output_count("output_nested_splits")):
        rows = product_of(x.dims[: place + 1]) if x.rank is not None and place < x.rank else None
        splits.append(Shape((None if rows is None else rows + 1,)))
    return [*splits, UNKNOWN]


def to_sparse(call: Call) -> list[Shape]:
    """RaggedTensorToSparse: an entry for each value: [n, splits + rank], [n], [splits + rank].

    C1: splits are vectors; there is one at least. C2: values have an axis at least.
    """
    values, splits = call.shape("rt_dense_values"), call.shapes("rt_nested_splits")
    if not splits:
        call.fail("shape-mismatch", "there are splits [C1]", expected="1 or more", got="0")
    for shape in splits:
        if shape.rank not in (None, 1):
            call.fail("rank-mismatch", "splits are vectors [C1]", expected="rank 1", got=str(shape))
    need_rank_within(call, "rt_dense_values", 1)
    count = product_of(values) if values.rank is not None else None
    rank = None if values.rank is None else len(splits) + values.rank
    return [Shape((count, rank)), Shape((count,)), Shape((rank,))]


def to_tensor(call: Call) -> Shape:
    """RaggedTensorToTensor: [rows, longest of each ragged axis.., axes of a value..].

    `shape` may give sizes, the number of rows too: a vector with -1 where the data decide, or the number -1.
    C1: the sizes of a value's axes are those of the values. C2: there is a tensor for each row partition, and a size
    for each axis.
    """
    kinds, tensors, values = (
        call.attr("row_partition_types"),
        call.shapes("row_partition_tensors"),
        call.shape("values"),
    )
    names = [str(kind) for kind in kinds] if isinstance(kinds, tuple) else []
    if len(names) != len(tensors):
        call.fail(
            "shape-mismatch", "there is a type for each row partition [C2]", expected=f"{len(tensors)}", got=f"{names}"
        )
    need_rank_within(call, "values", 1)
    need_rank_within(call, "shape", 0, 1)
    sized = bool(names) and names[0] == "FIRST_DIM_SIZE"
    given = dims_at(call, "shape") if call.shape("shape").rank == 1 else None
    if values.rank is None:
        return UNKNOWN if given is None else Shape([None if _is_open(size) else size for size in given])
    ragged = len(names) - sized
    sizes: list[Axis] = [None] * (ragged + 1)
    free = call.shape("shape").rank == 0 or (given is not None and given[:1] == [-1])
    if free and names and not sized and names[0] == "ROW_SPLITS":
        splits = first(tensors[0])
        sizes[0] = None if splits is None else splits - 1
    result = [*sizes, *values.dims[1:]]
    if given is None:
        return Shape(result)
    if len(given) != len(result):
        call.fail("rank-mismatch", "`shape` has a size for each axis [C2]", expected=f"{len(result)}", got=f"{given}")
    for place, size in enumerate(given):
        if _is_open(size):
            continue
        fixed = result[place] if place > ragged else None
        result[place] = agree(call, size, fixed, f"axis {place} of `shape` and of the values [C1]")
    return Shape(result)


def _is_open(size: Axis) -> bool:
    return size is None or (isinstance(size, int) and size < 0)
