"""`GraphFile`: an opened `.mdef`. Opening reads the header; every answer reads only the columns it needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import cast

import msgspec
import numpy as np

from metadef.codec.mdef.attr_reader import AttrReader
from metadef.codec.mdef.columns import ColumnReader
from metadef.codec.mdef.container import Container
from metadef.codec.mdef.layout import MINOR, OriginColumn, Section
from metadef.codec.mdef.node_reader import NodeColumns
from metadef.codec.mdef.operators import Operator, read_operators
from metadef.codec.mdef.patches import Patches, read_patches
from metadef.codec.mdef.seed import OriginRow
from metadef.codec.mdef.strings import read_strings
from metadef.codec.mdef.tensors import BlobSource, TensorReader
from metadef.codec.mdef.types import read_descs, read_shapes
from metadef.codec.mdef.values import ValueReader
from metadef.errors import FileError, Finding, finding
from metadef.graph.graph import Graph
from metadef.graph.provenance import Provenance
from metadef.ops.registry import Registry
from metadef.ops.steps import UNTOLD
from metadef.types.attrs import Attrs
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue
from metadef.wire.external import ExternalFiles
from metadef.wire.reader import Reader
from metadef.wire.varint import varint_bytes

__all__ = ["GraphFile", "NodeRecord", "Stats"]


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """One node as the file tells it, without its graph."""

    name: str
    op: str
    graph: int  # number of its graph
    inputs: tuple[str | None, ...]  # `node` or `node:k`; None for an absent optional
    control_inputs: tuple[str, ...]
    attrs: Attrs
    outputs: tuple[TensorDesc, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """Sizes of a file and of what is in it."""

    graphs: int
    nodes: int
    values: int
    edges: int
    constants: int
    weights_bytes: int  # inside the file
    sections: dict[str, tuple[int, int]]  # name -> (stored bytes, bytes when decompressed), summed over the same kind


class GraphFile:
    """Answers questions about a saved graph without building it; `load` builds it.

    Attributes:
        findings: what opening and reading noticed and could live with.
    """

    def __init__(self, path: str | os.PathLike[str], *, verify_weights: bool = True) -> None:
        """`GraphFile.open` says it better."""
        self.container = Container(path)
        self.subject = self.container.subject
        self.findings: list[Finding] = self.container.findings
        self._verify_weights = verify_weights
        self._path = path

    @staticmethod
    def open(path: str | os.PathLike[str], *, verify_weights: bool = True) -> GraphFile:
        """Map a file and read its header and section table.

        `verify_weights` compares the checksum of each large constant when it is first asked for, which reads it.

        Raises:
            FileError: if the file is missing, truncated, corrupt, or of a newer major version.
        """
        return GraphFile(path, verify_weights=verify_weights)

    # --- the file ------------------------------------------------------------------------------------------------

    @property
    def version(self) -> tuple[int, int]:
        """Major and minor version of the format."""
        return self.container.slot.major, self.container.slot.minor

    @property
    def producer(self) -> str:
        """The program that wrote the file."""
        return self.container.producer

    @cached_property
    def provenance(self) -> object:
        """The document on where the graph comes from, None when the file has none."""
        entry = self.container.find(Section.PROVENANCE)
        return self._json(self.container.content(entry), "provenance") if entry is not None else None

    @cached_property
    def plans(self) -> dict[str, object]:
        """The documents that were saved beside the graph, by name."""
        found: dict[str, object] = {}
        for entry in self.container.entries:
            if entry.kind == Section.PLAN:
                reader = Reader(self.container.content(entry), f"{self.subject}: plan")
                name = reader.text(reader.varint())
                found[name] = self._json(reader.take(reader.remaining), f"plan {name[:60]}")
        return found

    def _json(self, data: memoryview, what: str) -> object:
        try:
            return cast("object", msgspec.json.decode(data))
        except (msgspec.DecodeError, RecursionError) as error:
            raise FileError.of("file-corrupt", self.subject, f"{what} is no JSON: {error}") from None

    @cached_property
    def ignored(self) -> list[str]:
        """What a newer minor version added and this one does not know: sections, columns, kinds of attributes."""
        found = [f"section {entry.name}" for entry in self.container.unknown()]
        found += self.nodes.unknown_columns()
        found += [f"attribute {key} of kind {kind}" for key, kind in self.attrs.ignored.items()]
        return found

    # --- tables --------------------------------------------------------------------------------------------------

    def _content(self, kind: Section) -> memoryview:
        entry = self.container.find(kind)
        return self.container.content(entry) if entry is not None else memoryview(b"")

    def _columns(self, kind: Section) -> ColumnReader:
        data = self._content(kind)
        subject = f"{self.subject}: section {kind.name.lower()}"
        edits = {} if kind is Section.PATCHES else self._patches.get(kind, {})
        return ColumnReader(data if len(data) else memoryview(b"\0"), subject, self.container.most_entries, edits)

    @cached_property
    def _patches(self) -> Patches:
        return read_patches(self._columns(Section.PATCHES))

    @cached_property
    def strings(self) -> list[str]:
        """All texts, by number."""
        return read_strings(self._columns(Section.STRINGS)) or [""]

    @cached_property
    def operators(self) -> list[Operator]:
        """All operators, by number."""
        data = self._content(Section.OPERATORS)
        return read_operators(data, f"{self.subject}: section operators", self._values) if len(data) else []

    @cached_property
    def _values(self) -> ValueReader:
        return ValueReader(self.strings, lambda number: self.tensors.get(number))

    def operator_records(self) -> list[bytes]:
        """The bytes of every operator, its size before them."""
        reader = Reader(self._content(Section.OPERATORS) or memoryview(b"\0"), f"{self.subject}: section operators")
        found: list[bytes] = []
        for _ in range(min(reader.varint(), reader.remaining)):
            size = reader.varint()
            found.append(varint_bytes(size) + bytes(reader.take(size)))
        return found

    def call_version(self, operator: Operator) -> int:
        """The version of an operator's calls; files before 1.1 tell none."""
        return operator.version if self.version >= (1, 1) else UNTOLD.get(operator.name, 1)

    @cached_property
    def shapes(self) -> list[Shape]:
        """All shapes, by number."""
        return read_shapes(self._types, self.strings)

    @cached_property
    def _types(self) -> ColumnReader:
        return self._columns(Section.TYPES)

    @cached_property
    def descs(self) -> list[TensorDesc]:
        """All descriptors, by number."""
        return read_descs(self._types, self.shapes, self._values)

    @cached_property
    def tensors(self) -> TensorReader:
        """All constants, by number."""
        content = self.container.content
        areas = {e.index: (e.offset, content(e)) for e in self.container.entries if e.kind == Section.WEIGHTS}
        source = BlobSource(self.subject, areas, ExternalFiles(self._path), self._verify_weights)
        columns = self._columns(Section.TENSORS)
        return TensorReader(columns, self._content(Section.HEAP), self.shapes, self.strings, source)

    @cached_property
    def attrs(self) -> AttrReader:
        """All attribute maps, by number."""
        columns = self._columns(Section.ATTRIBUTES)
        newer = self.version[1] > MINOR
        return AttrReader(columns, self.strings, self._values, lambda: self.tensors, allow_unknown=newer)

    @cached_property
    def nodes(self) -> NodeColumns:
        """All nodes, in columns."""
        nodes, graphs = self._columns(Section.NODES), self._columns(Section.GRAPHS)
        return NodeColumns(nodes, graphs, self.strings, len(self.operators))

    @cached_property
    def origin_rows(self) -> list[OriginRow]:
        """All origins, by number, as numbers of strings."""
        columns, strings = self._columns(Section.ORIGINS), self.strings
        files = columns.indexes(OriginColumn.FILE, len(strings))
        count = len(files)
        names = columns.indexes(OriginColumn.NAME, len(strings) + 1, count).tolist()
        ops = columns.indexes(OriginColumn.OPERATOR, len(strings), count).tolist()
        makers = columns.indexes(OriginColumn.MADE_BY, len(strings), count).tolist()
        sizes = columns.lengths(OriginColumn.SOURCES, entries=count).tolist()
        sources = columns.indexes(OriginColumn.SOURCE, len(strings), sum(sizes)).tolist()
        runs = [tuple(sources[start:end]) for start, end in pairwise([0, *accumulate(sizes)])]
        return list(zip(files.tolist(), names, ops, makers, runs, strict=True))

    @cached_property
    def origins(self) -> list[tuple[Provenance, bool]]:
        """All origins, by number; true where the name is the node's own, which is not in the record."""
        strings = self.strings
        made: list[tuple[Provenance, bool]] = []
        for file, name, op, maker, sources in self.origin_rows:
            own = strings[name - 1] if name else ""
            others = tuple([strings[source] for source in sources])
            made.append((Provenance(strings[file], own, strings[op], strings[maker], others), not name))
        return made

    def bags(self) -> Iterator[tuple[int, dict[str, object]]]:
        """Fields of foreign files: node number, or nodes + graph number, and the bag.

        Raises:
            FileError: for bytes that are no bags.
        """
        data = self._content(Section.BAGS)
        if not len(data):
            return
        reader = Reader(data, f"{self.subject}: section bags")
        most = len(self.nodes.signature) + len(self.nodes.graph_names)
        for _ in range(min(reader.varint(), reader.remaining)):
            owner = reader.varint()
            one = reader.sub(reader.varint())
            bag = self._values.read(one)
            if owner >= most or not isinstance(bag, dict):
                raise reader.fault("a bag belongs to nothing")
            yield owner, cast("dict[str, object]", bag)
        reader.expect_end()

    # --- questions -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the outermost graph."""
        return self.nodes.graph_names[0]

    def __len__(self) -> int:
        """Nodes in all graphs."""
        return len(self.nodes.signature)

    def ops(self) -> dict[str, int]:
        """How often each operator is used, over all graphs, by name."""
        nodes = self.nodes
        per_signature = np.bincount(nodes.signature, minlength=len(nodes.signatures)).tolist()
        found: dict[str, int] = {}
        for signature, count in zip(nodes.signatures, per_signature, strict=True):
            name = self.operators[signature.operator].name
            found[name] = found.get(name, 0) + count
        return dict(sorted(found.items()))

    def names(self, graph: int = 0) -> list[str]:
        """The names of the nodes of one graph, by age."""
        start, end = self.nodes.node_starts[graph : graph + 2].tolist()
        return self.nodes.names[start:end]

    def find(self, name: str, graph: int = 0) -> NodeRecord | None:
        """The node with a name, or None.

        Raises:
            FileError: if what it needs of the file is corrupt.
        """
        number = self.nodes.find(name, graph)
        return self.record(number) if number is not None else None

    def record(self, number: int) -> NodeRecord:
        """The node with a number over all graphs."""
        nodes = self.nodes
        signature = nodes.signatures[int(nodes.signature[number])]
        first, last = nodes.value_starts[number : number + 2].tolist()
        return NodeRecord(
            nodes.name(number),
            self.operators[signature.operator].name,
            int(nodes.graph_of[number]),
            tuple(map(self.value_name, nodes.inputs_of(number))),
            tuple(nodes.name(other) for node, others in nodes.control if node == number for other in others),
            self.attrs.get(int(nodes.attrs[number])),
            tuple(self._desc(int(number)) for number in nodes.desc[first:last]),
        )

    def value_name(self, value: int) -> str | None:
        """`node` or `node:k`; None for -1."""
        if value < 0:
            return None
        node = int(np.searchsorted(self.nodes.value_starts, value, side="right")) - 1
        index = value - int(self.nodes.value_starts[node])
        return f"{self.nodes.name(node)}:{index}" if index else self.nodes.name(node)

    def _desc(self, number: int) -> TensorDesc:
        if not 0 <= number < len(self.descs):
            raise FileError.of("file-corrupt", self.subject, f"descriptor {number} is not there")
        return self.descs[number]

    def inputs(self, graph: int = 0) -> list[tuple[str, TensorDesc]]:
        """The inputs of a graph: name and descriptor."""
        nodes = self.nodes
        data = {i for i, op in enumerate(self.operators) if op.is_builtin and op.name == "Data"}
        wanted = [i for i, signature in enumerate(nodes.signatures) if signature.operator in data]
        start, end = nodes.node_starts[graph : graph + 2].tolist()
        rows = (start + np.flatnonzero(np.isin(nodes.signature[start:end], wanted))).tolist()
        return [(nodes.name(row), self._desc(int(nodes.desc[nodes.value_starts[row]]))) for row in rows]

    def outputs(self, graph: int = 0) -> list[tuple[str, str, TensorDesc]]:
        """The outputs of a graph: name, value and descriptor."""
        first = int(self.nodes.first_values[graph])
        return [
            (name, self.value_name(first + value) or "", self._desc(int(self.nodes.desc[first + value])))
            for name, value in self.nodes.outputs[graph]
        ]

    def constants(self) -> dict[str, TensorValue]:
        """The constants of the outermost graph by node name; their bytes stay in the file."""
        graph = [i for i, op in enumerate(self.operators) if op.is_builtin and op.name == "Const"]
        nodes = self.nodes
        wanted = [i for i, signature in enumerate(nodes.signatures) if signature.operator in graph]
        rows = np.flatnonzero(np.isin(nodes.signature[: int(nodes.node_starts[1])], wanted)).tolist()
        found = {nodes.name(row): self.attrs.get(int(nodes.attrs[row])).get("value") for row in rows}
        return {name: value for name, value in found.items() if isinstance(value, TensorValue)}

    def stats(self) -> Stats:
        """Sizes, from the columns alone."""
        sections: dict[str, tuple[int, int]] = {}
        for entry in self.container.entries:
            stored, raw = sections.get(entry.name, (0, 0))
            sections[entry.name] = (stored + entry.stored_bytes, raw + entry.raw_bytes)
        weights = sections.get("weights", (0, 0))
        return Stats(
            len(self.nodes.graph_names),
            len(self),
            int(self.nodes.value_starts[-1]),
            int((self.nodes.inputs >= 0).sum()),
            len(self.tensors),
            weights[0],
            sections,
        )

    def load(self, registry: Registry | None = None) -> Graph:
        """The graph. What could be lived with is in `findings` afterwards.

        Raises:
            FileError: if the file is corrupt; nothing of it is used then.
        """
        from metadef.codec.mdef.build import build

        graph, problems = build(self, registry)
        self.findings += problems
        if self.ignored:
            self.findings.append(
                finding(
                    "file-part-unknown",
                    self.subject,
                    f"ignored what version {self.version[0]}.{self.version[1]} added: {', '.join(self.ignored[:20])}",
                    hint="a newer metadef",
                )
            )
        return graph
