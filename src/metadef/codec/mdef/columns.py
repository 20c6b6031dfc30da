"""A section made of columns: a directory, then the bodies; unknown columns are skipped, known ones decoded on demand.

The directory is `count`, then `id`, `entries`, `size` in bytes for each column, all varints; the bodies follow in the
same order without gaps. An integer column is packed in blocks of 4,096 entries, each in the form that suits it
(`metadef.wire.columns`), so that a change of one entry changes the bytes of one block.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from metadef.errors import FileError, MetadefError
from metadef.wire.columns import pack_column, unpack_column
from metadef.wire.reader import Reader
from metadef.wire.varint import varint_bytes

__all__ = ["ColumnReader", "ColumnWriter", "Edit", "Ints", "blocks_of", "distinct_rows", "longest_column", "patched"]

Ints = NDArray[np.int64]
BLOCK = 4096  # entries
_MOST_COLUMNS = 1 << 20


class Edit(NamedTuple):
    """At a place of the column as it was: how many entries are taken out there, and what is put in."""

    at: int
    taken: int
    put: tuple[int, ...]


def patched(column: Ints, edits: Sequence[Edit]) -> Ints | None:
    """The column with its edits made; None when they do not fit it."""
    pieces: list[Ints] = []
    at = 0
    for edit in edits:
        if not at <= edit.at <= len(column) - edit.taken or edit.taken < 0:
            return None
        pieces += [column[at : edit.at], np.array(edit.put, np.int64)]
        at = edit.at + edit.taken
    return np.concatenate([*pieces, column[at:]])


class ColumnWriter:
    """Collects columns; ids are written in the order in which they are put."""

    __slots__ = ("_bodies", "_directory")

    def __init__(self) -> None:
        self._directory: list[tuple[int, int, int]] = []
        self._bodies: list[bytes] = []

    def ints(self, column: int, values: Collection[int] | Ints) -> None:
        """An integer column; an empty one is left out."""
        array = values if isinstance(values, np.ndarray) else np.array(list(values), np.int64)
        if len(array):
            array = array.astype(np.int64, copy=False)
            blocks = [pack_column(array[at : at + BLOCK]) for at in range(0, len(array), BLOCK)]
            self.raw(column, blocks[0] if len(blocks) == 1 else b"".join(blocks), len(array))

    def raw(self, column: int, data: bytes, entries: int) -> None:
        """Bytes with a meaning of their own; an empty column is left out."""
        if entries:
            self._directory.append((column, entries, len(data)))
            self._bodies.append(data)

    def __bool__(self) -> bool:
        """Whether there is a column."""
        return bool(self._directory)

    def to_bytes(self) -> bytes:
        """The section."""
        head = [varint_bytes(len(self._directory))]
        for entry in self._directory:
            head += map(varint_bytes, entry)
        return b"".join([*head, *self._bodies])


class ColumnReader:
    """The columns of one section.

    Every count is held against `most_entries`, because a constant column takes two bytes however long it claims to be.
    """

    __slots__ = ("_columns", "_edits", "_known", "most_entries", "subject")

    def __init__(
        self,
        data: memoryview,
        subject: str,
        most_entries: int,
        edits: Mapping[int, Sequence[Edit]] = MappingProxyType({}),
    ) -> None:
        """`edits` are what integer columns have become since the section was written.

        Raises:
            FileError: if the directory does not fit the section.
        """
        self._edits = edits
        self.subject = subject
        self.most_entries = most_entries
        self._columns: dict[int, tuple[int, memoryview]] = {}
        self._known: dict[int, Ints] = {}
        reader = Reader(data, subject)
        count = reader.varint()
        if count > _MOST_COLUMNS:
            raise reader.fault(f"{count} columns are too many")
        directory = [(reader.varint(), reader.varint(), reader.varint()) for _ in range(count)]
        for column, entries, size in directory:
            if column in self._columns:
                raise reader.fault(f"column {column} is there twice")
            if entries > most_entries:
                raise reader.fault(f"column {column} claims {entries} entries, more than a file of this size can have")
            self._columns[column] = (entries, reader.take(size))
        reader.expect_end()

    def ids(self) -> list[int]:
        """The columns that are there."""
        return list(dict.fromkeys([*self._columns, *self._edits]))

    def __contains__(self, column: int) -> bool:
        """Whether the column has entries."""
        return len(self.ints(column)) > 0 if column in self._edits else column in self._columns

    def ints(self, column: int, entries: int | None = None) -> Ints:
        """An integer column; empty when it is absent.

        Raises:
            FileError: if it is malformed, or has not the number of entries that others make necessary.
        """
        known = self._known.get(column)
        if known is None:
            known = np.empty(0, np.int64)
            if column in self._columns:
                count, data = self._columns[column]
                reader = Reader(data, self.subject)
                blocks = [unpack_column(reader, min(BLOCK, count - at)) for at in range(0, count, BLOCK)]
                if blocks:
                    known = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
                reader.expect_end()
            if column in self._edits:
                known = self._edited(column, known)
            self._known[column] = known
        if entries is not None and len(known) != entries:
            raise self.fault(f"column {column} has {len(known)} entries where {entries} are needed")
        return known

    def _edited(self, column: int, before: Ints) -> Ints:
        after = patched(before, self._edits[column])
        if after is None or len(after) > self.most_entries:
            raise self.fault(f"the edits of column {column} do not fit it")
        return after

    def indexes(self, column: int, below: int, entries: int | None = None, least: int = 0) -> Ints:
        """An integer column of values from `least` to `below - 1`.

        Raises:
            FileError: as `ints`, and for a value outside.
        """
        values = self.ints(column, entries)
        if len(values) and (int(values.min()) < least or int(values.max()) >= below):
            raise self.fault(f"column {column} points to something that is not there")
        return values

    def lengths(self, column: int, total: int | None = None, entries: int | None = None) -> Ints:
        """An integer column of sizes >= 0 that add up to `total`.

        Raises:
            FileError: as `ints`, and when they do not add up.
        """
        values = self.ints(column, entries)
        if len(values) and (int(values.min()) < 0 or int(values.max()) > self.most_entries):
            raise self.fault(f"column {column} has an impossible length")
        sum_ = int(values.sum())
        if sum_ > self.most_entries or (total is not None and sum_ != total):
            raise self.fault(f"the lengths in column {column} do not add up")
        return values

    def entries(self, column: int) -> int:
        """How many entries a column has in its section."""
        return self._columns[column][0] if column in self._columns else 0

    def raw(self, column: int) -> memoryview:
        """The bytes of a column; empty when it is absent."""
        return self._columns[column][1] if column in self._columns else memoryview(b"")

    def fault(self, message: str) -> MetadefError:
        """A file-corrupt error, to raise."""
        return FileError.of("file-corrupt", self.subject, message)


def longest_column(data: bytes | memoryview) -> int:
    """The entries of the longest column of a section that is known to be whole."""
    reader = Reader(data)
    rows = [(reader.varint(), reader.varint(), reader.varint()) for _ in range(reader.varint())]
    return max([entries for _, entries, _ in rows], default=0)


def blocks_of(data: bytes | memoryview, raw: Collection[int]) -> list[tuple[tuple[int, int], int, int]]:
    """The blocks of a section that is known to be whole: column and number, and where it starts and ends.

    `raw` says which columns are no integers; they are one block each. What stands before is block (-1, 0).
    """
    reader = Reader(data)
    rows = [(reader.varint(), reader.varint(), reader.varint()) for _ in range(reader.varint())]
    found: list[tuple[tuple[int, int], int, int]] = [((-1, 0), 0, reader.offset)]
    for column, entries, size in rows:
        start = reader.offset
        if column in raw:
            reader.skip(size)
            found.append(((column, 0), start, reader.offset))
            continue
        for number, at in enumerate(range(0, entries, BLOCK)):
            start = reader.offset
            unpack_column(reader, min(BLOCK, entries - at))
            found.append(((column, number), start, reader.offset))
    return found


def distinct_rows(columns: Sequence[Ints], count: int) -> tuple[Ints, Ints]:
    """The rows of a table of `count` rows: where each distinct one first stands, and which of them each row is.

    Distinct rows are numbered in order of first appearance.

    >>> [found.tolist() for found in distinct_rows([np.array([5, 7, 5]), np.array([1, 1, 1])], 3)]
    [[0, 1], [0, 1, 0]]
    """
    if not columns or not count:
        return np.zeros(min(count, 1), np.int64), np.zeros(count, np.int64)
    key = _one_key(columns)
    _, first, row_of = np.unique(key, return_index=True, return_inverse=True)
    if len(first) == count:
        return np.arange(count), np.arange(count)
    order = np.argsort(first)
    number = np.empty(len(first), np.int64)
    number[order] = np.arange(len(first))
    return first[order], number[row_of]


def _one_key(columns: Sequence[Ints]) -> Ints:
    """One integer a row, equal for equal rows only: digits of mixed radix, renumbered where they would not fit."""
    key, span = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        low, high = int(column.min()), int(column.max())
        if high - low >= 1 << 62 or span * (high - low + 1) >= 1 << 62:
            column = np.unique(column, return_inverse=True)[1]
            low, high = 0, int(column.max())
        if span * (high - low + 1) >= 1 << 62:
            key = np.unique(key, return_inverse=True)[1]
            span = int(key.max()) + 1
        key = key * (high - low + 1) + (column - low)
        span *= high - low + 1
    return key
