"""Planner `free-list`: what a run-time allocator would do, in time almost linear in the number of blocks.

A sweep in order of begin of life: blocks that ended give their bytes back, neighbouring holes join, and a request takes
the tightest hole that holds it, or grows the top. It looks only at the present, so most of its plans are worse than
those of the greedy family; it is for problems with so many blocks alive at once that these take too long.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort

import numpy as np

from metadef.memory.blocks import Blocks, align_up
from metadef.memory.problem import NO_OFFSET, Int64Array

__all__ = ["plan_free_list"]


def plan_free_list(blocks: Blocks) -> Int64Array | None:
    """Offsets in bytes; blocks with given offsets keep them, and the rest is laid above.

    None where blocks must stay apart that live one after the other, because it looks only at the present.
    """
    if len(blocks.apart):
        return None
    offsets = np.where(blocks.fixed_offset != NO_OFFSET, blocks.fixed_offset, 0)
    free = np.flatnonzero((blocks.fixed_offset == NO_OFFSET) & (blocks.size_bytes > 0))
    order = free[np.lexsort((-blocks.size_bytes[free], blocks.lower[free]))].tolist()
    lower, upper = blocks.lower.tolist(), blocks.upper.tolist()
    sizes, alignments = blocks.size_bytes.tolist(), blocks.alignment.tolist()
    heap = _Heap(blocks.top_of_fixed_bytes)
    alive: list[tuple[int, int, int]] = []  # (end of life, offset, end of bytes)
    for block in order:
        while alive and alive[0][0] <= lower[block]:
            _, begin, end = heapq.heappop(alive)
            heap.release(begin, end)
        offset = heap.take(sizes[block], alignments[block])
        offsets[block] = offset
        heapq.heappush(alive, (upper[block], offset, offset + sizes[block]))
    return offsets


class _Heap:
    """Holes below the top, found by length and by either end."""

    def __init__(self, base: int) -> None:
        self._base = base
        self._top = base
        self._end_of: dict[int, int] = {}  # begin -> end
        self._begin_of: dict[int, int] = {}  # end -> begin
        self._by_length: list[tuple[int, int]] = []  # (length, begin), ascending

    def take(self, size: int, alignment: int) -> int:
        for length, begin in self._by_length[bisect_left(self._by_length, (size, -1)) :][:64]:
            offset = align_up(begin, alignment)
            if offset + size <= begin + length:
                self._remove(begin, begin + length)
                self._add(begin, offset)
                self._add(offset + size, begin + length)
                return offset
        begin = self._begin_of.get(self._top, self._top)
        if begin < self._top:
            self._remove(begin, self._top)
        offset = align_up(begin, alignment)
        self._add(begin, offset)
        self._top = offset + size
        return offset

    def release(self, begin: int, end: int) -> None:
        before, after = self._begin_of.get(begin), self._end_of.get(end)
        if before is not None:
            self._remove(before, begin)
            begin = before
        if after is not None:
            self._remove(end, after)
            end = after
        if end == self._top and begin == self._base:
            self._top = begin
        else:
            self._add(begin, end)

    def _add(self, begin: int, end: int) -> None:
        if begin < end:
            self._end_of[begin] = end
            self._begin_of[end] = begin
            insort(self._by_length, (end - begin, begin))

    def _remove(self, begin: int, end: int) -> None:
        del self._end_of[begin], self._begin_of[end]
        del self._by_length[bisect_left(self._by_length, (end - begin, begin))]
