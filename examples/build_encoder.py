"""Writes a Transformer encoder of two layers with dynamic batch and sequence as an ONNX model.

    python examples/build_encoder.py encoder.onnx

Needs the `onnx` package. The weights are random, from a fixed seed. Heads are split and joined the way that exporters
do it: the target of each Reshape is computed from Shape, Gather, Unsqueeze and Concat.
"""

from __future__ import annotations

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS, WIDTH, HEADS, HIDDEN = 2, 64, 4, 128


class Builder:
    """Collects nodes and weights."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def node(self, op: str, inputs: list[str], name: str, **attrs: object) -> str:
        """A node with one output that is called like it."""
        self.nodes.append(helper.make_node(op, inputs, [name], f"node/{name}", **attrs))
        return name

    def weight(self, name: str, *shape: int, scale: float = 0.0, around: float = 0.0) -> str:
        """Random numbers around a centre, spread by the inverse root of the first dimension unless told otherwise."""
        spread = scale or 1.0 / np.sqrt(shape[0])
        data = (around + spread * self.rng.standard_normal(shape)).astype(np.float32)
        self.weights.append(numpy_helper.from_array(data, name))
        return name

    def constant(self, name: str, value: object) -> str:
        """A small constant, kept as an initializer."""
        self.weights.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def linear(self, x: str, name: str, inputs: int, outputs: int) -> str:
        """x · w + b."""
        product = self.node("MatMul", [x, self.weight(f"{name}.w", inputs, outputs)], f"{name}.product")
        return self.node("Add", [product, self.weight(f"{name}.b", outputs, scale=0.1)], name)

    def norm(self, x: str, name: str) -> str:
        """Layer normalisation over the last axis."""
        scale = self.weight(f"{name}.scale", WIDTH, scale=0.1, around=1.0)
        bias = self.weight(f"{name}.bias", WIDTH, scale=0.1)
        return self.node("LayerNormalization", [x, scale, bias], name, axis=-1, epsilon=1e-5)

    def reshaped(self, x: str, name: str, *tail: int) -> str:
        """[batch, seq, ...] -> [batch, seq, *tail], the first two lengths read from `x`."""
        shape = self.node("Shape", [x], f"{name}.shape")
        parts: list[str] = []
        for axis in (0, 1):
            length = self.node("Gather", [shape, f"index_{axis}"], f"{name}.length_{axis}", axis=0)
            parts.append(self.node("Unsqueeze", [length, "axes_0"], f"{name}.part_{axis}"))
        parts.append(self.constant(f"{name}.tail", np.array(tail, np.int64)))
        target = self.node("Concat", parts, f"{name}.target", axis=0)
        return self.node("Reshape", [x, target], name)

    def attention(self, x: str, name: str) -> str:
        """Self-attention of all heads."""
        heads: dict[str, str] = {}
        for part, perm in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
            flat = self.linear(x, f"{name}.{part}", WIDTH, WIDTH)
            split = self.reshaped(flat, f"{name}.{part}.heads", HEADS, WIDTH // HEADS)
            heads[part] = self.node("Transpose", [split], f"{name}.{part}.first", perm=perm)
        scores = self.node("MatMul", [heads["q"], heads["k"]], f"{name}.scores")
        scaled = self.node("Div", [scores, "root"], f"{name}.scaled")
        shares = self.node("Softmax", [scaled], f"{name}.shares", axis=-1)
        mixed = self.node("MatMul", [shares, heads["v"]], f"{name}.mixed")
        last = self.node("Transpose", [mixed], f"{name}.last", perm=[0, 2, 1, 3])
        return self.linear(self.reshaped(last, f"{name}.joined", WIDTH), f"{name}.out", WIDTH, WIDTH)

    def gelu(self, x: str, name: str) -> str:
        """x/2 · (1 + erf(x/√2)), written out as exporters did before opset 20."""
        error = self.node("Erf", [self.node("Div", [x, "sqrt_2"], f"{name}.scaled")], f"{name}.erf")
        sum_ = self.node("Add", [error, "one"], f"{name}.sum")
        return self.node("Mul", [self.node("Mul", [x, sum_], f"{name}.product"), "half"], name)


def build(seed: int = 0, layers: int = LAYERS) -> onnx.ModelProto:
    """x [batch, seq, 64] -> y [batch, seq, 64]."""
    b = Builder(seed)
    for axis in (0, 1):
        b.constant(f"index_{axis}", np.array(axis, np.int64))
    b.constant("axes_0", np.array([0], np.int64))
    for name, value in (("root", np.sqrt(WIDTH // HEADS)), ("sqrt_2", np.sqrt(2.0)), ("one", 1.0), ("half", 0.5)):
        b.constant(name, np.array(value, np.float32))
    x = "x"
    for layer in range(layers):
        mixed = b.node("Add", [x, b.attention(x, f"l{layer}.attention")], f"l{layer}.residual_1")
        x = b.norm(mixed, f"l{layer}.norm_1")
        wide = b.gelu(b.linear(x, f"l{layer}.wide", WIDTH, HIDDEN), f"l{layer}.gelu")
        narrow = b.linear(wide, f"l{layer}.narrow", HIDDEN, WIDTH)
        x = b.norm(b.node("Add", [x, narrow], f"l{layer}.residual_2"), f"l{layer}.norm_2")
    b.node("Identity", [x], "y")
    shape = ["batch", "seq", WIDTH]
    graph = helper.make_graph(
        b.nodes,
        "encoder",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
        b.weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return model


if __name__ == "__main__":
    onnx.save(build(), sys.argv[1] if len(sys.argv) > 1 else "encoder.onnx")
