"""Planner `no-reuse`: every block has bytes of its own. What memory costs without any planning."""

from __future__ import annotations

import numpy as np

from metadef.memory.blocks import Blocks, align_up
from metadef.memory.problem import NO_OFFSET, Int64Array

__all__ = ["plan_no_reuse"]


def plan_no_reuse(blocks: Blocks) -> Int64Array:
    """Blocks one after another, above those whose offsets are given."""
    offsets = blocks.fixed_offset.copy()
    top = blocks.top_of_fixed_bytes
    free = np.flatnonzero(offsets == NO_OFFSET)
    rows = zip(free.tolist(), blocks.size_bytes[free].tolist(), blocks.alignment[free].tolist(), strict=True)
    for block, size, alignment in rows:
        offset = align_up(top, alignment) if size else 0
        offsets[block] = offset
        top = max(top, offset + size)
    return offsets
