"""The layout problem as a mixed-integer program, and its linear relaxation, for HiGHS.

    x[i,c]     node i picks column c                                 sum_c x[i,c] = 1
    w[k,s,t]   port k (one input slot) takes t where the source is s  sum_t w = x of the producer's columns that give s
                                                                     sum_s w = x of the consumer's columns that take t
    z[v,s,t]   value v, shared by several ports, is converted s -> t  z[v,s,t] >= w[k,s,t] for each of its ports
    minimise   cost . x + convert . z  (+ convert . w for a value with one port)

Only x is integer. An impossible conversion costs `forbidden`, which is more than any assignment can save: the
relaxation is always feasible, and any bound it gives also holds for the problem itself.

The dual of the relaxation is a certificate: the duals of the first two rows of a port are messages from its cluster
to producer and consumer, and the duals of the third are the shares of the price that each port pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metadef.layout.component import Component
from metadef.layout.problem import Problem
from metadef.layout.proof import Cluster, Leaf, Message, ShareTable, Term, TermKind

__all__ = ["PortRows", "Program", "build_program"]


@dataclass(slots=True, eq=False)
class PortRows:
    """Where one input slot stands in the program."""

    value: int
    node: int
    slot: int
    sources: tuple[int, ...]  # formats of the producer
    targets: tuple[int, ...]  # formats the slot may ask for
    source_row: int  # first of `len(sources)` rows, -1 for a fixed value
    target_row: int  # first of `len(targets)` rows
    link_rows: dict[tuple[int, int], int]  # (s, t) -> row z >= w; empty for a value with one port


@dataclass(slots=True, eq=False)
class Program:
    """Sparse columns-and-rows form of one component. Rows are `lower <= A x <= upper`."""

    component: Component
    forbidden: float
    first: dict[int, int] = field(default_factory=dict[int, int])  # node -> its first x
    cost: list[float] = field(default_factory=list[float])
    integer: list[bool] = field(default_factory=list[bool])
    lower: list[float] = field(default_factory=list[float])
    upper: list[float] = field(default_factory=list[float])
    rows: list[int] = field(default_factory=list[int])  # of the entries
    cols: list[int] = field(default_factory=list[int])
    entries: list[float] = field(default_factory=list[float])
    ports: list[PortRows] = field(default_factory=list[PortRows])

    def variable(self, cost: float, integer: bool = False) -> int:
        self.cost.append(cost)
        self.integer.append(integer)
        return len(self.cost) - 1

    def row(self, lower: float, upper: float) -> int:
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.lower) - 1

    def enter(self, row: int, col: int, value: float) -> None:
        self.rows.append(row)
        self.cols.append(col)
        self.entries.append(value)

    def price(self, value: int, src: int, dst: int) -> float:
        """What a conversion costs in the program: `forbidden` where it does not exist."""
        return min(self.component.problem.conversions[value].cost(src, dst), self.forbidden)

    def pick(self, solution: Sequence[float] | NDArray[np.float64]) -> dict[int, int]:
        """Per node, the column with the largest x."""
        picked: dict[int, int] = {}
        for node in (*self.component.nodes, *self.component.anchors):
            at, n = self.first[node], len(self.component.problem.tables[node])
            picked[node] = max(range(n), key=lambda k, at=at: (round(float(solution[at + k]), 6), -k))
        return picked

    def leaf(self, duals: NDArray[np.float64]) -> Leaf:
        """The certificate that these row duals are; any numbers give a sound one."""
        problem = self.component.problem
        messages: list[Message] = []
        clusters: list[Cluster] = []
        received: dict[int, list[int]] = {node: [] for node in self.first}
        shares: dict[tuple[int, int], dict[tuple[int, int], float]] = {}
        tables: dict[tuple[int, int, int], NDArray[np.float64]] = {}  # (value, consumer, of node) -> message
        for port in self.ports:
            pay = shares.setdefault((port.value, port.node), {})
            for pair, row in port.link_rows.items():
                pay[pair] = pay.get(pair, 0.0) + max(0.0, float(duals[row]))
            table = problem.tables[port.node]
            beta = {t: float(duals[port.target_row + k]) for k, t in enumerate(port.targets)}
            take = np.array([beta[ins[port.slot]] for ins in table.ins], dtype=np.float64)
            key = (port.value, port.node, port.node)
            tables[key] = tables[key] + take if key in tables else take
            producer = problem.producers[port.value]
            if producer is not None:
                alpha = {s: float(duals[port.source_row + k]) for k, s in enumerate(port.sources)}
                give = [alpha[outs[producer[1]]] for outs in problem.tables[producer[0]].outs]
                key = (port.value, port.node, producer[0])
                told = np.array(give, dtype=np.float64)
                tables[key] = tables[key] + told if key in tables else told
        _fit_shares(problem, shares)
        for value, node in dict.fromkeys((port.value, port.node) for port in self.ports):
            producer = problem.producers[value]
            ends = dict.fromkeys((node,) if producer is None else (producer[0], node))
            sent: list[int] = []
            for end in ends:
                sent.append(len(messages))
                received[end].append(len(messages))
                messages.append(Message((end,), tables[(value, node, end)]))
            alone = all(n == node for n, _ in problem.consumers[value])
            if alone:
                shares.pop((value, node), None)
            term = Term(TermKind.PAIR if alone else TermKind.SHARE, value, node)
            clusters.append(Cluster(tuple(sorted(ends)), (term,), (), tuple(sent)))
        for node in self.component.nodes:
            alone_terms = [factor.term for factor in self.component.extras.get(node, ()) if factor.term is not None]
            clusters.append(Cluster((node,), (Term(TermKind.NODE, node), *alone_terms), tuple(received[node])))
        for node in self.component.anchors:
            clusters.append(Cluster((node,), (), tuple(received[node])))
        frozen: dict[tuple[int, int], ShareTable] = {**shares}
        return Leaf(tuple(clusters), tuple(messages), frozen)


def _fit_shares(problem: Problem, shares: dict[tuple[int, int], dict[tuple[int, int], float]]) -> None:
    """Scale shares down where rounding made their sum exceed the price."""
    totals: dict[tuple[int, int, int], float] = {}
    for (value, _), pay in shares.items():
        for (src, dst), share in pay.items():
            totals[(value, src, dst)] = totals.get((value, src, dst), 0.0) + share
    for (value, _), pay in shares.items():
        for (src, dst), share in pay.items():
            price, total = problem.conversions[value].cost(src, dst), totals[(value, src, dst)]
            if total > price:
                pay[(src, dst)] = share * (price / total)


def build_program(component: Component, forbidden: float) -> Program:
    """The program of one component."""
    problem = component.problem
    program = Program(component, forbidden)
    inside = frozenset(component.nodes)
    for node in (*component.nodes, *component.anchors):
        costs = np.array(problem.tables[node].costs, dtype=np.float64)
        for factor in component.extras.get(node, ()):
            costs = costs + np.minimum(factor.table, forbidden)
        row = program.row(1.0, 1.0)
        program.first[node] = len(program.cost)
        for cost in costs:
            program.enter(row, program.variable(0.0 if node not in inside else float(cost), True), 1.0)
    for value in component.values:
        ports = problem.consumers[value]
        sources = tuple(problem.sources(value))
        shared: dict[tuple[int, int], int] = {}
        for node, slot in ports:
            _add_port(program, value, node, slot, sources, shared if len(ports) > 1 else None)
    return program


def _add_port(
    program: Program,
    value: int,
    node: int,
    slot: int,
    sources: tuple[int, ...],
    shared: dict[tuple[int, int], int] | None,
) -> None:
    problem = program.component.problem
    table = problem.tables[node]
    targets = tuple(sorted({ins[slot] for ins in table.ins}))
    producer = problem.producers[value]
    source_row = -1
    if producer is not None:
        source_row = len(program.lower)
        rows = {s: program.row(0.0, 0.0) for s in sources}
        for k, outs in enumerate(problem.tables[producer[0]].outs):
            program.enter(rows[outs[producer[1]]], program.first[producer[0]] + k, -1.0)
    target_row = len(program.lower)
    takes = {t: program.row(0.0, 0.0) for t in targets}
    for k, ins in enumerate(table.ins):
        program.enter(takes[ins[slot]], program.first[node] + k, -1.0)
    links: dict[tuple[int, int], int] = {}
    for at, s in enumerate(sources):
        for t in targets:
            price = 0.0 if s == t else program.price(value, s, t)
            w = program.variable(price if shared is None else 0.0)
            if source_row >= 0:
                program.enter(source_row + at, w, 1.0)
            program.enter(takes[t], w, 1.0)
            if shared is None or s == t:
                continue
            if (s, t) not in shared:
                shared[(s, t)] = program.variable(price)
            row = links[(s, t)] = program.row(0.0, float("inf"))
            program.enter(row, shared[(s, t)], 1.0)
            program.enter(row, w, -1.0)
    program.ports.append(PortRows(value, node, slot, sources, targets, source_row, target_row, links))
