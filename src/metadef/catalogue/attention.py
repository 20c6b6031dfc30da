"""Attention, its fused forms and rotary position embeddings."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    PURE,
    UINT8,
    UINT64,
    Bool,
    Float,
    Int,
    ListBool,
    ListInt,
    String,
    at_most,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import accumulated, each, follow, requantised, when
from metadef.infer.shape import attention, common
from metadef.infer.shape.common import same

AdvanceStep = (
    op("AdvanceStep")
    .input("input_tokens", INT64)
    .input("sampled_token_ids", INT64)
    .input("input_positions", INT64)
    .input("seq_lens", INT64)
    .input("slot_mapping", INT64)
    .input("block_tables", INT64)
    .optional_input("spec_token", INT64)
    .optional_input("accepted_num", INT64)
    .output("input_tokens", INT64)
    .output("input_positions", INT64)
    .output("seq_lens", INT64)
    .output("slot_mapping", INT64)
    .required_attr("num_seqs", Int)
    .required_attr("num_queries", Int)
    .required_attr("block_size", Int)
    .shape(common.in_place)
    .category("attention")
)

ApplyRotaryPosEmb = (
    op("ApplyRotaryPosEmb")
    .doc("Rotates queries and keys by position in place.")
    .input("query", FLOAT16 | FLOAT | BF16)
    .input("key", FLOAT16 | FLOAT | BF16)
    .input("cos", FLOAT16 | FLOAT | BF16)
    .input("sin", FLOAT16 | FLOAT | BF16)
    .output("query", FLOAT16 | FLOAT | BF16)
    .output("key", FLOAT16 | FLOAT | BF16)
    .attr("layout", Int, 1)
    .shape(common.in_place)
    .category("attention")
)

AttentionLnQKV = (
    op("AttentionLnQKV")
    .input("x", FLOAT16)
    .input("kernel_query", FLOAT16)
    .input("kernel_key", FLOAT16)
    .input("kernel_value", FLOAT16)
    .input("gamma", FLOAT16)
    .input("beta", FLOAT16)
    .optional_input("bias_query", FLOAT16)
    .optional_input("bias_key", FLOAT16)
    .optional_input("bias_value", FLOAT16)
    .output("norm", FLOAT16)
    .output("query_output", FLOAT16)
    .output("key_output", FLOAT16)
    .output("value_output", FLOAT16)
    .output("mean", FLOAT16)
    .output("variance", FLOAT16)
    .attr("epsilon", Float, 1e-07)
    .attr("trans_a", Bool, False)
    .attr("trans_b", Bool, False)
    .shape(attention.normalised_qkv)
    .traits(PURE)
    .category("attention")
)

AttentionQKVGradW = (
    op("AttentionQKVGradW")
    .input("x", FLOAT16)
    .input("query_dx", FLOAT16)
    .optional_input("key_dw", FLOAT16)
    .optional_input("value_dw", FLOAT16)
    .output("dw_query", FLOAT16)
    .output("dw_key", FLOAT16)
    .output("dw_value", FLOAT16)
    .output("dbias_query", FLOAT16)
    .output("dbias_key", FLOAT16)
    .output("dbias_value", FLOAT16)
    .attr("trans_a", Bool, True)
    .attr("trans_b", Bool, False)
    .attr("trans_dw", Bool, False)
    .shape(attention.projection_grads)
    .traits(PURE)
    .category("attention")
)

AttentionQKVGradX = (
    op("AttentionQKVGradX")
    .optional_input("ln_dx", FLOAT16)
    .input("query_dx", FLOAT16)
    .input("key_dw", FLOAT16)
    .input("value_dw", FLOAT16)
    .input("kernel_query", FLOAT16)
    .input("kernel_key", FLOAT16)
    .input("kernel_value", FLOAT16)
    .output("dx", FLOAT16)
    .attr("trans_a", Bool, False)
    .attr("trans_b", Bool, True)
    .shape(attention.projection_input_grad)
    .traits(PURE)
    .category("attention")
)

AttentionScore = (
    op("AttentionScore")
    .input("query", FLOAT16)
    .input("key", FLOAT16)
    .input("value", FLOAT16)
    .input("padding_mask", FLOAT16)
    .input("scale", FLOAT16)
    .optional_input("drop_mask", INT8)
    .output("attention_score", FLOAT16)
    .output("softmax_output", FLOAT16)
    .attr("keep_prob", Float, 1.0)
    .attr("query_transpose", Bool, False)
    .attr("key_transpose", Bool, False)
    .attr("bmm_score_transpose_a", Bool, False)
    .attr("bmm_score_transpose_b", Bool, False)
    .attr("softmax_axes", ListInt, (-1,))
    .shape(attention.scores)
    .traits(PURE)
    .category("attention")
)

AttentionScoreGrad = (
    op("AttentionScoreGrad")
    .input("attention_score", FLOAT16)
    .input("dx", FLOAT16)
    .input("query", FLOAT16)
    .input("key", FLOAT16)
    .input("value", FLOAT16)
    .input("scale", FLOAT16)
    .optional_input("drop_mask", INT8)
    .output("value_dw", FLOAT16)
    .output("query_dx", FLOAT16)
    .output("key_dw", FLOAT16)
    .attr("keep_prob", Float, 1.0)
    .attr("query_transpose", Bool, False)
    .attr("key_transpose", Bool, False)
    .attr("value_transpose", Bool, False)
    .attr("dx_transpose", Bool, False)
    .attr("softmax_axes", Int, -1)
    .shape(same("dx"))
    .traits(PURE)
    .category("attention")
)

FlashAttentionScore = (
    op("FlashAttentionScore")
    .doc("Attention computed tile by tile, with the statistics for its gradient.")
    .input("query", FLOAT16 | BF16 | FLOAT, doc="queries in the layout of input_layout")
    .input("key", FLOAT16 | BF16 | FLOAT, doc="keys in the layout of input_layout")
    .input("value", FLOAT16 | BF16 | FLOAT, doc="values in the layout of input_layout")
    .optional_input(
        "real_shift", FLOAT16 | BF16 | FLOAT, doc="summand of the scaled scores, such as a bias by position"
    )
    .optional_input("drop_mask", UINT8, doc="one bit for each score, packed in bytes, 1 for those that stay")
    .optional_input("padding_mask", FLOAT16 | BF16 | FLOAT, doc="reserved; leave it out")
    .optional_input("atten_mask", BOOL | UINT8, doc="truth values, true where a query must not see a key")
    .optional_input("prefix", INT64, doc="for each sample, how many first keys every query sees, for the prefix modes")
    .optional_input("actual_seq_qlen", INT64, doc="end of each sequence of queries when sequences are packed")
    .optional_input("actual_seq_kvlen", INT64, doc="end of each sequence of keys when sequences are packed")
    .optional_input(
        "q_start_idx", INT64, doc="position of the first query in the whole sequence, for a shift that is computed"
    )
    .optional_input(
        "kv_start_idx", INT64, doc="position of the first key in the whole sequence, for a shift that is computed"
    )
    .output("softmax_max", FLOAT, doc="largest score of each query, kept for the gradient")
    .output("softmax_sum", FLOAT, doc="sum of the exponentials of each query, kept for the gradient")
    .output("softmax_out", FLOAT16 | BF16 | FLOAT, doc="reserved room for the weights; empty")
    .output("attention_out", FLOAT16 | BF16 | FLOAT, doc="weighted values, the shape of the queries")
    .attr("scale_value", Float, 1.0, doc="factor on the scores, usually 1 / sqrt(head size)")
    .attr("keep_prob", Float, 1.0, positive & at_most(1), doc="share of weights that dropout keeps; 1 for no dropout")
    .attr("pre_tockens", Int, 2147483647, doc="how many keys before its own position a query sees")
    .attr("next_tockens", Int, 2147483647, doc="how many keys after its own position a query sees")
    .required_attr("head_num", Int, positive, doc="number of heads of the queries")
    .required_attr(
        "input_layout",
        String,
        one_of("BSH", "SBH", "BNSD", "BSND", "TND"),
        doc=("order of the axes: B batch, S sequence, N heads, D head size, H heads times size, T packed sequences"),
    )
    .attr("inner_precise", Int, 0, doc="choice between precision and speed inside the kernel")
    .attr(
        "sparse_mode",
        Int,
        0,
        not_negative,
        doc=(
            "shape of the mask: 0 as given, 1 all, 2 causal from the left, 3 causal from the right, 4 "
            "band, above for prefixes and blocks"
        ),
    )
    .attr("pse_type", Int, 1, doc="how the shift enters: before or after scaling, given or computed")
    .shape(attention.flash)
    .dtype(follow("query"))
    .traits(PURE)
    .category("attention")
)

FlashAttentionScoreGrad = (
    op("FlashAttentionScoreGrad")
    .doc("Gradients of tiled attention.")
    .input("query", FLOAT16 | BF16 | FLOAT)
    .input("key", FLOAT16 | BF16 | FLOAT)
    .input("value", FLOAT16 | BF16 | FLOAT)
    .input("dy", FLOAT16 | BF16 | FLOAT)
    .optional_input("pse_shift", FLOAT16 | BF16 | FLOAT)
    .optional_input("drop_mask", UINT8)
    .optional_input("padding_mask", FLOAT16 | BF16 | FLOAT)
    .optional_input("atten_mask", BOOL | UINT8)
    .optional_input("softmax_max", FLOAT)
    .optional_input("softmax_sum", FLOAT)
    .optional_input("softmax_in", FLOAT16 | BF16 | FLOAT)
    .optional_input("attention_in", FLOAT16 | BF16 | FLOAT)
    .optional_input("prefix", INT64)
    .optional_input("actual_seq_qlen", INT64)
    .optional_input("actual_seq_kvlen", INT64)
    .optional_input("q_start_idx", INT64)
    .optional_input("kv_start_idx", INT64)
    .output("dq", FLOAT16 | BF16 | FLOAT)
    .output("dk", FLOAT16 | BF16 | FLOAT)
    .output("dv", FLOAT16 | BF16 | FLOAT)
    .output("dpse", FLOAT16 | BF16 | FLOAT)
    .attr("scale_value", Float, 1.0)
    .attr("keep_prob", Float, 1.0)
    .attr("pre_tockens", Int, 65536)
    .attr("next_tockens", Int, 65536)
    .required_attr("head_num", Int)
    .required_attr("input_layout", String)
    .attr("inner_precise", Int, 0)
    .attr("sparse_mode", Int, 0)
    .attr("pse_type", Int, 1)
    .shape(common.same_as_each("query", "key", "value", "pse_shift"))
    .dtype(follow("query"))
    .traits(PURE)
    .category("attention")
)

FusedInferAttentionScore = (
    op("FusedInferAttentionScore")
    .doc("Attention for inference, prompt and generation in one.")
    .input("query", INT8 | FLOAT16 | BF16)
    .dynamic_input("key", INT8 | FLOAT16 | BF16)
    .dynamic_input("value", INT8 | FLOAT16 | BF16)
    .optional_input("pse_shift", FLOAT16 | BF16)
    .optional_input("atten_mask", FLOAT16 | BOOL | UINT8 | INT8)
    .optional_input("actual_seq_lengths", INT64)
    .optional_input("actual_seq_lengths_kv", INT64)
    .optional_input("dequant_scale1", UINT64)
    .optional_input("quant_scale1", FLOAT)
    .optional_input("dequant_scale2", UINT64)
    .optional_input("quant_scale2", BF16 | FLOAT)
    .optional_input("quant_offset2", BF16 | FLOAT)
    .optional_input("antiquant_scale", FLOAT16 | BF16 | FLOAT)
    .optional_input("antiquant_offset", FLOAT16 | BF16 | FLOAT)
    .optional_input("block_table", INT32)
    .optional_input("query_padding_size", INT64)
    .optional_input("kv_padding_size", INT64)
    .optional_input("key_antiquant_scale", FLOAT16 | BF16 | FLOAT)
    .optional_input("key_antiquant_offset", FLOAT16 | BF16 | FLOAT)
    .optional_input("value_antiquant_scale", FLOAT16 | BF16 | FLOAT)
    .optional_input("value_antiquant_offset", FLOAT16 | BF16 | FLOAT)
    .optional_input("key_shared_prefix", INT8 | FLOAT16 | BF16)
    .optional_input("value_shared_prefix", INT8 | FLOAT16 | BF16)
    .optional_input("actual_shared_prefix_len", INT64)
    .output("attention_out", FLOAT16 | INT8 | BF16 | FLOAT)
    .output("softmax_lse", FLOAT)
    .required_attr("num_heads", Int)
    .attr("scale", Float, 1.0)
    .attr("pre_tokens", Int, 2147483647)
    .attr("next_tokens", Int, 2147483647)
    .attr("input_layout", String, "BSH")
    .attr("num_key_value_heads", Int, 0)
    .attr("sparse_mode", Int, 0)
    .attr("inner_precise", Int, 1)
    .attr("block_size", Int, 0)
    .attr("antiquant_mode", Int, 0)
    .attr("softmax_lse_flag", Bool, False)
    .attr("key_antiquant_mode", Int, 0)
    .attr("value_antiquant_mode", Int, 0)
    .shape(attention.inference_with_lse)
    .dtype(requantised("quant_scale2", accumulated("query")))
    .traits(PURE)
    .category("attention")
)

IncreFlashAttention = (
    op("IncreFlashAttention")
    .doc("Attention of one new token against a cache, for generation.")
    .input("query", FLOAT16 | BF16 | INT8)
    .dynamic_input("key", FLOAT16 | BF16 | INT8)
    .dynamic_input("value", FLOAT16 | BF16 | INT8)
    .optional_input("pse_shift", FLOAT16 | BF16)
    .optional_input("atten_mask", BOOL | INT8 | UINT8)
    .optional_input("actual_seq_lengths", INT64)
    .optional_input("dequant_scale1", UINT64 | FLOAT)
    .optional_input("quant_scale1", FLOAT)
    .optional_input("dequant_scale2", UINT64 | FLOAT)
    .optional_input("quant_scale2", FLOAT | BF16)
    .optional_input("quant_offset2", FLOAT | BF16)
    .optional_input("antiquant_scale", FLOAT16 | BF16)
    .optional_input("antiquant_offset", FLOAT16 | BF16)
    .optional_input("block_table", INT32)
    .optional_input("kv_padding_size", INT64)
    .output("attention_out", FLOAT16 | BF16 | INT8)
    .required_attr("num_heads", Int)
    .attr("scale_value", Float, 1.0)
    .attr("input_layout", String, "BSH")
    .attr("num_key_value_heads", Int, 1)
    .attr("block_size", Int, 0)
    .attr("inner_precise", Int, 1)
    .shape(attention.inference)
    .dtype(requantised("quant_scale2", accumulated("query")))
    .traits(PURE)
    .category("attention")
)

MatmulLayerNormReduce = (
    op("MatmulLayerNormReduce")
    .input("x1", FLOAT16)
    .input("weight", FLOAT16)
    .input("bias", FLOAT16)
    .input("x2", FLOAT16)
    .optional_input("x3", FLOAT16)
    .output("x2", FLOAT16)
    .output("sum", FLOAT)
    .output("square_sum", FLOAT)
    .shape(attention.layer_norm_reduce)
    .category("attention")
)

MultiHeadAttention = (
    op("MultiHeadAttention")
    .doc("Projections, scaled attention by heads and output projection in one.")
    .input("query", FLOAT16)
    .input("key", FLOAT16)
    .input("value", FLOAT16)
    .input("query_weight", FLOAT16)
    .input("key_weight", FLOAT16)
    .input("value_weight", FLOAT16)
    .input("attn_mask", FLOAT16)
    .input("out_proj_weight", FLOAT16)
    .optional_input("query_bias", FLOAT16)
    .optional_input("key_bias", FLOAT16)
    .optional_input("value_bias", FLOAT16)
    .optional_input("out_proj_bias", FLOAT16)
    .optional_input("dropout_mask_input", UINT8)
    .output("y", FLOAT16)
    .output("dropout_mask", UINT8)
    .output("query_res", FLOAT16)
    .output("key_res", FLOAT16)
    .output("value_res", FLOAT16)
    .output("attn_scores", FLOAT16 | FLOAT)
    .output("attn_res", FLOAT16)
    .output("context", FLOAT16)
    .required_attr("attn_head_num", Int)
    .required_attr("attn_dim_per_head", Int)
    .required_attr("src_len", Int)
    .required_attr("tgt_len", Int)
    .required_attr("keep_prob", Float)
    .required_attr("softmax_use_float", Bool)
    .shape(attention.multi_head)
    .dtype(each(FLOAT16, UINT8, FLOAT16, FLOAT16, FLOAT16, when("softmax_use_float", FLOAT, FLOAT16), FLOAT16, FLOAT16))
    .traits(PURE)
    .category("attention")
)

MultiHeadAttentionGrad = (
    op("MultiHeadAttentionGrad")
    .input("query", FLOAT16)
    .input("key", FLOAT16)
    .input("value", FLOAT16)
    .input("query_weight", FLOAT16)
    .input("key_weight", FLOAT16)
    .input("value_weight", FLOAT16)
    .input("out_proj_weight", FLOAT16)
    .input("query_res", FLOAT16)
    .input("key_res", FLOAT16)
    .input("value_res", FLOAT16)
    .input("attn_scores", FLOAT16 | FLOAT)
    .input("attn_res", FLOAT16)
    .input("context", FLOAT16)
    .input("y_grad", FLOAT16)
    .optional_input("dropout_mask", UINT8)
    .output("query_weight_grad", FLOAT16)
    .output("key_weight_grad", UINT8)
    .output("value_weight_grad", FLOAT16)
    .output("out_proj_weight_grad", FLOAT16)
    .output("query_grad", FLOAT16)
    .output("key_grad", FLOAT16)
    .output("value_grad", FLOAT16)
    .output("query_bias_grad", FLOAT16)
    .output("key_bias_grad", FLOAT16)
    .output("value_bias_grad", FLOAT16)
    .output("out_proj_bias_grad", FLOAT16)
    .required_attr("attn_head_num", Int)
    .required_attr("attn_dim_per_head", Int)
    .required_attr("src_len", Int)
    .required_attr("tgt_len", Int)
    .required_attr("keep_prob", Float)
    .required_attr("softmax_use_float", Bool)
    .required_attr("bias_grad_mask", ListBool)
    .shape(attention.multi_head_grad)
    .traits(PURE)
    .category("attention")
)

MultiScaleDeformableAttentionGrad = (
    op("MultiScaleDeformableAttentionGrad")
    .input("value", FLOAT)
    .input("value_spatial_shapes", INT32)
    .input("value_level_start_index", INT32)
    .input("sampling_locations", FLOAT)
    .input("attention_weights", FLOAT)
    .input("grad_output", FLOAT)
    .output("grad_value", FLOAT)
    .output("grad_sampling_locations", FLOAT)
    .output("grad_attention_weights", FLOAT)
    .shape(common.each_of("value", "sampling_locations", "attention_weights"))
    .traits(PURE)
    .category("attention")
)

MultiScaleDeformableAttnFunction = (
    op("MultiScaleDeformableAttnFunction")
    .input("value", FLOAT | FLOAT16)
    .input("value_spatial_shapes", UINT64 | INT32)
    .input("value_level_start_index", UINT64 | INT32)
    .input("sampling_locations", FLOAT | FLOAT16)
    .input("attention_weights", FLOAT | FLOAT16)
    .output("output", FLOAT | FLOAT16)
    .shape(attention.deformable)
    .dtype(follow("value"))
    .traits(PURE)
    .category("attention")
)

PromptFlashAttention = (
    op("PromptFlashAttention")
    .doc("Attention over a whole prompt, for inference.")
    .input("query", FLOAT16 | BF16 | INT8 | FLOAT, doc="queries in the layout of input_layout")
    .input("key", FLOAT16 | BF16 | INT8 | FLOAT, doc="keys in the layout of input_layout")
    .input("value", FLOAT16 | BF16 | INT8 | FLOAT, doc="values in the layout of input_layout")
    .optional_input("pse_shift", FLOAT16 | BF16 | FLOAT, doc="summand of the scaled scores, such as a bias by position")
    .optional_input(
        "atten_mask", FLOAT16 | BOOL | INT8 | UINT8, doc="truth values, true where a query must not see a key"
    )
    .optional_input("actual_seq_lengths", INT64, doc="number of valid queries of each sample")
    .optional_input("actual_seq_lengths_kv", INT64, doc="number of valid keys of each sample")
    .optional_input("deq_scale1", UINT64 | FLOAT, doc="factor that takes quantised scores back to floats")
    .optional_input("quant_scale1", FLOAT, doc="factor that quantises the weights")
    .optional_input("deq_scale2", UINT64 | FLOAT, doc="factor that takes quantised results back to floats")
    .optional_input("quant_scale2", BF16 | FLOAT, doc="factor that quantises the result")
    .optional_input("quant_offset2", BF16 | FLOAT, doc="summand that quantises the result")
    .output("attention_out", FLOAT16 | BF16 | INT8 | FLOAT, doc="weighted values, the shape of the queries")
    .required_attr("num_heads", Int, doc="number of heads of the queries")
    .attr("scale_value", Float, 1.0, doc="factor on the scores, usually 1 / sqrt(head size)")
    .attr("pre_tokens", Int, 214748647, doc="how many keys before its own position a query sees")
    .attr("next_tokens", Int, 0, doc="how many keys after its own position a query sees")
    .attr(
        "input_layout",
        String,
        "BSH",
        doc="order of the axes: B batch, S sequence, N heads, D head size, H heads times size",
    )
    .attr("num_key_value_heads", Int, 0, doc="number of heads of keys and values; 0 for as many as queries have")
    .attr("sparse_mode", Int, 0, doc="which part of the scores counts; 0 for what the mask leaves")
    .attr("inner_precise", Int, 1, doc="choice between precision and speed inside the kernel")
    .shape(attention.inference)
    .dtype(requantised("quant_scale2", accumulated("query")))
    .traits(PURE)
    .category("attention")
)

RingAttentionUpdate = (
    op("RingAttentionUpdate")
    .input("prev_attn_out", FLOAT16 | BF16 | FLOAT)
    .input("prev_softmax_max", FLOAT)
    .input("prev_softmax_sum", FLOAT)
    .input("cur_attn_out", FLOAT16 | BF16 | FLOAT)
    .input("cur_softmax_max", FLOAT)
    .input("cur_softmax_sum", FLOAT)
    .optional_input("actual_seq_qlen", INT64)
    .output("attn_out", FLOAT16 | BF16 | FLOAT)
    .output("softmax_max", FLOAT)
    .output("softmax_sum", FLOAT)
    .attr("input_layout", String, "SBH")
    .shape(attention.ring_update)
    .dtype(follow("prev_attn_out"))
    .traits(PURE)
    .category("attention")
)

RotaryMul = (
    op("RotaryMul")
    .doc("Rotates pairs of features by position: x * cos + rotated x * sin.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="queries or keys, rank 4 with the features last")
    .input("r1", FLOAT16 | FLOAT | BF16, doc="cosines of the positions, of a shape that broadcasts")
    .input("r2", FLOAT16 | FLOAT | BF16, doc="sines of the positions, of a shape that broadcasts")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16,
        doc=("x * r1 + rotated x * r2, where rotating swaps the halves of the features and negates the second"),
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("attention")
)

RotaryMulGrad = (
    op("RotaryMulGrad")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("r1", FLOAT16 | FLOAT | BF16)
    .input("r2", FLOAT16 | FLOAT | BF16)
    .input("dy", FLOAT16 | FLOAT | BF16)
    .output("dx", FLOAT16 | FLOAT | BF16)
    .output("dr1", FLOAT16 | FLOAT | BF16)
    .output("dr2", FLOAT16 | FLOAT | BF16)
    .attr("need_backward", Bool, True)
    .shape(common.same_as_each("x", "r1", "r2"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("attention")
)

RotaryPositionEmbedding = (
    op("RotaryPositionEmbedding")
    .doc("Rotates pairs of features by position in a chosen arrangement.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="queries or keys, rank 4 with the features last")
    .input("cos", FLOAT16 | FLOAT | BF16, doc="cosines of the positions, of a shape that broadcasts")
    .input("sin", FLOAT16 | FLOAT | BF16, doc="sines of the positions, of a shape that broadcasts")
    .output("y", FLOAT16 | FLOAT | BF16, doc="rotated features, the shape of x")
    .attr(
        "mode",
        Int,
        0,
        one_of(0, 1, 2, 3),
        doc=("which features form a pair: 0 the halves, 1 neighbours, 2 quarters, 3 halves laid out as neighbours"),
    )
    .shape(attention.rotary)
    .dtype(follow("x"))
    .traits(PURE)
    .category("attention")
)

RotaryPositionEmbeddingGrad = (
    op("RotaryPositionEmbeddingGrad")
    .input("dy", FLOAT16 | FLOAT | BF16)
    .input("cos", FLOAT16 | FLOAT | BF16)
    .input("sin", FLOAT16 | FLOAT | BF16)
    .optional_input("x", FLOAT16 | FLOAT | BF16)
    .output("dx", FLOAT16 | FLOAT | BF16)
    .output("dcos", FLOAT16 | FLOAT | BF16)
    .output("dsin", FLOAT16 | FLOAT | BF16)
    .attr("mode", Int, 0)
    .shape(common.same_as_each("dy", "cos", "sin"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("attention")
)

SwinAttentionFFN = (
    op("SwinAttentionFFN")
    .input("x1", FLOAT16)
    .input("x2", FLOAT16)
    .input("bias", FLOAT16)
    .optional_input("x3", FLOAT16)
    .output("y", FLOAT16)
    .attr("shifts", ListInt, ())
    .traits(PURE)
    .category("attention")
)

SwinAttentionScore = (
    op("SwinAttentionScore")
    .input("query", FLOAT16)
    .input("key", FLOAT16)
    .input("value", FLOAT16)
    .optional_input("padding_mask1", FLOAT16)
    .optional_input("padding_mask2", FLOAT16)
    .input("scale", FLOAT16)
    .optional_input("drop_mask", INT8)
    .output("attention_score", FLOAT16)
    .output("softmax", FLOAT16)
    .attr("keep_prob", Float, 1.0)
    .attr("query_transpose", Bool, False)
    .attr("key_transpose", Bool, False)
    .attr("bmm_score_transpose_a", Bool, False)
    .attr("bmm_score_transpose_b", Bool, False)
    .attr("softmax_axes", ListInt, ())
    .shape(attention.window_scores)
    .traits(PURE)
    .category("attention")
)

SwinAttentionScoreQuant = (
    op("SwinAttentionScoreQuant")
    .input("query", INT8)
    .input("key", INT8)
    .input("value", INT8)
    .input("scale_quant", FLOAT16)
    .input("scale_dequant1", UINT64)
    .input("scale_dequant2", UINT64)
    .optional_input("bias_quant", FLOAT16)
    .optional_input("bias_dequant1", INT32)
    .optional_input("bias_dequant2", INT32)
    .optional_input("padding_mask1", FLOAT16)
    .optional_input("padding_mask2", FLOAT16)
    .output("attention_score", FLOAT16)
    .attr("query_transpose", Bool, False)
    .attr("key_transpose", Bool, False)
    .attr("value_transpose", Bool, False)
    .attr("softmax_axes", Int, -1)
    .shape(attention.scores_quant)
    .traits(PURE)
    .category("attention")
)

SwinTransformerLnQKV = (
    op("SwinTransformerLnQKV")
    .input("x", FLOAT16)
    .input("gamma", FLOAT16)
    .input("beta", FLOAT16)
    .input("weight", FLOAT16)
    .input("bias", FLOAT16)
    .output("query_output", FLOAT16)
    .output("key_output", FLOAT16)
    .output("value_output", FLOAT16)
    .required_attr("head_num", Int)
    .required_attr("head_dim", Int)
    .required_attr("seq_length", Int)
    .attr("shifts", ListInt, ())
    .attr("epsilon", Float, 1e-07)
    .shape(attention.windows_qkv)
    .traits(PURE)
    .category("attention")
)

SwinTransformerLnQkvQuant = (
    op("SwinTransformerLnQkvQuant")
    .input("x", FLOAT16)
    .input("gamma", FLOAT16)
    .input("beta", FLOAT16)
    .input("weight", FLOAT16)
    .input("bias", FLOAT16)
    .input("quant_scale", FLOAT16)
    .input("quant_offset", FLOAT16)
    .input("dequant_scale", UINT64)
    .output("query_output", FLOAT16)
    .output("key_output", FLOAT16)
    .output("value_output", FLOAT16)
    .required_attr("head_num", Int)
    .required_attr("seq_length", Int)
    .required_attr("epsilon", Float)
    .required_attr("ori_height", Int)
    .required_attr("ori_weight", Int)
    .required_attr("h_win_szie", Int)
    .required_attr("w_win_size", Int)
    .required_attr("weight_transpose", Bool)
    .shape(attention.windows_qkv_quant)
    .traits(PURE)
    .category("attention")
)

TomeMerge = (
    op("TomeMerge")
    .input("token_a", FLOAT16)
    .input("token_b", FLOAT16)
    .input("topk_indice", INT64)
    .input("arg_max", INT64)
    .output("unmerge_token_a", FLOAT16)
    .output("unreduce_token_b", FLOAT16)
    .output("unreduce_count", FLOAT)
    .attr("top_rate", Float, 0.5)
    .traits(PURE)
    .category("attention")
)

TomeUnmerge = (
    op("TomeUnmerge")
    .input("attention", FLOAT16)
    .input("ori_index_a", INT64)
    .input("ori_index_b", INT64)
    .input("topk_indice", INT64)
    .input("arg_max", INT64)
    .output("unzip_token", FLOAT16)
    .attr("top_rate", Float, 0.5)
    .shape(attention.token_unmerge)
    .traits(PURE)
    .category("attention")
)

TransformBiasRescaleQkv = (
    op("TransformBiasRescaleQkv")
    .input("qkv", BF16 | FLOAT16 | FLOAT)
    .input("qkv_bias", BF16 | FLOAT16 | FLOAT)
    .output("q", BF16 | FLOAT16 | FLOAT)
    .output("k", BF16 | FLOAT16 | FLOAT)
    .output("v", BF16 | FLOAT16 | FLOAT)
    .required_attr("num_heads", Int)
    .shape(attention.bias_rescale_qkv)
    .dtype(follow("qkv"))
    .traits(PURE)
    .category("attention")
)

OPS = (
    AdvanceStep,
    ApplyRotaryPosEmb,
    AttentionLnQKV,
    AttentionQKVGradW,
    AttentionQKVGradX,
    AttentionScore,
    AttentionScoreGrad,
    FlashAttentionScore,
    FlashAttentionScoreGrad,
    FusedInferAttentionScore,
    IncreFlashAttention,
    MatmulLayerNormReduce,
    MultiHeadAttention,
    MultiHeadAttentionGrad,
    MultiScaleDeformableAttentionGrad,
    MultiScaleDeformableAttnFunction,
    PromptFlashAttention,
    RingAttentionUpdate,
    RotaryMul,
    RotaryMulGrad,
    RotaryPositionEmbedding,
    RotaryPositionEmbeddingGrad,
    SwinAttentionFFN,
    SwinAttentionScore,
    SwinAttentionScoreQuant,
    SwinTransformerLnQKV,
    SwinTransformerLnQkvQuant,
    TomeMerge,
    TomeUnmerge,
    TransformBiasRescaleQkv,
)
