"""What a planner works on: the blocks of one pool, with every contiguous group merged into a single block.

The row of a group is held as a whole from its first member's begin to its last member's end, so one block with the
joined lifetime says the same as its members; offsets of members follow from the block's offset.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from metadef.errors import Finding, MetadefError, finding
from metadef.memory.problem import NO_OFFSET, Int64Array, Plan, Problem

__all__ = ["Blocks", "align_up", "assemble", "blocks_by_pool"]


def align_up(value: int, alignment: int) -> int:
    """The first multiple of `alignment` from `value` on.

    >>> align_up(513, 512)
    1024
    """
    return -(-value // alignment) * alignment


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks of one pool as columns. `member_*` say which buffer of the problem lies where inside which block."""

    lower: Int64Array
    upper: Int64Array
    size_bytes: Int64Array
    alignment: Int64Array
    fixed_offset: Int64Array  # NO_OFFSET where the planner chooses
    member_buffer: Int64Array  # number of the buffer in the problem
    member_block: Int64Array  # the block it belongs to
    member_shift: Int64Array  # bytes from the block's offset to the member's
    apart: Int64Array = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))  # pairs that share no address

    def __len__(self) -> int:
        return len(self.lower)

    @cached_property
    def apart_from(self) -> dict[int, Int64Array]:
        """Of each block in `apart`, the blocks from which it must stay away at any time."""
        found: dict[int, list[int]] = {}
        for one, other in self.apart.tolist():
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
        return {block: np.array(others, dtype=np.int64) for block, others in found.items()}

    @cached_property
    def grain_bytes(self) -> int:
        """A number that divides every offset any plan can use: the gcd of alignments and fixed offsets."""
        fixed = self.fixed_offset[self.fixed_offset != NO_OFFSET]
        return int(np.gcd.reduce(np.concatenate([self.alignment, fixed]))) if len(self) else 1

    @cached_property
    def times(self) -> Int64Array:
        """The instants at which something begins or ends, ascending; section `k` is `[times[k], times[k + 1])`."""
        return np.unique(np.concatenate([self.lower, self.upper]))

    @cached_property
    def first_section(self) -> Int64Array:
        return np.searchsorted(self.times, self.lower)

    @cached_property
    def end_section(self) -> Int64Array:
        """One past the last section of each block."""
        return np.searchsorted(self.times, self.upper)

    @cached_property
    def top_of_fixed_bytes(self) -> int:
        """The first byte after the highest block whose offset is given."""
        fixed = self.fixed_offset != NO_OFFSET
        return int((self.fixed_offset + self.size_bytes)[fixed].max(initial=0))

    def peak_bytes(self, offsets: Int64Array) -> int:
        return int((offsets + self.size_bytes).max(initial=0))

    def take(self, rows: Int64Array) -> Blocks:
        """The blocks at `rows` alone, without members and conflicts: for planners that work on parts."""
        none = np.zeros(0, dtype=np.int64)
        columns = (self.lower, self.upper, self.size_bytes, self.alignment, self.fixed_offset)
        lower, upper, size_bytes, alignment, fixed_offset = (column[rows] for column in columns)
        return Blocks(lower, upper, size_bytes, alignment, fixed_offset, none, none, none)


def blocks_by_pool(problem: Problem) -> list[Blocks]:
    """The blocks of each pool, in the order of `problem.pools`.

    Raises:
        MetadefError: `fixed-offsets-clash` when given offsets contradict each other, so that no plan exists.
    """
    clashes: list[Finding] = []
    pools = [_pool_blocks(problem, code, clashes) for code in range(len(problem.pools))]
    for blocks in pools:
        clashes.extend(_fixed_clashes(problem, blocks))
    if clashes:
        raise MetadefError(clashes)
    return pools


def assemble(problem: Problem, parts: Iterable[tuple[Blocks, Int64Array]], planner: str) -> Plan:
    """One plan for the problem from the offsets of the blocks of every pool."""
    offsets = np.zeros(len(problem), dtype=np.int64)
    for blocks, block_offsets in parts:
        offsets[blocks.member_buffer] = block_offsets[blocks.member_block] + blocks.member_shift
    return Plan(offsets, planner)


def _pool_blocks(problem: Problem, pool: int, clashes: list[Finding]) -> Blocks:
    mine = np.flatnonzero(problem.pool == pool)
    single = mine[problem.group[mine] < 0]
    rows: dict[int, list[int]] = {}
    for number in mine[problem.group[mine] >= 0].tolist():
        rows.setdefault(int(problem.group[number]), []).append(number)
    count = len(single) + len(rows)
    sources = (problem.lower, problem.upper, problem.size_bytes, problem.alignment, problem.fixed_offset)
    columns = [np.concatenate([source[single], np.zeros(len(rows), dtype=np.int64)]) for source in sources]
    buffers, block_of, shifts = [single], [np.arange(len(single))], [np.zeros(len(single), dtype=np.int64)]
    for block, members in enumerate(rows.values(), start=len(single)):
        members.sort(key=lambda number: int(problem.position[number]))
        values, shift = _merge(problem, members, clashes)
        for column, value in zip(columns, values, strict=True):
            column[block] = value
        buffers.append(np.array(members))
        block_of.append(np.full(len(members), block))
        shifts.append(np.array(shift))
    lower, upper, size_bytes, alignment, fixed_offset = columns
    assert len(lower) == count
    members, homes = np.concatenate(buffers), np.concatenate(block_of)
    return Blocks(
        lower,
        upper,
        size_bytes,
        alignment,
        fixed_offset,
        members,
        homes,
        np.concatenate(shifts),
        _apart(problem, members, homes),
    )


def _apart(problem: Problem, members: Int64Array, homes: Int64Array) -> Int64Array:
    """The conflicts between blocks of one pool, from those between their members."""
    home = np.full(len(problem), -1, dtype=np.int64)
    home[members] = homes
    pairs = home[problem.conflicts]
    pairs = pairs[(pairs >= 0).all(axis=1) & (pairs[:, 0] != pairs[:, 1])]
    return np.unique(np.sort(pairs, axis=1), axis=0)


def _merge(
    problem: Problem, members: list[int], clashes: list[Finding]
) -> tuple[tuple[int, int, int, int, int], list[int]]:
    """(lower, upper, size, alignment, fixed offset) of the block of a group, and the shift of every member."""
    alignment = math.lcm(*(int(problem.alignment[number]) for number in members))
    shifts: list[int] = []
    end, fixed = 0, NO_OFFSET
    for number in members:
        shift = align_up(end, int(problem.alignment[number]))
        end = shift + int(problem.size_bytes[number])
        shifts.append(shift)
        given = int(problem.fixed_offset[number])
        if given == NO_OFFSET:
            continue
        start = given - shift
        if start < 0 or start % alignment or fixed not in (NO_OFFSET, start):
            clashes.append(
                finding(
                    "fixed-offsets-clash",
                    f'buffer "{problem.ids[number]}"',
                    f'offset {given} would start group "{problem.groups[int(problem.group[number])]}" at {start},'
                    " which its other members or their alignment rule out",
                    expected=f"a start >= 0, a multiple of {alignment}, the same for all members",
                    got=str(start),
                )
            )
        fixed = max(start, 0)
    lower = min(int(problem.lower[number]) for number in members)
    upper = max(int(problem.upper[number]) for number in members)
    return (lower, upper, end, alignment, fixed), shifts


def _fixed_clashes(problem: Problem, blocks: Blocks) -> list[Finding]:
    fixed = np.flatnonzero((blocks.fixed_offset != NO_OFFSET) & (blocks.size_bytes > 0))
    order = fixed[np.argsort(blocks.lower[fixed], kind="stable")]
    lower, upper, bottom = blocks.lower[order], blocks.upper[order], blocks.fixed_offset[order]
    top = bottom + blocks.size_bytes[order]
    ends = np.searchsorted(lower, upper)
    pairs: list[tuple[int, int]] = []
    for i in range(len(order)):
        later = slice(i + 1, int(ends[i]))
        clash = (bottom[later] < top[i]) & (bottom[i] < top[later])
        pairs += [(int(order[i]), int(order[j])) for j in (np.flatnonzero(clash) + i + 1).tolist()]
    given = set(fixed.tolist())
    tops = blocks.fixed_offset + blocks.size_bytes
    known = {(min(pair), max(pair)) for pair in pairs}
    pairs += [
        (one, other)
        for one, other in blocks.apart.tolist()
        if one in given and other in given and _meet(blocks, tops, one, other) and (one, other) not in known
    ]
    return [_clash(problem, blocks, tops, *pair) for pair in pairs]


def _meet(blocks: Blocks, tops: Int64Array, one: int, other: int) -> bool:
    bottoms = blocks.fixed_offset
    return bool(bottoms[one] < tops[other] and bottoms[other] < tops[one])


def _clash(problem: Problem, blocks: Blocks, tops: Int64Array, one: int, other: int) -> Finding:
    places = [f"[{blocks.fixed_offset[block]}, {tops[block]})" for block in (one, other)]
    alive = blocks.lower[one] < blocks.upper[other] and blocks.lower[other] < blocks.upper[one]
    return finding(
        "fixed-offsets-clash",
        f'buffer "{_name_of(problem, blocks, one)}"',
        f'its given place {places[0]} overlaps {places[1]} of "{_name_of(problem, blocks, other)}",'
        + (" which is alive at the same time" if alive else " from which it must stay apart"),
        expected="disjoint addresses",
        got=" and ".join(places),
    )


def _name_of(problem: Problem, blocks: Blocks, block: int) -> str:
    return problem.ids[int(blocks.member_buffer[np.flatnonzero(blocks.member_block == block)[0]])]
