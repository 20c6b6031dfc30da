"""LSTM and GRU: layers one after the other, each in one or two directions.

PyTorch's gates are i, f, g, o and r, z, n; ONNX's are i, o, f, c and z, r, h.
"""

from __future__ import annotations

from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_ORDER = {"LSTM": (0, 3, 1, 2), "GRU": (1, 0, 2)}


def recurrent(op: str) -> Lowering:
    """All layers; results are the last layer's outputs and the last states of every layer and direction."""
    states = 2 if op == "LSTM" else 1

    def lower(call: Lowered) -> None:
        x = call.tensor("input")
        if call.rank(x) != 3:
            call.refuse("a sequence without a batch has no mapping")
        if call.flag("train", default=False) and call.real("dropout", 0.0):
            call.refuse("dropout has no mapping; export the module after .eval()")
        first = call.flag("batch_first", default=False)
        x = call.op("Transpose", x, perm=[1, 0, 2]) if first else x
        directions = 2 if call.flag("bidirectional", default=False) else 1
        each = 4 if call.flag("has_biases", default=True) else 2
        if len(call.tensors("params")) != each * directions * call.integer("num_layers"):
            call.refuse("a state that is projected (`proj_size`) has no mapping")  # WHY: it has one more weight a layer
        starts = call.tensors("hx") if states == 2 else [call.tensor("hx")]
        ends: list[list[str]] = [[] for _ in range(states)]
        for layer in range(call.integer("num_layers")):
            bounds = [call.constant([at]) for at in (layer * directions, (layer + 1) * directions, 0)]
            initial = [call.op("Slice", start, *bounds) for start in starts]
            found = _layer(call, op, x, initial, layer, directions)
            for kind, end in enumerate(found[1:]):
                ends[kind].append(end)
            # [steps, directions, batch, hidden] to [steps, batch, directions * hidden]
            turned = call.op("Transpose", found[0], perm=[0, 2, 1, 3])
            x = call.op("Reshape", turned, call.constant([0, 0, -1]))
        x = call.op("Transpose", x, perm=[1, 0, 2]) if first else x
        call.give(x, *(_joined(call, end) for end in ends))

    return lower


def _joined(call: Lowered, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else call.op("Concat", *parts, axis=0)


def _layer(call: Lowered, op: str, x: str, initial: list[str], layer: int, directions: int) -> list[str]:
    """One layer: its outputs and its last states."""
    params, biased = call.tensors("params"), call.flag("has_biases", default=True)
    size, whole = (4 if biased else 2), call.integer("num_layers") * directions
    if len(params) != size * whole:
        call.refuse("the weights are not those of its layers")
    own = [params[at * size : (at + 1) * size] for at in range(layer * directions, (layer + 1) * directions)]
    hidden = call.sizes(own[0][1])[-1]
    if not isinstance(hidden, int):
        call.refuse("the size of the state is not known")
    weights, recurrences = (_stacked(call, op, [group[at] for group in own]) for at in (0, 1))
    biases = ""
    if biased:
        halves = [_stacked(call, op, [group[at] for group in own]) for at in (2, 3)]
        biases = call.op("Concat", *halves, axis=1)
    attrs: dict[str, object] = {"hidden_size": hidden, "direction": "bidirectional" if directions == 2 else "forward"}
    if op == "GRU":
        attrs["linear_before_reset"] = 1
    return call.ops(op, (x, weights, recurrences, biases, "", *initial), 1 + len(initial), **attrs)


def _stacked(call: Lowered, op: str, tensors: list[str]) -> str:
    """The gates of each direction in ONNX's order, one direction behind the other."""
    order = _ORDER[op]
    turned: list[str] = []
    for tensor in tensors:
        parts = call.ops("Split", (tensor,), len(order), axis=0, num_outputs=len(order))
        whole = call.op("Concat", *(parts[gate] for gate in order), axis=0)
        turned.append(call.op("Unsqueeze", whole, call.constant([0], DataType.INT64)))
    return _joined(call, turned)


def lstm_cell(call: Lowered) -> None:
    """One step: c' = f c + i g, h' = o tanh(c')."""
    h, c = call.tensors("hx")
    gates = ""
    for side, weight, bias in ((call.tensor("input"), "w_ih", "b_ih"), (h, "w_hh", "b_hh")):
        shift = call.optional(bias)
        part = call.op("Gemm", side, call.tensor(weight), *([shift] if shift else []), transB=1)
        gates = call.op("Add", gates, part) if gates else part
    parts = call.ops("Split", (gates,), 4, axis=1, num_outputs=4)
    i, f, o = (call.op("Sigmoid", parts[at]) for at in (0, 1, 3))
    kept = call.op("Add", call.op("Mul", f, c), call.op("Mul", i, call.op("Tanh", parts[2])))
    call.give(call.op("Mul", o, call.op("Tanh", kept)), kept)


OPS: dict[str, Lowering] = {
    "aten.lstm.input": recurrent("LSTM"),
    "aten.gru.input": recurrent("GRU"),
    "aten.lstm_cell.default": lstm_cell,
}
