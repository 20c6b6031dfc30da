"""Recurrent networks with ONNX's gates, orders and directions: tensors are [time, batch, features]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from metadef.kernels.activation import sigmoid, softplus
from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]

Function = Callable[[Array, float, float], Array]

# name: function of (x, alpha, beta), and the defaults of alpha and beta
_ACTIVATIONS: dict[str, tuple[Function, float, float]] = {
    "affine": (lambda x, a, b: a * x + b, 1.0, 0.0),
    "elu": (lambda x, a, b: np.where(x >= 0, x, a * np.expm1(np.minimum(x, 0))), 1.0, 0.0),
    "hardsigmoid": (lambda x, a, b: np.clip(a * x + b, 0, 1), 0.2, 0.5),
    "leakyrelu": (lambda x, a, b: np.where(x >= 0, x, a * x), 0.01, 0.0),
    "relu": (lambda x, a, b: np.maximum(x, 0), 0.0, 0.0),
    "scaledtanh": (lambda x, a, b: a * np.tanh(b * x), 1.0, 1.0),
    "sigmoid": (lambda x, a, b: sigmoid(x), 0.0, 0.0),
    "softplus": (lambda x, a, b: softplus(x), 0.0, 0.0),
    "softsign": (lambda x, a, b: x / (1 + np.abs(x)), 0.0, 0.0),
    "tanh": (lambda x, a, b: np.tanh(x), 0.0, 0.0),
    "thresholdedrelu": (lambda x, a, b: np.where(x >= a, x, 0), 1.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one direction of a network computes with."""

    functions: list[Callable[[Array], Array]]
    weights: Array  # [gates · hidden, input]
    recurrence: Array  # [gates · hidden, hidden]
    input_bias: Array
    hidden_bias: Array
    hidden: int
    clip: float  # 0 for none

    def cut(self, x: Array) -> Array:
        return np.clip(x, -self.clip, self.clip) if self.clip > 0 else x


def _functions(call: KernelCall, default: tuple[str, ...], directions: int) -> list[list[Callable[[Array], Array]]]:
    """Activations for each direction; given parameters are taken in order by the functions that have any."""
    names = call.strings("activations") or default * directions
    alphas, betas = list(call.floats("activation_alpha")), list(call.floats("activation_beta"))
    found: list[Callable[[Array], Array]] = []
    for name in names:
        function, alpha, beta = _ACTIVATIONS[name.lower()]
        if alpha and alphas:
            alpha = alphas.pop(0)
        if (beta or name.lower() == "affine") and betas:
            beta = betas.pop(0)
        found.append(lambda x, f=function, a=alpha, b=beta: f(x, a, b).astype(x.dtype))
    count = len(default)
    return [found[i * count : (i + 1) * count] for i in range(directions)]


def _cells(call: KernelCall, gates: int, default: tuple[str, ...]) -> list[Cell]:
    w, r = as_compute(call["w"]), as_compute(call["r"])
    directions, hidden = w.shape[0], call.int("hidden_size")
    bias = as_compute(call["b"]) if call.has_input("b") else np.zeros((directions, 2 * gates * hidden), w.dtype)
    functions = _functions(call, default, directions)
    clip = call.float("clip")
    half = gates * hidden
    return [Cell(functions[d], w[d], r[d], bias[d, :half], bias[d, half:], hidden, clip) for d in range(directions)]


def _state(call: KernelCall, port: str, direction: int, like: Array) -> Array:
    return as_compute(call[port])[direction].copy() if call.has_input(port) else np.zeros_like(like)


Step = Callable[[Array, tuple[Array, ...]], tuple[Array, ...]]  # input of one time, states -> new states


def _run(x: Array, states: tuple[Array, ...], step: Step, lengths: Array, backwards: bool) -> tuple[Array, list[Array]]:
    """All times of one direction; a sequence that has ended keeps its states and gives zeros."""
    y = np.zeros((x.shape[0], *states[0].shape), states[0].dtype)
    for number in range(x.shape[0]):
        time = np.full(lengths.shape, number)
        if backwards:
            time = lengths - 1 - number
        running = ((time >= 0) & (time < lengths))[:, None]
        place = time.clip(0, x.shape[0] - 1)
        new = step(x[place, np.arange(x.shape[1])], states)
        states = tuple(np.where(running, after, before) for after, before in zip(new, states, strict=True))
        rows = np.nonzero(running[:, 0])[0]
        y[place[rows], rows] = states[0][rows]
    return y, list(states)


def _lstm_step(cell: Cell, peepholes: Array, coupled: bool) -> Step:
    """Gates in the order input, output, forget, cell; peepholes in the order input, output, forget."""
    p_i, p_o, p_f = np.split(peepholes, 3)
    f, g, h = cell.functions

    def step(x: Array, states: tuple[Array, ...]) -> tuple[Array, ...]:
        hidden, memory = states
        gates = x @ cell.weights.T + hidden @ cell.recurrence.T + cell.input_bias + cell.hidden_bias
        i, o, forget, c = np.split(gates, 4, axis=-1)
        i = f(cell.cut(i + p_i * memory))
        keep = 1 - i if coupled else f(cell.cut(forget + p_f * memory))
        memory = keep * memory + i * g(cell.cut(c))
        return f(cell.cut(o + p_o * memory)) * h(memory), memory

    return step


def _gru_step(cell: Cell, linear_before_reset: bool) -> Step:
    """Gates in the order update, reset, hidden."""
    n = cell.hidden
    f, g = cell.functions

    def step(x: Array, states: tuple[Array, ...]) -> tuple[Array, ...]:
        (hidden,) = states
        from_x = x @ cell.weights.T + cell.input_bias
        from_h = hidden @ cell.recurrence[: 2 * n].T + cell.hidden_bias[: 2 * n]
        update = f(cell.cut(from_x[:, :n] + from_h[:, :n]))
        reset = f(cell.cut(from_x[:, n : 2 * n] + from_h[:, n:]))
        weights, bias = cell.recurrence[2 * n :].T, cell.hidden_bias[2 * n :]
        recurrent = reset * (hidden @ weights + bias) if linear_before_reset else (reset * hidden) @ weights + bias
        return ((1 - update) * g(cell.cut(from_x[:, 2 * n :] + recurrent)) + update * hidden,)

    return step


def _network(call: KernelCall, cells: list[Cell], steps: list[Step], ports: tuple[str, ...]) -> list[Array]:
    x = as_compute(call["x"])
    lengths = call["sequence_lens"] if call.has_input("sequence_lens") else np.full(x.shape[1], x.shape[0])
    outputs: list[Array] = []
    last: list[list[Array]] = []
    for direction, (cell, step) in enumerate(zip(cells, steps, strict=True)):
        like = np.zeros((x.shape[1], cell.hidden), x.dtype)
        states = tuple(_state(call, port, direction, like) for port in ports)
        backwards = call.str("direction") == "reverse" or direction == 1
        y, ends = _run(x, states, step, lengths.astype(np.int64), backwards)
        outputs.append(y)
        last.append(ends)
    finals = [np.stack([ends[i] for ends in last]) for i in range(len(ports))]
    return [rounded(np.ascontiguousarray(item), call["x"]) for item in (np.stack(outputs, axis=1), *finals)]


def _lstm(call: KernelCall) -> list[Array]:
    cells = _cells(call, 4, ("Sigmoid", "Tanh", "Tanh"))
    if call.has_input("p"):
        peepholes = as_compute(call["p"])
    else:
        peepholes = np.zeros((len(cells), 3 * cells[0].hidden), cells[0].weights.dtype)
    coupled = bool(call.int("input_forget"))
    steps = [_lstm_step(cell, peepholes[d], coupled) for d, cell in enumerate(cells)]
    return _network(call, cells, steps, ("initial_h", "initial_c"))


def _gru(call: KernelCall) -> list[Array]:
    cells = _cells(call, 3, ("Sigmoid", "Tanh"))
    steps = [_gru_step(cell, bool(call.int("linear_before_reset"))) for cell in cells]
    return _network(call, cells, steps, ("initial_h",))


KERNELS: dict[str, Kernel] = {"CommonGRU": _gru, "CommonLSTM": _lstm}
