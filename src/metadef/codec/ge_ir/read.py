"""The bytes of a `ge.proto.ModelDef` to a graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import NoReturn

from metadef.codec.base import Loaded
from metadef.codec.ge_ir.bags import GRAPHS, MODEL, ORDER, RESIDUE
from metadef.codec.ge_ir.edges import Edge, parse_edge, slot_names
from metadef.codec.ge_ir.encode import Encoder, fresh_order
from metadef.codec.ge_ir.fields import Damage
from metadef.codec.ge_ir.fit import Fit, Fitter
from metadef.codec.ge_ir.parts import residue
from metadef.codec.ge_ir.payloads import Origin, PayloadReader, stored_size
from metadef.codec.ge_ir.raw import RawGraph, RawModel, RawOp, RawReader
from metadef.codec.ge_ir.write import file_graphs, graph_names, model_parts
from metadef.codec.mdef.collector import collector_paused
from metadef.errors import FileError, Finding, Severity, did_you_mean, finding
from metadef.graph.bulk import Calls
from metadef.graph.graph import Graph, Output
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import find_cycle
from metadef.ops.builtin import CONST
from metadef.ops.default import default_registry
from metadef.ops.registry import Registry
from metadef.types.attrs import Attrs
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue
from metadef.wire.external import ExternalFiles
from metadef.wire.faults import MAX_MESSAGE_BYTES, corrupt, too_large
from metadef.wire.scan import GE_MODEL, strip_payloads

__all__ = ["read_ge_ir"]

_MOST_FINDINGS = 1000
_NET_OUTPUT = "NetOutput"


def read_ge_ir(
    content: bytes | memoryview, registry: Registry | None = None, *, subject: str = "GE-IR", file: str = ""
) -> Loaded:
    """The graph of a `ModelDef` in protobuf's binary form, and what was noticed.

    Args:
        content: the bytes; where `file` is given, large constants stay views of them.
        registry: the operators that nodes are calls of; the declared ones by default. A node whose operator is unknown
            or whose call the prototype refuses becomes an opaque node, with a warning.
        subject: what findings are about.
        file: path of the mapped file that `content` is.

    Raises:
        FileError: file-truncated, file-corrupt or file-too-large for bytes that are no ModelDef with a graph.
    """
    if len(content) > MAX_MESSAGE_BYTES:
        raise too_large(subject, f"the message has {len(content)} bytes", expected=f"at most {MAX_MESSAGE_BYTES}")
    view = memoryview(content)
    stripped = strip_payloads(view, GE_MODEL, subject=subject)
    origin = Origin(view, subject, has_cuts=bool(stripped.payloads))
    raw = RawReader(bytes(stripped.message), PayloadReader(stripped.payloads, view if file else None, file), origin)
    try:
        with collector_paused(keeps_objects=True):
            model = raw.model()
            if not model.graphs:
                raise corrupt(subject, 0, "there is no graph in it")
            files = ExternalFiles(file) if file else None
            return _Builder(raw, model, default_registry() if registry is None else registry, subject, files).build()
    except Damage:
        _diagnose(view, subject)


def _diagnose(content: memoryview, subject: str) -> NoReturn:
    """Where the bytes stop making sense.

    Raises:
        FileError: always.
    """
    from metadef.wire.walk import bad_texts

    for text in bad_texts("ge.proto.ModelDef", content, subject):
        raise corrupt(f"{subject}: {text.path}", text.offset, "text is not UTF-8")
    raise corrupt(subject, 0, "a field has another type than ge_ir.proto says")


@dataclass(slots=True, eq=False)
class _Placed:
    """An operator on its way into a graph. Mutable."""

    op: RawOp
    name: str  # unique
    descs: list[TensorDesc]  # of its outputs
    first: int = 0  # number of its first output
    edges: tuple[Edge | None, ...] = ()  # data inputs
    control: tuple[str, ...] = ()


class _Builder:
    def __init__(
        self, raw: RawReader, model: RawModel, registry: Registry, subject: str, files: ExternalFiles | None
    ) -> None:
        self.raw = raw
        self.model = model
        self.subject = subject
        self.root = Graph(model.graphs[0].name, registry)
        self.fitter = Fitter(registry, self.root.acceptor, self._external, subject)
        self.files = files
        self.beside: set[RawOp] = set()  # constants whose bytes lie beside the file
        self.findings: list[Finding] = []
        self.built: list[tuple[Graph, RawGraph, list[tuple[Node, RawOp]]]] = []

    def build(self) -> Loaded:
        pending = [(self.root, self.model.graphs[0])]
        by_name: dict[str, RawGraph] = {}
        for graph in self.model.graphs[1:]:
            if graph.name in by_name:
                self._report("duplicate-name", f'graph "{graph.name[:200]}"', "two graphs have this name")
            by_name.setdefault(graph.name, graph)
        free = dict(by_name)
        for graph, source in pending:
            owners = self._fill(graph, source)
            for node, op in owners:
                for slot, name in zip(slot_names(node.proto, len(op.subgraphs)), op.subgraphs, strict=True):
                    inner = free.pop(name, None) if name else None
                    if inner is not None:
                        pending.append((graph.subgraph(node, slot, name), inner))
                    elif name:
                        text = "belongs to another node too" if name in by_name else "is not in the file"
                        where = f'node "{node.name[:200]}" ({node.op[:60]})'
                        self._report("subgraph-mismatch", where, f"its subgraph {name[:200]!r} {text}")
        self._keep_residue()
        self.root.journal.forget()
        return Loaded(self.root, (*self.findings, *self.fitter.findings))

    def _report(self, name: str, where: str, message: str, *, hint: str = "", warning: bool = False) -> None:
        if len(self.findings) < _MOST_FINDINGS:
            severity = Severity.WARNING if warning else None
            self.findings.append(finding(name, f"{self.subject}: {where}", message, hint=hint, severity=severity))

    # --- one graph -----------------------------------------------------------------------------------------------

    def _fill(self, graph: Graph, source: RawGraph) -> list[tuple[Node, RawOp]]:
        """Build one graph; the nodes that own subgraphs."""
        placed, number_of = self._place(source)
        order = _input_order(placed)
        values: list[int] = [0] * len(placed)
        count = 0
        for number in order:
            values[number] = count
            placed[number].first = count
            count += len(placed[number].descs)
        fits: list[Fit] = []
        inputs: list[int] = []
        ends: list[int] = []
        backward = True
        position = {number: at for at, number in enumerate(order)}
        for at, number in enumerate(order):
            one = placed[number]
            flat: list[int] = []
            fed: list[TensorDesc | None] = []
            for edge in one.edges:
                producer = number_of.get(edge[0]) if edge is not None else None
                maker = placed[producer] if producer is not None else None
                if edge is None or maker is None or producer is None or edge[1] >= len(maker.descs):
                    flat.append(-1)
                    fed.append(None)
                    if edge is not None:
                        self._dangling(number_of, maker, one, edge)
                    continue
                flat.append(maker.first + edge[1])
                fed.append(maker.descs[edge[1]])
                backward = backward and position[producer] < at
            fit = self.fitter.fit(one.op, fed)
            fits.append(fit)
            inputs += [flat[slot] if slot >= 0 else -1 for slot in fit.layout.slots]
            ends.append(len(inputs))
        ordered = [placed[number] for number in order]
        for one, fit in zip(ordered, fits, strict=True):
            if fit.proto is CONST:
                one.descs = [self._constant_desc(one, fit)]
        made = graph.adopt(
            Calls(
                [one.name for one in ordered],
                [fit.proto for fit in fits],
                [fit.attrs for fit in fits],
                [fit.layout.counts for fit in fits],
                [fit.layout.output_counts for fit in fits],
                [None] * len(ordered),
                inputs,
                ends,
                [len(one.descs) for one in ordered],
                [graph.intern(desc) for one in ordered for desc in one.descs],
            )
        )
        nodes = list(graph.nodes)
        node_of = dict(zip(order, nodes, strict=True))
        for number, one in enumerate(placed):
            if one.control:
                backward &= self._put_control(graph, placed, number_of, node_of, number)
        graph.put_outputs(self._outputs(source, placed, number_of, made, node_of))
        graph.attrs = Attrs({item.name: item.value for item in source.attrs if item.value is not None})
        if not backward:
            cycle = find_cycle(graph)
            for item in cycle.findings if cycle is not None else ():
                self._report(item.name, item.subject, item.message)
        self.built.append((graph, source, [(node_of[number], one.op) for number, one in enumerate(placed)]))
        return [(node_of[number], one.op) for number, one in enumerate(placed) if one.op.subgraphs]

    def _place(self, source: RawGraph) -> tuple[list[_Placed], dict[str, int]]:
        """Operators with unique names and parsed edges, and the number of the first one of every name."""
        number_of: dict[str, int] = {}
        placed: list[_Placed] = []
        taken = {op.name for op in source.ops}
        counters: dict[str, int] = {}
        for number, op in enumerate(source.ops):
            name = op.name
            if name in number_of or not name:
                if name:
                    self._report("duplicate-name", f'node "{name[:200]}" ({op.type[:60]})', "two nodes have this name")
                name = _unused(name or op.type or "node", taken, counters)
                taken.add(name)
            number_of.setdefault(op.name, number)
            edges: list[Edge | None] = []
            control: list[str] = []
            for text in op.edges:
                edge = parse_edge(text)
                if edge is None or edge.port >= 0:
                    edges.append(edge)
                else:
                    control.append(edge.producer)
            placed.append(_Placed(op, name, op.descs.read, 0, tuple(edges), tuple(control)))
        return placed, number_of

    def _dangling(self, number_of: dict[str, int], source: _Placed | None, one: _Placed, edge: Edge) -> None:
        what = f"reads {edge.producer[:200]}:{edge.port}"
        if source is not None:
            self._report("dangling-input", _said(one), f"{what}, which has {len(source.descs)} outputs")
            return
        near = did_you_mean(edge.producer, number_of) if len(self.findings) < 8 else ""
        self._report("dangling-input", _said(one), f"{what}, and no node has this name", hint=near)

    def _put_control(
        self,
        graph: Graph,
        placed: Sequence[_Placed],
        number_of: dict[str, int],
        node_of: dict[int, Node],
        number: int,
    ) -> bool:
        """Set what a node runs after; whether all of it stands before it."""
        before: list[Node] = []
        for name in placed[number].control:
            producer = number_of.get(name)
            if producer is None:
                self._report("dangling-input", _said(placed[number]), f"runs after {name[:200]!r}, which is not there")
                continue
            before.append(node_of[producer])
        node = node_of[number]
        graph.put_control(node, tuple(dict.fromkeys(before)))
        return all(other.number < node.number for other in before)

    def _constant_desc(self, one: _Placed, fit: Fit) -> TensorDesc:
        """The descriptor of a constant: that of the file where it agrees with the value."""
        value, desc = fit.attrs["value"], one.descs[0]
        if not isinstance(value, TensorValue) or (desc.dtype is value.dtype and desc.shape == Shape(value.dims)):
            return desc
        said = (
            f"the descriptor says {desc.dtype.name}{desc.shape} and the value is {value.dtype.name}{list(value.dims)}"
        )
        self._report("declared-shape-differs", _said(one), f"{said}; the value counts", warning=True)
        return TensorDesc(value.dims, value.dtype, desc.storage_format)

    def _outputs(
        self,
        source: RawGraph,
        placed: Sequence[_Placed],
        number_of: dict[str, int],
        made: Sequence[Value],
        node_of: dict[int, Node],
    ) -> tuple[Output, ...]:
        """What a NetOutput reads; without one, what the graph lists."""
        ends = [number for number, one in enumerate(placed) if one.op.type == _NET_OUTPUT]
        if len(ends) == 1:
            values = [value for value in node_of[ends[0]].inputs if value is not None]
            return tuple([Output(f"{value.producer.name}:{value.index}", value) for value in values])
        found: list[Output] = []
        for text in source.outputs:
            edge = parse_edge(text)
            producer = number_of.get(edge.producer) if edge is not None else None
            if edge is None or producer is None or not 0 <= edge.port < len(placed[producer].descs):
                self._report("unknown-output", f'graph output "{text[:200]}"', "no node has this output")
                continue
            value = made[placed[producer].first + edge.port]
            found.append(Output(f"{value.producer.name}:{value.index}", value))
        return tuple(found)

    # --- what the graph cannot hold ------------------------------------------------------------------------------

    def _keep_residue(self) -> None:
        graphs = file_graphs(self.root)
        names = graph_names(graphs)
        encoder = Encoder(self.root, names, self.subject)
        name_of_source = {id(source): names[graph] for graph, source, _ in self.built}
        for graph, source, nodes in self.built:
            in_file = [node for node, _ in nodes]
            if fresh_order(graph) != in_file:
                graph.bag = {ORDER: tuple(node.name for node in in_file)}
            for position, (node, op) in enumerate(nodes):
                self._keep_op(encoder, node, position, op)
            kept = residue(encoder.graph_parts(graph), self.raw.graph_parts(source))
            if kept:
                graph.bag = {**(graph.bag or {}), RESIDUE: kept}
        bag: dict[str, object] = dict(self.root.bag or {})
        kept = residue(model_parts(), self.raw.model_parts(self.model))
        if kept:
            bag[MODEL] = kept
        order: list[str | bytes] = []
        for source in self.model.graphs[1:]:
            name = name_of_source.get(id(source))
            if name is None:
                self._report("file-part-unknown", f'graph "{source.name[:200]}"', "no node owns it; kept", warning=True)
                order.append(self.raw.original(source.start, source.end))
            else:
                order.append(name)
        if order != [names[graph] for graph in graphs[1:]]:
            bag[GRAPHS] = tuple(order)
        self.root.bag = bag or None

    def _external(self, op: RawOp) -> TensorValue | None:
        """A constant whose bytes GE put beside the file: `location` says where, relative to it."""
        value, location = op.attr("value"), op.attr("location")
        if self.files is None or value is None or location is None or not isinstance(location.value, str):
            return None
        desc = self.raw.descriptors.of_message(self.raw.parse("ge.proto.AttrDef", value.definition).t.desc)
        dims = desc.shape.known_dims() if desc is not None else None
        if desc is None or dims is None:
            return None
        where = f'{self.subject}: node "{op.name[:200]}" ({op.type[:60]})'
        try:
            view = self.files.read(location.value, 0, stored_size(desc.dtype, prod(dims)), subject=where)
        except FileError as error:
            self.findings += error.findings
            return None
        self.beside.add(op)
        return PayloadReader((view,), view, location.value).tensor(desc.dtype, dims, b"", 1)

    def _keep_op(self, encoder: Encoder, node: Node, position: int, op: RawOp) -> None:
        data = self.raw.data
        if encoder.is_plain(node) and encoder.plain_op(node, position) == data[op.start : op.end]:
            return
        theirs = self.raw.op_parts(op)
        ours = encoder.op_parts(node, position)
        if op in self.beside:  # WHY: the file that is written may stand elsewhere, so the bytes go into it
            ours.tensors.pop("value")
            for name in ("value", "location", "length"):
                theirs.attrs.pop(name, None)
        kept = residue(ours, theirs)
        if kept:
            node.bag = {RESIDUE: (node.op, kept)}


def _said(one: _Placed) -> str:
    return f'node "{one.name[:200]}" ({one.op.type[:60]})'


def _unused(base: str, taken: set[str], counters: dict[str, int]) -> str:
    number = counters.get(base, 0) + 1
    while f"{base}_{number}" in taken:
        number += 1
    counters[base] = number
    return f"{base}_{number}"


def _input_order(placed: Sequence[_Placed]) -> list[int]:
    """Numbers of the operators in the order of the graph: inputs change places so that their `index` grows."""
    inputs = [number for number, one in enumerate(placed) if one.op.type == "Data" and not any(one.edges)]
    keys: list[tuple[int, int]] = []
    for number in inputs:
        index = placed[number].op.attr("index")
        if index is None or type(index.value) is not int:
            return list(range(len(placed)))
        keys.append((index.value, number))
    order = list(range(len(placed)))
    for place, (_, number) in zip(inputs, sorted(keys), strict=True):
        order[place] = number
    return order
