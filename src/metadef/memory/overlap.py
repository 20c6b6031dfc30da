"""Finds the blocks that are alive together with a given one, in time proportional to their number.

Blocks are ranked by begin of life. Those alive with block `b` are of two kinds: blocks that begin during `b`, which are
consecutive ranks, and blocks that began before and still live. The second kind is found from the live sets stored at
every `stride`-th rank, plus the consecutive ranks since. With `stride` near the mean number of live blocks, the stored
sets take no more memory than the blocks themselves.
"""

from __future__ import annotations

import numpy as np

from metadef.memory.blocks import Blocks
from metadef.memory.problem import Int64Array

__all__ = ["OverlapIndex"]


class OverlapIndex:
    """Immutable index over the lifetimes of blocks. Ranks count blocks by begin of life."""

    def __init__(self, blocks: Blocks) -> None:
        count = len(blocks)
        self.block_of_rank: Int64Array = np.lexsort((blocks.end_section, blocks.first_section))
        self.rank_of_block: Int64Array = np.empty(count, dtype=np.int64)
        self.rank_of_block[self.block_of_rank] = np.arange(count)
        self.first: Int64Array = blocks.first_section[self.block_of_rank]
        self.end: Int64Array = blocks.end_section[self.block_of_rank]
        self.later: list[int] = np.searchsorted(self.first, self.end).tolist()  # first rank that begins after the end
        lives = int((self.end - self.first).sum())
        sections = max(len(blocks.times) - 1, 1)
        self.stride = max(lives // sections, 16)
        self._live_at: list[Int64Array] = []
        live = np.zeros(0, dtype=np.int64)
        for start in range(0, count, self.stride):
            self._live_at.append(live)
            stop = min(start + self.stride, count)
            live = np.concatenate([live, np.arange(start, stop)])
            if stop < count:
                live = live[self.end[live] > self.first[stop]]

    def near(self, rank: int) -> tuple[Int64Array, slice]:
        """Candidates for overlap with `rank`: some earlier ranks, and a run of consecutive ranks that includes itself.

        Every block alive together with `rank` is among them; an earlier or consecutive one overlaps when its end is
        after `first[rank]`.
        """
        stored = rank // self.stride
        return self._live_at[stored], slice(stored * self.stride, self.later[rank])
