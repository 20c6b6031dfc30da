"""What differs between two graphs: nodes that came, went, were renamed, rewired or changed, and how.

A node that reads the partner of what it read before is not changed; so one new node makes one entry and its readers
one each, and not everything behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from metadef.graph.compare import same_attrs
from metadef.graph.matching import Matching, match
from metadef.graph.node import Node
from metadef.graph.printer import attr_text, desc_text
from metadef.graph.value import Value
from metadef.ops.builtin import CONST, DATA
from metadef.types.attrs import AttrValue
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.graph.graph import Graph

__all__ = ["KINDS", "OUTPUT_NAMES", "Change", "Delta", "Difference", "compare_graphs"]

# what a change is: the sides of graphs, nodes that one graph has, calls that differ, other inputs alone, another graph
# around the node, another name alone
KINDS = ("interface", "added", "removed", "changed", "rewired", "moved", "renamed")

OUTPUT_NAMES = "output names"  # what differs where as many outputs are called otherwise

_LONGEST = 120  # characters of a value that is shown


@dataclass(frozen=True, slots=True)
class Delta:
    """One thing that differs."""

    what: str  # "attribute strides", "input x", "output y"
    left: str  # "" for nothing
    right: str

    def __str__(self) -> str:
        return f"{self.what}: {self.left or '-'} -> {self.right or '-'}"


@dataclass(frozen=True, slots=True)
class Change:
    """One node, or the interface of one graph, that is not what it was."""

    kind: str  # one of KINDS
    graph: str  # path of names of nodes and slots to the subgraph; "" for the outermost graph
    name: str  # in the left graph; in the right one for what was added
    op: str
    new_name: str = ""  # in the right graph, where it is another one
    deltas: tuple[Delta, ...] = ()

    @property
    def label(self) -> str:
        """Which node, such as `then_branch of cond: %relu`."""
        place = f"{self.graph}: " if self.graph else ""
        return f"{place}{self.name}" + (f" -> {self.new_name}" if self.new_name else "")


@dataclass(slots=True)
class Difference:
    """Everything that differs. Mutable while it is made."""

    left: int = 0  # nodes, subgraphs included
    right: int = 0
    same: int = 0  # pairs that differ in nothing
    changes: list[Change] = field(default_factory=list[Change])

    @property
    def is_empty(self) -> bool:
        """Whether the graphs say the same."""
        return not self.changes

    def without_names(self) -> Difference:
        """The same but for what only calls a node or an output otherwise."""
        kept: list[Change] = []
        for item in self.changes:
            deltas = tuple([delta for delta in item.deltas if delta.what != OUTPUT_NAMES])
            if item.kind != "renamed" and (deltas or not item.deltas):
                kept.append(replace(item, deltas=deltas))
        return Difference(self.left, self.right, self.same + len(self.of("renamed")), kept)

    def of(self, kind: str) -> list[Change]:
        """The changes of one kind."""
        return [item for item in self.changes if item.kind == kind]


def compare_graphs(left: Graph, right: Graph) -> Difference:
    """Compare two graphs with their subgraphs. Near-linear in nodes, edges and bytes of constants.

    Names of graphs, provenance and age do not count, nor do constants that nothing reads.

    Raises:
        GraphError: if a graph has a cycle.
    """
    found = Difference()
    apart: dict[int, tuple[list[_Lone], list[_Lone]]] = {}  # local signature: nodes of left and right without a partner
    waiting: list[tuple[str, Graph, Graph]] = [("", left, right)]
    while waiting:
        place, one, other = waiting.pop()
        matching = match(one, other)
        found.left += len(one)
        found.right += len(other)
        _interface(found, place, matching)
        for side, nodes in enumerate((matching.open_left(), matching.open_right())):
            for node in nodes:
                if _is_unread(node):
                    continue
                apart.setdefault(matching.signatures[side].local[node], ([], []))[side].append(_Lone(place, node))
        for node in one.nodes:
            partner = matching.forward.get(node)
            if partner is None:
                continue
            if _is_unread(node) and _is_unread(partner):
                found.same += 1
                continue
            _pair(found, place, matching, node, partner)
            for slot in sorted(node.subgraphs.keys() & partner.subgraphs.keys()):
                path = f"{place} / {slot} of {node.name}" if place else f"{slot} of {node.name}"
                waiting.append((path, node.subgraphs[slot], partner.subgraphs[slot]))
    for lefts, rights in apart.values():
        if len(lefts) == len(rights) == 1 and lefts[0].node.op == rights[0].node.op:
            _moved(found, lefts[0], rights[0])
            continue
        for kind, nodes in (("removed", lefts), ("added", rights)):
            for place, node in nodes:
                _one_sided(found, kind, place, node)
    found.changes.sort(key=lambda item: KINDS.index(item.kind))
    return found


def _is_unread(node: Node) -> bool:
    """Whether a node is a constant without which the graph says the same."""
    if node.proto is not CONST or node.output.use_count or node.control_inputs:
        return False
    return not node.graph.is_output(node.output) and not node.graph.control_users(node)


class _Lone(NamedTuple):
    place: str
    node: Node


def _moved(found: Difference, one: _Lone, other: _Lone) -> None:
    """The same call, but elsewhere: in another subgraph, or where nothing around it has a partner."""
    new_name = other.node.name if other.node.name != one.node.name else ""
    names = ["the outermost graph" if not item.place else item.place for item in (one, other)]
    deltas = (Delta("graph", *names),) if one.place != other.place else ()
    deltas += (Delta("inputs", _input_names(one.node), _input_names(other.node)),)
    found.changes.append(Change("moved", one.place, one.node.name, one.node.op, new_name, deltas))


def _one_sided(found: Difference, kind: str, place: str, node: Node) -> None:
    shape = tuple(
        Delta(f"output {index}" if len(node.outputs) > 1 else "output", *_sides(kind, desc_text(value.desc)))
        for index, value in enumerate(node.outputs)
    )
    found.changes.append(Change(kind, place, node.name, node.op, deltas=shape))
    waiting = list(node.subgraphs.values())
    while waiting:
        graph = waiting.pop()
        if kind == "removed":
            found.left += len(graph)
        else:
            found.right += len(graph)
        waiting += [inner for node in graph.nodes for inner in node.subgraphs.values()]


def _sides(kind: str, text: str) -> tuple[str, str]:
    return (text, "") if kind == "removed" else ("", text)


def _interface(found: Difference, place: str, matching: Matching) -> None:
    left, right = matching.left, matching.right
    deltas: list[Delta] = []
    partners = matching.forward
    order = [partners.get(value.producer) for value in left.inputs]
    if order != [value.producer for value in right.inputs]:
        deltas.append(Delta("inputs", _names(left.inputs), _names(right.inputs)))
    names = [[name for name, _ in graph.outputs] for graph in (left, right)]
    if names[0] != names[1]:
        what = OUTPUT_NAMES if len(names[0]) == len(names[1]) else "outputs"
        deltas.append(Delta(what, ", ".join(names[0]), ", ".join(names[1])))
    if len(names[0]) == len(names[1]):
        for (name, value), (_, other) in zip(left.outputs, right.outputs, strict=True):
            if not _corresponds(matching, value, other):
                deltas.append(Delta(f'output "{name}"', str(value), str(other)))
    deltas += _attr_deltas("graph attribute", left.attrs, right.attrs)
    if left.parent is None:
        lines = [set(graph.store.lines()) for graph in (left, right)]
        deltas += [Delta("constraint", line, "") for line in sorted(lines[0] - lines[1])]
        deltas += [Delta("constraint", "", line) for line in sorted(lines[1] - lines[0])]
    if deltas:
        found.changes.append(Change("interface", place, "graph", "", deltas=tuple(deltas)))


def _names(values: Sequence[Value]) -> str:
    return ", ".join(value.name for value in values)


def _corresponds(matching: Matching, value: Value | None, other: Value | None) -> bool:
    if value is None or other is None:
        return value is other
    return value.index == other.index and matching.forward.get(value.producer) is other.producer


def _pair(found: Difference, place: str, matching: Matching, node: Node, other: Node) -> None:
    deltas = tuple(_deltas(matching, node, other))
    new_name = other.name if other.name != node.name else ""
    if deltas:
        kind = "rewired" if all(item.what.startswith(("input", "runs after")) for item in deltas) else "changed"
        found.changes.append(Change(kind, place, node.name, node.op, new_name, deltas))
    elif new_name:
        found.changes.append(Change("renamed", place, node.name, node.op, new_name))
    else:
        found.same += 1


def _deltas(matching: Matching, node: Node, other: Node) -> Iterator[Delta]:
    if node.op != other.op:
        yield Delta("operator", node.op, other.op)
    if node.proto is CONST and other.proto is CONST:
        yield from _value_deltas(node.attrs.get("value"), other.attrs.get("value"))
    elif (node.proto is not DATA or other.proto is not DATA) and node.attrs is not other.attrs:
        yield from _attr_deltas("attribute", node.attrs, other.attrs)
    yield from _input_deltas(matching, node, other)
    if node.control_inputs or other.control_inputs:
        before = [matching.forward.get(item) for item in node.control_inputs]
        if before != list(other.control_inputs):
            names = [", ".join(item.name for item in each.control_inputs) for each in (node, other)]
            yield Delta("runs after", *names)
    if len(node.outputs) != len(other.outputs):
        yield Delta("outputs", str(len(node.outputs)), str(len(other.outputs)))
    for index, (value, partner) in enumerate(zip(node.outputs, other.outputs, strict=False)):
        if value.desc is not partner.desc and value.desc != partner.desc:
            what = f"output {index}" if len(node.outputs) > 1 else "output"
            yield Delta(what, desc_text(value.desc), desc_text(partner.desc))
    if node.subgraphs.keys() != other.subgraphs.keys():
        yield Delta("subgraphs", ", ".join(sorted(node.subgraphs)), ", ".join(sorted(other.subgraphs)))


def _input_deltas(matching: Matching, node: Node, other: Node) -> Iterator[Delta]:
    if node.counts != other.counts or len(node.inputs) != len(other.inputs):
        yield Delta("inputs", _input_names(node), _input_names(other))
        return
    for index, (value, partner) in enumerate(zip(node.inputs, other.inputs, strict=True)):
        if not _corresponds(matching, value, partner):
            yield Delta(f"input {_port(node, index)}", *(str(item) if item else "" for item in (value, partner)))


def _input_names(node: Node) -> str:
    return _short(", ".join(str(value) if value is not None else "_" for value in node.inputs))


def _port(node: Node, index: int) -> str:
    at = 0
    counts = node.counts or tuple(1 for _ in node.proto.inputs)
    for port, count in zip(node.proto.inputs, counts, strict=False):
        if index < at + count:
            return port.name if port.kind.value != "dynamic" else f"{port.name}[{index - at}]"
        at += count
    return str(index)


def _attr_deltas(what: str, left: Mapping[str, AttrValue], right: Mapping[str, AttrValue]) -> Iterator[Delta]:
    for name in sorted({*left, *right}):
        one = {name: left[name]} if name in left else {}
        other = {name: right[name]} if name in right else {}
        if not same_attrs(one, other):
            texts = [_attr(each[name]) if each else "" for each in (one, other)]
            yield Delta(f"{what} {name}", *texts)


def _attr(value: AttrValue) -> str:
    if isinstance(value, TensorValue):
        return f"tensor {value.dtype.name}[{', '.join(map(str, value.dims))}]"
    return _short(attr_text(value))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _value_deltas(left: object, right: object) -> Iterator[Delta]:
    if not isinstance(left, TensorValue) or not isinstance(right, TensorValue) or left == right:
        return
    if (left.dtype, left.dims) != (right.dtype, right.dims):
        yield Delta("value", _attr(left), _attr(right))
        return
    yield Delta("value", _attr(left), f"{_attr(right)}, {_content(left, right)}")


def _content(left: TensorValue, right: TensorValue) -> str:
    """How far apart the elements are."""
    import numpy as np

    one, other = left.array().reshape(-1), right.array().reshape(-1)
    if not (left.dtype.is_float or left.dtype.is_integer):
        count = int(np.count_nonzero(one != other))
        return f"{count} of {left.size} elements differ"
    a, b = one.astype(np.float64), other.astype(np.float64)
    count = int(np.count_nonzero(~((a == b) | (np.isnan(a) & np.isnan(b)))))
    if not count:
        return "equal but for their bits"
    with np.errstate(invalid="ignore"):
        largest = float(np.nanmax(np.abs(a - b))) if bool(np.isfinite(a - b).any()) else math.inf
    return f"{count} of {left.size} elements differ by up to {largest:.3g}"
