"""Equality of graphs: same interface, same nodes by name, same calls. Provenance and age do not count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metadef.types.attrs import AttrValue, NamedAttrs

if TYPE_CHECKING:
    from metadef.graph.graph import Graph
    from metadef.graph.node import Node

__all__ = ["differences", "same_graph"]


def same_graph(left: Graph, right: Graph) -> bool:
    """Whether two graphs say the same."""
    return not differences(left, right, limit=1)


def differences(left: Graph, right: Graph, limit: int = 100) -> list[str]:
    """Up to `limit` sentences on how two graphs differ; empty when they are equal."""
    found: list[str] = []
    pairs = [(left, right)]
    while pairs and len(found) < limit:
        a, b = pairs.pop()
        found += _interface(a, b)
        names_a, names_b = ({node.name for node in graph.nodes} for graph in (a, b))
        found += [f"only left has node {name}" for name in sorted(names_a - names_b)]
        found += [f"only right has node {name}" for name in sorted(names_b - names_a)]
        for node in a.nodes:
            other = b.find(node.name)
            if other is None:
                continue
            found += _nodes(node, other)
            pairs += [(node.subgraphs[k], other.subgraphs[k]) for k in node.subgraphs.keys() & other.subgraphs.keys()]
            if len(found) >= limit:
                break
    return found[:limit]


def _interface(a: Graph, b: Graph) -> list[str]:
    found: list[str] = []
    if a.name != b.name:
        found.append(f"graph name: {a.name} / {b.name}")
    if [value.name for value in a.inputs] != [value.name for value in b.inputs]:
        found.append(f"inputs: {list(a.inputs)} / {list(b.inputs)}")
    outputs = [[(name, value.name) for name, value in graph.outputs] for graph in (a, b)]
    if outputs[0] != outputs[1]:
        found.append(f"outputs: {outputs[0]} / {outputs[1]}")
    if not same_attrs(a.attrs, b.attrs):
        found.append("graph attributes differ")
    if a.parent is None and sorted(a.store.lines()) != sorted(b.store.lines()):
        found.append("symbol constraints differ")
    return found


def same_attrs(a: Mapping[str, AttrValue], b: Mapping[str, AttrValue]) -> bool:
    """Equality that tells 1 from 1.0 and True, and lets NaN equal NaN."""
    return a is b or (a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a))


def _same(a: AttrValue, b: AttrValue) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, NamedAttrs) and isinstance(b, NamedAttrs):
        return a.name == b.name and same_attrs(a.attrs, b.attrs)
    if isinstance(a, float):
        return repr(a) == repr(b)
    return a == b


def _nodes(a: Node, b: Node) -> list[str]:
    found: list[str] = []

    def note(what: str, left: object, right: object) -> None:
        if left != right:
            found.append(f"node {a.name}: {what} {left} / {right}")

    note("operator", a.op, b.op)
    note("inputs", [v.name if v else None for v in a.inputs], [v.name if v else None for v in b.inputs])
    note("members", a.counts, b.counts)
    note("output members", a.output_counts, b.output_counts)
    note("outputs", [value.desc for value in a.outputs], [value.desc for value in b.outputs])
    note("runs after", [node.name for node in a.control_inputs], [node.name for node in b.control_inputs])
    note("subgraphs", sorted(a.subgraphs), sorted(b.subgraphs))
    if not same_attrs(a.attrs, b.attrs):
        found.append(f"node {a.name}: attributes {dict(a.attrs)} / {dict(b.attrs)}")
    return found
