"""Shapes of attention: the output is laid out like the query; statistics have one row a head and query position."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, divided, need_rank, product_of
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["bias_rescale_qkv", "deformable", "flash", "inference", "inference_with_lse"]

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
    """TransformBiasRescaleQkv: [B, T, 3 * D] -> q, k, v of [B, heads, T, D / heads]."""
    qkv = call.shape("qkv")
    if need_rank(call, qkv, "qkv", 3) is None:
        return [Shape.unknown(4)] * 3
    heads = call.int_attr("num_heads")
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
