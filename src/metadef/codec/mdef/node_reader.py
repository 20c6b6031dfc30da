"""The NODES and GRAPHS sections: columns with every number checked, and the arrays derived from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from metadef.codec.mdef.columns import ColumnReader, Ints
from metadef.codec.mdef.layout import GraphColumn, InputKind, NodeColumn
from metadef.codec.mdef.node_writer import source_ranks

__all__ = ["NodeColumns", "Signature"]

_LONGEST_NAME = 1 << 16  # characters; WHY: paths refer to paths, so that a short file could describe endless names
_MOST_NESTING = 1 << 10  # parts of a path


@dataclass(frozen=True, slots=True)
class Signature:
    """How a node calls its operator."""

    operator: int
    inputs: int
    outputs: int
    counts: tuple[int, ...] | None
    output_counts: tuple[int, ...] | None


class NodeColumns:
    """All nodes of a file; every array is made when first asked for."""

    def __init__(self, nodes: ColumnReader, graphs: ColumnReader, strings: list[str], operators: int) -> None:
        """`operators` is how many operators there are."""
        self._nodes, self._graphs, self._strings, self._operators = nodes, graphs, strings, operators

    @cached_property
    def graph_names(self) -> list[str]:
        """The name of every graph."""
        numbers = self._graphs.indexes(GraphColumn.NAME, len(self._strings)).tolist()
        if not numbers:
            raise self._graphs.fault("there is no graph")
        return [self._strings[number] for number in numbers]

    @cached_property
    def node_starts(self) -> Ints:
        """Where the nodes of each graph begin, and the number of nodes."""
        return _starts(self._graphs.lengths(GraphColumn.NODES, len(self.signature), len(self.graph_names)))

    @cached_property
    def graph_of(self) -> Ints:
        """The graph of every node."""
        return np.repeat(np.arange(len(self.graph_names)), np.diff(self.node_starts))

    # --- calls ---------------------------------------------------------------------------------------------------

    @cached_property
    def signature(self) -> Ints:
        """The signature of every node."""
        return self._nodes.indexes(NodeColumn.SIGNATURE, len(self.signatures))

    @cached_property
    def signatures(self) -> list[Signature]:
        """All signatures."""
        nodes, lists = self._nodes, self.members
        made: list[Signature] = []
        for row in zip(*(column.tolist() for column in self.signature_columns), strict=True):
            counts = lists[row[3] - 1] if row[3] else None
            output_counts = lists[row[4] - 1] if row[4] else None
            if (counts is not None and sum(counts) != row[1]) or (
                output_counts is not None and sum(output_counts) != row[2]
            ):
                raise nodes.fault("the members of dynamic ports do not add up")
            made.append(Signature(row[0], row[1], row[2], counts, output_counts))
        return made

    @cached_property
    def members(self) -> list[tuple[int, ...]]:
        """Lists of how many members the ports of a node have."""
        lengths = self._nodes.lengths(NodeColumn.MEMBERS_LENGTH)
        items = self._nodes.lengths(NodeColumn.MEMBERS_ITEM, entries=int(lengths.sum())).tolist()
        return [tuple(items[start:end]) for start, end in pairwise(_starts(lengths).tolist())]

    @cached_property
    def signature_columns(self) -> tuple[Ints, ...]:
        """All signatures: operator, inputs, outputs, 1 + list of members, 1 + list of output members."""
        nodes, lists = self._nodes, len(self.members) + 1
        operators = nodes.indexes(NodeColumn.SIGNATURE_OPERATOR, self._operators)
        count = len(operators)
        return (
            operators,
            nodes.lengths(NodeColumn.SIGNATURE_INPUTS, entries=count),
            nodes.lengths(NodeColumn.SIGNATURE_OUTPUTS, entries=count),
            nodes.indexes(NodeColumn.SIGNATURE_MEMBERS, lists, count),
            nodes.indexes(NodeColumn.SIGNATURE_OUTPUT_MEMBERS, lists, count),
        )

    @cached_property
    def input_starts(self) -> Ints:
        """Where the inputs of each node begin, and the number of inputs."""
        return self._sizes([signature.inputs for signature in self.signatures])

    @cached_property
    def value_starts(self) -> Ints:
        """Where the values of each node begin, and the number of values."""
        return self._sizes([signature.outputs for signature in self.signatures])

    def _sizes(self, per_signature: list[int]) -> Ints:
        sizes = np.array(per_signature, np.int64)[self.signature] if per_signature else np.empty(0, np.int64)
        # WHY as doubles: many sizes, each within the limit, could wrap around
        if float(sizes.sum(dtype=np.float64)) > self._nodes.most_entries:
            raise self._nodes.fault("the nodes have more inputs or outputs than a file of this size can tell")
        return _starts(sizes)

    @cached_property
    def first_values(self) -> Ints:
        """Where the values of each graph begin, and the number of values."""
        return self.value_starts[self.node_starts]

    @cached_property
    def desc(self) -> Ints:
        """The descriptor of every value; not checked against the descriptors."""
        return self._nodes.ints(NodeColumn.DESC, int(self.value_starts[-1]))

    @cached_property
    def attrs(self) -> Ints:
        """The attribute map of every node; not checked against the maps."""
        return self._nodes.ints(NodeColumn.ATTRS, len(self.signature))

    @cached_property
    def origin(self) -> Ints:
        """1 + the origin of every node, 0 for none; empty when no node has one."""
        known = NodeColumn.ORIGIN in self._nodes
        return self._nodes.ints(NodeColumn.ORIGIN, len(self.signature) if known else 0)

    @cached_property
    def inputs(self) -> Ints:
        """The value that every input reads, counted over all graphs; -1 for an absent one."""
        nodes = self._nodes
        kinds = nodes.indexes(NodeColumn.INPUT, len(InputKind), int(self.input_starts[-1]))
        sizes = np.diff(self.input_starts)
        readers = np.repeat(np.arange(len(sizes)), sizes)
        found = np.full(len(kinds), -1, np.int64)
        is_earlier, is_source = kinds == InputKind.EARLIER, kinds == InputKind.SOURCE
        distances = nodes.ints(NodeColumn.DISTANCE, int(is_earlier.sum()))
        found[is_earlier] = self.value_starts[readers[is_earlier]] - distances
        numbers = nodes.indexes(NodeColumn.SOURCE, len(self.desc), int(is_source.sum()))
        ranks, first_source = source_ranks(sizes, self.value_starts, self.node_starts)
        sources = np.flatnonzero(ranks >= 0)
        wanted = numbers + first_source[self.graph_of[readers[is_source]]]
        if len(wanted) and int(wanted.max()) >= len(sources):
            raise nodes.fault("an input reads a value that is not there")
        found[is_source] = sources[wanted]
        graph = self.graph_of[readers]
        present = kinds != InputKind.ABSENT
        low, high = self.first_values[graph], self.first_values[graph + 1]
        if bool((present & ((found < low) | (found >= high))).any()):
            raise nodes.fault("an input reads a value that its graph has not")
        return found

    def inputs_of(self, node: int) -> list[int]:
        """The same for one node, without doing it for all others."""
        nodes, graph = self._nodes, int(self.graph_of[node])
        start, end = self.input_starts[node : node + 2].tolist()
        if start == end:
            return []
        kinds = nodes.indexes(NodeColumn.INPUT, len(InputKind), int(self.input_starts[-1]))
        distances, numbers = nodes.ints(NodeColumn.DISTANCE), nodes.ints(NodeColumn.SOURCE)
        earlier, source = (int((kinds[:start] == kind).sum()) for kind in (InputKind.EARLIER, InputKind.SOURCE))
        low, high = self.first_values[graph : graph + 2].tolist()
        found: list[int] = []
        try:
            for kind in kinds[start:end].tolist():
                if kind == InputKind.ABSENT:
                    found.append(-1)
                    continue
                if kind == InputKind.EARLIER:
                    value = int(self.value_starts[node]) - int(distances[earlier])
                    earlier += 1
                else:
                    value = self._source_value(graph, int(numbers[source]))
                    source += 1
                if not low <= value < high:
                    raise IndexError
                found.append(value)
        except IndexError:
            raise nodes.fault("an input reads a value that its graph has not") from None
        return found

    def _source_value(self, graph: int, number: int) -> int:
        """The value with a number among those of the graph's nodes without inputs.

        Raises:
            IndexError: if there are fewer.
        """
        if number < 0:
            raise IndexError
        start, end = self.node_starts[graph : graph + 2].tolist()
        sources = [index for index, signature in enumerate(self.signatures) if not signature.inputs]
        owners = start + np.flatnonzero(np.isin(self.signature[start:end], sources))
        ends = np.cumsum(self.value_starts[owners + 1] - self.value_starts[owners])
        place = int(np.searchsorted(ends, number, side="right"))
        before = int(ends[place - 1]) if place else 0
        return int(self.value_starts[owners[place]]) + number - before

    @cached_property
    def control(self) -> list[tuple[int, list[int]]]:
        """Nodes with control inputs, and those: numbers over all graphs."""
        nodes = self._nodes
        waiting = nodes.indexes(NodeColumn.CONTROL_NODE, len(self.signature))
        counts = nodes.lengths(NodeColumn.CONTROL_COUNT, entries=len(waiting))
        distances = nodes.ints(NodeColumn.CONTROL_DISTANCE, int(counts.sum()))
        owners = np.repeat(waiting, counts)
        others = owners - distances
        if len(others) and (int(others.min()) < 0 or int(others.max()) >= len(self.signature)):
            raise nodes.fault("a control input is not there")
        if bool((self.graph_of[owners] != self.graph_of[others]).any()):
            raise nodes.fault("a control input is in another graph")
        flat = others.tolist()
        return [
            (node, flat[start:end])
            for node, (start, end) in zip(waiting.tolist(), pairwise(_starts(counts).tolist()), strict=True)
        ]

    @cached_property
    def subgraphs(self) -> list[tuple[int, str]]:
        """The owner and the slot of every graph but the first."""
        count = len(self.graph_names) - 1
        owners = self._nodes.indexes(NodeColumn.OWNER, len(self.signature), count).tolist()
        slots = self._nodes.indexes(NodeColumn.SLOT, len(self._strings), count).tolist()
        pairs = list(zip(owners, slots, strict=True))
        if len(set(pairs)) != count:
            raise self._nodes.fault("a node has two subgraphs in one slot")
        for index, owner in enumerate(owners):
            if self.graph_of[owner] > index:
                raise self._nodes.fault("a subgraph stands before the graph that it belongs to")
        return [(owner, self._strings[slot]) for owner, slot in pairs]

    # --- names ---------------------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> list[str]:
        """The name of every node; whether those of a graph are distinct is told when it is built."""
        prefix, leaf = self._prefix_and_leaf
        heads = map(self._prefixes.__getitem__, prefix.tolist())
        tails = map(self._strings.__getitem__, leaf.tolist())
        return [head + tail for head, tail in zip(heads, tails, strict=True)]

    @cached_property
    def _prefix_and_leaf(self) -> tuple[Ints, Ints]:
        nodes, count = self._nodes, len(self.signature)
        prefixes = len(nodes.ints(NodeColumn.PREFIX_PART))
        return (
            nodes.indexes(NodeColumn.PREFIX, prefixes, count),
            nodes.indexes(NodeColumn.LEAF, len(self._strings), count),
        )

    @cached_property
    def _prefix_tree(self) -> tuple[Ints, Ints]:
        nodes = self._nodes
        parts = nodes.indexes(NodeColumn.PREFIX_PART, len(self._strings))
        parents = nodes.indexes(NodeColumn.PREFIX_PARENT, max(len(parts), 1), len(parts))
        if len(parents) and (parents[0] or parts[0] or (parents[1:] >= np.arange(1, len(parents))).any()):
            raise nodes.fault("the paths of names are not in order")
        return parents, parts

    @cached_property
    def _prefixes(self) -> list[str]:
        parents, parts = self._prefix_tree
        made: list[str] = []
        depths: list[int] = []
        for parent, part in zip(parents.tolist(), parts.tolist(), strict=True):
            text = made[parent] + self._strings[part] if made else ""
            depth = depths[parent] + 1 if depths else 0
            if len(text) > _LONGEST_NAME or depth > _MOST_NESTING:
                raise self._nodes.fault("a name is too long")
            made.append(text)
            depths.append(depth)
        return made

    @property
    def paths(self) -> tuple[list[str], list[int], list[int]]:
        """Every path: its text, its parent, its last part."""
        parents, parts = self._prefix_tree
        return self._prefixes, parents.tolist(), parts.tolist()

    def find(self, name: str, graph: int = 0) -> int | None:
        """The number of the node with a name, without making the names of all others; None when there is none."""
        start, end = self.node_starts[graph : graph + 2].tolist()
        parents, parts = self._prefix_tree
        head, _, tail = name.rpartition("/")
        path = head + "/" if head else ""
        prefix = at = 0
        while at < len(path):
            after = path.find("/", at) + 1
            part = self._number_of(path[at:after])
            rows = np.flatnonzero((parents == prefix) & (parts == part)) if part is not None else ()
            rows = [int(row) for row in rows if row]
            if not rows:
                return None
            prefix, at = rows[0], after
        leaf = self._number_of(tail if head else name)
        if leaf is None:
            return None
        prefixes, leaves = self._prefix_and_leaf
        rows = np.flatnonzero((prefixes[start:end] == prefix) & (leaves[start:end] == leaf))
        return start + int(rows[0]) if len(rows) else None

    def _number_of(self, text: str) -> int | None:
        try:
            return self._strings.index(text)
        except ValueError:
            return None

    def name(self, number: int) -> str:
        """The name of one node."""
        parents, parts = self._prefix_tree
        prefix_of, leaf_of = self._prefix_and_leaf
        texts = [self._strings[int(leaf_of[number])]]
        prefix = int(prefix_of[number])
        while prefix:
            if len(texts) > _MOST_NESTING:
                raise self._nodes.fault("a name is too long")
            texts.append(self._strings[int(parts[prefix])])
            prefix = int(parents[prefix])
        return "".join(reversed(texts))

    # --- graphs --------------------------------------------------------------------------------------------------

    @cached_property
    def graph_attrs(self) -> Ints:
        """The attribute map of every graph; not checked against the maps."""
        return self._graphs.ints(GraphColumn.ATTRS, len(self.graph_names))

    @cached_property
    def outputs(self) -> list[list[tuple[str, int]]]:
        """The outputs of every graph: name, and value number within the graph."""
        graphs = self._graphs
        counts = graphs.lengths(GraphColumn.OUTPUTS, entries=len(self.graph_names))
        total = int(counts.sum())
        names = graphs.indexes(GraphColumn.OUTPUT_NAME, len(self._strings), total).tolist()
        values = graphs.indexes(GraphColumn.OUTPUT_VALUE, len(self.desc), total)
        sizes = np.repeat(np.diff(self.first_values), counts)
        if bool((values >= sizes).any()):
            raise graphs.fault("a graph returns a value that it has not")
        pairs = [(self._strings[name], value) for name, value in zip(names, values.tolist(), strict=True)]
        return [pairs[start:end] for start, end in pairwise(_starts(counts).tolist())]

    @cached_property
    def constraints(self) -> list[str]:
        """The lines on symbols."""
        return [self._strings[i] for i in self._graphs.indexes(GraphColumn.CONSTRAINT, len(self._strings)).tolist()]

    def unknown_columns(self) -> list[str]:
        """Columns that a newer minor version added."""
        known = ((self._nodes, "nodes", NodeColumn), (self._graphs, "graphs", GraphColumn))
        return [
            f"{section} column {column}"
            for reader, section, columns in known
            for column in reader.ids()
            if column not in set(columns)
        ]


def _starts(sizes: Ints) -> Ints:
    starts = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts
