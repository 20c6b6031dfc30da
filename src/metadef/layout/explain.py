"""Why a node runs in its column and a value lies in its format: the alternatives, and what each would cost.

Two prices of an alternative: *here*, the node's own price and the conversions at its tensors while all others stay;
and *at best*, the cheapest layout of the whole graph that contains it. The difference between the latter and the
optimum is the alternative's exchange cost, the least price for insisting on it. It is found by solving again with the
other columns of the node taken away, so it is as exact as the solver is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from metadef.errors import UsageError, did_you_mean
from metadef.layout.deadlock import Deadlock, deadlock_at
from metadef.layout.forced import forced_cost
from metadef.layout.price import price
from metadef.layout.problem import Problem
from metadef.layout.solution import Solution

__all__ = ["Alternative", "Link", "NodeReason", "ValueReason", "why"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to decide."""

    text: str
    is_chosen: bool
    own: float | None  # the node's own price; None for a format of a value
    here: float | None  # what the whole costs if only this is changed; None where a conversion is impossible
    at_best: float | None  # the cheapest layout with it; None where there is none


@dataclass(frozen=True, slots=True)
class Link:
    """A value between its producer and one node."""

    value: str
    other: str  # the node at the other end; "" for a graph input or constant
    given: str  # the format in which it is produced
    taken: str  # the format in which it is read
    cost: float  # of the conversion, 0 where both are equal
    shared_with: tuple[str, ...] = ()  # other nodes that read the same conversion


@dataclass(frozen=True, slots=True)
class NodeReason:
    """Why a node runs in its column."""

    node: str
    optimum: float
    alternatives: tuple[Alternative, ...]
    inputs: tuple[Link, ...]
    outputs: tuple[Link, ...]
    deadlock: Deadlock | None = None


@dataclass(frozen=True, slots=True)
class ValueReason:
    """Why a value lies in its format."""

    value: str
    producer: str  # "" for a graph input or constant
    optimum: float
    alternatives: tuple[Alternative, ...]  # formats in which it could be produced
    readers: tuple[Link, ...]


def why(problem: Problem, solution: Solution, name: str) -> NodeReason | ValueReason:
    """The reasons for a node, or else for a value, of this name.

    Raises:
        UsageError: if there is neither, or the problem has no solution.
    """
    if solution.cost is None:
        raise UsageError.of("bad-usage", f"why {name}", "there is no layout to explain")
    if name in problem.node_names:
        return _node(problem, solution, solution.cost, problem.node_names.index(name))
    if name in problem.value_names:
        return _value(problem, solution, solution.cost, problem.value_names.index(name))
    hint = did_you_mean(name, [*problem.node_names, *problem.value_names])
    raise UsageError.of("bad-usage", f"why {name}", "there is no such node or value", hint=hint)


def _node(problem: Problem, solution: Solution, optimum: float, node: int) -> NodeReason:
    table, chosen = problem.tables[node], solution.columns[node]
    alternatives: list[Alternative] = []
    for column in range(len(table)):
        columns = list(solution.columns)
        columns[node] = column
        here = price(problem, columns).cost
        best = optimum if column == chosen else forced_cost(problem, {node: (column,)})
        alternatives.append(
            Alternative(_column_text(problem, node, column), column == chosen, table.costs[column], _finite(here), best)
        )
    inputs = tuple(_link(problem, solution.columns, value, node) for value in dict.fromkeys(problem.inputs[node]))
    outputs = tuple(
        replace(_link(problem, solution.columns, value, reader), other=problem.node_names[reader])
        for value in problem.outputs[node]
        for reader in dict.fromkeys(reader for reader, _ in problem.consumers[value])
    )
    return NodeReason(
        problem.node_names[node],
        optimum,
        tuple(alternatives),
        inputs,
        outputs,
        deadlock_at(problem, solution.columns, node),
    )


def _value(problem: Problem, solution: Solution, optimum: float, value: int) -> ValueReason:
    port = problem.producers[value]
    readers = tuple(
        replace(_link(problem, solution.columns, value, reader), other=problem.node_names[reader])
        for reader in dict.fromkeys(reader for reader, _ in problem.consumers[value])
    )
    alternatives: list[Alternative] = []
    source = _source(problem, solution.columns, value)
    for form in problem.sources(value):
        best: float | None = optimum
        if form != source and port is not None:
            rows = problem.tables[port[0]].outs
            giving = tuple(column for column, outs in enumerate(rows) if outs[port[1]] == form)
            best = forced_cost(problem, {port[0]: giving})
        alternatives.append(Alternative(problem.formats[form], form == source, None, None, best))
    producer = problem.node_names[port[0]] if port is not None else ""
    return ValueReason(problem.value_names[value], producer, optimum, tuple(alternatives), readers)


def _link(problem: Problem, columns: Sequence[int], value: int, reader: int) -> Link:
    """What a reader takes of a value; several slots of one reader count as the first that needs a conversion."""
    source = _source(problem, columns, value)
    taken: Mapping[int, list[int]] = _taken(problem, columns, value)
    own = taken[reader]
    wanted = next((form for form in own if form != source), own[0])
    shared = tuple(
        problem.node_names[node]
        for node, forms in taken.items()
        if node != reader and wanted != source and wanted in forms
    )
    port = problem.producers[value]
    return Link(
        problem.value_names[value],
        problem.node_names[port[0]] if port is not None else "",
        problem.formats[source],
        problem.formats[wanted],
        problem.conversions[value].cost(source, wanted),
        shared,
    )


def _source(problem: Problem, columns: Sequence[int], value: int) -> int:
    fixed, port = problem.fixed[value], problem.producers[value]
    if fixed is not None or port is None:
        return fixed if fixed is not None else 0
    return problem.tables[port[0]].outs[columns[port[0]]][port[1]]


def _taken(problem: Problem, columns: Sequence[int], value: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for node, slot in problem.consumers[value]:
        found.setdefault(node, []).append(problem.tables[node].ins[columns[node]][slot])
    return found


def _column_text(problem: Problem, node: int, column: int) -> str:
    table, names = problem.tables[node], problem.formats
    left, right = (", ".join(names[form] for form in side[column]) for side in (table.ins, table.outs))
    return f"({left}) -> ({right})"


def _finite(cost: float) -> float | None:
    return cost if cost < float("inf") else None
