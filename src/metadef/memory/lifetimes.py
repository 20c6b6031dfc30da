"""From a graph to a memory problem: aliases first, then lifetimes on the steps, then sizes and pools.

A buffer is written at its producer's step and needed up to and including its last reader's step; results live to the
end, inputs from the start. Values in one place (`metadef.memory.aliases`) are one buffer. Constants live in the weights
and are not placed here; a constant that several nodes hold is counted once.

Pools: everything lies in the feature map, "" by name. With `zero_copy`, the caller's inputs and outputs are in the pool
`io` and share with nobody, as the engine does for memory that the caller owns.

Source: facts memory_planning.md, part A.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from metadef.errors import Finding, did_you_mean, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import all_graphs
from metadef.memory.aliases import CONCATS, LOOPS, SPLITS, Aliases, find_aliases
from metadef.memory.bounds import lower_bound
from metadef.memory.problem import Problem
from metadef.memory.sizes import ALIGNMENT_BYTES, GRANULE_BYTES, device_bytes, tensor_bytes
from metadef.memory.streams import unordered_pairs
from metadef.memory.timeline import Timeline, timeline
from metadef.ops.builtin import CONST, DATA
from metadef.types.tensor_value import TensorValue

__all__ = ["FEATURE_MAP", "IO", "GraphMemory", "Lifetimes", "device_bytes", "graph_problem", "tensor_bytes"]

FEATURE_MAP, IO = "", "io"


@dataclass(frozen=True, slots=True)
class GraphMemory:
    """What to assume about a graph's memory."""

    sizes: Mapping[str, int] = field(default_factory=dict[str, int])  # of symbols; others take their upper end
    capacity_bytes: int | None = None
    order: Sequence[Node] | None = None  # of the graph's own nodes; None for topological order
    concat_views: bool | None = None  # Concat and Split copy nothing where they can; None: if that needs no more bytes
    zero_copy: bool = False  # inputs and outputs are the caller's memory
    no_reuse: frozenset[str] = frozenset()  # names or operators of nodes whose outputs share with nobody
    streams: Mapping[str, int] = field(default_factory=dict[str, int])  # node name to stream; 0 for those left out


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """A memory problem with the way back to the graph."""

    problem: Problem
    buffer_of: dict[Value, str]  # every planned value to its buffer's id
    shift_of: dict[Value, int]  # bytes from the buffer's start to the value
    values: dict[str, list[Value]]  # buffer id to the values that lie in it
    line: Timeline
    weights_bytes: int
    findings: tuple[Finding, ...]

    @property
    def unknown_sizes(self) -> bool:
        """Whether values were left out because nothing bounds their sizes: then the bytes are too few."""
        return any(item.name == "size-unknown" for item in self.findings)

    def readers(self, buffer_id: str) -> list[Node]:
        """The nodes that keep a buffer alive, the last ones first."""
        users = {user for value in self.values.get(buffer_id, ()) for user in value.users}
        return sorted(users, key=self.line.reads.__getitem__, reverse=True)


def graph_problem(graph: Graph, memory: GraphMemory | None = None) -> Lifetimes:
    """The problem of placing a graph's values, those of called graphs included.

    Raises:
        GraphError: naming the nodes of a cycle.
    """
    memory = memory or GraphMemory()
    if memory.concat_views is None:
        return _leaner(graph, memory)
    line = timeline(graph, memory.order)
    sized: dict[Value, int | None] = {}

    def size_of(value: Value) -> int | None:
        if value not in sized:
            sized[value] = tensor_bytes(value.desc, graph.store, memory.sizes)
        return sized[value]

    aliases = find_aliases(line, size_of, memory.concat_views)
    buffers: dict[Value, _Buffer] = {}
    unbounded: list[Value] = []
    weights: dict[int, int] = {}  # by identity of the tensor
    for node in line.order:
        if node.proto is CONST:
            tensor = node.attrs["value"]
            if isinstance(tensor, TensorValue):
                weights[id(tensor)] = device_bytes(tensor.nbytes)
            continue
        for value in node.outputs:
            owner, shift = aliases.place(value)
            if owner.producer.proto is CONST:
                continue
            size = size_of(value)
            if size is None:
                unbounded.append(value)
                continue
            buffer = buffers.setdefault(owner, _Buffer())
            buffer.take(value, _begin(value, line), _end(value, line), shift + device_bytes(size))
    _hold(graph, memory, buffers, line)
    names = _names(graph, buffers)
    owners = list(buffers)
    group, position = _groups(line, aliases, buffers)
    conflicts = _conflicts(memory, line, list(buffers.values())) if memory.streams and buffers else []
    problem = Problem.from_columns(
        [names[owner] for owner in owners],
        [buffer.lower for buffer in buffers.values()],
        [buffer.upper for buffer in buffers.values()],
        [buffer.size_bytes for buffer in buffers.values()],
        alignment=[ALIGNMENT_BYTES if buffer.pool == FEATURE_MAP else GRANULE_BYTES for buffer in buffers.values()],
        pool=[buffer.pool for buffer in buffers.values()],
        group=[group.get(owner, "") for owner in owners],
        position=[position.get(owner, 0) for owner in owners],
        conflicts=conflicts,
        capacity_bytes=memory.capacity_bytes,
    )
    return Lifetimes(
        problem,
        {value: names[owner] for owner, buffer in buffers.items() for value in buffer.values},
        {value: aliases.place(value)[1] for buffer in buffers.values() for value in buffer.values},
        {names[owner]: buffer.values for owner, buffer in buffers.items()},
        line,
        sum(weights.values()),
        (*_unbounded(unbounded), *_unknown_names(memory, line)),
    )


def _leaner(graph: Graph, memory: GraphMemory) -> Lifetimes:
    """The problem with views of Concat and Split, or the one without where fewer bytes are alive at its peak.

    WHY: views spare copies, but they hold the whole result from the first part on.
    """
    copies = graph_problem(graph, replace(memory, concat_views=False))
    if not any(node.op in CONCATS or node.op in SPLITS for node in copies.line.order):
        return copies
    views = graph_problem(graph, replace(memory, concat_views=True))
    return views if lower_bound(views.problem).bytes <= lower_bound(copies.problem).bytes else copies


@dataclass(slots=True)
class _Buffer:
    """A place while its members are collected."""

    lower: int = 0
    upper: int = 0
    size_bytes: int = 0
    pool: str = FEATURE_MAP
    values: list[Value] = field(default_factory=list[Value])

    def take(self, value: Value, lower: int, upper: int, end_bytes: int) -> None:
        self.lower = min(self.lower, lower) if self.values else lower
        self.upper = max(self.upper, upper)
        self.size_bytes = max(self.size_bytes, end_bytes)
        self.values.append(value)


def _begin(value: Value, line: Timeline) -> int:
    """The step in which a value is written first."""
    node = value.producer
    if node.proto is DATA:
        return line.reads[node.graph.parent] if node.graph.parent is not None else 0
    if not node.subgraphs:
        return line.writes[node]
    # WHY: a loop keeps its state in its outputs; any other caller gets its results when a subgraph ends
    return line.reads[node] if node.op in LOOPS else min(line.ends[graph] for graph in node.subgraphs.values())


def _end(value: Value, line: Timeline) -> int:
    """The first step in which a value is no longer needed."""
    graph = value.producer.graph
    end = max((line.reads[user] + 1 for user in value.users), default=0)
    if graph.is_output(value):
        end = max(end, (line.length if graph.parent is None else line.ends[graph]) + 1)
    return max(end, line.writes[value.producer] + 1)


def _hold(graph: Graph, memory: GraphMemory, buffers: Mapping[Value, _Buffer], line: Timeline) -> None:
    """Keep what must share with nobody for the whole run: the caller's memory, and what is on the no-reuse list."""
    for buffer in buffers.values():
        if memory.zero_copy and any(_is_callers(value, graph) for value in buffer.values):
            buffer.pool = IO
        named = (name for value in buffer.values for name in (value.producer.name, value.producer.op))
        if buffer.pool == IO or (memory.no_reuse and not memory.no_reuse.isdisjoint(named)):
            buffer.lower, buffer.upper = 0, line.length + 1


def _is_callers(value: Value, graph: Graph) -> bool:
    return value.producer.graph is graph and (value.producer.proto is DATA or graph.is_output(value))


def _names(graph: Graph, owners: Iterable[Value]) -> dict[Value, str]:
    """Ids of buffers: the owner's name, behind the path of the called graph that it belongs to."""
    path: dict[Graph, str] = {graph: ""}
    for outer in all_graphs(graph):
        for node in outer.nodes:
            for slot, inner in node.subgraphs.items():
                path[inner] = f"{path[outer]}{node.name}.{slot}/"
    return {owner: path[owner.producer.graph] + owner.name for owner in owners}


def _groups(
    line: Timeline, aliases: Aliases, buffers: Mapping[Value, _Buffer]
) -> tuple[dict[Value, str], dict[Value, int]]:
    """Inputs of collective operators lie side by side: group and rank of each, where each fills a place of its own."""
    group: dict[Value, str] = {}
    position: dict[Value, int] = {}
    for node in line.order:
        if not node.op.startswith("Hcom") or len(node.inputs) < 2:
            continue
        members = [value for value in node.inputs if value is not None]
        free = all(aliases.place(value) == (value, 0) and value in buffers and value not in group for value in members)
        if free and len(set(members)) == len({buffers[value].pool for value in members}) * len(members):
            for rank, value in enumerate(members):
                group[value], position[value] = node.name, rank
    return group, position


def _conflicts(memory: GraphMemory, line: Timeline, buffers: Sequence[_Buffer]) -> list[tuple[int, int]]:
    stream_of: dict[Node, int] = {}
    for node in line.order:
        parent = node.graph.parent
        stream_of[node] = stream_of[parent] if parent is not None else memory.streams.get(node.name, 0)
    numbers = {stream: number for number, stream in enumerate(sorted(set(stream_of.values())))}
    dense = {node: numbers[stream] for node, stream in stream_of.items()}
    touched = [
        (
            {node for value in buffer.values for node in (value.producer, *value.users)},
            {value.producer for value in buffer.values},
        )
        for buffer in buffers
    ]
    lower = np.array([buffer.lower for buffer in buffers], dtype=np.int64)
    upper = np.array([buffer.upper for buffer in buffers], dtype=np.int64)
    return unordered_pairs(line, dense, touched, lower, upper)


def _unknown_names(memory: GraphMemory, line: Timeline) -> list[Finding]:
    """Names on the no-reuse list and in the table of streams that no node has."""
    names = {node.name for node in line.order}
    known = {"no-reuse": names | {node.op for node in line.order}, "stream": names}
    asked = {"no-reuse": sorted(memory.no_reuse), "stream": sorted(memory.streams)}
    return [
        finding(
            "unknown-node",
            f"{what} {name}",
            "the model has no node" + (" or operator" if what == "no-reuse" else "") + f' called "{name}"',
            hint=did_you_mean(name, known[what]),
        )
        for what in known
        for name in asked[what]
        if name not in known[what]
    ]


def _unbounded(values: Sequence[Value]) -> list[Finding]:
    """One finding for all values left out, with the symbols that would have to be set."""
    if not values:
        return []
    first = values[0]
    symbols = sorted({symbol for value in values for symbol in value.desc.shape.symbols()})
    what = f"{', '.join(symbols)} without an upper bound" if symbols else "an unknown dimension"
    more = f" and of {len(values) - 1} more" if len(values) > 1 else ""
    return [
        finding(
            "size-unknown",
            f"value {first.name}",
            f"its size{more} depends on {what}: left out of the memory plan",
            got=f"{first.desc.dtype.name}{first.desc.shape}",
            hint=f"--set {','.join(f'{symbol}=SIZE' for symbol in symbols)}" if symbols else "a bounded input shape",
        )
    ]
