"""The baseline: formats spread from heavy operators by fixed scores, the way the real engine does it.

First every node is judged alone, in order: the first column in which all tensors keep their origin format, else the
first column of all. Then heavy formats spread from the heavy nodes, in order and again in reverse order: a tensor
carries its format to its neighbours, breadth first, each tensor once. A neighbour takes the column with the best
score, summed over its tensors: 2000 for the format being spread, 200 for another heavy format, 100 for the tensor's
origin format, 1 for any other. Spreading stops at other heavy nodes and at nodes without a fitting column.

There is no cost in it anywhere, which is what the optimum is compared with. Values without a known origin format
have the format in which they arrive, or none.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from metadef.layout.price import Conversion, price
from metadef.layout.problem import Problem

__all__ = ["Baseline", "greedy"]

_SPREAD, _HEAVY, _ORIGIN, _OTHER = 2000, 200, 100, 1  # scores of a tensor's format


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the greedy rules choose."""

    columns: tuple[int, ...]  # per node
    cost: float | None  # None where a conversion they need does not exist
    conversions: tuple[Conversion, ...]


@dataclass(slots=True, eq=False)
class _Spreading:
    problem: Problem
    columns: list[int]
    marked: set[int] = field(default_factory=set[int])  # values whose format was spread

    def origin(self, value: int) -> int | None:
        known = self.problem.origins[value] if self.problem.origins else None
        return self.problem.fixed[value] if known is None else known

    def tensors(self, node: int, column: int) -> Iterable[tuple[int, int]]:
        """(value, format) of every input and output."""
        table = self.problem.tables[node]
        yield from zip(self.problem.inputs[node], table.ins[column], strict=True)
        yield from zip(self.problem.outputs[node], table.outs[column], strict=True)

    def judge(self, node: int) -> int:
        """The column of a node seen alone."""
        for column in range(len(self.problem.tables[node])):
            wanted = [(self.origin(value), fmt) for value, fmt in self.tensors(node, column)]
            known = [(origin, fmt) for origin, fmt in wanted if origin is not None]
            if known and all(origin == fmt for origin, fmt in known):
                return column
        return 0

    def score(self, node: int, column: int, spread: int) -> int:
        total = 0
        for value, fmt in self.tensors(node, column):
            if fmt == spread:
                total += _SPREAD
            elif fmt in self.problem.heavy_formats:
                total += _HEAVY
            elif fmt == self.origin(value):
                total += _ORIGIN
            else:
                total += _OTHER
        return total

    def start(self, node: int) -> None:
        """A heavy node takes its best heavy column and spreads it."""
        heavy = self.problem.heavy_formats
        best, most = None, 0
        for column in range(len(self.problem.tables[node])):
            count = sum(fmt in heavy for _, fmt in self.tensors(node, column))
            if count > most:
                best, most = column, count
        if best is None:
            return
        self.columns[node] = best
        self.breadth_first(node)

    def breadth_first(self, start: int) -> None:
        problem = self.problem
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for value, fmt in list(self.tensors(node, self.columns[node])):
                if fmt not in problem.heavy_formats or value in self.marked:
                    continue
                self.marked.add(value)
                port = problem.producers[value]
                beside = [other for other, _ in problem.consumers[value]]
                if port is not None:
                    beside.append(port[0])
                for other in dict.fromkeys(beside):
                    if other != node and other not in problem.heavy and self.take(other, value, fmt):
                        queue.append(other)

    def take(self, node: int, value: int, spread: int) -> bool:
        """Let a node follow the format that arrives at one of its tensors."""
        fitting = [
            column
            for column in range(len(self.problem.tables[node]))
            if (value, spread) in set(self.tensors(node, column))
        ]
        if not fitting:
            return False
        self.columns[node] = max(fitting, key=lambda column: (self.score(node, column, spread), -column))
        return True


def greedy(problem: Problem) -> Baseline:
    """Choose columns by the rules of the real engine; every node must have one.

    Source: order, scores and stopping rules as observed in GE's heavy-format propagation.
    """
    spreading = _Spreading(problem, [0] * len(problem))
    for node in range(len(problem)):
        spreading.columns[node] = spreading.judge(node)
    heavy = sorted(problem.heavy)
    for node in heavy:
        spreading.start(node)
    for node in reversed(heavy):
        spreading.breadth_first(node)
    priced = price(problem, spreading.columns)
    cost = priced.cost if priced.cost < math.inf else None
    return Baseline(tuple(spreading.columns), cost, priced.conversions)
