"""What a memory planner is asked: `Buffer`, `Problem`; and what it answers: `Plan`.

Vocabulary. A buffer lives over the half-open time interval `[lower, upper)` and needs `size_bytes` bytes at an offset
that is a multiple of `alignment`. Every *pool* (weights, feature map, ...) is an address space of its own, starting
at 0. The members of a *group* stand side by side in the order of `position`, each at the next multiple of its own
alignment, and the whole row is held from the first member's `lower` to the last member's `upper`: that is what the
engine does for the inputs of a collective operator. `conflicts` are pairs that must stay apart although they are not
alive at the same time, such as buffers of streams that run side by side.

The problem keeps columns, not records, so that 100,000 buffers cost a few megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from metadef.errors import Finding, MetadefError, finding
from metadef.memory.faults import MAX_BYTES, Fault, column_faults

__all__ = ["NO_OFFSET", "Buffer", "Int64Array", "Plan", "Problem"]

Int64Array = NDArray[np.int64]

NO_OFFSET = -1  # in the `fixed_offset` column: the planner chooses


@dataclass(frozen=True, slots=True)
class Buffer:
    """One buffer to place, as a record."""

    id: str  # unique in the problem
    lower: int  # first instant at which it holds data
    upper: int  # first instant at which it does not any more
    size_bytes: int
    alignment: int = 1  # the offset is a multiple of this, in bytes
    fixed_offset: int | None = None  # in bytes, when the place is given
    pool: str = ""  # the address space
    group: str = ""  # members of one group stand side by side; "" for none
    position: int = 0  # rank in the group; equal ranks keep the order of the problem


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Buffers as columns, one entry a buffer, and the capacity in bytes that all pools share (None: no limit).

    >>> problem = Problem.of([Buffer("a", 0, 2, 64), Buffer("b", 1, 3, 32)], capacity_bytes=96)
    >>> len(problem), problem.buffer(1).size_bytes
    (2, 32)
    """

    ids: tuple[str, ...]
    lower: Int64Array
    upper: Int64Array
    size_bytes: Int64Array
    alignment: Int64Array
    fixed_offset: Int64Array  # NO_OFFSET where the planner chooses
    pools: tuple[str, ...]  # names; `pool` holds indices into it
    pool: Int64Array
    groups: tuple[str, ...]  # names; `group` holds indices into it, -1 for no group
    group: Int64Array
    position: Int64Array
    conflicts: Int64Array  # [n, 2] numbers of buffers, the lower number first, each pair once
    capacity_bytes: int | None = None
    _index: dict[str, int] = field(default_factory=dict[str, int], repr=False)

    @classmethod
    def of(cls, buffers: Iterable[Buffer], capacity_bytes: int | None = None) -> Problem:
        """The problem of placing `buffers`.

        Raises:
            MetadefError: with one `bad-buffer` finding for every impossible size, lifetime, alignment, offset, group
                or duplicate id.
        """
        rows = list(buffers)
        return cls.from_columns(
            [row.id for row in rows],
            [row.lower for row in rows],
            [row.upper for row in rows],
            [row.size_bytes for row in rows],
            alignment=[row.alignment for row in rows],
            fixed_offset=[row.fixed_offset for row in rows],
            pool=[row.pool for row in rows],
            group=[row.group for row in rows],
            position=[row.position for row in rows],
            capacity_bytes=capacity_bytes,
        )

    @classmethod
    def from_columns(
        cls,
        ids: Sequence[str],
        lower: Sequence[int],
        upper: Sequence[int],
        size_bytes: Sequence[int],
        *,
        alignment: Sequence[int] | None = None,
        fixed_offset: Sequence[int | None] | None = None,
        pool: Sequence[str] | None = None,
        group: Sequence[str] | None = None,
        position: Sequence[int] | None = None,
        conflicts: Iterable[tuple[int, int]] = (),
        capacity_bytes: int | None = None,
    ) -> Problem:
        """The same from columns of equal length; a column left out holds its default everywhere.

        `conflicts` are pairs of row numbers that must not share addresses whenever they live.

        Raises:
            MetadefError: as `of`.
        """
        count = len(ids)
        alignments = alignment if alignment is not None else [1] * count
        fixed = fixed_offset if fixed_offset is not None else [None] * count
        pools = pool if pool is not None else [""] * count
        groups = group if group is not None else [""] * count
        positions = position if position is not None else [0] * count
        faults = column_faults(ids, lower, upper, size_bytes, alignments, fixed, pools, groups, positions)
        problems = [_as_finding(fault, ids) for fault in faults]
        if capacity_bytes is not None and not 0 <= capacity_bytes <= MAX_BYTES:
            problems.append(
                finding(
                    "bad-buffer",
                    "capacity",
                    f"the capacity must be 0 to 2^60 bytes; got {capacity_bytes}",
                    expected="0 <= capacity <= 2^60",
                    got=str(capacity_bytes),
                )
            )
        pairs = sorted({(min(pair), max(pair)) for pair in conflicts})
        problems += [_bad_conflict(pair, ids) for pair in pairs if not 0 <= pair[0] < pair[1] < count]
        if problems:
            raise MetadefError(problems)
        pool_names, pool_codes = _codes(pools)
        group_names, group_codes = _codes(groups, none="")
        return cls(
            tuple(ids),
            _column(lower),
            _column(upper),
            _column(size_bytes),
            _column(alignments),
            _column([NO_OFFSET if offset is None else offset for offset in fixed]),
            pool_names,
            _column(pool_codes),
            group_names,
            _column(group_codes),
            _column(positions),
            _pairs(pairs),
            capacity_bytes,
            {name: number for number, name in enumerate(ids)},
        )

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Buffer]:
        return (self.buffer(number) for number in range(len(self)))

    def index_of(self, buffer_id: str) -> int:
        """The number of the buffer called `buffer_id`; KeyError when there is none."""
        return self._index[buffer_id]

    def buffer(self, number: int) -> Buffer:
        """The buffer at `number` as a record."""
        fixed, group = int(self.fixed_offset[number]), int(self.group[number])
        return Buffer(
            self.ids[number],
            int(self.lower[number]),
            int(self.upper[number]),
            int(self.size_bytes[number]),
            int(self.alignment[number]),
            None if fixed == NO_OFFSET else fixed,
            self.pools[int(self.pool[number])],
            "" if group < 0 else self.groups[group],
            int(self.position[number]),
        )

    def subset(self, numbers: Iterable[int], capacity_bytes: int | None = None) -> Problem:
        """The problem of the buffers at `numbers` alone, in that order."""
        kept = list(numbers)
        part = Problem.of([self.buffer(number) for number in kept], capacity_bytes)
        place = {number: at for at, number in enumerate(kept)}
        pairs = [(place[a], place[b]) for a, b in self.conflicts.tolist() if a in place and b in place]
        return replace(part, conflicts=_pairs(sorted((min(pair), max(pair)) for pair in pairs)))


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Where every buffer of a problem goes: `offsets[i]` in bytes is the place of buffer `i` in its pool."""

    offsets: Int64Array
    planner: str = ""  # who made it

    @classmethod
    def of(cls, offsets: Sequence[int], planner: str = "") -> Plan:
        return cls(_column(offsets), planner)

    def peak_by_pool(self, problem: Problem) -> dict[str, int]:
        """The first byte after the highest buffer, for each pool."""
        tops = self.offsets + problem.size_bytes
        return {name: int(tops[problem.pool == code].max(initial=0)) for code, name in enumerate(problem.pools)}

    def peak_bytes(self, problem: Problem) -> int:
        """The bytes the plan needs: the peaks of all pools together."""
        return sum(self.peak_by_pool(problem).values())


def _column(values: Sequence[int]) -> Int64Array:
    column = np.array(values, dtype=np.int64)
    column.setflags(write=False)
    return column


def _pairs(pairs: Sequence[tuple[int, int]]) -> Int64Array:
    column = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    column.setflags(write=False)
    return column


def _bad_conflict(pair: tuple[int, int], ids: Sequence[str]) -> Finding:
    subject = f'buffer "{ids[pair[0]]}"' if 0 <= pair[0] < len(ids) else f"buffer number {pair[0]}"
    return finding(
        "bad-buffer",
        subject,
        f"a conflict is between two buffers of the problem; got the numbers {pair[0]} and {pair[1]}",
        expected=f"two different numbers below {len(ids)}",
        got=f"{pair[0]}, {pair[1]}",
    )


def _codes(names: Sequence[str], none: str | None = None) -> tuple[tuple[str, ...], list[int]]:
    """Dictionary coding in order of first appearance; the name `none` gets -1."""
    table: dict[str, int] = {}
    codes = [-1 if name == none else table.setdefault(name, len(table)) for name in names]
    return tuple(table), codes


def _as_finding(fault: Fault, ids: Sequence[str]) -> Finding:
    return finding("bad-buffer", f'buffer "{ids[fault.row]}"', fault.message, expected=fault.expected, got=fault.got)
