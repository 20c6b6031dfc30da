"""The checker of bound certificates. It knows `Problem` and the records of `proof`, and nothing of the solver.

It writes each term down from the problem again, adds what a cluster receives, subtracts what it sends, takes the
minimum by enumeration, and adds the minima up. Whatever messages it is given, the sum is a lower bound of the cost of
every assignment; a wrong certificate proves less, or is refused.

What it demands, and why the sum is then a bound:

* S1 every node's cost stands in exactly one cluster of each case, so none is counted twice or forgotten;
* S2 the price of a value stands in at most one cluster of each case (prices are not negative, so leaving one out is
  sound), or is shared out in parts that are not negative and sum to at most the price;
* S3 the listed states of a value are all that an assignment can bring about, save those that cost infinity;
* S4 each message is sent by one cluster and received by one other, over variables that both know;
* S5 an infinity is sent before it is received, so that no two clusters excuse each other;
* S6 the branches of a case distinction cover the columns that were still allowed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metadef.layout.problem import Problem
from metadef.layout.proof import Certificate, Cluster, Leaf, Message, Split, Term, TermKind

__all__ = ["Verdict", "check_certificate"]

_Array = NDArray[np.float64]
_Allowed = Mapping[int, tuple[int, ...]]  # node -> columns still allowed
_MOST_STATES = 1 << 14  # a longer list is refused, so that a hostile certificate cannot keep the checker busy
_MOST_ENTRIES = 1 << 26  # of one cluster
_PRICES = frozenset({TermKind.PAIR, TermKind.STATE, TermKind.SHARE})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a certificate really proves: no assignment costs less than `bound`. Faults make it minus infinity."""

    bound: float
    faults: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class _Checker:
    problem: Problem
    certificate: Certificate
    faults: list[str] = field(default_factory=list[str])
    owner: dict[int, int] = field(default_factory=dict[int, int])  # value -> part that prices it
    tables: dict[tuple[object, ...], _Array] = field(default_factory=dict[tuple[object, ...], _Array])

    def size(self, variable: int) -> int:
        """Number of indices of a variable."""
        nodes = len(self.problem)
        if variable < nodes:
            return len(self.problem.tables[variable])
        return len(self.certificate.states.get(variable - nodes, ()))

    def wanted(self, value: int, node: int, column: int) -> set[int]:
        """The formats in which `node` wants `value` under this column."""
        row = self.problem.tables[node].ins[column]
        return {row[slot] for slot, v in enumerate(self.problem.inputs[node]) if v == value}

    def given(self, value: int, column: int) -> int:
        """The format in which `value` exists when its producer picks `column`."""
        fixed = self.problem.fixed[value]
        port = self.problem.producers[value]
        if fixed is not None or port is None:
            return -1 if fixed is None else fixed
        return self.problem.tables[port[0]].outs[column][port[1]]

    def check_states(self) -> None:
        """S3."""
        for value, states in self.certificate.states.items():
            listed = set(states)
            prices = self.problem.conversions[value]
            demanded: set[frozenset[int]] = {frozenset()}
            for node in {node for node, _ in self.problem.consumers[value]}:
                choices = {frozenset(self.wanted(value, node, k)) for k in range(self.size(node))}
                demanded = {a | b for a in demanded for b in choices}
                if len(demanded) > _MOST_STATES:
                    self.faults.append(f"S3 value {value}: too many states to check")
                    return
            for src in self.problem.sources(value):
                for formats in demanded:
                    state = (src, formats - {src})
                    if state not in listed and all(prices.cost(src, dst) < math.inf for dst in state[1]):
                        self.faults.append(f"S3 value {value}: state {src} with {sorted(state[1])} is not listed")
                        return

    def term_table(self, term: Term, leaf: Leaf) -> tuple[tuple[int, ...], _Array] | None:
        """The variables of a term and its table, from the problem alone."""
        problem, kind, owner, node = self.problem, term.kind, term.owner, term.consumer
        if kind is TermKind.NODE:
            return (owner,), np.array(problem.tables[owner].costs, dtype=np.float64)
        state = len(problem) + owner
        states = self.certificate.states.get(owner, ())
        prices = problem.conversions[owner]
        port = problem.producers[owner]
        if kind is TermKind.STATE:
            costs = [math.fsum(prices.cost(src, dst) for dst in have) for src, have in states]
            return (state,), np.array(costs, dtype=np.float64)
        if kind is TermKind.SOURCE:
            if port is None:
                return None
            rows = [
                [0.0 if self.given(owner, k) == s else math.inf for s, _ in states] for k in range(self.size(port[0]))
            ]
            return (port[0], state), np.array(rows, dtype=np.float64)
        slots = tuple(slot for slot, v in enumerate(problem.inputs[node]) if v == owner)
        if not slots:
            return None
        wanted = [self.wanted(owner, node, k) for k in range(self.size(node))]
        if kind is TermKind.DEMAND:
            rows = [[0.0 if w <= have | {s} else math.inf for w in wanted] for s, have in states]
            return (state, node), np.array(rows, dtype=np.float64)
        shares = leaf.shares.get((owner, node)) if kind is TermKind.SHARE else None
        if kind is TermKind.SHARE and shares is None:
            return None
        key = (problem.tables[node], slots, prices, problem.fixed[owner], port and (problem.tables[port[0]], port[1]))
        table = self.tables.get(key) if shares is None else None
        if table is None:
            rows: list[list[float]] = []
            for k in range(1 if port is None else self.size(port[0])):
                src = self.given(owner, k)
                row: list[float] = []
                for formats in wanted:
                    dsts = [dst for dst in formats if dst != src]
                    if any(prices.cost(src, dst) == math.inf for dst in dsts):
                        row.append(math.inf)
                    elif shares is None:
                        row.append(math.fsum(prices.cost(src, dst) for dst in dsts))
                    else:
                        row.append(math.fsum(shares.get((src, dst), 0.0) for dst in dsts))
                rows.append(row)
            table = np.array(rows, dtype=np.float64)
            if shares is None:
                self.tables[key] = table
        if port is None:
            return (node,), table[0]
        if port[0] == node:
            return (node,), np.array([table[k, k] for k in range(len(wanted))], dtype=np.float64)
        return (port[0], node), table

    def check_terms(self, part: int, leaf: Leaf, nodes: set[int]) -> None:
        """S1 and S2 within one case; fills `nodes` with those whose cost stands here."""
        priced: dict[int, TermKind] = {}
        seen: set[Term] = set()
        for cluster in leaf.clusters:
            for term in cluster.terms:
                if term.kind in (TermKind.SOURCE, TermKind.DEMAND):
                    continue
                if term in seen:
                    self.faults.append(f"S1 term {term} is counted twice")
                seen.add(term)
                if term.kind is TermKind.NODE:
                    nodes.add(term.owner)
                    continue
                value = term.owner
                if self.owner.setdefault(value, part) != part:
                    self.faults.append(f"S2 value {value} is priced in two parts")
                if priced.setdefault(value, term.kind) is not term.kind:
                    self.faults.append(f"S2 value {value} is priced in two ways")
                if term.kind is TermKind.PAIR and any(n != term.consumer for n, _ in self.problem.consumers[value]):
                    self.faults.append(f"S2 value {value} has several consumers and must share its price")
        totals: dict[tuple[int, int, int], float] = {}
        for (value, node), shares in leaf.shares.items():
            for (src, dst), share in shares.items():
                if not share >= 0:
                    self.faults.append(f"S2 value {value}: node {node} has a negative share")
                totals[(value, src, dst)] = totals.get((value, src, dst), 0.0) + share
        for (value, src, dst), total in totals.items():
            if total > self.problem.conversions[value].cost(src, dst) * (1 + 1e-9):
                self.faults.append(f"S2 value {value}: the shares of {src}->{dst} exceed its price")

    def check_messages(self, leaf: Leaf) -> None:
        """S4 and S5."""
        sender: dict[int, int] = {}
        receiver: dict[int, int] = {}
        for k, cluster in enumerate(leaf.clusters):
            for roles, numbers in ((sender, cluster.sent), (receiver, cluster.received)):
                for number in numbers:
                    if number in roles or not 0 <= number < len(leaf.messages):
                        self.faults.append(f"S4 message {number} is used twice or does not exist")
                    elif not set(leaf.messages[number].scope) <= set(cluster.scope):
                        self.faults.append(f"S4 message {number} speaks of variables that cluster {k} does not know")
                    roles[number] = k
        for number, message in enumerate(leaf.messages):
            if (number in sender) != (number in receiver):
                self.faults.append(f"S4 message {number} is sent or received, but not both")
            if tuple(map(self.size, message.scope)) != message.table.shape:
                self.faults.append(f"S4 message {number} has the wrong shape")
            elif np.isnan(message.table).any() or (message.table == -np.inf).any():
                self.faults.append(f"S4 message {number} holds a value that is no cost")
            elif np.isinf(message.table).any() and sender.get(number, 0) >= receiver.get(number, 0):
                self.faults.append(f"S5 message {number} sends an infinity backwards")

    def minimum(self, cluster: Cluster, leaf: Leaf, allowed: _Allowed) -> float:
        """The least entry of a cluster, by enumeration."""
        axes: dict[int, NDArray[np.intp]] = {}
        entries = 1
        for k, v in enumerate(cluster.scope):
            picks = np.array(allowed.get(v, range(self.size(v))), dtype=np.intp)
            entries *= len(picks)
            axes[v] = picks.reshape([-1 if j == k else 1 for j in range(len(cluster.scope))])
        if entries > _MOST_ENTRIES:
            self.faults.append(f"a cluster over {cluster.scope} is too large to check")
            return -math.inf
        if entries == 0:
            return math.inf
        base: _Array | float = 0.0
        for term in cluster.terms:
            known = self.term_table(term, leaf)
            if known is None:
                self.faults.append(f"term {term} does not exist")
                return -math.inf
            scope, table = known
            if any(v not in axes and self.size(v) != 1 for v in scope):
                self.faults.append(f"S1 term {term} speaks of variables that its cluster does not know")
                return -math.inf
            base = base + table[tuple(axes.get(v, 0) for v in scope)]
        for number in cluster.received:
            base = base + _look(leaf.messages[number], axes)
        rest = np.asarray(base, dtype=np.float64)
        for number in cluster.sent:
            sent = _look(leaf.messages[number], axes)
            # WHY: infinity minus infinity is an assignment that a table already forbids; it stays forbidden.
            with np.errstate(invalid="ignore"):
                rest = np.where(np.isposinf(rest), np.inf, rest - sent)
        return float(rest.min())

    def leaf_bound(self, part: int, leaf: Leaf, allowed: _Allowed, nodes: set[int]) -> float:
        """The bound of one case; minus infinity when something is wrong with it."""
        before = len(self.faults)
        self.check_terms(part, leaf, nodes)
        self.check_messages(leaf)
        if len(self.faults) > before:
            return -math.inf
        least = [self.minimum(cluster, leaf, allowed) for cluster in leaf.clusters]
        if -math.inf in least:
            return -math.inf
        return math.inf if math.inf in least else math.fsum(least)

    def part_bound(self, part: int, root: Leaf | Split, counted: dict[int, int]) -> float:
        """The least bound of all cases of one part. S6."""
        whole: set[int] | None = None
        bound = math.inf
        stack: list[tuple[Leaf | Split, dict[int, tuple[int, ...]]]] = [(root, {})]
        while stack:
            case, allowed = stack.pop()
            if isinstance(case, Leaf):
                nodes: set[int] = set()
                bound = min(bound, self.leaf_bound(part, case, allowed, nodes))
                if whole is not None and whole != nodes:
                    self.faults.append(f"S1 the cases of part {part} speak of different nodes")
                whole = nodes
                continue
            open_columns = allowed.get(case.node, tuple(range(self.size(case.node))))
            if len(case.parts) != len(case.branches) or not set(open_columns) <= {k for p in case.parts for k in p}:
                self.faults.append(f"S6 the branches on node {case.node} do not cover its columns")
            for columns, branch in zip(case.parts, case.branches, strict=False):
                kept = tuple(k for k in open_columns if k in columns)
                stack.append((branch, {**allowed, case.node: kept}))
        for node in whole or ():
            if counted.setdefault(node, part) != part:
                self.faults.append(f"S1 node {node} is counted in two parts")
        return bound


def _look(message: Message, axes: Mapping[int, NDArray[np.intp]]) -> _Array:
    return message.table[tuple(axes[v] for v in message.scope)]


def check_certificate(problem: Problem, certificate: Certificate) -> Verdict:
    """What `certificate` proves about `problem`, whoever wrote it.

    The bound is computed in floating point with compensated sums; its rounding error is far below the relative
    tolerance of 1e-9 with which costs and bounds are compared.
    """
    checker = _Checker(problem, certificate)
    checker.check_states()
    counted: dict[int, int] = {}
    bounds = [checker.part_bound(k, part, counted) for k, part in enumerate(certificate.parts)]
    missing = len(problem) - len(counted)
    if missing:
        checker.faults.append(f"S1 the cost of {missing} nodes is not counted")
    if checker.faults:
        return Verdict(-math.inf, tuple(checker.faults))
    return Verdict(math.inf if math.inf in bounds else math.fsum(bounds), ())
