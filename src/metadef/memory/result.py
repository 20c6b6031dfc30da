"""What memory planning decided for a graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from metadef.errors import Finding

__all__ = ["MemoryResult", "Placed", "Share"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A buffer in its place: where it lies and while it is alive."""

    name: str  # the value
    offset: int  # bytes from the start of the pool
    size_bytes: int
    first: int  # step in which it is written
    last: int  # first step in which it is no longer needed


@dataclass(frozen=True, slots=True)
class Share:
    """A value that lies in the buffer of another: a view, a result written in place, a part of a Concat."""

    value: str
    buffer: str
    shift_bytes: int  # from the start of the buffer


@dataclass(frozen=True, slots=True)
class MemoryResult:
    """Sizes in bytes; offsets of every buffer; who is alive at the peak."""

    peak_bytes: int  # what the plan needs
    lower_bound_bytes: int  # what any plan needs
    no_reuse_bytes: int  # what it would take if nothing shared addresses
    optimal: bool  # peak equals the bound
    baseline_bytes: int = 0  # the engine's own block reuse
    planner: str = ""
    weights_bytes: int = 0
    buffers: tuple[Placed, ...] = ()
    shares: tuple[Share, ...] = ()
    live_at_peak: tuple[str, ...] = ()  # values alive at the step with the most live bytes
    findings: tuple[Finding, ...] = field(default=())
