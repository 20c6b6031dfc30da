"""`ShortVersion`: one number, or two with a dot: versions of operators (`2`) and of file formats (`1.1`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering
from typing import ClassVar

__all__ = ["ShortVersion"]

_LONGEST = 64
_WRITTEN = re.compile(r"(\d+)(?:\.(\d+))?", re.ASCII)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class ShortVersion:
    """A version without a patch number. `2` is `2.0`; in a range a single number is its whole line.

    >>> from metadef.version import VersionRange
    >>> reads = VersionRange.parse("0.9 || 1", ShortVersion)
    >>> [text for text in ("0.9", "1.0", "1.7", "2.0") if ShortVersion.parse(text) in reads]
    ['0.9', '1.0', '1.7']
    """

    kind: ClassVar[str] = "short"

    major: int
    minor: int | None = None  # None where none is written

    @staticmethod
    def parse(text: str) -> ShortVersion:
        """A version as written.

        Raises:
            ValueError: if the text is no such version, or is longer than 64 characters.
        """
        match = _WRITTEN.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            raise ValueError(f"not a version of one or two numbers: {text[:_LONGEST]!r}")
        return ShortVersion(int(match[1]), None if match[2] is None else int(match[2]))

    @staticmethod
    def line(text: str) -> tuple[ShortVersion, ShortVersion] | None:
        """`2` as (its first version, the first one after it); None for any other text."""
        if len(text) > _LONGEST or not text.isascii() or not text.isdigit():
            return None
        return ShortVersion(int(text)), ShortVersion(int(text) + 1)

    @property
    def key(self) -> tuple[int, int]:
        """What the order compares."""
        return self.major, self.minor or 0

    @property
    def floor(self) -> tuple[int, int]:
        """The key: there are no builds before a version."""
        return self.key

    def next_breaking(self) -> ShortVersion:
        """The next line."""
        return ShortVersion(self.major + 1)

    def next_minor(self) -> ShortVersion:
        """The next version of the line."""
        return ShortVersion(self.major, (self.minor or 0) + 1)

    def __str__(self) -> str:
        return str(self.major) if self.minor is None else f"{self.major}.{self.minor}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShortVersion) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __lt__(self, other: ShortVersion) -> bool:
        return self.key < other.key
