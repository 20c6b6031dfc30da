"""What `metadef memory` prints."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from metadef.cli.findings import show_findings
from metadef.cli.output import say, say_data
from metadef.memory.bounds import lower_bound
from metadef.memory.lifetimes import Lifetimes
from metadef.memory.order import OrderReport
from metadef.memory.portfolio import PlanReport
from metadef.memory.problem import Problem
from metadef.memory.rematerialize import Candidate, rematerialization_candidates
from metadef.render.record import finding_record

__all__ = ["Answer", "say_answer"]

_MOST_LIVE, _MOST_READERS = 12, 3


@dataclass(slots=True)
class Answer:
    """What is known besides the plan."""

    capacity: int | None = None
    verdict: bool | None = None  # whether it fits
    subset: tuple[str, ...] = ()  # buffers that do not fit together
    seconds: float = 0.0
    order: OrderReport | None = None
    gears: dict[str, int] = field(default_factory=dict[str, int])  # the numbers of a gear to the peak of its plan


@dataclass(frozen=True, slots=True)
class _Live:
    """A buffer that is alive at the peak."""

    buffer: str
    size_bytes: int
    kept_by: list[str]  # the nodes that read it last, or "the result"


def say_answer(report: PlanReport, problem: Problem, lifetimes: Lifetimes | None, answer: Answer, form: str) -> None:
    """Print the plan's measures and their reasons."""
    live = _live(problem, lifetimes)
    candidates = rematerialization_candidates(lifetimes) if lifetimes is not None else []
    pools = report.plan.peak_by_pool(problem)
    if form == "json":
        say_data(json.dumps(_record(report, lifetimes, answer, live, candidates, pools), indent=1, ensure_ascii=False))
        return
    _say_plan(report, answer, lifetimes.unknown_sizes if lifetimes is not None else False)
    if len(pools) > 1:
        say(*(f"pool {name or 'feature map':<12} {peak} bytes" for name, peak in pools.items()))
    if lifetimes is None:
        return
    say(f"weights      {lifetimes.weights_bytes} bytes")
    if answer.order is not None:
        say("peak by order:", *(f"  {name:<12} {peak} bytes alive" for name, peak in answer.order.tried.items()))
        say(f"peak by placement: {report.peak_bytes} bytes")
    say(*(f"gear {name:<12} {peak} bytes" for name, peak in answer.gears.items()))
    if answer.gears:
        say(f"all gears    {max(answer.gears.values())} bytes: one runs at a time, and the plan is the largest one's")
    say("alive at the peak:")
    say(*(f"  {item.buffer}: {item.size_bytes} bytes, kept by {', '.join(item.kept_by)}" for item in live[:_MOST_LIVE]))
    if len(live) > _MOST_LIVE:
        say(f"  and {len(live) - _MOST_LIVE} more")
    if candidates:
        say("recomputing would save (not applied):")
        say(*(f"  {c.saves_bytes} bytes: run {c.node} again before {c.before}" for c in candidates))
    if lifetimes.findings:
        show_findings(lifetimes.findings, "full", to_stderr=True)


def _say_plan(report: PlanReport, answer: Answer, unknown_sizes: bool) -> None:
    proof = "proven optimal" if report.optimal else f"{report.gap_bytes} above the lower bound"
    if unknown_sizes:
        proof += ", without the values of unknown size"
    say(f"buffers      {report.buffers}")
    say(f"peak         {report.peak_bytes} bytes, {proof}")
    shares = f"efficiency {report.efficiency:.1%}, fragmentation {report.fragmentation:.1%}"
    say(f"lower bound  {report.lower_bound_bytes} bytes, {shares}")
    say(f"without reuse {report.no_reuse_bytes} bytes; the engine's block reuse {report.block_reuse_bytes} bytes")
    say(f"planner      {report.planner or 'none needed'}, {answer.seconds:.2f} s")
    if answer.capacity is not None:
        reason = "values without a size are left out" if unknown_sizes else "the time ran out"
        words = {True: "fits", False: "does not fit", None: f"not decided: {reason}"}[answer.verdict]
        say(f"capacity     {answer.capacity} bytes: {words}")
    if answer.subset:
        say(f"cannot be placed together: {', '.join(answer.subset)}")


def _live(problem: Problem, lifetimes: Lifetimes | None) -> list[_Live]:
    """The buffers alive at the peak of each pool, the largest first, with the nodes that read them last."""
    found: list[_Live] = []
    for pool in lower_bound(problem).pools:
        for name in pool.live:
            readers = [node.name for node in lifetimes.readers(name)[:_MOST_READERS]] if lifetimes is not None else []
            size = int(problem.size_bytes[problem.index_of(name)])
            found.append(_Live(name, size, readers or ["the result"]))
    return found


def _record(
    report: PlanReport,
    lifetimes: Lifetimes | None,
    answer: Answer,
    live: list[_Live],
    candidates: list[Candidate],
    pools: dict[str, int],
) -> dict[str, object]:
    record: dict[str, object] = {
        "buffers": report.buffers,
        "lower_bound": report.lower_bound_bytes,
        "height": report.peak_bytes,
        "efficiency": report.efficiency,
        "fragmentation": report.fragmentation,
        "capacity": answer.capacity,
        "fits": answer.verdict,
        "optimal": report.optimal,
        "seconds": answer.seconds,
        "planner": report.planner,
        "no_reuse": report.no_reuse_bytes,
        "block_reuse": report.block_reuse_bytes,
        "infeasible": list(answer.subset),
        "pools": pools,
    }
    if lifetimes is not None:
        record |= {
            "weights": lifetimes.weights_bytes,
            "order": answer.order.tried if answer.order is not None else {},
            "gears": answer.gears,
            "live_at_peak": [asdict(item) for item in live],
            "rematerialize": [asdict(item) for item in candidates],
            "unknown_sizes": lifetimes.unknown_sizes,
            "findings": [finding_record(item) for item in lifetimes.findings],
        }
    return record
