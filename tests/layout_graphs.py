"""Small graphs that tests of layout share."""

from __future__ import annotations

import numpy as np

from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.infer.engine import infer

__all__ = ["CONV", "trunk", "trunk_inputs"]

CONV = {"strides": (1, 1, 1, 1), "pads": (1, 1, 1, 1), "dilations": (1, 1, 1, 1), "groups": 1, "data_format": "NCHW"}


def trunk(groups: int = 1) -> GraphType:
    """conv - relu - conv - add - pool - reshape - matmul, in NCHW."""
    rng = np.random.default_rng(7)
    graph = Graph("trunk")
    x = graph.add_input("x", TensorDesc((2, 4, 9, 9), DataType.FLOAT))

    def weight(*shape: int):
        return graph.constant(rng.normal(size=shape).astype(np.float32))

    a = graph.add("Conv2D", [x, weight(20, 4 // groups, 3, 3), weight(20)], {**CONV, "groups": groups}, name="conv1")
    b = graph.add("Relu", [a.output], name="relu1")
    c = graph.add("Conv2D", [b.output, weight(20, 20, 3, 3)], CONV, name="conv2")
    d = graph.add("Add", [c.output, b.output], name="add")
    e = graph.add("GlobalAveragePool", [d.output], name="pool")
    f = graph.add("Reshape", [e.output, graph.constant(np.array([2, 20]))], name="flat")
    g = graph.add("MatMulV2", [f.output, weight(20, 5)], name="fc")
    graph.set_outputs([("y", g.output)])
    infer(graph)
    return graph


def trunk_inputs() -> dict[str, np.ndarray]:
    return {"x": np.random.default_rng(3).normal(size=(2, 4, 9, 9)).astype(np.float32)}
