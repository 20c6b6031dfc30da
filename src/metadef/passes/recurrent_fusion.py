"""Recognise one step of a recurrent cell, as unrolled loops leave it.

a = x W + h R + b, split into four;   c' = σ(f) c + σ(i) tanh(g);   h' = σ(o) tanh(c')
-> CommonLSTM over one step, in gates of the order i, o, f, g; c' may have other readers

(r, z, n)ₓ = x W + b, (r, z, n)ₕ = h R + d, each split into three;   r = σ(rₓ + rₕ);   z = σ(zₓ + zₕ)
m = tanh(nₓ + r nₕ);   h' = (1 - z) m + z h   -> CommonGRU over one step, linear_before_reset = 1, gates z, r, n

W, R and biases are constants. The four gates stand in the order i, f, g, o, or i, g, f, o, or i, o, f, g. States are
reshaped to [1, B, H] and back, where B may be a symbol; between steps these reshapes cancel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.constants import array_of
from metadef.patterns.expression import Call, const, op, result, scalar, var

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["RecurrentFusion"]

_SPLITS = "SplitD|Split|SplitV|SplitVD"


def _product(x: str, w: str, name: str) -> Call:
    return op("MatMulV2", var(x), const(w), open=True, name=name)


def _lstm_pattern(order: str) -> Call:
    """The new hidden state, with gates in an order such as `ifgo`."""
    split = op(_SPLITS, op("Add", _product("x", "w", "px"), _product("h", "r", "ph")), open=True, name="split")
    gate = {name: op("Tanh" if name == "g" else "Sigmoid", result(split, place)) for place, name in enumerate(order)}
    memory = op("Add", op("Mul", gate["f"], var("c")), op("Mul", gate["i"], gate["g"]), name="memory")
    return op("Mul", gate["o"], op("Tanh", memory))


_FROM_X = op(_SPLITS, _product("x", "w", "px"), open=True, name="split")
_FROM_H = op(_SPLITS, _product("h", "r", "ph"), open=True, name="split_h")


def _gru_pattern() -> Call:
    r, z = (op("Sigmoid", op("Add", result(_FROM_X, place), result(_FROM_H, place))) for place in (0, 1))
    new = op("Tanh", op("Add", result(_FROM_X, 2), op("Mul", r, result(_FROM_H, 2))), name="new")
    kept = op("Mul", op("Sub", scalar("one", 1.0), z), new)
    return op("Add", kept, op("Mul", z, var("h")))


def _gru_difference() -> Call:
    r, z = (op("Sigmoid", op("Add", result(_FROM_X, place), result(_FROM_H, place))) for place in (0, 1))
    new = op("Tanh", op("Add", result(_FROM_X, 2), op("Mul", r, result(_FROM_H, 2))), name="new")
    return op("Add", op("Mul", op("Sub", var("h"), new), z), new)


def _weights(node: Node, gates: list[int]) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]] | str:
    """(weights [gates · H, K], bias [gates · H]) of a product with the gates in another order."""
    import numpy as np

    array, bias = array_of(node.inputs[1]), array_of(node.inputs[2]) if len(node.inputs) > 2 else None
    if array is None or array.ndim != 2 or node.attr("transpose_x1") or any(v is not None for v in node.inputs[3:]):
        return "a product is quantized or transposed"
    if len(node.inputs) > 2 and node.inputs[2] is not None and bias is None:
        return "a bias is not a constant"
    wide = array.astype(np.float64)
    rows = wide if node.attr("transpose_x2") else wide.T
    own = bias.reshape(-1).astype(np.float64) if bias is not None else np.zeros(rows.shape[0])
    if rows.shape[0] % len(gates) or own.size != rows.shape[0]:
        return "the gates have different widths"
    parts, biases = np.split(rows, len(gates)), np.split(own, len(gates))
    return np.concatenate([parts[gate] for gate in gates]), np.concatenate([biases[gate] for gate in gates])


def _operands(rewrite: Rewrite, gates: list[int], states: list[str]) -> tuple[list[Value | None], int] | str:
    """Inputs of the layer up to the states, and the hidden size; or why the step is another one."""
    import numpy as np

    match = rewrite.match
    first, second = (_weights(match[name].producer, gates) for name in ("px", "ph"))
    if isinstance(first, str) or isinstance(second, str):
        return first if isinstance(first, str) else str(second)
    x, out = match["x"].desc.origin_shape, rewrite.root.output.desc.origin_shape
    hidden = out[1] if out.rank == 2 else None
    if x.rank != 2 or not out.is_symbolic_or_known or not isinstance(hidden, int) or second[0].shape[1] != hidden:
        return "a size is not known"
    if x[0] != out[0] or any(match[name].desc.origin_shape != out for name in states):
        return "a state has another shape than the result"
    if second[0].shape[0] != len(gates) * hidden or first[0].shape[0] != len(gates) * hidden:
        return "the gates have another width than the state"
    splits = [match[name].producer for name in ("split", "split_h") if match.get(name) is not None]
    if any(value.desc.origin_shape != out for node in splits for value in node.outputs):
        return "the gates are not equal parts of the columns"

    batch = out[0] if isinstance(out[0], int) else -1

    def reshaped(value: Value) -> Value:
        target = (1, batch, first[0].shape[1] if value is match["x"] else hidden)
        return rewrite.add("Reshape", [value, rewrite.constant(np.array(target, np.int64))]).output

    w, r = (rewrite.constant(pair[0][None], match[name]) for pair, name in ((first, "w"), (second, "r")))
    b = rewrite.constant(np.concatenate([first[1], second[1]])[None], match["w"])
    return [reshaped(match["x"]), w, r, b, None, *(reshaped(match[name]) for name in states)], hidden


def _flat(rewrite: Rewrite, value: Value) -> Value:
    import numpy as np

    target = [size if isinstance(size, int) else -1 for size in rewrite.root.output.desc.origin_shape]
    return rewrite.add("Reshape", [value, rewrite.constant(np.array(target, np.int64))]).output


def _lstm(order: str) -> Any:
    def build(rewrite: Rewrite) -> Value | str:
        found = _operands(rewrite, [order.index(gate) for gate in "iofg"], ["h", "c"])
        if isinstance(found, str):
            return found
        node = rewrite.add("CommonLSTM", found[0], {"hidden_size": found[1]})
        rewrite.also[rewrite.match["memory"]] = _flat(rewrite, node.outputs[2])
        return _flat(rewrite, node.outputs[1])

    return build


def _gru(rewrite: Rewrite) -> Value | str:
    found = _operands(rewrite, [1, 0, 2], ["h"])
    if isinstance(found, str):
        return found
    node = rewrite.add("CommonGRU", found[0], {"hidden_size": found[1], "linear_before_reset": 1})
    return _flat(rewrite, node.outputs[1])


class RecurrentFusion(RewritePass):
    """One CommonLSTM or CommonGRU for each step."""

    name = "recurrent-fusion"
    stage = Stage.FUSION
    priority = 90
    before = ("projection-merging", "matmul-activation-fusion")
    invalidates = ("reshape-transpose-merging", "dead-node-elimination")
    rules: ClassVar[tuple[Rule, ...]] = (
        *(
            Rule("lstm-cell", _lstm_pattern(order), _lstm(order), fuses=True, may_escape=("memory",))
            for order in ("ifgo", "igfo", "iofg")
        ),
        Rule("gru-cell", _gru_pattern(), _gru, fuses=True),
        Rule("gru-cell", _gru_difference(), _gru, fuses=True),
    )
