"""Local search: better columns for one node at a time, until no single change helps."""

from __future__ import annotations

import math
from collections import Counter

from metadef.layout.relaxed import Program

__all__ = ["improve"]

_MISSING = 1e15  # weight of an impossible conversion while searching, so that fewer of them is better


def improve(program: Program, picked: dict[int, int], most_rounds: int = 20) -> dict[int, int]:
    """A local optimum at or below `picked`, found by changing one node's column at a time, nodes in order."""
    problem = program.problem
    picked = dict(picked)
    values = {port.value for port in program.ports}
    wanted: dict[int, Counter[int]] = {value: Counter() for value in values}
    for port in program.ports:
        wanted[port.value][problem.tables[port.node].ins[picked[port.node]][port.slot]] += 1
    outputs = {node: [(s, v) for s, v in enumerate(problem.outputs[node]) if v in values] for node in program.first}
    inputs = {node: [(s, v) for s, v in enumerate(problem.inputs[node]) if v in values] for node in program.first}

    def source(value: int) -> int:
        fixed, port = problem.fixed[value], problem.producers[value]
        if fixed is not None or port is None:
            return -1 if fixed is None else fixed
        return problem.tables[port[0]].outs[picked[port[0]]][port[1]]

    def around(node: int, k: int) -> float:
        """Cost of everything that the column of `node` touches, when it is k."""
        table = problem.tables[node]
        total = table.costs[k]
        for factor in program.extras.get(node, ()):
            total += float(factor.table[k])
        mine = dict(outputs[node])
        for slot, value in outputs[node]:
            for dst, count in wanted[value].items():
                if count > 0:
                    total += _price(problem.conversions[value].cost(table.outs[k][slot], dst))
        for slot, value in inputs[node]:
            dst = table.ins[k][slot]
            own = value in mine.values()
            if wanted[value][dst] <= 0 and not own:
                total += _price(problem.conversions[value].cost(source(value), dst))
        return total if total < math.inf else _MISSING

    for _ in range(most_rounds):
        changed = False
        for node in program.nodes:
            table = problem.tables[node]
            for slot, value in inputs[node]:
                wanted[value][table.ins[picked[node]][slot]] -= 1
            now = around(node, picked[node])
            best = min(range(len(table)), key=lambda k, node=node: around(node, k))
            if around(node, best) < now - 1e-12:
                picked[node], changed = best, True
            for slot, value in inputs[node]:
                wanted[value][table.ins[picked[node]][slot]] += 1
        if not changed:
            break
    return picked


def _price(cost: float) -> float:
    return cost if cost < math.inf else _MISSING
