"""Plans a problem with all planners in turn, and stops as soon as a plan is proven to be the best.

Heuristics first, then the exact search at the lower bound; where that does not answer in time, at heights between the
bound and the best plan so far. The report says what was tried and what is proven.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from metadef.memory.blocks import Blocks, assemble, blocks_by_pool
from metadef.memory.bounds import section_loads
from metadef.memory.exact import Answer, Outcome, search_within
from metadef.memory.overlap import OverlapIndex
from metadef.memory.planners import BASELINES, HEURISTICS, Planner
from metadef.memory.problem import Int64Array, Plan, Problem

__all__ = ["Attempt", "Budget", "PlanReport", "plan_memory"]

_LONGEST_SECONDS = 1e9  # stands for a time without an end, of which no share can be taken


@dataclass(frozen=True, slots=True)
class Budget:
    """How hard to try."""

    heuristic_seconds: float = 12.0  # for the greedy family; none is started that would probably end after this
    exact_seconds: float = 50.0  # for all exact searches of a problem together
    exact_blocks: int = 2000  # pools with more blocks are left to the heuristics
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One planner's run on one pool."""

    planner: str
    pool: str
    peak_bytes: int | None  # None: no plan found
    seconds: float
    note: str = ""  # the profile of an exact search


@dataclass(frozen=True, slots=True)
class PlanReport:
    """The best plan found and what is known about it."""

    plan: Plan
    peak_bytes: int
    lower_bound_bytes: int  # proven: no plan needs less
    no_reuse_bytes: int
    block_reuse_bytes: int  # what the engine's own planner needs
    optimal: bool  # the peak equals the proven bound
    planner: str  # who made the plan; planners of several pools are joined by "+"
    seconds: float
    buffers: int
    capacity_bytes: int | None
    attempts: tuple[Attempt, ...]

    @property
    def gap_bytes(self) -> int:
        return self.peak_bytes - self.lower_bound_bytes

    @property
    def efficiency(self) -> float:
        """Lower bound ÷ peak."""
        return self.lower_bound_bytes / self.peak_bytes if self.peak_bytes else 1.0

    @property
    def fragmentation(self) -> float:
        """The share of the peak that the lower bound does not explain: 1 - efficiency."""
        return 1.0 - self.efficiency

    @property
    def fits(self) -> bool | None:
        """Whether the problem fits its capacity; None when there is no capacity, or nobody knows."""
        if self.capacity_bytes is None:
            return None
        if self.peak_bytes <= self.capacity_bytes:
            return True
        return False if self.lower_bound_bytes > self.capacity_bytes else None


def plan_memory(problem: Problem, budget: Budget | None = None) -> PlanReport:
    """The best plan the planners find within the budget.

    When the problem has a capacity and one pool, any plan within the capacity ends the search.

    Raises:
        MetadefError: `fixed-offsets-clash`, when no plan exists.

    >>> from metadef.memory.problem import Buffer
    >>> report = plan_memory(Problem.of([Buffer("a", 0, 2, 4), Buffer("b", 1, 3, 8), Buffer("c", 2, 4, 5)]))
    >>> report.peak_bytes, report.lower_bound_bytes, report.optimal
    (13, 13, True)
    """
    budget = budget or Budget()
    began = time.perf_counter()
    deadline = began + budget.heuristic_seconds
    pools = blocks_by_pool(problem)
    goal = problem.capacity_bytes if len(pools) == 1 else None
    runs = [_PoolRun(name, blocks, goal or 0) for name, blocks in zip(problem.pools, pools, strict=True)]
    for run in runs:
        run.try_heuristics(deadline)
    left = min(budget.exact_seconds, _LONGEST_SECONDS)
    for number, run in enumerate(runs):
        # WHY: what one pool does not use is left to the next ones
        left -= run.search(left / (len(runs) - number), budget)
    planners = list(dict.fromkeys(run.planner for run in runs))
    plan = assemble(problem, ((run.blocks, run.offsets) for run in runs), "+".join(planners))
    peak, bound = sum(run.peak_bytes for run in runs), sum(run.bound_bytes for run in runs)
    return PlanReport(
        plan,
        peak,
        bound,
        sum(run.baseline_bytes["no-reuse"] for run in runs),
        sum(run.baseline_bytes["block-reuse"] for run in runs),
        peak == bound,
        plan.planner,
        time.perf_counter() - began,
        len(problem),
        problem.capacity_bytes,
        tuple(attempt for run in runs for attempt in run.attempts),
    )


class _PoolRun:
    """The best plan so far of one pool, and the bound proven so far."""

    def __init__(self, pool: str, blocks: Blocks, goal_bytes: int) -> None:
        self.pool = pool
        self.blocks = blocks
        self.bound_bytes = max(int(section_loads(blocks).max(initial=0)), blocks.top_of_fixed_bytes)
        self.goal_bytes = goal_bytes  # a plan of at most this many bytes is good enough
        self.offsets = blocks.fixed_offset
        self.peak_bytes = -1
        self.planner = ""
        self.baseline_bytes: dict[str, int] = {}
        self.attempts: list[Attempt] = []

    @property
    def done(self) -> bool:
        return self.peak_bytes <= max(self.goal_bytes, self.bound_bytes)

    def try_heuristics(self, deadline: float) -> None:
        index = OverlapIndex(self.blocks)
        for name, planner in BASELINES.items():
            self.baseline_bytes[name] = self._run(name, planner, index, math.inf).peak_bytes or 0
        longest = 0.0
        for name, planner in HEURISTICS.items():
            if self.done or (longest and time.perf_counter() + longest > deadline):
                return
            longest = max(longest, self._run(name, planner, index, deadline).seconds)

    def _run(self, name: str, planner: Planner, index: OverlapIndex, deadline: float) -> Attempt:
        began = time.perf_counter()
        offsets = planner(self.blocks, index, deadline)
        peak = None if offsets is None else self.blocks.peak_bytes(offsets)
        note = "out of time" if offsets is None else ""
        attempt = Attempt(name, self.pool, peak, time.perf_counter() - began, note)
        self.attempts.append(attempt)
        if offsets is not None:
            self._take(name, offsets)
        return attempt

    def _take(self, planner: str, offsets: Int64Array) -> None:
        peak = self.blocks.peak_bytes(offsets)
        if self.peak_bytes < 0 or peak < self.peak_bytes:
            self.offsets, self.peak_bytes, self.planner = offsets, peak, planner

    def search(self, seconds: float, budget: Budget) -> float:
        """Exact searches for at most `seconds`; the seconds used."""
        began = time.perf_counter()
        # WHY: the search cuts time into sections, which say nothing about blocks that live one after the other
        if len(self.blocks) > budget.exact_blocks or len(self.blocks.apart):
            return 0.0
        # WHY: most is won at the bound itself, so it gets half of the time; each later height half of what is left
        height = max(self.goal_bytes, self.bound_bytes)
        lowest = height  # below this, searches have not found a plan
        while not self.done and lowest < self.peak_bytes:
            left = seconds - (time.perf_counter() - began)
            if not left > 0.01 * seconds:  # nan, too
                break
            share = left if self.goal_bytes >= self.bound_bytes else left / 2
            outcome = search_within(self.blocks, height, share, budget.seed)
            self._note(outcome, height)
            if outcome.answer is Answer.FITS and outcome.offsets is not None:
                self._take("exact", outcome.offsets)
            else:
                lowest = height + 1
            if outcome.answer is Answer.IMPOSSIBLE:
                self.bound_bytes = max(self.bound_bytes, outcome.next_height_bytes)
                lowest = max(lowest, self.bound_bytes)
                if self.goal_bytes and self.bound_bytes > self.goal_bytes:
                    break  # it is known not to fit
            height = lowest if outcome.answer is Answer.IMPOSSIBLE else (lowest + self.peak_bytes - 1) // 2
        return time.perf_counter() - began

    def _note(self, outcome: Outcome, height: int) -> None:
        peak = None if outcome.offsets is None else self.blocks.peak_bytes(outcome.offsets)
        note = f"height {height}: {outcome.answer.value}, {outcome.nodes} nodes, {outcome.restarts} restarts"
        self.attempts.append(Attempt("exact", self.pool, peak, outcome.seconds, note))
