"""Local search: better columns for one node at a time, and a way out of assignments that are impossible.

A node is looked at again when something around it has changed. Impossible conversions have a weight instead of a
price; where the search is stuck with one, its weight grows until some node gives way (the breakout method, Morris
1993). There is no chance in it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from time import perf_counter

from metadef.layout.component import Component

__all__ = ["improve"]

_CROWD = 64  # consumers beyond which a value does not wake all of them up


class _Search:
    def __init__(self, component: Component, picked: Mapping[int, int], deadline: float) -> None:
        self.component = component
        self.problem = component.problem
        self.picked = dict(picked)
        self.deadline = deadline
        values = frozenset(component.values)
        self.weight: dict[tuple[int, int, int], float] = {}  # of impossible (value, from, to), once stuck there
        self.base = 1.0 + sum(max(map(abs, self.problem.tables[node].costs)) for node in component.nodes)
        self.outputs: dict[int, list[tuple[int, int]]] = {}
        self.inputs: dict[int, dict[int, tuple[int, ...]]] = {}
        self.wanted: dict[int, dict[int, int]] = {value: {} for value in values}
        for node in component.nodes:
            self.outputs[node] = [(s, v) for s, v in enumerate(self.problem.outputs[node]) if v in values]
            slots: dict[int, tuple[int, ...]] = {}
            for slot, value in enumerate(self.problem.inputs[node]):
                if value in values:
                    slots[value] = (*slots.get(value, ()), slot)
            self.inputs[node] = slots
        for value in component.values:
            for node, slot in self.problem.consumers[value]:
                self.count(value, self.problem.tables[node].ins[self.picked.get(node, 0)][slot], 1)

    def count(self, value: int, fmt: int, change: int) -> None:
        self.wanted[value][fmt] = self.wanted[value].get(fmt, 0) + change

    def price(self, value: int, src: int, dst: int) -> float:
        cost = self.problem.conversions[value].cost(src, dst)
        return cost if cost < math.inf else self.weight.get((value, src, dst), self.base)

    def around(self, node: int, k: int) -> float:
        """What column k of a node costs with all that it touches; the node's own demands are not counted as wanted."""
        table = self.problem.tables[node]
        total = table.costs[k]
        for factor in self.component.extras.get(node, ()):
            total += min(float(factor.table[k]), 1e3 * self.base)
        ins, own = table.ins[k], self.inputs[node]
        for slot, value in self.outputs[node]:
            src = table.outs[k][slot]
            wants = {dst for dst, count in self.wanted[value].items() if count > 0}
            wants.update(ins[s] for s in own.get(value, ()))
            total += sum(self.price(value, src, dst) for dst in wants)
        made = {value for _, value in self.outputs[node]}
        for value, slots in own.items():
            if value in made:
                continue
            src, wanted = self.component.source(value, self.picked), self.wanted[value]
            total += sum(self.price(value, src, dst) for dst in {ins[s] for s in slots} if wanted.get(dst, 0) <= 0)
        return total

    def near(self, node: int) -> Iterable[int]:
        """The nodes that share a value with this one, crowds left out."""
        for value in [v for _, v in self.outputs[node]] + list(self.inputs[node]):
            yield from self.ends(value)

    def ends(self, value: int) -> Iterable[int]:
        port = self.problem.producers[value]
        if port is not None and port[0] in self.outputs:
            yield port[0]
        consumers = self.problem.consumers[value]
        if len(consumers) <= _CROWD:
            yield from (node for node, _ in consumers if node in self.outputs)

    def descend(self, start: Iterable[int]) -> None:
        """Give each node its best column, and look again at the neighbours of each that moved."""
        queue = deque(dict.fromkeys(start))
        waiting = set(queue)
        steps = 0
        while queue:
            steps += 1
            if steps % 256 == 0 and perf_counter() > self.deadline:
                return
            node = queue.popleft()
            waiting.discard(node)
            ins, now = self.problem.tables[node].ins, self.picked[node]
            for value, slots in self.inputs[node].items():
                for slot in slots:
                    self.count(value, ins[now][slot], -1)
            costs = [self.around(node, k) for k in range(len(ins))]
            best = min(range(len(ins)), key=costs.__getitem__)
            if costs[best] < costs[now] - 1e-9 * max(1.0, abs(costs[now])):
                self.picked[node] = now = best
                for other in self.near(node):
                    if other != node and other not in waiting:
                        waiting.add(other)
                        queue.append(other)
            for value, slots in self.inputs[node].items():
                for slot in slots:
                    self.count(value, ins[now][slot], 1)

    def stuck(self) -> list[tuple[int, int, int]]:
        """The impossible conversions (value, from, to) that are needed."""
        found: list[tuple[int, int, int]] = []
        for value in self.component.values:
            prices, src = self.problem.conversions[value], self.component.source(value, self.picked)
            for dst, count in self.wanted[value].items():
                if count > 0 and prices.cost(src, dst) == math.inf:
                    found.append((value, src, dst))
        return found


def improve(
    component: Component, picked: Mapping[int, int], deadline: float = math.inf, most_rounds: int = 60
) -> dict[int, int]:
    """A local optimum near `picked`, without impossible conversions if some can be found in a few rounds.

    Args:
        picked: a column per node of the component.
        deadline: on the clock of `perf_counter`; the search stops early there.
        most_rounds: times that the weights may grow.
    """
    search = _Search(component, picked, deadline)
    search.descend(component.nodes)
    for _ in range(most_rounds):
        stuck = search.stuck()
        if not stuck or perf_counter() > deadline:
            break
        for pair in stuck:
            search.weight[pair] = search.weight.get(pair, search.base) + search.base
        search.descend(node for value, _, _ in stuck for node in search.ends(value))
    return search.picked
