"""Graphs as messages and back, subgraphs included.

Nodes are listed by age; inputs name values as `node` or `node:k`, and the empty name is an absent optional.
"""

from __future__ import annotations

from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.ops.builtin import CONST, DATA, opaque
from metadef.ops.ports import PortKind
from metadef.ops.registry import Registry
from metadef.schema.messages import Message, new
from metadef.schema.tensors import desc_from_message, desc_to_message
from metadef.schema.values import value_from_message, value_to_message
from metadef.types.attrs import Attrs
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["graph_from_message", "graph_to_message"]

_DEEPEST = 32  # graphs inside graphs; protobuf itself stops at 100 nested messages


def graph_to_message(graph: Graph, depth: int = 0) -> Message:
    """A `Graph` message.

    Raises:
        FileError: if subgraphs nest too deep.
    """
    if depth > _DEEPEST:
        raise FileError.of("file-too-large", f"graph {graph.name}", f"subgraphs nest deeper than {_DEEPEST}")
    return new(
        "Graph",
        name=graph.name,
        nodes=[_node(node, depth) for node in topological(graph)],
        inputs=[value.name for value in graph.inputs],
        outputs=[new("GraphOutput", name=name, value=value.name) for name, value in graph.outputs],
    )


def _node(node: Node, depth: int) -> Message:
    subgraphs = [
        new("NamedGraph", slot=slot, graph=graph_to_message(inner, depth + 1)) for slot, inner in node.subgraphs.items()
    ]
    return new(
        "Node",
        name=node.name,
        op=node.op,
        inputs=[value.name if value is not None else "" for value in node.inputs],
        input_counts=node.counts or (),
        outputs=[desc_to_message(value.desc) for value in node.outputs],
        output_counts=node.output_counts or (),
        attrs=[new("NamedValue", name=name, value=value_to_message(value)) for name, value in node.attrs.items()],
        control_inputs=[other.name for other in node.control_inputs],
        subgraphs=subgraphs,
    )


def graph_from_message(message: Message, registry: Registry | None = None) -> Graph:
    """The graph of a `Graph` message. Operators that the registry does not know stay as opaque nodes.

    Raises:
        FileError: if a name is missing or means nothing.
        MetadefError: if the graph breaks the laws of its operators.
    """
    graph = Graph(message.name, registry)
    _fill(graph, message, 0)
    return graph


def _fill(graph: Graph, message: Message, depth: int) -> None:
    if depth > _DEEPEST:
        raise FileError.of("file-too-large", f"graph {graph.name[:80]}", f"subgraphs nest deeper than {_DEEPEST}")
    for row in message.nodes:
        subject = f"graph {graph.name[:80]}, node {row.name[:80]}"
        attrs = Attrs({item.name: value_from_message(item.value, subject) for item in row.attrs})
        descs = [desc_from_message(desc, subject) for desc in row.outputs]
        if row.op == DATA.name and descs:
            graph.add_input(row.name, descs[0])
        elif row.op == CONST.name:
            tensor = attrs.get("value")
            if not isinstance(tensor, TensorValue) or not descs:
                raise FileError.of("file-corrupt", subject, "a constant has no tensor")
            graph.set_desc(graph.constant(tensor, row.name), descs[0])
        else:
            made = _call(graph, row, attrs, descs, subject)
            for item in row.subgraphs:
                _fill(graph.subgraph(made, item.slot, item.graph.name), item.graph, depth + 1)
        if row.control_inputs:
            graph.set_control_inputs(graph.node(row.name), [graph.node(name) for name in row.control_inputs])
    graph.set_outputs([(row.name, graph.value(row.value)) for row in message.outputs])


def _call(graph: Graph, row: Message, attrs: Attrs, descs: list[TensorDesc], subject: str) -> Node:
    values = [graph.value(name) if name else None for name in row.inputs]
    known = graph.registry.find(row.op) if row.op else None
    if not row.op:
        raise FileError.of("file-corrupt", subject, "the node has no operator")
    proto = known if known is not None else opaque(row.op)
    counts = list(row.input_counts) or [1] * len(proto.inputs)
    if known is None and not row.input_counts:
        counts = [len(values)]
    if len(counts) != len(proto.inputs) or sum(counts) != len(values) or min(counts, default=0) < 0:
        raise FileError.of("file-corrupt", subject, "the counts of inputs do not add up", got=str(counts[:20]))
    inputs: list[Value | list[Value | None] | None] = []
    at = 0
    for port, count in zip(proto.inputs, counts, strict=True):
        members = values[at : at + count]
        at += count
        inputs.append(members if port.kind is PortKind.DYNAMIC else members[0] if members else None)
    outputs = list(row.output_counts) or None
    return graph.add(proto, inputs, attrs, name=row.name, outputs=descs, output_counts=outputs)
