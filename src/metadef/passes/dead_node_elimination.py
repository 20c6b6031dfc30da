"""Remove nodes whose results nobody needs.

A node is needed when a graph output, a stateful operator or a needed node depends on it. Graph inputs stay, since
the caller feeds them by position.
"""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.ops.builtin import DATA
from metadef.ops.traits import RANDOM, STATEFUL
from metadef.passes.base import Context, GraphPass, Stage

__all__ = ["DeadNodeElimination"]


class DeadNodeElimination(GraphPass):
    """Mark backwards from what is needed, then remove the rest, readers first."""

    name = "dead-node-elimination"
    stage = Stage.OPTIMIZE
    priority = -100  # WHY: after the passes of its stage that orphan nodes

    def run(self, graph: Graph, context: Context) -> None:
        """Remove every node that is not needed."""
        needed: set[Node] = set()
        stack = [value.producer for _, value in graph.outputs]
        stack += [node for node in graph.nodes if node.proto is DATA or _acts(node)]
        while stack:
            node = stack.pop()
            if node in needed:
                continue
            needed.add(node)
            stack += [value.producer for value in node.inputs if value is not None]
            stack += node.control_inputs
        dead = [node for node in graph.nodes if node not in needed]
        counts = {
            node: sum(value.use_count for value in node.outputs) + len(graph.control_users(node)) for node in dead
        }
        ready = [node for node in dead if not counts[node]]
        while ready:
            node = ready.pop()
            before = [value.producer for value in node.inputs if value is not None] + list(node.control_inputs)
            graph.remove(node)
            for other in before:
                if other in counts:
                    counts[other] -= 1
                    if not counts[other]:
                        ready.append(other)


def _acts(node: Node) -> bool:
    """Whether the node does something besides producing its outputs."""
    traits = node.proto.trait_set
    return STATEFUL in traits or not node.outputs or (RANDOM in traits and bool(node.control_inputs))
