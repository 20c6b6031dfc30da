"""Shapes of attention: the output is laid out like the query; statistics have one row a head and query position."""

from __future__ import annotations

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    divided,
    need_rank,
    need_rank_within,
    positive_attr,
    product_of,
)
from metadef.infer.shape.matmul import matrix_product
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "bias_rescale_qkv",
    "deformable",
    "flash",
    "inference",
    "inference_with_lse",
    "layer_norm_reduce",
    "multi_head",
    "multi_head_grad",
    "normalised_qkv",
    "projection_grads",
    "projection_input_grad",
    "ring_update",
    "rotary",
    "scores",
    "scores_quant",
    "token_unmerge",
    "window_scores",
    "windows_qkv",
    "windows_qkv_quant",
]

_STATISTICS = 8  # floats that one softmax row takes in memory, so that it fills a block of 32 bytes


def flash(call: Call) -> list[Shape]:
    """FlashAttentionScore: softmax maximum and sum [B, heads, S_query, 8], a placeholder, and the attention output.

    C1: `input_layout` is one of BSH, SBH, BSND, BNSD, TND. C2: head_num divides H. C3: query, key and
    value have one batch.
    """
    query, value = call.shape("query"), call.shape("value")
    layout = call.str_attr("input_layout")
    if layout not in ("BSH", "SBH", "BSND", "BNSD", "TND"):
        call.fail("attr-constraint", "`input_layout` is BSH, SBH, BSND, BNSD or TND [C1]", got=layout)
    if need_rank(call, query, "query", len(layout)) is None:
        return [UNKNOWN, UNKNOWN, UNKNOWN, Shape.unknown(len(layout))]
    sizes: dict[str, Axis] = dict(zip(layout, query, strict=True))
    heads: Axis = sizes.get("N", call.int_attr("head_num"))
    if "H" in sizes and isinstance(heads, int) and heads > 0:
        divided(call, sizes["H"], heads, "the heads and H [C2]")
    for port in ("key", "value"):
        other = call.shape(port)
        if layout != "TND" and other.rank == len(layout):
            agree(call, sizes["B"], other[layout.index("B")], f"batches of query and {port} [C3]")
    rows = (sizes["T"], heads) if layout == "TND" else (sizes["B"], heads, sizes["S"])
    statistics = Shape((*rows, _STATISTICS))
    out = query.with_dim(-1, value[-1]) if layout[-1] == "D" and value.rank == len(layout) else query
    return [statistics, statistics, Shape((0,)), out]


def bias_rescale_qkv(call: Call) -> list[Shape]:
    """TransformBiasRescaleQkv: [B, T, 3 * D] -> q, k, v of [B, heads, T, D / heads].

    C1: the bias is [3 * D].
    """
    qkv = call.shape("qkv")
    if need_rank(call, qkv, "qkv", 3) is None:
        return [Shape.unknown(4)] * 3
    heads, bias = call.int_attr("num_heads"), call.shape("qkv_bias")
    if need_rank(call, bias, "qkv_bias", 1):
        agree(call, qkv[2], bias[0], "the last axis and the bias [C1]")
    if heads <= 0:
        call.fail("attr-constraint", "`num_heads` is positive", expected="> 0", got=str(heads))
    width = divided(call, qkv[2], 3 * heads, "three times the heads and the last axis")
    return [Shape((qkv[0], heads, qkv[1], width))] * 3


_LAYOUTS = ("BSH", "BSND", "BNSD", "BNSD_BSND", "SH", "NSD", "TND")


def _query(call: Call) -> tuple[str, str, Shape]:
    """The axis letters of the query and of the result, and the query's shape.

    C1: `input_layout` is one that inference knows.
    """
    layout = call.str_attr("input_layout")
    if layout not in _LAYOUTS:
        expected = ", ".join(_LAYOUTS)
        call.fail("attr-constraint", "`input_layout` is of no known form [C1]", expected=expected, got=layout)
    own, _, result = layout.partition("_")
    query = call.shape("query")
    need_rank(call, query, "query", len(own))
    return own, result or own, query


def inference(call: Call) -> Shape:
    """PromptFlashAttention, IncreFlashAttention: laid out like the query, or as `input_layout` says behind `_`.

    Where the layout has a D, it is the values'.
    """
    own, result, query = _query(call)
    if query.rank is None:
        return Shape.unknown(len(result))
    sizes: dict[str, Axis] = dict(zip(own, query, strict=True))
    value = call.shapes("value")[0] if call.shapes("value") else UNKNOWN
    if "D" in sizes and value.rank == len(own):
        sizes["D"] = value[-1]
    return Shape([sizes[axis] for axis in result])


def inference_with_lse(call: Call) -> list[Shape]:
    """FusedInferAttentionScore: and with `softmax_lse_flag` one logarithm a head and query position, [B, N, S, 1].

    What the second output is without that flag is not known.
    """
    out = inference(call)
    own, _, query = _query(call)
    if not call.bool_attr("softmax_lse_flag"):
        return [out, UNKNOWN]
    sizes: dict[str, Axis] = dict(zip(own, query, strict=True)) if query.rank is not None else {}
    heads = sizes.get("N", call.int_attr("num_heads"))
    if "T" in own:
        return [out, Shape((sizes.get("T"), heads, 1))]
    return [out, Shape((sizes.get("B", None if "B" in own else 1), heads, sizes.get("S"), 1))]


def deformable(call: Call) -> Shape:
    """MultiScaleDeformableAttnFunction: [B, keys, heads, D] at [B, queries, ..] -> [B, queries, heads * D]."""
    value, places = call.shape("value"), call.shape("sampling_locations")
    need_rank(call, value, "value", 4)
    need_rank(call, places, "sampling_locations", 6)
    batch, heads, width = (value[0], value[2], value[3]) if value.rank else (None, None, None)
    return Shape((batch, places[1] if places.rank else None, product_of((heads, width))))


def normalised_qkv(call: Call) -> list[Shape]:
    """AttentionLnQKV: the normalised x; how the projections are cut into heads is the fusion's own matter."""
    return [call.shape("x"), *[UNKNOWN] * 5]


def layer_norm_reduce(call: Call) -> list[Shape]:
    """MatmulLayerNormReduce: x2, to which the product was added; the sums' layout is the fusion's own matter."""
    return [call.shape("x2"), UNKNOWN, UNKNOWN]


def projection_grads(call: Call) -> list[Shape]:
    """AttentionQKVGradW: gradients of the weights of query, key and value, and of their biases.

    x is [rows, K], a gradient of a projection [rows, N]; a weight's is [K, N], or [N, K] with `trans_dw`, a bias's [N].
    C1: x and the gradients have one number of rows.
    """
    x, flips = call.shape("x"), (call.bool_attr("trans_a"), call.bool_attr("trans_b"))
    weights: list[Shape] = []
    biases: list[Shape] = []
    for port in ("query_dx", "key_dw", "value_dw"):
        grad = call.shape(port)
        weight = matrix_product(call, x, grad, *flips) if x.rank == grad.rank == _MATRIX else UNKNOWN
        biases.append(Shape((weight[1],)) if weight.rank else UNKNOWN)
        weights.append(Shape((weight[1], weight[0])) if weight.rank and call.bool_attr("trans_dw") else weight)
    return weights + biases


_MATRIX = 2


def projection_input_grad(call: Call) -> Shape:
    """AttentionQKVGradX: the gradient of what was projected: three products, and the gradient of the norm added.

    C1: inner dimensions agree. C2: all parts have one shape.
    """
    flips = call.bool_attr("trans_a"), call.bool_attr("trans_b")
    given = call.shape("ln_dx")
    for grad, kernel in (("query_dx", "kernel_query"), ("key_dw", "kernel_key"), ("value_dw", "kernel_value")):
        first, second = call.shape(grad), call.shape(kernel)
        if first.rank == second.rank == _MATRIX:
            part = matrix_product(call, first, second, *flips)
            given = agree_shapes(call, given, part, "parts of the gradient [C2]") if given.rank in (None, 2) else given
    return given


def scores(call: Call) -> list[Shape]:
    """AttentionScore: [B, heads, S, D] -> heads side by side [B * S_query, heads * D], probabilities [.., S, S_key].

    Source: what torch_npu allocates for npu_fused_attention_score. Transposed products are not followed.
    C1: query, key and value have rank 4. C2: query and key agree in D, key and value in S, all in batch and heads.
    """
    if any(call.bool_attr(f"bmm_score_transpose_{side}") for side in "ab"):
        return [UNKNOWN, UNKNOWN]
    (batch, heads, rows, wide), columns = _attended(call)
    return [
        Shape((product_of((batch, rows)), product_of((heads, wide)))),
        Shape((batch, heads, rows, columns)),
    ]


def window_scores(call: Call) -> list[Shape]:
    """SwinAttentionScore: probabilities [.., S_query, S_key]; heads of the result may be joined, which is not known.

    C1, C2 as in `scores`.
    """
    (batch, heads, rows, _), columns = _attended(call)
    return [UNKNOWN, Shape((batch, heads, rows, columns))]


def _attended(call: Call) -> tuple[tuple[Axis, Axis, Axis, Axis], Axis]:
    """Batch, heads, positions and size of what each head gives; positions of the keys."""
    sizes: list[list[Axis]] = []
    for port in ("query", "key", "value"):
        shape, flag = call.shape(port), f"{port}_transpose"
        dims: list[Axis] = list(shape) if need_rank(call, shape, port, 4) is not None else [None] * 4
        flip = flag in call.proto.attr_index and call.bool_attr(flag)
        sizes.append([*dims[:2], dims[3], dims[2]] if flip else dims)
    query, key, value = sizes
    agree(call, query[3], key[3], "D of query and key [C2]")
    columns = agree(call, key[2], value[2], "S of key and value [C2]")
    batch, heads = (
        agree(call, agree(call, query[at], key[at], "batch and heads [C2]"), value[at], "batch and heads [C2]")
        for at in range(2)
    )
    return (batch, heads, query[2], value[3]), columns


def scores_quant(call: Call) -> Shape:
    """SwinAttentionScoreQuant: softmax(query x key) x value, [B, heads, S_query, D of value]; values lie like keys.

    C1, C2 as in `scores`.
    """
    return Shape(_attended(call)[0])


def ring_update(call: Call) -> list[Shape]:
    """RingAttentionUpdate: attention and statistics of the softmax, brought up to date.

    Source: the laws of torch_npu's npu_ring_attention_update.
    C1: earlier and current attention have one shape. C2: so have the four statistics, eight numbers a row.
    """
    names = ("prev_softmax_max", "prev_softmax_sum", "cur_softmax_max", "cur_softmax_sum")
    out = agree_shapes(call, call.shape("prev_attn_out"), call.shape("cur_attn_out"), "axes of attention [C1]")
    rows = UNKNOWN
    for name in names:
        rows = agree_shapes(call, rows, call.shape(name), "axes of the statistics [C2]")
    if rows.rank:
        agree(call, rows[-1], _STATISTICS, "numbers a row of the statistics [C2]")
    return [out, rows, rows]


_BITS = 8  # in a byte of a mask


def multi_head(call: Call) -> list[Shape]:
    """MultiHeadAttention: query is [batch * tgt_len, ..], key and value [batch * src_len, ..].

    The result and the context are [batch * tgt_len, heads * D], projections [batch, heads, length, D], scores
    [batch, heads, tgt_len, src_len]; the mask has a bit a score.
    Source: torch_npu's npu_multi_head_attention, which allocates them.
    C1: attn_head_num, attn_dim_per_head, src_len and tgt_len are positive. C2: tgt_len divides the query's rows.
    """
    heads, wide = positive_attr(call, "attn_head_num", "C1"), positive_attr(call, "attn_dim_per_head", "C1")
    source, target = positive_attr(call, "src_len", "C1"), positive_attr(call, "tgt_len", "C1")
    query = call.shape("query")
    rows = query[0] if need_rank(call, query, "query", 2) is not None else None
    batch = divided(call, rows, target, "tgt_len and the rows of query [C2]")
    joined, each = Shape((rows, heads * wide)), Shape((batch, heads, target, source))
    bits = heads * target * source
    mask = Shape((product_of((batch, bits // _BITS)) if bits % _BITS == 0 else None,))
    parts = [Shape((batch, heads, length, wide)) for length in (target, source, source)]
    return [joined, mask, *parts, each, each, joined]


def multi_head_grad(call: Call) -> list[Shape]:
    """MultiHeadAttentionGrad: gradients of the weights, of query, key and value, and of the biases [1, heads * D].

    C1: attn_head_num and attn_dim_per_head are positive.
    """
    like = ("query_weight", "key_weight", "value_weight", "out_proj_weight", "query", "key", "value")
    wide = positive_attr(call, "attn_head_num", "C1") * positive_attr(call, "attn_dim_per_head", "C1")
    return [*[call.shape(port) for port in like], *[Shape((1, wide))] * 4]


def _windows(call: Call, width: int | None) -> list[Shape]:
    """x [B, L, C] in windows of `seq_length` tokens, by heads."""
    heads, length = positive_attr(call, "head_num", "C1"), positive_attr(call, "seq_length", "C1")
    need_rank_within(call, "x", 2)
    x = call.shape("x")
    if x.rank is None:
        return [Shape((None, heads, length, width))] * 3
    count = divided(call, product_of(x.dims[:-1]), length, "seq_length and the tokens [C2]")
    each: Axis = divided(call, x[-1], heads, "heads and channels [C3]") if width is None else width
    return [Shape((count, heads, length, each))] * 3


def windows_qkv(call: Call) -> list[Shape]:
    """SwinTransformerLnQKV: query, key and value by windows and heads, [windows, head_num, seq_length, head_dim].

    C1: head_num, seq_length and head_dim are positive. C2: seq_length divides the tokens.
    """
    return _windows(call, positive_attr(call, "head_dim", "C1"))


def windows_qkv_quant(call: Call) -> list[Shape]:
    """SwinTransformerLnQkvQuant: query, key and value by windows and heads, [windows, head_num, seq_length, D].

    C1: head_num and seq_length are positive. C2: seq_length divides the tokens. C3: head_num divides the channels.
    """
    return _windows(call, None)


def token_unmerge(call: Call) -> Shape:
    """TomeUnmerge: as many tokens as there were before both parts were merged, [B, S_a + S_b, H].

    C1: attention has rank 3, the parts' places have rank 2. C2: all have one batch.
    """
    attention = call.shape("attention")
    batch, width = (
        (attention[0], attention[2]) if need_rank(call, attention, "attention", 3) is not None else (None, None)
    )
    total: Axis = 0
    for port in ("ori_index_a", "ori_index_b"):
        places = call.shape(port)
        need_rank(call, places, port, 2)
        batch = agree(call, batch, places[0] if places.rank else None, f"batches of attention and {port} [C2]")
        part = places[1] if places.rank else None
        total = None if total is None or part is None else total + part
    return Shape((batch, total, width))


def rotary(call: Call) -> Shape:
    """RotaryPositionEmbedding: the shape of x.

    C1: cos and sin have one shape, of the rank of x. C2: each of their axes is 1 or that of x, the last one that of x.
    C3: features come in pairs, or in quarters (mode 2).
    """
    x, cos = call.shape("x"), call.shape("cos")
    agree_shapes(call, cos, call.shape("sin"), "cos and sin [C1]")
    if x.rank is None:
        return UNKNOWN
    for port in ("cos", "sin"):
        angles = call.shape(port)
        if need_rank(call, angles, port, x.rank) is None:
            continue
        for axis, (size, own) in enumerate(zip(angles, x, strict=True)):
            is_last = axis == x.rank - 1
            if is_last or (isinstance(size, int) and size != 1):
                agree(call, own, size, f"axis {axis} of x and {port} [C2]")
    if x.rank:
        divided(call, x[-1], 4 if call.int_attr("mode") == 2 else 2, "the features of x [C3]")
    return x
