"""Recurrent networks: Ascend has operators with ONNX's own gates, orders and directions."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import squeezed
from metadef.frontend.onnx.unroll import joined, slices
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def _attrs(node: OnnxNode) -> dict[str, object]:
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
    if _is_batch_first(node):
        for index, tag in ((0, "x"), (5, "initial_h"), (6, "initial_c")):
            value = ports[index] if index < count else None
            if value is not None:
                ports[index] = _transposed(node, value, (1, 0, 2), tag)
    lengths = ports[4]
    if lengths is not None:
        ports[4] = node.cast(lengths, DataType.INT32, "lengths")
    return ports


def _is_batch_first(node: OnnxNode) -> bool:
    return node.has("layout") and node.flag("layout")


def _transposed(node: OnnxNode, value: Value, perm: tuple[int, ...], tag: str) -> Value:
    return node.add("Transpose", [value, node.const_ints(perm, "perm")], tag=tag)


def _results(node: OnnxNode, outputs: Sequence[Value]) -> Sequence[Value]:
    """Outputs as the model wants them: [steps, directions, batch, hidden], or the batch first."""
    if not _is_batch_first(node):
        return outputs
    perms = ((2, 0, 1, 3), (1, 0, 2), (1, 0, 2))
    tags = ("", "last_h", "last_c")
    return [_transposed(node, *item) for item in zip(outputs, perms, tags, strict=False)]


def lstm(node: OnnxNode) -> Sequence[Value]:
    """Long short-term memory."""
    attrs = _attrs(node) | {"input_forget": node.int("input_forget")}
    tag = "steps" if _is_batch_first(node) else ""
    return _results(node, node.add_node("CommonLSTM", _ports(node, 8), attrs, tag=tag).outputs)


def gru(node: OnnxNode) -> Sequence[Value]:
    """Gated recurrent units."""
    attrs = _attrs(node) | {"linear_before_reset": node.int("linear_before_reset")}
    tag = "steps" if _is_batch_first(node) else ""
    return _results(node, node.add_node("CommonGRU", _ports(node, 6), attrs, tag=tag).outputs)


def rnn(node: OnnxNode) -> Sequence[Value]:
    """h' = f(x · W' + h · R' + both biases), every step written out, as Ascend has no public plain cell."""
    attrs = _attrs(node)
    names = {"forward": (False,), "reverse": (True,), "bidirectional": (False, True)}[node.string("direction")]
    activations = attrs["activations"]
    assert isinstance(activations, tuple)
    ports = _ports(node, 6)
    x, lengths = ports[0], node.optional(4)
    assert x is not None
    inputs = slices(node, x, 0, "steps")
    if lengths is not None and set(node.known_ints(lengths) or (-1,)) != {len(inputs)}:
        node.fail("unsupported-op", "sequences of different lengths have no mapping", hint="no sequence_lens")
    runs = [
        _direction(node, inputs[::-1] if is_back else inputs, ports, index, str(activations[index % len(activations)]))
        for index, is_back in enumerate(names)
    ]
    ordered = [run[::-1] if is_back else run for run, is_back in zip(runs, names, strict=True)]
    steps = [joined(node, parts, 0, f"hidden_{index}") for index, parts in enumerate(zip(*ordered, strict=True))]
    is_batch_first = _is_batch_first(node)
    last = joined(node, [run[-1] for run in runs], 0, "final")
    return _results(node, [joined(node, steps, 0, "all" if is_batch_first else ""), last])


_CELLS = {"tanh": "Tanh", "relu": "Relu", "sigmoid": "Sigmoid", "softsign": "Softsign", "softplus": "Softplus"}


def _direction(
    node: OnnxNode, inputs: Sequence[Value], ports: Sequence[Value | None], index: int, activation: str
) -> list[Value]:
    """The hidden states of one direction, in the order of its steps."""
    cell = _CELLS.get(activation.lower())
    if cell is None:
        node.unsupported("activations", activation, *(op for op in _CELLS.values()))

    def own(value: Value, tag: str) -> Value:
        which = node.const_ints((index,), "direction")
        picked = node.add("GatherV2", [value, which, node.const_int(0, "axis")], tag=f"{tag}_{index}_row")
        return squeezed(node, picked, (0,), f"{tag}_{index}")

    weights, recurrent = own(node.value(1), "weights"), own(node.value(2), "recurrent")
    bias = None
    if ports[3] is not None:
        halves = slices(node, node.add("Reshape", [own(ports[3], "bias"), node.const_ints((2, -1), "shape")]), 0, "")
        bias = node.add("Add", list(halves), tag=f"bias_sum_{index}")
    hidden = own(ports[5], "initial") if ports[5] is not None else None
    found: list[Value] = []
    for step, x in enumerate(inputs):
        place = f"{index}_{step}"
        total = node.add("MatMulV2", [x, weights], {"transpose_x2": True}, tag=f"input_{place}")
        if hidden is not None:
            past = node.add("MatMulV2", [hidden, recurrent], {"transpose_x2": True}, tag=f"past_{place}")
            total = node.add("Add", [total, past], tag=f"sum_{place}")
        if bias is not None:
            total = node.add("Add", [total, bias], tag=f"biased_{place}")
        if node.has("clip"):
            low, high = (node.const_like(sign * node.float("clip"), x, "clip") for sign in (-1, 1))
            total = node.add("ClipByValue", [total, low, high], tag=f"clipped_{place}")
        hidden = node.add(cell, [total], tag=f"state_{place}")
        found.append(hidden)
    return found


_COMMON = (
    "activation_alpha:fs activation_beta:fs activations:ss clip:f direction:s=forward hidden_size:i layout:i=0[14:]"
)

OPS = {
    "GRU": onnx_op(gru, "X W R B? sequence_lens? initial_h?", f"{_COMMON} linear_before_reset:i=0"),
    "RNN": onnx_op(
        rnn,
        "X W R B? sequence_lens? initial_h?",
        _COMMON.replace("activations:ss", "activations:ss=Tanh,Tanh"),
    ),
    "LSTM": onnx_op(lstm, "X W R B? sequence_lens? initial_h? initial_c? P?", f"{_COMMON} input_forget:i=0"),
}
