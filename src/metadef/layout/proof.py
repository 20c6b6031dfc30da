"""`Certificate`: data from which anybody can check that no assignment is cheaper than the bound.

The cost of a problem is a sum of *terms*, each over few variables. A *cluster* gathers some terms; it may *send*
a message (a table over some of its variables), which is subtracted from the cluster and added to the one that
*receives* it. Every term is used once and every message is sent and received once, so for each assignment the
clusters still sum to its cost, and

    cost(x) >= sum over clusters of the minimum of the cluster

whatever the messages are. Dynamic programming (bucket elimination) and the dual of the linear relaxation both give
messages, the first of them with sum = optimum. A `Split` restricts one variable per branch: the bound is the least
of its branches, and the branches must cover the domain.

Variables are numbered: node i is i; the *state* of value v is `len(problem) + v`. A state is a source format and
the set of formats that the consumers demand. States exist only for values that are consumed by several nodes and
priced jointly. Such a value may also be *shared out*: consumer i pays `share_i(s, t)` per format t that it demands,
where the shares of all consumers sum to at most the price. That is never more than what the value costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Certificate", "Cluster", "Leaf", "Message", "ShareTable", "Split", "State", "Term", "TermKind"]

State = tuple[int, frozenset[int]]  # (source format, formats demanded besides it)
ShareTable = Mapping[tuple[int, int], float]  # (source format, demanded format) -> part of the price


class TermKind(Enum):
    """What a term says, and over which variables it speaks."""

    NODE = "node"  # cost of the column; over (node)
    PAIR = "pair"  # all conversions of a value that a single node consumes; over (producer, consumer)
    STATE = "state"  # conversions of the state; over (state of value)
    SOURCE = "source"  # 0 where the producer gives the state's source, else infinite; over (producer, state)
    DEMAND = "demand"  # 0 where the state has what the consumer demands, else infinite; over (state, consumer)
    SHARE = "share"  # what the consumer pays of a value that is shared out; over (producer, consumer)


class Term(NamedTuple):
    """One term of the cost; `owner` is a node for NODE and a value for the others."""

    kind: TermKind
    owner: int
    consumer: int = -1  # a node, for PAIR, DEMAND and SHARE


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """A table over `scope`, indexed by column number or by the position of a state in `Certificate.states`."""

    scope: tuple[int, ...]  # variables, ascending
    table: NDArray[np.float64]  # one axis per variable of the scope


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """Terms that are looked at together, and the messages that pass through (indices into `Leaf.messages`)."""

    scope: tuple[int, ...]  # variables, ascending; a variable with one possible index may be left out
    terms: tuple[Term, ...]
    received: tuple[int, ...] = ()
    sent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A bound without case distinction. A message may hold infinities only if it is sent before it is received."""

    clusters: tuple[Cluster, ...]
    messages: tuple[Message, ...] = ()
    shares: Mapping[tuple[int, int], ShareTable] = field(default_factory=dict[tuple[int, int], ShareTable])


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A case distinction: in branch b the node `node` picks one of `parts[b]`."""

    node: int
    parts: tuple[tuple[int, ...], ...]
    branches: tuple[Leaf | Split, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """Proofs of independent parts of a problem, whose bounds add up."""

    bound: float  # what the parts are said to prove
    states: Mapping[int, tuple[State, ...]]  # per value that is priced jointly: its states
    parts: tuple[Leaf | Split, ...]
