"""Graph to JSON. Canonical: equal graphs of equal provenance give equal bytes, whatever the age of their nodes."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Any, cast

import msgspec

from metadef.codec.json_records import (
    FORMAT,
    VERSION,
    ConstantRecord,
    DescRecord,
    GraphRecord,
    InputRecord,
    NodeRecord,
    OriginRecord,
    OutputRecord,
    RefRecord,
    TensorRecord,
)
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.provenance import Provenance
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.ops.builtin import CONST, DATA, is_opaque
from metadef.ops.ports import PortKind
from metadef.types.attrs import AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import Splat, TensorValue

__all__ = ["attribute_values", "desc_record", "json_bytes"]

_INT64 = 1 << 63
_READABLE = 16  # elements up to which a constant is written as numbers
_NUMBERS = (
    DataType.FLOAT | DataType.DOUBLE | DataType.INT32 | DataType.INT64 | DataType.INT8 | DataType.UINT8 | DataType.BOOL
)


def json_bytes(graph: Graph) -> bytes:
    """The whole graph: one line for each input, constant, node and output.

    Raises:
        GraphError: if the graph has a cycle.
        UnicodeEncodeError: for a name with a lone surrogate.
    """
    encode = msgspec.json.Encoder(order="deterministic").encode
    lines: list[str] = ["{", f'"format": "{FORMAT}",', f'"version": {VERSION},', '"graphs": [']
    graphs = _graphs(graph)
    for number, record in enumerate(graphs):
        lines.append(" {")
        body = [f'  "name": {_one_line(encode(record.name))}']
        if record.attributes:
            body.append(f'  "attributes": {_one_line(encode(record.attributes))}')
        for key in ("inputs", "constants", "nodes", "outputs"):
            rows = cast("list[object]", getattr(record, key))
            if rows:
                inner = ",\n".join(f"   {_one_line(encode(row))}" for row in rows)
                body.append(f'  "{key}": [\n{inner}\n  ]')
        lines.append(",\n".join(body))
        lines.append(" }" if number == len(graphs) - 1 else " },")
    constraints = sorted(graph.store.lines())
    lines.append("]," if constraints else "]")
    if constraints:
        rows = ",\n".join(f" {_one_line(encode(line))}" for line in constraints)
        lines.append(f'"constraints": [\n{rows}\n]')
    lines.append("}\n")
    return "\n".join(lines).encode()


def _one_line(data: bytes) -> str:
    return msgspec.json.format(data, indent=0).decode()


def _graphs(root: Graph) -> list[GraphRecord]:
    """Every graph, numbered in the order in which they are met, outer before inner."""
    numbers: dict[Graph, int] = {root: 0}
    waiting = [root]
    records: list[GraphRecord] = []
    at = 0
    while at < len(waiting):
        graph = waiting[at]
        at += 1
        order = _canonical_order(graph)
        for node in order:
            for slot in sorted(node.subgraphs):
                inner = node.subgraphs[slot]
                numbers[inner] = len(waiting)
                waiting.append(inner)
        records.append(_graph(graph, order, numbers))
    return records


def _canonical_order(graph: Graph) -> list[Node]:
    """Producers first, else by name."""
    readers: dict[Node, list[Node]] = {}
    missing: dict[Node, int] = {}
    for node in graph.nodes:
        before = {value.producer for value in node.inputs if value is not None} | set(node.control_inputs)
        missing[node] = len(before)
        for other in before:
            readers.setdefault(other, []).append(node)
    ready = [node.name for node, count in missing.items() if not count]
    heapify(ready)
    order: list[Node] = []
    while ready:
        node = graph.node(heappop(ready))
        order.append(node)
        for reader in readers.get(node, ()):
            missing[reader] -= 1
            if not missing[reader]:
                heappush(ready, reader.name)
    return order if len(order) == len(graph) else topological(graph)  # which raises, naming the cycle


def _graph(graph: Graph, order: list[Node], numbers: Mapping[Graph, int]) -> GraphRecord:
    return GraphRecord(
        graph.name,
        attribute_values(graph.attrs),
        [_input(value.producer, index) for index, value in enumerate(graph.inputs)],
        [_constant(node) for node in order if node.proto is CONST],
        [_node(node, numbers) for node in order if node.proto is not CONST and node.proto is not DATA],
        [OutputRecord(name, _present(value)) for name, value in graph.outputs],
    )


def _input(node: Node, index: int) -> InputRecord:
    own = None if node.attrs == {"index": index} else attribute_values(node.attrs)
    return InputRecord(node.name, desc_record(node.output.desc), own, _after(node), _origin(node.origin))


def _constant(node: Node) -> ConstantRecord:
    value = node.attrs["value"]
    assert isinstance(value, TensorValue)
    return ConstantRecord(node.name, desc_record(node.output.desc), _tensor(value), _after(node), _origin(node.origin))


def _node(node: Node, numbers: Mapping[Graph, int]) -> NodeRecord:
    members = node.output_counts
    return NodeRecord(
        node.name,
        node.op,
        is_opaque(node.proto),
        list(_ports(node)),
        attribute_values(node.attrs),
        list(members) if members is not None and len(members) > 1 else None,
        _after(node),
        [desc_record(value.desc) for value in node.outputs],
        {slot: numbers[inner] for slot, inner in node.subgraphs.items()},
        _origin(node.origin),
    )


def _ports(node: Node) -> Iterator[str | RefRecord | list[str | RefRecord | None] | None]:
    if node.counts is None:
        yield from map(_ref, node.inputs)
        return
    at = 0
    for port, count in zip(node.proto.inputs, node.counts, strict=True):
        members = list(map(_ref, node.inputs[at : at + count]))
        at += count
        yield members if port.kind is PortKind.DYNAMIC else members[0]


def _ref(value: Value | None) -> str | RefRecord | None:
    return None if value is None else _present(value)


def _present(value: Value) -> str | RefRecord:
    return RefRecord(value.producer.name, value.index) if value.index else value.producer.name


def _after(node: Node) -> list[str]:
    return [other.name for other in node.control_inputs]


def _origin(origin: Provenance | None) -> OriginRecord | None:
    if origin is None:
        return None
    return OriginRecord(origin.file, origin.name, origin.op, origin.made_by, list(origin.origins))


def desc_record(desc: TensorDesc) -> DescRecord:
    """A descriptor as a record."""
    has_origin = desc.origin_format is not desc.format or desc.origin_shape != desc.shape
    return DescRecord(
        desc.dtype.name,
        _dims(desc.shape),
        desc.format.name,
        desc.sub_format,
        1 << (desc.c0_code - 1) if desc.c0_code else 0,
        _dims(desc.origin_shape) if has_origin else None,
        desc.origin_format.name if has_origin else "",
        desc.alignment,
        [_end(end) for end in desc.value_range] if desc.value_range is not None else None,
    )


def _dims(shape: Shape) -> list[int | str | None] | None:
    dims = shape.to_json()
    return None if dims is None else [str(dim) if isinstance(dim, int) and dim >= _INT64 else dim for dim in dims]


def _end(end: float) -> object:
    """WHY: 1 equals 1.0, so both must be written alike."""
    return _value(float(end) if isinstance(end, float) or abs(end) < 1 << 53 else end)


def attribute_values(attrs: Mapping[str, AttrValue]) -> dict[str, Any]:
    """Attributes as JSON has them: what it lacks, such as data types, is an object with one telling key."""
    return {name: _value(value) for name, value in attrs.items()}


def _value(value: AttrValue) -> object:
    """Depth is bounded: named attributes nest only as deep as their reader allowed."""
    match value:
        case bool() | str():
            return value
        case int():
            return value if -_INT64 <= value < _INT64 else {"int": str(value)}
        case float():
            return value if math.isfinite(value) else {"float": repr(value)}
        case bytes():
            return {"bytes": value.hex()}
        case DataType():
            return {"type": value.name}
        case TensorValue():
            return {"tensor": _tensor(value)}
        case NamedAttrs():
            return {"named": value.name, "attributes": attribute_values(value.attrs)}
        case _:
            return [_value(item) for item in value]


def _tensor(tensor: TensorValue) -> TensorRecord:
    name, shape = tensor.dtype.name, list(tensor.dims)
    if isinstance(tensor.payload, Splat) and tensor.size > _READABLE:
        return TensorRecord(name, shape, splat=tensor.payload.element.hex())
    data, step = bytes(tensor.data()), tensor.itemsize
    if tensor.size <= _READABLE:
        if tensor.dtype in _NUMBERS and (tensor.dtype is not DataType.BOOL or max(data, default=0) <= 1):
            elements = cast("list[float]", tensor.array().reshape(-1).tolist())
            if all(map(math.isfinite, elements)):
                return TensorRecord(name, shape, elements=cast("list[Any]", elements))
    elif data[:step] == data[step : 2 * step] and data[:-step] == data[step:]:
        return TensorRecord(name, shape, splat=data[:step].hex())
    return TensorRecord(name, shape, base64=b64encode(data).decode())
