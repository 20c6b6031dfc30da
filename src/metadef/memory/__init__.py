"""Static memory planning: problems, lower bounds, planners, the independent validator, and explanations. Floor 7."""

from metadef.memory.bounds import LowerBound, PoolBound, efficiency, fragmentation, live_bytes, lower_bound
from metadef.memory.csv_form import CsvTable, format_csv, parse_csv, read_csv, write_csv
from metadef.memory.explain import FitReport, fits, infeasible_subset
from metadef.memory.portfolio import Attempt, Budget, PlanReport, plan_memory
from metadef.memory.problem import Buffer, Plan, Problem
from metadef.memory.validator import require_valid_plan, validate_plan

__all__ = [
    "Attempt",
    "Budget",
    "Buffer",
    "CsvTable",
    "FitReport",
    "LowerBound",
    "Plan",
    "PlanReport",
    "PoolBound",
    "Problem",
    "efficiency",
    "fits",
    "format_csv",
    "fragmentation",
    "infeasible_subset",
    "live_bytes",
    "lower_bound",
    "parse_csv",
    "plan_memory",
    "read_csv",
    "require_valid_plan",
    "validate_plan",
    "write_csv",
]
