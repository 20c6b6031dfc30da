"""A graph to the parts and bytes of `OpDef` and `GraphDef`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from metadef.codec.ge_ir.attributes import AttributeWriter, Unwritable, attr_entry
from metadef.codec.ge_ir.bags import ORDER, RESIDUE
from metadef.codec.ge_ir.descriptors import UNFED, DescriptorWriter
from metadef.codec.ge_ir.edges import input_names, output_names
from metadef.codec.ge_ir.fields import bytes_field, int_field, text_field, varint
from metadef.codec.ge_ir.parts import Chunks, Parts, Tensor, as_residue, parts_of, patch
from metadef.errors import FileError, GraphError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.ops.builtin import DATA, is_opaque
from metadef.ops.ports import PortKind
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.dim import Dim
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["GRAPH_ATTRS", "MODEL_ATTRS", "OP_ATTRS", "Encoder", "writing_order"]

OP_ATTRS, GRAPH_ATTRS, MODEL_ATTRS = 10, 11, 11  # numbers of the attribute maps
_HAS_OUT_ATTR = b"\xa0\x01\x01"  # WHY: GE sets it on every operator
_AFTER_CONDITION = ("If", "StatelessIf", "_If", "Case", "StatelessCase")  # their first input is not handed down


def writing_order(graph: Graph) -> list[Node]:
    """The nodes in the order of the file: the one they were read in while they are the same, else producers first."""
    held = (graph.bag or {}).get(ORDER)
    if isinstance(held, tuple) and len(held) == len(graph):
        found = [graph.find(name) for name in cast("tuple[object, ...]", held) if isinstance(name, str)]
        nodes = [node for node in dict.fromkeys(found) if node is not None]
        if len(nodes) == len(graph):
            return nodes
    return fresh_order(graph)


def fresh_order(graph: Graph) -> list[Node]:
    """Producers first; by age where there is a cycle, so that a damaged graph can be written as it was read."""
    try:
        return topological(graph)
    except GraphError:
        return list(graph.nodes)


# kinds whose values are told apart by equality, once the kind is known
_SHARED = (
    *(AttrKind.Int, AttrKind.Float, AttrKind.Bool, AttrKind.String, AttrKind.AscendString),
    *(AttrKind.ListInt, AttrKind.ListBool, AttrKind.ListString, AttrKind.ListAscendString),
)


@dataclass(frozen=True, slots=True)
class _Step:
    """One attribute that the node has."""

    name: str
    kind: AttrKind | None  # that the prototype declares
    known: dict[AttrValue, bytes] | None  # entries that were made before, by value


@dataclass(frozen=True, slots=True)
class _Plan:
    """How nodes of one operator, with the same attributes and inputs, are written."""

    listed: int  # inputs
    steps: tuple[bytes | _Step, ...]  # entries that are the same for all, and attributes of the node


class Encoder:
    """Encodes nodes; what equals one that was encoded before is not encoded again. Mutable."""

    def __init__(self, root: Graph, names: dict[Graph, str], subject: str) -> None:
        """`names` are the names of the subgraphs in the file."""
        self._names = names
        self._subject = subject
        self._store = root.store
        self._descriptors = DescriptorWriter(self._bounds)
        self.attributes = AttributeWriter(self._descriptors)
        self._edges: dict[Value, bytes] = {}
        self._types: dict[str, bytes] = {}
        self._inputs: dict[int, bytes] = {}  # descriptor's id: field 33
        self._outputs: dict[int, bytes] = {}
        self._plans: dict[tuple[object, ...], _Plan] = {}
        self._entries: dict[tuple[str, AttrKind | None], dict[AttrValue, bytes]] = {}
        self._names_of: dict[tuple[object, ...], tuple[dict[str, bytes], int]] = {}

    def _bounds(self, dim: Dim) -> tuple[int | None, int | None]:
        found = self._store.bounds(dim)
        return found.lo, found.hi

    # --- fast ----------------------------------------------------------------------------------------------------

    def is_plain(self, node: Node) -> bool:
        """Whether `plain_op` may encode the node."""
        special = node.bag or node.subgraphs or node.proto is DATA
        return not special and TensorValue not in map(type, node.attrs.values())

    def put_op(self, node: Node, position: int, out: Chunks) -> None:
        """Append the content of the `OpDef` of any node.

        Raises:
            FileError: for what ge_ir.proto cannot hold.
        """
        parts = self.op_parts(node, position)
        match (node.bag or {}).get(RESIDUE):
            case (str(op), kept) if op == node.op:
                patch(parts, as_residue(cast("object", kept)))
            case _:
                pass
        parts_of(parts, out)

    def plain_op(self, node: Node, position: int) -> bytes:
        """The `OpDef` of a node without tensors, subgraphs and residue: the fast twin of `op_parts`."""
        op = node.proto.name
        kind = self._types.get(op)
        if kind is None:
            kind = self._types[op] = self._text(2, op, node)
        key = (id(node.proto), len(node.inputs), len(node.outputs), node.counts, node.output_counts, *node.attrs)
        if None in node.inputs:
            key = (*key, tuple([value is None for value in node.inputs]))
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._plan(node)
        pieces = [self._text(1, node.name, node), kind]
        edges, inputs, outputs = self._edges, self._inputs, self._outputs
        descs: list[bytes] = []
        for value in node.inputs[: plan.listed]:
            if value is None:
                pieces.append(b"\x2a\x00")
                descs.append(b"\x8a\x02" + _sized(self._descriptors.content(UNFED)))
                continue
            pieces.append(edges.get(value) or self._edge(value))
            desc = value.desc
            descs.append(inputs.get(id(desc)) or self._described(desc, b"\x8a\x02", inputs))
        for other in node.control_inputs:
            pieces.append(bytes_field(5, f"{other.name}:-1".encode()))
        values = node.attrs
        for step in plan.steps:
            if isinstance(step, bytes):
                pieces.append(step)
                continue
            value = values[step.name]
            entry = step.known.get(value) if step.known is not None else None
            pieces.append(entry or self._entry(node, step, value))
        pieces.append(_HAS_OUT_ATTR)
        if position:
            pieces.append(b"\xa8\x01" + varint(position))
        pieces += descs
        for value in node.outputs:
            desc = value.desc
            pieces.append(outputs.get(id(desc)) or self._described(desc, b"\x92\x02", outputs))
        return b"".join(pieces)

    def _plan(self, node: Node) -> _Plan:
        """In which order the attributes of such nodes are written."""
        private, listed = self._private(node)
        specs = node.proto.attr_index
        steps: list[bytes | _Step] = []
        for name in sorted(private.keys() | node.attrs.keys(), key=lambda name: self._encoded(name, node)):
            if name not in node.attrs:
                steps.append(attr_entry(OP_ATTRS, name.encode(), private[name]))
                continue
            spec = specs.get(name)
            kind = spec.kind if spec is not None else None
            known: dict[AttrValue, bytes] | None = (
                self._entries.setdefault((name, kind), {}) if kind in _SHARED else None
            )
            steps.append(_Step(name, kind, known))
        return _Plan(listed, tuple(steps))

    def _entry(self, node: Node, step: _Step, value: AttrValue) -> bytes:
        definition = self._definition(value, step.kind, f"{_said(node)}: {step.name[:60]}")
        made = attr_entry(OP_ATTRS, step.name.encode(), definition)
        if step.known is not None and value != 0.0:  # WHY: 0.0 equals -0.0 as a key
            step.known[value] = made
        return made

    def _edge(self, value: Value) -> bytes:
        text = f"{value.producer.name}:{value.index}"
        found = self._edges[value] = bytes_field(5, self._encoded(text, value.producer))
        return found

    def _described(self, desc: TensorDesc, key: bytes, known: dict[int, bytes]) -> bytes:
        found = known[id(desc)] = key + _sized(self._descriptors.content(desc))
        return found

    # --- slow ----------------------------------------------------------------------------------------------------

    def op_parts(self, node: Node, position: int) -> Parts:
        """The `OpDef` of a node in parts, made from the graph alone.

        Raises:
            FileError: for what ge_ir.proto cannot hold.
        """
        parts = Parts(OP_ATTRS)
        names, listed = self._private(node)
        is_input = node.proto is DATA
        edges: list[bytes] = [b""] if is_input else []
        descs: list[bytes] = [self._descriptors.content(node.output.desc)] if is_input else []
        for value in node.inputs[:listed]:
            edges.append(b"" if value is None else self._encoded(f"{value.producer.name}:{value.index}", node))
            descs.append(self._descriptors.content(UNFED if value is None else value.desc))
        edges += [self._encoded(f"{other.name}:-1", node) for other in node.control_inputs]
        fields = {
            1: self._text(1, node.name, node),
            2: self._text(2, node.op, node),
            5: b"".join([bytes_field(5, edge) for edge in edges]),
            20: _HAS_OUT_ATTR,
            21: int_field(21, position),
            35: b"".join([bytes_field(35, self._encoded(name, node)) for name in self._slots(node)]),
        }
        parts.fields = {number: content for number, content in fields.items() if content}
        parts.attrs = dict(names)
        parts.attrs |= self._definitions(node)
        for name, value in node.attrs.items():
            if isinstance(value, TensorValue):
                parts.tensors[name] = Tensor(self.attributes.tensor_head(value), value)
        if is_input:
            parts.attrs |= self._place_in_parent(node)
        if descs:
            parts.descs[33] = descs
        if node.outputs:
            parts.descs[34] = [self._descriptors.content(value.desc) for value in node.outputs]
        return parts

    def _private(self, node: Node) -> tuple[dict[str, bytes], int]:
        """The attributes that name inputs and outputs, and how many inputs the file lists."""
        key = (id(node.proto), node.counts, node.output_counts, len(node.inputs), len(node.outputs))
        if None in node.inputs:
            key = (*key, tuple([value is None for value in node.inputs]))
        found = self._names_of.get(key)
        if found is not None:
            return found
        attrs: dict[str, bytes] = {}
        inputs = input_names(node)
        for side, names in (("input", inputs), ("output", output_names(node))):
            if names:
                number_of = {name: index for index, name in enumerate(names)}
                order = sorted(number_of, key=str.encode)
                attrs[f"_{side}_name_key"] = _texts(order)
                numbers = b"".join([varint(number_of[name]) for name in order])
                attrs[f"_{side}_name_value"] = bytes_field(1, bytes_field(3, numbers))
        optional = {port.name for port in node.proto.inputs if port.kind is PortKind.OPTIONAL}
        if optional & set(inputs):
            attrs["_opt_input"] = _texts(sorted(optional & set(inputs)))
        found = self._names_of[key] = (attrs, 0 if node.proto is DATA else len(inputs))
        return found

    def _definitions(self, node: Node) -> dict[str, bytes]:
        """The node's own attributes, tensors left out."""
        specs = node.proto.attr_index
        found: dict[str, bytes] = {}
        for name, value in node.attrs.items():
            if isinstance(value, TensorValue):
                continue
            spec = specs.get(name)
            self._encoded(name, node)
            found[name] = self._definition(
                value, spec.kind if spec is not None else None, f"{_said(node)}: {name[:60]}"
            )
        return found

    def _definition(self, value: AttrValue, kind: AttrKind | None, what: str) -> bytes:
        try:
            return self.attributes.definition(value, kind)
        except Unwritable as error:
            raise FileError.of("file-write", f"{self._subject}: {what}", f"GE-IR cannot hold it: {error}") from None

    def _place_in_parent(self, node: Node) -> dict[str, bytes]:
        """Which input of its owner an input of a subgraph stands for."""
        parent = node.graph.parent
        index = node.attrs.get("index")
        if parent is None or not isinstance(index, int):
            return {}
        return {"_parent_node_index": b"\x18" + varint(index + (parent.op in _AFTER_CONDITION))}

    def _slots(self, node: Node) -> list[str]:
        """Names of the subgraphs, slot by slot; an empty one that others follow has no name."""
        if not node.subgraphs:
            return []
        if is_opaque(node.proto):
            return [self._names[inner] for inner in node.subgraphs.values()]
        static = [spec.name for spec in node.proto.graphs if not spec.is_dynamic]
        dynamic = [slot for slot in node.subgraphs if slot not in static]
        filled = [node.subgraphs.get(slot) for slot in (*static, *dynamic)]
        while filled and filled[-1] is None:
            filled.pop()
        return [self._names[inner] if inner is not None else "" for inner in filled]

    def graph_parts(self, graph: Graph) -> Parts:
        """A `GraphDef` without its operators, made from the graph alone."""
        parts = Parts(GRAPH_ATTRS)
        inputs = [f"{value.producer.name}:0" for value in graph.inputs]
        outputs = [f"{value.producer.name}:{value.index}" for _, value in graph.outputs]
        fields = {
            1: self._text(1, self._names[graph], None),
            4: b"".join([bytes_field(4, self._encoded(text, None)) for text in inputs]),
            5: b"".join([bytes_field(5, self._encoded(text, None)) for text in outputs]),
        }
        parts.fields = {number: content for number, content in fields.items() if content}
        for name, value in graph.attrs.items():
            if isinstance(value, TensorValue):
                parts.tensors[name] = Tensor(self.attributes.tensor_head(value), value)
            else:
                parts.attrs[name] = self._definition(value, None, f"graph {graph.name[:60]}: {name[:60]}")
                self._encoded(name, None)
        return parts

    # --- texts ---------------------------------------------------------------------------------------------------

    def _text(self, number: int, text: str, node: Node | None) -> bytes:
        self._encoded(text, node)
        return text_field(number, text)

    def _encoded(self, text: str, node: Node | None) -> bytes:
        try:
            return text.encode()
        except UnicodeEncodeError:
            where = f"{self._subject}: {_said(node)}" if node is not None else self._subject
            raise FileError.of("file-write", where, f"{text[:60]!r} has a lone surrogate") from None


def _said(node: Node) -> str:
    return f"node {node.name[:60]!r} ({node.op[:60]})"


def _sized(content: bytes) -> bytes:
    return varint(len(content)) + content


def _texts(names: list[str]) -> bytes:
    """A list of texts without `val_type`, which is how GE marks its own bookkeeping."""
    return bytes_field(1, b"".join([bytes_field(2, name.encode()) for name in names]))
