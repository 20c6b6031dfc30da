"""Random small graphs of operators that layout decides: convolutions, products, views, transpositions, Casts, ..."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from layout_graphs import CONV
from metadef import DataType, Graph, MetadefError, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.graph.value import Value
from metadef.infer.engine import infer

__all__ = ["random_graph"]

Array = np.ndarray[Any, np.dtype[Any]]
FLOATS = (DataType.FLOAT, DataType.FLOAT16)
POOL = {"ksize": (1, 1, 2, 2), "strides": (1, 1, 2, 2), "data_format": "NCHW"}


def dims(value: Value) -> tuple[int, ...]:
    return value.desc.origin_shape.known_dims() or ()


class _Maker:
    """One graph in the making."""

    def __init__(self, rnd: random.Random) -> None:
        self.rnd = rnd
        self.rng = np.random.default_rng(rnd.randint(0, 1 << 20))
        self.graph = Graph("random")
        shapes = ((1, 16, 4, 4), (2, 3, 4, 4), (1, 4, 4, 16), (1, 32, 4, 4))
        self.values = [
            self.graph.add_input(f"x{k}", TensorDesc(rnd.choice(shapes), rnd.choice((*FLOATS, DataType.FLOAT))))
            for k in range(rnd.randint(1, 2))
        ]

    def weights(self, *shape: int, like: Value) -> Value:
        return self.graph.constant((self.rng.normal(size=shape) / 3).astype(like.desc.dtype.numpy))

    def partner(self, value: Value) -> Value:
        desc = value.desc.origin_shape, value.desc.dtype
        return self.rnd.choice([item for item in self.values if (item.desc.origin_shape, item.desc.dtype) == desc])

    def conv(self, x: Value) -> Value:
        return self.graph.add(
            "Conv2D", [x, self.weights(self.rnd.choice((16, 5, 32)), dims(x)[1], 3, 3, like=x)], CONV
        ).output

    def unary(self, x: Value) -> Value:
        return self.graph.add(self.rnd.choice(("Relu", "Abs", "Sigmoid")), [x]).output

    def binary(self, x: Value) -> Value:
        return self.graph.add("Add", [x, self.partner(x)]).output

    def with_constant(self, x: Value) -> Value:
        sizes = dims(x)
        shape = self.rnd.choice(((), (1,) * len(sizes), sizes[-1:], sizes))
        return self.graph.add(self.rnd.choice(("Add", "Mul")), [x, self.weights(*shape, like=x)]).output

    def transpose(self, x: Value) -> Value:
        order = self.rnd.choice(((0, 2, 3, 1), (0, 3, 1, 2), (0, 1, 3, 2), (1, 0, 2, 3)))
        if self.rnd.random() < 0.5:
            return self.graph.add("TransposeD", [x], {"perm": order}).output
        return self.graph.add("Transpose", [x, self.graph.constant(np.array(order))]).output

    def cast(self, x: Value) -> Value:
        return self.graph.add("Cast", [x], {"dst_type": self.rnd.choice(FLOATS).ge_value}).output

    def concat(self, x: Value) -> Value:
        attrs = {"concat_dim": self.rnd.randrange(len(dims(x))), "N": 2}
        return self.graph.add("ConcatD", [[x, self.partner(x)]], attrs).output

    def reduce(self, x: Value) -> Value:
        attrs = {"axes": (self.rnd.randrange(len(dims(x))),), "keep_dims": self.rnd.random() < 0.7}
        return self.graph.add("ReduceSumD", [x], attrs).output

    def reshape(self, x: Value) -> Value:
        sizes = dims(x)
        shape = self.rnd.choice(((1, *sizes), (-1, sizes[-1]), (sizes[0], -1)))
        return self.graph.add("Reshape", [x, self.graph.constant(np.array(shape))]).output

    def matmul(self, x: Value) -> Value:
        op = "MatMulV2" if len(dims(x)) == 2 else "BatchMatMulV2"
        return self.graph.add(op, [x, self.weights(dims(x)[-1], self.rnd.choice((16, 20, 64)), like=x)]).output

    def pool(self, x: Value) -> Value:
        return self.graph.add("MaxPoolV3", [x], POOL).output

    def global_pool(self, x: Value) -> Value:
        return self.graph.add("GlobalAveragePool", [x]).output

    def softmax(self, x: Value) -> Value:
        return self.graph.add("SoftmaxV2", [x], {"axes": (-1,)}).output

    def step(self) -> None:
        """One more node; what the operator refuses, or makes too large, is left unused."""
        x = self.rnd.choice(self.values[-4:])
        makers: list[Callable[[Value], Value]] = [
            *(self.unary, self.binary, self.with_constant, self.cast, self.cast, self.concat, self.reduce),
            *(self.reshape, self.softmax),
        ]
        if len(dims(x)) == 4:
            makers += [self.conv, self.conv, self.transpose, self.transpose, self.global_pool]
            makers += [self.pool] if min(dims(x)[2:]) >= 2 else []
        else:
            makers += [self.matmul] * 3
        try:
            made = self.rnd.choice(makers)(x)
        except MetadefError:
            return
        infer(self.graph)
        if 0 < int(np.prod(dims(made))) < 20_000:
            self.values.append(made)


def random_graph(rnd: random.Random) -> tuple[GraphType, dict[str, Array]]:
    """A graph whose every node runs on the reference kernels, and inputs for it."""
    maker = _Maker(rnd)
    for _ in range(rnd.randint(3, 14)):
        maker.step()
    results = dict.fromkeys([*rnd.sample(maker.values, min(len(maker.values), rnd.randint(1, 3))), maker.values[-1]])
    graph = maker.graph
    graph.set_outputs([(f"y{index}", value) for index, value in enumerate(results)])
    infer(graph)
    fed = {value.name: maker.rng.normal(size=dims(value)).astype(value.desc.dtype.numpy) for value in graph.inputs}
    return graph, fed
