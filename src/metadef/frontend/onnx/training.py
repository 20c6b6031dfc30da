"""Steps of optimisers (ai.onnx.preview.training), written out: each updates any number of tensors by one formula.

Inputs are R, T, then all tensors, all gradients, and all of each kind of state; outputs in the same order.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS"]


class _Step:
    """What the formulas of one node share."""

    def __init__(self, node: OnnxNode, kinds: int) -> None:
        values = node.all_inputs()
        self.node = node
        self.rate, self.count, rest = values[0], values[1], values[2:]
        if len(rest) % kinds or not rest:
            node.fail("attr-constraint", f"each tensor has {kinds} inputs", got=str(len(rest)))
        size = len(rest) // kinds
        self.groups = [tuple(rest[kind * size + at] for kind in range(kinds)) for at in range(size)]
        self.part = 0

    def number(self, value: float, like: Value) -> Value:
        return self.node.const_like(value, like, "number")

    def op(self, op: str, *inputs: Value) -> Value:
        self.part += 1
        return self.node.add(op, list(inputs), tag=f"{op}_{self.part}")

    def scaled(self, factor: float, value: Value) -> Value:
        return value if factor == 1.0 else self.op("Mul", self.number(factor, value), value)

    def regularised(self, tensor: Value, gradient: Value) -> Value:
        """The gradient with that of norm_coefficient / 2 * |X|^2."""
        factor = self.node.float("norm_coefficient")
        return gradient if factor == 0.0 else self.op("Add", self.scaled(factor, tensor), gradient)

    def steps(self, like: Value) -> Value:
        """The number of steps so far in the type of a tensor."""
        return self.node.cast(self.count, self.node.need_dtype(like), "count")


def _all(
    kinds: int, update: Callable[[_Step, tuple[Value, ...]], tuple[Value, ...]]
) -> Callable[[OnnxNode], list[Value | None]]:
    def mapper(node: OnnxNode) -> list[Value | None]:
        step = _Step(node, kinds)
        results = [update(step, group) for group in step.groups]
        return [value for kind in zip(*results, strict=True) for value in kind]

    return mapper


def _adagrad(step: _Step, group: tuple[Value, ...]) -> tuple[Value, ...]:
    """H + G^2; X - R / (1 + T * decay) * G / (sqrt(H) + epsilon)."""
    x, gradient, squares = group
    gradient = step.regularised(x, gradient)
    one = step.number(1.0, step.rate)
    decay = step.node.float("decay_factor")
    rate = step.op("Div", step.rate, step.op("Add", one, step.scaled(decay, step.steps(step.rate))))
    squares = step.op("Add", squares, step.op("Mul", gradient, gradient))
    root = step.op("Add", step.op("Sqrt", squares), step.number(step.node.float("epsilon"), squares))
    return step.op("Sub", x, step.op("Div", step.op("Mul", rate, gradient), root)), squares


def _adam(step: _Step, group: tuple[Value, ...]) -> tuple[Value, ...]:
    """Moments decay by alpha and beta; after the first steps the rate makes up for their start at 0."""
    x, gradient, mean, square = group
    alpha, beta = step.node.float("alpha"), step.node.float("beta")
    gradient = step.regularised(x, gradient)
    mean = step.op("Add", step.scaled(alpha, mean), step.scaled(1 - alpha, gradient))
    squared = step.op("Mul", gradient, gradient)
    square = step.op("Add", step.scaled(beta, square), step.scaled(1 - beta, squared))
    root = step.op("Add", step.op("Sqrt", square), step.number(step.node.float("epsilon"), square))
    count = step.steps(step.rate)
    one = step.number(1.0, step.rate)
    powers = [step.op("Pow", step.number(factor, step.rate), count) for factor in (alpha, beta)]
    corrected = step.op(
        "Div",
        step.op("Mul", step.rate, step.op("Sqrt", step.op("Sub", one, powers[1]))),
        step.op("Sub", one, powers[0]),
    )
    positive = step.op("Greater", count, step.number(0.0, count))
    rate = step.op("SelectV2", positive, corrected, step.rate)
    x = step.op("Sub", x, step.op("Div", step.op("Mul", rate, mean), root))
    after = step.node.float("norm_coefficient_post")
    return (x if after == 0.0 else step.scaled(1 - after, x)), mean, square


def _momentum(step: _Step, group: tuple[Value, ...]) -> tuple[Value, ...]:
    """V * alpha + beta * G, where beta is 1 in the first step; Nesterov looks one step ahead."""
    x, gradient, velocity = group
    alpha, beta = step.node.float("alpha"), step.node.float("beta")
    nesterov = step.node.choice("mode", "nesterov", "standard") == "nesterov"
    gradient = step.regularised(x, gradient)
    count = step.steps(step.rate)
    later = step.op("Greater", count, step.number(0.0, count))
    share = step.op("SelectV2", later, step.number(beta, step.rate), step.number(1.0, step.rate))
    velocity = step.op("Add", step.scaled(alpha, velocity), step.op("Mul", share, gradient))
    move = step.op("Add", gradient, step.scaled(alpha, velocity)) if nesterov else velocity
    return step.op("Sub", x, step.op("Mul", step.rate, move)), velocity


OPS = {
    "Adagrad": onnx_op(_all(3, _adagrad), "R T inputs*", "decay_factor:f=0.0 epsilon:f=1e-06 norm_coefficient:f=0.0"),
    "Adam": onnx_op(
        _all(4, _adam),
        "R T inputs*",
        "alpha:f=0.9 beta:f=0.999 epsilon:f=1e-06 norm_coefficient:f=0.0 norm_coefficient_post:f=0.0",
    ),
    "Momentum": onnx_op(_all(3, _momentum), "R T inputs*", "alpha:f! beta:f! mode:s! norm_coefficient:f!"),
}
