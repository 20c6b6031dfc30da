"""The door to HiGHS: a program in, primal and dual values and a bound out. Nothing else imports highspy."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import highspy
import numpy as np
from numpy.typing import NDArray

from metadef.layout.factors import Factor
from metadef.layout.relaxed import Program

__all__ = ["Relaxation", "feasible_by_milp", "solve_milp"]

_Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What HiGHS says; each part is None when there is none."""

    objective: float | None
    bound: float | None
    primal: _Vector | None
    duals: _Vector | None  # per row, of a relaxation


class _Silent(highspy.Highs):
    def enableCallbacks(self) -> None:
        # WHY: the constructor calls this first, and it prints a banner on stdout, where data belongs.
        self.setOptionValue("output_flag", False)
        super().enableCallbacks()


def _session(time_limit_s: float) -> highspy.Highs:
    session = _Silent()
    session.setOptionValue("threads", 1)  # WHY: one thread and a fixed seed give the same answer every time
    session.setOptionValue("random_seed", 1)
    session.setOptionValue("time_limit", max(0.01, time_limit_s))
    session.setOptionValue("primal_feasibility_tolerance", 1e-9)
    session.setOptionValue("dual_feasibility_tolerance", 1e-9)
    session.setOptionValue("mip_rel_gap", 1e-9)
    session.setOptionValue("mip_abs_gap", 1e-9)
    return session


def _model(
    cost: Sequence[float],
    lower: Sequence[float],
    upper: Sequence[float],
    rows: Sequence[int],
    cols: Sequence[int],
    entries: Sequence[float],
    integer: Sequence[bool] | None,
    most: Sequence[float],
) -> highspy.HighsLp:
    lp = highspy.HighsLp()
    lp.num_col_ = len(cost)
    lp.num_row_ = len(lower)
    lp.col_cost_ = np.array(cost, dtype=np.float64)
    lp.col_lower_ = np.zeros(len(cost))
    lp.col_upper_ = np.array(most, dtype=np.float64)
    lp.row_lower_ = np.array(lower, dtype=np.float64)
    lp.row_upper_ = np.array(upper, dtype=np.float64)
    at = np.array(rows, dtype=np.int64)
    order = np.lexsort((np.array(cols, dtype=np.int64), at))
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.searchsorted(at[order], np.arange(len(lower) + 1)).astype(np.int32)
    lp.a_matrix_.index_ = np.array(cols, dtype=np.int32)[order]
    lp.a_matrix_.value_ = np.array(entries, dtype=np.float64)[order]
    if integer is not None:
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        lp.integrality_ = [kinds[whole] for whole in integer]
    return lp


def _program_model(program: Program, *, integer: bool) -> highspy.HighsLp:
    # WHY: every variable is at most 1 in some optimal solution, but only x needs to be told.
    most = [1.0 if whole else math.inf for whole in program.integer]
    return _model(
        program.cost,
        program.lower,
        program.upper,
        program.rows,
        program.cols,
        program.entries,
        program.integer if integer else None,
        most,
    )


class Relaxation:
    """The linear relaxation, solved again and again under changing restrictions, each time from the last basis."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._session = _session(math.inf)
        self._session.passModel(_program_model(program, integer=False))
        self._closed: set[int] = set()

    def solve(self, allowed: Mapping[int, tuple[int, ...]], time_limit_s: float) -> Answer:
        """The relaxation in which node n may only pick `allowed[n]`; nodes that are not named pick freely."""
        program = self._program
        closed = {
            program.first[node] + k
            for node, columns in allowed.items()
            for k in range(len(program.component.problem.tables[node]))
            if k not in columns
        }
        for col in sorted(closed ^ self._closed):
            self._session.changeColBounds(col, 0.0, 0.0 if col in closed else 1.0)
        self._closed = closed
        self._session.setOptionValue("time_limit", self._session.getRunTime() + max(0.01, time_limit_s))
        self._session.run()
        if self._session.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return Answer(None, None, None, None)
        solution = self._session.getSolution()
        objective = float(self._session.getInfo().objective_function_value)
        primal = np.array(solution.col_value, dtype=np.float64)
        return Answer(objective, objective, primal, np.array(solution.row_dual, dtype=np.float64))


def solve_milp(program: Program, start: Mapping[int, int] | None, time_limit_s: float) -> Answer:
    """Branch and cut by HiGHS; `start` is a known assignment."""
    session = _session(time_limit_s)
    session.passModel(_program_model(program, integer=True))
    if start is not None:
        cols = [
            program.first[node] + k
            for node in program.first
            for k in range(len(program.component.problem.tables[node]))
        ]
        ones = {program.first[node] + start[node] for node in program.first}
        values = np.array([1.0 if col in ones else 0.0 for col in cols], dtype=np.float64)
        session.setSolution(len(cols), np.array(cols, dtype=np.int32), values)
    session.run()
    info = session.getInfo()
    bound = float(info.mip_dual_bound)
    primal = None
    if info.primal_solution_status == 2:  # a feasible point
        primal = np.array(session.getSolution().col_value, dtype=np.float64)
    objective = None if primal is None else float(info.objective_function_value)
    return Answer(objective, bound if math.isfinite(bound) else None, primal, None)


def feasible_by_milp(sizes: Mapping[int, int], factors: Sequence[Factor]) -> bool:
    """Whether each variable can take an index so that no table over one or two variables is infinite.

    An index needs a partner in each table: x[a,i] <= sum of x[b,j] over the finite entries (i, j).
    """
    first: dict[int, int] = {}
    n = 0
    for variable, size in sizes.items():
        first[variable] = n
        n += size
    most = np.ones(n)
    rows: list[int] = []
    cols: list[int] = []
    entries: list[float] = []
    lower: list[float] = []
    upper: list[float] = []
    for variable, size in sizes.items():
        rows.extend([len(lower)] * size)
        cols.extend(range(first[variable], first[variable] + size))
        entries.extend([1.0] * size)
        lower.append(1.0)
        upper.append(1.0)
    for factor in factors:
        if len(factor.scope) == 1:
            at = first[factor.scope[0]]
            most[at : at + factor.table.size][~np.isfinite(factor.table)] = 0.0
            continue
        for (a, b), table in ((factor.scope, factor.table), (factor.scope[::-1], factor.table.T)):
            for i, row in enumerate(np.isfinite(table)):
                partners = np.flatnonzero(row)
                if len(partners) == len(row):
                    continue
                rows.extend([len(lower)] * (1 + len(partners)))
                cols.extend([first[a] + i, *(first[b] + int(j) for j in partners)])
                entries.extend([-1.0, *([1.0] * len(partners))])
                lower.append(0.0)
                upper.append(math.inf)
    session = _session(math.inf)
    session.passModel(_model([0.0] * n, lower, upper, rows, cols, entries, [True] * n, most.tolist()))
    session.run()
    return session.getModelStatus() == highspy.HighsModelStatus.kOptimal
