"""`plan_graph`: the memory plan of a graph: the portfolio's best, checked by the validator."""

from __future__ import annotations

from metadef.graph.graph import Graph
from metadef.memory.bounds import lower_bound
from metadef.memory.lifetimes import GraphMemory, Lifetimes, graph_problem
from metadef.memory.portfolio import Budget, plan_memory
from metadef.memory.result import MemoryResult, Placed, Share
from metadef.memory.validator import require_valid_plan

__all__ = ["COMPILE_BUDGET", "plan_graph"]

# WHY: compiling waits for the plan; a gap of a few bytes is not worth a minute of everybody's time
COMPILE_BUDGET = Budget(heuristic_seconds=3.0, exact_seconds=2.0)


def plan_graph(graph: Graph, memory: GraphMemory | None = None, budget: Budget = COMPILE_BUDGET) -> MemoryResult:
    """Plan the memory of all values that are not constants.

    Args:
        memory: what to assume. Symbols without a given size take the upper end of their range, and values without one
            are left out of the plan with a finding.

    Raises:
        MetadefError: if the plan breaks the validator's laws, which would be a defect of a planner.
    """
    lifetimes = graph_problem(graph, memory)
    problem = lifetimes.problem
    if not len(problem):
        return MemoryResult(0, 0, 0, True, weights_bytes=lifetimes.weights_bytes, findings=lifetimes.findings)
    report = plan_memory(problem, budget)
    require_valid_plan(problem, report.plan)
    columns = (
        problem.ids,
        *(c.tolist() for c in (report.plan.offsets, problem.size_bytes, problem.lower, problem.upper)),
    )
    bound = lower_bound(problem)
    return MemoryResult(
        peak_bytes=report.peak_bytes,
        lower_bound_bytes=report.lower_bound_bytes,
        no_reuse_bytes=report.no_reuse_bytes,
        optimal=report.optimal,
        baseline_bytes=report.block_reuse_bytes,
        planner=report.planner,
        weights_bytes=lifetimes.weights_bytes,
        shares=_shares(lifetimes),
        buffers=tuple(Placed(*row) for row in zip(*columns, strict=True)),
        live_at_peak=tuple(name for pool in bound.pools for name in pool.live),
        findings=lifetimes.findings,
    )


def _shares(lifetimes: Lifetimes) -> tuple[Share, ...]:
    """The values that lie in another value's buffer."""
    return tuple(
        Share(value.name, buffer, lifetimes.shift_of[value])
        for buffer, values in lifetimes.values.items()
        for value in values
        if value.name != buffer
    )
