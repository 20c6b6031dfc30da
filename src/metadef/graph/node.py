"""`Node`: one use of an operator in a graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from metadef.ops.call import port_slices
from metadef.ops.proto import OpProto
from metadef.types.attrs import Attrs, AttrValue

if TYPE_CHECKING:
    from metadef.graph.graph import Graph
    from metadef.graph.provenance import Provenance
    from metadef.graph.value import Value

__all__ = ["Edge", "Node"]

Bag = Mapping[str, object]  # fields of a foreign file that we do not understand and give back unchanged


class Node:
    """An operator with its inputs and outputs. Read it freely; only `Graph` changes it.

    `inputs` are flat: one entry a port, None for an absent optional, the members of a dynamic port in order.
    """

    __slots__ = (
        "attrs",
        "bag",
        "control_inputs",
        "counts",
        "graph",
        "inputs",
        "name",
        "number",
        "origin",
        "output_counts",
        "outputs",
        "proto",
        "subgraphs",
    )

    def __init__(
        self,
        graph: Graph,
        number: int,
        name: str,
        proto: OpProto,
        inputs: tuple[Value | None, ...],
        attrs: Attrs,
        counts: tuple[int, ...] | None,
        output_counts: tuple[int, ...] | None,
        origin: Provenance | None,
    ) -> None:
        self.graph = graph
        self.number = number  # place in the graph's node array; grows with age
        self.name = name  # unique in the graph
        self.proto = proto
        self.inputs = inputs
        self.attrs = attrs  # as given; `attr()` adds the defaults
        self.counts = counts  # members of each input port; None when every port has one
        self.output_counts = output_counts  # likewise for outputs
        self.origin = origin
        self.outputs: tuple[Value, ...] = ()
        self.control_inputs: tuple[Node, ...] = ()  # nodes that must run before, in order
        self.subgraphs: dict[str, Graph] = _NO_SUBGRAPHS
        self.bag: Bag | None = None

    @property
    def op(self) -> str:
        """The operator's name."""
        return self.proto.name

    @property
    def is_alive(self) -> bool:
        """Whether the node is in its graph, and not removed."""
        return self.graph.holds(self)

    @property
    def output(self) -> Value:
        """The first output."""
        return self.outputs[0]

    def attr(self, name: str) -> AttrValue | None:
        """The attribute's value, or the prototype's default."""
        found = self.attrs.get(name)
        if found is None:
            spec = self.proto.attr_index.get(name)
            return spec.default if spec is not None else None
        return found

    def input(self, port: str) -> Value | None:
        """The value fed to a port, None when absent. For a dynamic port, its first member."""
        members = self.members(port)
        return members[0] if members else None

    def members(self, port: str) -> tuple[Value | None, ...]:
        """All values fed to a port."""
        if self.counts is None:
            index = self.proto.input_index[port]
            return self.inputs[index : index + 1]
        return self.inputs[port_slices(self.proto, self.counts)[port]]

    def edges_in(self) -> Iterator[Edge]:
        """The data edges that end here: a view, nothing is stored."""
        for index, value in enumerate(self.inputs):
            if value is not None:
                yield Edge(value.producer, value.index, self, index)

    def edges_out(self) -> Iterator[Edge]:
        """The data edges that start here."""
        for value in self.outputs:
            for node, index in value.uses():
                yield Edge(self, value.index, node, index)

    def __repr__(self) -> str:
        return f'Node("{self.name}", {self.proto.name})'


_NO_SUBGRAPHS: dict[str, Graph] = {}  # shared and never written: Graph replaces the dict


class Edge:
    """A data edge by ports: `src` output `src_port` feeds `dst` input `dst_port`."""

    __slots__ = ("dst", "dst_port", "src", "src_port")

    def __init__(self, src: Node, src_port: int, dst: Node, dst_port: int) -> None:
        self.src = src
        self.src_port = src_port
        self.dst = dst
        self.dst_port = dst_port

    def __repr__(self) -> str:
        return f"{self.src.name}:{self.src_port} -> {self.dst.name}:{self.dst_port}"
