"""When every node runs: one line of steps through a graph and all graphs it calls.

An ordinary node takes one step. A node that calls graphs takes a step to hand over its arguments, then its subgraphs
run one after the other, and a last step hands back the results. So what lives in one branch of an If is dead in the
other, and a value that outlives the call is alive during all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.walk import topological

__all__ = ["Timeline", "timeline"]


@dataclass(frozen=True, slots=True)
class Timeline:
    """Steps count from 0; `length` is the first step after everything."""

    order: tuple[Node, ...]  # every node, callers before what they call
    reads: dict[Node, int]  # the step in which a node takes its inputs
    writes: dict[Node, int]  # the step in which it gives its outputs; later than `reads` for a caller
    ends: dict[Graph, int]  # the first step after a graph's last node: when its results are handed on
    length: int


def timeline(graph: Graph, order: Sequence[Node] | None = None) -> Timeline:
    """The steps of a graph in the given order of its own nodes, else in topological order.

    Raises:
        GraphError: naming the nodes of a cycle.
    """
    nodes: list[Node] = []
    reads: dict[Node, int] = {}
    writes: dict[Node, int] = {}
    ends: dict[Graph, int] = {}
    step = 0
    stack: list[tuple[Node | None, Graph, Iterator[Node], list[Graph]]] = []
    stack.append((None, graph, iter(topological(graph) if order is None else order), []))
    while stack:
        caller, current, rest, waiting = stack[-1]
        node = next(rest, None)
        if node is None:
            ends[current] = step
            stack.pop()
            if caller is None:
                continue
            if waiting:
                following = waiting.pop(0)
                stack.append((caller, following, iter(topological(following)), waiting))
            else:
                writes[caller] = step
                step += 1
            continue
        nodes.append(node)
        reads[node] = writes[node] = step
        step += 1
        if node.subgraphs:
            first, *others = node.subgraphs.values()
            stack.append((node, first, iter(topological(first)), others))
    return Timeline(tuple(nodes), reads, writes, ends, step)
