"""The order in which elimination removes variables, found on the structure alone.

Removing a variable joins all its neighbours in one table. The greedy rule takes the variable whose table is
smallest; on chains, trees and series-parallel parts that is the classical R0, R1 and R2, and on the rest it is
min-weight bucket elimination. Table sizes are kept as integer logarithms, so hubs with thousands of neighbours cost
nothing until their neighbours are gone, and the order is the same on every machine.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = ["Order", "components", "elimination_order"]

_SCALE = 1 << 16  # integer steps per factor of two


@dataclass(frozen=True, slots=True)
class Order:
    """What can be eliminated within the limit, in order, and what remains."""

    variables: tuple[int, ...]
    stuck: frozenset[int]
    work: float  # entries of all tables that the eliminations touch


def elimination_order(
    sizes: Mapping[int, int], scopes: Iterable[tuple[int, ...]], limit: int, budget: float = math.inf
) -> Order:
    """Plan an elimination whose tables, the eliminated variable included, have at most `limit` entries each.

    Args:
        sizes: number of indices per variable.
        scopes: the variables of each table.
        limit: entries of one table.
        budget: entries of all tables together.

    >>> elimination_order({0: 2, 1: 2, 2: 2}, [(0, 1), (1, 2)], 4)
    Order(variables=(0, 1, 2), stuck=frozenset(), work=10.0)
    """
    around: dict[int, set[int]] = {v: set() for v in sizes}
    for scope in scopes:
        for a in scope:
            if len(scope) > 1:
                around[a].update(scope)
    bits = {v: round(math.log2(size) * _SCALE) for v, size in sizes.items()}
    weight: dict[int, int] = {}
    for v, others in around.items():
        others.discard(v)
        weight[v] = bits[v] + sum(bits[other] for other in others)
    most = round(math.log2(limit) * _SCALE)
    heap = [(w, v) for v, w in weight.items() if w <= most]
    heapq.heapify(heap)
    order: list[int] = []
    work = 0.0
    while heap:
        w, v = heapq.heappop(heap)
        if weight.get(v) != w:
            continue
        work += 2.0 ** (w / _SCALE)
        if work > budget:
            break
        order.append(v)
        del weight[v]
        others = around.pop(v)
        for other in others:
            near = around[other]
            near.discard(v)
            change = -bits[v]
            if len(others) > 1:
                for third in others:
                    if third != other and third not in near:
                        near.add(third)
                        change += bits[third]
            weight[other] += change
            if weight[other] <= most:
                heapq.heappush(heap, (weight[other], other))
    return Order(tuple(order), frozenset(around), work)


def components(variables: Iterable[int], scopes: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """Per variable, the least variable that tables connect it with.

    >>> components([0, 1, 2, 3], [(0, 2), (1,)])
    {0: 0, 1: 1, 2: 0, 3: 3}
    """
    parent = {v: v for v in variables}

    def root(v: int) -> int:
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    for scope in scopes:
        for other in scope[1:]:
            a, b = root(scope[0]), root(other)
            if a != b:
                parent[max(a, b)] = min(a, b)
    return {v: root(v) for v in parent}
