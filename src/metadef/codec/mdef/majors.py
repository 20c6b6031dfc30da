"""Files of older major versions: one step a major version, from the content of a section to that of the next one.

A reader takes a file through all steps from its own major version on, section by section, and never knows more than
one form. A step is added with each new major version and stays for good.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.codec.mdef.columns import BLOCK, ColumnWriter
from metadef.codec.mdef.layout import COLUMN_SECTIONS, MAJOR
from metadef.wire.columns import unpack_column
from metadef.wire.reader import Reader

__all__ = ["STEPS", "as_current"]

_MOST_COLUMNS = 1 << 12  # of a draft


def _from_draft(kind: int, content: memoryview, most_entries: int, subject: str) -> bytes | memoryview:
    """0 → 1: columns that are one packed run are cut into blocks."""
    raw = COLUMN_SECTIONS.get(kind)
    if raw is None or not len(content):
        return content
    reader = Reader(content, subject)
    count = reader.varint()
    if count > _MOST_COLUMNS:
        raise reader.fault(f"{count} columns are too many")
    columns = ColumnWriter()
    for column, entries, size in [(reader.varint(), reader.varint(), reader.varint()) for _ in range(count)]:
        body = reader.take(size)
        if column in raw or entries <= BLOCK:
            columns.raw(column, bytes(body), entries)
            continue
        if entries > most_entries:
            raise reader.fault(f"column {column} claims {entries} entries, more than a file of this size can have")
        one = Reader(body, subject)
        columns.ints(column, unpack_column(one, entries))
        one.expect_end()
    reader.expect_end()
    return columns.to_bytes()


Step = Callable[[int, memoryview, int, str], "bytes | memoryview"]  # kind, content, most entries a column, subject

STEPS: dict[int, Step] = {0: _from_draft}


def as_current(major: int, kind: int, content: memoryview, most_entries: int, subject: str) -> memoryview:
    """The content of a section of an older major version, as the newest one says it.

    Raises:
        FileError: if it is malformed.
    """
    for version in range(major, MAJOR):
        content = memoryview(STEPS[version](kind, content, most_entries, subject))
    return content
