"""The format deadlock: a node that is cheapest in one format between neighbours that are cheapest in another.

A gives NC1HWC0, B is cheapest in ND, C takes NC1HWC0. Real engines insert two conversions. There are three ways out:
convert twice, let B follow its neighbours, or let the neighbours follow B; each is priced as the cheapest layout of the
whole graph that contains it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metadef.layout.forced import forced_cost
from metadef.layout.problem import Problem

__all__ = ["Deadlock", "WayOut", "deadlock_at"]


@dataclass(frozen=True, slots=True)
class WayOut:
    """One way out of a deadlock."""

    text: str
    cost: float | None  # of the cheapest layout that takes it; None where there is none
    is_taken: bool = False


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A node between two neighbours that would rather have another format."""

    before: str
    node: str
    after: str
    outer: str  # the format that the neighbours are cheapest in
    inner: str  # the format that the node is cheapest in
    ways: tuple[WayOut, ...]


def deadlock_at(problem: Problem, columns: Sequence[int], node: int) -> Deadlock | None:
    """The deadlock with `node` in the middle, None where its neighbours do not disagree with it."""
    own = _cheapest(problem, node)
    for slot_in, value_in in enumerate(problem.inputs[node]):
        port = problem.producers[value_in]
        if port is None:
            continue
        before, slot = port
        outer = problem.tables[before].outs[_cheapest(problem, before)][slot]
        inner = problem.tables[node].ins[own][slot_in]
        if outer == inner:
            continue
        for slot_out, value_out in enumerate(problem.outputs[node]):
            for after, slot_after in problem.consumers[value_out]:
                wanted = problem.tables[after].ins[_cheapest(problem, after)][slot_after]
                if after != node and wanted == outer != problem.tables[node].outs[own][slot_out]:
                    sides = (before, slot), (node, slot_in, slot_out), (after, slot_after)
                    return _priced(problem, columns, sides, outer, inner)
    return None


def _cheapest(problem: Problem, node: int) -> int:
    costs = problem.tables[node].costs
    return costs.index(min(costs))


Sides = tuple[tuple[int, int], tuple[int, int, int], tuple[int, int]]


def _priced(problem: Problem, columns: Sequence[int], sides: Sides, outer: int, inner: int) -> Deadlock | None:
    (before, slot), (node, slot_in, slot_out), (after, slot_after) = sides

    def gives(form: int) -> tuple[int, ...]:
        return tuple(k for k, outs in enumerate(problem.tables[before].outs) if outs[slot] == form)

    def stands(form: int) -> tuple[int, ...]:
        table = problem.tables[node]
        rows = zip(table.ins, table.outs, strict=True)
        return tuple(k for k, (ins, outs) in enumerate(rows) if ins[slot_in] == form == outs[slot_out])

    def takes(form: int) -> tuple[int, ...]:
        return tuple(k for k, ins in enumerate(problem.tables[after].ins) if ins[slot_after] == form)

    names = problem.formats
    first, middle, last = (problem.node_names[item] for item in (before, node, after))
    ways: list[WayOut] = []
    for text, kept in (
        (
            f"convert twice: {first} and {last} in {names[outer]}, {middle} in {names[inner]}",
            (gives(outer), stands(inner), takes(outer)),
        ),
        (f"{middle} follows: all three in {names[outer]}", (gives(outer), stands(outer), takes(outer))),
        (f"{first} and {last} follow: all three in {names[inner]}", (gives(inner), stands(inner), takes(inner))),
    ):
        held = dict(zip((before, node, after), kept, strict=True))
        taken = all(columns[item] in rows for item, rows in held.items())
        cost = forced_cost(problem, held) if all(held.values()) else None
        ways.append(WayOut(text, cost, taken))
    if sum(way.cost is not None for way in ways) < 2:  # WHY: where there is one way only, nothing was decided
        return None
    return Deadlock(first, middle, last, names[outer], names[inner], tuple(ways))
