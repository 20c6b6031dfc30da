"""The cheapest layout in which some nodes are held to some of their columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from metadef.layout.problem import ColumnTable, Problem
from metadef.layout.solve import solve

__all__ = ["forced_cost"]

_SECONDS = 10.0  # of one question


def forced_cost(problem: Problem, kept: Mapping[int, tuple[int, ...]]) -> float | None:
    """The least cost with each node of `kept` in one of its columns there; None where nothing fits.

    >>> from metadef.layout.builder import ProblemBuilder
    >>> b = ProblemBuilder()
    >>> _ = b.add_value("x", fixed="ND", convert=b.conversions({("ND", "NZ"): 3.0})), b.add_value("y")
    >>> _ = b.add_node("n", ["x"], ["y"], b.columns([(["ND"], ["ND"], 9.0), (["NZ"], ["NZ"], 1.0)]))
    >>> [forced_cost(b.build(), {0: (column,)}) for column in (0, 1)]
    [9.0, 4.0]
    """
    tables = list(problem.tables)
    for node, columns in kept.items():
        table = tables[node]
        tables[node] = ColumnTable(
            tuple(table.ins[column] for column in columns),
            tuple(table.outs[column] for column in columns),
            tuple(table.costs[column] for column in columns),
        )
    return solve(replace(problem, tables=tuple(tables)), time_limit_s=_SECONDS).cost
