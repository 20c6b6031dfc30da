"""Attention and rotary embedding, written out in products, masks and softmax, as fusion passes know them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from metadef.frontend.onnx.cast import type_attr
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.pad import pad_by
from metadef.frontend.onnx.shape import length, reshape_by, reshape_to
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS", "known_length", "repeated"]

_HEADS_FIRST = (0, 2, 1, 3)


def _transposed(node: OnnxNode, x: Value, perm: tuple[int, ...], tag: str) -> Value:
    return node.add("Transpose", [x, node.const_ints(perm, "perm")], tag=tag)


def known_length(node: OnnxNode, x: Value, axis: int, why: str) -> int:
    dims = node.dims(x)
    size = dims[axis] if dims is not None and axis < len(dims) else None
    if not isinstance(size, int):
        node.fail("shape-unknown", f"{why} needs to know the length of axis {axis} of {x}", as_error=True)
    return size


def _split_heads(node: OnnxNode, x: Value, heads: str, tag: str) -> Value:
    """[batch, sequence, heads · size] -> [batch, heads, sequence, size]; four axes are that already."""
    if node.need_rank(x, "attention") == 4:
        return x
    if not node.has(heads):
        node.fail("missing-attr", f"inputs of rank 3 need `{heads}`", expected=f"`{heads}`: an integer")
    count, width = node.int(heads), known_length(node, x, 2, "splitting heads")
    if count < 1 or width % count:
        node.fail("attr-constraint", f"`{heads}` must divide {width}", expected=f"a divisor of {width}", got=str(count))
    split = reshape_to(node, x, [None, None, count, width // count], f"{tag}_heads")
    return _transposed(node, split, _HEADS_FIRST, f"{tag}_first")


def repeated(node: OnnxNode, x: Value, times: int, tag: str) -> Value:
    """Each head of [batch, heads, sequence, size] as many times in a row."""
    if times == 1:
        return x
    heads, size = known_length(node, x, 1, "grouped heads"), known_length(node, x, 3, "grouped heads")
    apart = node.add("Unsqueeze", [x], {"axes": (2,)}, tag=f"{tag}_apart")
    copies = node.add("Tile", [apart, node.const_ints((1, 1, times, 1, 1), "multiples")], tag=f"{tag}_copies")
    batch, sequence = length(node, x, 0, f"{tag}_batch"), length(node, x, 2, f"{tag}_sequence")
    return reshape_by(node, copies, [batch, heads * times, sequence, size], f"{tag}_repeated")


class _Bias:
    """What is added to the scores: zero where a query may look, minus infinity where not."""

    def __init__(self, node: OnnxNode, scores: Value, dtype: DataType) -> None:
        self.node = node
        self.scores = scores
        self.dtype = dtype
        self.total: Value | None = None
        self.allowed: Value | None = None
        self.may_mask_rows = False  # whether a query may see nothing at all

    def number(self, number: float) -> Value:
        return self.node.importer.constants.scalar(self.node.graph, number, self.dtype, "bias")

    def add(self, bias: Value) -> None:
        """Add numbers."""
        self.total = bias if self.total is None else self.node.add("Add", [self.total, bias], tag="bias")

    def allow(self, allowed: Value) -> None:
        """Add a condition."""
        node = self.node
        self.allowed = (
            allowed if self.allowed is None else node.add("LogicalAnd", [self.allowed, allowed], tag="allowed")
        )

    def from_mask(self, mask: Value) -> None:
        """The model's own mask: conditions or numbers; a short one hides what it does not reach."""
        node = self.node
        self.may_mask_rows = True
        if node.need_dtype(mask) is DataType.BOOL:
            mask = node.add("SelectV2", [mask, self.number(0.0), self.number(-math.inf)], tag="mask_bias")
        sizes, total = node.dims(mask), node.dims(self.scores)
        if sizes and total is not None and isinstance(sizes[-1], int) and isinstance(total[-1], int):
            missing = total[-1] - sizes[-1]
            if missing > 0 and sizes[-1] != 1:
                pairs = [(0, 0)] * (len(sizes) - 1) + [(0, missing)]
                mask = pad_by(node, mask, pairs, "constant", self.number(-math.inf), "mask_padded")
        self.add(mask)

    def finished(self) -> Value | None:
        """All together, None if nothing is added."""
        if self.allowed is not None:
            bias = self.node.add(
                "SelectV2", [self.allowed, self.number(0.0), self.number(-math.inf)], tag="allowed_bias"
            )
            self.add(bias)
        return self.total


def attention(node: OnnxNode) -> Sequence[Value | None]:
    """softmax(softcap(Q · Kᵀ · scale) + bias) · V, with a cache, grouped heads and windows."""
    is_flat = node.need_rank(node.value(0), "attention") == 3
    query = _split_heads(node, node.value(0), "q_num_heads", "query")
    key = _split_heads(node, node.value(1), "kv_num_heads", "key")
    value = _split_heads(node, node.value(2), "kv_num_heads", "value")
    past_key, past_value = node.optional(4), node.optional(5)
    if past_key is not None and past_value is not None:
        attrs = {"concat_dim": 2, "N": 2}
        key = node.add("ConcatD", [[past_key, key]], attrs, tag="present_key")
        value = node.add("ConcatD", [[past_value, value]], attrs, tag="present_value")
    present = (key, value)
    heads, groups = known_length(node, query, 1, "grouped heads"), known_length(node, key, 1, "grouped heads")
    if heads % groups:
        node.fail("shape-mismatch", "heads of keys must divide heads of queries", got=f"{heads} and {groups}")
    key, value = repeated(node, key, heads // groups, "key"), repeated(node, value, heads // groups, "value")
    dtype = node.need_dtype(node.value(0))
    size = known_length(node, query, 3, "the scale")
    scale = node.float("scale") if node.has("scale") else 1.0 / math.sqrt(size)
    raw = node.add("BatchMatMulV2", [query, key], {"adj_x2": True}, tag="product")
    scores = node.add("Mul", [raw, node.importer.constants.scalar(node.graph, scale, dtype, "scale")], tag="scores")
    stages = [scores]
    cap = node.float("softcap")
    if cap:
        limit = node.importer.constants.scalar(node.graph, cap, dtype, "softcap")
        bent = node.add("Tanh", [node.add("Div", [scores, limit], tag="uncapped")], tag="bent")
        scores = node.add("Mul", [bent, limit], tag="capped")
    stages.append(scores)
    bias = _bias(node, query, key, scores, past_key, dtype)
    total = bias.finished()
    if total is not None:
        scores = node.add("Add", [scores, total], tag="masked")
    stages.append(scores)
    shares = _shares(node, scores, bias, dtype)
    stages.append(shares)
    result = node.add("BatchMatMulV2", [shares, value], tag="mixed" if is_flat else "")
    if is_flat:
        last = _transposed(node, result, _HEADS_FIRST, "last")
        width = heads * known_length(node, value, 3, "joining heads")
        result = reshape_to(node, last, [None, None, width])
    mode = node.int("qk_matmul_output_mode")
    if mode not in range(4):
        node.fail("attr-constraint", "`qk_matmul_output_mode` must be 0 to 3", expected="0 to 3", got=str(mode))
    return result, *present, stages[mode]


def _shares(node: OnnxNode, scores: Value, bias: _Bias, dtype: DataType) -> Value:
    """Softmax over the keys; a query that sees none gets zeros."""
    exact = scores
    if node.has("softmax_precision") and node.int("softmax_precision"):
        exact = node.cast(scores, type_attr(node, "softmax_precision"), "precise")
    shares = node.add("SoftmaxV2", [exact], {"axes": (-1,)}, tag="shares")
    if exact is not scores:
        shares = node.add("Cast", [shares], {"dst_type": dtype.ge_value}, tag="shares_back")
    if not bias.may_mask_rows:
        return shares
    most = node.add("ReduceMax", [scores, node.const_ints((-1,), "axes")], {"keep_dims": True}, tag="highest")
    sees_none = node.add("Equal", [most, bias.number(-math.inf)], tag="sees_none")
    return node.add("SelectV2", [sees_none, bias.number(0.0), shares], tag="guarded")


def _bias(node: OnnxNode, query: Value, key: Value, scores: Value, past_key: Value | None, dtype: DataType) -> _Bias:
    bias = _Bias(node, scores, dtype)
    mask, valid = node.optional(3), node.optional(6)
    if mask is not None:
        bias.from_mask(mask)
    left = node.int("left_window_size") if node.has("left_window_size") else -1
    right = node.int("right_window_size") if node.has("right_window_size") else -1
    is_causal = node.flag("is_causal")
    if valid is None and not is_causal and left < 0 and right < 0:
        return bias
    zero, one = (node.const_int(number, "number") for number in (0, 1))
    keys = node.add("Range", [zero, length(node, key, 2, "key_length"), one], tag="keys")
    if valid is not None:
        bias.may_mask_rows = True
        valid = node.cast(valid, DataType.INT64, "valid")
        filled = node.add("Unsqueeze", [valid], {"axes": (1, 2, 3)}, tag="filled")
        bias.allow(node.add("Less", [keys, filled], tag="is_filled"))
    if not is_causal and left < 0 and right < 0:
        return bias
    rows = length(node, query, 2, "query_length")
    queries = node.add("Unsqueeze", [node.add("Range", [zero, rows, one], tag="queries")], {"axes": (1,)}, tag="rows")
    if past_key is not None:
        queries = node.add("Add", [queries, length(node, past_key, 2, "past_length")], tag="positions")
    elif valid is not None:
        before = node.add("Sub", [valid, rows], tag="before")
        offset = node.add("Unsqueeze", [before], {"axes": (1, 2, 3)}, tag="offset")
        queries = node.add("Add", [queries, offset], tag="positions")
    if is_causal:
        bias.allow(node.add("LessEqual", [keys, queries], tag="is_past"))
    if left >= 0:
        bias.may_mask_rows = True
        first = node.add("Sub", [queries, node.const_int(left, "window")], tag="first")
        bias.allow(node.add("GreaterEqual", [keys, first], tag="is_after_first"))
    if right >= 0:
        bias.may_mask_rows = True
        last = node.add("Add", [queries, node.const_int(right, "window")], tag="last_key")
        bias.allow(node.add("LessEqual", [keys, last], tag="is_before_last"))
    return bias


def rotary_embedding(node: OnnxNode) -> Value:
    """Pairs of numbers turned by the angle of their position; the rest of each head stays."""
    x, cosines, sines, positions = node.value(0), node.value(1), node.value(2), node.optional(3)
    rank = node.need_rank(x, "rotary embedding")
    if rank == 4:
        heads = _transposed(node, x, _HEADS_FIRST, "sequence_first")
    else:
        if not node.has("num_heads"):
            node.fail("missing-attr", "inputs of rank 3 need `num_heads`", expected="`num_heads`: an integer")
        count, width = node.int("num_heads"), known_length(node, x, 2, "splitting heads")
        if count < 1 or width % count:
            node.fail("attr-constraint", f"`num_heads` must divide {width}", got=str(count))
        heads = reshape_to(node, x, [None, None, count, width // count], "heads")
    size = known_length(node, heads, 3, "rotary embedding")
    turned_size = node.int("rotary_embedding_dim") or size
    if positions is not None:
        axis = node.const_int(0, "axis")
        cosines = node.add("GatherV2", [cosines, positions, axis], tag="cosines")
        sines = node.add("GatherV2", [sines, positions, axis], tag="sines")
    cosines = node.add("Unsqueeze", [cosines], {"axes": (2,)}, tag="cosine")
    sines = node.add("Unsqueeze", [sines], {"axes": (2,)}, tag="sine")
    turning, rest = heads, None
    if turned_size < size:
        attrs = {"size_splits": (turned_size, size - turned_size), "split_dim": 3, "num_split": 2}
        turning, rest = node.add_node("SplitVD", [heads], attrs, tag="parts", output_counts=[2]).outputs
    result = _turned(node, turning, cosines, sines, turned_size)
    if rest is not None:
        result = node.add("ConcatD", [[result, rest]], {"concat_dim": 3, "N": 2}, tag="whole")
    if rank == 4:
        return _transposed(node, result, _HEADS_FIRST, "")
    return reshape_to(node, result, [None, None, known_length(node, x, 2, "joining heads")])


def _turned(node: OnnxNode, x: Value, cosines: Value, sines: Value, size: int) -> Value:
    half = size // 2
    is_interleaved = node.flag("interleaved")
    if is_interleaved:
        pairs = reshape_to(node, x, [None, None, known_length(node, x, 2, "rotary embedding"), half, 2], "pairs")
        split = node.add_node("SplitD", [pairs], {"split_dim": 4, "num_split": 2}, tag="halves", output_counts=[2])
        first, second = (
            node.add("Squeeze", [part], {"axis": (4,)}, tag=tag)
            for part, tag in zip(split.outputs, ("even", "odd"), strict=True)
        )
    else:
        split = node.add_node("SplitD", [x], {"split_dim": 3, "num_split": 2}, tag="halves", output_counts=[2])
        first, second = split.outputs
    products = [
        node.add("Mul", [factor, part], tag=tag)
        for factor, part, tag in (
            (cosines, first, "cos_first"),
            (sines, second, "sin_second"),
            (sines, first, "sin_first"),
            (cosines, second, "cos_second"),
        )
    ]
    real = node.add("Sub", products[:2], tag="real")
    imaginary = node.add("Add", products[2:], tag="imaginary")
    if not is_interleaved:
        return node.add("ConcatD", [[real, imaginary]], {"concat_dim": 3, "N": 2}, tag="turned")
    parts = [node.add("Unsqueeze", [part], {"axes": (4,)}, tag="column") for part in (real, imaginary)]
    joined = node.add("ConcatD", [parts], {"concat_dim": 4, "N": 2}, tag="turned_pairs")
    return reshape_to(node, joined, [None, None, known_length(node, x, 2, "rotary embedding"), size], "turned")


OPS = {
    "Attention": onnx_op(
        attention,
        "Q K V attn_mask? past_key? past_value? nonpad_kv_seqlen?[24:]",
        "is_causal:i=0 kv_num_heads:i q_num_heads:i qk_matmul_output_mode:i=0 scale:f softcap:f=0 softmax_precision:i"
        " left_window_size:i=-1[25:] right_window_size:i=-1[25:]",
        since=23,
    ),
    "RotaryEmbedding": onnx_op(
        rotary_embedding,
        "X cos_cache sin_cache position_ids?",
        "interleaved:i=0 num_heads:i rotary_embedding_dim:i=0",
        since=23,
    ),
}
