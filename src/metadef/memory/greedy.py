"""The greedy family: blocks in a fixed order, each into a gap left by the blocks already placed.

Orders: largest size, largest area (size x duration), longest duration, earliest start. Fits: the lowest gap that holds
the block (first fit), or the tightest one (best fit). Greedy by size with best fit is the offset calculation of
Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference" (2020).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import Literal

import numpy as np

from metadef.memory.blocks import Blocks, align_up
from metadef.memory.overlap import OverlapIndex
from metadef.memory.problem import NO_OFFSET, Int64Array

__all__ = ["ORDERS", "Fit", "place_in_order", "plan_greedy"]

Fit = Literal["first", "best"]

_UNPLACED = np.int64(1) << np.int64(62)


def _by_size(blocks: Blocks) -> Int64Array:
    return np.lexsort((blocks.lower, -blocks.size_bytes))


def _by_area(blocks: Blocks) -> Int64Array:
    # WHY: floats, because size x duration passes 64 bits; ties among roundings are settled by start
    area = blocks.size_bytes.astype(np.float64) * (blocks.upper - blocks.lower)
    return np.lexsort((blocks.lower, -area))


def _by_duration(blocks: Blocks) -> Int64Array:
    return np.lexsort((-blocks.size_bytes, blocks.lower - blocks.upper))


def _by_start(blocks: Blocks) -> Int64Array:
    return np.lexsort((-blocks.size_bytes, blocks.lower))


ORDERS: dict[str, Callable[[Blocks], Int64Array]] = {
    "size": _by_size,
    "area": _by_area,
    "duration": _by_duration,
    "start": _by_start,
}


def plan_greedy(
    blocks: Blocks,
    order: str = "size",
    fit: Fit = "first",
    index: OverlapIndex | None = None,
    deadline: float = math.inf,
) -> Int64Array | None:
    """Offsets in bytes of the greedy plan, None when `time.perf_counter()` passes the deadline before it is made.

    Args:
        blocks: what to place; blocks with given offsets go first.
        order: a key of `ORDERS`.
        fit: lowest gap or tightest gap.
        index: the overlap index of `blocks`, when the caller has one already.
    """
    return place_in_order(blocks, ORDERS[order](blocks).tolist(), fit, index, deadline)


def place_in_order(
    blocks: Blocks,
    order: Iterable[int],
    fit: Fit = "first",
    index: OverlapIndex | None = None,
    deadline: float = math.inf,
) -> Int64Array | None:
    """Offsets when the blocks are placed in `order`, which names every block once; None after the deadline."""
    index = index or OverlapIndex(blocks)
    rank_of, first, end = index.rank_of_block.tolist(), index.first.tolist(), index.end
    sizes, alignments = blocks.size_bytes.tolist(), blocks.alignment.tolist()
    bottoms = np.full(len(blocks), _UNPLACED)  # by rank, so that runs of ranks are slices
    tops = np.full(len(blocks), _UNPLACED)
    given = np.flatnonzero((blocks.fixed_offset != NO_OFFSET) & (blocks.size_bytes > 0))
    bottoms[index.rank_of_block[given]] = blocks.fixed_offset[given]
    tops[index.rank_of_block[given]] = blocks.fixed_offset[given] + blocks.size_bytes[given]
    done = set(given.tolist())
    apart_from = blocks.apart_from
    choose = _lowest_gap if fit == "first" else _tightest_gap
    for turn, block in enumerate(order):
        if turn % 256 == 0 and time.perf_counter() > deadline:
            return None
        size = sizes[block]
        if size == 0 or block in done:
            continue
        rank = rank_of[block]
        stored, run = index.near(rank)
        start = first[rank]
        alive = stored[end[stored] > start]
        low = np.concatenate((bottoms[alive], bottoms[run][end[run] > start]))
        high = np.concatenate((tops[alive], tops[run][end[run] > start]))
        others = apart_from.get(block)
        if others is not None:
            ranks = index.rank_of_block[others]
            low, high = np.concatenate((low, bottoms[ranks])), np.concatenate((high, tops[ranks]))
        placed = low < _UNPLACED
        low, high = low[placed], high[placed]
        offset = choose(low, high, size, alignments[block]) if len(low) else 0
        bottoms[rank] = offset
        tops[rank] = offset + size
    offsets = np.where(blocks.fixed_offset != NO_OFFSET, blocks.fixed_offset, 0)
    mine = bottoms[index.rank_of_block]
    return np.where(mine < _UNPLACED, mine, offsets)


def _gaps(low: Int64Array, high: Int64Array, alignment: int) -> tuple[Int64Array, Int64Array]:
    """Aligned begin of each gap below a placed block, and its length in bytes; the gap above all is left out.

    The first gap starts at 0; a gap may have negative length.
    """
    order = low.argsort()
    low = low[order]
    begins = np.empty_like(low)
    begins[0] = 0
    np.maximum.accumulate(high[order][:-1], out=begins[1:])
    if alignment > 1:
        begins = -(-begins // alignment) * alignment
    return begins, low - begins


def _lowest_gap(low: Int64Array, high: Int64Array, size: int, alignment: int) -> int:
    begins, lengths = _gaps(low, high, alignment)
    fits = lengths >= size
    where = int(fits.argmax())
    return int(begins[where]) if fits[where] else align_up(int(high.max()), alignment)


def _tightest_gap(low: Int64Array, high: Int64Array, size: int, alignment: int) -> int:
    begins, lengths = _gaps(low, high, alignment)
    lengths[lengths < size] = _UNPLACED
    where = int(lengths.argmin())
    return int(begins[where]) if lengths[where] < _UNPLACED else align_up(int(high.max()), alignment)
