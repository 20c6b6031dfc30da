"""The state of the exact search: partial stacks over time sections, and what follows from them.

Time is cut into sections between events. In every section the blocks alive form a stack. The state holds, for each
section, its `floor` (no further block starts below it there) and the sum of the sizes still to come; for each block
not yet placed, the least offset it can still have. Three laws are applied until nothing changes:

* a block starts at or above the highest floor of its sections, at a multiple of its alignment, clear of fixed blocks;
* the floor of a section is at least the least offset among the blocks still to come there;
* the blocks of a section that start at or above any height `h` must fit between `h` and the capacity.

The last one is the release-date bound of one-machine scheduling; for `h` = floor it is the section bound of
canonical-placement search (Moffitt, "MiniMalloc", 2023). All numbers are in units of `Puzzle.unit_bytes`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metadef.memory.blocks import Blocks
from metadef.memory.problem import NO_OFFSET, Int64Array

__all__ = ["BoolArray", "Puzzle", "Stacking", "make_puzzle"]

_FAR = np.int64(1) << np.int64(61)

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Blocks in units, with lifetimes as section ranges [first, end)."""

    unit_bytes: int
    first: list[int]
    end: list[int]
    size: list[int]
    alignment: list[int]
    fixed: list[int]  # NO_OFFSET where free
    paddings: tuple[int, ...]  # bytes by which the sizes are rounded up; each value once
    last_offset: list[int]  # the highest offset at which the block's true size fits
    height: list[int]  # for each section, the units that rounded sizes may fill
    merged_into: list[int]  # for each given block, the block of the puzzle that stands for it
    cover: list[list[int]]  # for each section, the blocks alive
    neighbours: list[list[int]]  # for each block, those that share a section with it

    @property
    def sections(self) -> int:
        return len(self.cover)

    def next_height(self, capacity_bytes: int) -> int:
        """The least height above the capacity that some top of a block can have: tops are offsets plus true sizes."""
        unit = self.unit_bytes
        return min(capacity_bytes + unit - (capacity_bytes + extra) % unit for extra in self.paddings)


def make_puzzle(blocks: Blocks, capacity_bytes: int) -> Puzzle:
    """The puzzle of placing `blocks`, all of positive size, within `capacity_bytes`."""
    unit = _unit_bytes(blocks)
    size = -(-blocks.size_bytes // unit)
    padding = size * unit - blocks.size_bytes
    first, end = blocks.first_section.tolist(), blocks.end_section.tolist()
    sections = len(blocks.times) - 1
    spare = [0] * sections
    load = [0] * sections
    for begin, stop, units, extra in zip(first, end, size.tolist(), padding.tolist(), strict=True):
        for section in range(begin, stop):
            load[section] += units
            # WHY: the topmost block of a stack needs its true size only; see `bounds`
            spare[section] = max(spare[section], extra)
    height = [(capacity_bytes + extra) // unit for extra in spare]
    full = [units == limit for units, limit in zip(load, height, strict=True)]
    likeness = list(zip(size.tolist(), blocks.alignment.tolist(), padding.tolist(), strict=True))
    home = _merge_full(first, end, full, likeness, (blocks.fixed_offset == NO_OFFSET).tolist())
    kept = [block for block, target in enumerate(home) if target == block]
    number = {block: place for place, block in enumerate(kept)}
    rows = np.array(kept)
    cover: list[list[int]] = [[] for _ in range(sections)]
    for place, block in enumerate(kept):
        for section in range(first[block], end[block]):
            cover[section].append(place)
    return Puzzle(
        unit,
        [first[block] for block in kept],
        [end[block] for block in kept],
        size[rows].tolist(),
        np.maximum(blocks.alignment[rows] // unit, 1).tolist(),
        [offset if offset == NO_OFFSET else offset // unit for offset in blocks.fixed_offset[rows].tolist()],
        tuple(sorted(set(padding.tolist()))),
        ((capacity_bytes - blocks.size_bytes[rows]) // unit).tolist(),
        height,
        [number[target] for target in home],
        cover,
        _neighbours(np.array([first[block] for block in kept]), np.array([end[block] for block in kept])),
    )


def _merge_full(
    first: list[int], end: list[int], full: list[bool], likeness: list[tuple[int, int, int]], free: list[bool]
) -> list[int]:
    """Joins blocks that must have the same offset; `end` is changed, and the block that stands for each is returned.

    Where two sections in a row are full, no address is idle in either. If one block ends between them and one begins,
    all others stay, so the new one takes the very place of the old one.
    """
    home = list(range(len(first)))
    ending: dict[int, list[int]] = {}
    beginning: dict[int, list[int]] = {}
    for block in range(len(first)):
        beginning.setdefault(first[block], []).append(block)
        ending.setdefault(end[block], []).append(block)
    for section in range(1, len(full)):
        gone, new = ending.get(section, []), beginning.get(section, [])
        if not (full[section - 1] and full[section] and len(gone) == len(new) == 1):
            continue
        old, young = gone[0], new[0]
        if free[old] and free[young] and likeness[old] == likeness[young]:
            home[young] = home[old]
            end[home[old]] = end[young]
    return home


def _unit_bytes(blocks: Blocks) -> int:
    """A number of bytes that divides every offset of some plan of least height, if any plan has that height.

    Pushed down as far as it goes, a block rests on 0, on another block or on a fixed one; so common divisors of all
    sizes, fixed offsets and alignments above 1 divide its offset.
    """
    fixed = blocks.fixed_offset[blocks.fixed_offset != NO_OFFSET]
    coarse = blocks.alignment[blocks.alignment > 1]
    common = int(np.gcd.reduce(np.concatenate([blocks.size_bytes, fixed, coarse])))
    return max(common, blocks.grain_bytes)


def _neighbours(first: Int64Array, end: Int64Array) -> list[list[int]]:
    result: list[list[int]] = []
    for block in range(len(first)):
        near: Int64Array = np.flatnonzero((first < end[block]) & (first[block] < end))
        result.append([other for other in near.tolist() if other != block])
    return result


class Stacking:
    """A partial solution. Mutable; `snapshot` and `restore` go back."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.size: Int64Array = np.array(puzzle.size)
        self.height: Int64Array = np.array(puzzle.height)
        self.pair_block: Int64Array = np.concatenate([np.array(cover, dtype=np.int64) for cover in puzzle.cover])
        lengths = np.array([len(cover) for cover in puzzle.cover])
        self.pair_section: Int64Array = np.repeat(np.arange(puzzle.sections), lengths)
        # WHY: a section without blocks takes a pair of another one, which is harmless: nothing is read from it
        self._pair_start = np.minimum(np.cumsum(lengths) - lengths, len(self.pair_block) - 1)
        self._spans = np.stack([np.array(puzzle.first), np.array(puzzle.end)], axis=1).ravel()
        self._last = np.array(puzzle.last_offset)
        fixed = np.array(puzzle.fixed)
        self._last[fixed != NO_OFFSET] = np.minimum(self._last, fixed)[fixed != NO_OFFSET]
        self._step = np.array(puzzle.alignment) if max(puzzle.alignment) > 1 else None
        self._near = [np.array(near, dtype=np.int64) for near in puzzle.neighbours]
        self._fixed_near = {
            block: given
            for block, near in enumerate(puzzle.neighbours)
            if puzzle.fixed[block] == NO_OFFSET and (given := [other for other in near if puzzle.fixed[other] >= 0])
        }
        self.failed_section = 0  # where the last contradiction was found
        self.floor: Int64Array = np.zeros(puzzle.sections, dtype=np.int64)
        self.rest = self._sum_over_sections(self.size)  # for each section, units still to come
        self.least: Int64Array = np.maximum(fixed, 0)
        self.is_open = np.ones(len(puzzle.size), dtype=bool)

    def snapshot(self) -> tuple[Int64Array, Int64Array, Int64Array, BoolArray]:
        return self.floor.copy(), self.rest.copy(), self.least.copy(), self.is_open.copy()

    def restore(self, snapshot: tuple[Int64Array, Int64Array, Int64Array, BoolArray]) -> None:
        floor, rest, least, is_open = snapshot
        self.floor, self.rest, self.least, self.is_open = floor.copy(), rest.copy(), least.copy(), is_open.copy()

    def place(self, block: int) -> bool:
        """Puts `block` at its least offset, and says whether that can still lead to a plan."""
        span = slice(self.puzzle.first[block], self.puzzle.end[block])
        size = self.puzzle.size[block]
        self.is_open[block] = False
        self.floor[span] = self.least[block] + size
        self.rest[span] -= size
        return self.settle()

    def lift(self, section: int) -> bool:
        """Rules out that any block starts at the floor of `section`, and says whether that can lead to a plan.

        A block that may not start there rests on a block still to come.
        """
        tops = np.where(self.is_open, self.least + self.size, _FAR)
        rows = self.pair_block[self._pair_start[section] :][: len(self.puzzle.cover[section])]
        rows = rows[self.is_open[rows] & (self.least[rows] == self.floor[section])]
        raised = [int(tops[self._near[block]].min(initial=_FAR)) for block in rows.tolist()]
        self.failed_section = section
        return self._raise(rows, np.array(raised, dtype=np.int64)) and self.settle()

    def settle(self) -> bool:
        """Applies the laws until nothing changes; False on a contradiction."""
        while True:
            lowest = self.lowest_in_section(np.where(self.is_open, self.least, _FAR)[self.pair_block])
            lowest[self.rest == 0] = 0
            np.maximum(self.floor, lowest, out=self.floor)
            over = self.floor + self.rest > self.height
            if over.any():
                self.failed_section = int(over.argmax())
                return False
            offsets = self.over_span(np.maximum, self.floor)
            rows = np.flatnonzero(self.is_open & (offsets > self.least))
            if not len(rows):
                return self._fits()
            if not self._raise(rows, offsets[rows]):
                return False

    def lowest_in_section(self, pair_values: Int64Array) -> Int64Array:
        """The least of the values of each section's pairs."""
        return np.minimum.reduceat(pair_values, self._pair_start)

    def over_span(self, reduce: np.ufunc, values: Int64Array) -> Int64Array:
        """`reduce` over the sections of each block."""
        # WHY: reduceat takes [first, end) at even places; the odd ones are between blocks and dropped
        return reduce.reduceat(np.append(values, _FAR), self._spans)[::2]

    def _sum_over_sections(self, values: Int64Array) -> Int64Array:
        change = np.zeros(self.puzzle.sections + 1, dtype=np.int64)
        np.add.at(change, self._spans[::2], values)
        np.subtract.at(change, self._spans[1::2], values)
        return np.cumsum(change)[:-1]

    def _fits(self) -> bool:
        """Whether, in every section, the blocks that start at or above any height fit between it and the capacity."""
        least = np.where(self.is_open, self.least, 0)[self.pair_block]
        # WHY: where all would fit even above the highest least offset, there is nothing to sort
        doubtful = np.maximum.reduceat(least, self._pair_start) + self.rest > self.height
        doubtful[self.rest == 0] = False
        chosen = np.flatnonzero(doubtful[self.pair_section] & self.is_open[self.pair_block])
        if not len(chosen):
            return True
        section, least = self.pair_section[chosen], least[chosen]
        order = np.lexsort((-least, section))
        above = np.cumsum(self.size[self.pair_block[chosen]][order])
        counts = np.bincount(section, minlength=self.puzzle.sections)
        counts = counts[counts > 0]
        before = np.concatenate(([0], above[np.cumsum(counts)[:-1] - 1]))
        over = least[order] + above - np.repeat(before, counts) > self.height[section]
        if over.any():
            self.failed_section = int(section[int(over.argmax())])
            return False
        return True

    def _raise(self, rows: Int64Array, offsets: Int64Array) -> bool:
        """Lifts the least offsets of some blocks to the first possible ones from `offsets` on; False when none is."""
        if self._step is not None:
            offsets = -(-offsets // self._step[rows]) * self._step[rows]
        if self._fixed_near:
            pairs = zip(rows.tolist(), offsets.tolist(), strict=True)
            offsets = np.array([self._clear(block, offset) for block, offset in pairs], dtype=np.int64)
        self.least[rows] = offsets
        over = offsets > self._last[rows]
        if over.any():
            self.failed_section = self.puzzle.first[int(rows[int(over.argmax())])]
            return False
        return True

    def _clear(self, block: int, offset: int) -> int:
        """The first aligned offset from `offset` on at which the block meets no fixed block."""
        size, step = self.puzzle.size[block], self.puzzle.alignment[block]
        moved = True
        while moved:
            moved = False
            for other in self._fixed_near.get(block, ()):
                bottom = self.puzzle.fixed[other]
                top = bottom + self.puzzle.size[other]
                if offset < top and bottom < offset + size:
                    offset, moved = -(-top // step) * step, True
        return offset
