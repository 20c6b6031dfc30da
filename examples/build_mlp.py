"""Writes a multilayer perceptron with a dynamic batch as an ONNX model.

    python examples/build_mlp.py mlp.onnx

Needs the `onnx` package. The weights are random, from a fixed seed.
"""

from __future__ import annotations

import itertools
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTHS = (16, 64, 64, 10)


def build(seed: int = 0) -> onnx.ModelProto:
    """x [batch, 16] -> probabilities [batch, 10]."""
    rng = np.random.default_rng(seed)
    nodes: list[onnx.NodeProto] = []
    weights: list[onnx.TensorProto] = []
    value = "x"
    for layer, (inputs, outputs) in enumerate(itertools.pairwise(WIDTHS)):
        scale = np.sqrt(2.0 / inputs)
        weight = (rng.standard_normal((outputs, inputs)) * scale).astype(np.float32)
        bias = (rng.standard_normal(outputs) * 0.1).astype(np.float32)
        weights += [numpy_helper.from_array(weight, f"w{layer}"), numpy_helper.from_array(bias, f"b{layer}")]
        nodes.append(
            helper.make_node("Gemm", [value, f"w{layer}", f"b{layer}"], [f"h{layer}"], f"linear{layer}", transB=1)
        )
        value = f"h{layer}"
        if layer < len(WIDTHS) - 2:
            nodes.append(helper.make_node("Relu", [value], [f"a{layer}"], f"relu{layer}"))
            value = f"a{layer}"
    nodes.append(helper.make_node("Softmax", [value], ["probabilities"], "softmax", axis=-1))
    graph = helper.make_graph(
        nodes,
        "mlp",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", WIDTHS[0]])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["batch", WIDTHS[-1]])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return model


if __name__ == "__main__":
    onnx.save(build(), sys.argv[1] if len(sys.argv) > 1 else "mlp.onnx")
