"""Shapes of embeddings: bags of rows, gradients of tables, rows of hash tables."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, dims_at, need_rank, product_of
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["bag", "dense_grad", "exported", "hash_rows"]


def bag(call: Call) -> list[Shape]:
    """EmbeddingBag: one row a bag; the bag of each index, the length of each bag, and where the largest were.

    Bags are the rows of an indices matrix, or begin at `offsets` in a vector of indices.
    """
    weight, indices = call.shape("weight"), call.shape("indices")
    need_rank(call, weight, "weight", 2)
    if need_rank(call, indices, "indices", 1, 2) is None:
        return [UNKNOWN] * 4
    bags: Axis = indices[0] if indices.rank == 2 else None
    if indices.rank == 1 and call.has("offsets"):
        offsets = call.shape("offsets")
        count = offsets[0] if offsets.rank else None
        last = call.bool_attr("include_last_offset")
        bags = None if count is None else count - 1 if last else count
    width = weight[1] if weight.rank else None
    each = Shape((product_of(indices),))
    most = Shape((bags, width)) if call.str_attr("mode") == "max" else Shape((bags,))
    return [Shape((bags, width)), each, Shape((bags,)), most]


def dense_grad(call: Call) -> Shape:
    """EmbeddingDenseGrad: the gradient of the whole table, [num_weights, width]."""
    grad = call.shape("grad")
    if grad.rank == 0:
        call.fail("rank-mismatch", "grad has rows", expected="rank 1 or more", got="0")
    return Shape((call.int_attr("num_weights"), grad[-1] if grad.rank else None))


def exported(call: Call) -> list[Shape]:
    """EmbeddingHashTableExport: of each table its keys, counters and flags, [size], and rows, [size, embedding_dim]."""
    sizes, widths = dims_at(call, "table_sizes"), dims_at(call, "embedding_dims")
    shapes: list[Shape] = []
    for port in call.proto.outputs:
        for at in range(call.output_count(port.name)):
            size, width = (row[at] if row is not None and at < len(row) else None for row in (sizes, widths))
            shapes.append(Shape((size, width) if port.name == "values" else (size,)))
    return shapes


def hash_rows(call: Call) -> Shape:
    """EmbeddingHashTableLookupOrInsert: one row of `embedding_dim` a key."""
    keys = call.shape("keys")
    if keys.rank is None:
        return Shape.unknown(2)
    return Shape((product_of(keys), call.int_attr("embedding_dim")))
