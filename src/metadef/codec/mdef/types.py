"""Shapes and tensor descriptors, each distinct one once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np

from metadef.codec.mdef.columns import ColumnReader, ColumnWriter
from metadef.codec.mdef.layout import TypeColumn
from metadef.codec.mdef.strings import StringPool
from metadef.codec.mdef.values import ValueReader, ValueWriter
from metadef.errors import FileError, MetadefError
from metadef.types.dim import Dim, DimLike
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat
from metadef.types.shape import Shape
from metadef.types.tensor import TensorDesc
from metadef.wire.reader import Reader

__all__ = ["TypePool", "read_descs", "read_shapes"]

_UNKNOWN = -1
_FIRST_TEXT = -2
_INT64 = 1 << 63


class TypePool:
    """Shapes and descriptors to numbers, in order of first use; `shapes` and `descs` are known already."""

    def __init__(self, strings: StringPool, shapes: Iterable[Shape] = (), descs: Iterable[TensorDesc] = ()) -> None:
        self._strings = strings
        self._shapes: dict[Shape, int] = {shape: number for number, shape in enumerate(shapes)}
        self._descs: dict[TensorDesc, int] = {desc: number for number, desc in enumerate(descs)}

    def shape(self, shape: Shape) -> int:
        """The number of a shape."""
        return self._shapes.setdefault(shape, len(self._shapes))

    def desc(self, desc: TensorDesc) -> int:
        """The number of a descriptor."""
        known = self._descs.get(desc)
        if known is None:
            self.shape(desc.shape)
            self.shape(desc.origin_shape)
            known = self._descs[desc] = len(self._descs)
        return known

    def to_bytes(self, values: ValueWriter) -> bytes:
        """The TYPES section."""
        descs = list(self._descs)
        ranges: dict[bytes, int] = {}
        range_of = [0 if d.value_range is None else 1 + _number(ranges, _range(d.value_range, values)) for d in descs]
        columns = ColumnWriter()
        columns.ints(TypeColumn.RANK, [0 if shape.rank is None else shape.rank + 1 for shape in self._shapes])
        columns.ints(TypeColumn.DIM, [self._dim(dim) for shape in self._shapes if shape.has_rank for dim in shape])
        columns.ints(TypeColumn.DTYPE, [desc.dtype.ge_value for desc in descs])
        columns.ints(TypeColumn.FORMAT, [desc.storage_format.packed for desc in descs])
        columns.ints(TypeColumn.SHAPE, [self._shapes[desc.shape] for desc in descs])
        columns.ints(TypeColumn.ORIGIN_FORMAT, [desc.origin_format.value for desc in descs])
        columns.ints(TypeColumn.ORIGIN_SHAPE, [self._shapes[desc.origin_shape] for desc in descs])
        columns.ints(TypeColumn.ALIGN, [desc.alignment for desc in descs])
        columns.ints(TypeColumn.RANGE, range_of)
        columns.ints(TypeColumn.RANGE_LENGTH, list(map(len, ranges)))
        data = b"".join(ranges)
        columns.raw(TypeColumn.RANGE_BYTES, data, len(data))
        return columns.to_bytes()

    def _dim(self, dim: DimLike | None) -> int:
        if dim is None:
            return _UNKNOWN
        if isinstance(dim, int) and dim < _INT64:
            return dim
        return _FIRST_TEXT - self._strings.number(str(dim))


def _number(table: dict[bytes, int], key: bytes) -> int:
    return table.setdefault(key, len(table))


def _range(ends: tuple[float, float], values: ValueWriter) -> bytes:
    """WHY: 1 equals 1.0, so both must be written alike, and an integer that no double holds must stay one."""
    return b"".join(values.encode(float(end) if abs(end) < 1 << 53 or isinstance(end, float) else end) for end in ends)


def read_shapes(columns: ColumnReader, strings: Sequence[str]) -> list[Shape]:
    """All shapes, by number.

    Raises:
        FileError: for what is no shape.
    """
    ranks = columns.ints(TypeColumn.RANK)
    if len(ranks) and (int(ranks.min()) < 0 or int(ranks.max()) > columns.most_entries):
        raise columns.fault("a shape has an impossible rank")
    sizes = np.maximum(ranks - 1, 0)
    codes = columns.ints(TypeColumn.DIM, int(sizes.sum())).tolist()
    ends = np.cumsum(sizes).tolist()
    made: list[Shape] = []
    start = 0
    try:
        for rank, end in zip(ranks.tolist(), ends, strict=True):
            made.append(Shape([_read_dim(code, strings, columns) for code in codes[start:end]] if rank else None))
            start = end
    except FileError:
        raise
    except MetadefError as error:
        raise columns.fault(f"a shape is malformed: {error.findings[0].message}") from None
    return made


def _read_dim(code: int, strings: Sequence[str], columns: ColumnReader) -> DimLike | None:
    if code >= 0:
        return code
    if code == _UNKNOWN:
        return None
    if _FIRST_TEXT - code >= len(strings):
        raise columns.fault("a dimension's text is not there")
    return Dim.parse(strings[_FIRST_TEXT - code])


def read_descs(columns: ColumnReader, shapes: Sequence[Shape], values: ValueReader) -> list[TensorDesc]:
    """All descriptors, by number.

    Raises:
        FileError: for what is no descriptor.
    """
    dtypes = columns.ints(TypeColumn.DTYPE)
    count = len(dtypes)

    def column(kind: TypeColumn) -> list[int]:
        return columns.ints(kind, count).tolist()

    def shape_column(kind: TypeColumn) -> list[int]:
        return columns.indexes(kind, len(shapes), count).tolist()

    ranges = _read_ranges(columns, values)
    numbers = columns.indexes(TypeColumn.RANGE, len(ranges) + 1, count).tolist()
    rows = zip(
        *(dtypes.tolist(), column(TypeColumn.FORMAT), shape_column(TypeColumn.SHAPE)),
        *(column(TypeColumn.ORIGIN_FORMAT), shape_column(TypeColumn.ORIGIN_SHAPE)),
        *(column(TypeColumn.ALIGN), numbers),
        strict=True,
    )
    made: list[TensorDesc] = []
    for dtype_number, packed, shape, origin_number, origin_shape, align, range_number in rows:
        dtype, origin = DataType.from_ge(dtype_number), Format.from_ge(origin_number)
        primary = Format.from_ge(packed & 0xFF)
        if dtype is None or origin is None or primary is None or not 0 <= packed < 1 << 28 or align < 0:
            raise columns.fault("a descriptor has an unknown data type or format")
        made.append(
            TensorDesc(
                shapes[shape],
                dtype,
                StorageFormat.unpack(packed),
                origin_shape=shapes[origin_shape],
                origin_format=origin,
                alignment=align,
                value_range=ranges[range_number - 1] if range_number else None,
            )
        )
    return made


def _read_ranges(columns: ColumnReader, values: ValueReader) -> list[tuple[float, float]]:
    data = columns.raw(TypeColumn.RANGE_BYTES)
    made: list[tuple[float, float]] = []
    reader = Reader(data, columns.subject)
    for length in columns.lengths(TypeColumn.RANGE_LENGTH, len(data)).tolist():
        one = reader.sub(length)
        ends = [values.read(one), values.read(one)]
        one.expect_end()
        if any(isinstance(end, bool) or not isinstance(end, int | float) for end in ends):
            raise columns.fault("a value range has an end that is no number")
        made.append(cast("tuple[float, float]", tuple(ends)))
    return made
