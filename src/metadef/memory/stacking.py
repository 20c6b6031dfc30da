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

from metadef.memory.blocks import Blocks
from metadef.memory.problem import NO_OFFSET, Int64Array

__all__ = ["Puzzle", "Stacking", "make_puzzle"]

_FAR = 1 << 62


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
    """A partial solution. Mutable; every change is on a trail, so that `undo` goes back to any `mark`."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.floor = [0] * puzzle.sections
        self.rest = [sum(puzzle.size[block] for block in cover) for cover in puzzle.cover]
        self.open: list[list[int]] = [list(cover) for cover in puzzle.cover]  # for each section, blocks not placed
        self.least = [0 if offset == NO_OFFSET else offset for offset in puzzle.fixed]
        self.placed = [False] * len(puzzle.size)
        self.failed_section = 0  # where the last contradiction was found
        self._trail: list[tuple[list[int], int, int]] = []
        self._placements: list[tuple[int, int]] = []  # (block, length of the trail before it)
        self._fixed_near = [
            [other for other in near if puzzle.fixed[other] != NO_OFFSET] if puzzle.fixed[block] == NO_OFFSET else []
            for block, near in enumerate(puzzle.neighbours)
        ]

    def mark(self) -> int:
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Takes back every change since `mark()` returned `mark`."""
        trail = self._trail
        while self._placements and self._placements[-1][1] >= mark:
            block = self._placements.pop()[0]
            self.placed[block] = False
            size = self.puzzle.size[block]
            for section in range(self.puzzle.first[block], self.puzzle.end[block]):
                self.open[section].append(block)
                self.rest[section] += size
        while len(trail) > mark:
            values, index, value = trail.pop()
            values[index] = value

    def _set(self, values: list[int], index: int, value: int) -> None:
        self._trail.append((values, index, values[index]))
        values[index] = value

    def place(self, block: int) -> bool:
        """Puts `block` at its least offset, and says whether that can still lead to a plan."""
        puzzle = self.puzzle
        first, end = puzzle.first[block], puzzle.end[block]
        top = self.least[block] + puzzle.size[block]
        self._placements.append((block, len(self._trail)))
        self.placed[block] = True
        for section in range(first, end):
            self.open[section].remove(block)
            self.rest[section] -= puzzle.size[block]
            self._set(self.floor, section, top)
        span = set(range(first, end))
        return self._propagate(span, span)

    def lift(self, section: int) -> bool:
        """Rules out that any block starts at the floor of `section`, and says whether that can lead to a plan.

        A block that may not start there rests on a block still to come.
        """
        puzzle, least = self.puzzle, self.least
        level = self.floor[section]
        raised: list[tuple[int, int]] = []
        for block in self.open[section]:
            if least[block] == level:
                near = puzzle.neighbours[block]
                tops = [least[other] + puzzle.size[other] for other in near if not self.placed[other]]
                raised.append((block, min(tops, default=_FAR)))
        touched: set[int] = set()
        for block, offset in raised:
            if not self._raise(block, offset):
                self.failed_section = section
                return False
            touched.update(range(puzzle.first[block], puzzle.end[block]))
        return self._propagate(touched, set())

    def settle(self) -> bool:
        """Applies the laws to the whole state: for the start of a search."""
        everything = set(range(self.puzzle.sections))
        for block in range(len(self.least)):
            if not self._raise(block, self.least[block]):
                return False
        return self._propagate(everything, everything)

    def _propagate(self, sections: set[int], raised: set[int]) -> bool:
        """Applies the laws until nothing changes; False on a contradiction.

        `sections` are those to look at; in those of `raised`, the floor has changed already.
        """
        puzzle, floor, least = self.puzzle, self.floor, self.least
        first, end = puzzle.first, puzzle.end
        while sections:
            blocks: set[int] = set()
            for section in sections:
                still = self.open[section]
                if not still:
                    continue
                offsets = [least[block] for block in still]
                low = min(offsets)
                if low > floor[section]:
                    self._set(floor, section, low)
                    blocks.update(still)
                elif section in raised:
                    blocks.update(still)
                if not self._fits(section, still, offsets):
                    self.failed_section = section
                    return False
            sections, raised = set(), set()
            for block in blocks:
                begin, stop = first[block], end[block]
                offset = max(floor[begin:stop])
                if offset > least[block]:
                    if not self._raise(block, offset):
                        self.failed_section = begin + floor[begin:stop].index(offset)
                        return False
                    sections.update(range(begin, stop))
        return True

    def _fits(self, section: int, still: list[int], offsets: list[int]) -> bool:
        """Whether the blocks from every height on fit below the capacity."""
        size, height = self.puzzle.size, self.puzzle.height[section]
        room = height - self.rest[section]
        if self.floor[section] > room:
            return False
        if max(offsets) <= room:
            return True  # even if all started at the highest of their offsets they would fit
        total = 0
        for offset, block in sorted(zip(offsets, still, strict=True), reverse=True):
            total += size[block]
            if offset + total > height:
                return False
        return True

    def _raise(self, block: int, offset: int) -> bool:
        """Lifts the least offset of `block` to the first possible one from `offset` on; False when there is none."""
        puzzle = self.puzzle
        step, size = puzzle.alignment[block], puzzle.size[block]
        moved = True
        while moved:
            moved = False
            offset = -(-offset // step) * step
            for other in self._fixed_near[block]:
                bottom = puzzle.fixed[other]
                if offset < bottom + puzzle.size[other] and bottom < offset + size:
                    offset, moved = bottom + puzzle.size[other], True
        if offset > puzzle.last_offset[block] or (puzzle.fixed[block] != NO_OFFSET and offset > puzzle.fixed[block]):
            return False
        self._set(self.least, block, offset)
        return True
