"""Attention whose scores and shares are changed by subgraphs, which are put in place."""

from __future__ import annotations

import math

from metadef.frontend.onnx.attention import known_length, repeated
from metadef.frontend.onnx.cast import type_attr
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def flex_attention(node: OnnxNode) -> Value:
    """prob_mod(softmax(score_mod(scale · Q · K'))) · V; the scores are 32-bit unless another type is named."""
    query, key, value = (node.value(index) for index in range(3))
    for tensor in (query, key, value):
        rank = node.need_rank(tensor, "attention")
        if rank != 4:
            node.fail("rank-mismatch", "attends over tensors of four axes", expected="rank 4", got=f"rank {rank}")
    heads, own = (known_length(node, tensor, 1, "grouped heads") for tensor in (query, key))
    if own < 1 or heads % own:
        node.fail("shape-mismatch", "the query's heads must be a multiple of the key's", got=f"{heads} and {own}")
    key, value = repeated(node, key, heads // own, "key"), repeated(node, value, heads // own, "value")
    dtype = node.need_dtype(query)
    exact = type_attr(node, "softmax_precision") if node.has("softmax_precision") else DataType.FLOAT
    if dtype is DataType.DOUBLE and not node.has("softmax_precision"):
        exact = DataType.DOUBLE
    size = known_length(node, query, 3, "the scale")
    scale = node.float("scale") if node.has("scale") else 1 / math.sqrt(size)
    wide_query, wide_key = node.cast(query, exact, "query_wide"), node.cast(key, exact, "key_wide")
    scores = node.add("BatchMatMulV2", [wide_query, wide_key], {"adj_x2": True}, tag="products")
    scores = node.add("Mul", [scores, node.const_like(scale, wide_query, "scale")], tag="scores")
    scores = _changed(node, "score_mod", scores)
    shares = node.add("SoftmaxV2", [scores], {"axes": (-1,)}, tag="shares")
    shares = _changed(node, "prob_mod", shares)
    if exact is dtype:
        return node.add("BatchMatMulV2", [shares, value])
    result = node.add("BatchMatMulV2", [shares, node.cast(value, exact, "value_wide")], tag="wide")
    return node.cast(result, dtype, "")


def _changed(node: OnnxNode, name: str, x: Value) -> Value:
    """What the subgraph makes of a tensor of the scores' shape."""
    body = node.any(name)
    if body is None:
        return x
    if len(body.input) != 1 or len(body.output) != 1:
        node.fail("subgraph-mismatch", f"`{name}` must take one tensor and give one", expected="1 input and 1 output")
    place = f"{node.name.removeprefix(node.importer.scope.prefix)}/{name}/"
    return node.importer.inline_graph(body, [x], place, node.subject)[0]


OPS = {
    "FlexAttention": onnx_op(flex_attention, "Q K V", "prob_mod:g score_mod:g scale:f softmax_precision:i"),
}
