"""From columns to a `Graph`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from metadef.codec.mdef.collector import collector_paused
from metadef.codec.mdef.layout import UNKNOWN_SECTIONS
from metadef.codec.mdef.operators import resolve
from metadef.errors import FileError, Finding, GraphError, MetadefError, finding
from metadef.graph.bulk import Calls
from metadef.graph.graph import Graph, Output
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.ops.builtin import CONST
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.ops.steps import upgraded
from metadef.types.attrs import Attrs
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    from metadef.codec.mdef.graph_file import GraphFile

__all__ = ["build"]


def build(file: GraphFile, registry: Registry | None) -> tuple[Graph, list[Finding]]:
    """The graph of a file, and what could be lived with.

    Raises:
        FileError: if the file is corrupt.
    """
    with collector_paused(keeps_objects=True):
        return _Builder(file, registry).build()


class _Builder:
    def __init__(self, file: GraphFile, registry: Registry | None) -> None:
        self.file = file
        self.nodes = file.nodes
        self.root = Graph(self.nodes.graph_names[0], registry)
        self.findings: list[Finding] = []

    def build(self) -> tuple[Graph, list[Finding]]:
        file, nodes, root = self.file, self.nodes, self.root
        try:
            root.store.read_lines(nodes.constraints)
        except MetadefError as error:
            raise self._corrupt(f"the symbol constraints: {error.findings[0].message}") from None
        calls = self._calls()
        graphs = [root]
        values = self._fill(root, calls, 0)
        for index, (owner, slot) in enumerate(nodes.subgraphs, 1):
            parent = graphs[int(nodes.graph_of[owner])]
            node = parent.node(calls.names[owner])
            graphs.append(parent.subgraph(node, slot, nodes.graph_names[index]))
            values += self._fill(graphs[-1], calls, index)
        maps = file.attrs.maps
        starts = nodes.first_values.tolist()
        for graph, start, number, outputs in zip(
            graphs, starts, self._below(nodes.graph_attrs, len(maps)), nodes.outputs, strict=False
        ):
            graph.attrs = maps[number]
            graph.put_outputs(tuple([Output(name, values[start + value]) for name, value in outputs]))
        for number, others in nodes.control:
            graph = graphs[int(nodes.graph_of[number])]
            graph.put_control(graph.node(calls.names[number]), tuple(graph.node(calls.names[i]) for i in others))
        self._fill_bags(graphs, calls.names)
        root.journal.forget()
        return root, self.findings

    def _calls(self) -> Calls:
        """Columns over all graphs."""
        file, nodes = self.file, self.nodes
        signatures, signature_of = nodes.signatures, nodes.signature.tolist()
        protos = self._protos()
        for signature in signatures:
            self._check(protos[signature.operator], signature.counts, signature.inputs, inputs=True)
            self._check(protos[signature.operator], signature.output_counts, signature.outputs, inputs=False)
        by_signature = [protos[signature.operator] for signature in signatures]
        counts = [signature.counts for signature in signatures]
        output_counts = [signature.output_counts for signature in signatures]
        maps, descs = file.attrs.maps, file.descs
        attrs = list(map(maps.__getitem__, self._below(nodes.attrs, len(maps))))
        self._upgrade(attrs)
        calls = Calls(
            nodes.names,
            list(map(by_signature.__getitem__, signature_of)),
            attrs,
            list(map(counts.__getitem__, signature_of)),
            list(map(output_counts.__getitem__, signature_of)),
            self._origins(),
            nodes.inputs.tolist(),
            nodes.input_starts[1:].tolist(),
            np.diff(nodes.value_starts).tolist(),
            list(map(descs.__getitem__, self._below(nodes.desc, len(descs)))),
        )
        for proto, node_attrs in zip(calls.protos, attrs, strict=True):
            if proto is CONST and not isinstance(node_attrs.get("value"), TensorValue):
                raise self._corrupt("a constant has no value")
        return calls

    def _upgrade(self, attrs: list[Attrs]) -> None:
        """Bring calls of older versions of their operators up to date."""
        file, signature = self.file, self.nodes.signature
        for number, operator in enumerate(file.operators):
            version, newest = file.call_version(operator), self.root.registry.version_of(operator.name)
            if version > newest:
                self.findings.append(
                    finding(
                        "file-part-unknown",
                        f"{file.subject}: operator {operator.name}",
                        f"its calls are of version {version}, and this program knows up to {newest}",
                        expected=f"version {newest}",
                        got=f"version {version}",
                        hint="a newer metadef",
                    )
                )
            if version < newest:
                wanted = [i for i, one in enumerate(self.nodes.signatures) if one.operator == number]
                for row in np.flatnonzero(np.isin(signature, wanted)).tolist():
                    attrs[row] = upgraded(operator.name, attrs[row], version, self.root.registry.steps)

    def _protos(self) -> list[OpProto]:
        made: list[OpProto] = []
        for operator in self.file.operators:
            proto, problem = resolve(operator, self.root.registry, self.file.subject)
            made.append(proto)
            if problem is not None:
                self.findings.append(problem)
        return made

    def _check(self, proto: OpProto, counts: tuple[int, ...] | None, flat: int, *, inputs: bool) -> None:
        """A signature must fit the ports: everything that walks a graph relies on it."""
        ports = proto.inputs if inputs else proto.outputs
        dynamic = proto.has_dynamic_inputs if inputs else proto.has_dynamic_outputs
        if counts is None and not dynamic and flat == len(ports):
            return
        if counts is not None and dynamic and len(counts) == len(ports):
            return
        raise self._corrupt(f"a node does not fit the ports of {proto.name[:60]}")

    def _origins(self) -> list[Provenance | None]:
        numbers = self.nodes.origin
        if not len(numbers):
            return [None] * len(self.nodes.signature)
        table: list[tuple[Provenance, bool] | None] = [None, *self.file.origins]
        found: list[Provenance | None] = []
        for name, number in zip(self.nodes.names, self._below(numbers, len(table)), strict=True):
            entry = table[number]
            found.append(None if entry is None else replace(entry[0], name=name) if entry[1] else entry[0])
        return found

    def _below(self, numbers: np.ndarray[tuple[int], np.dtype[np.int64]], count: int) -> list[int]:
        if len(numbers) and (int(numbers.min()) < 0 or int(numbers.max()) >= count):
            raise self._corrupt("a node points to something that is not there")
        return numbers.tolist()

    def _fill(self, graph: Graph, calls: Calls, index: int) -> list[Value]:
        """Adopt the calls of one graph; its values."""
        nodes = self.nodes
        if len(nodes.graph_names) > 1:
            calls = self._slice(calls, index)
        for desc in dict.fromkeys(calls.descs):
            graph.intern(desc)
        try:
            return graph.adopt(calls)
        except GraphError:
            raise self._corrupt("two nodes of a graph have the same name") from None

    def _slice(self, calls: Calls, index: int) -> Calls:
        """The part of the columns that belongs to one graph, with numbers counted from its own beginning."""
        nodes = self.nodes
        start, end = nodes.node_starts[index : index + 2].tolist()
        first, last = nodes.first_values[index : index + 2].tolist()
        input_first, input_last = int(nodes.input_starts[start]), int(nodes.input_starts[end])
        inputs = nodes.inputs[input_first:input_last]
        return Calls(
            calls.names[start:end],
            calls.protos[start:end],
            calls.attrs[start:end],
            calls.counts[start:end],
            calls.output_counts[start:end],
            calls.origins[start:end],
            np.where(inputs < 0, inputs, inputs - first).tolist(),
            (nodes.input_starts[start + 1 : end + 1] - input_first).tolist(),
            calls.output_sizes[start:end],
            calls.descs[first:last],
        )

    def _fill_bags(self, graphs: list[Graph], names: Sequence[str]) -> None:
        nodes = self.nodes
        for owner, bag in self.file.bags():
            if owner < len(names):
                graphs[int(nodes.graph_of[owner])].node(names[owner]).bag = bag
            else:
                graphs[owner - len(names)].bag = bag
        unknown = self.file.container.unknown()
        if unknown:
            content = self.file.container.content
            held = tuple((entry.kind, entry.index, bytes(content(entry))) for entry in unknown)
            self.root.bag = {**(self.root.bag or {}), UNKNOWN_SECTIONS: held}

    def _corrupt(self, message: str) -> MetadefError:
        return FileError.of("file-corrupt", self.file.subject, message, hint="get the whole file again")
