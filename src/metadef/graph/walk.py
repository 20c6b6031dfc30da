"""Orders in which to visit a graph. None of these recurse on the depth of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from metadef.errors import GraphError
from metadef.graph.node import Node

if TYPE_CHECKING:
    from metadef.graph.graph import Graph
    from metadef.graph.value import Value

__all__ = ["all_graphs", "ancestors", "find_cycle", "topological"]


def topological(graph: Graph) -> list[Node]:
    """All nodes, producers before readers; otherwise by age, a late producer just before its first reader.

    A graph built front to back keeps its building order. O(nodes + edges).

    Raises:
        GraphError: naming the nodes of a cycle.
    """
    order: list[Node] = []
    done: set[Node] = set()
    for start in graph.nodes:
        if start in done:
            continue
        if all(value is None or value.producer in done for value in start.inputs) and not start.control_inputs:
            done.add(start)
            order.append(start)
            continue
        stack: list[tuple[Node, Iterator[Node]]] = [(start, _before(start))]
        open_nodes: dict[Node, None] = {start: None}
        while stack:
            node, producers = stack[-1]
            for producer in producers:
                if producer in open_nodes:
                    _raise_cycle(graph, [*open_nodes][[*open_nodes].index(producer) :])
                if producer not in done:
                    open_nodes[producer] = None
                    stack.append((producer, _before(producer)))
                    break
            else:
                stack.pop()
                del open_nodes[node]
                done.add(node)
                order.append(node)
    return order


def _before(node: Node) -> Iterator[Node]:
    for value in node.inputs:
        if value is not None:
            yield value.producer
    yield from node.control_inputs


def _raise_cycle(graph: Graph, nodes: list[Node]) -> None:
    names = " -> ".join(node.name for node in [*nodes[:8], nodes[0]])
    raise GraphError.of("cycle", f"graph {graph.name}", f"nodes feed each other in a circle: {names}")


def find_cycle(graph: Graph) -> GraphError | None:
    """The error that `topological` would raise, or None for an acyclic graph."""
    try:
        topological(graph)
    except GraphError as error:
        return error
    return None


def ancestors(values: Iterable[Value]) -> set[Node]:
    """Every node that the given values depend on, through data or control edges."""
    seen: set[Node] = set()
    stack = [value.producer for value in values]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack.extend(producer for producer in _before(node) if producer not in seen)
    return seen


def all_graphs(graph: Graph) -> Iterator[Graph]:
    """The graph and all subgraphs below it, outer before inner."""
    stack = [graph]
    while stack:
        current = stack.pop()
        yield current
        for node in current.nodes:
            if node.subgraphs:
                stack.extend(reversed(node.subgraphs.values()))
