"""The problem as a sum of tables over few variables: what elimination works on.

A value that one node consumes is a table over (producer, consumer). A value that several nodes consume gets a
variable of its own, its *state*: the source format and the set of formats demanded. The set of demanded formats is
exact, because a state carries its price and only hard links (0 or infinite) join it to the nodes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metadef.layout.problem import ColumnTable, ConversionTable, Port, Problem
from metadef.layout.proof import ShareTable, State, Term, TermKind

__all__ = ["MAX_STATES", "Factor", "FactorGraph", "Table", "build_factors", "demands", "share_factors"]

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
class FactorGraph:
    """All factors of a problem. Variables of size 1 are already fixed and appear in no scope."""

    problem: Problem
    sizes: dict[int, int]  # per variable with more than one possible index
    factors: list[Factor]
    states: dict[int, tuple[State, ...]] = field(default_factory=dict[int, tuple[State, ...]])
    shares: dict[tuple[int, int], ShareTable] = field(default_factory=dict[tuple[int, int], ShareTable])
    impossible: int | None = None  # a value none of whose states can be paid


def demands(table: ColumnTable, slots: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """Per column, the set of formats in which a node wants the value that stands at `slots`."""
    return tuple(frozenset(ins[slot] for slot in slots) for ins in table.ins)


@dataclass(slots=True, eq=False)
class _Builder:
    problem: Problem
    graph: FactorGraph
    max_states: int = MAX_STATES
    split: Set[int] = frozenset()
    tables: dict[tuple[object, ...], Table] = field(default_factory=dict[tuple[object, ...], Table])
    sets: dict[tuple[object, ...], tuple[frozenset[int], ...]] = field(
        default_factory=dict[tuple[object, ...], tuple[frozenset[int], ...]]
    )
    parts: dict[tuple[object, ...], ConversionTable] = field(default_factory=dict[tuple[object, ...], ConversionTable])
    cuts: dict[tuple[object, ...], tuple[Table, Table]] = field(
        default_factory=dict[tuple[object, ...], "tuple[Table, Table]"]
    )
    listed: dict[tuple[object, ...], tuple[State, ...] | None] = field(
        default_factory=dict[tuple[object, ...], "tuple[State, ...] | None"]
    )

    def add(self, scope: tuple[int, ...], table: Table, term: Term) -> None:
        """Keep a table, with variables of size 1 cut out and the rest in ascending order."""
        sizes = self.graph.sizes
        kept = tuple(v for v in scope if v in sizes)
        turned = len(kept) == 2 and kept[0] > kept[1]
        if turned or len(kept) != len(scope):
            open_axes = tuple(v in sizes for v in scope)
            key = (id(table), turned, open_axes)
            # WHY: elimination recognises equal work by the identity of tables, so equal cuts must be one object.
            cut = self.cuts.get(key)
            if cut is None:
                view = table[tuple(slice(None) if whole else 0 for whole in open_axes)]
                cut = self.cuts[key] = (view.T if turned else view, table)
            table = cut[0]
            kept = kept[::-1] if turned else kept
        self.graph.factors.append(Factor(kept, table, term))

    def demand_sets(self, node: int, slots: tuple[int, ...]) -> tuple[frozenset[int], ...]:
        key = (self.problem.tables[node], slots)
        found = self.sets.get(key)
        if found is None:
            found = self.sets[key] = demands(self.problem.tables[node], slots)
        return found

    def source_row(self, value: int) -> tuple[int, ...]:
        """Per column of the producer (once for a fixed value), the format in which the value exists."""
        fixed = self.problem.fixed[value]
        if fixed is not None:
            return (fixed,)
        node, slot = _port(self.problem, value)
        return tuple(outs[slot] for outs in self.problem.tables[node].outs)

    def value(self, value: int) -> None:
        ports = self.problem.consumers[value]
        if not ports:
            return
        slots: dict[int, tuple[int, ...]] = {}
        for node, slot in ports:
            slots[node] = (*slots.get(node, ()), slot)
        if len(slots) == 1:
            ((node, where),) = slots.items()
            self.pairwise(value, node, where, self.problem.conversions[value], Term(TermKind.PAIR, value, node))
            return
        states = None if value in self.split else self.list_states(value, slots)
        if states is None:
            self.share_out(value, slots)
        elif states:
            self.joint(value, slots, states)
        else:
            self.graph.impossible = value

    def pairwise(self, value: int, node: int, slots: tuple[int, ...], prices: ConversionTable, term: Term) -> None:
        """All that `node` alone pays for `value`, over (producer, node)."""
        port = self.problem.producers[value]
        key = ("pair", port and self.problem.tables[port[0]], port and port[1], self.problem.fixed[value])
        key = (*key, self.problem.tables[node], slots, prices)
        table = self.tables.get(key)
        if table is None:
            rows = [
                [math.fsum(prices.cost(src, dst) for dst in wanted) for wanted in self.demand_sets(node, slots)]
                for src in self.source_row(value)
            ]
            table = self.tables[key] = np.array(rows, dtype=np.float64)
        if port is None:
            self.add((node,), self.tables.setdefault(("row", *key), table[0]), term)
        elif port[0] == node:
            key = ("own", *key)
            if key not in self.tables:
                self.tables[key] = np.diagonal(table)
            self.add((node,), self.tables[key], term)
        else:
            self.add((port[0], node), table, term)

    def list_states(self, value: int, slots: dict[int, tuple[int, ...]]) -> tuple[State, ...] | None:
        """Every state that some assignment can bring about and pay; None when there are too many."""
        prices = self.problem.conversions[value]
        counts: dict[frozenset[frozenset[int]], int] = {}
        for node, where in slots.items():
            wanted = frozenset(self.demand_sets(node, where))
            counts[wanted] = counts.get(wanted, 0) + 1
        sources = tuple(sorted(set(self.source_row(value))))
        key = (frozenset(counts.items()), sources, prices)
        if key not in self.listed:
            self.listed[key] = _states(counts, sources, prices, self.max_states)
        return self.listed[key]

    def joint(self, value: int, slots: dict[int, tuple[int, ...]], states: tuple[State, ...]) -> None:
        """Price the value once through its state variable."""
        problem, prices = self.problem, self.problem.conversions[value]
        state = len(problem) + value
        self.graph.states[value] = states
        if len(states) > 1:
            self.graph.sizes[state] = len(states)
        key = ("state", states, prices)
        if key not in self.tables:
            costs = [math.fsum(prices.cost(src, dst) for dst in wanted) for src, wanted in states]
            self.tables[key] = np.array(costs, dtype=np.float64)
        self.add((state,), self.tables[key], Term(TermKind.STATE, value))
        port = problem.producers[value]
        if port is not None:
            key = ("source", problem.tables[port[0]], port[1], states)
            if key not in self.tables:
                row = self.source_row(value)
                self.tables[key] = _link([[src == given for src, _ in states] for given in row])
            self.add((port[0], state), self.tables[key], Term(TermKind.SOURCE, value))
        for node, where in slots.items():
            key = ("demand", problem.tables[node], where, states)
            if key not in self.tables:
                sets = self.demand_sets(node, where)
                self.tables[key] = _link([[want <= have | {src} for want in sets] for src, have in states])
            self.add((state, node), self.tables[key], Term(TermKind.DEMAND, value, node))

    def share_out(self, value: int, slots: dict[int, tuple[int, ...]]) -> None:
        """Bound the value from below: each consumer pays a part of what it demands.

        A format that some consumers demand in every column is paid by them alone, any other by all in equal parts.
        """
        whole = self.problem.conversions[value]
        sure: dict[int, dict[int, None]] = {}
        for node, where in slots.items():
            for dst in frozenset.intersection(*self.demand_sets(node, where)):
                sure.setdefault(dst, {})[node] = None
        for node, where in slots.items():
            key = (id(whole), len(slots), tuple((dst, len(users), node in users) for dst, users in sure.items()))
            part = self.parts.get(key)
            if part is None:
                costs: dict[tuple[int, int], float] = {}
                for (src, dst), cost in whole.costs.items():
                    users = sure.get(dst, slots)
                    costs[(src, dst)] = cost / len(users) if node in users else 0.0
                part = self.parts[key] = ConversionTable(costs)
            self.graph.shares[(value, node)] = part.costs
            self.pairwise(value, node, where, part, Term(TermKind.SHARE, value, node))


def _port(problem: Problem, value: int) -> Port:
    port = problem.producers[value]
    if port is None:
        raise ValueError(f"value {value} has neither a producer nor a fixed format")
    return port


def _link(rows: list[list[bool]]) -> Table:
    return np.where(np.array(rows, dtype=np.bool_), 0.0, np.inf)


def _states(
    counts: dict[frozenset[frozenset[int]], int], sources: Iterable[int], prices: ConversionTable, limit: int
) -> tuple[State, ...] | None:
    reached: set[frozenset[int]] = {frozenset()}
    for wanted, times in sorted(counts.items(), key=lambda item: sorted(map(sorted, item[0]))):
        for _ in range(times):
            grown = {have | want for have in reached for want in wanted}
            if len(grown) > limit:
                return None
            if grown == reached:
                break
            reached = grown
    states: dict[State, None] = {}
    for src in sources:
        for have in sorted(reached, key=lambda have: (len(have), sorted(have))):
            if all(math.isfinite(prices.cost(src, dst)) for dst in have):
                states[(src, have - {src})] = None
        if len(states) > limit:
            return None
    return tuple(states)


def share_factors(graph: FactorGraph, shares: Mapping[tuple[int, int], ShareTable]) -> list[Factor]:
    """The tables of values that are shared out by `shares`: (value, consumer) -> what it pays."""
    problem = graph.problem
    fresh = FactorGraph(problem, graph.sizes, [])
    builder = _Builder(problem, fresh)
    parts: dict[tuple[tuple[tuple[int, int], float], ...], ConversionTable] = {}
    for (value, node), share in shares.items():
        key = tuple(share.items())
        part = parts.get(key)
        if part is None:
            part = parts[key] = ConversionTable(share)
        slots = tuple(slot for slot, v in enumerate(problem.inputs[node]) if v == value)
        builder.pairwise(value, node, slots, part, Term(TermKind.SHARE, value, node))
    return fresh.factors


def build_factors(problem: Problem, max_states: int = MAX_STATES, split: Set[int] = frozenset()) -> FactorGraph:
    """The sum of tables whose minimum is the cheapest cost (a lower bound of it where values are shared out).

    Every node must have at least one column. The values in `split` are shared out if several nodes consume them.
    """
    sizes = {node: len(table) for node, table in enumerate(problem.tables) if len(table) > 1}
    builder = _Builder(problem, FactorGraph(problem, sizes, []), max_states, split)
    costs: dict[ColumnTable, Table] = {}
    for node, table in enumerate(problem.tables):
        if table not in costs:
            costs[table] = np.array(table.costs, dtype=np.float64)
        builder.add((node,), costs[table], Term(TermKind.NODE, node))
    for value in range(len(problem.fixed)):
        builder.value(value)
    return builder.graph
