"""Shapes of recurrent layers: time T, batch N, hidden size H, D directions.

CANN's DynamicRNN and DynamicGRUV2 take [T, N, I] and give [T, N, H] for the output, the states and every gate; the
hidden size is that of the weights. onnx's LSTM and GRU (CommonLSTM, CommonGRU) give [T, D, N, H] and last states
[D, N, H].
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, Axis, agree, divided, need_rank
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["cell", "dynamic_rnn", "onnx_rnn"]


def dynamic_rnn(weights: str, gates: int, x_port: str = "x") -> Callable[[Call], list[Shape]]:
    """Every output is [T, N, H]; the weights' last axis holds `gates` times H.

    C1: x is [T, N, I]. C2: the number of gates divides the weights' last axis. C3: weights `w`, which multiply x and
    the state side by side, have I + H rows, `weight_input` has I. C4: a bias has one number a column of the weights.
    """

    def rule(call: Call) -> list[Shape]:
        x, w = call.shape(x_port), call.shape(weights)
        count = len(call.proto.outputs)
        if need_rank(call, x, x_port, 3) is None:
            return [Shape.unknown(3)] * count
        hidden: Axis = divided(call, w[-1], gates, "the gates and the weights' last axis [C2]") if w.rank else None
        each = Shape((x[0], x[1], hidden))
        wide = x[2]
        if weights == "w" and w.rank == 2 and wide is not None and hidden is not None and not _projected(call):
            agree(call, w[0], wide + hidden, "the rows of w and input plus hidden size [C3]")
        rows = call.shape("weight_input") if "weight_input" in call.proto.input_index else UNKNOWN
        if rows.rank == 2:
            agree(call, rows[0], wide, "the rows of weight_input and the input size [C3]")
        for port in ("b", "bias_input"):
            if w.rank and port in call.proto.input_index and call.has(port) and call.shape(port).rank == 1:
                agree(call, w[-1], call.shape(port)[0], f"columns of the weights and `{port}` [C4]")
        direction = call.attr("direction") if "direction" in call.proto.attr_index else ""
        if isinstance(direction, str) and direction.startswith("BI"):
            both = Shape((x[0], x[1], None if hidden is None else hidden * 2))
            return [both, *[Shape.unknown(3)] * (count - 1)]
        return [each] * count

    return rule


def _projected(call: Call) -> bool:
    """Whether the state is narrower than the cell, by a projection."""
    return ("num_proj" in call.proto.attr_index and call.int_attr("num_proj") > 0) or (
        "project" in call.proto.input_index and call.has("project")
    )


def onnx_rnn(states: int) -> Callable[[Call], list[Shape]]:
    """CommonLSTM and CommonGRU: [T, D, N, H], and the last states [D, N, H].

    C1: x is [T, N, I]. C2: x and the weights agree in I. C3: weights and bias have one part a direction.
    """

    def rule(call: Call) -> list[Shape]:
        x, w = call.shape("x"), call.shape("w")
        if need_rank(call, x, "x", 3) is None:
            return [Shape.unknown(4)] + [Shape.unknown(3)] * states
        need_rank(call, w, "w", 3)
        hidden = call.int_attr("hidden_size")
        if w.rank == 3:
            agree(call, x[2], w[2], "the input size of x and w [C2]")
        ways = 2 if call.str_attr("direction") == "bidirectional" else 1
        for port in ("w", "r", "b"):
            given = call.shape(port) if port in call.proto.input_index and call.has(port) else UNKNOWN
            if given.rank:
                agree(call, ways, given[0], f"directions and the first axis of `{port}` [C3]")
        return [Shape((x[0], ways, x[1], hidden))] + [Shape((ways, x[1], hidden))] * states

    return rule


def cell(state: str, count: int) -> Callable[[Call], list[Shape]]:
    """One step: every output is like the state [N, H]."""

    def rule(call: Call) -> list[Shape]:
        shape = call.shape(state)
        return [shape if shape.rank is not None else UNKNOWN] * count

    return rule
