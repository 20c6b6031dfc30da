"""Proof that a change of a protobuf schema breaks WIRE: bytes, or JSON, that the two schemas read differently.

`read_field` reads the fields of a message as protobuf does: by number and wire type; what has no such field is unknown.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from metadef.compat.record import Change, Promise
from metadef.compat.schema_snapshot import Enumeration, Field, Message, Schema
from metadef.errors import MetadefError
from metadef.wire.reader import Reader
from metadef.wire.varint import varint_bytes, zigzag_int

__all__ = ["SchemaWitness", "find_schema_witness", "read_fields"]

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_WIRE_TYPES = {
    **dict.fromkeys(("int32", "int64", "uint32", "uint64", "sint32", "sint64", "bool"), _VARINT),
    **dict.fromkeys(("double", "fixed64", "sfixed64"), _FIXED64),
    **dict.fromkeys(("float", "fixed32", "sfixed32"), _FIXED32),
}
_BITS = {"int32": 32, "uint32": 32, "sint32": 32, "fixed32": 32, "sfixed32": 32}
_STRUCTS = {"double": "<d", "float": "<f", "fixed64": "<Q", "sfixed64": "<q", "fixed32": "<I", "sfixed32": "<i"}
_SAMPLES = (1, 3, -1, 1 << 40, 0)

Value = int | float | bool | str


@dataclass(frozen=True, slots=True)
class SchemaWitness:
    """What the older schema wrote, and how each of the two reads it."""

    message: str  # or the enumeration
    data: bytes  # a serialised message; empty where only a name shows the difference
    json: str  # the same in JSON, where the difference is one of names; else ""
    before: str
    after: str

    def __str__(self) -> str:
        shown = self.json or (f"bytes {self.data.hex(' ')}" if self.data else "")
        return f"{self.message}{f' {shown}' if shown else ''}: {self.before}, now {self.after}"


def find_schema_witness(change: Change, old: Schema, new: Schema) -> SchemaWitness | None:
    """A witness of a WIRE break; None for changes that break none.

    >>> from metadef.compat.compare import compare_schemas
    >>> was = Schema({"M": Message({"a": Field("a", 1, "int64", "optional")})})
    >>> now = Schema({"M": Message({"a": Field("a", 1, "sint64", "optional")})})
    >>> print(find_schema_witness(compare_schemas(was, now).changes[0], was, now))
    M bytes 08 01: a = 1, now a = -1
    """
    if Promise.WIRE not in change.promises:
        return None
    at = change.hit.at
    owner, _, member = at.rpartition(".")
    if change.rule == "schema-reservation-lifted":
        word = change.hit.expected
        return SchemaWitness(at, b"", "", f"a schema that uses what is {word} is refused", "it is accepted")
    if at in old.messages or at in old.enums:
        return SchemaWitness(at, b"", "", "the schema has it", "the schema does not have it")
    if owner in old.enums:
        return _of_enum(owner, member, old.enums[owner], new.enums[owner])
    field = old.messages[owner].fields.get(member)
    if field is not None:
        return _of_field(owner, field, old, new)
    return _of_reserved(owner, new.messages[owner].fields[member], old, new)


def _of_enum(name: str, member: str, old: Enumeration, new: Enumeration) -> SchemaWitness:
    number = old.values.get(member, new.values.get(member, 0))
    if member not in old.values:
        return SchemaWitness(name, b"", "", f"number {number} is reserved", f"number {number} is {member}")
    now = next((other for other, value in new.values.items() if value == number), "no name")
    return SchemaWitness(
        name, varint_bytes(number & ((1 << 64) - 1)), "", f"number {number} is {member}", f"it is {now}"
    )


def _of_field(name: str, field: Field, old: Schema, new: Schema) -> SchemaWitness | None:
    for data in _written(field, old):
        before, after = _told(old, name, data), _told(new, name, data)
        if before != after:
            return SchemaWitness(name, data, "", before, after)
    return None


def _of_reserved(name: str, field: Field, old: Schema, new: Schema) -> SchemaWitness | None:
    """What a release before the old one wrote under the number or name, which the old one passed over."""
    for data in _written(field, new):
        before, after = _told(old, name, data), _told(new, name, data)
        if before != after:
            return SchemaWitness(name, data, f'{{"{field.name}": ...}}', "passed over", after)
    return None


def _written(field: Field, schema: Schema) -> list[bytes]:
    """Serialised messages with nothing but the field, twice where that tells a list from one value."""
    tag_type = _wire_type(field.type, schema)
    tag = varint_bytes(field.number << 3 | tag_type)
    if tag_type == _BYTES:
        one, other = (tag + varint_bytes(len(text)) + text for text in (b"\x08\x01", b"\x08\x02"))
        return [one, tag + b"\x00", one + other]
    values = [tag + _payload(field.type, value) for value in _SAMPLES]
    return [*values, values[0] + values[1]]


def _payload(kind: str, value: int) -> bytes:
    if kind in _STRUCTS:
        letter = _STRUCTS[kind]
        bits = 64 if letter in ("<Q", "<q") else 32
        number = float(value) if kind in ("double", "float") else value & ((1 << bits) - 1)
        return struct.pack(letter.upper() if isinstance(number, int) else letter, number)
    if kind.startswith("sint"):
        bits = _BITS.get(kind, 64)
        value &= (1 << bits) - 1
        signed = value - (1 << bits) if value >> (bits - 1) else value
        return varint_bytes(zigzag_int(signed))
    if kind == "bool":
        return varint_bytes(int(bool(value)))
    bits = _BITS.get(kind, 64)
    value &= (1 << bits) - 1
    if kind == "int32" and value >> 31:  # WHY: negative numbers are written with 64 bits
        value |= ((1 << 32) - 1) << 32
    return varint_bytes(value)


def _wire_type(kind: str, schema: Schema) -> int:
    return _WIRE_TYPES.get(kind, _VARINT if kind in schema.enums else _BYTES)


def read_fields(schema: Schema, message: str, data: bytes) -> Mapping[str, tuple[Value, ...]]:
    """What a schema reads from a message: the values of each field by name; unknown ones are called by number.

    Raises:
        FileError: if the bytes are no message.
    """
    held = schema.messages.get(message, Message({}))
    by_number = {field.number: field for field in held.fields.values()}
    found: dict[str, list[Value]] = {}
    reader = Reader(data, message)
    while reader.remaining:
        tag = reader.varint()
        number, kind = tag >> 3, tag & 7
        field = by_number.get(number)
        if field is not None and _wire_type(field.type, schema) == kind:
            value = _value(field.type, reader, schema)
            values = found.setdefault(field.name, [])
            found[field.name] = [*values, value] if field.label == "repeated" else [value]
        elif field is not None and field.label == "repeated" and kind == _BYTES:  # packed
            inner = reader.sub(reader.varint())
            values = found.setdefault(field.name, [])
            while inner.remaining:
                values.append(_value(field.type, inner, schema))
        else:
            _pass_over(reader, kind)
            found.setdefault(f"unknown field {number}", []).append(kind)
    return {name: tuple(values) for name, values in found.items()}


def _value(kind: str, reader: Reader, schema: Schema) -> Value:
    if kind in _STRUCTS:
        layout = _STRUCTS[kind]
        value: Value = struct.unpack(layout, reader.take(struct.calcsize(layout)))[0]
        return value
    if _wire_type(kind, schema) == _BYTES:
        content = bytes(reader.take(reader.varint()))
        if kind != "string":
            return f"{kind} of {content.hex(' ') or 'no bytes'}"
        try:
            return repr(content.decode("utf-8"))
        except UnicodeDecodeError:
            return "no text"
    raw = reader.varint()
    if kind == "bool":
        return bool(raw)
    if kind.startswith("sint"):
        raw &= (1 << _BITS.get(kind, 64)) - 1
        return (raw >> 1) ^ -(raw & 1)
    bits = 32 if kind in schema.enums else _BITS.get(kind, 64)
    raw &= (1 << bits) - 1
    signed = raw - (1 << bits) if raw >> (bits - 1) and not kind.startswith("uint") else raw
    if kind in schema.enums:
        return next((name for name, number in schema.enums[kind].values.items() if number == signed), str(signed))
    return signed


def _pass_over(reader: Reader, kind: int) -> None:
    match kind:
        case 0:
            reader.varint()
        case 1:
            reader.skip(8)
        case 2:
            reader.skip(reader.varint())
        case 5:
            reader.skip(4)
        case _:
            raise MetadefError.of("file-corrupt", reader.subject, f"wire type {kind} is none of proto3")


def _told(schema: Schema, message: str, data: bytes) -> str:
    """What a schema reads, as text, which tells true from 1."""
    try:
        read = read_fields(schema, message, data)
    except MetadefError:
        return "no message"
    return "; ".join(
        f"{name} is passed over" if name.startswith("unknown") else f"{name} = {', '.join(map(str, values))}"
        for name, values in read.items()
    )
