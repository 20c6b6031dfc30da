"""Signatures of nodes: numbers that are equal for nodes that do the same, whatever they are called.

`up` covers everything that a node depends on, `down` everything that reads it, `local` the call itself with the
constants that it is fed. They find pairs of nodes; what differs in a pair is compared exactly afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from metadef.graph.node import Node
from metadef.graph.walk import topological
from metadef.ops.builtin import CONST, DATA
from metadef.types.attrs import Attrs, AttrValue, NamedAttrs
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.graph.graph import Graph

__all__ = ["Signatures"]


class Signatures:
    """The signatures of all nodes of one graph, its subgraphs not included. O(nodes + edges + bytes of constants)."""

    __slots__ = ("down", "local", "up")

    def __init__(self, graph: Graph) -> None:
        self.local: dict[Node, int] = {}
        self.up: dict[Node, int] = {}
        self.down: dict[Node, int] = {}
        order = topological(graph)
        known: dict[int, int] = {}  # by identity: attribute maps are shared by many nodes
        places = {value.producer: index for index, value in enumerate(graph.inputs)}
        for node in order:
            own = _call(node, known, places)
            fed = tuple(
                self.local[value.producer] if value is not None and value.producer.proto is CONST else 0
                for value in node.inputs
            )
            self.local[node] = hash((own, fed))
            inputs = tuple(
                (self.up[value.producer], value.index) if value is not None else None for value in node.inputs
            )
            before = tuple(self.up[other] for other in node.control_inputs)
            self.up[node] = hash((own, inputs, before))
        self._read(graph, order)

    def _read(self, graph: Graph, order: Sequence[Node]) -> None:
        """Sums, since the order in which readers came does not count."""
        self.down = dict.fromkeys(order, 0)
        for index, (name, value) in enumerate(graph.outputs):
            self.down[value.producer] += hash((name, index, value.index))
        for node in reversed(order):
            own = hash((node.op, self.down[node]))
            for port, value in enumerate(node.inputs):
                if value is not None:
                    self.down[value.producer] += hash((own, port, value.index))
            for other in node.control_inputs:
                self.down[other] += hash((own, -1))


def _call(node: Node, known: dict[int, int], places: dict[Node, int]) -> int:
    if node.proto is DATA:
        return hash(("Data", places.get(node)))
    attrs = known.get(id(node.attrs))
    if attrs is None:
        attrs = known[id(node.attrs)] = _attrs(node.attrs)
    return hash((node.op, attrs, node.counts, len(node.outputs), tuple(node.subgraphs)))


def _attrs(attrs: Attrs) -> int:
    return hash(tuple(sorted((name, _value(value)) for name, value in attrs.items())))


def _value(value: AttrValue) -> int:
    """Equal for what `same_attrs` calls equal; NaN, which equals nothing, is spelled."""
    match value:
        case TensorValue():
            return hash(value.digest())
        case NamedAttrs():
            return hash((value.name, _attrs(value.attrs)))
        case tuple():
            return hash(tuple(map(_value, value)))
        case float():
            return hash(repr(value))
        case _:
            return hash((type(value).__name__, str(value)))
