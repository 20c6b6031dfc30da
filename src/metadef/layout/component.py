"""`Component`: a part of a problem that shares no decision with the rest, in the problem's own terms."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from metadef.layout.factors import Factor, FactorGraph
from metadef.layout.problem import Problem
from metadef.layout.proof import TermKind

__all__ = ["Component", "component_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """Nodes to decide, and the values whose price depends on them."""

    problem: Problem
    nodes: tuple[int, ...]  # whose cost belongs to this component
    anchors: tuple[int, ...]  # nodes with one column that share a value with them; their cost is counted elsewhere
    values: tuple[int, ...]  # priced here
    extras: Mapping[int, list[Factor]]  # per node, hard tables over it alone that belong to none of the values

    def source(self, value: int, picked: Mapping[int, int]) -> int:
        """The format in which a value exists; a node that is not in `picked` has one column."""
        fixed, port = self.problem.fixed[value], self.problem.producers[value]
        if fixed is not None or port is None:
            return -1 if fixed is None else fixed
        return self.problem.tables[port[0]].outs[picked.get(port[0], 0)][port[1]]

    def demanded(self, value: int, picked: Mapping[int, int]) -> dict[int, dict[int, None]]:
        """Per format other than the source, the consumers that demand it."""
        src = self.source(value, picked)
        found: dict[int, dict[int, None]] = {}
        for node, slot in self.problem.consumers[value]:
            dst = self.problem.tables[node].ins[picked.get(node, 0)][slot]
            if dst != src:
                found.setdefault(dst, {})[node] = None
        return found

    def cost(self, picked: Mapping[int, int]) -> float:
        """What the component really costs, every value priced once; infinite where a conversion does not exist."""
        terms: list[float] = []
        for node in self.nodes:
            terms.append(self.problem.tables[node].costs[picked[node]])
            terms.extend(float(factor.table[picked[node]]) for factor in self.extras.get(node, ()))
        for value in self.values:
            prices, src = self.problem.conversions[value], self.source(value, picked)
            terms.extend(prices.cost(src, dst) for dst in self.demanded(value, picked))
        return math.inf if math.inf in terms else math.fsum(terms)


def component_of(graph: FactorGraph, factors: Iterable[Factor]) -> Component:
    """The component that these factors, all terms of the problem, make up."""
    problem = graph.problem
    nodes: dict[int, None] = {}
    values: dict[int, None] = {}
    extras: dict[int, list[Factor]] = {}
    for factor in factors:
        term = factor.term
        if term is None:
            raise ValueError("a component is made of the terms of a problem, not of messages")
        if term.kind is TermKind.NODE:
            nodes[term.owner] = None
        elif term.kind in (TermKind.PAIR, TermKind.SHARE) or len(problem) + term.owner in graph.sizes:
            values[term.owner] = None
        else:
            # WHY: a value with a single state costs the same whatever is picked; only its hard links remain.
            extras.setdefault(factor.scope[0], []).append(factor)
    ends = {node: None for value in values for node, _ in problem.consumers[value]}
    ends |= {port[0]: None for value in values if (port := problem.producers[value]) is not None}
    anchors = tuple(sorted(node for node in ends if node not in nodes))
    return Component(problem, tuple(sorted(nodes)), anchors, tuple(sorted(values)), extras)
