"""Which values share an address: views, outputs written in place, arguments of called graphs, parts of a Concat.

Aliases come first, as in the engine's symbol table: a lifetime belongs to the place, not to the tensor. Rules:

* A view lies where its input lies.
* An output named like an input overwrites it, when nobody reads the old content afterwards and it is not the caller's.
* Inside a called graph, an argument lies where the caller's value lies; While and For work on their state, which is
  where their results lie.
* The results of a branch are made where the caller's outputs lie, when the branch computes each of them itself.
* With `concat_views`, the inputs of a Concat along the outermost axis are made at their place in its output, and the
  outputs of a Split along the outermost axis stay where they are in its input, so that neither copies anything. Parts
  start at whole granules, because kernels read and write whole granules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.memory.sizes import GRANULE_BYTES
from metadef.memory.timeline import Timeline
from metadef.ops.builtin import CONST, DATA
from metadef.ops.traits import VIEW
from metadef.types.format import Format
from metadef.types.tensor_value import TensorValue

__all__ = ["CONCATS", "LOOPS", "SPLITS", "Aliases", "find_aliases"]

CONCATS = frozenset({"Concat", "ConcatD", "ConcatV2", "ConcatV2D"})
SPLITS = frozenset({"Split", "SplitD", "SplitV", "SplitVD"})
LOOPS = frozenset({"While", "StatelessWhile", "_While", "For"})  # their state is theirs, and changes in each round

SizeOf = Callable[[Value], int | None]  # bytes of a value's tensor, without padding


@dataclass(frozen=True, slots=True)
class Aliases:
    """Places and who lies in them. A value that shares with nobody is its own place."""

    place_of: dict[Value, tuple[Value, int]] = field(default_factory=dict[Value, tuple[Value, int]])
    members: dict[Value, list[Value]] = field(default_factory=dict[Value, list[Value]])  # of each place, owner first
    rewritten: set[Value] = field(default_factory=set[Value])  # values written over another one of their place

    def place(self, value: Value) -> tuple[Value, int]:
        """The owner of the place where a value lies, and the bytes from there to the value."""
        return self.place_of.get(value, (value, 0))

    def held(self, owner: Value) -> list[Value]:
        """All values in a place, its owner among them."""
        return self.members.setdefault(owner, [owner])

    def put(self, value: Value, owner: Value, shift: int) -> None:
        """Move a place, with all that lies in it, to `shift` bytes inside another."""
        moved = self.members.pop(value, [value])
        for member in moved:
            self.place_of[member] = (owner, shift + self.place_of.get(member, (member, 0))[1])
        self.held(owner).extend(moved)


def find_aliases(line: Timeline, size_of: SizeOf, concat_views: bool = False) -> Aliases:
    """The places of all values, decided in the order of the steps."""
    aliases = Aliases()
    for node in line.order:
        if node.subgraphs:
            for value, owner in _arguments(node):
                if aliases.place(value)[0] is value:
                    aliases.put(value, *aliases.place(owner))
            continue
        if concat_views and node.op in SPLITS:
            _split(node, aliases, size_of)
        for value, source in _shares(node):
            owner, shift = aliases.place(source)
            if value.desc.format is not source.desc.format:
                continue
            if node.proto.has_trait(VIEW):
                aliases.put(value, owner, shift)
            elif _may_overwrite(node, owner, aliases, line):
                aliases.put(value, owner, shift)
                aliases.rewritten.add(value)
    # WHY: places grow outwards only after everything inside them is known
    for node in reversed(line.order):
        if node.subgraphs:
            _results(node, aliases)
        elif concat_views and node.op in CONCATS:
            _concat(node, aliases, size_of, line)
    return aliases


def _shares(node: Node) -> list[tuple[Value, Value]]:
    """(output, input) pairs of a node that lie at one address: views, and outputs written in place."""
    if node.proto.has_trait(VIEW) and node.outputs:
        first = next((value for value in node.inputs if value is not None), None)
        return [(node.outputs[0], first)] if first is not None else []
    if node.output_counts is not None or node.counts is not None:
        return []
    return [
        (node.outputs[node.proto.output_index[name]], source)
        for name, index in node.proto.in_place.items()
        if (source := node.inputs[index]) is not None
    ]


def _may_overwrite(node: Node, owner: Value, aliases: Aliases, line: Timeline) -> bool:
    """Whether nobody needs the old content of a place afterwards, under any of its names."""
    if _is_given(owner):
        return False
    held = aliases.held(owner)
    now = line.reads[node]
    return not any(value.producer.graph.is_output(value) for value in held) and all(
        line.reads[user] <= now for value in held for user in value.users
    )


def _is_given(value: Value) -> bool:
    """Whether the bytes are the caller's: an input or a constant, which nobody may write."""
    return value.producer.proto is CONST or value.producer.proto is DATA


def _arguments(node: Node) -> Iterator[tuple[Value, Value]]:
    """(value inside, value outside) for the arguments of every called graph, matched from the last one backwards.

    The first arguments may have no partner: For gives its body the round, and If keeps its condition.
    """
    if not node.proto.inputs:
        return
    outside = node.outputs if node.op in LOOPS else node.members(node.proto.inputs[-1].name)
    for graph in node.subgraphs.values():
        for inner, outer in zip(reversed(graph.inputs), reversed(outside), strict=False):
            if outer is not None and inner.desc.format is outer.desc.format:
                yield inner, outer


def _results(node: Node, aliases: Aliases) -> None:
    """Let branches make their results where the caller's outputs lie."""
    if node.op in LOOPS:
        return
    graphs = list(node.subgraphs.values())
    for index, outer in enumerate(node.outputs):
        inner = [graph.outputs[index].value for graph in graphs if index < len(graph.outputs)]
        if len(inner) != len(graphs) or not all(
            _is_own(value, graph, aliases) and value.desc == outer.desc
            for value, graph in zip(inner, graphs, strict=True)
        ):
            continue
        owner, shift = aliases.place(outer)
        for value in inner:
            aliases.put(value, owner, shift)


def _is_own(value: Value, graph: Graph, aliases: Aliases) -> bool:
    """Whether a result is computed in the graph, in a place of its own, and is one result only."""
    return (
        value.producer.graph is graph
        and not _is_given(value)
        and aliases.place(value) == (value, 0)
        and sum(output.value is value for output in graph.outputs) == 1
        and not any(other.producer.graph.is_output(other) for other in aliases.held(value) if other is not value)
    )


def _split(node: Node, aliases: Aliases, size_of: SizeOf) -> None:
    source = node.input("x")
    if source is None or not _is_outermost(node, source, node.outputs):
        return
    shifts = _part_shifts(node.outputs, source, size_of)
    if shifts is None or source.producer.proto is CONST:
        return
    owner, start = aliases.place(source)
    for value, shift in zip(node.outputs, shifts, strict=True):
        aliases.put(value, owner, start + shift)


def _concat(node: Node, aliases: Aliases, size_of: SizeOf, line: Timeline) -> None:
    if not node.outputs:
        return
    result = node.output
    parts = [value for value in node.members("x") if value is not None]
    if not _is_outermost(node, result, parts) or len(set(parts)) != len(parts):
        return
    shifts = _part_shifts(parts, result, size_of)
    if shifts is None or any(_is_given(part) or not _is_free(part, aliases, node) for part in parts):
        return
    owner, start = aliases.place(result)
    if not aliases.rewritten.isdisjoint(aliases.held(owner)) and any(
        line.reads[user] > line.reads[node] for part in parts for value in aliases.held(part) for user in value.users
    ):
        return  # WHY: who writes over the result would destroy a part that is still read
    for part, shift in zip(parts, shifts, strict=True):
        aliases.put(part, owner, start + shift)


def _is_free(value: Value, aliases: Aliases, node: Node) -> bool:
    """Whether a value may be made anywhere: it fills a place of its own and is made in the same graph."""
    return (
        aliases.place(value) == (value, 0)
        and value.producer.graph is node.graph
        and not any(other.producer.graph.is_output(other) for other in aliases.held(value))
    )


def _part_shifts(parts: tuple[Value, ...] | list[Value], whole: Value, size_of: SizeOf) -> list[int] | None:
    """Bytes from the whole's start to each part; None when the parts do not make up the whole at whole granules."""
    shifts: list[int] = []
    end = 0
    for part in parts:
        size = size_of(part)
        if size is None or end % GRANULE_BYTES or part.desc.format is not whole.desc.format:
            return None
        shifts.append(end)
        end += size
    return shifts if end == size_of(whole) else None


def _is_outermost(node: Node, whole: Value, parts: Sequence[Value]) -> bool:
    """Whether the parts of a Concat or Split lie one behind the other in the whole.

    That is so when only ones come before the axis, in a layout that keeps the order of the origin; and for channels
    stored as NC1HWC0, when the batch is 1 and every part but the last fills its blocks of C0 channels.
    """
    axis, desc = _axis(node), whole.desc
    if axis is None or desc.shape.rank is None or desc.origin_shape.rank is None:
        return False
    place = axis + desc.origin_shape.rank if axis < 0 else axis
    if not 0 <= place < desc.origin_shape.rank:
        return False
    if desc.shape == desc.origin_shape:
        return all(dim == 1 for dim in tuple(desc.shape)[:place])
    if desc.format is not Format.NC1HWC0 or desc.origin_format.serial[place : place + 1] != "C":
        return False
    batch, *_, block = desc.shape
    channels = [tuple(part.desc.origin_shape)[place] for part in parts[:-1] if part.desc.origin_shape.rank is not None]
    return (
        batch == 1
        and isinstance(block, int)
        and len(channels) == len(parts) - 1
        and all(isinstance(count, int) and count % block == 0 for count in channels)
    )


def _axis(node: Node) -> int | None:
    for name in ("concat_dim", "split_dim"):
        if name in node.proto.attr_index:
            found = node.attr(name)
            return found if isinstance(found, int) else None
        if name in node.proto.input_index:
            source = node.input(name)
            tensor = source.producer.attrs.get("value") if source and source.producer.proto is CONST else None
            return int(tensor.array().reshape(-1)[0]) if isinstance(tensor, TensorValue) and tensor.size else None
    return None
