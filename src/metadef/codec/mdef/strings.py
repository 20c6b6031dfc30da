"""The string table: every text of a file once, each told by what it adds to the one before it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

import numpy as np

from metadef.codec.mdef.columns import ColumnReader, ColumnWriter, Ints
from metadef.codec.mdef.layout import StringColumn
from metadef.errors import FileError

__all__ = ["StringPool", "read_strings"]

_MOST_SHARED = 255  # bytes; WHY: bounds what a reader must expand for one string


class StringPool:
    """Texts to numbers, in order of first use. Number 0 is the empty string.

    `known` are texts of an older state of the file, which keep their numbers; the first must be empty.
    """

    __slots__ = ("numbers",)

    def __init__(self, known: Iterable[str] = ("",)) -> None:
        self.numbers: dict[str, int] = {text: number for number, text in enumerate(known)}

    def number(self, text: str) -> int:
        """The number of a text."""
        numbers = self.numbers
        return numbers.setdefault(text, len(numbers))

    def extend(self, texts: Iterable[str]) -> list[int]:
        """The numbers of many texts, most of which repeat."""
        items = texts if isinstance(texts, list | tuple) else list(texts)
        for text in dict.fromkeys(items):
            self.number(text)
        return list(map(self.numbers.__getitem__, items))

    def to_bytes(self, subject: str) -> bytes:
        """The STRINGS section.

        Raises:
            FileError: for a text with a lone surrogate, which UTF-8 cannot hold.
        """
        try:
            encoded = [text.encode() for text in self.numbers]
        except UnicodeEncodeError as error:
            raise FileError.of(
                "file-write", subject, f"the name {error.object[:60]!r} cannot be written as UTF-8"
            ) from None
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
        data = np.frombuffer(b"".join(encoded), np.uint8)
        shared = _shared_lengths(data, lengths)
        rest = lengths - shared
        starts = np.cumsum(lengths) - lengths
        keep = np.ones(len(data), np.bool_)
        for index in range(int(shared.max(initial=0))):
            keep[starts[shared > index] + index] = False
        columns = ColumnWriter()
        columns.ints(StringColumn.SHARED, shared)
        columns.ints(StringColumn.REST, rest)
        columns.raw(StringColumn.BYTES, data[keep].tobytes(), int(rest.sum()))
        return columns.to_bytes()


def _shared_lengths(data: np.ndarray[tuple[int], np.dtype[np.uint8]], lengths: Ints) -> Ints:
    """Bytes that each string shares with the one before, all strings compared at once, byte by byte."""
    starts = np.cumsum(lengths) - lengths
    shared = np.zeros(len(lengths), np.int64)
    rows = np.arange(1, len(lengths))
    for index in range(_MOST_SHARED):
        rows = rows[(lengths[rows] > index) & (lengths[rows - 1] > index)]
        rows = rows[data[starts[rows] + index] == data[starts[rows - 1] + index]]
        if not len(rows):
            break
        shared[rows] = index + 1
    return shared


def read_strings(columns: ColumnReader) -> list[str]:
    """All strings, by number.

    Raises:
        FileError: for lengths that do not fit, or bytes that are not UTF-8.
    """
    data = bytes(columns.raw(StringColumn.BYTES))
    shared = columns.indexes(StringColumn.SHARED, _MOST_SHARED + 1)
    rest = columns.lengths(StringColumn.REST, len(data), len(shared))
    lengths = shared + rest
    if len(shared) and (shared[0] or (shared[1:] > lengths[:-1]).any()):
        raise columns.fault("a string shares more with the one before than that has")
    ends = list(accumulate(rest.tolist()))
    texts: list[str] = []
    before = b""
    start = 0
    try:
        for common, end in zip(shared.tolist(), ends, strict=True):
            before = before[:common] + data[start:end]
            start = end
            texts.append(before.decode())
    except UnicodeDecodeError as error:
        raise columns.fault(f"a string is not UTF-8: {error.reason}") from None
    return texts
