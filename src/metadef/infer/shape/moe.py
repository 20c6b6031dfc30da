"""Shapes of routing for mixtures of experts. Source: the ops-nn documents of these operators."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, need_rank, need_rank_within, product_of
from metadef.ops.call import Call
from metadef.types.dim import dim_min
from metadef.types.shape import Shape

__all__ = ["expert_tokens", "init_routing", "topk_softmax"]


def topk_softmax(call: Call) -> list[Shape]:
    """MoeGatingTopKSoftmax: [tokens, experts] -> three times [tokens, k]; the tokens may have two axes.

    C1: x has rank 2 or 3. C2: there are k experts to choose from.
    """
    need_rank_within(call, "x", 2, 3)
    x, count = call.shape("x"), call.int_attr("k")
    if x.rank is None:
        return [UNKNOWN] * 3
    experts = x[-1]
    if isinstance(experts, int) and count > experts:
        call.fail("attr-constraint", "`k` is at most the number of experts [C2]", expected=str(experts), got=str(count))
    return [x.with_dim(-1, count)] * 3


def init_routing(call: Call) -> list[Shape]:
    """MoeInitRouting: rows of x for each of their k experts, [min(rows, active_num) * k, H], and twice [rows * k].

    C1: x, row_idx and expert_idx are matrices. C2: they have one number of rows, and the latter two one shape.
    """
    x, rows, experts = call.shape("x"), call.shape("row_idx"), call.shape("expert_idx")
    for port in ("x", "row_idx", "expert_idx"):
        need_rank(call, call.shape(port), port, 2)
    count: Axis = None
    width: Axis = None
    each: Axis = None
    for shape in (x, rows, experts):
        count = agree(call, count, shape[0] if shape.rank else None, "rows [C2]")
    for shape in (rows, experts):
        each = agree(call, each, shape[1] if shape.rank else None, "experts of a row [C2]")
    width = x[1] if x.rank else None
    active = None if count is None else dim_min(count, call.int_attr("active_num"))
    flat = Shape((product_of((count, each)),))
    return [Shape((product_of((active, each)), width)), flat, flat]


def expert_tokens(call: Call) -> Shape:
    """MoeComputeExpertTokens: one number an expert, [num_experts].

    C1: num_experts is positive. C2: sorted_experts is a vector.
    """
    need_rank(call, call.shape("sorted_experts"), "sorted_experts", 1)
    count = call.int_attr("num_experts")
    if count <= 0:
        call.fail("attr-constraint", "`num_experts` is positive [C1]", expected="> 0", got=str(count))
    return Shape((count,))
