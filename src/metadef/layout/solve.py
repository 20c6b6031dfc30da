"""`solve`: the cheapest columns for every node, with a proof, or the best found in time with a proven bound.

1. Write the problem as tables (`factors`) and plan an elimination on the structure alone (`order`).
2. Components whose tables stay small are solved exactly by elimination, which is dynamic programming.
3. Wider components go to mini-buckets, the linear relaxation, MILP and certified branching (`wide`).
4. The columns are priced anew from the problem (`price`); the certificates of all parts are joined.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from time import perf_counter

from metadef.layout.conflict import conflict
from metadef.layout.factors import MAX_STATES, Factor, FactorGraph, build_factors
from metadef.layout.order import components, elimination_order
from metadef.layout.price import price
from metadef.layout.problem import Problem
from metadef.layout.proof import Certificate, Leaf, Split, TermKind
from metadef.layout.reduce import eliminate
from metadef.layout.solution import Solution, closed
from metadef.layout.wide import solve_wide

__all__ = ["solve"]

_HUB = 16  # consumers of a value that is shared out when elimination gets stuck
_WORK = 4e8  # entries that all eliminations together may touch: about a second of NumPy


def solve(
    problem: Problem, *, time_limit_s: float = 30.0, table_limit: int = 1 << 20, max_states: int = MAX_STATES
) -> Solution:
    """Choose a column for each node.

    Args:
        problem: what to solve; cycles are allowed.
        time_limit_s: seconds for the parts that elimination cannot solve.
        table_limit: entries of the largest table that elimination may build.
        max_states: formats-demanded states of one value before its price is shared out instead.

    Returns:
        A solution. Without an assignment, `cost` is None and `infeasible` names nodes that cannot agree.
        Where the time did not suffice even to find one, `cost` is None and `infeasible` is empty.
        The result is the same on each run unless the time limit strikes.
    """
    deadline = perf_counter() + time_limit_s
    for node, table in enumerate(problem.tables):
        if not len(table):
            return Solution(None, None, False, infeasible=(node,), methods=("elimination",))
    graph = build_factors(problem, max_states)
    if graph.impossible is not None:
        return _infeasible(problem, _around(problem, graph.impossible))
    order = elimination_order(graph.sizes, _scopes(graph), table_limit, _WORK)
    hubs = _hubs(graph, order.stuck)
    if hubs:
        graph = build_factors(problem, max_states, hubs, graph.memory)
        order = elimination_order(graph.sizes, _scopes(graph), table_limit, _WORK)
    scopes = _scopes(graph)
    member = components(graph.sizes, scopes + _share_scopes(graph))
    shared = _shared_components(graph, member)
    rough = {member[v] for v in order.stuck} | set(shared.values())
    easy: list[Factor] = []
    hard: dict[int, list[Factor]] = {c: [] for c in sorted(rough)}
    for factor in graph.factors:
        part = member[factor.scope[0]] if factor.scope else _home(factor, shared)
        if part in rough:
            hard[part].append(factor)
        else:
            easy.append(factor)
    exact = eliminate(graph.sizes, easy, [v for v in order.variables if member[v] not in rough], table_limit)
    if exact.bound == math.inf:
        return _infeasible(problem, _touched(problem, easy))
    assignment: dict[int, int] = {}
    exact.decode(assignment)
    parts: list[Leaf | Split] = [
        exact.leaf({key: share for key, share in graph.shares.items() if key[0] not in shared})
    ]
    bounds, proven, methods = [exact.bound], [exact.bound], {"elimination": None}
    found = True
    for k, (component, factors) in enumerate(hard.items()):
        inside = [v for v in order.variables if member[v] == component]
        inside += sorted(v for v in order.stuck if member[v] == component)
        share = (deadline - perf_counter()) / (len(hard) - k)
        complete = not any(member[v] == component for v in order.stuck)
        part = solve_wide(graph, factors, inside, table_limit, max(share, 0.1), complete=complete)
        if part is None:
            return _infeasible(problem, _touched(problem, factors))
        found = found and part.cost < math.inf
        assignment.update(part.picked)
        parts.append(part.proof)
        bounds.append(part.bound)
        proven.append(part.proven)
        methods.update(dict.fromkeys(part.methods))
    columns = tuple(assignment.get(node, 0) for node in range(len(problem)))
    certificate = Certificate(math.fsum(proven), graph.states, tuple(parts))
    bound = math.fsum(bounds)
    if not found:
        return Solution(None, bound, False, certificate=certificate, methods=tuple(methods))
    priced = price(problem, columns)
    if priced.cost == math.inf:
        return Solution(None, bound, False, certificate=certificate, methods=tuple(methods))
    optimal = closed(priced.cost, bound)
    bound = min(bound, priced.cost)
    return Solution(priced.cost, bound, optimal, columns, priced.conversions, certificate, methods=tuple(methods))


def _scopes(graph: FactorGraph) -> list[tuple[int, ...]]:
    return [factor.scope for factor in graph.factors]


def _hubs(graph: FactorGraph, stuck: frozenset[int]) -> frozenset[int]:
    """Values with so many consumers that eliminating around them is hopeless, but a share of the price is small."""
    values = {v - len(graph.problem) for v in stuck if v >= len(graph.problem)}
    return frozenset(v for v in values if len(graph.problem.consumers[v]) >= _HUB)


def _share_scopes(graph: FactorGraph) -> list[tuple[int, ...]]:
    """One scope per value that is shared out: its price joins all that touch it."""
    scopes: dict[int, dict[int, None]] = {}
    for factor in graph.factors:
        if factor.term is not None and factor.term.kind is TermKind.SHARE:
            scopes.setdefault(factor.term.owner, {}).update(dict.fromkeys(factor.scope))
    return [tuple(scope) for scope in scopes.values() if scope]


def _shared_components(graph: FactorGraph, member: dict[int, int]) -> dict[int, int]:
    """Per value that is shared out: the component in which elimination alone would not be exact."""
    return {
        factor.term.owner: member[factor.scope[0]]
        for factor in graph.factors
        if factor.scope and factor.term is not None and factor.term.kind is TermKind.SHARE
    }


def _home(factor: Factor, shared: dict[int, int]) -> int:
    """The component of a constant: that of its value if it is a share of the price, else none (-1)."""
    if factor.term is None or factor.term.kind is not TermKind.SHARE:
        return -1
    return shared.get(factor.term.owner, -1)


def _around(problem: Problem, value: int) -> Sequence[int]:
    """The producer and the consumers of a value."""
    nodes = {node for node, _ in problem.consumers[value]}
    port = problem.producers[value]
    if port is not None:
        nodes.add(port[0])
    return sorted(nodes)


def _touched(problem: Problem, factors: Sequence[Factor]) -> Sequence[int]:
    """Nodes that the factors speak of, one-column neighbours included."""
    nodes: set[int] = set()
    for factor in factors:
        if factor.term is None:
            continue
        if factor.term.kind is TermKind.NODE:
            nodes.add(factor.term.owner)
        else:
            nodes.update(_around(problem, factor.term.owner))
    return sorted(nodes)


def _infeasible(problem: Problem, nodes: Sequence[int]) -> Solution:
    return Solution(None, None, False, infeasible=conflict(problem, nodes), methods=("elimination",))
