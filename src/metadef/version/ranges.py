"""`VersionRange`: a set of versions of one kind, as a union of intervals.

Intersections and unions of ranges are ranges, so negotiation is `producer & consumer`. Text:

    range      = part ("||" part)*        any of the parts
    part       = comparator+              all of them, split by blanks or commas
    comparator = (">=" | ">" | "<=" | "<" | "=" | "^" | "~")? version  |  "*"  |  "none"

A version may stop after `major` or `major.minor`, optionally with `.x` or `.*`, and then means the whole line.
An end that excludes a version excludes its pre-releases too: `<2.0.0` does not hold 2.0.0-rc.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

__all__ = ["Version", "VersionRange"]

# A place between versions: just before the version with this key (0) or just after it (1).
_Place: TypeAlias = tuple[tuple[Any, ...], int]

_LONGEST = 4096  # characters of a range; WHY: ranges come from files
_COMPARATOR = re.compile(r"\s*,?\s*(>=|<=|>|<|=|\^|~)?\s*([0-9][0-9A-Za-z.+*-]*|\*|none)(?=[\s,<>=^~]|$)", re.ASCII)


class Version(Protocol):
    """What a range needs of a kind of version."""

    @property
    def key(self) -> tuple[Any, ...]: ...

    @property
    def floor(self) -> tuple[Any, ...]: ...

    @classmethod
    def parse(cls, text: str, /) -> Self: ...

    @classmethod
    def line(cls, text: str, /) -> tuple[Self, Self] | None: ...

    def next_breaking(self) -> Self: ...

    def next_minor(self) -> Self: ...


V = TypeVar("V", bound=Version)


@dataclass(frozen=True, slots=True)
class _Interval:
    """The versions between two places; None is no end on that side."""

    lower: _Place | None = None
    upper: _Place | None = None
    lower_text: str = field(default="", compare=False)  # the comparator that makes this end: ">=1.2.3"
    upper_text: str = field(default="", compare=False)

    def holds(self, key: tuple[Any, ...]) -> bool:
        return (self.lower is None or self.lower <= (key, 0)) and (self.upper is None or (key, 1) <= self.upper)

    def meet(self, other: _Interval) -> _Interval | None:
        low = other if self.lower is None or (other.lower is not None and other.lower > self.lower) else self
        high = other if self.upper is None or (other.upper is not None and other.upper < self.upper) else self
        if low.lower is not None and high.upper is not None and low.lower >= high.upper:
            return None
        return _Interval(low.lower, high.upper, low.lower_text, high.upper_text)

    def __str__(self) -> str:
        if self.lower and self.upper and self.lower[0] == self.upper[0]:
            return f"={self.lower_text.lstrip('>=')}"
        return " ".join(text for text in (self.lower_text, self.upper_text) if text) or "*"


@dataclass(frozen=True, slots=True)
class VersionRange(Generic[V]):
    """An immutable set of versions of one kind; false when it is empty.

    >>> from metadef.version import SemVer
    >>> ours, theirs = VersionRange.parse(">=1.2 <3", SemVer), VersionRange.parse("^2.1 || 0.9", SemVer)
    >>> str(ours & theirs), SemVer.parse("2.4.0") in ours & theirs
    ('>=2.1.0 <3.0.0', True)
    """

    kind: type[V]
    intervals: tuple[_Interval, ...]  # in order, apart from each other, none empty

    @staticmethod
    def parse(text: str, kind: type[V]) -> VersionRange[V]:
        """The range that `text` describes; the grammar is the module's.

        Raises:
            ValueError: if it is no such text, or longer than 4096 characters.
        """
        if len(text) > _LONGEST:
            raise ValueError(f"a version range of {len(text)} characters; the limit is {_LONGEST}")
        parts = (_part(part, kind) for part in text.split("||"))
        return VersionRange(kind, _joined(interval for interval in parts if interval is not None))

    @staticmethod
    def exactly(version: V) -> VersionRange[V]:
        """The range that holds `version` and what equals it."""
        key = version.key
        return VersionRange(type(version), (_Interval((key, 0), (key, 1), f">={version}", f"<={version}"),))

    def __contains__(self, version: V) -> bool:
        return any(interval.holds(version.key) for interval in self.intervals)

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __and__(self, other: VersionRange[V]) -> VersionRange[V]:
        """The versions in both.

        Raises:
            TypeError: if the ranges are of different kinds.
        """
        self._require_same_kind(other)
        meets = (mine.meet(theirs) for mine in self.intervals for theirs in other.intervals)
        return VersionRange(self.kind, _joined(meet for meet in meets if meet is not None))

    def __or__(self, other: VersionRange[V]) -> VersionRange[V]:
        """The versions in either.

        Raises:
            TypeError: if the ranges are of different kinds.
        """
        self._require_same_kind(other)
        return VersionRange(self.kind, _joined((*self.intervals, *other.intervals)))

    def __le__(self, other: VersionRange[V]) -> bool:
        """Whether `other` holds everything that this range holds."""
        return self & other == self

    def __str__(self) -> str:
        """Text that parses back to an equal range."""
        return " || ".join(map(str, self.intervals)) or "none"

    def _require_same_kind(self, other: VersionRange[V]) -> None:
        if self.kind is not other.kind:
            raise TypeError(f"ranges of {self.kind.__name__} and {other.kind.__name__} have no versions in common")


def _joined(intervals: Iterable[_Interval]) -> tuple[_Interval, ...]:
    """The same versions as intervals in order that neither overlap nor touch."""
    ordered = sorted(intervals, key=lambda item: (item.lower is not None, item.lower or ()))
    result: list[_Interval] = []
    for item in ordered:
        last = result[-1] if result else None
        if last is None or (last.upper is not None and item.lower is not None and item.lower > last.upper):
            result.append(item)
        elif last.upper is not None and (item.upper is None or item.upper > last.upper):
            result[-1] = _Interval(last.lower, item.upper, last.lower_text, item.upper_text)
    return tuple(result)


def _part(text: str, kind: type[V]) -> _Interval | None:
    """The interval where all comparators of one part hold; None when there is no such version."""
    result: _Interval | None = _Interval()
    position = 0
    while position < len(text.rstrip()):
        match = _COMPARATOR.match(text, position)
        if match is None:
            raise ValueError(f"not a version range: {text[position : position + 80].strip()!r}")
        position = match.end()
        operator, written = match[1] or "=", match[2]
        interval = None if written == "none" else _comparator(operator, written, kind)
        result = result and interval and result.meet(interval)
    if not position:
        raise ValueError("a version range is empty; write * for every version")
    return result


def _comparator(operator: str, written: str, kind: type[V]) -> _Interval:
    if written == "*":
        return _Interval()
    line = kind.line(re.sub(r"(\.[xX*])+$", "", written))
    if line is not None:
        return _line_comparator(operator, *line)
    version = kind.parse(written)
    match operator:
        case ">=":
            return _from(version)
        case "<":
            return _before(version)
        case ">":
            return _Interval(lower=(version.key, 1), lower_text=f">{version}")
        case "<=":
            return _Interval(upper=(version.key, 1), upper_text=f"<={version}")
        case "^":
            return _between(version, version.next_breaking())
        case "~":
            return _between(version, version.next_minor())
        case _:
            return VersionRange.exactly(version).intervals[0]


def _line_comparator(operator: str, first: V, after: V) -> _Interval:
    match operator:
        case ">=":
            return _from(first)
        case "<":
            return _before(first)
        case ">":
            return _from(after)
        case "<=":
            return _before(after)
        case "^":
            return _between(first, max(after, first.next_breaking(), key=lambda version: version.key))
        case "~":
            return _between(first, max(after, first.next_minor(), key=lambda version: version.key))
        case _:
            return _between(first, after)


def _from(version: Version) -> _Interval:
    return _Interval(lower=(version.key, 0), lower_text=f">={version}")


def _before(version: Version) -> _Interval:
    return _Interval(upper=(version.floor, 0), upper_text=f"<{version}")


def _between(first: Version, after: Version) -> _Interval:
    low, high = _from(first), _before(after)
    return _Interval(low.lower, high.upper, low.lower_text, high.upper_text)
