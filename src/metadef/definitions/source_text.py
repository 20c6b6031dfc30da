"""`SourceText`: a text with fast positions, shared by all readers."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from metadef.source import Span

__all__ = ["SourceText"]


class SourceText:
    """A text and the file it came from; turns offsets into lines and columns.

    >>> SourceText("a\\nbc", "f.h").span(3)
    Span(file='f.h', line=2, column=2, path='')
    """

    def __init__(self, text: str, file: str = "") -> None:
        self.text = text
        self.file = file

    @cached_property
    def _starts(self) -> list[int]:
        lengths = map(len, self.text.split("\n"))
        return [0, *[end + count for count, end in enumerate(accumulate(lengths), 1)]]

    def line(self, offset: int) -> int:
        """The line of a character, from 1."""
        return bisect_right(self._starts, offset)

    def span(self, offset: int) -> Span:
        """File, line and column of a character, from 1."""
        line = bisect_right(self._starts, offset)
        return Span(self.file, line, offset - self._starts[line - 1] + 1)
