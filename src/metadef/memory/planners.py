"""The table of heuristic planners: the quickest, then the most promising first.

A planner is one file with a function and one line here.
"""

from __future__ import annotations

from collections.abc import Callable

from metadef.memory.block_reuse import plan_block_reuse
from metadef.memory.blocks import Blocks
from metadef.memory.free_list import plan_free_list
from metadef.memory.greedy import Fit, plan_greedy
from metadef.memory.no_reuse import plan_no_reuse
from metadef.memory.overlap import OverlapIndex
from metadef.memory.problem import Int64Array

__all__ = ["BASELINES", "HEURISTICS", "Planner"]

# Offsets in bytes, one for each block; None when the deadline (of `time.perf_counter`) passes before there is a plan.
Planner = Callable[[Blocks, OverlapIndex, float], Int64Array | None]

# WHY: what memory costs without planning and what the engine's own planner needs; always run, for the report
BASELINES: dict[str, Planner] = {
    "no-reuse": lambda blocks, index, deadline: plan_no_reuse(blocks),
    "block-reuse": lambda blocks, index, deadline: plan_block_reuse(blocks),
}

_GREEDY: tuple[tuple[str, Fit], ...] = (
    ("size", "first"),
    ("area", "first"),
    ("start", "first"),
    ("size", "best"),
    ("duration", "first"),
    ("start", "best"),
    ("area", "best"),
    ("duration", "best"),
)


def _greedy(order: str, fit: Fit) -> Planner:
    return lambda blocks, index, deadline: plan_greedy(blocks, order, fit, index, deadline)


HEURISTICS: dict[str, Planner] = {
    "free-list": lambda blocks, index, deadline: plan_free_list(blocks),
    **{f"greedy-{order}-{fit}": _greedy(order, fit) for order, fit in _GREEDY},
}
