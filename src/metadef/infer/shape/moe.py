"""Shapes of routing for mixtures of experts. Source: the ops-nn documents of these operators."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, agree_shapes, need_rank, need_rank_within, product_of
from metadef.ops.call import Call
from metadef.types.dim import dim_min
from metadef.types.shape import Shape

__all__ = [
    "combine_gates",
    "combine_x",
    "expert_tokens",
    "finalize_routing",
    "init_routing",
    "init_routing_v2",
    "topk_softmax",
]


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
    C3: active_num is not negative.
    """
    if call.int_attr("active_num") < 0:
        call.fail("attr-constraint", "`active_num` is not negative [C3]", got=str(call.int_attr("active_num")))
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


def init_routing_v2(call: Call) -> list[Shape]:
    """MoeInitRoutingV2: rows of x for each of their k experts; where each went; its expert; how far each expert goes.

    Without a capacity there are rows * k rows, or `active_num` if that is positive and less. With a capacity the
    layout of the rows is not followed.
    C1: x and expert_idx are matrices. C2: they have one number of rows.
    """
    x, experts = call.shape("x"), call.shape("expert_idx")
    need_rank(call, x, "x", 2)
    need_rank(call, experts, "expert_idx", 2)
    rows = agree(call, x[0] if x.rank else None, experts[0] if experts.rank else None, "rows of x and expert_idx [C2]")
    every = product_of((rows, experts[1] if experts.rank else None))
    active, count = call.int_attr("active_num"), call.int_attr("expert_num")
    taken = dim_min(every, active) if active > 0 and every is not None else every
    flat = Shape((every,))
    return [
        UNKNOWN if call.int_attr("expert_capacity") > 0 else Shape((taken, x[1] if x.rank else None)),
        flat,
        flat if call.bool_attr("expanded_expert_idx_flag") else UNKNOWN,
        Shape((count,)) if count > 0 else Shape.unknown(1),
    ]


def finalize_routing(call: Call) -> Shape:
    """MoeFinalizeRouting: one row a token, as in x1, to which the weighted rows of the experts are added.

    C1: x1, scales, bias are matrices. C2: rows of x1 and scales, columns of x1, bias and expanded_x agree.
    """
    x1, scales, bias, rows = (call.shape(port) for port in ("x1", "scales", "bias", "expanded_x"))
    for port in ("x1", "scales", "bias"):
        need_rank(call, call.shape(port), port, 2)
    count = agree(call, x1[0] if x1.rank else None, scales[0] if scales.rank else None, "rows of x1 and scales [C2]")
    width = x1[1] if x1.rank else None
    for port, shape in (("bias", bias), ("expanded_x", rows)):
        width = agree(call, width, shape[-1] if shape.rank else None, f"columns of x1 and {port} [C2]")
    return Shape((count, width))


def combine_gates(call: Call) -> Shape:
    """MoeTutelCombineGates: one gradient a gate, and there is a gate for each number in `indices`.

    C1: there is a place for each index.
    """
    return agree_shapes(call, call.shape("indices"), call.shape("locations"), "indices and locations [C1]")


def combine_x(call: Call) -> Shape:
    """MoeTutelCombineX: [tokens, H] from gradients whose rows are H long; `indices` of rank 1 tell the tokens.

    C1: there is a place for each index.
    """
    indices, grad = combine_gates(call), call.shape("y_grad")
    return Shape((indices[0] if indices.rank == 1 else None, grad[-1] if grad.rank else None))
