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

_MEMORY = 1 << 12  # entries of the largest message that is remembered


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
    memory = _Memory()
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
            table, least = memory.minimum(variable, others, part, sizes)
            constants.append(least)
            if least == math.inf:
                result.bound = math.inf
                return result
            sent: tuple[int, ...] = ()
            if others:
                message = Factor(others, table, None, len(result.messages))
                result.messages.append(Message(others, table))
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


@dataclass(slots=True, eq=False)
class _Memory:
    """Eliminations already done: models repeat their layers, and equal tables give equal messages."""

    done: dict[tuple[object, ...], tuple[Table, float, list[Factor]]] = field(
        default_factory=dict[tuple[object, ...], "tuple[Table, float, list[Factor]]"]
    )
    same: dict[tuple[tuple[int, ...], bytes], Table] = field(
        default_factory=dict[tuple[tuple[int, ...], bytes], "Table"]
    )

    def minimum(
        self, variable: int, others: tuple[int, ...], part: list[Factor], sizes: Mapping[int, int]
    ) -> tuple[Table, float]:
        """The message of a bucket, shifted so that its least entry is 0, and the shift."""
        axes = {v: k + 1 for k, v in enumerate(others)}
        axes[variable] = 0
        key = tuple((id(f.table), tuple(axes[v] for v in f.scope)) for f in part)
        known = self.done.get(key)
        if known is not None:
            return known[0], known[1]
        full = [sizes[variable], *(sizes[v] for v in others)]
        joint = _sum(part, axes, full)
        table: Table = joint.min(axis=0)
        least = float(table.min())
        if least < math.inf:
            table = table - least
        if table.size <= _MEMORY:
            table = self.same.setdefault((table.shape, table.tobytes()), table)
            # WHY: the factors are kept so that no other table can take the identity of one that has gone.
            self.done[key] = (table, least, part)
        return table, least


def _sum(part: list[Factor], axes: Mapping[int, int], full: list[int]) -> Table:
    """The sum of the tables, with the axes where `axes` puts their variables."""
    total: Table | None = None
    for factor in part:
        table, where = factor.table, [axes[v] for v in factor.scope]
        shape = [1] * len(full)
        for axis in where:
            shape[axis] = full[axis]
        if where[0] != min(where):
            # WHY: scopes ascend, so only the eliminated variable, which has axis 0, can stand out of order.
            front = where.index(0)
            table = table.transpose(front, *(k for k in range(len(where)) if k != front))
        table = table.reshape(shape)
        total = table if total is None else total + table
    if total is None:
        return np.zeros(full)
    # WHY: every variable stands in some table of the part, so the sum already has the full shape.
    return total
