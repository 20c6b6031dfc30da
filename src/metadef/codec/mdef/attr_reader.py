"""Attribute maps out of their columns: one at a time for a question, all at once for a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import cast

import numpy as np

from metadef.codec.mdef.columns import ColumnReader, Ints
from metadef.codec.mdef.layout import AttrColumn, ValueKind
from metadef.codec.mdef.tensors import TensorReader
from metadef.codec.mdef.values import ValueReader
from metadef.types.attrs import EMPTY_ATTRS, Attrs, AttrValue
from metadef.types.dtype import DataType
from metadef.wire.reader import Reader

__all__ = ["AttrReader"]


@dataclass(frozen=True, slots=True)
class _Schema:
    """Keys with their kinds; `first_column` is the number of its first value column."""

    keys: tuple[str, ...]
    kinds: tuple[int, ...]
    first_column: int


class AttrReader:
    """The ATTRIBUTES section."""

    def __init__(
        self,
        columns: ColumnReader,
        strings: list[str],
        values: ValueReader,
        tensors: Callable[[], TensorReader],
        *,
        allow_unknown: bool,
    ) -> None:
        """`allow_unknown` skips attributes of kinds that a newer minor version added, and lists them in `ignored`."""
        self._columns, self._strings, self._values, self._tensors = columns, strings, values, tensors
        self._allow_unknown = allow_unknown
        self.ignored: dict[str, int] = {}  # keys whose kind is unknown -> kind

    @cached_property
    def schema_of(self) -> Ints:
        """The schema of every map."""
        return self._columns.indexes(AttrColumn.SCHEMA, len(self._schemas))

    def __len__(self) -> int:
        return len(self.schema_of)

    @cached_property
    def _schemas(self) -> list[_Schema]:
        columns, strings = self._columns, self._strings
        sizes = columns.lengths(AttrColumn.KEYS)
        total = int(sizes.sum())
        keys = [strings[i] for i in columns.indexes(AttrColumn.KEY, len(strings), total).tolist()]
        kinds = columns.ints(AttrColumn.KIND, total).tolist()
        made: list[_Schema] = []
        for start, end in pairwise([0, *np.cumsum(sizes).tolist()]):
            if len(set(keys[start:end])) != end - start:
                raise columns.fault("a map has the same attribute twice")
            made.append(_Schema(tuple(keys[start:end]), tuple(kinds[start:end]), start))
        return made

    @property
    def double_bits(self) -> Ints:
        """The bits of every double, by number."""
        raw = self._columns.raw(AttrColumn.FLOATS)
        if len(raw) % 8:
            raise self._columns.fault("the doubles have a broken size")
        return np.frombuffer(raw, "<i8").astype(np.int64)

    @cached_property
    def _floats(self) -> list[float]:
        return self.double_bits.view(np.float64).tolist()

    @cached_property
    def _list_ends(self) -> list[int]:
        return np.cumsum(self._columns.lengths(AttrColumn.LIST_LENGTH)).tolist()

    @cached_property
    def _items(self) -> Ints:
        return self._columns.ints(AttrColumn.LIST_ITEM, self._list_ends[-1] if self._list_ends else 0)

    @cached_property
    def lists(self) -> list[tuple[int, ...]]:
        """Every list of integers, by number."""
        items = self._items.tolist()
        return [tuple(items[start:end]) for start, end in pairwise([0, *self._list_ends])]

    def tagged_records(self) -> list[bytes]:
        """The bytes of every tagged value, by number."""
        data = bytes(self._columns.raw(AttrColumn.TAGGED_BYTES))
        ends = np.cumsum(self._columns.lengths(AttrColumn.TAGGED_LENGTH, len(data))).tolist()
        return [data[start:end] for start, end in pairwise([0, *ends])]

    @cached_property
    def _tagged(self) -> list[AttrValue]:
        data = self._columns.raw(AttrColumn.TAGGED_BYTES)
        reader = Reader(data, self._columns.subject)
        made: list[AttrValue] = []
        for length in self._columns.lengths(AttrColumn.TAGGED_LENGTH, len(data)).tolist():
            one = reader.sub(length)
            value = self._values.read(one)
            one.expect_end()
            if value is None or isinstance(value, dict | list):
                raise self._columns.fault("an attribute has a value that no attribute can have")
            made.append(cast("AttrValue", value))
        return made

    @cached_property
    def maps(self) -> list[Attrs]:
        """Every map, by number.

        Raises:
            FileError: for columns that contradict each other.
        """
        schema_of = self.schema_of
        order = np.argsort(schema_of, kind="stable")
        sizes = np.bincount(schema_of, minlength=len(self._schemas)).tolist()
        made: list[Attrs] = []
        for schema, size in zip(self._schemas, sizes, strict=True):
            made += self._maps_of(schema, size)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        return list(map(made.__getitem__, place.tolist()))

    def _maps_of(self, schema: _Schema, size: int) -> Iterable[Attrs]:
        keys: list[str] = []
        columns: list[list[AttrValue]] = []
        for index, (key, kind) in enumerate(zip(schema.keys, schema.kinds, strict=True)):
            numbers = self._columns.ints(AttrColumn.VALUES + schema.first_column + index, size)
            found = self._column(key, kind, numbers)
            if found is not None:
                keys.append(key)
                columns.append(found)
        if not keys:
            return [EMPTY_ATTRS] * size
        return _zip_maps(keys, columns)

    def get(self, number: int) -> Attrs:
        """One map.

        Raises:
            FileError: as `maps`.
        """
        schema_of = self.schema_of
        if not 0 <= number < len(schema_of):
            raise self._columns.fault(f"attribute map {number} is not there")
        schema_number = int(schema_of[number])
        schema = self._schemas[schema_number]
        row = int((schema_of[:number] == schema_number).sum())
        size = int((schema_of == schema_number).sum())
        found: dict[str, AttrValue] = {}
        for index, (key, kind) in enumerate(zip(schema.keys, schema.kinds, strict=True)):
            numbers = self._columns.ints(AttrColumn.VALUES + schema.first_column + index, size)
            value = self._column(key, kind, numbers[row : row + 1])
            if value is not None:
                found[key] = value[0]
        return Attrs(found)

    def _column(self, key: str, kind: int, numbers: Ints) -> list[AttrValue] | None:
        """The values of a column; None for a kind that is unknown and may be skipped."""
        match kind:
            case ValueKind.INT:
                return cast("list[AttrValue]", numbers.tolist())
            case ValueKind.BOOL:
                return list(map(bool, self._below(numbers, 2)))
            case ValueKind.FLOAT:
                return list(map(self._floats.__getitem__, self._below(numbers, len(self._floats))))
            case ValueKind.STRING:
                return list(map(self._strings.__getitem__, self._below(numbers, len(self._strings))))
            case ValueKind.TYPE:
                return [self._type(number) for number in numbers.tolist()]
            case ValueKind.INT_LIST if len(numbers) == 1:
                return [self._one_list(self._below(numbers, len(self._list_ends))[0])]
            case ValueKind.INT_LIST:
                return list(map(self.lists.__getitem__, self._below(numbers, len(self.lists))))
            case ValueKind.TAGGED:
                return list(map(self._tagged.__getitem__, self._below(numbers, len(self._tagged))))
            case ValueKind.TENSOR:
                return [self._tensor(number) for number in numbers.tolist()]
            case _ if self._allow_unknown:
                self.ignored[key] = kind
                return None
            case _:
                raise self._columns.fault(f"attribute {key[:60]!r} has the unknown kind {kind}")

    def _below(self, numbers: Ints, count: int) -> list[int]:
        if len(numbers) and (int(numbers.min()) < 0 or int(numbers.max()) >= count):
            raise self._columns.fault("an attribute points to a value that is not there")
        return numbers.tolist()

    def _one_list(self, number: int) -> tuple[int, ...]:
        start = self._list_ends[number - 1] if number else 0
        return tuple(self._items[start : self._list_ends[number]].tolist())

    def _type(self, number: int) -> DataType:
        found = DataType.from_ge(number)
        if found is None:
            raise self._columns.fault(f"data type {number} is unknown")
        return found

    def _tensor(self, number: int) -> AttrValue:
        found = self._tensors().get(number)
        if found is None:
            raise self._columns.fault(f"constant {number} is not there")
        return found


def _zip_maps(keys: Sequence[str], columns: Sequence[Sequence[AttrValue]]) -> Iterable[Attrs]:
    """WHY the cases: a dictionary display is built twice as fast as one from pairs, and most maps are small."""
    make = Attrs
    match keys:
        case [a]:
            return [make({a: x}) for x in columns[0]]
        case [a, b]:
            return [make({a: x, b: y}) for x, y in zip(*columns, strict=True)]
        case [a, b, c]:
            return [make({a: x, b: y, c: z}) for x, y, z in zip(*columns, strict=True)]
        case [a, b, c, d]:
            return [make({a: x, b: y, c: z, d: w}) for x, y, z, w in zip(*columns, strict=True)]
        case _:
            return [make(zip(keys, row, strict=True)) for row in zip(*columns, strict=True)]
