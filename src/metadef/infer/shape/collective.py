"""Shapes of collective communication, and of matrix products that are fused with it.

All ranks of a group hold tensors of one shape. A gather joins them along the first axis, a scatter cuts the first axis.
"""

from __future__ import annotations

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    divided,
    ints_at,
    need_rank,
    positive_attr,
    product_of,
)
from metadef.infer.shape.matmul import matrix_product
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "all_to_all",
    "all_to_all_by_matrix",
    "experts_back",
    "experts_out",
    "gather_then_multiply",
    "gather_to_all",
    "gathered",
    "grouped_products",
    "multiply_then_scatter",
    "products",
    "products_and_norm",
    "received",
    "scattered",
]


def gathered(call: Call) -> Shape:
    """HcomAllGather: the first axis is `rank_size` times as long.

    C1: `rank_size` is positive.
    """
    ranks, x = positive_attr(call, "rank_size", "C1"), call.shape("x")
    return x.with_dim(0, product_of((x[0], ranks))) if x.rank else UNKNOWN


def scattered(call: Call) -> Shape:
    """HcomReduceScatter: one part of the first axis a rank.

    C1: `rank_size` is positive. C2: it divides the first axis.
    """
    ranks, x = positive_attr(call, "rank_size", "C1"), call.shape("x")
    return x.with_dim(0, divided(call, x[0], ranks, "`rank_size` and the first axis [C2]")) if x.rank else UNKNOWN


def received(call: Call) -> Shape:
    """HcomReceive: the shape that an attribute spells."""
    return Shape([None if size < 0 else size for size in call.ints_attr("shape")])


def all_to_all(call: Call) -> Shape:
    """HcomAllToAllV: a vector that holds what comes from each rank, `recv_counts` numbers at `recv_displacements`.

    C1: there is a place for each count.
    """
    counts, places = ints_at(call, "recv_counts"), ints_at(call, "recv_displacements")
    if counts is None or places is None:
        return Shape((None,))
    if len(counts) != len(places):
        call.fail("shape-mismatch", "a place for each count [C1]", expected=str(len(counts)), got=str(len(places)))
    return Shape((max([0, *[count + place for count, place in zip(counts, places, strict=True)]]),))


def all_to_all_by_matrix(call: Call) -> Shape:
    """HcomAllToAllVC: row i, column j of the matrix is what rank i sends to j; a rank receives the sum of its column.

    C1: the matrix is square. C2: it has a column for this rank.
    """
    matrix, rank, counts = call.shape("send_count_matrix"), call.int_attr("rank"), ints_at(call, "send_count_matrix")
    need_rank(call, matrix, "send_count_matrix", 2)
    width = agree(call, matrix[0], matrix[1], "rows and columns of the matrix [C1]") if matrix.rank else None
    if not isinstance(width, int):
        return Shape((None,))
    if not 0 <= rank < width:
        call.fail("attr-constraint", "`rank` is one of the ranks [C2]", expected=f"0 to {width - 1}", got=str(rank))
    return Shape((None if counts is None else sum(counts[rank::width]),))


def gather_to_all(call: Call) -> list[Shape]:
    """HcomGatherAllToAllV: what all ranks send, and what was collected from the addresses here."""
    return [all_to_all(call), Shape((None,))]


def products(call: Call) -> Shape:
    """MatmulAllReduce: the product, summed over the ranks.

    C1: the inner dimensions agree. C2: a bias has the size of the last axis. C3: x3, which is added, has its shape.
    """
    y = _product(call)
    x3 = call.shape("x3")
    return agree_shapes(call, y, x3, "axes of the product and x3 [C3]") if x3.rank == y.rank else y


def _product(call: Call) -> Shape:
    transposed = call.bool_attr("is_trans_a"), call.bool_attr("is_trans_b")
    return matrix_product(call, call.shape("x1"), call.shape("x2"), *transposed)


def products_and_norm(call: Call) -> list[Shape]:
    """MatmulAllReduceAddRmsNorm: the product plus the residual, and the same normalised, both shaped like the residual.

    C1: the inner dimensions agree. C2: the residual has as many columns as the product, and gamma one number a column.
    """
    y, residual, gamma = _product(call), call.shape("residual"), call.shape("gamma")
    columns = agree(
        call,
        y[-1] if y.rank else None,
        residual[-1] if residual.rank else None,
        "columns of the product and the residual [C2]",
    )
    if gamma.rank:
        agree(call, columns, gamma[-1], "columns and numbers in gamma [C2]")
    return [residual, residual]


def _rows_of_all(call: Call, rows: Axis) -> Axis:
    """`rank_size` 0 leaves it to the group how many ranks there are."""
    ranks = call.int_attr("rank_size")
    return product_of((rows, ranks)) if ranks > 0 else None


def gather_then_multiply(call: Call) -> list[Shape]:
    """AllGatherMatmul: x1 of all ranks [M * ranks, K] times x2, and x1 of all ranks itself, where it is asked for.

    C1: the inner dimensions agree.
    """
    if call.int_attr("gather_index") != 0:
        return [UNKNOWN, UNKNOWN]
    y, x1 = _product(call), call.shape("x1")
    need_rank(call, x1, "x1", 2)
    every = _rows_of_all(call, y[0]) if y.rank else None
    inner = (x1[0] if call.bool_attr("is_trans_a") else x1[1]) if x1.rank else None
    out = Shape((every, inner)) if call.bool_attr("is_gather_out") else Shape((0,))
    return [Shape((every, y[1])) if y.rank == 2 else Shape.unknown(2), out]


def multiply_then_scatter(call: Call) -> Shape:
    """MatmulReduceScatter: the rows of the product, cut among the ranks.

    C1: the inner dimensions agree. C2: the ranks divide the rows.
    """
    y, ranks = _product(call), call.int_attr("rank_size")
    if not y.rank:
        return UNKNOWN
    return y.with_dim(0, divided(call, y[0], ranks, "ranks and rows [C2]") if ranks > 0 else None)


def grouped_products(call: Call) -> list[Shape]:
    """GroupedMatMulAllReduce: x_i times weight_i; rows of several x in one result are not followed.

    C1: the inner dimensions agree.
    """
    xs, weights, count = call.shapes("x"), call.shapes("weight"), call.output_count("y")
    if not len(xs) == len(weights) == count or any(weight.rank != 2 for weight in weights):
        return [UNKNOWN] * count
    return [matrix_product(call, x, weight, False, False) for x, weight in zip(xs, weights, strict=True)]


def _expert_weight(call: Call) -> tuple[Axis, Axis, Axis]:
    """Experts of this rank, inner size, columns."""
    weight = call.shape("weight")
    if need_rank(call, weight, "weight", 3) is None:
        return None, None, None
    flip = call.bool_attr("transpose_weight")
    return weight[0], weight[2 if flip else 1], weight[1 if flip else 2]


def experts_out(call: Call) -> list[Shape]:
    """AlltoAllAllGatherBatchMatMul: tokens of all experts go to the ranks that have these experts, and are multiplied.

    x is [E, C, H / tp], or [E, C / tp, H] with `x_shard_type` 1; weight [E / ep, H, M / tp]. The product and its value
    before the activation are [E / ep, ep * C, M / tp], what was gathered is [E / ep, ep * C, H].
    Source: the documents of torch_npu's npu_alltoall_allgather_bmm.
    C1: x and weight have rank 3. C2: ep_world_size divides the experts. C3: x and weight agree in E and H.
    """
    experts, tensors = positive_attr(call, "ep_world_size", "C2"), positive_attr(call, "tp_world_size", "C3")
    x, (own, inner, columns) = call.shape("x"), _expert_weight(call)
    if need_rank(call, x, "x", 3) is None:
        return [Shape((own, None, columns)), Shape((own, None, inner)), Shape((own, None, columns))]
    each = agree(call, divided(call, x[0], experts, "ranks and experts [C2]"), own, "experts of a rank [C3]")
    by_rows = call.int_attr("x_shard_type") == 1
    tokens = product_of((x[1], experts * tensors if by_rows else experts))
    wide = agree(call, x[2] if by_rows else product_of((x[2], tensors)), inner, "H of x and weight [C3]")
    y = Shape((each, tokens, columns))
    asked = call.bool_attr("output_y2_flag"), call.bool_attr("output_y3_flag")
    return [y, Shape((each, tokens, wide)) if asked[0] else UNKNOWN, y if asked[1] else UNKNOWN]


def experts_back(call: Call) -> Shape:
    """BatchMatMulReduceScatterAlltoAll: products of experts are summed and go back to the ranks that have the tokens.

    x is [E / ep, ep * C, M / tp], weight [E / ep, M / tp, H]; the result is [E, C, H / tp], or [E, C / tp, H] with
    `y_shard_type` 1. Source: the documents of torch_npu's npu_bmm_reducescatter_alltoall.
    C1: x and weight have rank 3. C2: x and weight agree. C3: the world sizes divide what they cut.
    """
    experts, tensors = positive_attr(call, "ep_world_size", "C3"), positive_attr(call, "tp_world_size", "C3")
    x, (own, inner, columns) = call.shape("x"), _expert_weight(call)
    if need_rank(call, x, "x", 3) is not None:
        own = agree(call, x[0], own, "experts of x and weight [C2]")
        agree(call, x[2], inner, "the inner dimensions of x and weight [C2]")
    by_rows = call.int_attr("y_shard_type") == 1
    cut = experts * tensors if by_rows else experts
    tokens = divided(call, x[1], cut, "ranks and tokens [C3]") if x.rank else None
    wide = columns if by_rows else divided(call, columns, tensors, "ranks and columns [C3]")
    return Shape((product_of((own, experts)), tokens, wide))
