"""Bucket elimination on tables: exact within a table limit, a lower bound with mini-buckets beyond it.

Eliminating variable u takes every table that speaks of u (its bucket), sums them and keeps the minimum over u as a
message to the variables that remain:

    m(N) = min over u of (sum of the tables in the bucket of u)

Where the sum would have more entries than the limit, the bucket is divided and each part is minimised alone, which
can only lose (the minimum of a sum is at least the sum of the minima). Every part is one cluster of the certificate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from metadef.layout.factors import Factor, Table
from metadef.layout.proof import Cluster, Leaf, Message, ShareTable

__all__ = ["Elimination", "eliminate"]


@dataclass(slots=True, eq=False)
class Elimination:
    """The trace of an elimination: enough to read the assignment back and to write the certificate."""

    bound: float = 0.0  # infinite when there is no assignment
    exact: bool = True  # False when a bucket was divided
    buckets: list[tuple[int, list[Factor]]] = field(default_factory=list[tuple[int, list[Factor]]])
    clusters: list[Cluster] = field(default_factory=list[Cluster])
    messages: list[Message] = field(default_factory=list[Message])

    def leaf(self, shares: Mapping[tuple[int, int], ShareTable]) -> Leaf:
        """The certificate of `bound`."""
        return Leaf(tuple(self.clusters), tuple(self.messages), shares)

    def decode(self, assignment: dict[int, int]) -> None:
        """Fill in the index of each eliminated variable, last eliminated first.

        The result attains `bound` when the elimination is exact, and is a good guess otherwise.
        """
        for variable, bucket in reversed(self.buckets):
            total: Table | float = 0.0
            for factor in bucket:
                where = tuple(slice(None) if v == variable else assignment[v] for v in factor.scope)
                total = total + factor.table[where]
            assignment[variable] = int(np.argmin(total))


def eliminate(sizes: Mapping[int, int], factors: Iterable[Factor], order: Sequence[int], limit: int) -> Elimination:
    """Eliminate the variables of `order`, which must be all that the factors speak of."""
    result = Elimination()
    at: dict[int, list[Factor]] = {v: [] for v in order}
    rank = {v: k for k, v in enumerate(order)}
    constants: list[float] = []
    for factor in factors:
        if factor.scope:
            at[min(factor.scope, key=rank.__getitem__)].append(factor)
        else:
            constants.append(float(factor.table))
            if factor.term is not None:
                result.clusters.append(Cluster((), (factor.term,)))
    for variable in order:
        bucket = at.pop(variable)
        if not bucket:
            continue
        result.buckets.append((variable, bucket))
        parts = _divide(variable, bucket, sizes, limit)
        result.exact = result.exact and len(parts) == 1
        for others, part in parts:
            joint = _sum(variable, others, part, sizes)
            table: Table = joint.min(axis=0)
            least = float(table.min())
            constants.append(least)
            if least == math.inf:
                result.bound = math.inf
                return result
            sent: tuple[int, ...] = ()
            if others:
                message = Factor(others, table - least, None, len(result.messages))
                result.messages.append(Message(others, message.table))
                at[min(others, key=rank.__getitem__)].append(message)
                sent = (message.message,)
            terms = tuple(f.term for f in part if f.term is not None)
            received = tuple(f.message for f in part if f.term is None)
            result.clusters.append(Cluster(tuple(sorted((variable, *others))), terms, received, sent))
    result.bound = math.fsum(constants)
    return result


def _divide(
    variable: int, bucket: list[Factor], sizes: Mapping[int, int], limit: int
) -> list[tuple[tuple[int, ...], list[Factor]]]:
    """The bucket in parts whose joint table fits the limit: (other variables, factors); usually a single part."""
    union = {v for factor in bucket for v in factor.scope}
    union.discard(variable)
    if sizes[variable] * math.prod(sizes[v] for v in union) <= limit:
        return [(tuple(sorted(union)), bucket)]
    parts: list[tuple[set[int], list[Factor]]] = []
    for factor in sorted(bucket, key=lambda f: -f.table.size):
        scope = set(factor.scope) - {variable}
        for others, part in parts:
            if sizes[variable] * math.prod(sizes[v] for v in others | scope) <= limit:
                others |= scope
                part.append(factor)
                break
        else:
            parts.append((scope, [factor]))
    return [(tuple(sorted(others)), part) for others, part in parts]


def _sum(variable: int, others: tuple[int, ...], part: list[Factor], sizes: Mapping[int, int]) -> Table:
    """The sum of the tables, with axes (variable, *others)."""
    axes = {variable: 0}
    for k, v in enumerate(others):
        axes[v] = k + 1
    full = [sizes[variable], *(sizes[v] for v in others)]
    total: Table | None = None
    for factor in part:
        table = factor.table
        scope = factor.scope
        if scope[0] != variable:
            front = scope.index(variable)
            table = np.moveaxis(table, front, 0)
        shape = [1] * len(full)
        for v in scope:
            shape[axes[v]] = sizes[v]
        table = table.reshape(shape)
        total = table if total is None else total + table
    if total is None:
        return np.zeros(full)
    # WHY: every variable of `others` stands in some table of the part, so the sum already has the full shape.
    return total
