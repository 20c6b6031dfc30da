"""How far a layout rests on estimates: which part of its cost, and which decisions change when an estimate is moved.

Each estimated number that prices enter is moved down and up by the same share, one at a time, and the problem is
solved again. The regret is what the present layout would then cost more than the best one: a decision that changes
at a regret near zero is a tie, not a risk.
"""

from __future__ import annotations

from dataclasses import replace

from metadef.layout.cost import CostModel
from metadef.layout.graph_problem import GraphProblem
from metadef.layout.price import price
from metadef.layout.result import Moved
from metadef.layout.settings import LayoutSettings
from metadef.layout.solve import solve
from metadef.layout.terms import Terms
from metadef.targets import Chip

__all__ = ["COLUMN_SPEEDS", "NUMBERS", "estimated_share", "sensitivity"]

# The numbers of a chip that prices rest on.
NUMBERS = ("ddr_bytes_per_cycle", "cube_macs_per_cycle", "launch_overhead_us", "l2_bytes_per_cycle")
COLUMN_SPEEDS = "column speeds"  # all slowdowns of columns together; nobody publishes such numbers


def estimated_share(terms: Terms, chip: Chip) -> float:
    """The part of a cost, from 0 to 1, that would be unknown without estimates.

    A conversion rests on the bandwidth and on the launch overhead; it counts as estimated where either is.
    """
    if terms.total <= 0:
        return 0.0
    is_estimated = {
        "launch": "launch_overhead_us" in chip.estimated,
        "memory": "ddr_bytes_per_cycle" in chip.estimated,
        "compute": "cube_macs_per_cycle" in chip.estimated,
        "slower": bool({"plain_convolution_slowdown", "plain_matmul_slowdown"} & chip.estimated),
        "conversions": bool({"launch_overhead_us", "ddr_bytes_per_cycle"} & chip.estimated),
        "buffers": bool({"ddr_bytes_per_cycle", "l2_bytes_per_cycle"} & chip.estimated),
        "fusions": bool({"launch_overhead_us", "ddr_bytes_per_cycle"} & chip.estimated),
    }
    return sum(getattr(terms, name) for name, counts in is_estimated.items() if counts) / terms.total


def sensitivity(work: GraphProblem, columns: tuple[int, ...], settings: LayoutSettings) -> list[Moved]:
    """What moves when each estimate is `settings.sensitivity` lower and higher; the graph stays as it is."""
    chip = work.target.chip
    moved: list[Moved] = []
    for number in (*[name for name in NUMBERS if chip.source_of(name) == "estimated"], COLUMN_SPEEDS):
        for scale in (1.0 - settings.sensitivity, 1.0 + settings.sensitivity):
            problem = work.build(_moved_model(work.model, number, scale))
            solution = solve(problem, time_limit_s=settings.time_limit_s)
            if solution.cost is None:
                continue
            changed = tuple(
                node.name
                for node, before, after in zip(work.nodes, columns, solution.columns, strict=False)
                if before != after
            )
            kept = price(problem, columns).cost
            moved.append(Moved(number, scale, solution.cost, max(0.0, kept - solution.cost), changed, solution.optimal))
    return moved


def _moved_model(model: CostModel, number: str, scale: float) -> CostModel:
    if number == COLUMN_SPEEDS:
        return CostModel(model.chip, model.store, scale)
    value = getattr(model.chip, number) * scale
    if number == "cube_macs_per_cycle":
        value = max(1, round(value))
    return CostModel(replace(model.chip, **{number: value}), model.store)
