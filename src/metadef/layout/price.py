"""What an assignment of columns costs, and which conversions it needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from metadef.layout.problem import Problem

__all__ = ["Conversion", "Priced", "price"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """One TransData to insert: `value` from the format in which it exists to one that is demanded."""

    value: int
    src: int
    dst: int


@dataclass(frozen=True, slots=True)
class Priced:
    """The cost of an assignment: infinity when a demanded conversion does not exist."""

    cost: float
    conversions: tuple[Conversion, ...]  # by value, then by the first consumer that demands it


def price(problem: Problem, columns: Sequence[int]) -> Priced:
    """The exact cost of choosing `columns[i]` for each node i."""
    terms = [problem.tables[node].costs[k] for node, k in enumerate(columns)]
    conversions: list[Conversion] = []
    for value, ports in enumerate(problem.consumers):
        if not ports:
            continue
        src = problem.fixed[value]
        if src is None:
            port = problem.producers[value]
            if port is None:
                continue
            src = problem.tables[port[0]].outs[columns[port[0]]][port[1]]
        demanded = {problem.tables[node].ins[columns[node]][slot]: None for node, slot in ports}
        demanded.pop(src, None)
        for dst in demanded:
            terms.append(problem.conversions[value].cost(src, dst))
            conversions.append(Conversion(value, src, dst))
    cost = math.inf if math.inf in terms else math.fsum(terms)
    return Priced(cost, tuple(conversions))
