"""Edges as texts, and the names of inputs and outputs: what stands in `OpDef.input` and in private attributes.

`"conv:0"` reads output 0 of `conv`, `"conv:-1"` runs after it, `""` is a port that nothing feeds. Names may hold
colons, so the last one splits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from metadef.graph.node import Node
from metadef.ops.builtin import DATA, is_opaque
from metadef.ops.ports import GraphSpec, Port, PortKind
from metadef.ops.proto import OpProto

__all__ = ["Edge", "input_names", "is_private", "output_names", "parse_edge", "port_names", "slot_names"]

_PRIVATE = frozenset(
    {
        *("_input_name_key", "_input_name_value", "_output_name_key", "_output_name_value", "_opt_input"),
        *("_ir_attr_names", "_ir_inputs_key", "_ir_inputs_value", "_ir_outputs_key", "_ir_outputs_value"),
        "_src_out_peer_index_for_ge_txt_load",
    }
)


class Edge(NamedTuple):
    """One entry of `OpDef.input`."""

    producer: str
    port: int  # output number; negative for a control edge


def parse_edge(text: str) -> Edge | None:
    """The edge that a text stands for; None for a port that nothing feeds.

    The number is read as C's `strtol` does: what is no number counts as 0.

    >>> parse_edge("a:b:2"), parse_edge("a:-1"), parse_edge("")
    (Edge(producer='a:b', port=2), Edge(producer='a', port=-1), None)
    """
    name, colon, digits = text.rpartition(":")
    if not colon:
        return None
    if digits.isascii() and digits.isdecimal() and len(digits) < 12:
        return Edge(name, int(digits))
    sign = -1 if digits[:1] == "-" else 1
    body = digits[1:] if digits[:1] in ("-", "+") else digits
    value = 0
    for letter in body[:12]:
        if letter not in "0123456789":
            break
        value = value * 10 + ord(letter) - 48
    return Edge(name, sign * value)


def is_private(name: str) -> bool:
    """Whether the attribute belongs to GE's bookkeeping and not to the operator."""
    return name in _PRIVATE


def port_names(ports: Sequence[Port], counts: Sequence[int] | None) -> list[str]:
    """A name for every flat input or output: the port's, with a number for the members of a dynamic one."""
    names: list[str] = []
    for index, port in enumerate(ports):
        if port.kind is PortKind.DYNAMIC:
            names += [f"{port.name}{member}" for member in range(counts[index] if counts is not None else 1)]
        else:
            names.append(port.name)
    return names


def input_names(node: Node) -> list[str]:
    """Names of the inputs that a file lists: absent optional ones at the end are left out."""
    if node.proto is DATA:
        return ["x"]
    if is_opaque(node.proto):
        return [f"__input{index}" for index in range(len(node.inputs))]
    names = port_names(node.proto.inputs, node.counts)
    kept = len(names)
    for port, count in zip(reversed(node.proto.inputs), reversed(node.counts or (1,) * len(names)), strict=False):
        if port.kind is PortKind.OPTIONAL and node.inputs[kept - 1] is None:
            kept -= 1
        elif not (port.kind is PortKind.DYNAMIC and count == 0):
            break
    return names[:kept]


def output_names(node: Node) -> list[str]:
    """Names of the outputs."""
    if is_opaque(node.proto):
        return [f"__output{index}" for index in range(len(node.outputs))]
    return port_names(node.proto.outputs, node.output_counts)


def slot_names(proto: OpProto, count: int) -> list[str]:
    """Names of the first `count` subgraph slots: static ones, then the members of dynamic ones.

    >>> from metadef.ops.proto import op
    >>> slot_names(op("Case").dynamic_graph("branches"), 2), slot_names(op("Mine"), 1)
    (['branches0', 'branches1'], ['subgraph0'])
    """
    static = [spec.name for spec in proto.graphs if not spec.is_dynamic]
    dynamic: GraphSpec | None = next((spec for spec in proto.graphs if spec.is_dynamic), None)
    prefix = dynamic.name if dynamic is not None else "subgraph"
    return [*static, *(f"{prefix}{index}" for index in range(max(count - len(static), 0)))][:count]
