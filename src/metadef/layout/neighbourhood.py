"""Exact re-optimisation of a few nodes while all others keep their columns.

This is the step of a large-neighbourhood search, and what repairs an assignment in which one spot is impossible:
the tables that touch the free nodes are cut at the columns of the others, and what remains is small enough to be
eliminated.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter

from metadef.layout.component import Component
from metadef.layout.factors import Factor, FactorGraph
from metadef.layout.order import elimination_order
from metadef.layout.reduce import eliminate

__all__ = ["Neighbourhoods"]

_LIMIT = 1 << 14  # entries of one table


class Neighbourhoods:
    """The tables of a component by variable, so that the surroundings of a node are found at once."""

    def __init__(self, graph: FactorGraph, component: Component, factors: Sequence[Factor]) -> None:
        self.graph = graph
        self.component = component
        self.of: dict[int, list[Factor]] = {}
        for factor in factors:
            for variable in factor.scope:
                self.of.setdefault(variable, []).append(factor)

    def ball(self, centre: Iterable[int], most_nodes: int) -> list[int]:
        """The nodes nearest to the centre, breadth first, through tables and states."""
        nodes = len(self.graph.problem)
        seen = {v: None for v in centre if v in self.of}
        queue = deque(seen)
        found: list[int] = [v for v in seen if v < nodes]
        while queue:
            for factor in self.of[queue.popleft()]:
                for other in factor.scope:
                    if other in seen:
                        continue
                    if other < nodes:
                        if len(found) >= most_nodes:
                            return found
                        found.append(other)
                    seen[other] = None
                    queue.append(other)
        return found

    def solve(self, free: Sequence[int], picked: Mapping[int, int]) -> dict[int, int] | None:
        """The best columns of the free nodes when the others stay; None when that is too wide or impossible."""
        nodes = len(self.graph.problem)
        inside = dict.fromkeys(free)
        for node in free:
            for factor in self.of[node]:
                inside.update(dict.fromkeys(v for v in factor.scope if v >= nodes))
        touched = {id(factor): factor for v in inside for factor in self.of[v]}
        sizes = {v: self.graph.sizes[v] for v in inside}
        cut: list[Factor] = []
        for factor in touched.values():
            kept = tuple(v for v in factor.scope if v in inside)
            where = tuple(slice(None) if v in inside else picked[v] for v in factor.scope)
            cut.append(Factor(kept, factor.table[where], factor.term))
        order = elimination_order(sizes, (factor.scope for factor in cut), _LIMIT)
        if order.stuck:
            return None
        solved = eliminate(sizes, cut, order.variables, _LIMIT)
        if solved.bound == math.inf:
            return None
        assignment: dict[int, int] = {}
        solved.decode(assignment)
        return {node: assignment[node] for node in free}

    def repair(self, picked: Mapping[int, int], deadline: float) -> dict[int, int]:
        """Free the surroundings of each impossible conversion, wider and wider, until it is gone or too wide."""
        problem = self.graph.problem
        current = dict(picked)
        for most_nodes in (6, 12, 18, 24, 32, 40):
            for value in self.component.values:
                prices, src = problem.conversions[value], self.component.source(value, current)
                if all(prices.cost(src, dst) < math.inf for dst in self.component.demanded(value, current)):
                    continue
                if perf_counter() > deadline:
                    return current
                port = problem.producers[value]
                centre = [node for node, _ in problem.consumers[value]] + ([port[0]] if port is not None else [])
                better = self.solve(self.ball(centre, most_nodes), current)
                if better is not None:
                    current |= better
        return current
