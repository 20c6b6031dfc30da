"""JSON to graph: decoded into records with every type checked, then built like the text form, call by call."""

from __future__ import annotations

import struct
from base64 import b64decode
from collections.abc import Mapping
from math import prod
from typing import Any, NoReturn, cast

import msgspec

from metadef.codec.json_records import (
    FORMAT,
    VERSION,
    ConstantRecord,
    DescRecord,
    Document,
    GraphRecord,
    InputRecord,
    NodeRecord,
    OriginRecord,
    RefRecord,
    TensorRecord,
)
from metadef.errors import FileError, MetadefError, finding
from metadef.graph.graph import Graph
from metadef.graph.provenance import Provenance
from metadef.ops.registry import Registry
from metadef.source import Span
from metadef.text.assemble import Body, Constant, Input, Ref, Statement, assemble
from metadef.types.attrs import Attrs, AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import Inline, Payload, Splat, TensorValue

__all__ = ["read_json"]

_MOST_NESTING = 32  # of lists and named attributes
_MOST_DIGITS = 1200  # of an integer beyond 64 bits
_PACK = {
    DataType.FLOAT: "f",
    DataType.DOUBLE: "d",
    DataType.INT32: "i",
    DataType.INT64: "q",
    DataType.INT8: "b",
    DataType.UINT8: "B",
    DataType.BOOL: "?",
}


def read_json(data: bytes, registry: Registry | None = None, file: str = "<json>") -> Graph:
    """Read a graph.

    Raises:
        FileError: with the path of what is malformed.
        MetadefError: where a node breaks its prototype.

    >>> from metadef.codec.json_write import json_bytes
    >>> read_json(json_bytes(Graph("empty"))).name
    'empty'
    """
    try:
        document = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=Document)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        message, _, path = str(error).partition(" - at `")
        name = "file-truncated" if "truncated" in message else "file-corrupt"
        where = Span(file, path=path.rstrip("`")) if path else None
        raise FileError(finding(name, file, f"is no graph in JSON: {message}", where=where)) from None
    if document.format != FORMAT:
        raise FileError.of("file-unrecognised", file, "is another JSON document", expected=f'"format": "{FORMAT}"')
    if document.version > VERSION:
        raise FileError.of(
            "version-too-new",
            file,
            f"has version {document.version}, and this program reads up to {VERSION}",
            hint="a newer metadef",
        )
    return _Reader(document, file).graph(registry)


class _Reader:
    def __init__(self, document: Document, file: str) -> None:
        self.document = document
        self.file = file
        self.path = "$"  # of what is being read

    def graph(self, registry: Registry | None) -> Graph:
        records = self.document.graphs
        if not records:
            self._fail("a file needs a graph")
        bodies = [self._body(record, f"$.graphs[{number}]") for number, record in enumerate(records)]
        owned: set[int] = {0}
        for number, (record, body) in enumerate(zip(records, bodies, strict=True)):
            for index, (node, statement) in enumerate(zip(record.nodes, body.statements, strict=True)):
                self.path = f"$.graphs[{number}].nodes[{index}].subgraphs"
                for slot, inner in node.subgraphs.items():
                    if not number < inner < len(bodies) or inner in owned:
                        self._fail("a subgraph is a later graph of this file, and each belongs to one node")
                    owned.add(inner)
                    statement.subgraphs[slot] = bodies[inner]
        self.path = "$.graphs"
        if len(owned) != len(bodies):
            self._fail("every graph but the first must be a subgraph of a node")
        bodies[0].constraints = self.document.constraints
        return assemble(bodies[0], Graph(bodies[0].name, registry))

    def _body(self, record: GraphRecord, path: str) -> Body:
        body = Body(record.name)
        self.path = f"{path}.attributes"
        body.attrs = self._attrs(record.attributes, 0)
        for index, one in enumerate(record.inputs):
            self.path = f"{path}.inputs[{index}]"
            body.inputs.append(self._input(one))
        for index, constant in enumerate(record.constants):
            self.path = f"{path}.constants[{index}]"
            body.constants.append(self._constant(constant))
        for index, node in enumerate(record.nodes):
            self.path = f"{path}.nodes[{index}]"
            body.statements.append(self._node(node))
        for index, output in enumerate(record.outputs):
            self.path = f"{path}.outputs[{index}]"
            body.results.append((self._ref(output.value), output.name, self._here()))
        return body

    def _here(self) -> Span:
        return Span(self.file, path=self.path)

    def _fail(self, message: str, got: str = "") -> NoReturn:
        raise FileError(finding("file-corrupt", self.file, message, got=got, where=self._here()))

    def _input(self, record: InputRecord) -> Input:
        attrs = self._attrs(record.attributes, 0) if record.attributes is not None else None
        desc, origin = self._desc(record.desc), _origin(record.origin)
        return Input(record.name, desc, self._here(), origin, attrs, list(record.after))

    def _constant(self, record: ConstantRecord) -> Constant:
        desc, tensor, origin = self._desc(record.desc), self._tensor(record.value), _origin(record.origin)
        return Constant(record.name, desc, tensor, self._here(), origin, list(record.after))

    def _node(self, record: NodeRecord) -> Statement:
        statement = Statement(record.name, record.op, self._here(), record.opaque)
        for item in record.inputs:
            if isinstance(item, list):
                statement.inputs.append([None if one is None else self._ref(one) for one in item])
            else:
                statement.inputs.append(None if item is None else self._ref(item))
        statement.attrs = self._attrs(record.attributes, 0)
        statement.members = record.members
        statement.control = list(record.after)
        statement.outputs = [self._desc(desc) for desc in record.outputs]
        statement.origin = _origin(record.origin)
        return statement

    def _ref(self, item: str | RefRecord) -> Ref:
        if isinstance(item, str):
            return item, 0
        if item.output < 0:
            self._fail("an output number is 0 or more")
        return item.node, item.output

    def _desc(self, record: DescRecord) -> TensorDesc:
        primary = self._format(record.format)
        try:
            shape = Shape.from_json(record.shape)
            storage = StorageFormat(primary, record.sub_format)
            if record.c0:
                storage = StorageFormat.with_c0(primary, record.c0, record.sub_format)
            origin = Shape.from_json(record.origin_shape) if record.origin_format else shape
        except (MetadefError, ValueError) as error:
            self._fail(f"a descriptor is malformed: {error}"[:300])
        if not 0 <= record.sub_format <= 0xFFFF or record.alignment < 0:
            self._fail("a sub-format is from 0 to 65535 and an alignment 0 or more")
        return TensorDesc(
            shape,
            self._dtype(record.dtype),
            storage,
            origin_shape=origin,
            origin_format=self._format(record.origin_format) if record.origin_format else primary,
            alignment=record.alignment,
            value_range=self._range(record.range),
        )

    def _range(self, ends: list[Any] | None) -> tuple[float, float] | None:
        if ends is None:
            return None
        values = [self._value(end, 0) for end in ends]
        if len(values) != 2 or any(isinstance(end, bool) or not isinstance(end, int | float) for end in values):
            self._fail("a value range has two numbers")
        return cast("tuple[float, float]", tuple(values))

    def _dtype(self, name: str) -> DataType:
        found = DataType.__members__.get(name)
        if found is None:
            self._fail("a data type is unknown", name[:60])
        return found

    def _format(self, name: str) -> Format:
        found = Format.__members__.get(name)
        if found is None:
            self._fail("a format is unknown", name[:60])
        return found

    def _attrs(self, record: Mapping[str, Any], depth: int) -> Attrs:
        return Attrs({name: self._value(value, depth) for name, value in record.items()})

    def _value(self, value: object, depth: int) -> AttrValue:
        if depth > _MOST_NESTING:
            self._fail(f"values are nested deeper than {_MOST_NESTING}")
        match value:
            case bool() | str() | float():
                return value
            case int():
                return value
            case list():
                items = cast("list[object]", value)
                return cast("AttrValue", tuple(self._value(item, depth + 1) for item in items))
            case {"named": str(name), "attributes": dict(attrs), **rest} if not rest:
                return NamedAttrs(name, self._attrs(cast("dict[str, Any]", attrs), depth + 1))
            case {"tensor": dict(record), **rest} if not rest:
                return self._tensor(self._convert(cast("dict[str, Any]", record)))
            case {"type": str(name), **rest} if not rest:
                return self._dtype(name)
            case {"bytes": str(digits), **rest} if not rest:
                return self._hex(digits)
            case {"float": "nan" | "inf" | "-inf" as text, **rest} if not rest:
                return float(cast("str", text))
            case {"int": str(digits), **rest} if not rest and len(digits) <= _MOST_DIGITS:
                return self._int(digits)
            case _:
                self._fail("no attribute has such a value", repr(value)[:60])

    def _int(self, digits: str) -> int:
        if not digits.removeprefix("-").isdecimal() or not digits.isascii():
            self._fail("an integer is written in digits", digits[:60])
        return int(digits)

    def _hex(self, digits: str) -> bytes:
        try:
            return bytes.fromhex(digits)
        except ValueError:
            self._fail("bytes are written in hexadecimal digits", digits[:60])

    def _convert(self, record: dict[str, Any]) -> TensorRecord:
        try:
            return msgspec.convert(record, TensorRecord)
        except msgspec.ValidationError as error:
            self._fail(f"a tensor is malformed: {error}")

    def _tensor(self, record: TensorRecord) -> TensorValue:
        dtype, dims = self._dtype(record.dtype), tuple(record.shape)
        if any(not 0 <= size < 1 << 40 for size in dims) or len(dims) > 64 or prod(dims) >= 1 << 40:
            self._fail("a constant has an impossible shape")
        tensor = TensorValue(dtype, dims, Splat(b""))
        return TensorValue(dtype, dims, self._payload(record, tensor))

    def _payload(self, record: TensorRecord, like: TensorValue) -> Payload:
        match record:
            case TensorRecord(elements=list() as elements, splat=None, base64=None):
                return Inline(self._elements(elements, like))
            case TensorRecord(elements=None, splat=str() as digits, base64=None):
                element = self._hex(digits)
                if len(element) != like.itemsize:
                    self._fail(f"an element of {like} has {like.itemsize} bytes")
                return Splat(element)
            case TensorRecord(elements=None, splat=None, base64=str() as text):
                try:
                    data = b64decode(text, validate=True)
                except ValueError:
                    self._fail("the bytes of a constant are no base64")
                if len(data) != like.nbytes:
                    self._fail(f"{like} has {like.nbytes} bytes", f"{len(data)} bytes")
                return Inline(data)
            case _:
                self._fail("a constant has either elements, or splat, or base64")

    def _elements(self, elements: list[Any], like: TensorValue) -> bytes:
        code = _PACK.get(like.dtype)
        if code is None or len(elements) != like.size:
            self._fail(f"these are not the elements of {like}")
        if any(isinstance(item, bool) != (code == "?") for item in elements):
            self._fail(f"these are not the elements of {like}")
        try:
            return struct.pack(f"<{like.size}{code}", *elements)
        except (struct.error, OverflowError, TypeError):
            self._fail(f"these are not the elements of {like}")


def _origin(record: OriginRecord | None) -> Provenance | None:
    if record is None:
        return None
    return Provenance(record.file, record.name, record.op, record.made_by, tuple(record.origins))
