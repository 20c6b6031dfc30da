"""A component too wide for elimination: bounds from mini-buckets, the linear relaxation, MILP and branching.

Each step stops the chain when it closes the gap. What is proven is always the best certificate so far; the dual bound
that HiGHS claims for its own branch and cut counts as `bound` but not as proof.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from metadef.layout.branch import bound_of, branch_and_bound
from metadef.layout.component import Component, component_of
from metadef.layout.factors import Factor, FactorGraph
from metadef.layout.highs import Relaxation, solve_milp
from metadef.layout.local import improve
from metadef.layout.neighbourhood import Neighbourhoods
from metadef.layout.proof import Leaf, Split, TermKind
from metadef.layout.reduce import eliminate
from metadef.layout.relaxed import Program, build_program
from metadef.layout.shares import Shared
from metadef.layout.solution import closed

__all__ = ["Part", "solve_wide"]

_MINI_BUCKET = 1 << 12  # entries of one mini-bucket
_MOST_NODES = 10_000  # of a component; beyond, HiGHS would not finish its first relaxation in time


@dataclass(slots=True, eq=False)
class Part:
    """What is known of one component."""

    picked: dict[int, int]  # per node
    cost: float  # infinite while no assignment is known
    bound: float  # proven or claimed
    proof: Leaf | Split
    proven: float  # by `proof` alone
    methods: list[str]

    def offer(self, picked: dict[int, int], cost: float) -> None:
        """Take an assignment if it is better."""
        if cost < self.cost:
            self.picked, self.cost = picked, cost

    def prove(self, proof: Leaf | Split, bound: float, method: str) -> None:
        """Take a proof if it is stronger."""
        if bound > self.proven:
            self.proof, self.proven = proof, bound
            self.bound = max(self.bound, bound)
            self.methods.append(method)


def solve_wide(
    graph: FactorGraph,
    factors: Sequence[Factor],
    order: Sequence[int],
    table_limit: int,
    time_limit_s: float,
    *,
    complete: bool,
) -> Part | None:
    """Solve one component as well as the time allows; None when it has no assignment at all.

    Args:
        factors: the component's tables.
        order: its variables, in elimination order.
        table_limit: entries of one table.
        complete: whether the order keeps within that limit, so that only shared prices can cost exactness.
    """
    deadline = perf_counter() + time_limit_s
    limit = table_limit if complete else min(_MINI_BUCKET, table_limit)
    component = component_of(graph, factors)
    part, shared = _eliminate(graph, component, factors, order, limit)
    if part is None:
        return None
    if closed(part.cost, part.bound):
        return part
    large = len(part.picked) > _MOST_NODES
    if shared is not None:
        # WHY: a small component has better means to close what a few rounds leave open; a large one has none.
        shared.raise_bound(deadline, 40 if large else 4)
        part.offer(shared.picked, shared.cost)
        part.prove(shared.best.leaf(shared.shares), shared.best.bound, "moved shares")
    if part.cost == math.inf or not large:
        guess = improve(component, part.picked, perf_counter() + 0.5 * (deadline - perf_counter()))
        if component.cost(guess) == math.inf:
            guess = Neighbourhoods(graph, component, factors).repair(guess, deadline)
            guess = improve(component, guess, deadline)
        part.offer(guess, component.cost(guess))
    if large or closed(part.cost, part.bound):
        part.bound = max(min(part.bound, part.cost), part.proven)
        return part
    return _integer(component, part, deadline)


def _eliminate(
    graph: FactorGraph, component: Component, factors: Sequence[Factor], order: Sequence[int], limit: int
) -> tuple[Part | None, Shared | None]:
    """The first bound and guess, and the shares to move if there are any and elimination is else exact."""
    start = perf_counter()
    buckets = eliminate(graph.sizes, factors, order, limit)
    if buckets.bound == math.inf:
        return None, None
    assignment: dict[int, int] = {}
    buckets.decode(assignment)
    values = {f.term.owner for f in factors if f.term is not None and f.term.kind is TermKind.SHARE}
    shares = {key: share for key, share in graph.shares.items() if key[0] in values}
    picked = {v: k for v, k in assignment.items() if v < len(graph.problem)}
    cost = component.cost(picked)
    method = "mini-buckets" if not buckets.exact else "shared elimination" if shares else "elimination"
    part = Part(picked, cost, buckets.bound, buckets.leaf(shares), buckets.bound, [method])
    if not (shares and buckets.exact):
        return part, None
    return part, Shared(graph, component, factors, order, limit, shares, buckets, picked, cost, perf_counter() - start)


def _integer(component: Component, part: Part, deadline: float) -> Part | None:
    """Close the gap by relaxation, MILP and branching."""
    low, high = _range(component)
    # WHY: an assignment with an impossible conversion then costs more than the best known, or than any without one.
    program = build_program(component, (high if part.cost == math.inf else part.cost) - low + 1.0)
    part.picked |= dict.fromkeys(component.anchors, 0)
    _relax(program, part, deadline)
    # WHY: branching comes first because its bound is certified, and on layouts it is often the quicker of the two.
    _branch(program, part, 0.5 * (deadline - perf_counter()))
    if not closed(part.cost, part.bound):
        known = part.picked if part.cost < math.inf else None
        answer = solve_milp(program, known, deadline - perf_counter())
        if answer.primal is not None:
            picked = program.pick(answer.primal)
            part.offer(picked, program.component.cost(picked))
        if answer.bound is not None:
            if part.cost == math.inf and answer.bound > high + 0.5:
                return None
            if answer.bound > part.bound:
                part.bound = answer.bound
                part.methods.append("milp")
        _branch(program, part, deadline - perf_counter())
    part.bound = max(min(part.bound, part.cost), part.proven)
    return part


def _branch(program: Program, part: Part, time_limit_s: float) -> None:
    """Certify the best known assignment, if there is one and time for it."""
    if part.cost == math.inf or closed(part.cost, part.proven) or time_limit_s <= 0:
        return
    search = branch_and_bound(program, part.picked, part.cost, time_limit_s)
    part.offer(search.best, search.cost)
    if search.proof is not None:
        part.prove(search.proof, search.bound, "branching")


def _relax(program: Program, part: Part, deadline: float) -> None:
    answer = Relaxation(program).solve({}, deadline - perf_counter())
    if answer.primal is None or answer.duals is None:
        return
    leaf = program.leaf(answer.duals)
    part.prove(leaf, bound_of(program, leaf, {}), "relaxation")
    picked = improve(program.component, program.pick(answer.primal), deadline)
    part.offer(picked, program.component.cost(picked))


def _range(component: Component) -> tuple[float, float]:
    """A lower bound of what the columns cost, and an upper bound of what an assignment costs if it exists."""
    problem = component.problem
    costs = [problem.tables[node].costs for node in component.nodes]
    high = [max(row) for row in costs]
    for value in component.values:
        dearest = max(problem.conversions[value].costs.values(), default=0.0)
        high.append(dearest * len(problem.consumers[value]))
    return math.fsum(min(row) for row in costs), math.fsum(high)
