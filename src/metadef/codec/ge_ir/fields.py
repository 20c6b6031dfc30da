"""Protobuf messages as lists of fields, without building messages: what is equal byte for byte is decoded once.

The canonical encoding is the one that GE writes: fields by number, maps sorted by key, lists of numbers packed, lengths
in as few bytes as they need.
"""

from __future__ import annotations

from typing import NamedTuple

from metadef.wire.varint import varint_bytes

__all__ = [
    "Damage",
    "Field",
    "bytes_field",
    "fields_of",
    "int_field",
    "map_key",
    "number",
    "tag",
    "text_field",
    "varint",
]

_LONGEST = 70  # bits of ten groups
_MASK = (1 << 64) - 1
_SMALL = tuple(bytes([value]) for value in range(128))


class Damage(Exception):
    """The bytes are no protobuf; the reader then looks for the place with a slower walk."""


class Field(NamedTuple):
    """Where one field of a message lies."""

    number: int
    start: int  # of its tag
    body: int  # of its content: after the length, or of the number itself
    end: int


def varint(value: int) -> bytes:
    """A varint of any int64 or uint64; a negative number takes ten bytes.

    >>> varint(300).hex(), len(varint(-1))
    ('ac02', 10)
    """
    if 0 <= value < 128:
        return _SMALL[value]
    return varint_bytes(value & _MASK)


def tag(field_number: int, wire: int) -> bytes:
    """The key of a field."""
    return varint(field_number << 3 | wire)


def bytes_field(field_number: int, content: bytes) -> bytes:
    """A field of bytes, text or a message."""
    return varint(field_number << 3 | 2) + varint(len(content)) + content


def text_field(field_number: int, text: str) -> bytes:
    """A text; nothing when it is empty, as proto3 does.

    Raises:
        UnicodeEncodeError: for a lone surrogate.
    """
    return bytes_field(field_number, text.encode()) if text else b""


def int_field(field_number: int, value: int) -> bytes:
    """A number or a truth value; nothing for 0."""
    return varint(field_number << 3) + varint(value) if value else b""


def number(data: bytes, at: int) -> int:
    """The unsigned varint at `at`, which `fields_of` has checked."""
    return _long(data, at)[0] & _MASK


def fields_of(data: bytes, start: int, end: int) -> list[Field]:
    """The fields of the message that fills `data[start:end]`, in the order of the bytes.

    Raises:
        Damage: where they are no protobuf.
    """
    return [Field(key >> 3, begin, body, stop) for key, begin, body, stop in scan(data, start, end)]


def scan(data: bytes, start: int, end: int) -> list[tuple[int, int, int, int]]:
    """The same as plain tuples (number << 3 | wire type, start, body, end), for the records that come in thousands.

    Raises:
        Damage: where the bytes are no protobuf.
    """
    found: list[tuple[int, int, int, int]] = []
    at = start
    while at < end:
        key, body, stop = field_at(data, at, end)
        found.append((key, at, body, stop))
        at = stop
    return found


def field_at(data: bytes, at: int, end: int) -> tuple[int, int, int]:
    """Number << 3 | wire type, body and end of the one field that begins at `at`, in a message that ends at `end`.

    Raises:
        Damage: where the bytes are no protobuf.
    """
    begin = at
    try:
        key = data[at]
        at += 1
        if key > 0x7F:
            key, at = _long(data, begin)
        wire = key & 7
        if wire == 2:
            size = data[at]
            at += 1
            if size > 0x7F:
                size, at = _long(data, at - 1)
            body = at
            at += size
        elif wire == 0:
            body = at
            while data[at] > 0x7F:
                at += 1
            at += 1
            if at - body > 10:
                raise Damage
        elif wire == 5 or wire == 1:
            body = at
            at += 4 if wire == 5 else 8
        elif wire == 3:
            body = at
            at = _group_end(data, at, end, key >> 3)
        else:
            raise Damage
    except IndexError:
        raise Damage from None
    if at > end or not 7 < key < 1 << 32:
        raise Damage
    return key, body, at


def _long(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift >= _LONGEST:
            raise Damage


def _group_end(data: bytes, at: int, end: int, field_number: int) -> int:
    from metadef.errors import FileError
    from metadef.wire.walk import skip_group

    try:
        return skip_group(memoryview(data), at, end, field_number, "", outermost=False)
    except FileError:
        raise Damage from None


def map_key(data: bytes, start: int, end: int) -> bytes:
    """The key of the map entry in `data[start:end]`, as bytes; empty when there is none.

    Raises:
        Damage: where the bytes are no protobuf.
    """
    key = b""
    for field in fields_of(data, start, end):
        if field.number == 1:
            key = data[field.body : field.end]
    return key
