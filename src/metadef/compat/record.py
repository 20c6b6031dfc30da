"""What a comparison of definitions finds: `Hit`s of rules, and `Change`s as users see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from metadef.errors import Finding, Severity, finding
from metadef.source import Span
from metadef.types.attrs import AttrValue
from metadef.types.dtype import DataType

__all__ = ["Bump", "Change", "Hit", "Probe", "Promise"]


class Promise(Enum):
    """What users may rely on."""

    WIRE = "wire"  # saved bytes decode to the same thing
    GRAPH = "graph"  # a graph or call that was legal stays legal
    SOURCE = "source"  # code that builds graphs, or that was generated, compiles unchanged
    BEHAVIOUR = "behaviour"  # the same graph computes the same

    __hash__ = object.__hash__


class Bump(IntEnum):
    """Which part of a SemVer version has to grow."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Probe:
    """How to change an ordinary call of the old prototype so that a hit shows."""

    dtypes: Mapping[str, DataType] = field(default_factory=dict[str, DataType])  # by input port
    attrs: Mapping[str, AttrValue] = field(default_factory=dict[str, AttrValue])
    present: tuple[str, ...] = ()  # optional inputs that the call gives
    members: Mapping[str, int] = field(default_factory=dict[str, int])  # by dynamic input
    ranks: Mapping[str, int] = field(default_factory=dict[str, int])  # by input port
    mixed: tuple[str, ...] = ()  # dynamic inputs whose members differ in type


@dataclass(frozen=True, slots=True)
class Hit:
    """One rule's finding about one operator."""

    at: str  # the port, attribute or slot; "" for the operator itself
    message: str
    expected: str = ""  # as it was
    got: str = ""  # as it is
    hint: str = ""
    probe: Probe = field(default_factory=Probe)


@dataclass(frozen=True, slots=True)
class Change:
    """A hit with what it means."""

    rule: str
    op: str
    hit: Hit
    promises: tuple[Promise, ...]  # those that it breaks
    bump: Bump  # that it requires
    severity: Severity
    where: Span | None = None  # in the new definitions
    defined: Span | None = None  # in the old ones
    note: str = ""  # why it does not count, or which upgrade step covers it
    witness: str = ""  # what worked before and fails now

    @property
    def subject(self) -> str:
        return ".".join(filter(None, (self.op, self.hit.at)))

    @property
    def is_break(self) -> bool:
        return bool(self.promises)

    def noted(self, more: str) -> str:
        """The note with something more."""
        return f"{self.note}; {more}" if self.note else more

    def finding(self) -> Finding:
        """The change as any other finding."""
        message = self.hit.message
        if self.witness:
            message += f"; for example {self.witness}"
        if self.note:
            message += f" ({self.note})"
        return finding(
            self.rule,
            self.subject,
            message,
            expected=self.hit.expected,
            got=self.hit.got,
            where=self.where,
            defined=self.defined,
            hint=self.hit.hint,
            severity=self.severity,
        )
