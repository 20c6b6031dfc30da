"""Writing a graph as `.mdef`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec
import numpy as np

from metadef.codec.atomic import write_atomically
from metadef.codec.mdef.attrs import write_attrs
from metadef.codec.mdef.collector import collector_paused
from metadef.codec.mdef.columns import ColumnWriter, Ints, longest_column
from metadef.codec.mdef.container import Part, container_chunks
from metadef.codec.mdef.layout import (
    COLUMN_SECTIONS,
    ENTRIES_PER_BYTE,
    FREE_ENTRIES,
    MAJOR,
    MINOR,
    UNKNOWN_SECTIONS,
    GraphColumn,
    NodeColumn,
    OriginColumn,
    Section,
)
from metadef.codec.mdef.node_writer import census, distinct_objects, intern_objects, put_calls, put_edges, put_names
from metadef.codec.mdef.operators import operator_record
from metadef.codec.mdef.seed import NOTHING, OriginRow, Seed
from metadef.codec.mdef.strings import StringPool
from metadef.codec.mdef.tensors import Blobs, TensorPool
from metadef.codec.mdef.types import TypePool
from metadef.codec.mdef.values import ValueWriter
from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.walk import all_graphs
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.ops.steps import UNTOLD, downgraded
from metadef.ops.steps import versions as versions_of
from metadef.types.attrs import Attrs
from metadef.types.shape import Shape
from metadef.wire.varint import varint_bytes

__all__ = ["PRODUCER", "Gathered", "gather", "store", "write"]

PRODUCER = "metadef"  # WHY no version: the same graph gives the same bytes from every release


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything that a file will hold, independent of the graph from now on."""

    parts: list[Part]
    weights: Blobs
    weights_outside: bool = False
    is_wasteful: bool = False  # whether most of what it holds is left over from an older state


def gather(
    graph: Graph,
    subject: str,
    *,
    plans: Mapping[str, object] | None = None,
    provenance: object = None,
    weights_stem: str = "",
    seed: Seed = NOTHING,
    minor: int = MINOR,
    operator_versions: Mapping[str, int] | None = None,
) -> Gathered:
    """The sections of a file.

    Args:
        subject: the file, for findings.
        weights_stem: what the name of a file beside begins with that takes the large constants; "" keeps them inside.
        seed: tables of an older state of the file, whose entries keep their numbers.
        minor: minor version of the format.
        operator_versions: as `write`.

    Raises:
        FileError: if something cannot be written.
    """
    with collector_paused(keeps_objects=False):
        writer = _Writer(
            graph, subject, seed, _operator_versions(graph.registry, minor, operator_versions or {}, subject)
        )
        parts = writer.parts(plans or {}, provenance, weights_stem)
    return Gathered(parts, writer.tensors.blobs, bool(weights_stem), writer.is_wasteful)


def store(gathered: Gathered, target: Path, *, compressed: bool, minor: int = MINOR) -> None:
    """Write a whole file.

    Raises:
        FileError: file-write, if the folder is missing or cannot be written.
    """
    parts, weights = list(gathered.parts), gathered.weights
    if weights.chunks and gathered.weights_outside:
        write_atomically(target.with_name(weights.file_name(target.stem)), weights.chunks)
    elif weights.chunks:
        parts.append(Part(Section.WEIGHTS, index=weights.area, chunks=weights.chunks))
    write_atomically(target, container_chunks(parts, producer=PRODUCER, compressed=compressed, minor=minor))


def write(
    graph: Graph,
    path: str | Path,
    *,
    plans: Mapping[str, object] | None = None,
    provenance: object = None,
    compressed: bool = False,
    weights_outside: bool = False,
    minor: int = MINOR,
    operator_versions: Mapping[str, int] | None = None,
) -> None:
    """Write a graph and its subgraphs; the file takes its name only when it is whole.

    Equal graphs (same nodes in the same order, same provenance) give equal bytes.

    Args:
        plans: documents to keep beside the graph, such as layout and memory plans; each must be JSON-able.
        provenance: one more document: where the graph comes from.
        compressed: zstd for everything but the weights.
        weights_outside: large constants go into a file beside `path`, named after it and after what is in it, so that
            a save that breaks off spoils neither an older file nor its weights.
        minor: minor version of the format to write.
        operator_versions: operators to write in an older version, for readers that know no newer one.

    Raises:
        FileError: if something cannot be written, or an older version of an operator cannot say what a call says.
    """
    target = Path(path)
    stem = target.stem if weights_outside else ""
    gathered = gather(
        *(graph, str(target)),
        plans=plans,
        provenance=provenance,
        weights_stem=stem,
        minor=minor,
        operator_versions=operator_versions,
    )
    store(gathered, target, compressed=compressed, minor=minor)


@dataclass(frozen=True, slots=True)
class _OperatorVersions:
    """Which versions of operators are written: `older` where not the newest; `told` whether the file says so."""

    older: Mapping[str, int]
    told: bool
    registry: Registry

    def of(self, op: str) -> int | None:
        return self.older.get(op, self.registry.version_of(op)) if self.told else None


def _operator_versions(registry: Registry, minor: int, wanted: Mapping[str, int], subject: str) -> _OperatorVersions:
    if minor not in range(MINOR + 1):
        known = ", ".join(f"{MAJOR}.{number}" for number in range(MINOR + 1))
        raise FileError.of("file-write", subject, f"format version {MAJOR}.{minor} cannot be written", expected=known)
    if minor == 0:
        if wanted:
            raise FileError.of("file-write", subject, "format version 1.0 has no versions of operators", hint="1.1")
        wanted = {op: UNTOLD.get(op, 1) for op in versions_of(registry.steps)}
    for op, version in wanted.items():
        newest = registry.version_of(op)
        if not 1 <= version <= newest:
            expected = f"1 to {newest}"
            raise FileError.of("file-write", subject, f"operator {op[:60]} has no version {version}", expected=expected)
    older = {op: version for op, version in wanted.items() if version != registry.version_of(op)}
    return _OperatorVersions(older, minor > 0, registry)


class _Writer:
    """The tables of one file while they grow."""

    def __init__(self, graph: Graph, subject: str, seed: Seed, operator_versions: _OperatorVersions) -> None:
        self.operator_versions = operator_versions
        self.subject = subject
        self.root = graph
        self.seed = seed
        self.strings = StringPool(seed.strings)
        self.tensors = TensorPool(subject)
        if seed.tensors is not None:
            seed.tensors.seed(self.tensors)
        self.types = TypePool(self.strings, seed.shapes, seed.descs)
        self.values = ValueWriter(self.strings.number, self.tensors.number, subject)
        self.operators: dict[bytes, int] = {record: number for number, record in enumerate(seed.operators)}
        self.is_wasteful = False
        self.all = census(list(all_graphs(graph)))

    def parts(self, plans: Mapping[str, object], provenance: object, weights_stem: str) -> list[Part]:
        """Every section but the weights."""
        all_ = self.all
        nodes, graphs, origins = ColumnWriter(), ColumnWriter(), ColumnWriter()
        put_names(nodes, [node.name for node in all_.nodes], self.strings, self.seed)
        put_calls(nodes, all_, self._operator, self.seed)
        older = self.operator_versions.older
        held = [self._as_older(node) for node in all_.nodes] if older else [node.attrs for node in all_.nodes]
        held += [graph.attrs for graph in all_.graphs]
        maps, map_of = distinct_objects(held)
        attrs = write_attrs(maps, self.strings, self.tensors, self.values, self.seed)
        self.is_wasteful = attrs.total > 2 * len(maps) + 1024
        numbers = attrs.numbers[map_of]
        nodes.ints(NodeColumn.ATTRS, numbers[: len(all_.nodes)])
        put_edges(nodes, all_)
        nodes.ints(NodeColumn.DESC, intern_objects([value.desc for value in all_.values], self.types.desc))
        self._put_subgraphs(nodes)
        self._put_origins(nodes, origins)
        self._put_graphs(graphs, numbers[len(all_.nodes) :])
        bags = self._bags()
        operators = b"".join([varint_bytes(len(self.operators)), *self.operators])
        beside = 1 + self.strings.number(self.tensors.blobs.file_name(weights_stem)) if weights_stem else 0
        # WHY after everything that may add constants, and before the strings, to which everything may add
        shapes = [self.types.shape(Shape.of_ints(dims)) for _, dims, _, _ in self.tensors.tensors()]
        tensors, heap = self.tensors.to_bytes(shapes, beside)
        types = self.types.to_bytes(self.values)
        sections = {
            Section.STRINGS: self.strings.to_bytes(self.subject),
            Section.OPERATORS: operators,
            Section.TYPES: types,
            Section.TENSORS: tensors,
            Section.HEAP: heap,
            Section.ATTRIBUTES: attrs.section,
            Section.NODES: nodes.to_bytes(),
            Section.GRAPHS: graphs.to_bytes(),
            Section.ORIGINS: origins.to_bytes(),
            Section.BAGS: bags,
        }
        if not self.tensors.tensors():
            del sections[Section.TENSORS], sections[Section.HEAP]
        if not origins:
            del sections[Section.ORIGINS]
        parts = [Part(kind, data) for kind, data in sections.items() if data]
        parts += _documents(plans, provenance, self.subject)
        parts += _carried(self.root)
        return parts + _padding(parts)

    def _operator(self, proto: OpProto) -> int:
        """WHY by content: two prototypes of one name may differ, and two objects may say the same."""
        version = self.operator_versions.of(proto.name)
        record = operator_record(proto, self.values, version, self.root.registry.steps)
        return self.operators.setdefault(record, len(self.operators))

    def _as_older(self, node: Node) -> Attrs:
        version = self.operator_versions.older.get(node.op)
        if version is None:
            return node.attrs
        found = downgraded(node.op, node.attrs, version, self.root.registry.steps)
        if found is None:
            raise FileError.of(
                "file-write",
                self.subject,
                f'node "{node.name[:60]}": version {version} of {node.op} cannot say what its attributes say',
                hint=f"version {self.root.registry.version_of(node.op)}",
            )
        return found

    def _put_subgraphs(self, nodes: ColumnWriter) -> None:
        owners: list[int] = []
        slots: list[int] = []
        for graph in self.all.graphs[1:]:
            owner = graph.parent
            if owner is None or owner not in self.all.number_of:
                raise FileError.of("file-write", self.subject, f"graph {graph.name[:60]} has no node that owns it")
            owners.append(self.all.number_of[owner])
            slots.append(self.strings.number(next(slot for slot, one in owner.subgraphs.items() if one is graph)))
        nodes.ints(NodeColumn.OWNER, owners)
        nodes.ints(NodeColumn.SLOT, slots)

    def _put_origins(self, nodes: ColumnWriter, origins: ColumnWriter) -> None:
        if all(node.origin is None for node in self.all.nodes):
            return
        table: dict[OriginRow, int] = {row: number for number, row in enumerate(self.seed.origins)}
        numbers = [
            0 if node.origin is None else 1 + self._origin(node.origin, node.name, table) for node in self.all.nodes
        ]
        nodes.ints(NodeColumn.ORIGIN, numbers)
        rows = list(table)
        origins.ints(OriginColumn.FILE, [row[0] for row in rows])
        origins.ints(OriginColumn.NAME, [row[1] for row in rows])
        origins.ints(OriginColumn.OPERATOR, [row[2] for row in rows])
        origins.ints(OriginColumn.MADE_BY, [row[3] for row in rows])
        origins.ints(OriginColumn.SOURCES, [len(row[4]) for row in rows])
        origins.ints(OriginColumn.SOURCE, [source for row in rows for source in row[4]])

    def _origin(self, origin: Provenance, name: str, table: dict[OriginRow, int]) -> int:
        number = self.strings.number
        own = 0 if origin.name == name else 1 + number(origin.name)
        sources = tuple(map(number, origin.origins))
        key = (number(origin.file), own, number(origin.op), number(origin.made_by), sources)
        return table.setdefault(key, len(table))

    def _put_graphs(self, columns: ColumnWriter, maps: Ints) -> None:
        all_ = self.all
        number = self.strings.number
        columns.ints(GraphColumn.NAME, [number(graph.name) for graph in all_.graphs])
        columns.ints(GraphColumn.NODES, np.diff(all_.node_starts))
        columns.ints(GraphColumn.ATTRS, maps)
        columns.ints(GraphColumn.OUTPUTS, [len(graph.outputs) for graph in all_.graphs])
        columns.ints(GraphColumn.OUTPUT_NAME, [number(out.name) for graph in all_.graphs for out in graph.outputs])
        first = all_.value_starts[all_.node_starts[:-1]].tolist()
        columns.ints(
            GraphColumn.OUTPUT_VALUE,
            [
                all_.number_of_value[out.value] - start
                for graph, start in zip(all_.graphs, first, strict=True)
                for out in graph.outputs
            ],
        )
        columns.ints(GraphColumn.CONSTRAINT, [number(line) for line in self.root.store.lines()])

    def _bags(self) -> bytes:
        """Node and graph bags: for each its owner (node number, or nodes + graph number) and a tagged map."""
        all_ = self.all
        held: list[tuple[int, object]] = [(i, node.bag) for i, node in enumerate(all_.nodes) if node.bag]
        for index, graph in enumerate(all_.graphs):
            bag = {key: value for key, value in (graph.bag or {}).items() if key != UNKNOWN_SECTIONS}
            if bag:
                held.append((len(all_.nodes) + index, bag))
        if not held:
            return b""
        out = [varint_bytes(len(held))]
        for owner, bag in held:
            data = self.values.encode(bag)
            out += [varint_bytes(owner), varint_bytes(len(data)), data]
        return b"".join(out)


def _documents(plans: Mapping[str, object], provenance: object, subject: str) -> list[Part]:
    """Plans and provenance: a name, then JSON."""
    parts: list[Part] = []
    try:
        encoder = msgspec.json.Encoder(order="deterministic")
        if provenance is not None:
            parts.append(Part(Section.PROVENANCE, encoder.encode(provenance)))
        for index, name in enumerate(sorted(plans)):
            title = name.encode()
            parts.append(Part(Section.PLAN, varint_bytes(len(title)) + title + encoder.encode(plans[name]), index))
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise FileError.of("file-write", subject, f"a plan or the provenance cannot be written: {error}") from None
    return parts


def _padding(parts: Sequence[Part]) -> list[Part]:
    """What a file lacks that says so much in so few bytes that readers would take it for forged."""
    most = max(longest_column(part.data) for part in parts if part.kind in COLUMN_SECTIONS)
    wanted = -(-(most - FREE_ENTRIES) // ENTRIES_PER_BYTE)
    lacking = wanted - sum(len(part.data) for part in parts)
    return [Part(Section.PADDING, bytes(lacking))] if lacking > 0 else []


def _carried(graph: Graph) -> list[Part]:
    """Sections that an earlier reader did not know, kept in the bag of the root graph."""
    held = (graph.bag or {}).get(UNKNOWN_SECTIONS)
    if not isinstance(held, tuple):
        return []
    rows = cast("tuple[tuple[int, int, bytes], ...]", held)
    return [Part(kind, data, index) for kind, index, data in rows]
