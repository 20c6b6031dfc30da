"""`TensorDescriptor` of ge_ir.proto and `TensorDesc`, both ways.

Type, storage shape and format stand in fields; the origin stands in attributes `origin_shape`, `origin_format` and
`origin_format_for_int`, and the storage format once more, packed with sub-format and C0, in `format_for_int`, which is
preferred over the written name. -1 is an unknown dimension and [-2] an unknown rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from metadef.codec.ge_ir.fields import bytes_field, varint
from metadef.errors import MetadefError
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc

__all__ = ["SELF_DEFINED", "UNFED", "DescriptorReader", "DescriptorWriter", "DimBounds", "dtype_of"]

DimBounds = Callable[[Dim], tuple[int | None, int | None]]  # smallest and largest value of a dimension, where known

# What GE's own table of types lacks is written as undefined, with the type in an attribute.
SELF_DEFINED = "__tensor_desc_data_type__"
_SELF_DEFINED_NUMBERS = {
    13: DataType.DUAL,
    14: DataType.DUAL_SUB_INT8,
    15: DataType.DUAL_SUB_UINT8,
    16: DataType.COMPLEX64,
    17: DataType.COMPLEX128,
    18: DataType.QINT8,
    19: DataType.QINT16,
    20: DataType.QINT32,
    21: DataType.QUINT8,
    22: DataType.QUINT16,
    33: DataType.COMPLEX32,
}
_NUMBER_OF_SELF_DEFINED = {dtype: value for value, dtype in _SELF_DEFINED_NUMBERS.items()}
_LAST = (1 << 63) - 1  # the largest dimension that a file can hold

# the descriptor of an optional input that nothing feeds
UNFED = TensorDesc((), DataType.UNDEFINED, Format.RESERVED)


class DescriptorWriter:
    """Descriptors to bytes; each different one is encoded once."""

    def __init__(self, bounds: DimBounds | None = None) -> None:
        """`bounds` gives the range of a symbolic dimension, for the attribute `shape_range`."""
        self._bounds = bounds
        self._known: dict[TensorDesc, bytes] = {}

    def content(self, desc: TensorDesc) -> bytes:
        """The content of the `TensorDescriptor`."""
        found = self._known.get(desc)
        if found is None:
            found = self._known[desc] = self._encode(desc)
        return found

    def _encode(self, desc: TensorDesc) -> bytes:
        storage = desc.storage_format
        own = _NUMBER_OF_SELF_DEFINED.get(desc.dtype)
        entries = {
            "format_for_int": _int(storage.packed),
            "origin_format": bytes_field(2, desc.origin_format.serial.encode()),
            "origin_format_for_int": _int(desc.origin_format.value),
            "origin_shape_initialized": b"\x28\x00",
        }
        if desc.origin_shape != desc.shape or desc.origin_format is not desc.format:
            entries["origin_shape_initialized"] = b"\x28\x01"
            dims = b"".join([varint(size) for size in _file_dims(desc.origin_shape)])
            entries["origin_shape"] = bytes_field(1, _packed(3, dims) + b"\xa0\x01\x02")
        if own is not None:
            entries[SELF_DEFINED] = _int(own)
        ranges = self._ranges(desc.shape)
        if ranges:
            entries["shape_range"] = ranges
        if self._ranges(desc.origin_shape) and "origin_shape" in entries:
            entries["origin_shape_range"] = self._ranges(desc.origin_shape)
        parts = [b"\x10" + varint(desc.dtype.proto_value)] if desc.dtype.proto_value else []
        parts.append(bytes_field(3, _packed(1, b"".join([varint(size) for size in _file_dims(desc.shape)]))))
        parts.append(bytes_field(4, str(storage).encode()))
        for name in sorted(entries):
            parts.append(bytes_field(5, bytes_field(1, name.encode()) + bytes_field(2, entries[name])))
        parts.append(b"\x72\x03NPU")
        return b"".join(parts)

    def _ranges(self, shape: Shape) -> bytes:
        """`shape_range`: [smallest, largest] of every dimension, -1 where there is no largest one.

        Empty unless a symbolic dimension has a range.
        """
        if self._bounds is None or shape.is_known or shape.rank is None:
            return b""
        rows: list[bytes] = []
        says_more = False
        for size in shape.dims:
            low, high = (
                (size, size) if isinstance(size, int) else self._bounds(size) if size is not None else (None, None)
            )
            says_more |= isinstance(size, Dim) and (high is not None or (low or 0) > 1)
            ends = (min(max(low or 0, 0), _LAST), -1 if high is None or high > _LAST else high)
            rows.append(bytes_field(1, _packed(1, varint(ends[0]) + varint(ends[1]))))
        return bytes_field(14, b"".join(rows)) if says_more else b""


def _int(value: int) -> bytes:
    return b"\x18" + varint(value)


def _packed(field_number: int, content: bytes) -> bytes:
    return bytes_field(field_number, content) if content else b""


def _file_dims(shape: Shape) -> Sequence[int]:
    """WHY: a dimension beyond 64 bits cannot be in a file; unknown is the nearest truth."""
    return [size if size <= _LAST else -1 for size in shape.to_ge()]


class DescriptorReader:
    """Descriptors from their bytes; each different one is decoded once."""

    def __init__(self, parse: Callable[[str, bytes], Any]) -> None:
        """`parse` makes a message of a name from bytes."""
        self._parse = parse
        self._known: dict[bytes, TensorDesc] = {}

    def read(self, content: bytes) -> TensorDesc:
        """The descriptor; what cannot be read in it is unknown."""
        found = self._known.get(content)
        if found is None:
            found = self.of_message(self._parse("ge.proto.TensorDescriptor", content))
            if found is None:
                found = TensorDesc(None, DataType.UNDEFINED)
            self._known[content] = found
        return found

    def of_message(self, message: Any) -> TensorDesc | None:
        """The descriptor; None for dimensions that are no dimensions."""
        attrs = message.attr
        shape = _shape(message.shape.dim)
        if shape is None:
            return None
        storage = StorageFormat.parse(message.layout) if message.layout else StorageFormat(Format.ND)
        origin = storage.primary
        if "format_for_int" in attrs:
            storage = _unpacked(attrs["format_for_int"].i)
            origin = storage.primary
        if "origin_format" in attrs:
            origin = Format.parse(attrs["origin_format"].s.decode("utf-8", "replace"))
        if "origin_format_for_int" in attrs:
            origin = _unpacked(attrs["origin_format_for_int"].i).primary
        origin_shape: Shape | None = None
        if "origin_shape" in attrs and ("origin_shape_initialized" not in attrs or attrs["origin_shape_initialized"].b):
            origin_shape = _shape(attrs["origin_shape"].list.i)
        return TensorDesc(shape, dtype_of(message), storage, origin_shape=origin_shape, origin_format=origin)


def dtype_of(message: Any) -> DataType:
    """The type of a `TensorDescriptor` message: its own attribute for types that GE's table lacks, else the field."""
    if SELF_DEFINED in message.attr:
        return _SELF_DEFINED_NUMBERS.get(message.attr[SELF_DEFINED].i, DataType.UNDEFINED)
    return DataType.from_proto(message.dtype) or DataType.UNDEFINED


def _unpacked(value: int) -> StorageFormat:
    return StorageFormat.unpack(value) if 0 <= value < 1 << 32 else StorageFormat(Format.RESERVED)


def _shape(dims: Iterable[int]) -> Shape | None:
    try:
        return Shape.from_ge(dims)
    except MetadefError:
        return None
