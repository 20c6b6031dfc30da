"""Recurrent networks: Ascend has operators with ONNX's own gates, orders and directions."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def _attrs(node: OnnxNode) -> dict[str, object]:
    if node.has("layout") and node.int("layout"):
        node.unsupported("layout", node.int("layout"), 0)
    attrs: dict[str, object] = {
        "direction": node.choice("direction", "forward", "reverse", "bidirectional"),
        "hidden_size": _hidden_size(node),
    }
    for name in ("activation_alpha", "activation_beta", "activations"):
        if node.has(name):
            attrs[name] = node.any(name)
    if node.has("clip"):
        attrs["clip"] = node.float("clip")
    return attrs


def _hidden_size(node: OnnxNode) -> int:
    """The attribute, or what the recurrent weights [directions, gates · hidden, hidden] say."""
    if node.has("hidden_size"):
        return node.int("hidden_size")
    dims = node.dims(node.value(2))
    size = dims[-1] if dims else None
    if not isinstance(size, int):
        node.fail("missing-attr", "`hidden_size` is absent and the recurrent weights are of unknown shape")
    return size


def _ports(node: OnnxNode, count: int) -> list[Value | None]:
    ports = [node.optional(index) for index in range(count)]
    lengths = ports[4]
    if lengths is not None:
        ports[4] = node.cast(lengths, DataType.INT32, "lengths")
    return ports


def lstm(node: OnnxNode) -> Sequence[Value]:
    """Long short-term memory."""
    attrs = _attrs(node) | {"input_forget": node.int("input_forget")}
    return node.add_node("CommonLSTM", _ports(node, 8), attrs).outputs


def gru(node: OnnxNode) -> Sequence[Value]:
    """Gated recurrent units."""
    attrs = _attrs(node) | {"linear_before_reset": node.int("linear_before_reset")}
    return node.add_node("CommonGRU", _ports(node, 6), attrs).outputs


_COMMON = (
    "activation_alpha:fs activation_beta:fs activations:ss clip:f direction:s=forward hidden_size:i layout:i=0[14:]"
)

OPS = {
    "GRU": onnx_op(gru, "X W R B? sequence_lens? initial_h?", f"{_COMMON} linear_before_reset:i=0"),
    "LSTM": onnx_op(lstm, "X W R B? sequence_lens? initial_h? initial_c? P?", f"{_COMMON} input_forget:i=0"),
}
