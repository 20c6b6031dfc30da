"""Shapes of recurrent layers: time T, batch N, hidden size H, D directions.

CANN's DynamicRNN and DynamicGRUV2 take [T, N, I] and give [T, N, H] for the output, the states and every gate; the
hidden size is that of the weights. onnx's LSTM and GRU (CommonLSTM, CommonGRU) give [T, D, N, H] and last states
[D, N, H].
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import UNKNOWN, Axis, agree, divided, need_rank, positive_attr
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = [
    "basic_cell",
    "cell",
    "dynamic_lstm_v2",
    "dynamic_rnn",
    "gru_grad",
    "gru_step_grad",
    "lstm",
    "lstm_cell_input_grad",
    "lstm_cell_state_grad",
    "lstm_cell_weight_grad",
    "lstm_input_grad",
    "lstm_step_grad",
    "onnx_rnn",
    "plain_rnn",
    "projected",
    "rnn_grad",
    "step_mask",
]


def dynamic_rnn(weights: str, gates: int, x_port: str = "x") -> Callable[[Call], list[Shape]]:
    """Every output is [T, N, H]; the weights' last axis holds `gates` times H.

    C1: x is [T, N, I], weights are matrices. C2: the number of gates divides the weights' last axis. C3: weights `w`,
    which multiply x and the state side by side, have I + H rows, `weight_input` has I. C4: a bias has one number a
    column of the weights.
    """

    def rule(call: Call) -> list[Shape]:
        x, w = call.shape(x_port), call.shape(weights)
        count = len(call.proto.outputs)
        need_rank(call, w, weights, 2)
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


def onnx_rnn(gates: int, states: int) -> Callable[[Call], list[Shape]]:
    """CommonLSTM and CommonGRU: [T, D, N, H], and the last states [D, N, H].

    C1: x is [T, N, I]. C2: x and the weights agree in I. C3: weights and bias have one part a direction. C4: w is
    [D, gates * H, I], r [D, gates * H, H], b [D, 2 * gates * H]. C5: there is one length and one initial state a
    sequence. Source: onnx's LSTM and GRU.
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
        rows = {"w": (gates * hidden, None), "r": (gates * hidden, hidden), "b": (2 * gates * hidden,)}
        for port, sizes in rows.items():
            given = call.shape(port)
            if given.rank is not None and given.rank == len(sizes) + 1:
                for axis, size in enumerate(sizes, 1):
                    agree(call, given[axis], size, f"axis {axis} of `{port}` and what the state of {hidden} needs [C4]")
        for port, sizes in (("sequence_lens", (x[1],)), *((f"initial_{name}", (ways, x[1], hidden)) for name in "hc")):
            given = call.shape(port) if port in call.proto.input_index else UNKNOWN
            if given.rank is not None and given.rank == len(sizes):
                for own, size in zip(given, sizes, strict=True):
                    agree(call, own, size, f"`{port}` and the sequences [C5]")
        return [Shape((x[0], ways, x[1], hidden))] + [Shape((ways, x[1], hidden))] * states

    return rule


def cell(state: str, count: int) -> Callable[[Call], list[Shape]]:
    """One step: every output is like the state [N, H]."""

    def rule(call: Call) -> list[Shape]:
        shape = call.shape(state)
        return [shape if shape.rank is not None else UNKNOWN] * count

    return rule


_LSTM_GATES, _GRU_GATES = 4, 3


def _times(size: Axis, count: int) -> Axis:
    return None if size is None else size * count


def _inputs(call: Call, rows: Axis, hidden: Axis) -> Axis:
    """The input size I of weights with I + H rows; these are at least H [C3]."""
    if rows is None or hidden is None:
        return None
    rest = rows - hidden
    if isinstance(rest, int) and rest < 0:
        call.fail("shape-mismatch", "w has rows for input and state [C3]", expected=f"{hidden} or more", got=str(rows))
    return rest


def dynamic_lstm_v2(call: Call) -> list[Shape]:
    """DynamicLSTMV2: output and states of every time [T, N, H], then the last ones [1, N, H].

    C1 to C4 as in `dynamic_rnn`.
    """
    every = dynamic_rnn("w", _LSTM_GATES)(call)[:3]
    batch, hidden = every[0][1], every[0][2]
    return [*every, *[Shape((1, batch, hidden))] * 2]


def lstm(call: Call) -> list[Shape]:
    """LSTM (Caffe): h [T, N, H], last states [1, N, H]; input weights are [4 * H, I].

    C1: x is [T, N, I]. C2: the rows of w_x are four times H. C3: x and w_x agree in I.
    """
    x, weight, number = call.shape("x"), call.shape("w_x"), call.int_attr("num_output")
    hidden: Axis = number if number > 0 else None
    if need_rank(call, weight, "w_x", 2) is not None:
        rows = divided(call, weight[0], _LSTM_GATES, "the gates and the rows of w_x [C2]")
        hidden = agree(call, hidden, rows, "num_output and the rows of w_x [C2]")
    return _caffe(call, x, weight, hidden, hidden, 2)


def plain_rnn(call: Call) -> list[Shape]:
    """RNN (Caffe): o [T, N, outputs], last state [1, N, H]; input weights are [H, I], output weights [outputs, H].

    C1: x is [T, N, I]. C3: x and w_xh agree in I.
    """
    weight, out = call.shape("w_xh"), call.shape("w_ho")
    need_rank(call, weight, "w_xh", 2)
    need_rank(call, out, "w_ho", 2)
    hidden, columns = (shape[0] if shape.rank else None for shape in (weight, out))
    return _caffe(call, call.shape("x"), weight, columns, hidden, 1)


def _caffe(call: Call, x: Shape, weight: Shape, columns: Axis, hidden: Axis, states: int) -> list[Shape]:
    time, batch = (x[0], x[1]) if need_rank(call, x, "x", 3) is not None else (None, None)
    if x.rank and weight.rank:
        agree(call, x[2], weight[1], "the input size of x and the weights [C3]")
    return [Shape((time, batch, columns)), *[Shape((1, batch, hidden))] * states]


def basic_cell(call: Call) -> list[Shape]:
    """BasicRNNCell: x [N, I] -> an output as long as `bias_o`, a state as long as `bias_h`.

    C1: biases are vectors.
    """
    x, sizes = call.shape("x"), list[Axis]()
    for port in ("bias_o", "bias_h"):
        bias = call.shape(port)
        sizes.append(bias[0] if need_rank(call, bias, port, 1) is not None else None)
    rows = x[0] if need_rank(call, x, "x", 2) is not None else None
    return [Shape((rows, size)) for size in sizes]


def rnn_grad(*weights: str) -> Callable[[Call], list[Shape]]:
    """DynamicRNNGrad, DynamicRNNV2Grad: each gradient is like what it is the gradient of.

    The peephole weights' gradients are dynamic outputs, one each. The bias has one number a column of the weights.
    """

    def rule(call: Call) -> list[Shape]:
        given = [call.shape(port) for port in weights]
        if "b" not in weights:
            columns = given[0]
            given.append(Shape((columns[-1] if columns.rank else None,)))
        given += [call.shape(port) for port in ("x", "init_h", "init_c")]
        for port in ("wci", "wcf", "wco"):
            given += [call.shape(port)] * call.output_count(f"d{port}")
        return given

    return rule


def gru_grad(*attention: str) -> Callable[[Call], list[Shape]]:
    """DynamicGRUV2Grad, DynamicAUGRUGrad: each gradient is like what it is the gradient of.

    A bias has one number a column of its weights.
    """

    def rule(call: Call) -> list[Shape]:
        weights = [call.shape("weight_input"), call.shape("weight_hidden")]
        biases = [Shape((shape[-1] if shape.rank else None,)) for shape in weights]
        given = [*weights, *biases, call.shape("x"), call.shape("init_h")]
        return [*given, call.shape("weight_att")] if attention else given

    return rule


def gru_step_grad(call: Call) -> list[Shape]:
    """GRUV2HiddenGradCell and its kin, one step back: the state's gradient, those of three gates side by side, and one.

    All have the axes of `dh_pre_t`. What is summed up for attention's weights has a layout of its own.
    """
    state = call.shape("dh_pre_t")
    gates = state.with_dim(-1, _times(state[-1], _GRU_GATES)) if state.rank else UNKNOWN
    return [state, gates, state, UNKNOWN][: len(call.proto.outputs)]


def lstm_step_grad(call: Call) -> list[Shape]:
    """DynamicLSTMGradCell: the gates' gradients have a layout of their own, the state's is like the state."""
    return [*[UNKNOWN] * call.output_count("dgate"), call.shape("init_c")]


def lstm_cell_state_grad(call: Call) -> list[Shape]:
    """BasicLSTMCellCStateGrad: gradients of the four gates side by side [N, 4 * H], and of the state [N, H]."""
    state = call.shape("c")
    return [state.with_dim(-1, _times(state[-1], _LSTM_GATES)) if state.rank else UNKNOWN, state]


def lstm_cell_input_grad(call: Call) -> list[Shape]:
    """BasicLSTMCellInputGrad: dgate [N, 4 * H], w [I + H, 4 * H] -> [N, I], [N, H].

    C1: both are matrices. C2: they have one number of columns, a multiple of 4. C3: w has H rows or more.
    """
    gate, weight = call.shape("dgate"), call.shape("w")
    need_rank(call, gate, "dgate", 2)
    need_rank(call, weight, "w", 2)
    columns = agree(call, gate[1] if gate.rank else None, weight[1] if weight.rank else None, "columns [C2]")
    hidden = divided(call, columns, _LSTM_GATES, "the gates and the columns [C2]")
    rows = gate[0] if gate.rank else None
    return [Shape((rows, _inputs(call, weight[0] if weight.rank else None, hidden))), Shape((rows, hidden))]


def lstm_cell_weight_grad(call: Call) -> list[Shape]:
    """BasicLSTMCellWeightGrad: x [N, I], h [N, H], dgate [N, 4 * H] -> [I + H, 4 * H], [4 * H].

    C1: all are matrices. C2: they have one number of rows. C3: dgate has four times the columns of h.
    """
    found: list[tuple[Axis, Axis]] = []
    for port in ("x", "h", "dgate"):
        shape = call.shape(port)
        found.append((shape[0], shape[1]) if need_rank(call, shape, port, 2) is not None else (None, None))
    (rows, wide), (others, hidden), (last, columns) = found
    agree(call, agree(call, rows, others, "rows of x and h [C2]"), last, "rows of x and dgate [C2]")
    columns = agree(call, _times(hidden, _LSTM_GATES), columns, "four times H and columns of dgate [C3]")
    return [Shape((None if wide is None or hidden is None else wide + hidden, columns)), Shape((columns,))]


def lstm_input_grad(call: Call) -> list[Shape]:
    """LSTMInputGrad: w [I + H, 4 * H], states [T, N, H] -> dx [T, N, I], the first states' gradients, [T, N, 4 * H].

    C1: w is a matrix, c has rank 3. C2: the columns of w are four times H. C3: w has H rows or more.
    """
    weight, state = call.shape("w"), call.shape("c")
    need_rank(call, weight, "w", 2)
    columns = weight[1] if weight.rank else None
    time, batch, hidden = state.dims if need_rank(call, state, "c", 3) is not None else (None, None, None)
    hidden = agree(call, hidden, divided(call, columns, _LSTM_GATES, "the gates and the columns [C2]"), "H [C2]")
    wide = _inputs(call, weight[0] if weight.rank else None, hidden)
    first = call.shape("init_c")
    return [Shape((time, batch, wide)), first, first, Shape((time, batch, _times(hidden, _LSTM_GATES)))]


def step_mask(call: Call) -> Shape:
    """RnnGenMask and V2: which steps of each sequence count, [T, N, hidden_size].

    C1: seq_length is a vector; x, where there is one, has rank 3 and the batch of seq_length. C2: num_step and
    hidden_size are positive.
    """
    lengths, hidden = call.shape("seq_length"), positive_attr(call, "hidden_size", "C2")
    batch = lengths[0] if need_rank(call, lengths, "seq_length", 1) is not None else None
    if "num_step" in call.proto.attr_index:
        return Shape((positive_attr(call, "num_step", "C2"), batch, hidden))
    x = call.shape("x")
    if need_rank(call, x, "x", 3) is None:
        return Shape((None, batch, hidden))
    return Shape((x[0], agree(call, x[1], batch, "batches of x and seq_length [C1]"), hidden))


def projected(call: Call) -> list[Shape]:
    """LSTMP: as many steps and sequences as x has; the sizes of the projection and of the states stay open.

    C1: x has rank 3.
    """
    x = call.shape("x")
    if need_rank(call, x, "x", 3) is None:
        return [Shape.unknown(3), UNKNOWN, UNKNOWN]
    return [x.with_dim(2, None), UNKNOWN, UNKNOWN]
