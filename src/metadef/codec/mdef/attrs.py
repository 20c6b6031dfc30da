"""Attribute maps in columns: maps with the same keys and kinds share a schema, and each key of it is a column.

Writing groups maps first and then works on whole columns, so that a map costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple, cast

import numpy as np

from metadef.codec.mdef.columns import ColumnWriter, Ints
from metadef.codec.mdef.layout import AttrColumn, ValueKind
from metadef.codec.mdef.strings import StringPool
from metadef.codec.mdef.tensors import TensorPool
from metadef.codec.mdef.values import ValueWriter
from metadef.types.attrs import Attrs, AttrValue
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

__all__ = ["AttrTable", "write_attrs"]

_LONGEST_LIST = 1 << 12  # WHY: a column of equal integers has no size, so long lists go where every item takes a byte
_SCALARS: dict[type, ValueKind] = {
    bool: ValueKind.BOOL,
    int: ValueKind.INT,
    float: ValueKind.FLOAT,
    str: ValueKind.STRING,
    DataType: ValueKind.TYPE,
    TensorValue: ValueKind.TENSOR,
}


class AttrTable(NamedTuple):
    """The ATTRIBUTES section, and the map number of every map that was given."""

    section: bytes
    numbers: Ints


class _Schema(NamedTuple):
    """Maps with the same sorted keys and kinds."""

    keys: tuple[str, ...]
    maps: Ints  # which of the given maps, ascending
    kinds: list[ValueKind]
    columns: list[Ints]


class _Pools(NamedTuple):
    """What values refer to."""

    strings: StringPool
    tensors: TensorPool
    tagged: dict[bytes, int]
    lists: dict[tuple[int, ...], int]
    encode: Callable[[object], bytes]


def write_attrs(maps: Sequence[Attrs], strings: StringPool, tensors: TensorPool, values: ValueWriter) -> AttrTable:
    """Write maps, equal ones once; their numbers are in order of first appearance.

    Raises:
        FileError: for a value that no attribute can have.
    """
    pools = _Pools(strings, tensors, {}, {}, values.encode)
    schemas = [_schema(keys, group, pools) for keys, group in _groups(maps).items()]
    floats = _share_floats(schemas)
    representative = np.arange(len(maps))
    schema_of = np.zeros(len(maps), np.int64)
    for number, schema in enumerate(schemas):
        schema_of[schema.maps] = number
        representative[schema.maps] = schema.maps[_first_equal(schema.columns, len(schema.maps))]
    is_first = representative == np.arange(len(maps))
    numbers = (np.cumsum(is_first) - 1)[representative]
    columns = ColumnWriter()
    columns.ints(AttrColumn.KEYS, [len(schema.keys) for schema in schemas])
    columns.ints(AttrColumn.KEY, [strings.number(key) for schema in schemas for key in schema.keys])
    columns.ints(AttrColumn.KIND, [kind for schema in schemas for kind in schema.kinds])
    columns.ints(AttrColumn.SCHEMA, schema_of[is_first])
    columns.raw(AttrColumn.FLOATS, floats.tobytes(), len(floats))
    columns.ints(AttrColumn.LIST_LENGTH, list(map(len, pools.lists)))
    columns.ints(AttrColumn.LIST_ITEM, list(chain.from_iterable(pools.lists)))
    columns.ints(AttrColumn.TAGGED_LENGTH, list(map(len, pools.tagged)))
    columns.raw(AttrColumn.TAGGED_BYTES, b"".join(pools.tagged), sum(map(len, pools.tagged)))
    at = 0
    for schema in schemas:
        kept = is_first[schema.maps]
        for column in schema.columns:
            columns.ints(AttrColumn.VALUES + at, column[kept])
            at += 1
    return AttrTable(columns.to_bytes(), numbers)


class _Group(NamedTuple):
    """Maps whose sorted keys and value types agree, in columns."""

    types: tuple[type, ...]
    maps: list[int]
    rows: list[tuple[AttrValue, ...]]


def _groups(maps: Sequence[Attrs]) -> dict[tuple[tuple[str, ...], tuple[type, ...]], _Group]:
    """By (sorted keys, types), in order of first appearance. Differently ordered maps are equal and end up together."""
    raw: dict[tuple[tuple[str, ...], tuple[type, ...]], _Group] = {}
    for number, attrs in enumerate(maps):
        row = tuple(attrs.values())
        types = tuple(map(type, row))
        key = (tuple(attrs), types)
        group = raw.get(key)
        if group is None:
            group = raw[key] = _Group(types, [], [])
        group.maps.append(number)
        group.rows.append(row)
    merged: dict[tuple[tuple[str, ...], tuple[type, ...]], _Group] = {}
    for (keys, types), group in raw.items():
        order = sorted(range(len(keys)), key=keys.__getitem__)
        rows = group.rows
        if order != list(range(len(keys))):
            rows = [tuple([row[i] for i in order]) for row in rows]
        key = (tuple([keys[i] for i in order]), tuple([types[i] for i in order]))
        known = merged.get(key)
        if known is None:
            merged[key] = _Group(key[1], group.maps, rows)
        else:
            both = sorted(zip([*known.maps, *group.maps], [*known.rows, *rows], strict=True), key=lambda pair: pair[0])
            merged[key] = _Group(key[1], [pair[0] for pair in both], [pair[1] for pair in both])
    return merged


def _schema(key: tuple[tuple[str, ...], tuple[type, ...]], group: _Group, pools: _Pools) -> _Schema:
    kinds: list[ValueKind] = []
    columns: list[Ints] = []
    for kind, values in zip(key[1], zip(*group.rows, strict=True), strict=True):
        found = _column(kind, values, pools)
        kinds.append(found[0])
        columns.append(found[1])
    return _Schema(key[0], np.array(group.maps, np.int64), kinds, columns)


def _column(kind: type, values: Sequence[AttrValue], pools: _Pools) -> tuple[ValueKind, Ints]:
    """One key of one schema. Doubles come as their bits; `_share_floats` numbers them."""
    count = len(values)
    match _SCALARS.get(kind):
        case ValueKind.INT:
            try:
                return ValueKind.INT, np.array(values, np.int64)
            except OverflowError:
                return ValueKind.TAGGED, _tagged(values, pools)
        case ValueKind.BOOL:
            return ValueKind.BOOL, np.array(values, np.int64)
        case ValueKind.FLOAT:
            return ValueKind.FLOAT, np.array(values, np.float64).view(np.int64)
        case ValueKind.STRING:
            return ValueKind.STRING, np.array(pools.strings.extend(cast("Sequence[str]", values)), np.int64)
        case ValueKind.TYPE:
            types = cast("Sequence[DataType]", values)
            return ValueKind.TYPE, np.fromiter((item.ge_value for item in types), np.int64, count)
        case ValueKind.TENSOR:
            tensors = cast("Sequence[TensorValue]", values)
            return ValueKind.TENSOR, np.fromiter(map(pools.tensors.number, tensors), np.int64, count)
        case _:
            pass
    if kind is tuple:
        lists = cast("Sequence[tuple[AttrValue, ...]]", values)
        if _all_ints(lists):
            numbers = pools.lists
            found = [numbers.setdefault(item, len(numbers)) for item in cast("Sequence[tuple[int, ...]]", values)]
            return ValueKind.INT_LIST, np.array(found, np.int64)
    return ValueKind.TAGGED, _tagged(values, pools)


def _all_ints(lists: Sequence[tuple[AttrValue, ...]]) -> bool:
    """Whether every item of every list is a plain integer of 64 bits."""
    if max(map(len, lists)) > _LONGEST_LIST:
        return False
    if not set(map(type, chain.from_iterable(lists))) <= {int}:
        return False
    flat = cast("Iterable[int]", chain.from_iterable(lists))
    try:
        np.fromiter(flat, np.int64)
    except OverflowError:
        return False
    return True


def _tagged(values: Sequence[AttrValue], pools: _Pools) -> Ints:
    table = pools.tagged
    return np.fromiter((table.setdefault(pools.encode(item), len(table)) for item in values), np.int64, len(values))


def _share_floats(schemas: Sequence[_Schema]) -> Ints:
    """Turn the bits of doubles into numbers of distinct ones, which are returned in ascending order of bits."""
    places = [
        (schema, index)
        for schema in schemas
        for index, kind in enumerate(schema.kinds)
        if kind is ValueKind.FLOAT and len(schema.maps)
    ]
    if not places:
        return np.empty(0, np.int64)
    distinct = np.unique(np.concatenate([np.unique(schema.columns[index]) for schema, index in places]))
    for schema, index in places:
        schema.columns[index] = np.searchsorted(distinct, schema.columns[index])
    return distinct


def _first_equal(columns: Sequence[Ints], count: int) -> Ints:
    """For every row, the first row that is equal to it."""
    if not columns or count == 1:
        return np.zeros(count, np.int64)
    mixed = np.zeros(count, np.uint64)
    for column in columns:
        mixed = (mixed ^ column.view(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    if len(np.unique(mixed)) == count:  # WHY: rows with different hashes differ, which settles the common case
        return np.arange(count)
    first: dict[tuple[int, ...], int] = {}
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return np.array([first.setdefault(row, number) for number, row in enumerate(rows)], np.int64)
