"""Runs a graph inside its memory plan: every value is bytes at its planned address, and nothing else is kept.

A wrong alias, a life that ends too early or two buffers at one address destroy data, so the results differ from those
of an ordinary run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod

import numpy as np
from numpy.typing import NDArray

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.kernels.run import run_node
from metadef.memory.lifetimes import Lifetimes
from metadef.memory.problem import Plan
from metadef.ops.builtin import CONST, DATA

Array = NDArray[np.generic]

LOOPS = ("While", "StatelessWhile", "_While")
POISON = 0xA5


class Arena:
    """One byte array for each pool."""

    def __init__(self, lifetimes: Lifetimes, plan: Plan) -> None:
        problem = lifetimes.problem
        self.bytes = {pool: np.full(peak, POISON, dtype=np.uint8) for pool, peak in plan.peak_by_pool(problem).items()}
        self.place: dict[Value, tuple[str, int]] = {}
        for value, buffer in lifetimes.buffer_of.items():
            number = problem.index_of(buffer)
            start = int(plan.offsets[number]) + lifetimes.shift_of[value]
            self.place[value] = (problem.pools[int(problem.pool[number])], start)
        self.order = lifetimes.line.order

    def write(self, value: Value, array: Array) -> None:
        pool, start = self.place[value]
        raw = np.frombuffer(np.ascontiguousarray(array).tobytes(), dtype=np.uint8)
        self.bytes[pool][start : start + len(raw)] = raw

    def read(self, value: Value) -> Array:
        if value not in self.place:  # a constant, or a view of one
            producer = value.producer
            if producer.proto is CONST:
                return producer.attrs["value"].array()
            return run_node(producer, [self.read(v) if v is not None else None for v in producer.inputs])[value.index]
        pool, start = self.place[value]
        dims = value.desc.shape.known_dims()
        assert dims is not None
        dtype = value.desc.dtype.numpy
        raw = self.bytes[pool][start : start + prod(dims) * np.dtype(dtype).itemsize]
        return np.frombuffer(raw.tobytes(), dtype=dtype).reshape(dims)

    def run(self, graph: Graph, inputs: Mapping[str, Array], order: Iterable[Node] | None = None) -> dict[str, Array]:
        """The results of the graph, read from memory when everything is over."""
        for value in graph.inputs:
            self.write(value, inputs[value.name])
        self._nodes(graph, order)
        return {name: self.read(value) for name, value in graph.outputs}

    def _nodes(self, graph: Graph, order: Iterable[Node] | None = None) -> None:
        for node in order if order is not None else [n for n in self.order if n.graph is graph]:
            if node.proto is DATA or node.proto is CONST or not any(value in self.place for value in node.outputs):
                continue
            if node.subgraphs:
                self._call(node)
                continue
            results = run_node(node, [self.read(value) if value is not None else None for value in node.inputs])
            for value, array in zip(node.outputs, results, strict=True):
                self.write(value, array)

    def _call(self, node: Node) -> None:
        if node.op in LOOPS:
            for value, source in zip(node.outputs, node.members("input"), strict=True):
                self.write(value, self.read(source))
            while bool(self._subgraph(node, "cond", list(node.outputs))[0]):
                for value, array in zip(node.outputs, self._subgraph(node, "body", list(node.outputs)), strict=True):
                    self.write(value, array)
            return
        if "then_branch" in node.subgraphs:
            slot = "then_branch" if bool(self.read(node.inputs[0])) else "else_branch"
        else:
            slot = next(iter(node.subgraphs))
        arguments = [value for value in node.members(node.proto.inputs[-1].name) if value is not None]
        for value, array in zip(node.outputs, self._subgraph(node, slot, arguments), strict=True):
            self.write(value, array)

    def _subgraph(self, node: Node, slot: str, arguments: list[Value]) -> list[Array]:
        graph = node.subgraphs[slot]
        for inner, outer in zip(graph.inputs, arguments, strict=False):
            self.write(inner, self.read(outer))
        self._nodes(graph)
        return [self.read(value) for _, value in graph.outputs]


def interleavings(graph: Graph, streams: Mapping[str, int], rnd: np.random.Generator) -> list[Node]:
    """The graph's nodes in a random order that streams running side by side may take."""
    order = topological(graph)
    place = {node: at for at, node in enumerate(order)}
    before: dict[Node, set[Node]] = {}
    last: dict[int, Node] = {}
    for node in order:
        waits = {value.producer for value in node.inputs if value is not None} | set(node.control_inputs)
        stream = streams.get(node.name, 0)
        if stream in last:
            waits.add(last[stream])
        last[stream] = node
        before[node] = waits
    result: list[Node] = []
    done: set[Node] = set()
    while len(done) < len(order):
        ready = sorted((node for node in order if node not in done and before[node] <= done), key=place.__getitem__)
        node = ready[int(rnd.integers(len(ready)))]
        done.add(node)
        result.append(node)
    return result
