"""Nodes of the domain `ge`: Ascend operators under their own names, as `frontend.onnx_export` writes them.

Nodes of a domain of somebody's own are read in the same way where the registry has an operator of that name that the
catalogue lacks: inputs in the order of the ports, attributes by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from metadef.catalogue import family_of
from metadef.errors import MetadefError
from metadef.frontend.onnx.attributes import kind_of, readable_attributes
from metadef.frontend.onnx.declare import KINDS, onnx_op
from metadef.frontend.onnx.descriptors import NOTHING_KNOWN, declared_desc, dtype_of
from metadef.frontend.onnx.ge_metadata import noted_desc, noted_name, whole_desc
from metadef.frontend.onnx.head import NodeHead
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.refused import LEARNING_DOMAIN, RUNTIME_DOMAIN
from metadef.frontend.onnx.scope import Scope
from metadef.frontend.onnx.tensors import tensor_value
from metadef.graph.value import Value
from metadef.ops.builtin import BUILTIN, CONST, opaque
from metadef.ops.ports import PortKind
from metadef.ops.proto import OpProto
from metadef.ops.registry import Registry
from metadef.text.cursor import Cursor
from metadef.text.values import parse_attrs
from metadef.types.attrs import AttrKind
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

__all__ = ["GE_DOMAIN", "GE_OP", "OPAQUE_DOMAIN", "is_ge_node", "is_own_node"]

GE_DOMAIN = "ge"
OPAQUE_DOMAIN = "ge.opaque"  # operators that no registry knows
_TAKEN_DOMAINS = frozenset({"", GE_DOMAIN, OPAQUE_DOMAIN, LEARNING_DOMAIN, RUNTIME_DOMAIN, "ai.onnx.preview.training"})
_TEXT, _INPUTS, _OUTPUTS, _DESCS = "_attributes", "_input_counts", "_output_counts", "_outputs"
_MAX_DEPTH = 48  # nested subgraphs


def is_ge_node(head: NodeHead, registry: Registry) -> bool:
    """Whether a node is an Ascend operator that is known, or one that was a placeholder."""
    if head.domain == OPAQUE_DOMAIN:
        return True
    return head.domain == GE_DOMAIN and (head.op in BUILTIN or head.op in registry)


def is_own_node(head: NodeHead, registry: Registry) -> bool:
    """Whether a node of a domain that nobody knows is an operator that the caller registered.

    WHY not one of the catalogue: what a stranger calls Relu need not be Relu.
    """
    if head.domain in _TAKEN_DOMAINS or head.op not in registry or head.op in BUILTIN:
        return False
    return family_of(head.op) is None


def ge_node(node: OnnxNode) -> Sequence[Value | None]:
    """The node as it was; `attrs` are the attributes as the file has them."""
    protos: Mapping[str, Any] = node.attrs
    is_known = node.head.domain != OPAQUE_DOMAIN
    proto = opaque(node.op) if not is_known else CONST if node.op == CONST.name else node.graph.acceptor(node.op).proto
    own = {name: item for name, item in protos.items() if name not in (_TEXT, _INPUTS, _OUTPUTS, _DESCS)}
    attrs = _attrs(node, proto, own)
    if _TEXT in protos:
        attrs |= parse_attrs(Cursor(_string(protos[_TEXT]), node.subject))
    if proto is CONST:
        value = attrs.get("value")
        if not isinstance(value, TensorValue):
            node.fail("missing-attr", "required attribute `value` is absent", expected="`value`: a tensor")
        return [node.constant(value)]
    descs = _descs(node, protos)
    if node.head.domain != GE_DOMAIN and is_known:  # WHY: in ONNX the last outputs may be left out
        descs += [NOTHING_KNOWN] * (len(proto.outputs) - len(descs))
    made = node.add_node(
        node.op if is_known else proto,
        _ports(node, proto, protos),
        attrs,
        outputs=descs,
        output_counts=tuple(protos[_OUTPUTS].ints) if _OUTPUTS in protos else None,
    )
    for name, item in own.items():
        if kind_of(item) == "g":
            _subgraph(node, made, name, item.g)
    return made.outputs


def _attrs(node: OnnxNode, proto: OpProto, protos: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = dict(readable_attributes(protos))
    for name, value in found.items():
        spec = proto.attr_index.get(name)
        if spec is not None:
            found[name] = _read_as(value, spec.kind, node.head.domain == GE_DOMAIN)
    for name, item in protos.items():
        kind = kind_of(item)
        if kind == "t":
            found[name] = tensor_value(node.importer.session.source, item.t, node.subject)
        elif kind == "ts":
            found[name] = tuple(tensor_value(node.importer.session.source, one, node.subject) for one in item.tensors)
        elif name not in found and kind != "g":
            got = KINDS.get(kind, "something else")
            node.fail("attr-type", f"attribute `{name[:200]}` is {got}, which no Ascend attribute holds", got=got)
    return found


def _read_as(value: object, kind: AttrKind, is_ge: bool) -> object:
    """ONNX has no truth values and no types: integers stand for them; types outside `ge` have `TensorProto`'s numbers.

    >>> _read_as(1, AttrKind.Bool, True), _read_as((0, 1), AttrKind.ListBool, True), _read_as(10, AttrKind.Type, False)
    (True, (False, True), FLOAT16)
    """
    match kind, value:
        case AttrKind.Bool, 0 | 1:
            return bool(value)
        case AttrKind.ListBool, (*items,) if all(item in (0, 1) for item in items):
            return tuple(map(bool, items))
        case AttrKind.Type, int() if not is_ge:
            return dtype_of(value) or value
        case _:
            return value


def _ports(node: OnnxNode, proto: OpProto, protos: Mapping[str, Any]) -> list[Any]:
    """The inputs port by port, where the file says how many each dynamic one has, or there is one only."""
    values = list(node.inputs)
    if _INPUTS not in protos:
        dynamic = [at for at, port in enumerate(proto.inputs) if port.kind is PortKind.DYNAMIC]
        if len(dynamic) != 1 or len(values) < len(proto.inputs) - 1:
            return values
        at = dynamic[0]
        end = len(values) - (len(proto.inputs) - at - 1)
        return [*values[:at], values[at:end], *values[end:]]
    counts = list(protos[_INPUTS].ints)
    if len(counts) != len(proto.inputs) or min(counts, default=0) < 0 or sum(counts) != len(values):
        node.fail("port-count", f"`{_INPUTS}` does not fit the inputs", got=str(counts[:20]))
    ports: list[Any] = []
    for port, count in zip(proto.inputs, counts, strict=True):
        members, values = values[:count], values[count:]
        ports.append(members if port.kind.value == "dynamic" else members[0] if members else None)
    return ports


def _descs(node: OnnxNode, protos: Mapping[str, Any]) -> list[TensorDesc]:
    if _DESCS not in protos:
        return [NOTHING_KNOWN] * len(node.outputs)
    texts = [raw.decode("utf-8", "replace") for raw in protos[_DESCS].strings]
    if len(texts) != len(node.outputs):
        node.fail("port-count", f"`{_DESCS}` describes {len(texts)} outputs", expected=f"{len(node.outputs)} outputs")
    return [whole_desc(text, node.subject) for text in texts]


def _subgraph(node: OnnxNode, made: Any, slot: str, proto: Any) -> None:
    importer = node.importer
    outer = importer.scope
    if outer.depth >= _MAX_DEPTH:
        node.fail("subgraph-mismatch", f"subgraphs nest deeper than {_MAX_DEPTH}")
    if made.proto.graphs and not any(slot.startswith(item.name) for item in made.proto.graphs):
        raise MetadefError.of("subgraph-mismatch", node.subject, f"there is no slot `{slot[:60]}`")
    graph = node.graph.subgraph(made, slot, proto.name)
    inner = type(importer)(importer.session, Scope(graph, outer.opsets, depth=outer.depth + 1))
    for info in proto.input:
        desc = noted_desc(info, node.subject) or declared_desc(info) or NOTHING_KNOWN
        inner.scope.values[info.name] = graph.add_input(graph.unique_name(noted_name(info)), desc, origin=node.origin)
    inner.import_body(proto)


def _string(proto: Any) -> str:
    return proto.s.decode("utf-8", "replace")


GE_OP = onnx_op(ge_node, "inputs*")
