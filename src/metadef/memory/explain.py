"""Budget mode: does the problem fit in so many bytes, and if not, which few buffers already do not?

The answer "no" comes with an infeasible subset that is made small by deletion: parts are taken out as long as the rest
is still proven not to fit. When every single removal is known to make it fit, the subset is irreducible.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from metadef.memory.bounds import lower_bound
from metadef.memory.portfolio import Budget, PlanReport, plan_memory
from metadef.memory.problem import Problem

__all__ = ["FitReport", "fits", "infeasible_subset"]


@dataclass(frozen=True, slots=True)
class FitReport:
    """The answer to "does it fit?"."""

    fits: bool | None  # None: the budget ran out before an answer
    capacity_bytes: int
    report: PlanReport
    subset: tuple[str, ...] = ()  # when it does not fit: ids of buffers that cannot be placed together
    irreducible: bool = False  # every proper part of `subset` fits (groups count as one)


def fits(
    problem: Problem, capacity_bytes: int, budget: Budget | None = None, explain_seconds: float = 20.0
) -> FitReport:
    """Whether a plan of at most `capacity_bytes` exists, with the plan or with the reason why not.

    >>> from metadef.memory.problem import Buffer
    >>> problem = Problem.of([Buffer("a", 0, 2, 60), Buffer("b", 1, 3, 50), Buffer("c", 1, 2, 5)])
    >>> answer = fits(problem, 100)
    >>> answer.fits, answer.subset, answer.irreducible
    (False, ('a', 'b'), True)
    """
    bounded = replace(problem, capacity_bytes=capacity_bytes)
    report = plan_memory(bounded, budget)
    if report.fits is not False:
        return FitReport(report.fits, capacity_bytes, report)
    subset, irreducible = infeasible_subset(bounded, capacity_bytes, budget, explain_seconds)
    return FitReport(False, capacity_bytes, report, subset, irreducible)


def infeasible_subset(
    problem: Problem, capacity_bytes: int, budget: Budget | None = None, seconds: float = 20.0
) -> tuple[tuple[str, ...], bool]:
    """Ids of a small part of a problem that is known not to fit, and whether it is irreducible.

    The time is for the deletion; when it runs out, what is left is still infeasible but may not be minimal.
    """
    deadline = time.perf_counter() + seconds
    units = _units(problem)
    if lower_bound(problem).bytes > capacity_bytes:
        units = _live_units(problem, units)
    certain = True
    chunk = len(units)
    while chunk > 1:
        chunk = (chunk + 1) // 2
        at = 0
        while at < len(units):
            without = units[:at] + units[at + chunk :]
            answer = _known_to_fit(problem, without, capacity_bytes, budget, deadline)
            if answer is False:
                units = without
                continue
            if chunk == 1 and answer is None:
                certain = False
            at += chunk
    numbers = sorted(number for unit in units for number in unit)
    return tuple(problem.ids[number] for number in numbers), certain


def _units(problem: Problem) -> list[list[int]]:
    """What is kept or deleted as one: single buffers, and groups as wholes; smallest first."""
    groups: dict[int, list[int]] = {}
    units: list[list[int]] = []
    for number, group in enumerate(problem.group.tolist()):
        if group < 0:
            units.append([number])
        elif group in groups:
            groups[group].append(number)
        else:
            groups[group] = [number]
            units.append(groups[group])
    return sorted(units, key=lambda unit: int(problem.size_bytes[unit].sum()))


def _live_units(problem: Problem, units: list[list[int]]) -> list[list[int]]:
    """Those units that the lower bound rests on: alive at the peak of their pool, or with a given offset."""
    wanted = {problem.index_of(name) for pool in lower_bound(problem).pools for name in pool.live}
    wanted |= set(np.flatnonzero(problem.fixed_offset >= 0).tolist())
    return [unit for unit in units if not wanted.isdisjoint(unit)]


def _known_to_fit(
    problem: Problem, units: list[list[int]], capacity_bytes: int, budget: Budget | None, deadline: float
) -> bool | None:
    left = deadline - time.perf_counter()
    part = problem.subset(sorted(number for unit in units for number in unit), capacity_bytes)
    if lower_bound(part).bytes > capacity_bytes:
        return False
    if left <= 0:
        return None
    limits = budget or Budget()
    return plan_memory(part, replace(limits, exact_seconds=min(left, limits.exact_seconds))).fits
