"""An order in which the nodes of an ONNX graph can be imported, whatever order the file has them in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["captured_names", "import_order", "read_names"]

_MOST_CYCLES = 16  # reported; a hostile file can have one a node


def captured_names(graph: Any) -> dict[str, None]:
    """The names that a subgraph, or one nested in it, reads from outside, in the order of their first use.

    WHY recursion is safe: protobuf refuses messages nested deeper than 100, which are 33 graphs.
    """
    own = {info.name for info in graph.input} | {tensor.name for tensor in graph.initializer}
    for node in graph.node:
        own.update(node.output)
    names: dict[str, None] = {}
    for node in graph.node:
        names.update(dict.fromkeys(_reads(node)))
    names.update(dict.fromkeys(info.name for info in graph.output))
    return {name: None for name in names if name and name not in own}


def read_names(nodes: Sequence[Any]) -> set[str]:
    """The names that some node reads, in a subgraph or directly."""
    names: set[str] = set()
    for node in nodes:
        names.update(_reads(node) if len(node.attribute) else node.input)
    return names


def _reads(node: Any) -> list[str]:
    """Everything that a node needs before it: its inputs, and what its subgraphs capture."""
    names = list(node.input)
    for attribute in node.attribute:
        if attribute.HasField("g"):
            names += captured_names(attribute.g)
        for graph in attribute.graphs:
            names += captured_names(graph)
    return names


def import_order(nodes: Sequence[Any]) -> tuple[Sequence[int], list[list[int]]]:
    """Indices so that producers come before readers, as near to the file's order as that allows; and the cycles.

    A cycle is a list of indices, each feeding the next and the last the first. Its nodes are in the order all the same.
    """
    producer: dict[str, int] = {}
    for index, node in enumerate(nodes):
        for name in node.output:
            if name:
                producer.setdefault(name, index)
    needs: list[list[int]] = []
    is_sorted = True
    for index, node in enumerate(nodes):
        before = [producer[name] for name in (_reads(node) if len(node.attribute) else node.input) if name in producer]
        needs.append(before)
        if before and max(before) >= index:
            is_sorted = False
    return (range(len(nodes)), []) if is_sorted else _depth_first(needs)


def _depth_first(needs: list[list[int]]) -> tuple[list[int], list[list[int]]]:
    order: list[int] = []
    cycles: list[list[int]] = []
    state = [0] * len(needs)  # 0 new, 1 on the path, 2 done
    for start in range(len(needs)):
        if state[start]:
            continue
        path, todo = [start], [iter(needs[start])]
        state[start] = 1
        while path:
            for other in todo[-1]:
                if state[other] == 0:
                    state[other] = 1
                    path.append(other)
                    todo.append(iter(needs[other]))
                    break
                if state[other] == 1 and len(cycles) < _MOST_CYCLES:
                    cycles.append(path[path.index(other) :][::-1])
            else:
                todo.pop()
                done = path.pop()
                state[done] = 2
                order.append(done)
    return order, cycles
