"""The records of a file: operators and graphs as they stand in the bytes, every length checked, nothing built yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from metadef.codec.ge_ir.attributes import AttributeReader
from metadef.codec.ge_ir.descriptors import DescriptorReader
from metadef.codec.ge_ir.edges import is_private
from metadef.codec.ge_ir.encode import GRAPH_ATTRS, MODEL_ATTRS, OP_ATTRS
from metadef.codec.ge_ir.fields import Damage, Field, field_at, fields_of, scan, tag
from metadef.codec.ge_ir.parts import Parts, Tensor
from metadef.codec.ge_ir.payloads import Origin, PayloadReader
from metadef.types.attrs import AttrKind, AttrValue
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue
from metadef.wire.pool import message_class
from metadef.wire.scan import CUT_FIELD

__all__ = ["RawAttr", "RawDescs", "RawGraph", "RawModel", "RawOp", "RawPrivate", "RawReader"]

_CUT_TAG = tag(CUT_FIELD, 0)
_OP_FIELDS = frozenset({1, 2, 5, 10, 11, *range(20, 36)})
_GRAPH_FIELDS = frozenset({1, 4, 5, 6, 11, 12})
_MODEL_FIELDS = frozenset({1, 2, 3, 7, 11, 12})


@dataclass(frozen=True, slots=True, eq=False)
class RawAttr:
    """One entry of an attribute map. Equal bytes give the identical record."""

    name: str
    definition: bytes  # content of the AttrDef
    value: AttrValue | None = None  # None for what no attribute value can stand for
    kind: AttrKind | None = None  # as the file says
    head: bytes | None = None  # of an attribute that is one tensor: field `desc`
    is_private: bool = False  # GE's own bookkeeping
    is_odd: bool = False  # an entry with fields that no entry has, which protobuf takes for an unknown field


@dataclass(slots=True, eq=False)
class RawDescs:
    """The descriptors of an operator. Operators with equal bytes share one record."""

    inputs: list[bytes] = field(default_factory=list[bytes])  # contents of TensorDescriptors
    outputs: list[bytes] = field(default_factory=list[bytes])
    read: list[TensorDesc] = field(default_factory=list[TensorDesc])  # those of the outputs


@dataclass(frozen=True, slots=True, eq=False)
class RawPrivate:
    """The private attributes of an operator. Operators with the same ones share one record."""

    attrs: tuple[RawAttr, ...] = ()
    rest: bytes = b""  # what follows the first of them in the file, up to the last


@dataclass(slots=True, eq=False)
class RawOp:
    """An OpDef."""

    start: int  # of its content
    end: int
    name: str = ""
    type: str = ""
    edges: list[str] = field(default_factory=list[str])
    private: RawPrivate = RawPrivate()
    attrs: list[RawAttr] = field(default_factory=list[RawAttr])  # those that are not private
    descs: RawDescs = field(default_factory=RawDescs)
    subgraphs: list[str] = field(default_factory=list[str])

    def attr(self, name: str) -> RawAttr | None:
        """The attribute; the last one of several."""
        return next(
            (item for item in (*reversed(self.attrs), *reversed(self.private.attrs)) if item.name == name), None
        )


@dataclass(slots=True, eq=False)
class RawGraph:
    """A GraphDef."""

    start: int
    end: int
    name: str = ""
    outputs: list[str] = field(default_factory=list[str])
    ops: list[RawOp] = field(default_factory=list[RawOp])
    attrs: list[RawAttr] = field(default_factory=list[RawAttr])


@dataclass(slots=True, eq=False)
class RawModel:
    """A ModelDef."""

    name: str = ""
    graphs: list[RawGraph] = field(default_factory=list[RawGraph])
    attrs: list[RawAttr] = field(default_factory=list[RawAttr])


class RawReader:
    """Reads records out of one file. All methods raise `Damage` where the bytes are wrong."""

    def __init__(self, data: bytes, payloads: PayloadReader, origin: Origin) -> None:
        self.data = data
        self._origin = origin
        self.descriptors = DescriptorReader(self.parse)
        self._attributes = AttributeReader(self.descriptors, payloads)
        self._attrs: dict[bytes, RawAttr] = {}
        self._texts: dict[bytes, str] = {}
        self._tails: dict[bytes, RawDescs] = {}
        self._runs: dict[RawAttr, RawPrivate] = {}  # first private attribute: the last ones that began with it

    def parse(self, message: str, content: bytes) -> Any:
        """A message from the bytes of a part."""
        from google.protobuf.message import DecodeError

        made = message_class(message)()
        try:
            made.ParseFromString(content)
        except (DecodeError, RecursionError, UnicodeDecodeError):
            raise Damage from None
        return made

    def model(self) -> RawModel:
        """The whole file."""
        data = self.data
        model = RawModel()
        for item in fields_of(data, 0, len(data)):
            _require(item, data, _MODEL_FIELDS, _MODEL_KEYS)
            if item.number == 1:
                model.name = self._text(item)
            elif item.number == 7:
                model.graphs.append(self._graph(item.body, item.end))
            elif item.number == 11:
                self._put(model.attrs, item)
        return model

    def _graph(self, start: int, end: int) -> RawGraph:
        data = self.data
        graph = RawGraph(start, end)
        for item in fields_of(data, start, end):
            _require(item, data, _GRAPH_FIELDS, _GRAPH_KEYS)
            if item.number == 6:
                graph.ops.append(self._op(item.body, item.end))
            elif item.number == 1:
                graph.name = self._text(item)
            elif item.number == 5:
                graph.outputs.append(self._text(item))
            elif item.number == 4:
                self._text(item)
            elif item.number == 11:
                self._put(graph.attrs, item)
        return graph

    def _op(self, start: int, end: int) -> RawOp:
        """WHY so long a way: descriptors and private attributes are most of a file, and nearly all of them have come
        before; what is equal byte for byte is recognised as a whole.
        """
        data = self.data
        op = RawOp(start, end)
        private: list[RawAttr] = []
        first = last = 0  # end of the first private attribute, and of the last of those that follow it at once
        whole = True  # no other attribute stands between private ones
        at = start
        try:
            while at < end:
                key = data[at]
                if key < 128 and key & 7 == 2 and data[at + 1] < 128:  # nearly all of them
                    body = at + 2
                    stop = body + data[at + 1]
                    if stop > end or key < 8:
                        raise Damage
                else:
                    key, body, stop = field_at(data, at, end)
                if key == 82:  # 10, attr
                    attr = self._attrs.get(data[body:stop]) or self._attr(body, stop)
                    if attr.is_private:
                        if not private:
                            first = last = stop
                            run = self._runs.get(attr)
                            if run is not None and data.startswith(run.rest, stop) and stop + len(run.rest) <= end:
                                op.private = run
                                private += run.attrs
                                stop = last = stop + len(run.rest)
                                at = stop
                                continue
                        # WHY: a run stands for all of them only when nothing stands in between
                        whole = whole and (not private or last == at)
                        private.append(attr)
                        last = stop if last == at else last
                    elif not attr.is_odd:
                        op.attrs.append(attr)
                elif key == 266 or key == 274:  # 33, input_desc; 34, output_desc
                    self._tail(op, at, end)
                    break
                else:
                    self._other(op, key, data[body:stop])
                at = stop
        except (IndexError, UnicodeDecodeError):
            raise Damage from None
        if len(private) != len(op.private.attrs):
            op.private = RawPrivate(tuple(private), data[first:last])
            if whole and (len(private) == 1 or last != first):
                self._runs[private[0]] = op.private
        return op

    def _other(self, op: RawOp, key: int, content: bytes) -> None:
        if key == 42:  # 5, input
            op.edges.append(content.decode())
        elif key == 10:
            op.name = content.decode()
        elif key == 18:
            op.type = self._shared_text(content)
        elif key == 282:  # 35, subgraph_name
            op.subgraphs.append(content.decode())
        elif key not in _OP_KEYS and key >> 3 in _OP_FIELDS:
            raise Damage

    def _tail(self, op: RawOp, at: int, end: int) -> None:
        """What begins with the descriptors: nothing else, but for subgraphs and odd files."""
        data = self.data
        tail = data[at:end]
        found = self._tails.get(tail)
        if found is not None:
            op.descs = found
            return
        descs = RawDescs()
        fields = scan(data, at, end)
        for key, _, body, stop in fields:
            if key == 266:
                descs.inputs.append(data[body:stop])
                self.descriptors.read(descs.inputs[-1])  # WHY: damage in what only the residue keeps is damage too
            elif key == 274:
                descs.outputs.append(data[body:stop])
                descs.read.append(self.descriptors.read(descs.outputs[-1]))
            elif key == 82:
                attr = self._attr(body, stop)
                if attr.is_private:
                    op.private = RawPrivate((*op.private.attrs, attr))
                elif not attr.is_odd:
                    op.attrs.append(attr)
            else:
                self._other(op, key, data[body:stop])
        op.descs = descs
        if all(key in (266, 274) for key, _, _, _ in fields):
            self._tails[tail] = descs

    def _put(self, attrs: list[RawAttr], item: Field) -> None:
        attr = self._attr(item.body, item.end)
        if not attr.is_odd:
            attrs.append(attr)

    def _text(self, item: Field) -> str:
        try:
            return self.data[item.body : item.end].decode()
        except UnicodeDecodeError:
            raise Damage from None

    def _shared_text(self, raw: bytes) -> str:
        found = self._texts.get(raw)
        if found is None:
            found = self._texts[raw] = raw.decode()
        return found

    def _attr(self, at: int, end: int) -> RawAttr:
        entry = self.data[at:end]
        found = self._attrs.get(entry)
        if found is None:
            made = self._decode(entry, at)
            found = self._attrs[entry] = replace(made, is_private=True) if is_private(made.name) else made
        return found

    def _decode(self, entry: bytes, at: int) -> RawAttr:
        key, definition, offset = self._entry(entry)
        try:
            name = key.decode()
        except UnicodeDecodeError:
            raise Damage from None
        if offset == -2:
            return RawAttr("", b"", is_odd=True)
        place = at + offset if offset >= 0 else -1
        found = self._attributes.value(self.parse("ge.proto.AttrDef", definition))
        if found is None:
            return RawAttr(name, self._restored(place, definition))
        value, kind = found
        if not isinstance(value, TensorValue):
            return RawAttr(name, self._restored(place, definition), value, kind)
        head = _tensor_head(definition)
        if head is None:
            return RawAttr(name, self._restored(place, definition))
        return RawAttr(name, b"", value, kind, head)

    def _entry(self, entry: bytes) -> tuple[bytes, bytes, int]:
        """Key and value of a map entry, and where the value lies in it (-1: nowhere).

        What is missing is empty, what comes twice is joined as protobuf does; -2 stands for an odd entry.
        """
        key = b""
        values: list[bytes] = []
        at = -1
        for item in fields_of(entry, 0, len(entry)):
            if item.number in (1, 2) and entry[item.start] & 7 != 2:
                raise Damage
            if item.number == 1:
                key = entry[item.body : item.end]
            elif item.number == 2:
                values.append(entry[item.body : item.end])
                at = item.body
            else:
                return b"", b"", -2
        if len(values) < 2:
            return key, values[0] if values else b"", at
        merged: bytes = self.parse("ge.proto.AttrDef", b"".join(values)).SerializeToString(deterministic=True)
        return key, merged, -1

    def _restored(self, at: int, definition: bytes) -> bytes:
        """An AttrDef that is kept as bytes, with the payloads that were cut out of it; `at` is -1 where none can be."""
        if at < 0 or not self._origin.has_cuts or _CUT_TAG not in definition:
            return definition
        return self.original(at, at + len(definition))

    def original(self, start: int, end: int) -> bytes:
        """The bytes of the file for a part of a message, which lies at `start` to `end` here."""
        return self._origin.bytes(start, end) if self._origin.has_cuts else self.data[start:end]

    # --- parts, for comparison with what the writer makes ---------------------------------------------------------

    def op_parts(self, op: RawOp) -> Parts:
        """An operator in parts."""
        parts = self._parts(op.start, op.end, OP_ATTRS, _OP_FIELDS, {33, 34})
        _put_attrs(parts, [*op.private.attrs, *op.attrs])
        for number, contents in ((33, op.descs.inputs), (34, op.descs.outputs)):
            if contents:
                parts.descs[number] = contents
        return parts

    def graph_parts(self, graph: RawGraph) -> Parts:
        """A graph in parts, without its operators."""
        parts = self._parts(graph.start, graph.end, GRAPH_ATTRS, _GRAPH_FIELDS, {6})
        _put_attrs(parts, graph.attrs)
        return parts

    def model_parts(self, model: RawModel) -> Parts:
        """The model in parts, without its graphs."""
        parts = self._parts(0, len(self.data), MODEL_ATTRS, _MODEL_FIELDS, {7})
        _put_attrs(parts, model.attrs)
        return parts

    def _parts(self, start: int, end: int, attr_field: int, known: frozenset[int], apart: set[int]) -> Parts:
        parts = Parts(attr_field)
        rest: list[bytes] = []
        for item in fields_of(self.data, start, end):
            if item.number in apart:
                continue
            if item.number == attr_field:
                if self._attr(item.body, item.end).is_odd:
                    rest.append(self.original(item.start, item.end))
                continue
            content = self.data[item.start : item.end]
            if item.number in known:
                parts.fields[item.number] = parts.fields.get(item.number, b"") + content
            else:
                rest.append(content)
        parts.rest = b"".join(rest)
        return parts


def _keys(texts: Iterable[int], numbers: Iterable[int] = ()) -> frozenset[int]:
    """Number and wire type of fields as they may stand in a file."""
    return frozenset({*(number << 3 | 2 for number in texts), *(number << 3 for number in numbers)})


# lists of numbers come packed and one by one
_NUMBER_LISTS = (25, *range(27, 33))
_OP_KEYS = _keys((1, 2, 5, 10, 11, 23, 24, 26, 33, 34, 35, *_NUMBER_LISTS), (20, 21, 22, *_NUMBER_LISTS))
_GRAPH_KEYS = _keys(_GRAPH_FIELDS)
_MODEL_KEYS = _keys(_MODEL_FIELDS - {2}, (2,))


def _require(item: Field, data: bytes, fields: frozenset[int], keys: frozenset[int]) -> None:
    """WHY: a known field of another wire type would be an unknown field to protobuf; only damaged files have one."""
    if item.number in fields and item.number << 3 | (data[item.start] & 7) not in keys:
        raise Damage


def _put_attrs(parts: Parts, attrs: list[RawAttr]) -> None:
    for item in attrs:
        parts.attrs.pop(item.name, None)
        parts.tensors.pop(item.name, None)
        if item.head is not None and isinstance(item.value, TensorValue):
            parts.tensors[item.name] = Tensor(item.head, item.value)
        else:
            parts.attrs[item.name] = item.definition


def _tensor_head(definition: bytes) -> bytes | None:
    """The field `desc` of an AttrDef that is exactly one tensor of descriptor and bytes; None for any other form."""
    outer = fields_of(definition, 0, len(definition))
    if [item.number for item in outer] != [12]:
        return None
    inner = fields_of(definition, outer[0].body, outer[0].end)
    numbers = [item.number for item in inner]
    if numbers not in ([1], [1, 2], [1, CUT_FIELD]):
        return None
    return definition[inner[0].start : inner[0].end]
