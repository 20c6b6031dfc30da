"""What layout decided for a graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from metadef.errors import Finding
from metadef.layout.place import Storage
from metadef.layout.problem import Problem
from metadef.layout.solution import Solution
from metadef.layout.terms import Terms

__all__ = ["Conversion", "Decisions", "LayoutResult", "Merged", "Moved"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion that was inserted, and why."""

    value: str  # what is converted
    source: str  # the place in which it is produced: a format, and a type where it is not the model's
    target: str  # the place in which it is needed
    cost_us: float  # the time of its kernel
    readers: tuple[str, ...] = ()  # who needs it
    on_constant: bool = False  # done at compile time
    is_cast: bool = False  # only the type changes
    buffer_bytes: int = 0  # of the result; 0 on constants
    lost_fusion: str = ""  # the reader that would else be one kernel with the producer


@dataclass(frozen=True, slots=True)
class Merged:
    """A Cast or Transpose of the model that was merged with what stands beside it."""

    node: str
    op: str
    into: str  # the node that gives its result now
    becomes: str = ""  # the operator that it is now, ReFormat or Identity; "" where it is gone


@dataclass(frozen=True, slots=True)
class Moved:
    """What changes when one estimate is moved."""

    number: str  # which estimate
    scale: float  # by what it was multiplied
    cost_us: float  # of the best layout then
    regret_us: float  # what the present layout would then cost more than the best one
    changed: tuple[str, ...] = ()  # nodes that would run in another column
    exact: bool = True  # whether the new layout is proven optimal


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """The abstract problem of one graph and its solution: what `metadef.layout.explain` answers questions from."""

    problem: Problem
    solution: Solution


@dataclass(frozen=True, slots=True)
class LayoutResult:
    """Costs in microseconds of the target's cost model."""

    cost_us: float = 0.0
    bound_us: float = 0.0
    optimal: bool = True
    certified: bool = True  # whether the certificates alone prove the bound
    baseline_us: float = 0.0  # the same model laid out greedily, as the real engine does
    baseline_conversions: int = 0  # conversions that would run then
    without_propagation: int = 0  # conversions if every mismatch were converted on the spot
    final: int = 0  # TransData that run
    casts: int = 0  # Casts that were inserted
    on_constants: int = 0  # conversions that happened at compile time
    conversions: tuple[Conversion, ...] = ()
    merged: tuple[Merged, ...] = ()
    columns: dict[str, str] = field(default_factory=dict)  # node -> the column it runs in, as text
    findings: tuple[Finding, ...] = ()
    takes: dict[str, tuple[Storage, ...]] = field(default_factory=dict)  # of inputs by node; "" for outputs
    terms: Terms = field(default_factory=Terms)  # the cost by what it rests on
    buffer_bytes: int = 0  # of all conversions that run
    lost_fusions: int = 0  # pairs of nodes that conversions keep apart
    estimated_share: float = 0.0  # part of the cost that rests on estimated numbers
    sensitivity: tuple[Moved, ...] = ()  # where it was asked for
    decisions: tuple[Decisions, ...] = ()
