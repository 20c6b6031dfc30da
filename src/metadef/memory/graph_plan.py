"""`plan_graph`: the memory plan of a graph: the best of the heuristic planners, checked by the validator."""

from __future__ import annotations

from collections.abc import Mapping

from metadef.graph.graph import Graph
from metadef.memory.block_reuse import plan_block_reuse
from metadef.memory.blocks import assemble, blocks_by_pool
from metadef.memory.bounds import lower_bound
from metadef.memory.greedy import ORDERS, plan_greedy
from metadef.memory.lifetimes import graph_problem
from metadef.memory.no_reuse import plan_no_reuse
from metadef.memory.problem import Plan, Problem
from metadef.memory.result import MemoryResult, Placed
from metadef.memory.validator import require_valid_plan

__all__ = ["best_plan", "plan_graph"]


def best_plan(problem: Problem) -> tuple[Plan, int]:
    """The plan with the lowest peak, and the peak of the engine's own algorithm; stops at the lower bound."""
    pools = blocks_by_pool(problem)
    bound = lower_bound(problem).bytes
    baseline = assemble(problem, [(blocks, plan_block_reuse(blocks)) for blocks in pools], "block-reuse")
    best, peak = baseline, baseline.peak_bytes(problem)
    for order in ORDERS:
        for fit in ("first", "best"):
            if peak == bound:
                return best, baseline.peak_bytes(problem)
            parts = [(blocks, plan_greedy(blocks, order, "best" if fit == "best" else "first")) for blocks in pools]
            plan = assemble(problem, parts, f"greedy-{order}-{fit}")
            height = plan.peak_bytes(problem)
            if height < peak:
                best, peak = plan, height
    return best, baseline.peak_bytes(problem)


def plan_graph(graph: Graph, sizes: Mapping[str, int] | None = None, capacity_bytes: int | None = None) -> MemoryResult:
    """Plan the memory of all values that are not constants.

    Args:
        sizes: of symbols; those left out take the upper end of their range, and values without one are left out
            of the plan with a finding.

    Raises:
        MetadefError: if the plan breaks the validator's laws, which would be a defect of a planner.
    """
    lifetimes = graph_problem(graph, sizes, capacity_bytes)
    problem = lifetimes.problem
    if not len(problem):
        return MemoryResult(0, 0, 0, True, weights_bytes=lifetimes.weights_bytes, findings=lifetimes.findings)
    bound = lower_bound(problem)
    plan, baseline = best_plan(problem)
    require_valid_plan(problem, plan)
    pools = blocks_by_pool(problem)
    without = assemble(problem, [(blocks, plan_no_reuse(blocks)) for blocks in pools], "no-reuse")
    peak = plan.peak_bytes(problem)
    buffers = tuple(
        Placed(name, offset, size, first, last)
        for name, offset, size, first, last in zip(
            problem.ids,
            plan.offsets.tolist(),
            problem.size_bytes.tolist(),
            problem.lower.tolist(),
            problem.upper.tolist(),
            strict=True,
        )
    )
    return MemoryResult(
        peak_bytes=peak,
        lower_bound_bytes=bound.bytes,
        no_reuse_bytes=without.peak_bytes(problem),
        optimal=peak == bound.bytes,
        baseline_bytes=baseline,
        planner=plan.planner,
        weights_bytes=lifetimes.weights_bytes,
        buffers=buffers,
        live_at_peak=bound.pools[0].live if bound.pools else (),
        findings=lifetimes.findings,
    )
