"""Transformer encoders of any length as ONNX models, written node by node as exporters do it; for curves of time."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTH, HEADS, ROWS = 16, 2, 8


def encoder(nodes: int) -> onnx.ModelProto:
    """An encoder of about `nodes` nodes; all layers share their weights, so that the file stays small."""
    rng = np.random.default_rng(0)
    weights = {
        name: rng.standard_normal((WIDTH, WIDTH)).astype(np.float32) / 4 for name in ("wq", "wk", "wv", "wo", "wm")
    }
    weights |= {name: rng.standard_normal(WIDTH).astype(np.float32) for name in ("b", "gamma", "beta")}
    numbers: dict[str, object] = {"root": np.float32(2.0), "half": np.float32(0.5), "one": np.float32(1.0)}
    numbers |= {"sqrt2": np.float32(np.sqrt(2.0)), "heads": np.array([1, ROWS, HEADS, -1], np.int64)}
    numbers |= {"flat": np.array([1, ROWS, WIDTH], np.int64)}
    made: list[onnx.NodeProto] = []

    def add(op: str, *inputs: str, **attrs: object) -> str:
        name = f"n{len(made)}"
        made.append(helper.make_node(op, list(inputs), [name], name, **attrs))
        return name

    x = "x"
    while len(made) < nodes:
        heads: list[str] = []
        for weight, perm in (("wq", [0, 2, 1, 3]), ("wk", [0, 2, 3, 1]), ("wv", [0, 2, 1, 3])):
            product = add("Add", add("MatMul", x, weight), "b")
            heads.append(add("Transpose", add("Reshape", product, "heads"), perm=perm))
        scores = add("Softmax", add("Div", add("MatMul", heads[0], heads[1]), "root"), axis=-1)
        joined = add("Reshape", add("Transpose", add("MatMul", scores, heads[2]), perm=[0, 2, 1, 3]), "flat")
        mixed = add("Add", x, add("Add", add("MatMul", joined, "wo"), "b"))
        normal = add("LayerNormalization", mixed, "gamma", "beta", axis=-1)
        wide = add("Add", add("MatMul", normal, "wm"), "b")
        gate = add("Add", add("Erf", add("Div", wide, "sqrt2")), "one")
        gelu = add("Mul", add("Mul", wide, "half"), gate)
        x = add("LayerNormalization", add("Add", normal, add("MatMul", gelu, "wm")), "gamma", "beta", axis=-1)
    graph = helper.make_graph(
        made,
        "layers",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, ROWS, WIDTH])],
        [helper.make_tensor_value_info(x, TensorProto.FLOAT, [1, ROWS, WIDTH])],
        [numpy_helper.from_array(np.asarray(array), name) for name, array in {**weights, **numbers}.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
