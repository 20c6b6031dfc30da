"""Routing for mixtures of experts."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    PURE,
    Bool,
    Float,
    Int,
    op,
    positive,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import moe

MoeComputeExpertTokens = (
    op("MoeComputeExpertTokens")
    .input("sorted_experts", "T")
    .output("total_rows_before_expert", "T")
    .required_attr("num_experts", Int)
    .datatype("T", INT32)
    .shape(moe.expert_tokens)
    .traits(PURE)
    .category("moe")
)

MoeFinalizeRouting = (
    op("MoeFinalizeRouting")
    .doc("Gathers the experts' outputs back and sums them by weight.")
    .input("expanded_x", FLOAT | FLOAT16 | BF16)
    .input("x1", FLOAT | FLOAT16 | BF16)
    .optional_input("x2", FLOAT | FLOAT16 | BF16)
    .input("bias", FLOAT | FLOAT16 | BF16)
    .input("scales", FLOAT | FLOAT16 | BF16)
    .input("expanded_row_idx", INT32)
    .input("expanded_expert_idx", INT32)
    .output("y", FLOAT | FLOAT16 | BF16)
    .shape(moe.finalize_routing)
    .dtype(follow("expanded_x"))
    .traits(PURE)
    .category("moe")
)

MoeGatingTopKSoftmax = (
    op("MoeGatingTopKSoftmax")
    .doc("Softmax over experts and the k largest weights of every token.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="scores of the experts, [tokens, experts]")
    .optional_input("finished", BOOL, doc="tokens that take part no more, [tokens]")
    .output("y", FLOAT | FLOAT16 | BF16, doc="softmax weights of the chosen experts, [tokens, k]")
    .output("expert_idx", INT32, doc="numbers of the chosen experts, [tokens, k]")
    .output("row_idx", INT32, doc="number of each choice, counted over experts first, [tokens, k]")
    .required_attr("k", Int, positive, doc="number of experts for each token")
    .shape(moe.topk_softmax)
    .dtype(follow("x"))
    .traits(PURE)
    .category("moe")
)

MoeInitRouting = (
    op("MoeInitRouting")
    .doc("Sorts tokens by the expert that will process them.")
    .input("x", "T1")
    .input("row_idx", "T2")
    .input("expert_idx", "T2")
    .output("expanded_x", "T1")
    .output("expanded_row_idx", "T2")
    .output("expanded_expert_idx", "T2")
    .required_attr("active_num", Int)
    .datatype("T1", FLOAT | FLOAT16 | BF16)
    .datatype("T2", INT32)
    .shape(moe.init_routing)
    .traits(PURE)
    .category("moe")
)

MoeInitRoutingQuant = (
    op("MoeInitRoutingQuant")
    .input("x", "T1")
    .input("row_idx", "T2")
    .input("expert_idx", "T2")
    .output("expanded_x", "T3")
    .output("expanded_row_idx", "T2")
    .output("expanded_expert_idx", "T2")
    .required_attr("active_num", Int)
    .required_attr("scale", Float)
    .required_attr("offset", Float)
    .datatype("T1", FLOAT | FLOAT16 | BF16)
    .datatype("T2", INT32)
    .datatype("T3", INT8)
    .shape(moe.init_routing)
    .traits(PURE)
    .category("moe")
)

MoeInitRoutingV2 = (
    op("MoeInitRoutingV2")
    .input("x", "T1")
    .optional_input("row_idx", "T2")
    .input("expert_idx", "T2")
    .output("expanded_x", "T1")
    .output("expanded_row_idx", "T2")
    .output("expanded_expert_idx", "T2")
    .output("expert_token_idx", "T2")
    .attr("active_num", Int, -1)
    .attr("expert_capacity", Int, -1)
    .attr("expert_num", Int, -1)
    .attr("expanded_expert_idx_flag", Bool, True)
    .datatype("T1", FLOAT | FLOAT16 | BF16)
    .datatype("T2", INT32)
    .shape(moe.init_routing_v2)
    .traits(PURE)
    .category("moe")
)

MoeTutelCombineGates = (
    op("MoeTutelCombineGates")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("y_grad", FLOAT | FLOAT16 | BF16)
    .input("indices", INT32)
    .input("locations", INT32)
    .output("gates_grad", FLOAT | FLOAT16 | BF16)
    .shape(moe.combine_gates)
    .dtype(follow("x"))
    .traits(PURE)
    .category("moe")
)

MoeTutelCombineX = (
    op("MoeTutelCombineX")
    .input("y_grad", FLOAT | FLOAT16 | BF16)
    .input("gates", FLOAT | FLOAT16 | BF16)
    .input("indices", INT32)
    .input("locations", INT32)
    .output("x_grad", FLOAT | FLOAT16 | BF16)
    .shape(moe.combine_x)
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("moe")
)

MoeTutelDispatch = (
    op("MoeTutelDispatch")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("gates", FLOAT | FLOAT16 | BF16)
    .input("indices", INT32)
    .input("locations", INT32)
    .output("y", FLOAT | FLOAT16 | BF16)
    .required_attr("capacity", Int)
    .traits(PURE)
    .category("moe")
)

OPS = (
    MoeComputeExpertTokens,
    MoeFinalizeRouting,
    MoeGatingTopKSoftmax,
    MoeInitRouting,
    MoeInitRoutingQuant,
    MoeInitRoutingV2,
    MoeTutelCombineGates,
    MoeTutelCombineX,
    MoeTutelDispatch,
)
