"""Which versions producers and consumers agree on, or the smallest conflict in words.

Every party says, per item (an operator, a file format), which versions it supports. The agreement of an item is the
intersection of all ranges. Where that is empty, the conflict names the fewest parties whose ranges have nothing in
common: leaving out any one of them would solve it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from metadef.errors import Finding, finding
from metadef.version import VersionRange

__all__ = ["Agreement", "Party", "negotiate"]

Range = VersionRange[Any]  # of one kind of version for each item


@dataclass(frozen=True, slots=True)
class Party:
    """Someone who writes or reads."""

    name: str
    role: str  # "writes" or "reads"
    supports: Mapping[str, Range]  # item to the versions


@dataclass(frozen=True, slots=True)
class Agreement:
    """What all parties can use."""

    ranges: Mapping[str, Range] = field(default_factory=dict[str, Range])  # of every item without a conflict
    findings: tuple[Finding, ...] = ()  # one for each conflict

    @property
    def ok(self) -> bool:
        return not self.findings


def negotiate(parties: Sequence[Party]) -> Agreement:
    """The versions that all parties support, item by item. A party that does not name an item has no wishes for it.

    >>> from metadef.version import SemVer
    >>> def says(name, role, text):
    ...     return Party(name, role, {"Conv2D": VersionRange.parse(text, SemVer)})
    >>> str(negotiate([says("exporter", "writes", ">=1.2 <3"), says("runtime", "reads", "^2.1")]).ranges["Conv2D"])
    '>=2.1.0 <3.0.0'
    >>> clash = negotiate([says("exporter", "writes", "^2"), says("a", "reads", "*"), says("old", "reads", "<2")])
    >>> clash.findings[0].message
    'have no version in common: exporter writes >=2.0.0 <3.0.0, old reads <2.0.0'
    """
    ranges: dict[str, Range] = {}
    findings: list[Finding] = []
    for item in dict.fromkeys(name for party in parties for name in party.supports):
        wishes = [(party, party.supports[item]) for party in parties if item in party.supports]
        common = _common([wish for _, wish in wishes])
        if common:
            ranges[item] = common
            continue
        few = _smallest(wishes)
        words = ", ".join(f"{party.name} {party.role} {wish}" for party, wish in few)
        expected = "a version that all of them support"
        hint = f"{few[-1][0].name} in a version that supports {few[0][1]}" if len(few) > 1 else ""
        message = f"have no version in common: {words}"
        findings.append(finding("versions-disagree", item, message, expected=expected, got=words, hint=hint))
    return Agreement(ranges, tuple(findings))


def _common(wishes: Sequence[Range]) -> Range:
    common = wishes[0]
    for wish in wishes[1:]:
        common = common & wish
    return common


def _smallest(wishes: list[tuple[Party, Range]]) -> list[tuple[Party, Range]]:
    """A smallest set without a common version: a pair if there is one, else by leaving out what can be left out."""
    for at, one in enumerate(wishes):
        if not one[1]:
            return [one]
        for other in wishes[at + 1 :]:
            if not one[1] & other[1]:
                return [one, other]
    few = list(wishes)
    for wish in wishes:
        rest = [item for item in few if item is not wish]
        if rest and not _common([item[1] for item in rest]):
            few = rest
    return few
