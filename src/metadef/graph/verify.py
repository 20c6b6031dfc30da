"""Structural well-formedness: what must hold for every graph, checked from the data alone.

Independent of the journal and of the fast paths: it recomputes use lists and looks every rule up again.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from metadef.errors import Finding, MetadefError, finding
from metadef.graph.walk import all_graphs, find_cycle
from metadef.ops.builtin import CONST, DATA, is_opaque
from metadef.ops.check import check_attrs, check_inputs
from metadef.types.shape import Shape
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.graph.graph import Graph
    from metadef.graph.node import Node
    from metadef.graph.value import Value

__all__ = ["require_valid", "verify"]


def verify(graph: Graph) -> list[Finding]:
    """Everything that is structurally wrong with a graph and its subgraphs; empty when it is sound."""
    problems: list[Finding] = []
    for each in all_graphs(graph):
        problems += _verify_one(each)
    return problems


def require_valid(graph: Graph) -> None:
    """Raise when `verify` finds something.

    Raises:
        MetadefError: with all findings.
    """
    problems = verify(graph)
    if problems:
        raise MetadefError(problems)


def _verify_one(graph: Graph) -> list[Finding]:
    problems: list[Finding] = []
    users: dict[Value, dict[Node, int]] = {}
    names: dict[str, Node] = {}
    owned = set(graph.nodes)
    for node in graph.nodes:
        subject = f'node "{node.name}" ({node.op})'
        if names.setdefault(node.name, node) is not node:
            problems.append(finding("duplicate-name", subject, "two nodes have this name"))
        if graph.find(node.name) is not node:
            problems.append(finding("duplicate-name", subject, "the name table does not lead to this node"))
        for index, value in enumerate(node.inputs):
            if value is None:
                continue
            counts = users.setdefault(value, {})
            counts[node] = counts.get(node, 0) + 1
            if value.producer not in owned:
                problems.append(
                    finding("dangling-input", subject, f"input {index} reads {value}, which this graph lacks")
                )
        for index, value in enumerate(node.outputs):
            if value.producer is not node or value.index != index:
                problems.append(finding("broken-use-list", subject, f"output {index} does not know its producer"))
        problems += [
            finding("dangling-input", subject, f"must run after {other.name}, which this graph lacks")
            for other in node.control_inputs
            if other not in owned
        ]
        problems += _verify_call(node, subject)
    for node in graph.nodes:
        for value in node.outputs:
            recorded = Counter(reader for reader, _ in value.uses())
            if recorded != users.get(value, {}) or value.use_count != sum(recorded.values()):
                subject = f'node "{node.name}" ({node.op})'
                problems.append(finding("broken-use-list", subject, f"the readers of {value} are not those on record"))
    problems += [
        finding("unknown-output", f'graph output "{name}"', f"{value} is not in this graph")
        for name, value in graph.outputs
        if value.producer not in owned
    ]
    cycle = find_cycle(graph)
    return problems + list(cycle.findings if cycle else ())


def _verify_call(node: Node, subject: str) -> list[Finding]:
    proto = node.proto
    if proto is CONST:
        return _verify_constant(node, subject)
    if is_opaque(proto) or proto is DATA:
        return []
    counts = node.counts or tuple(1 for _ in proto.inputs)
    if sum(counts) != len(node.inputs) or len(counts) != len(proto.inputs):
        return [finding("port-count", subject, "inputs do not fill the ports", got=f"{len(node.inputs)} inputs")]
    descs = [value.desc if value is not None else None for value in node.inputs]
    return check_inputs(proto, descs, counts, subject) + check_attrs(proto, node.attrs, subject)


def _verify_constant(node: Node, subject: str) -> list[Finding]:
    value, desc = node.attrs.get("value"), node.output.desc
    if not isinstance(value, TensorValue):
        return [finding("missing-attr", subject, "a constant needs a tensor in `value`")]
    if value.dtype is not desc.dtype or Shape(value.dims) != desc.shape:
        expected, got = f"{value.dtype.name}{list(value.dims)}", f"{desc.dtype.name}{desc.shape}"
        return [finding("tensor-malformed", subject, "descriptor and value disagree", expected=expected, got=got)]
    return []
