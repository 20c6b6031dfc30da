"""Attention with a recurrent state, step by step: S' = decay · S + k ⊗ u, o = scale · q · S'."""

from __future__ import annotations

import math
from collections.abc import Sequence

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import reshape_to
from metadef.frontend.onnx.unroll import joined, slices
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_RULES = ("linear", "gated", "delta", "gated_delta")


def _width(node: OnnxNode, x: Value) -> int:
    dims = node.dims(x)
    if dims is None or len(dims) != 3 or not isinstance(dims[2], int):
        node.fail("shape-unknown", f"needs {x} as [batch, steps, heads · size] of known size", as_error=True)
    return dims[2]


def _heads(node: OnnxNode, x: Value, lengths: Sequence[int], tag: str) -> Sequence[Value]:
    """For each step [batch, *lengths], in 32 bits."""
    dtype = DataType.DOUBLE if node.dtype(x) is DataType.DOUBLE else DataType.FLOAT
    parts = slices(node, node.cast(x, dtype, f"{tag}_wide"), 1, f"{tag}_steps")
    return [reshape_to(node, part, [None, *lengths], f"{tag}_{index}") for index, part in enumerate(parts)]


def linear_attention(node: OnnxNode) -> Sequence[Value]:
    """The rule says whether the state decays, and whether u is v or β · (v - S · k); computed in 32 bits."""
    query, key, value = (node.value(index) for index in range(3))
    rule = node.choice("update_rule", *_RULES)
    query_heads, heads = node.int("q_num_heads"), node.int("kv_num_heads")
    if heads < 1 or query_heads < 1 or query_heads % heads:
        node.fail("attr-constraint", "q_num_heads must be a multiple of kv_num_heads", got=f"{query_heads}, {heads}")
    sizes: list[int] = []
    for whole, count in ((query, query_heads), (key, heads), (value, heads)):
        width = _width(node, whole)
        if width % count:
            node.fail("attr-constraint", f"{count} heads do not divide {width}", expected=f"a multiple of {count}")
        sizes.append(width // count)
    group, depth, width = query_heads // heads, sizes[1], sizes[2]
    queries = _heads(node, query, (heads, group, sizes[0]), "query")
    keys = _heads(node, key, (heads, depth, 1), "key")
    values = _heads(node, value, (heads, 1, width), "value")
    decays = _decays(node, heads, depth) if rule in ("gated", "gated_delta") else None
    rates = _rates(node, heads) if rule in ("delta", "gated_delta") else None
    scale = node.float("scale") or 1 / math.sqrt(depth)
    past = node.optional(3)
    state = node.cast(past, node.dtype(values[0]), "past_wide") if past is not None else None
    results: list[Value] = []
    for step, (q, k, v) in enumerate(zip(queries, keys, values, strict=True)):
        state = _next_state(
            node, state, k, v, decays[step] if decays is not None else None, rates[step] if rates is not None else None,
            str(step),
        )  # fmt: skip
        read = node.add("BatchMatMulV2", [q, state], tag=f"read_{step}")
        scaled = node.add("Mul", [read, node.const_like(scale, read, "scale")], tag=f"scaled_{step}")
        results.append(reshape_to(node, scaled, [None, query_heads * width], f"output_{step}"))
    assert state is not None  # there is at least one step
    dtype = node.need_dtype(query)
    narrow = dtype is not node.dtype(state)
    output = joined(node, results, 1, "steps" if narrow else "")
    return node.cast(output, dtype, ""), node.cast(state, dtype, "present")


def _decays(node: OnnxNode, heads: int, depth: int) -> list[Value]:
    """The factors exp(g) of each step, for each row of the state or for each head."""
    decay = node.optional(4)
    if decay is None:
        node.fail("missing-input", "this update rule needs `decay`")
    per_row = depth if _width(node, decay) == heads * depth else 1
    parts = _heads(node, decay, (heads, per_row, 1), "decay")
    return [node.add("Exp", [part], tag=f"factor_{index}") for index, part in enumerate(parts)]


def _rates(node: OnnxNode, heads: int) -> Sequence[Value]:
    """β of each step, for each head or for all."""
    beta = node.optional(5)
    if beta is None:
        node.fail("missing-input", "this update rule needs `beta`")
    return _heads(node, beta, (heads if _width(node, beta) == heads else 1, 1, 1), "rate")


def _next_state(
    node: OnnxNode, state: Value | None, k: Value, v: Value, decay: Value | None, rate: Value | None, step: str
) -> Value:
    """The state [batch, heads, size of keys, size of values]; None stands for zeros."""
    if state is not None and decay is not None:
        state = node.add("Mul", [state, decay], tag=f"decayed_{step}")
    update = v
    if rate is not None:
        if state is not None:
            known = node.add("BatchMatMulV2", [k, state], {"adj_x1": True}, tag=f"known_{step}")
            update = node.add("Sub", [v, known], tag=f"error_{step}")
        update = node.add("Mul", [update, rate], tag=f"update_{step}")
    product = node.add("Mul", [k, update], tag=f"outer_{step}")
    return product if state is None else node.add("Add", [state, product], tag=f"state_{step}")


OPS = {
    "LinearAttention": onnx_op(
        linear_attention,
        "query key value past_state? decay? beta?",
        "q_num_heads:i! kv_num_heads:i! chunk_size:i=64 scale:f=0 update_rule:s=gated_delta",
        since=27,
    ),
}
