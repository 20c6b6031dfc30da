"""Why a problem has no assignment: a set of nodes that cannot agree, from which none can be left out.

Feasibility needs no states: a value is fine when each consumer, taken alone, can be served from its source. A set of
nodes is judged without the others: a value whose producer is left out may come in any format.

The set is found in two steps: arc consistency with reasons cuts a large problem down to a few suspects (all of the
component when it finds nothing), then QuickXplain [Junker 2004] finds a minimal set with few feasibility checks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metadef.layout.factors import Factor, Table
from metadef.layout.highs import feasible_by_milp
from metadef.layout.order import elimination_order
from metadef.layout.problem import Problem
from metadef.layout.reduce import eliminate

__all__ = ["conflict", "feasible"]

_Links = NDArray[np.bool_]
_LIMIT = 1 << 18  # entries of one feasibility table


@dataclass(slots=True, eq=False)
class _Agreement:
    """Which columns of neighbouring nodes go together."""

    problem: Problem
    tables: dict[tuple[object, ...], _Links] = field(default_factory=dict[tuple[object, ...], _Links])

    def alone(self, node: int) -> _Links:
        """Per column, whether fixed values (and values that the node gives to itself) allow it."""
        problem = self.problem
        table = problem.tables[node]
        good = np.ones(len(table), dtype=np.bool_)
        for slot, value in enumerate(problem.inputs[node]):
            fixed, port = problem.fixed[value], problem.producers[value]
            if fixed is None and (port is None or port[0] != node):
                continue
            for k, ins in enumerate(table.ins):
                src = table.outs[k][port[1]] if fixed is None and port else fixed
                if src is not None and problem.conversions[value].cost(src, ins[slot]) == math.inf:
                    good[k] = False
        return good

    def between(self, value: int, slot: int, node: int) -> _Links:
        """Which (producer column, consumer column) can be joined by a conversion."""
        problem = self.problem
        port = problem.producers[value]
        if port is None:
            raise ValueError(f"value {value} has no producer")
        source, target, prices = problem.tables[port[0]], problem.tables[node], problem.conversions[value]
        key = (source, port[1], target, slot, prices)
        links = self.tables.get(key)
        if links is None:
            rows = [[prices.cost(outs[port[1]], ins[slot]) < math.inf for ins in target.ins] for outs in source.outs]
            links = self.tables[key] = np.array(rows, dtype=np.bool_).reshape(len(source), len(target))
        return links

    def edges(self, nodes: Iterable[int]) -> Iterable[tuple[int, int, _Links]]:
        """(producer, consumer, links) among `nodes`, without self-loops."""
        inside = set(nodes)
        for node in sorted(inside):
            for slot, value in enumerate(self.problem.inputs[node]):
                port = self.problem.producers[value]
                if port is not None and port[0] in inside and port[0] != node:
                    yield port[0], node, self.between(value, slot, node)


def feasible(problem: Problem, nodes: Iterable[int]) -> bool:
    """Whether the nodes, judged without all others, can pick columns whose conversions exist."""
    return _feasible(_Agreement(problem), sorted(set(nodes)))


def _feasible(agreement: _Agreement, nodes: Sequence[int]) -> bool:
    tables = agreement.problem.tables
    if any(not len(tables[node]) for node in nodes):
        return False
    sizes = {node: len(tables[node]) for node in nodes}
    factors = [Factor((node,), _cost(agreement.alone(node))) for node in nodes]
    for source, target, links in agreement.edges(nodes):
        if source < target:
            factors.append(Factor((source, target), _cost(links)))
        else:
            factors.append(Factor((target, source), _cost(links.T)))
    order = elimination_order(sizes, (f.scope for f in factors), _LIMIT)
    if order.stuck:
        return feasible_by_milp(sizes, factors)
    return eliminate(sizes, factors, order.variables, _LIMIT).bound < math.inf


def _cost(links: _Links) -> Table:
    return np.where(links, 0.0, np.inf)


def conflict(problem: Problem, nodes: Iterable[int]) -> tuple[int, ...]:
    """A minimal infeasible subset of `nodes`, ascending; () when they are feasible.

    Minimal means that without any one of them the others could agree.
    """
    agreement = _Agreement(problem)
    suspects = _suspects(agreement, sorted(set(nodes)))
    if _feasible(agreement, suspects):
        return ()
    return tuple(sorted(_quick_xplain(agreement, suspects)))


def _suspects(agreement: _Agreement, nodes: list[int]) -> list[int]:
    """Nodes whose columns arc consistency needed to empty one node; all nodes when it empties none."""
    problem = agreement.problem
    near: dict[int, list[tuple[int, _Links]]] = {node: [] for node in nodes}
    for source, target, links in agreement.edges(nodes):
        near[source].append((target, links))
        near[target].append((source, links.T))
    alive = {node: agreement.alone(node) for node in nodes}
    blame: dict[int, dict[int, None]] = {node: {} for node in nodes}  # node -> neighbours that took columns from it
    work = list(reversed(nodes))
    waiting = set(work)
    empty = next((node for node in nodes if not alive[node].any()), None)
    while work and empty is None:
        node = work.pop()
        waiting.discard(node)
        for other, links in near[node]:
            kept = alive[other] & links[alive[node]].any(axis=0)
            if kept.sum() == alive[other].sum():
                continue
            alive[other] = kept
            blame[other][node] = None
            if not kept.any():
                empty = other
                break
            if other not in waiting:
                waiting.add(other)
                work.append(other)
    if empty is None:
        return nodes
    found = {empty}
    todo = [empty]
    while todo:
        for reason in blame[todo.pop()]:
            if reason not in found:
                found.add(reason)
                todo.append(reason)
    # WHY: the set of blamed nodes repeats every removal among themselves, so it is infeasible; it need not be minimal.
    return sorted(found) if len(problem.tables[empty]) else [empty]


def _quick_xplain(agreement: _Agreement, nodes: list[int]) -> list[int]:
    """QX(B, grown, C) = the part of C that is needed beside B, with an explicit stack; `nodes` is infeasible.

    QX = nothing if B grew and is infeasible alone; C if it is one node; else with C = C1 + C2:
    D2 = QX(B + C1, C1, C2), D1 = QX(B + D2, D2, C1), D1 + D2.
    """
    tasks: list[tuple[str, list[int], bool, list[int]]] = [("run", [], False, nodes)]
    results: list[list[int]] = []
    while tasks:
        stage, background, grown, candidates = tasks.pop()
        if stage == "run":
            if grown and not _feasible(agreement, sorted(background)):
                results.append([])
            elif len(candidates) == 1:
                results.append(candidates)
            else:
                half = len(candidates) // 2
                tasks.append(("rest", background, False, candidates[:half]))
                tasks.append(("run", background + candidates[:half], True, candidates[half:]))
        elif stage == "rest":
            second = results[-1]
            tasks.append(("join", [], False, []))
            tasks.append(("run", background + second, bool(second), candidates))
        else:
            first = results.pop()
            results[-1] = first + results[-1]
    return results.pop()
