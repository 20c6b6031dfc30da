"""Parts of the text form below the level of nodes: descriptors, attribute values, constants."""

from __future__ import annotations

import struct
from math import prod
from pathlib import PurePosixPath, PureWindowsPath
from typing import cast

from metadef.errors import MetadefError
from metadef.text.cursor import Cursor
from metadef.types.attrs import Attrs, AttrValue, NamedAttrs
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import External, Inline, Payload, Splat, TensorValue

__all__ = ["parse_attrs", "parse_desc", "parse_tensor"]

_MAX_NESTING = 16  # of lists and named attributes
_MAX_ELEMENTS = 1 << 40

_PACK = {
    DataType.FLOAT: "f",
    DataType.DOUBLE: "d",
    DataType.INT32: "i",
    DataType.INT64: "q",
    DataType.INT8: "b",
    DataType.UINT8: "B",
    DataType.BOOL: "?",
}


def _dtype(cursor: Cursor) -> DataType:
    if cursor.accept("?"):
        return DataType.UNDEFINED
    found = DataType.__members__.get(cursor.peek_word())
    if found is None:
        cursor.fail("a data type such as FLOAT")
    cursor.name()
    return found


def _shape(cursor: Cursor) -> Shape:
    start = cursor.at
    try:
        return Shape.parse(cursor.shape_text())
    except MetadefError:
        cursor.at = start
        cursor.fail("a shape such as [2, batch, ?]")


def _format(cursor: Cursor) -> Format:
    found = Format.__members__.get(cursor.peek_word())
    if found is None:
        cursor.fail("a format such as NC1HWC0")
    cursor.name()
    return found


def parse_desc(cursor: Cursor) -> TensorDesc:
    """`FLOAT[2, n] NC1HWC0:4 c0 16 origin [..] NCHW align 64 range [0.0, 1.0]`."""
    dtype = _dtype(cursor)
    shape = _shape(cursor)
    storage = StorageFormat(Format.ND)
    if cursor.peek_word() in Format.__members__:
        primary = _format(cursor)
        sub = cursor.integer() if cursor.accept(":") else 0
        if not 0 <= sub <= 0xFFFF:
            cursor.fail("a sub-format from 0 to 65535")
        storage = StorageFormat(primary, sub)
    if cursor.accept_word("c0"):
        try:
            storage = StorageFormat.with_c0(storage.primary, cursor.integer(), storage.sub)
        except ValueError as error:
            cursor.fail(str(error))
    origin_shape, origin_format = shape, storage.primary
    if cursor.accept_word("origin"):
        origin_shape, origin_format = _shape(cursor), _format(cursor)
    alignment = cursor.integer() if cursor.accept_word("align") else 0
    value_range: tuple[float, float] | None = None
    if cursor.accept_word("range"):
        cursor.expect("[")
        low = cursor.number()
        cursor.expect(",")
        value_range = (low, cursor.number())
        cursor.expect("]")
    return TensorDesc(
        shape,
        dtype,
        storage,
        origin_shape=origin_shape,
        origin_format=origin_format,
        alignment=alignment,
        value_range=value_range,
    )


def parse_attrs(cursor: Cursor, depth: int = 0) -> Attrs:
    """`{name = value, ...}`."""
    if depth > _MAX_NESTING:
        cursor.fail(f"at most {_MAX_NESTING} levels of named attributes")
    cursor.expect("{")
    found: dict[str, AttrValue] = {}
    while not cursor.accept("}"):
        name = cursor.name()
        if name in found:
            cursor.fail(f"each attribute once, not `{name}` again")
        cursor.expect("=")
        found[name] = _value(cursor, depth)
        if not cursor.peek("}"):
            cursor.expect(",")
    return Attrs(found)


def _value(cursor: Cursor, depth: int) -> AttrValue:
    if depth > _MAX_NESTING:
        cursor.fail(f"at most {_MAX_NESTING} levels of lists")
    if cursor.accept("["):
        items: list[AttrValue] = []
        while not cursor.accept("]"):
            items.append(_value(cursor, depth + 1))
            if not cursor.peek("]"):
                cursor.expect(",")
        return cast("AttrValue", tuple(items))
    if cursor.peek('"'):
        return cursor.string()
    if cursor.at_number():
        return cursor.number()
    for word, value in (("true", True), ("false", False)):
        if cursor.accept_word(word):
            return value
    if cursor.accept_word("bytes"):
        return cursor.hex_bytes()
    if cursor.accept_word("named"):
        return NamedAttrs(cursor.string(), parse_attrs(cursor, depth + 1))
    if cursor.accept_word("tensor"):
        dtype = _dtype(cursor)
        shape = _shape(cursor)
        return parse_tensor(cursor, dtype, shape)
    return _dtype(cursor)


def parse_tensor(cursor: Cursor, dtype: DataType, shape: Shape) -> TensorValue:
    """The elements of a constant of known type and shape."""
    dims = shape.known_dims()
    if dims is None or prod(dims) > _MAX_ELEMENTS:
        cursor.fail("a constant with a known shape of reasonable size")
    return TensorValue(dtype, dims, _payload(cursor, dtype, prod(dims)))


def _payload(cursor: Cursor, dtype: DataType, size: int) -> Payload:
    itemsize = max(1, dtype.bits // 8)
    start = cursor.at
    if cursor.accept_word("splat"):
        element = cursor.hex_bytes()
        if len(element) != itemsize:
            cursor.at = start
            cursor.fail(f"an element of {itemsize} bytes")
        return Splat(element)
    if cursor.accept_word("external"):
        cursor.expect("(")
        file = cursor.string()
        cursor.expect(",")
        offset = cursor.integer()
        cursor.expect(",")
        length = cursor.integer()
        cursor.expect(")")
        if offset < 0 or length != size * itemsize:
            cursor.at = start
            cursor.fail(f"an offset and {size * itemsize} bytes")
        if cursor.external is not None:
            return cursor.external(file, offset, length)
        if PurePosixPath(file).is_absolute() or PureWindowsPath(file).anchor or ".." in PureWindowsPath(file).parts:
            cursor.at = start
            cursor.fail("a relative path that stays inside the folder", "external-data-escapes")
        return External(file, offset, length)
    if cursor.accept_word("hex"):
        data = cursor.hex_bytes()
        if len(data) != size * itemsize:
            cursor.at = start
            cursor.fail(f"{size * itemsize} bytes")
        return Inline(data)
    return Inline(_elements(cursor, dtype, size))


def _elements(cursor: Cursor, dtype: DataType, size: int) -> bytes:
    code = _PACK.get(dtype)
    if code is None:
        cursor.fail("splat, external or hex")
    start = cursor.at
    value = _value(cursor, 0)
    items = value if isinstance(value, tuple) else (value,)
    if len(items) != size:
        cursor.at = start
        cursor.fail(f"{size} elements")
    try:
        return struct.pack(f"<{size}{code}", *items)
    except (struct.error, OverflowError):
        cursor.at = start
        cursor.fail(f"elements of {dtype.name}")
