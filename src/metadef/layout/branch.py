"""Branch and bound whose every leaf is certified by the dual of its linear relaxation.

It closes what the relaxation leaves open, with a proof that can be checked: a tree of case distinctions on the
columns of single nodes. The search goes depth first, into the column that the relaxation prefers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from metadef.layout.highs import Relaxation
from metadef.layout.local import improve
from metadef.layout.proof import Leaf, Split, TermKind
from metadef.layout.relaxed import Program
from metadef.layout.solution import closed

__all__ = ["Search", "bound_of", "branch_and_bound"]

_Vector = NDArray[np.float64]
_INTEGRAL = 1e-6  # an x this near to 0 or 1 is taken as decided


def bound_of(program: Program, leaf: Leaf, allowed: Mapping[int, tuple[int, ...]]) -> float:
    """The sum of the cluster minima of a leaf that `Program.leaf` made, under restrictions."""
    problem = program.component.problem
    terms: list[float] = []
    for cluster in leaf.clusters:
        if not cluster.terms or cluster.terms[0].kind is TermKind.NODE:
            (node,) = cluster.scope
            total = np.array(problem.tables[node].costs if cluster.terms else [0.0], dtype=np.float64)
            for factor in program.component.extras.get(node, ()) if cluster.terms else ():
                total = total + factor.table
            for number in cluster.received:
                total = total + leaf.messages[number].table
            terms.append(float(total[list(allowed.get(node, range(len(total))))].min()))
            continue
        (term,) = cluster.terms
        table = _pair_table(program, leaf, term.owner, term.consumer)
        port = problem.producers[term.owner]
        told = {leaf.messages[number].scope[0]: leaf.messages[number].table for number in cluster.sent}
        columns = list(allowed.get(term.consumer, range(table.shape[1])))
        if port is None:
            rest = (table[0] - told[term.consumer])[columns]
        elif port[0] == term.consumer:
            rest = (np.diagonal(table) - told[term.consumer])[columns]
        else:
            rows = list(allowed.get(port[0], range(table.shape[0])))
            rest = (table - told[port[0]][:, None] - told[term.consumer][None, :])[np.ix_(rows, columns)]
        terms.append(float(rest.min()))
    return math.inf if math.inf in terms else math.fsum(terms)


def _pair_table(program: Program, leaf: Leaf, value: int, node: int) -> _Vector:
    """What `node` pays for `value`, per (producer column, own column)."""
    problem = program.component.problem
    prices = problem.conversions[value]
    shares = leaf.shares.get((value, node))
    port, fixed = problem.producers[value], problem.fixed[value]
    given = [fixed] if port is None else [outs[port[1]] for outs in problem.tables[port[0]].outs]
    slots = [slot for slot, v in enumerate(problem.inputs[node]) if v == value]
    wanted = [dict.fromkeys(ins[slot] for slot in slots) for ins in problem.tables[node].ins]
    pay: dict[tuple[int, int], float] = {}
    for src in set(given):
        for dst in {dst for formats in wanted for dst in formats}:
            cost = prices.cost(src if src is not None else dst, dst)
            if shares is not None and cost < math.inf:
                cost = 0.0 if src == dst or src is None else shares.get((src, dst), 0.0)
            pay[(-1 if src is None else src, dst)] = cost
    rows = [[sum(pay[(-1 if src is None else src, dst)] for dst in formats) for formats in wanted] for src in given]
    return np.array(rows, dtype=np.float64)


@dataclass(slots=True, eq=False)
class Search:
    """What the search found."""

    proof: Leaf | Split | None  # None when it ran out of time
    bound: float  # what the proof proves
    best: dict[int, int]
    cost: float


@dataclass(slots=True, eq=False)
class _Open:
    """One node of the tree: its restrictions, and where its proof hangs."""

    allowed: dict[int, tuple[int, ...]]
    parent: _Open | None = None
    side: int = 0
    node: int = -1  # the branching node, once split
    parts: tuple[tuple[int, ...], ...] = ()
    proofs: list[Leaf | Split | None] | None = None


def branch_and_bound(
    program: Program, best: dict[int, int], cost: float, time_limit_s: float, most_leaves: int = 5000
) -> Search:
    """Prove that nothing is cheaper than the best assignment, improving it where the search meets a better one."""
    deadline = perf_counter() + time_limit_s
    relaxation = Relaxation(program)
    root = _Open({})
    stack = [root]
    bound = math.inf
    leaves = 0
    result: Leaf | Split | None = None
    while stack:
        left = deadline - perf_counter()
        if left <= 0 or leaves >= most_leaves:
            return Search(None, -math.inf, best, cost)
        here = stack.pop()
        answer = relaxation.solve(here.allowed, left)
        if answer.primal is None or answer.duals is None or answer.objective is None:
            return Search(None, -math.inf, best, cost)
        picked = improve(program.component, program.pick(answer.primal), deadline)
        price = program.component.cost(picked)
        if price < cost:
            best, cost = picked, price
        node = _undecided(program, answer.primal, here.allowed)
        if node is not None and not closed(cost, answer.objective):
            at, n = program.first[node], len(program.component.problem.tables[node])
            columns = here.allowed.get(node, tuple(range(n)))
            liked = max(columns, key=lambda k, at=at, x=answer.primal: (float(x[at + k]), -k))
            here.node, here.proofs = node, [None, None]
            here.parts = ((liked,), tuple(k for k in columns if k != liked))
            for side in (1, 0):
                stack.append(_Open({**here.allowed, node: here.parts[side]}, here, side))
            continue
        leaf = program.leaf(answer.duals)
        bound = min(bound, bound_of(program, leaf, here.allowed))
        leaves += 1
        result = _hang(here, leaf)
    return Search(result, bound, best, cost)


def _undecided(program: Program, primal: _Vector, allowed: Mapping[int, tuple[int, ...]]) -> int | None:
    """The node whose columns the relaxation mixes most."""
    worst, found = _INTEGRAL, None
    for node in program.component.nodes:
        at, n = program.first[node], len(program.component.problem.tables[node])
        mixed = 1.0 - float(primal[at : at + n].max())
        if mixed > worst and len(allowed.get(node, range(n))) > 1:
            worst, found = mixed, node
    return found


def _hang(place: _Open, proof: Leaf | Split) -> Leaf | Split:
    """Store a proof with its parent, and close every parent whose branches are all proven."""
    while place.parent is not None and place.parent.proofs is not None:
        place.parent.proofs[place.side] = proof
        place = place.parent
        done = [item for item in place.proofs or () if item is not None]
        if len(done) < len(place.parts):
            return proof
        proof = Split(place.node, place.parts, tuple(done))
    return proof
