"""`AttrDef` of ge_ir.proto and attribute values, both ways.

Which field holds which kind: string s, integer i, float f, truth value b, bytes bt, named attributes func, tensor t,
data type dt (numbered as in C++), lists in `list` with `val_type`, lists of lists in fields of their own.
"""

from __future__ import annotations

import struct
from typing import Any, cast

from metadef.codec.ge_ir.descriptors import DescriptorReader, DescriptorWriter
from metadef.codec.ge_ir.fields import bytes_field, varint
from metadef.codec.ge_ir.payloads import PayloadReader, stored_bytes
from metadef.types.attrs import AttrKind, Attrs, AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue
from metadef.wire.float32 import shortest

__all__ = ["AttributeReader", "AttributeWriter", "Unwritable", "attr_entry"]

_MOST_NESTING = 24  # named attributes inside named attributes; each takes three of protobuf's hundred levels
_INT64 = 1 << 63
_FLOAT = struct.Struct("<f")

# AttrDef.ListValue.ListValueType
_LIST_TYPE = {
    AttrKind.ListString: 1,
    AttrKind.ListAscendString: 1,
    AttrKind.ListInt: 2,
    AttrKind.ListFloat: 3,
    AttrKind.ListBool: 4,
    AttrKind.ListBytes: 5,
    AttrKind.ListTensor: 7,
    AttrKind.ListNamedAttrs: 9,
    AttrKind.ListType: 10,
}
_LIST_KIND = {number: kind for kind, number in _LIST_TYPE.items() if kind is not AttrKind.ListAscendString}
_LIST_FIELD = {1: "s", 2: "i", 3: "f", 4: "b", 5: "bt", 7: "t", 9: "na", 10: "dt"}


class Unwritable(Exception):
    """A value that ge_ir.proto cannot hold; the text says why."""


def attr_entry(field_number: int, name: bytes, definition: bytes) -> bytes:
    """One entry of an attribute map."""
    return bytes_field(field_number, bytes_field(1, name) + bytes_field(2, definition))


def float_bytes(value: float) -> bytes:
    """A number as a float of 32 bits: what is beyond its range becomes infinite, as a C++ conversion does."""
    try:
        return _FLOAT.pack(value)
    except OverflowError:
        return _FLOAT.pack(float("inf") if value > 0 else float("-inf"))


class AttributeWriter:
    """Values to `AttrDef`."""

    def __init__(self, descriptors: DescriptorWriter) -> None:
        self._descriptors = descriptors

    def definition(self, value: AttrValue, kind: AttrKind | None = None, depth: int = 0) -> bytes:
        """The content of the `AttrDef` of a value; `kind` decides what an empty list is a list of.

        Raises:
            Unwritable: for an integer beyond 64 bits, a list of mixed kinds, a tensor of a type without bytes.
        """
        if depth > _MOST_NESTING:
            raise Unwritable(f"named attributes are nested deeper than {_MOST_NESTING}")
        if kind is None or (value and isinstance(value, tuple)):
            try:
                kind = AttrKind.of(value)
            except ValueError as error:
                raise Unwritable(str(error)) from None
        try:
            return self._definition(value, kind, depth)
        except (TypeError, AttributeError):
            raise Unwritable("its members are of several kinds") from None
        except UnicodeEncodeError:
            raise Unwritable("a text has a lone surrogate") from None

    def _definition(self, value: Any, kind: AttrKind, depth: int) -> bytes:
        match kind:
            case AttrKind.Int:
                return b"\x18" + _int(value)
            case AttrKind.Float:
                return b"\x25" + float_bytes(value)
            case AttrKind.Bool:
                return b"\x28\x01" if value else b"\x28\x00"
            case AttrKind.String | AttrKind.AscendString:
                return bytes_field(2, value.encode())
            case AttrKind.Bytes:
                return bytes_field(7, value)
            case AttrKind.NamedAttrs:
                return bytes_field(10, self._named(value, depth))
            case AttrKind.Tensor:
                return bytes_field(12, self.tensor(value))
            case AttrKind.Type:
                return b"\x78" + varint(value.ge_value)
            case AttrKind.ListListInt:
                rows = [bytes_field(1, _packed(1, b"".join([_int(item) for item in row]))) for row in value]
                return bytes_field(14, b"".join(rows))
            case AttrKind.ListListFloat:
                rows = [bytes_field(1, _packed(1, b"".join([float_bytes(item) for item in row]))) for row in value]
                return bytes_field(16, b"".join(rows))
            case _:
                return bytes_field(1, self._list(value, kind, depth) + b"\xa0\x01" + varint(_LIST_TYPE[kind]))

    def _list(self, items: tuple[Any, ...], kind: AttrKind, depth: int) -> bytes:
        match kind:
            case AttrKind.ListString | AttrKind.ListAscendString:
                return b"".join([bytes_field(2, item.encode()) for item in items])
            case AttrKind.ListInt:
                return _packed(3, b"".join([_int(item) for item in items]))
            case AttrKind.ListFloat:
                return _packed(4, b"".join([float_bytes(item) for item in items]))
            case AttrKind.ListBool:
                _require_all(items, bool)
                return _packed(5, bytes(items))
            case AttrKind.ListBytes:
                _require_all(items, bytes)
                return b"".join([bytes_field(7, item) for item in items])
            case AttrKind.ListTensor:
                _require_all(items, TensorValue)
                return b"".join([bytes_field(9, self.tensor(item)) for item in items])
            case AttrKind.ListNamedAttrs:
                _require_all(items, NamedAttrs)
                return b"".join([bytes_field(11, self._named(item, depth)) for item in items])
            case _:
                return _packed(12, b"".join([varint(item.ge_value) for item in items]))

    def _named(self, named: NamedAttrs, depth: int) -> bytes:
        head = bytes_field(1, named.name.encode()) if named.name else b""
        entries = {name.encode(): self.definition(value, None, depth + 1) for name, value in named.attrs.items()}
        return head + b"".join([attr_entry(2, name, entries[name]) for name in sorted(entries)])

    def tensor_head(self, tensor: TensorValue) -> bytes:
        """The descriptor in the `TensorDef` of a tensor."""
        return bytes_field(1, self._descriptors.content(TensorDesc(tensor.dims, tensor.dtype)))

    def tensor(self, tensor: TensorValue) -> bytes:
        """A whole `TensorDef`."""
        data = stored_bytes(tensor)
        return self.tensor_head(tensor) + (bytes_field(2, bytes(data)) if len(data) else b"")


def _int(value: object) -> bytes:
    if type(value) is not int:
        raise TypeError
    if not -_INT64 <= value < _INT64:
        raise Unwritable("an integer has more than 64 bits")
    return varint(value)


def _packed(field_number: int, content: bytes) -> bytes:
    return bytes_field(field_number, content) if content else b""


def _require_all(items: tuple[object, ...], kind: type) -> None:
    if not all(isinstance(item, kind) for item in items):
        raise TypeError


class AttributeReader:
    """`AttrDef` messages to values."""

    def __init__(self, descriptors: DescriptorReader, payloads: PayloadReader) -> None:
        self._descriptors = descriptors
        self._payloads = payloads

    def value(self, message: Any, depth: int = 0) -> tuple[AttrValue, AttrKind] | None:
        """The value and the kind that the file says, None for what no attribute value can stand for.

        That is an attribute without a value, a list without `val_type` (which GE skips too), descriptors, graphs,
        expressions, texts that are not UTF-8, types and tensors that are unknown.
        """
        match message.WhichOneof("value"):
            case "s":
                text = _text(message.s)
                return (text, AttrKind.String) if text is not None else None
            case "i":
                return message.i, AttrKind.Int
            case "f":
                return shortest(message.f), AttrKind.Float
            case "b":
                return message.b, AttrKind.Bool
            case "bt":
                return message.bt, AttrKind.Bytes
            case "dt":
                dtype = DataType.from_ge(message.dt)
                return (dtype, AttrKind.Type) if dtype is not None else None
            case "t":
                tensor = self.tensor(message.t)
                return (tensor, AttrKind.Tensor) if tensor is not None else None
            case "func":
                named = self._named(message.func, depth)
                return (named, AttrKind.NamedAttrs) if named is not None else None
            case "list_list_int":
                rows = message.list_list_int.list_list_i
                return tuple([tuple(row.list_i) for row in rows]), AttrKind.ListListInt
            case "list_list_float":
                rows = message.list_list_float.list_list_f
                return tuple([tuple(map(shortest, row.list_f)) for row in rows]), AttrKind.ListListFloat
            case "list":
                return self._list(message.list, depth)
            case _:
                return None

    def _list(self, message: Any, depth: int) -> tuple[AttrValue, AttrKind] | None:
        kind = _LIST_KIND.get(message.val_type)
        if kind is None:
            return None
        items = getattr(message, _LIST_FIELD[message.val_type])
        read: list[Any]
        match kind:
            case AttrKind.ListString:
                read = [_text(item) for item in items]
            case AttrKind.ListType:
                read = [DataType.from_ge(item) for item in items]
            case AttrKind.ListFloat:
                read = list(map(shortest, items))
            case AttrKind.ListTensor:
                read = [self.tensor(item) for item in items]
            case AttrKind.ListNamedAttrs:
                read = [self._named(item, depth) for item in items]
            case _:
                read = list(items)
        return (tuple(read), kind) if None not in read else None

    def _named(self, message: Any, depth: int) -> NamedAttrs | None:
        if depth >= _MOST_NESTING:
            return None
        attrs: dict[str, AttrValue] = {}
        for name in sorted(message.attr):
            found = self.value(message.attr[name], depth + 1)
            if found is None:
                return None
            attrs[name] = found[0]
        return NamedAttrs(message.name, Attrs(attrs))

    def tensor(self, message: Any) -> TensorValue | None:
        """A `TensorDef`; None when its type, shape and bytes do not fit."""
        desc = self._descriptors.of_message(message.desc)
        dims = desc.shape.known_dims() if desc is not None else None
        if desc is None or dims is None:
            return None
        cut = 1 + cast("int", message.cut_payload) if message.HasField("cut_payload") else 0
        return self._payloads.tensor(desc.dtype, dims, cast("bytes", message.data), cut)


def _text(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None
