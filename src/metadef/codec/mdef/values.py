"""Tagged values: any attribute value, or what a bag holds, as bytes that refer to the string and tensor tables."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from metadef.codec.mdef.layout import Tag
from metadef.errors import FileError, MetadefError
from metadef.types.attrs import Attrs, AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue
from metadef.wire.reader import Reader
from metadef.wire.varint import varint_bytes, zigzag_int

__all__ = ["MOST_NESTING", "ValueReader", "ValueWriter"]

MOST_NESTING = 32  # lists, maps and named attributes inside each other
_INT64 = 1 << 63
_MOST_BIG_INT_BYTES = 512
_DOUBLE = struct.Struct("<d")


class ValueWriter:
    """Writes values. Numbers of strings and tensors come from the tables of the file."""

    __slots__ = ("_string", "_tensor", "subject")

    def __init__(self, string: Callable[[str], int], tensor: Callable[[TensorValue], int], subject: str) -> None:
        self._string = string
        self._tensor = tensor
        self.subject = subject

    def encode(self, value: object) -> bytes:
        """One value of any kind.

        Raises:
            FileError: for what no file of ours can hold.
        """
        out = bytearray()
        self._put(out, value, 0)
        return bytes(out)

    def encode_attr(self, value: object) -> bytes:
        """One attribute value; what an unchecked operator was given as a list becomes the tuple that it stands for.

        Raises:
            FileError: for what no attribute can have.
        """
        return self.encode(self._as_attr(value, 0))

    def _as_attr(self, value: object, depth: int) -> object:
        if depth > MOST_NESTING:
            raise self._refuse(f"values are nested deeper than {MOST_NESTING}")
        match value:
            case tuple() | list():
                return tuple(self._as_attr(item, depth + 1) for item in cast("Sequence[object]", value))
            case None | Mapping():
                raise self._refuse(f"no attribute can have the value {str(value)[:60]}")
            case _:
                return value

    def _put(self, out: bytearray, value: object, depth: int) -> None:
        if depth > MOST_NESTING:
            raise self._refuse(f"values are nested deeper than {MOST_NESTING}")
        match value:
            case None:
                out.append(Tag.NONE)
            case bool():
                out.append(Tag.TRUE if value else Tag.FALSE)
            case int():
                self._put_int(out, value)
            case float():
                out.append(Tag.FLOAT)
                out += _DOUBLE.pack(value)
            case str():
                self._put_number(out, Tag.STRING, self._string(value))
            case bytes():
                self._put_number(out, Tag.BYTES, len(value))
                out += value
            case DataType():
                self._put_number(out, Tag.TYPE, value.ge_value)
            case TensorValue():
                self._put_number(out, Tag.TENSOR, self._tensor(value))
            case NamedAttrs():
                self._put_number(out, Tag.NAMED, self._string(value.name))
                self._put_items(out, value.attrs, depth)
            case tuple() | list():
                items = cast("Sequence[object]", value)
                self._put_number(out, Tag.TUPLE if isinstance(value, tuple) else Tag.LIST, len(items))
                for item in items:
                    self._put(out, item, depth + 1)
            case Mapping():
                out.append(Tag.MAP)
                self._put_items(out, cast("Mapping[object, object]", value), depth)
            case _:
                raise self._refuse(f"a value of type {type(value).__name__} cannot be written")

    def _put_items(self, out: bytearray, items: Mapping[object, object] | Mapping[str, AttrValue], depth: int) -> None:
        out += varint_bytes(len(items))
        named = {key: item for key, item in items.items() if isinstance(key, str)}
        if len(named) != len(items):
            raise self._refuse("a map has a key that is no string")
        for key in sorted(named):  # WHY: maps are equal whatever their order, and equal ones must give equal bytes
            out += varint_bytes(self._string(key))
            self._put(out, named[key], depth + 1)

    def _put_int(self, out: bytearray, value: int) -> None:
        if -_INT64 <= value < _INT64:
            self._put_number(out, Tag.INT, zigzag_int(value))
            return
        size = value.bit_length() // 8 + 1
        if size > _MOST_BIG_INT_BYTES:
            raise self._refuse("an integer has more than 4,000 bits")
        self._put_number(out, Tag.BIG_INT, size)
        out += value.to_bytes(size, "little", signed=True)

    def _put_number(self, out: bytearray, tag: Tag, number: int) -> None:
        out.append(tag)
        out += varint_bytes(number)

    def _refuse(self, message: str) -> MetadefError:
        return FileError.of("file-write", self.subject, message)


class ValueReader:
    """Reads values that `ValueWriter` wrote."""

    __slots__ = ("_strings", "_tensor")

    def __init__(self, strings: Sequence[str], tensor: Callable[[int], TensorValue | None]) -> None:
        """`tensor` gives the tensor of a number, None when there is none."""
        self._strings = strings
        self._tensor = tensor

    def read(self, reader: Reader, depth: int = 0) -> object:
        """The next value.

        Raises:
            FileError: for bytes that are no value.
        """
        if depth > MOST_NESTING:
            raise reader.fault(f"values are nested deeper than {MOST_NESTING}")
        match reader.u8():
            case Tag.NONE:
                return None
            case Tag.FALSE:
                return False
            case Tag.TRUE:
                return True
            case Tag.INT:
                return reader.zigzag()
            case Tag.BIG_INT:
                return self._big_int(reader)
            case Tag.FLOAT:
                return reader.f64()
            case Tag.STRING:
                return self._text(reader)
            case Tag.BYTES:
                return bytes(reader.take(reader.varint()))
            case Tag.TYPE:
                return self._type(reader)
            case Tag.TENSOR:
                return self._tensor_value(reader)
            case Tag.TUPLE:
                return tuple(self._items(reader, depth))
            case Tag.LIST:
                return self._items(reader, depth)
            case Tag.MAP:
                return self._map(reader, depth)
            case Tag.NAMED:
                name = self._text(reader)
                return NamedAttrs(name, Attrs(cast("dict[str, AttrValue]", self._map(reader, depth))))
            case other:
                raise reader.fault(f"value tag {other} is unknown")

    def _count(self, reader: Reader) -> int:
        """WHY: every item takes a byte or more, so a count beyond what is left is a lie."""
        count = reader.varint()
        if count > reader.remaining:
            raise reader.fault(f"{count} values cannot be in {reader.remaining} bytes")
        return count

    def _items(self, reader: Reader, depth: int) -> list[object]:
        return [self.read(reader, depth + 1) for _ in range(self._count(reader))]

    def _map(self, reader: Reader, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for _ in range(self._count(reader)):
            key = self._text(reader)
            if key in found:
                raise reader.fault("a map has the same key twice")
            found[key] = self.read(reader, depth + 1)
        return found

    def _big_int(self, reader: Reader) -> int:
        size = reader.varint()
        if size > _MOST_BIG_INT_BYTES:
            raise reader.fault("an integer has more than 4,000 bits")
        return int.from_bytes(reader.take(size), "little", signed=True)

    def _text(self, reader: Reader) -> str:
        number = reader.varint()
        if number >= len(self._strings):
            raise reader.fault(f"string {number} is not there")
        return self._strings[number]

    def _type(self, reader: Reader) -> DataType:
        found = DataType.from_ge(reader.varint())
        if found is None:
            raise reader.fault("a data type has an unknown number")
        return found

    def _tensor_value(self, reader: Reader) -> TensorValue:
        found = self._tensor(reader.varint())
        if found is None:
            raise reader.fault("a tensor is not there")
        return found
