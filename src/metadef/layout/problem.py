"""`Problem`: the layout question without a graph: nodes that pick one column each, values that are converted.

Formats are opaque here: small integers that stand for the strings in `Problem.formats`. What a format means
(NC1HWC0, or a pair of data type and format) is decided by whoever builds the problem.

    cost(x) = sum_i column_cost(i, x_i) + sum_v sum_{t in demanded(v, x), t != s} convert_v(s, t),   s = source(v, x)

A value is converted only from the format in which it is produced or fixed, and each (value, format) is paid once.
Column tables and conversion tables are shared between nodes and values, so 100,000 nodes cost little more than
their names and edges.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["ColumnTable", "ConversionTable", "Port", "Problem"]

Port = tuple[int, int]  # (node, slot)


@dataclass(frozen=True, slots=True, eq=False)
class ColumnTable:
    """The alternatives of a kind of node: column k takes `ins[k]`, gives `outs[k]` and costs `costs[k]`.

    Tables compare by identity: a builder makes one per distinct content.
    """

    ins: tuple[tuple[int, ...], ...]  # per column, one format per input slot
    outs: tuple[tuple[int, ...], ...]  # per column, one format per output slot
    costs: tuple[float, ...]  # per column; any finite number

    def __len__(self) -> int:
        return len(self.costs)


@dataclass(frozen=True, slots=True, eq=False)
class ConversionTable:
    """What it costs to convert a value: (from, to) -> cost; an absent pair is impossible."""

    costs: Mapping[tuple[int, int], float] = field(default_factory=dict[tuple[int, int], float])

    def cost(self, src: int, dst: int) -> float:
        """Price of having `dst` where `src` exists: 0 when they are equal, infinity when impossible.

        >>> table = ConversionTable({(0, 1): 2.5})
        >>> table.cost(0, 1), table.cost(1, 1), table.cost(1, 0)
        (2.5, 0.0, inf)
        """
        return 0.0 if src == dst else self.costs.get((src, dst), math.inf)


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """A checked problem; make one with `ProblemBuilder`. Nodes and values are numbered from 0."""

    formats: tuple[str, ...]  # what the format numbers stand for
    node_names: tuple[str, ...]
    tables: tuple[ColumnTable, ...]  # per node
    inputs: tuple[tuple[int, ...], ...]  # per node, the value at each input slot
    outputs: tuple[tuple[int, ...], ...]  # per node, the value at each output slot
    value_names: tuple[str, ...]
    fixed: tuple[int | None, ...]  # per value, the format in which it arrives; None for produced values
    conversions: tuple[ConversionTable, ...]  # per value
    producers: tuple[Port | None, ...]  # per value; None for fixed values
    consumers: tuple[tuple[Port, ...], ...]  # per value
    heavy: frozenset[int] = frozenset()  # nodes whose format the greedy baseline spreads
    heavy_formats: frozenset[int] = frozenset()  # formats that the greedy baseline likes to spread
    origins: tuple[int | None, ...] = ()  # per value, its origin format; () when unknown (only the baseline asks)

    def __len__(self) -> int:
        return len(self.node_names)

    def sources(self, value: int) -> list[int]:
        """The formats in which `value` can exist before any conversion, ascending."""
        fixed = self.fixed[value]
        if fixed is not None:
            return [fixed]
        port = self.producers[value]
        if port is None:
            return []
        node, slot = port
        return sorted({outs[slot] for outs in self.tables[node].outs})
