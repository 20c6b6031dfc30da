"""Planner `block-reuse`: what the real engine does, as the baseline to beat.

A sweep in order of begin, which is topological order. Level 1: a request takes a free block of exactly its own size
(rounded up to 512 bytes), the one released last first; else a new block is made. Level 2: blocks whose whole lives are
disjoint are nested in a larger one, from the largest block down. The top-level blocks are then laid end to end.
No offsets are searched, so holes inside a block stay empty. Source: the block assigner of the graph engine.
"""

from __future__ import annotations

import numpy as np

from metadef.memory.blocks import Blocks, align_up
from metadef.memory.overlap import OverlapIndex
from metadef.memory.problem import NO_OFFSET, Int64Array

__all__ = ["BLOCK_ALIGNMENT_BYTES", "plan_block_reuse"]

BLOCK_ALIGNMENT_BYTES = 512


def plan_block_reuse(blocks: Blocks) -> Int64Array:
    """Offsets of the engine's plan; blocks with given offsets keep them, and the rest is laid above."""
    offsets = np.where(blocks.fixed_offset != NO_OFFSET, blocks.fixed_offset, 0)
    free = np.flatnonzero((blocks.fixed_offset == NO_OFFSET) & (blocks.size_bytes > 0))
    if not len(free):
        return offsets
    alignment = np.lcm(blocks.alignment[free], BLOCK_ALIGNMENT_BYTES)
    sizes = -(-blocks.size_bytes[free] // alignment) * alignment
    slot_of = _level_one(blocks, free, sizes.tolist(), alignment.tolist())
    apart = _slots_apart(blocks, free, slot_of)
    slots = int(slot_of.max()) + 1
    lower = np.full(slots, np.iinfo(np.int64).max)
    upper = np.full(slots, np.iinfo(np.int64).min)
    size = np.zeros(slots, dtype=np.int64)
    align = np.ones(slots, dtype=np.int64)
    np.minimum.at(lower, slot_of, blocks.lower[free])
    np.maximum.at(upper, slot_of, blocks.upper[free])
    size[slot_of] = sizes
    align[slot_of] = alignment
    offsets[free] = _level_two(lower, upper, size, align, blocks.top_of_fixed_bytes, apart)[slot_of]
    return offsets


def _level_one(blocks: Blocks, free: Int64Array, sizes: list[int], alignments: list[int]) -> Int64Array:
    """The slot of every free block: a slot is reused by blocks of one size only."""
    slot_of = np.zeros(len(free), dtype=np.int64)
    lower, upper = blocks.lower[free].tolist(), blocks.upper[free].tolist()
    by_start = sorted(range(len(free)), key=lower.__getitem__)
    by_end = sorted(range(len(free)), key=upper.__getitem__)
    released: dict[tuple[int, int], list[int]] = {}
    place: dict[int, int] = {}  # block to row, of the blocks that have a slot
    slots = ending = 0
    for row in by_start:
        while upper[by_end[ending]] <= lower[row]:
            gone = by_end[ending]
            released.setdefault((sizes[gone], alignments[gone]), []).append(int(slot_of[gone]))
            ending += 1
        stack = released.get((sizes[row], alignments[row]), [])
        refused = {int(slot_of[place[other]]) for other in _others(blocks, int(free[row])) if other in place}
        fitting = next((at for at in reversed(range(len(stack))) if stack[at] not in refused), None)
        if fitting is not None:
            slot_of[row] = stack.pop(fitting)
        else:
            slot_of[row] = slots
            slots += 1
        if blocks.apart_from:
            place[int(free[row])] = row
    return slot_of


def _others(blocks: Blocks, block: int) -> list[int]:
    others = blocks.apart_from.get(block)
    return [] if others is None else others.tolist()


def _slots_apart(blocks: Blocks, free: Int64Array, slot_of: Int64Array) -> dict[int, set[int]]:
    """Of each slot, the slots that hold a block from which one of its own must stay apart."""
    home = dict(zip(free.tolist(), slot_of.tolist(), strict=True))
    apart: dict[int, set[int]] = {}
    for one, other in blocks.apart.tolist():
        if one in home and other in home:
            apart.setdefault(home[one], set()).add(home[other])
            apart.setdefault(home[other], set()).add(home[one])
    return apart


def _level_two(
    lower: Int64Array, upper: Int64Array, size: Int64Array, align: Int64Array, base: int, apart: dict[int, set[int]]
) -> Int64Array:
    """Offsets of the slots: each nests in the first larger top-level slot that holds no life at the same time."""
    none = np.full(len(lower), NO_OFFSET)
    empty = np.zeros(0, dtype=np.int64)
    slots = Blocks(lower, upper, size, align, none, empty, empty, empty)
    index = OverlapIndex(slots)
    home = np.full(len(lower), -1)  # by rank: which top-level slot
    sizes, alignments = size.tolist(), align.tolist()
    starts: list[int] = []
    top = base
    offsets = np.zeros(len(lower), dtype=np.int64)
    for slot in np.lexsort((lower, -size)).tolist():
        rank = int(index.rank_of_block[slot])
        stored, run = index.near(rank)
        begin = index.first[rank]
        alive = stored[index.end[stored] > begin]
        taken = np.concatenate((home[alive], home[run][index.end[run] > begin]))
        if slot in apart:
            taken = np.concatenate((taken, home[index.rank_of_block[sorted(apart[slot])]]))
        parent = _first_free(taken, starts, alignments[slot])
        if parent == len(starts):
            start = align_up(top, alignments[slot])
            starts.append(start)
            top = start + sizes[slot]
        home[rank] = parent
        offsets[slot] = starts[parent]
    return offsets


def _first_free(taken: Int64Array, starts: list[int], alignment: int) -> int:
    """The lowest top-level slot, not `taken`, whose start suits the alignment; `len(starts)` for a new one."""
    busy = np.zeros(len(starts) + 1, dtype=bool)
    busy[taken[taken >= 0]] = True
    parent = int(busy.argmin())
    while parent < len(starts) and (busy[parent] or starts[parent] % alignment):
        parent += 1
    return parent
