"""The NODES section: what graphs are made of, gathered into columns over all graphs of a file.

Nodes, values and inputs of all graphs are numbered through, outer graphs before inner ones, nodes by age. Work is
done a column at a time, so that a node costs a few look-ups at C speed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TypeVar

import numpy as np

from metadef.codec.mdef.columns import ColumnWriter, Ints, distinct_rows
from metadef.codec.mdef.layout import InputKind, NodeColumn
from metadef.codec.mdef.seed import NOTHING, Seed
from metadef.codec.mdef.strings import StringPool
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.proto import OpProto

__all__ = [
    "Census",
    "census",
    "distinct_objects",
    "intern_objects",
    "put_calls",
    "put_edges",
    "put_names",
    "source_ranks",
]

T = TypeVar("T")


@dataclass(frozen=True)
class Census:
    """Everything in a graph and its subgraphs, numbered through."""

    graphs: list[Graph]
    nodes: list[Node]
    values: list[Value]
    inputs: list[tuple[Value | None, ...]]  # of every node
    input_sizes: Ints
    node_starts: Ints  # graphs + 1: where the nodes of each graph begin
    value_starts: Ints  # nodes + 1: where the values of each node begin
    graph_of: Ints  # of every node
    number_of_value: dict[Value | None, int]  # -1 for None

    @cached_property
    def number_of(self) -> dict[Node, int]:
        """The number of every node; few graphs have what asks for it."""
        return dict(zip(self.nodes, range(len(self.nodes)), strict=True))


def census(graphs: list[Graph]) -> Census:
    """Number everything."""
    per_graph = [list(graph.nodes) for graph in graphs]
    nodes = per_graph[0] if len(per_graph) == 1 else list(chain.from_iterable(per_graph))
    outputs = [node.outputs for node in nodes]
    inputs = [node.inputs for node in nodes]
    values = list(chain.from_iterable(outputs))
    sizes = np.array(list(map(len, per_graph)), np.int64)
    number_of_value: dict[Value | None, int] = dict(zip(values, range(len(values)), strict=True))
    number_of_value[None] = -1
    return Census(
        graphs,
        nodes,
        values,
        inputs,
        np.fromiter(map(len, inputs), np.int64, len(inputs)),
        _starts(sizes),
        _starts(np.fromiter(map(len, outputs), np.int64, len(nodes))),
        np.repeat(np.arange(len(graphs)), sizes),
        number_of_value,
    )


def _starts(sizes: Ints) -> Ints:
    starts = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def distinct_objects(items: Sequence[T]) -> tuple[list[T], Ints]:
    """Every object once, in order of first appearance, and which of them each place has."""
    keys = list(map(id, items))
    objects = dict(zip(keys, items, strict=True))
    numbers = dict(zip(objects, range(len(objects)), strict=True))
    return list(objects.values()), np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))


def intern_objects(items: Sequence[T], number: Callable[[T], int]) -> Ints:
    """The number of every item, where most items are the same few objects: `number` is asked once an object."""
    objects, places = distinct_objects(items)
    return np.array(list(map(number, objects)), np.int64)[places] if objects else places


def put_names(columns: ColumnWriter, names: Sequence[str], strings: StringPool, seed: Seed = NOTHING) -> None:
    """Names as a path and a last part; a path is another path and one more part, each ending in a slash."""
    if not names:
        return
    rows = [name.rpartition("/") for name in names]
    heads: Sequence[str] = list(map(itemgetter(0), rows))
    tails: list[str] = list(map(itemgetter(2), rows))
    prefixes: dict[str, int] = {text: number for number, text in enumerate(seed.paths)}
    parents, parts = list(seed.path_parents), list(seed.path_parts)
    paths = dict.fromkeys(heads)
    if "" in paths:
        del paths[""]
        for index, head in enumerate(heads):
            if not head:
                tails[index] = names[index]  # a slash at the beginning belongs to the last part
    for head in paths:
        path = head + "/"
        at = 0
        while at < len(path):
            after = path.find("/", at) + 1
            if path[:after] not in prefixes:
                parents.append(prefixes[path[:at]])
                parts.append(strings.number(path[at:after]))
                prefixes[path[:after]] = len(prefixes)
            at = after
    number_of = {head: prefixes[head + "/"] for head in paths}
    number_of[""] = 0
    columns.ints(NodeColumn.PREFIX, np.array(list(map(number_of.__getitem__, heads)), np.int64))
    columns.ints(NodeColumn.LEAF, np.array(strings.extend(tails), np.int64))
    columns.ints(NodeColumn.PREFIX_PARENT, parents)
    columns.ints(NodeColumn.PREFIX_PART, parts)


def put_calls(columns: ColumnWriter, all_: Census, operator: Callable[[OpProto], int], seed: Seed = NOTHING) -> None:
    """Signatures: operator, number of inputs and outputs, members of dynamic ports."""
    nodes = all_.nodes
    lists: dict[tuple[int, ...], int] = {counts: number for number, counts in enumerate(seed.members)}

    def members(counts: Sequence[tuple[int, ...] | None]) -> Ints:
        if counts.count(None) == len(counts):
            return np.zeros(len(counts), np.int64)
        return intern_objects(counts, lambda one: 0 if one is None else 1 + lists.setdefault(one, len(lists)))

    table: Sequence[Ints] = (
        intern_objects([node.proto for node in nodes], operator),
        all_.input_sizes,
        np.diff(all_.value_starts),
        members([node.counts for node in nodes]),
        members([node.output_counts for node in nodes]),
    )
    known = len(seed.signatures[0]) if seed.signatures else 0
    if known:
        table = [np.concatenate(pair) for pair in zip(seed.signatures, table, strict=True)]
    first, found = distinct_rows(table, known + len(nodes))
    columns.ints(NodeColumn.SIGNATURE, found[known:])
    columns.ints(NodeColumn.SIGNATURE_OPERATOR, table[0][first])
    columns.ints(NodeColumn.SIGNATURE_INPUTS, table[1][first])
    columns.ints(NodeColumn.SIGNATURE_OUTPUTS, table[2][first])
    columns.ints(NodeColumn.SIGNATURE_MEMBERS, table[3][first])
    columns.ints(NodeColumn.SIGNATURE_OUTPUT_MEMBERS, table[4][first])
    columns.ints(NodeColumn.MEMBERS_LENGTH, list(map(len, lists)))
    columns.ints(NodeColumn.MEMBERS_ITEM, list(chain.from_iterable(lists)))


def put_edges(columns: ColumnWriter, all_: Census) -> None:
    """Data and control inputs, relative to the node that reads.

    A value of a node without inputs (graph inputs, constants) is told by its number among such values of its graph,
    any other one by how many values before the reader's own first one it stands.
    """
    nodes, sizes = all_.nodes, all_.input_sizes
    flat = np.fromiter(
        map(all_.number_of_value.__getitem__, chain.from_iterable(all_.inputs)), np.int64, int(sizes.sum())
    )
    source_rank, first_source = source_ranks(sizes, all_.value_starts, all_.node_starts)
    readers = np.repeat(np.arange(len(nodes)), sizes)
    is_absent = flat < 0
    is_source = ~is_absent & (source_rank[flat] >= 0)
    kinds = np.where(is_absent, InputKind.ABSENT, np.where(is_source, InputKind.SOURCE, InputKind.EARLIER))
    is_earlier = ~(is_absent | is_source)
    columns.ints(NodeColumn.INPUT, kinds)
    columns.ints(NodeColumn.DISTANCE, all_.value_starts[readers[is_earlier]] - flat[is_earlier])
    graph_of_reader = all_.graph_of[readers[is_source]]
    columns.ints(NodeColumn.SOURCE, source_rank[flat[is_source]] - first_source[graph_of_reader])
    waiting = [(number, node) for number, node in enumerate(nodes) if node.control_inputs]
    columns.ints(NodeColumn.CONTROL_NODE, [number for number, _ in waiting])
    columns.ints(NodeColumn.CONTROL_COUNT, [len(node.control_inputs) for _, node in waiting])
    columns.ints(
        NodeColumn.CONTROL_DISTANCE,
        [number - all_.number_of[other] for number, node in waiting for other in node.control_inputs],
    )


def source_ranks(sizes: Ints, value_starts: Ints, node_starts: Ints) -> tuple[Ints, Ints]:
    """For every value its number among the values of nodes without inputs, else -1; and where each graph's begin.

    One entry more than there are values, so that -1 is a legal index.
    """
    is_source = np.repeat(sizes == 0, np.diff(value_starts))
    before = np.zeros(len(is_source) + 1, np.int64)
    np.cumsum(is_source, out=before[1:])
    ranks = np.full(len(is_source) + 1, -1, np.int64)
    ranks[:-1][is_source] = before[:-1][is_source]
    return ranks, before[value_starts[node_starts[:-1]]]
