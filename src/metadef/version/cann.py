"""`CannVersion`: the version strings of CANN releases, such as `8.2.RC1.alpha001`.

Written: `major.minor.` and one of a number (release), `RC` and a number (release candidate) or `T` and a number
(test build); then perhaps `.` and a patch number; then perhaps `.alpha` or `.beta` (also `-`) and a number.

No public text orders them. The order here follows the dates of the releases from 5.1 to 9.2: in one `major.minor`
line test builds come first, then candidates, then releases; of each of these alpha builds come first, then beta
builds, then the thing itself. A patch comes after what it patches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import total_ordering
from typing import ClassVar

__all__ = ["CannVersion"]

_LONGEST = 256
_WRITTEN = re.compile(
    r"(\d+)\.(\d+)\.(RC|T)?(\d+)(?:\.(\d+))?(?:[.-](alpha|beta)\.?(\d*))?",
    re.ASCII | re.IGNORECASE,
)
_PARTIAL = re.compile(r"(\d+)(?:\.(\d+))?", re.ASCII)
_STAGE_RANKS = {"T": 0, "RC": 1, "": 2}
_PHASE_RANKS = {"ALPHA": 0, "BETA": 1, "": 2}


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class CannVersion:
    """A version of CANN. Equality is precedence: letter case and leading zeros do not count.

    >>> names = ["8.0.0", "8.0.RC2.2", "8.0.T6", "8.0.RC2.beta1", "8.0.RC2"]
    >>> [str(version) for version in sorted(map(CannVersion.parse, names))]
    ['8.0.T6', '8.0.RC2.beta1', '8.0.RC2', '8.0.RC2.2', '8.0.0']
    """

    kind: ClassVar[str] = "CANN"

    text: str  # as written
    key: tuple[int, ...] = field(repr=False)  # major, minor, stage, its number, patch, phase, its number

    @staticmethod
    def parse(text: str) -> CannVersion:
        """A version as written.

        Raises:
            ValueError: if the text is no CANN version, or is longer than 256 characters.
        """
        match = _WRITTEN.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            raise ValueError(f"not a CANN version: {text[:_LONGEST]!r}")
        major, minor, stage, number, patch, phase, build = match.groups()
        stage_rank, phase_rank = _STAGE_RANKS[(stage or "").upper()], _PHASE_RANKS[(phase or "").upper()]
        return CannVersion(
            text, (int(major), int(minor), stage_rank, int(number), int(patch or 0), phase_rank, int(build or 0))
        )

    @staticmethod
    def line(text: str) -> tuple[CannVersion, CannVersion] | None:
        """`8` or `8.2` as (before all its builds, before all builds of the next line); None for any other text.

        WHY: lines such as 8.2 exist as RC1 only, so `>=8.2` has to begin before their first build.
        """
        match = _PARTIAL.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            return None
        major, minor = int(match[1]), match[2]
        if minor is None:
            return _start_of(major), _start_of(major + 1)
        return _start_of(major, int(minor)), _start_of(major, int(minor) + 1)

    @property
    def floor(self) -> tuple[int, ...]:
        """The key before every alpha and beta of this version; their own key for these."""
        return (*self.key[:5], 0, -1) if self.key[5] == _PHASE_RANKS[""] else self.key

    def next_breaking(self) -> CannVersion:
        """The start of the next major line."""
        return _start_of(self.key[0] + 1)

    def next_minor(self) -> CannVersion:
        """The start of the next minor line."""
        return _start_of(self.key[0], self.key[1] + 1)

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CannVersion) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __lt__(self, other: CannVersion) -> bool:
        return self.key < other.key


def _start_of(major: int, minor: int | None = None) -> CannVersion:
    text = f"{major}" if minor is None else f"{major}.{minor}"
    return CannVersion(text, (major, minor or 0, 0, 0, 0, 0, -1))
