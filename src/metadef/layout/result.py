"""What layout decided for a graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from metadef.errors import Finding
from metadef.types.format import StorageFormat

__all__ = ["Conversion", "LayoutResult"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """A format conversion that was inserted, and why."""

    value: str  # what is converted
    source: str  # format in which it is produced
    target: str  # format in which it is needed
    cost_us: float
    readers: tuple[str, ...] = ()  # who needs it
    on_constant: bool = False  # done at compile time


@dataclass(frozen=True, slots=True)
class LayoutResult:
    """Costs in microseconds of the target's cost model."""

    cost_us: float = 0.0
    bound_us: float = 0.0
    optimal: bool = True
    baseline_us: float = 0.0  # the same model laid out greedily, as the real engine does
    without_propagation: int = 0  # conversions if every mismatch were converted on the spot
    final: int = 0  # conversions that run
    on_constants: int = 0  # conversions that happened at compile time
    conversions: tuple[Conversion, ...] = ()
    columns: dict[str, str] = field(default_factory=dict)  # node -> the column it runs in, as text
    findings: tuple[Finding, ...] = ()
    takes: dict[str, tuple[StorageFormat | None, ...]] = field(default_factory=dict)  # node -> storage of its inputs
    estimated_share: float = 0.0  # part of the cost that rests on estimated numbers
