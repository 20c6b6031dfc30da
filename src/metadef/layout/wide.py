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
from metadef.layout.factors import Factor, FactorGraph
from metadef.layout.highs import Relaxation, solve_milp
from metadef.layout.local import improve
from metadef.layout.proof import Leaf, Split, TermKind
from metadef.layout.reduce import eliminate
from metadef.layout.relaxed import Program, build_program
from metadef.layout.solution import closed

__all__ = ["Part", "solve_wide"]

_MINI_BUCKET = 1 << 12  # entries of one mini-bucket
_MOST_ENTRIES = 3_000_000  # of the sparse matrix; beyond, HiGHS would not finish its first relaxation in time


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


def solve_wide(graph: FactorGraph, factors: Sequence[Factor], order: Sequence[int], time_limit_s: float) -> Part | None:
    """Solve one component as well as the time allows; None when it has no assignment at all.

    Args:
        factors: the component's tables.
        order: its variables, in elimination order.
    """
    deadline = perf_counter() + time_limit_s
    buckets = eliminate(graph.sizes, factors, order, _MINI_BUCKET)
    if buckets.bound == math.inf:
        return None
    assignment: dict[int, int] = {}
    buckets.decode(assignment)
    nodes = len(graph.problem)
    values = {f.term.owner for f in factors if f.term is not None}
    shares = {key: share for key, share in graph.shares.items() if key[0] in values}
    low, high = _range(graph, factors)
    # WHY: an assignment with an impossible conversion then costs more than `high`, that is, than any without.
    program = build_program(graph, factors, high - low + 1.0)
    guess = {v: k for v, k in assignment.items() if v < nodes} | dict.fromkeys(program.anchors, 0)
    guess = improve(program, guess)
    part = Part(guess, program.evaluate(guess), buckets.bound, buckets.leaf(shares), buckets.bound, ["mini-buckets"])
    if closed(part.cost, part.bound) or len(program.entries) > _MOST_ENTRIES:
        return part
    if part.cost < math.inf:
        program = build_program(graph, factors, part.cost - low + 1.0)
    _relax(program, part, deadline)
    if not closed(part.cost, part.bound):
        known = part.picked if part.cost < math.inf else None
        answer = solve_milp(program, known, deadline - perf_counter())
        if answer.primal is not None:
            picked = program.pick(answer.primal)
            part.offer(picked, program.evaluate(picked))
        if answer.bound is not None:
            if part.cost == math.inf and answer.bound > high + 0.5:
                return None
            if answer.bound > part.bound:
                part.bound = answer.bound
                part.methods.append("milp")
    if part.cost < math.inf and not closed(part.cost, part.proven):
        search = branch_and_bound(program, part.picked, part.cost, deadline - perf_counter())
        part.offer(search.best, search.cost)
        if search.proof is not None:
            part.prove(search.proof, search.bound, "branching")
    part.bound = max(min(part.bound, part.cost), part.proven)
    return part


def _relax(program: Program, part: Part, deadline: float) -> None:
    answer = Relaxation(program).solve({}, deadline - perf_counter())
    if answer.primal is None or answer.duals is None:
        return
    leaf = program.leaf(answer.duals)
    part.prove(leaf, bound_of(program, leaf, {}), "relaxation")
    picked = improve(program, program.pick(answer.primal))
    part.offer(picked, program.evaluate(picked))


def _range(graph: FactorGraph, factors: Sequence[Factor]) -> tuple[float, float]:
    """A lower bound of what the columns cost, and an upper bound of what an assignment costs if it exists."""
    problem = graph.problem
    terms = [f.term for f in factors if f.term is not None]
    costs = [problem.tables[term.owner].costs for term in terms if term.kind is TermKind.NODE]
    high = [max(row) for row in costs]
    for value in sorted({term.owner for term in terms if term.kind is not TermKind.NODE}):
        dearest = max(problem.conversions[value].costs.values(), default=0.0)
        high.append(dearest * len(problem.consumers[value]))
    return math.fsum(min(row) for row in costs), math.fsum(high)
