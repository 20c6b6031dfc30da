"""What tables look like apart from their prices: which column gives or wants which format, which states exist.

Nodes and values differ in price far more often than in this, so it is worked out once per distinct shape. Everything
handed out is one object per content: callers may use its identity as a key, for as long as the `Shapes` live.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from metadef.layout.problem import ColumnTable, ConversionTable
from metadef.layout.proof import State

__all__ = ["Demands", "Row", "Shapes", "StateList"]

Row = tuple[int, ...]  # per column, a format
_Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Demands:
    """Per column, the set of formats in which a node wants a value."""

    sets: tuple[frozenset[int], ...]
    choices: frozenset[frozenset[int]]  # the distinct ones
    sure: frozenset[int]  # formats wanted in every column
    row: Row | None  # the formats, when each set has one


@dataclass(frozen=True, slots=True, eq=False)
class StateList:
    """The states of a value, and where their prices stand."""

    states: tuple[State, ...]
    owner: _Index  # per conversion of a state: the state
    pairs: tuple[tuple[int, int], ...]  # the distinct conversions (from, to)
    pair: _Index  # per conversion of a state: which of the pairs

    def costs(self, prices: ConversionTable) -> NDArray[np.float64]:
        """What each state costs."""
        each = np.array([prices.cost(src, dst) for src, dst in self.pairs], dtype=np.float64)
        return np.bincount(self.owner, weights=each[self.pair], minlength=len(self.states)).astype(np.float64)


@dataclass(slots=True, eq=False)
class Shapes:
    """The shapes met so far."""

    most_states: int  # of one value
    _rows: dict[tuple[ColumnTable, bool, int], Row] = field(default_factory=dict[tuple[ColumnTable, bool, int], Row])
    _same: dict[Row, Row] = field(default_factory=dict[Row, Row])
    _demands: dict[Row, Demands] = field(default_factory=dict[Row, Demands])
    _indices: dict[int, tuple[Row, _Index]] = field(default_factory=dict[int, "tuple[Row, _Index]"])
    _pairs: dict[ConversionTable, frozenset[tuple[int, int]]] = field(
        default_factory=dict[ConversionTable, frozenset[tuple[int, int]]]
    )
    _lists: dict[tuple[object, ...], StateList | None] = field(
        default_factory=dict[tuple[object, ...], "StateList | None"]
    )

    def row(self, table: ColumnTable, slot: int, *, output: bool) -> Row:
        """The format at one slot, per column."""
        key = (table, output, slot)
        found = self._rows.get(key)
        if found is None:
            row = tuple(formats[slot] for formats in (table.outs if output else table.ins))
            found = self._rows[key] = self._same.setdefault(row, row)
        return found

    def constant(self, fmt: int) -> Row:
        """The row of a value that always comes in one format."""
        return self._same.setdefault((fmt,), (fmt,))

    def demands(self, table: ColumnTable, slots: tuple[int, ...]) -> Demands:
        """What a node wants of the value that stands at `slots`."""
        rows = [self.row(table, slot, output=False) for slot in slots]
        key = tuple(map(id, rows))
        found = self._demands.get(key)
        if found is None:
            sets = tuple(map(frozenset, zip(*rows, strict=True)))
            row = tuple(min(wanted) for wanted in sets) if all(len(wanted) == 1 for wanted in sets) else None
            kept = None if row is None else self._same.setdefault(row, row)
            found = self._demands[key] = Demands(sets, frozenset(sets), frozenset.intersection(*sets), kept)
        return found

    def index(self, row: Row) -> tuple[Row, _Index]:
        """The distinct formats of a row, ascending, and where each column's format stands among them."""
        found = self._indices.get(id(row))
        if found is None:
            formats = tuple(sorted(set(row)))
            where = {fmt: k for k, fmt in enumerate(formats)}
            found = self._indices[id(row)] = (formats, np.array([where[fmt] for fmt in row], dtype=np.intp))
        return found

    def states(self, consumers: Iterable[Demands], source: Row, prices: ConversionTable) -> StateList | None:
        """Every state that some assignment can bring about and pay; None when there are too many."""
        pairs = self._pairs.get(prices)
        if pairs is None:
            pairs = self._pairs[prices] = frozenset(prices.costs)
        counts: dict[frozenset[frozenset[int]], int] = {}
        for wants in consumers:
            counts[wants.choices] = counts.get(wants.choices, 0) + 1
        sources, _ = self.index(source)
        key = (frozenset(counts.items()), sources, pairs)
        if key not in self._lists:
            self._lists[key] = _state_list(counts, sources, pairs, self.most_states)
        return self._lists[key]


def _state_list(
    counts: dict[frozenset[frozenset[int]], int],
    sources: Iterable[int],
    possible: frozenset[tuple[int, int]],
    limit: int,
) -> StateList | None:
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
            if all((src, dst) in possible for dst in have if dst != src):
                states[(src, have - {src})] = None
        if len(states) > limit:
            return None
    entries = [(k, (src, dst)) for k, (src, have) in enumerate(states) for dst in sorted(have)]
    pairs = {pair: None for _, pair in entries}
    number = {pair: k for k, pair in enumerate(pairs)}
    owner = np.array([k for k, _ in entries], dtype=np.intp)
    return StateList(tuple(states), owner, tuple(pairs), np.array([number[p] for _, p in entries], dtype=np.intp))
