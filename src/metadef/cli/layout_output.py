"""What `metadef layout` prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from metadef.layout.deadlock import Deadlock
from metadef.layout.explain import Alternative, Link, NodeReason, ValueReason
from metadef.layout.result import LayoutResult, Moved
from metadef.layout.solution import TOLERANCE

__all__ = ["conversion_lines", "merged_lines", "reason_lines", "reason_record", "sensitivity_lines", "total_lines"]

_SHOWN = 8  # nodes named in a line


def conversion_lines(layout: LayoutResult) -> Iterator[str]:
    """One line a conversion."""
    for item in layout.conversions:
        when = "at compile time"
        if not item.on_constant:
            lost = f", not fused with {item.lost_fusion}" if item.lost_fusion else ""
            when = f"{item.cost_us:.2f} us, {_size(item.buffer_bytes)}, for {', '.join(item.readers[:3])}{lost}"
        yield f"{item.value}: {item.source} -> {item.target}  {when}"


def merged_lines(layout: LayoutResult) -> Iterator[str]:
    """One line for each node of the model that needs no kernel of its own."""
    for item in layout.merged:
        how = f"is a {item.becomes} now" if item.becomes else f"is gone, its readers take {item.into}"
        yield f"{item.node} ({item.op}): {how}"


def total_lines(layout: LayoutResult) -> Iterator[str]:
    """The costs, by what they rest on, and the comparison with the greedy baseline."""
    proof = "proven optimal" if layout.optimal else f"bound {layout.bound_us:.1f} us"
    casts = f", {layout.casts} Casts" if layout.casts else ""
    yield (
        f"{layout.cost_us:.1f} us, {proof}; greedy {layout.baseline_us:.1f} us; {layout.final} TransData{casts} left"
    )
    terms, buffers = layout.terms, _size(layout.buffer_bytes)
    yield (
        f"of it {terms.time:.1f} us time, {terms.buffers:.1f} us for {buffers} of conversion buffers, "
        f"{terms.fusions:.1f} us for {layout.lost_fusions} lost fusions"
    )
    yield (
        f"time: {terms.launch:.1f} us launches, {terms.memory:.1f} us memory, {terms.compute:.1f} us cube, "
        f"{terms.slower:.1f} us slower columns, {terms.conversions:.1f} us conversions; "
        f"{layout.estimated_share:.0%} of the cost rests on estimates"
    )


def _size(size_bytes: int) -> str:
    return f"{size_bytes / (1 << 20):.1f} MiB" if size_bytes >= 1 << 20 else f"{size_bytes / (1 << 10):.1f} KiB"


def sensitivity_lines(moved: tuple[Moved, ...]) -> Iterator[str]:
    """One line for each estimate and direction."""
    for item in moved:
        proof = "" if item.exact else ", not proven optimal"
        changed = ", ".join(item.changed[:_SHOWN])
        more = f" and {len(item.changed) - _SHOWN} more" if len(item.changed) > _SHOWN else ""
        yield (
            f"{item.number} {item.scale - 1:+.0%}: {item.cost_us:.1f} us, {len(item.changed)} decisions change, "
            f"keeping this layout costs {item.regret_us:.2f} us more{proof}{': ' if changed else ''}{changed}{more}"
        )


def reason_lines(reason: NodeReason | ValueReason) -> Iterator[str]:
    """Alternatives with their prices, then the tensors around."""
    if isinstance(reason, NodeReason):
        yield f"node {reason.node}, in a layout of {reason.optimum:.2f}"
        for item in reason.alternatives:
            yield f"  {_alternative(item, reason.optimum)}"
        for link in reason.inputs:
            yield f"  reads {_link(link, f'from {link.other}' if link.other else 'from outside')}"
        for link in reason.outputs:
            yield f"  gives {_link(link, f'to {link.other}')}"
        if reason.deadlock is not None:
            yield from _deadlock(reason.deadlock, reason.optimum)
        return
    made = f"of {reason.producer}" if reason.producer else "from outside"
    yield f"value {reason.value} {made}, in a layout of {reason.optimum:.2f}"
    for item in reason.alternatives:
        yield f"  {_alternative(item, reason.optimum)}"
    for link in reason.readers:
        yield f"  {_link(link, f'to {link.other}')}"


def _alternative(item: Alternative, optimum: float) -> str:
    mark = "*" if item.is_chosen else " "
    own = "" if item.own is None else f"  own {item.own:.2f}"
    if item.is_chosen:
        return f"{mark} {item.text}{own}  chosen"
    here = ""
    if item.own is not None:
        here = "  here impossible" if item.here is None else f"  here {item.here - optimum:+.2f}"
    return f"{mark} {item.text}{own}{here}  {_exchange(item.at_best, optimum)}"


def _exchange(cost: float | None, optimum: float) -> str:
    if cost is None:
        return "at best impossible"
    if abs(cost - optimum) <= TOLERANCE * max(1.0, abs(optimum)):
        return "at best +0.00, a tie"
    return f"at best {cost - optimum:+.2f}"


def _link(link: Link, end: str) -> str:
    if link.given == link.taken:
        return f"{link.value} {end}: {link.given}, no conversion"
    shared = f", shared with {', '.join(link.shared_with[:_SHOWN])}" if link.shared_with else ""
    return f"{link.value} {end}: {link.given} -> {link.taken} at {link.cost:.2f}{shared}"


def _deadlock(found: Deadlock, optimum: float) -> Iterator[str]:
    yield (
        f"  deadlock: {found.node} is cheapest in {found.inner}, "
        f"{found.before} before it and {found.after} behind it in {found.outer}"
    )
    for way in found.ways:
        mark = "*" if way.is_taken else " "
        yield f"  {mark} {way.text}  {'taken' if way.is_taken else _exchange(way.cost, optimum)}"


def reason_record(reason: NodeReason | ValueReason) -> dict[str, object]:
    """The same as plain data."""
    return {"kind": "node" if isinstance(reason, NodeReason) else "value", **asdict(reason)}
