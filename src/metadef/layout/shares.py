"""Sharing out the prices of values with very many consumers, and moving the shares where they are needed.

A value that thousands of nodes consume (a weight used by every layer) ties all of them together. Its price can be
shared out: consumer i pays share_i(s, t) when it demands t, and the shares sum to the price. What remains falls
apart and is solved exactly; its optimum is a lower bound, and it is the true optimum when all consumers of a value
make the same choice, because then the shares paid are the whole price. Where the choices differ, moving the shares
towards the consumers that do demand the format raises the bound (a subgradient step).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from metadef.layout.component import Component
from metadef.layout.factors import Factor, FactorGraph, share_factors
from metadef.layout.proof import ShareTable, TermKind
from metadef.layout.reduce import Elimination, eliminate
from metadef.layout.solution import closed

__all__ = ["Shared"]

_Shares = dict[tuple[int, int], ShareTable]


@dataclass(slots=True, eq=False)
class Shared:
    """A component whose elimination is exact once the prices are shared out."""

    graph: FactorGraph
    component: Component
    factors: Sequence[Factor]
    order: Sequence[int]
    limit: int  # entries of one table
    shares: _Shares  # those that gave the best bound
    best: Elimination
    picked: dict[int, int]
    cost: float
    spent_s: float = field(default=0.0)  # of the last elimination

    def raise_bound(self, deadline: float, most_rounds: int = 40) -> None:
        """Alternate between solving and moving shares, until the gap closes or time runs out."""
        rest = [f for f in self.factors if f.term is None or f.term.kind is not TermKind.SHARE]
        shares, picked = self.shares, self.picked
        step = 0.5
        for turn in range(most_rounds):
            now = perf_counter()
            if closed(self.cost, self.best.bound) or now + 1.2 * self.spent_s > deadline:
                return
            # WHY: every other round takes the conversions of the best assignment as already paid, which makes
            # consumers agree on them: a better assignment, but no bound.
            paid = turn % 2 == 0
            moved = self._sunk() if paid else self._moved(shares, picked, step)
            solved = eliminate(self.graph.sizes, [*rest, *share_factors(self.graph, moved)], self.order, self.limit)
            self.spent_s = perf_counter() - now
            assignment: dict[int, int] = {}
            solved.decode(assignment)
            here = {v: k for v, k in assignment.items() if v < len(self.graph.problem)}
            cost = self.component.cost(here)
            if cost < self.cost:
                self.picked, self.cost = here, cost
            if paid:
                continue
            shares, picked = moved, here
            if solved.bound > self.best.bound:
                self.best, self.shares = solved, moved
            else:
                step *= 0.7

    def _moved(self, shares: _Shares, picked: Mapping[int, int], step: float) -> _Shares:
        """Shares with a part `step` of each price moved to those that demand the format."""
        moved: _Shares = dict(shares)
        for value in dict.fromkeys(value for value, _ in shares):
            prices = self.graph.problem.conversions[value]
            src = self.component.source(value, picked)
            nodes = dict.fromkeys(node for node, _ in self.graph.problem.consumers[value])
            changes: dict[int, float] = {}
            demanded = self.component.demanded(value, picked)
            for dst, users in demanded.items():
                if len(users) < len(nodes) and prices.cost(src, dst) < math.inf:
                    changes[dst] = step * prices.cost(src, dst) / len(users)
            if not changes:
                continue
            for node in nodes:
                table = dict(shares[(value, node)])
                for dst, more in changes.items():
                    table[(src, dst)] = table.get((src, dst), 0.0) * (1 - step) + more * (node in demanded[dst])
                moved[(value, node)] = table
        return moved

    def _sunk(self) -> _Shares:
        """Shares of the full price for what nobody demands yet, and of nothing for what is already paid."""
        result: _Shares = {}
        for value in dict.fromkeys(value for value, _ in self.shares):
            src = self.component.source(value, self.picked)
            paid = {(src, dst) for dst in self.component.demanded(value, self.picked)}
            costs = self.graph.problem.conversions[value].costs
            table = {pair: 0.0 if pair in paid else cost for pair, cost in costs.items()}
            for node in dict.fromkeys(node for node, _ in self.graph.problem.consumers[value]):
                result[(value, node)] = table
        return result
