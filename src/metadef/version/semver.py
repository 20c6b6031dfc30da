"""`SemVer`: a version by semver.org 2.0.0, ordered by its clause 11."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering
from typing import Any, ClassVar

__all__ = ["SemVer"]

_LONGEST = 256  # WHY: versions come from files; no real one is near this length
_NUMBER = r"(?:0|[1-9]\d*)"
_IDENTIFIER = rf"(?:{_NUMBER}|\d*[A-Za-z-][0-9A-Za-z-]*)"
_FULL = re.compile(
    rf"({_NUMBER})\.({_NUMBER})\.({_NUMBER})"
    rf"(?:-({_IDENTIFIER}(?:\.{_IDENTIFIER})*))?"
    r"(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?",
    re.ASCII,
)
_PARTIAL = re.compile(rf"({_NUMBER})(?:\.({_NUMBER}))?", re.ASCII)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class SemVer:
    """A SemVer 2.0 version. Equality is precedence, so build metadata does not count.

    >>> SemVer.parse("1.0.0-rc.1") < SemVer.parse("1.0.0"), SemVer.parse("1.0.0+a") == SemVer.parse("1.0.0+b")
    (True, True)
    """

    kind: ClassVar[str] = "SemVer"

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()  # pre-release identifiers
    build: tuple[str, ...] = ()  # build metadata

    @staticmethod
    def parse(text: str) -> SemVer:
        """A version as written, `major.minor.patch[-pre][+build]`.

        Raises:
            ValueError: if the text is not SemVer 2.0, or is longer than 256 characters.
        """
        match = _FULL.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            raise ValueError(f"not a SemVer version: {text[:_LONGEST]!r}")
        major, minor, patch, pre, build = match.groups()
        return SemVer(int(major), int(minor), int(patch), _split(pre), _split(build))

    @staticmethod
    def line(text: str) -> tuple[SemVer, SemVer] | None:
        """`1` or `1.2` as (its first release, the first release after it); None for any other text.

        >>> [str(end) for end in SemVer.line("1.2")]
        ['1.2.0', '1.3.0']
        """
        match = _PARTIAL.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            return None
        major, minor = int(match[1]), match[2]
        if minor is None:
            return SemVer(major, 0, 0), SemVer(major + 1, 0, 0)
        return SemVer(major, int(minor), 0), SemVer(major, int(minor) + 1, 0)

    @property
    def key(self) -> tuple[Any, ...]:
        """What the order compares."""
        return (self.major, self.minor, self.patch, (1,) if not self.pre else (0, *map(_identifier_key, self.pre)))

    @property
    def floor(self) -> tuple[Any, ...]:
        """The key before every pre-release of this version; a pre-release's own key."""
        return self.key if self.pre else (self.major, self.minor, self.patch, (0,))

    def next_breaking(self) -> SemVer:
        """The first version that may break users of this one: the end of `^`.

        >>> str(SemVer.parse("0.3.1").next_breaking()), str(SemVer.parse("1.3.1").next_breaking())
        ('0.4.0', '2.0.0')
        """
        if self.major:
            return SemVer(self.major + 1, 0, 0)
        return SemVer(0, self.minor + 1, 0) if self.minor else SemVer(0, 0, self.patch + 1)

    def next_minor(self) -> SemVer:
        """The first version of the next minor line: the end of `~`."""
        return SemVer(self.major, self.minor + 1, 0)

    def __str__(self) -> str:
        pre = f"-{'.'.join(self.pre)}" if self.pre else ""
        build = f"+{'.'.join(self.build)}" if self.build else ""
        return f"{self.major}.{self.minor}.{self.patch}{pre}{build}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SemVer) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __lt__(self, other: SemVer) -> bool:
        return self.key < other.key


def _split(text: str | None) -> tuple[str, ...]:
    return tuple(text.split(".")) if text else ()


def _identifier_key(identifier: str) -> tuple[int, int, str]:
    # Clause 11.4: numbers sort by value and below words, words by ASCII; of two equal lists the longer one wins.
    return (0, int(identifier), "") if identifier.isdigit() else (1, 0, identifier)
