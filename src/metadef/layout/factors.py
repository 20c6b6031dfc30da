"""The problem as a sum of tables over few variables: what elimination works on.

A value that one node consumes is a table over (producer, consumer). A value that several nodes consume gets a
variable of its own, its *state*: the source format and the set of formats demanded. The set of demanded formats is
exact, because a state carries its price and only hard links (0 or infinite) join it to the nodes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metadef.layout.problem import ConversionTable, Port, Problem
from metadef.layout.proof import ShareTable, State, Term, TermKind
from metadef.layout.shapes import Demands, Row, Shapes, StateList

__all__ = ["MAX_STATES", "Factor", "FactorGraph", "Memory", "Table", "build_factors", "share_factors"]

Table = NDArray[np.float64]
MAX_STATES = 1024  # states of one value; beyond, the value is shared out and the bound may lose


@dataclass(slots=True, eq=False)
class Factor:
    """A table over `scope` (ascending variables), and what it stands for."""

    scope: tuple[int, ...]
    table: Table
    term: Term | None = None  # None for a message
    message: int = -1  # its number, for a message


@dataclass(slots=True, eq=False)
class Memory:
    """Tables already made; elimination recognises equal work by the identity of tables."""

    shapes: Shapes
    tables: dict[tuple[object, ...], Table] = field(default_factory=dict[tuple[object, ...], "Table"])
    parts: dict[tuple[object, ...], ConversionTable] = field(default_factory=dict[tuple[object, ...], ConversionTable])


@dataclass(slots=True, eq=False)
class FactorGraph:
    """All factors of a problem. Variables of size 1 are already fixed and appear in no scope."""

    problem: Problem
    sizes: dict[int, int]  # per variable with more than one possible index
    factors: list[Factor]
    states: dict[int, tuple[State, ...]] = field(default_factory=dict[int, tuple[State, ...]])
    shares: dict[tuple[int, int], ShareTable] = field(default_factory=dict[tuple[int, int], ShareTable])
    impossible: int | None = None  # a value none of whose states can be paid
    memory: Memory = field(default_factory=lambda: Memory(Shapes(MAX_STATES)))


@dataclass(slots=True, eq=False)
class _Builder:
    problem: Problem
    graph: FactorGraph
    memory: Memory
    split: Set[int] = frozenset()

    def add(self, scope: tuple[int, ...], key: tuple[object, ...], make: Callable[[], Table], term: Term) -> None:
        """Keep the table that `key` names, with variables of size 1 cut out and the rest in ascending order."""
        sizes, tables = self.graph.sizes, self.memory.tables
        kept = tuple(v for v in scope if v in sizes)
        turned = len(kept) == 2 and kept[0] > kept[1]
        key = (*key, turned, len(kept) == len(scope) or tuple(v in sizes for v in scope))
        table = tables.get(key)
        if table is None:
            table = make()[tuple(slice(None) if v in sizes else 0 for v in scope)]
            table = tables[key] = np.ascontiguousarray(table.T) if turned else table
        self.graph.factors.append(Factor(kept[::-1] if turned else kept, table, term))

    def source(self, value: int) -> Row:
        """Per column of the producer (once for a fixed value), the format in which the value exists."""
        fixed = self.problem.fixed[value]
        if fixed is not None:
            return self.memory.shapes.constant(fixed)
        node, slot = _port(self.problem, value)
        return self.memory.shapes.row(self.problem.tables[node], slot, output=True)

    def value(self, value: int) -> None:
        ports = self.problem.consumers[value]
        if not ports:
            return
        slots: dict[int, tuple[int, ...]] = {}
        for node, slot in ports:
            slots[node] = (*slots.get(node, ()), slot)
        tables, shapes = self.problem.tables, self.memory.shapes
        wants = {node: shapes.demands(tables[node], where) for node, where in slots.items()}
        prices = self.problem.conversions[value]
        if len(wants) == 1:
            ((node, demands),) = wants.items()
            self.pairwise(value, node, demands, prices, Term(TermKind.PAIR, value, node))
            return
        states = None if value in self.split else shapes.states(wants.values(), self.source(value), prices)
        if states is None:
            self.share_out(value, wants)
        elif states.states:
            self.joint(value, wants, states)
        else:
            self.graph.impossible = value

    def pairwise(self, value: int, node: int, wants: Demands, prices: ConversionTable, term: Term) -> None:
        """All that `node` alone pays for `value`, over (producer, node)."""
        port, source = self.problem.producers[value], self.source(value)
        key = ("pair", id(source), id(wants), prices)
        if port is None:
            self.add((node,), (*key, "fixed"), lambda: self.paid(source, wants, prices)[0], term)
        elif port[0] == node:
            self.add((node,), (*key, "own"), lambda: np.diagonal(self.paid(source, wants, prices)), term)
        else:
            self.add((port[0], node), key, lambda: self.paid(source, wants, prices), term)

    def paid(self, source: Row, wants: Demands, prices: ConversionTable) -> Table:
        """The price per (column of the producer, column of the consumer)."""
        if wants.row is None:
            rows = [[math.fsum(prices.cost(src, dst) for dst in want) for want in wants.sets] for src in source]
            return np.array(rows, dtype=np.float64)
        sources, at = self.memory.shapes.index(source)
        targets, to = self.memory.shapes.index(wants.row)
        each = np.array([[prices.cost(src, dst) for dst in targets] for src in sources], dtype=np.float64)
        return each[at[:, None], to[None, :]]

    def joint(self, value: int, wants: dict[int, Demands], listed: StateList) -> None:
        """Price the value once through its state variable."""
        prices, states = self.problem.conversions[value], listed.states
        state = len(self.problem) + value
        self.graph.states[value] = states
        if len(states) > 1:
            self.graph.sizes[state] = len(states)
        self.add((state,), ("state", id(listed), prices), lambda: listed.costs(prices), Term(TermKind.STATE, value))
        port = self.problem.producers[value]
        if port is not None:
            row = self.source(value)
            self.add(
                (port[0], state),
                ("source", id(row), id(listed)),
                lambda: _link([[src == given for src, _ in states] for given in row]),
                Term(TermKind.SOURCE, value),
            )
        for node, demands in wants.items():
            self.add(
                (state, node),
                ("demand", id(demands), id(listed)),
                lambda sets=demands.sets: _link([[want <= have | {src} for want in sets] for src, have in states]),
                Term(TermKind.DEMAND, value, node),
            )

    def share_out(self, value: int, wants: dict[int, Demands]) -> None:
        """Bound the value from below: each consumer pays a part of what it demands.

        A format that some consumers demand in every column is paid by them alone, any other by all in equal parts.
        """
        whole = self.problem.conversions[value]
        sure: dict[int, int] = {}
        for demands in wants.values():
            for dst in sorted(demands.sure):
                sure[dst] = sure.get(dst, 0) + 1
        for node, demands in wants.items():
            key = (whole, len(wants), tuple((dst, users, dst in demands.sure) for dst, users in sure.items()))
            part = self.memory.parts.get(key)
            if part is None:
                costs: dict[tuple[int, int], float] = {}
                for (src, dst), cost in whole.costs.items():
                    costs[(src, dst)] = (
                        cost / sure.get(dst, len(wants)) if dst in demands.sure or dst not in sure else 0.0
                    )
                part = self.memory.parts[key] = ConversionTable(costs)
            self.graph.shares[(value, node)] = part.costs
            self.pairwise(value, node, demands, part, Term(TermKind.SHARE, value, node))


def _port(problem: Problem, value: int) -> Port:
    port = problem.producers[value]
    if port is None:
        raise ValueError(f"value {value} has neither a producer nor a fixed format")
    return port


def _link(rows: list[list[bool]]) -> Table:
    return np.where(np.array(rows, dtype=np.bool_), 0.0, np.inf)


def share_factors(graph: FactorGraph, shares: Mapping[tuple[int, int], ShareTable]) -> list[Factor]:
    """The tables of values that are shared out by `shares`: (value, consumer) -> what it pays."""
    problem = graph.problem
    fresh = FactorGraph(problem, graph.sizes, [])
    builder = _Builder(problem, fresh, Memory(graph.memory.shapes))
    parts: dict[tuple[tuple[tuple[int, int], float], ...], ConversionTable] = {}
    for (value, node), share in shares.items():
        part = parts.setdefault(tuple(share.items()), ConversionTable(share))
        slots = tuple(slot for slot, v in enumerate(problem.inputs[node]) if v == value)
        wants = graph.memory.shapes.demands(problem.tables[node], slots)
        builder.pairwise(value, node, wants, part, Term(TermKind.SHARE, value, node))
    return fresh.factors


def build_factors(
    problem: Problem, max_states: int = MAX_STATES, split: Set[int] = frozenset(), memory: Memory | None = None
) -> FactorGraph:
    """The sum of tables whose minimum is the cheapest cost (a lower bound of it where values are shared out).

    Args:
        problem: every node must have at least one column.
        max_states: states of one value before it is shared out.
        split: values that are shared out if several nodes consume them.
        memory: of an earlier graph of the same problem and `max_states`, so that its tables are not made again.
    """
    sizes = {node: len(table) for node, table in enumerate(problem.tables) if len(table) > 1}
    memory = memory or Memory(Shapes(max_states))
    builder = _Builder(problem, FactorGraph(problem, sizes, [], memory=memory), memory, split)
    for node, table in enumerate(problem.tables):
        builder.add(
            (node,),
            ("cost", table),
            lambda costs=table.costs: np.array(costs, dtype=np.float64),
            Term(TermKind.NODE, node),
        )
    for value in range(len(problem.fixed)):
        builder.value(value)
    return builder.graph
