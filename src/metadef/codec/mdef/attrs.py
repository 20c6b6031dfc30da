"""Attribute maps in columns: maps with the same keys and kinds share a schema, and each key of it is a column.

Writing groups maps first and then works on whole columns, so that a map costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple, cast

import numpy as np

from metadef.codec.mdef.columns import ColumnWriter, Ints, distinct_rows
from metadef.codec.mdef.layout import AttrColumn, ValueKind
from metadef.codec.mdef.seed import NOTHING, Seed
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
    total: int  # maps that are written


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


def write_attrs(
    maps: Sequence[Attrs], strings: StringPool, tensors: TensorPool, values: ValueWriter, seed: Seed = NOTHING
) -> AttrTable:
    """Write maps, equal ones once; their numbers are in order of first appearance, after those of `seed`.

    Raises:
        FileError: for a value that no attribute can have.
    """
    maps = [*seed.maps, *maps] if seed.maps else maps
    tagged = {data: number for number, data in enumerate(seed.tagged)}
    lists = {items: number for number, items in enumerate(seed.lists)}
    pools = _Pools(strings, tensors, tagged, lists, values.encode_attr)
    schemas = [_schema(keys, group, pools) for keys, group in _groups(maps).items()]
    floats = _share_floats(schemas, seed.doubles)
    representative = np.arange(len(maps))
    schema_of = np.zeros(len(maps), np.int64)
    for number, schema in enumerate(schemas):
        schema_of[schema.maps] = number
        first, row_of = distinct_rows(schema.columns, len(schema.maps))
        representative[schema.maps] = schema.maps[first[row_of]]
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
    return AttrTable(columns.to_bytes(), numbers[len(seed.maps) :], int(is_first.sum()))


class _Group(NamedTuple):
    """Maps whose sorted keys and value types agree: which of the given ones, and their values by key."""

    maps: Ints
    columns: list[Sequence[AttrValue]]


_Key = tuple[tuple[str, ...], tuple[type, ...]]  # sorted keys, types of their values


def _groups(maps: Sequence[Attrs]) -> dict[_Key, _Group]:
    """By keys and types, in order of first appearance. Differently ordered maps are equal and end up together."""
    keys_of = list(map(tuple, maps))
    number_of = {keys: number for number, keys in enumerate(dict.fromkeys(keys_of))}
    group_of = np.fromiter(map(number_of.__getitem__, keys_of), np.int64, len(maps))
    rows = np.argsort(group_of, kind="stable")
    ends = np.cumsum(np.bincount(group_of, minlength=len(number_of))).tolist()
    pieces: dict[_Key, list[_Group]] = {}
    for keys, start, end in zip(number_of, [0, *ends], ends, strict=False):
        numbers = rows[start:end]
        # WHY flat: every map of the group has the same keys in the same order, so a column is a stride
        flat = list(chain.from_iterable(map(Attrs.values, map(maps.__getitem__, numbers.tolist()))))
        order = sorted(keys)
        columns: list[Sequence[AttrValue]] = [flat[keys.index(key) :: len(keys)] for key in order]
        for types, piece in _by_types(numbers, columns):
            pieces.setdefault((tuple(order), types), []).append(piece)
    joined = {key: _joined(groups) for key, groups in pieces.items()}
    return dict(sorted(joined.items(), key=lambda item: int(item[1].maps[0])))


def _by_types(numbers: Ints, columns: list[Sequence[AttrValue]]) -> list[tuple[tuple[type, ...], _Group]]:
    """The rows apart by the types of their values; nearly always they agree."""
    kinds = [set(map(type, column)) for column in columns]
    if all(len(kind) == 1 for kind in kinds):
        return [(tuple([next(iter(kind)) for kind in kinds]), _Group(numbers, columns))]
    apart: dict[tuple[type, ...], list[int]] = {}
    for place, row in enumerate(zip(*columns, strict=True)):
        apart.setdefault(tuple(map(type, row)), []).append(place)
    return [
        (types, _Group(numbers[places], [[column[place] for place in places] for column in columns]))
        for types, places in apart.items()
    ]


def _joined(groups: list[_Group]) -> _Group:
    if len(groups) == 1:
        return groups[0]
    numbers = np.concatenate([group.maps for group in groups])
    order = np.argsort(numbers).tolist()
    columns = [list(chain.from_iterable(parts)) for parts in zip(*(group.columns for group in groups), strict=True)]
    return _Group(numbers[order], [[column[place] for place in order] for column in columns])


def _schema(key: _Key, group: _Group, pools: _Pools) -> _Schema:
    found = [_column(kind, values, pools) for kind, values in zip(key[1], group.columns, strict=True)]
    return _Schema(key[0], group.maps, [kind for kind, _ in found], [column for _, column in found])


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
        items = _all_ints(lists)
        if items is not None:
            return ValueKind.INT_LIST, _lists(cast("Sequence[tuple[int, ...]]", values), items, pools.lists)
    return ValueKind.TAGGED, _tagged(values, pools)


def _all_ints(lists: Sequence[tuple[AttrValue, ...]]) -> Ints | None:
    """The items of all lists one after another, if every one is a plain integer of 64 bits."""
    if max(map(len, lists)) > _LONGEST_LIST:
        return None
    flat = list(chain.from_iterable(lists))
    if not set(map(type, flat)) <= {int}:
        return None
    try:
        return np.fromiter(cast("list[int]", flat), np.int64, len(flat))
    except OverflowError:
        return None


def _lists(lists: Sequence[tuple[int, ...]], items: Ints, table: dict[tuple[int, ...], int]) -> Ints:
    """The numbers of lists of integers; new ones enter the table in order of first appearance."""
    sizes = set(map(len, lists))
    size = sizes.pop()
    if size and not sizes:
        # WHY: telling rows of integers apart costs half of what hashing tuples does
        first, row_of = distinct_rows(list(items.reshape(-1, size).T), len(lists))
        found = [table.setdefault(lists[place], len(table)) for place in first.tolist()]
        return np.array(found, np.int64)[row_of]
    return np.fromiter((table.setdefault(item, len(table)) for item in lists), np.int64, len(lists))


def _tagged(values: Sequence[AttrValue], pools: _Pools) -> Ints:
    table = pools.tagged
    return np.fromiter((table.setdefault(pools.encode(item), len(table)) for item in values), np.int64, len(values))


def _share_floats(schemas: Sequence[_Schema], known: Ints) -> Ints:
    """Turn the bits of doubles into numbers of distinct ones, which are returned: `known`, then as they appear."""
    places = [
        (schema, index)
        for schema in schemas
        for index, kind in enumerate(schema.kinds)
        if kind is ValueKind.FLOAT and len(schema.maps)
    ]
    if not places:
        return known
    flat = np.concatenate([known, *(schema.columns[index] for schema, index in places)])
    first, number = distinct_rows([flat], len(flat))
    at = len(known)
    for schema, index in places:
        size = len(schema.columns[index])
        schema.columns[index] = number[at : at + size]
        at += size
    return flat[first]
