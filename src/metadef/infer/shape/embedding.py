"""Shapes of embeddings: bags of rows, gradients of tables, rows of hash tables."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, dims_at, ints_at, need_rank, product_of, size_attr
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "bag",
    "dense_grad",
    "exported",
    "found",
    "hash_rows",
    "imported",
    "local_places",
    "ranks",
    "rows",
    "rows_of_unique",
]


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
    """EmbeddingDenseGrad: the gradient of the whole table, [num_weights, width].

    C1: `num_weights` is not negative.
    """
    grad = call.shape("grad")
    if grad.rank == 0:
        call.fail("rank-mismatch", "grad has rows", expected="rank 1 or more", got="0")
    return Shape((size_attr(call, "num_weights", "C1"), grad[-1] if grad.rank else None))


def exported(call: Call) -> list[Shape]:
    """EmbeddingHashTableExport: of each table its keys, counters and flags, [size], and rows, [size, embedding_dim].

    C1: these are not negative.
    """
    sizes, widths = dims_at(call, "table_sizes"), dims_at(call, "embedding_dims")
    least = min((size for size in (*(sizes or ()), *(widths or ())) if isinstance(size, int)), default=0)
    if least < 0:
        call.fail("shape-mismatch", "tables have sizes and rows a width [C1]", expected=">= 0", got=str(least))
    shapes: list[Shape] = []
    for port in call.proto.outputs:
        for at in range(call.output_count(port.name)):
            size, width = (row[at] if row is not None and at < len(row) else None for row in (sizes, widths))
            shapes.append(Shape((size, width) if port.name == "values" else (size,)))
    return shapes


def hash_rows(call: Call) -> Shape:
    """EmbeddingHashTableLookupOrInsert: one row of `embedding_dim` a key.

    C1: that is not negative.
    """
    keys = call.shape("keys")
    if keys.rank is None:
        return Shape.unknown(2)
    return Shape((product_of(keys), size_attr(call, "embedding_dim", "C1")))


_PLACE = 3  # numbers that say where a row lies: rank, address, length


def ranks(call: Call) -> Shape:
    """EmbeddingRankId: three numbers for each index, [n, 3]: its rank, address and length.

    C1: a row of addr_table has three numbers.
    """
    table, index = call.shape("addr_table"), call.shape("index")
    need_rank(call, table, "addr_table", 2)
    if table.rank:
        agree(call, table[1], _PLACE, "numbers a row of addr_table [C1]")
    return Shape((index[0] if index.rank == 1 else None, _PLACE))


def local_places(call: Call) -> list[Shape]:
    """EmbeddingLocalIndex: a place for each index, how many each rank has, and how to put them back in order.

    C1: a row of addr_table has three numbers.
    """
    ranks(call)
    table, index = call.shape("addr_table"), call.shape("index")
    return [index, Shape((table[0] if table.rank else None,)), index]


def _width(call: Call) -> Axis:
    """The length of a row: one table's `embedding_dim`; unknown where there are several tables."""
    widths = call.ints_attr("embedding_dim")
    return widths[0] if len(widths) == 1 and widths[0] > 0 else None


def rows(call: Call) -> Shape:
    """EmbeddingTableFind: one row of `embedding_dim` a key; the keys are a vector.

    C1: keys are a vector.
    """
    keys = call.shape("keys")
    count = keys[0] if need_rank(call, keys, "keys", 1) is not None else None
    return Shape((count, _width(call)))


def rows_of_unique(call: Call) -> Shape:
    """FakeRemoteLookupUniqued: rows of `embedding_dim`; whether keys or their distinct ones have them is not known."""
    return Shape((None, _width(call)))


def found(call: Call) -> list[Shape]:
    """EmbeddingFeatureMappingFind: as many features and places of each table as `feature_size` says.

    C1: `feature_size` is not negative.
    """
    return _of_tables(call, "feature_id", "offset_id")


def imported(call: Call) -> list[Shape]:
    """EmbeddingFeatureMappingImport: features and places as `feature_size` says; the layout of values is not known.

    C1: `feature_size` is not negative.
    """
    return [*_of_tables(call, "feature_id", "offset_id"), *[UNKNOWN] * call.output_count("values")]


def _of_tables(call: Call, *ports: str) -> list[Shape]:
    sizes = ints_at(call, "feature_size")
    if sizes and min(sizes) < 0:
        call.fail("shape-mismatch", "`feature_size` is not negative [C1]", expected="0 or more", got=str(sizes))
    shapes: list[Shape] = []
    for port in ports:
        count = call.output_count(port)
        shapes += [Shape((size,)) for size in sizes] if sizes and len(sizes) == count else [Shape((None,))] * count
    return shapes
