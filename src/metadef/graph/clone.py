"""Independent copies of graphs; descriptors, attributes and constant payloads never change and are shared."""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.ops.builtin import DATA

__all__ = ["clone", "copy_contents"]


def clone(graph: Graph, name: str | None = None) -> Graph:
    """A copy that can be edited without touching the original; subgraphs are copied too.

    Raises:
        GraphError: if the graph has a cycle.
    """
    root = Graph(name or graph.name, graph.registry)
    root.store = graph.store.copy()
    copy_contents(graph, root)
    root.journal.forget()
    return root


def copy_contents(source: Graph, target: Graph) -> None:
    """Fill the empty graph `target` with all that `source` holds, subgraphs too.

    Raises:
        GraphError: if the graph has a cycle.
    """
    pending = [(source, target)]
    while pending:
        source, target = pending.pop()
        values: dict[Value, Value] = {}
        nodes: dict[Node, Node] = {}
        inputs = [value.producer for value in source.inputs]
        for node in [*inputs, *(node for node in topological(source) if node.proto is not DATA)]:
            copy = target.insert_copy(node, tuple(values[v] if v is not None else None for v in node.inputs))
            nodes[node] = copy
            values.update(zip(node.outputs, copy.outputs, strict=True))
            if node.control_inputs:
                target.set_control_inputs(copy, [nodes[other] for other in node.control_inputs])
            for slot, inner in node.subgraphs.items():
                pending.append((inner, target.subgraph(copy, slot, inner.name)))
        target.attrs = source.attrs
        target.bag = source.bag
        target.set_outputs((output, values[value]) for output, value in source.outputs)
