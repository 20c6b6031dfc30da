"""The lower bound that no plan can pass, the live set behind it, and the measures of a plan against it.

At any instant the live blocks lie side by side. With `g` a divisor of every possible offset, each of them but the
topmost takes its size rounded up to a multiple of `g`; so the bytes at that instant are at least the rounded sum minus
the largest rounding. The peak over all instants is the bound; given offsets can raise it.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np

from metadef.memory.blocks import Blocks, blocks_by_pool
from metadef.memory.problem import Int64Array, Plan, Problem

__all__ = ["LowerBound", "PoolBound", "efficiency", "fragmentation", "live_bytes", "lower_bound", "section_loads"]


@dataclass(frozen=True, slots=True)
class PoolBound:
    """The bound of one pool."""

    pool: str
    bytes: int
    time: int  # an instant at which the live bytes reach their peak
    live: tuple[str, ...]  # ids of the buffers held at that instant, largest first


@dataclass(frozen=True, slots=True)
class LowerBound:
    """The bound of a problem: the sum over its pools."""

    bytes: int
    pools: tuple[PoolBound, ...]


def lower_bound(problem: Problem) -> LowerBound:
    """The fewest bytes that any plan can need, with the instant and the live set that say why.

    Raises:
        MetadefError: `fixed-offsets-clash`, when no plan exists.

    >>> from metadef.memory.problem import Buffer
    >>> bound = lower_bound(Problem.of([Buffer("a", 0, 2, 4), Buffer("b", 1, 3, 8), Buffer("c", 2, 4, 5)]))
    >>> bound.bytes, bound.pools[0].time, bound.pools[0].live
    (13, 2, ('b', 'c'))
    """
    pools: list[PoolBound] = []
    for name, blocks in zip(problem.pools, blocks_by_pool(problem), strict=True):
        loads = section_loads(blocks)
        peak = int(np.argmax(loads)) if len(loads) else 0
        bytes_needed = max(int(loads[peak]) if len(loads) else 0, blocks.top_of_fixed_bytes)
        time = int(blocks.times[peak])
        held = (blocks.lower <= time) & (time < blocks.upper)
        members = blocks.member_buffer[held[blocks.member_block]].tolist()
        members.sort(key=problem.size_bytes.__getitem__, reverse=True)
        pools.append(PoolBound(name, bytes_needed, time, tuple(problem.ids[number] for number in members)))
    return LowerBound(sum(pool.bytes for pool in pools), tuple(pools))


def section_loads(blocks: Blocks) -> Int64Array:
    """For each section between two events, the fewest bytes its live blocks can take (alignment aware)."""
    grain = blocks.grain_bytes
    rounded = -(-blocks.size_bytes // grain) * grain
    loads = _sums(blocks, rounded)
    rounding = rounded - blocks.size_bytes
    return loads - _largest(blocks, rounding) if rounding.any() else loads


def live_bytes(problem: Problem) -> list[tuple[int, int]]:
    """The curve of live bytes, all pools together: (instant, bytes from that instant on), one entry a change.

    The sizes are the buffers' own; groups and alignments do not count here.
    """
    times = np.concatenate([problem.lower, problem.upper])
    steps = np.concatenate([problem.size_bytes, -problem.size_bytes])
    instants, where = np.unique(times, return_inverse=True)
    change = np.zeros(len(instants), dtype=np.int64)
    np.add.at(change, where, steps)
    return list(zip(instants.tolist(), np.cumsum(change).tolist(), strict=True))


def efficiency(problem: Problem, plan: Plan) -> float:
    """Lower bound ÷ peak: 1.0 says that the plan is optimal."""
    peak = plan.peak_bytes(problem)
    return lower_bound(problem).bytes / peak if peak else 1.0


def fragmentation(problem: Problem, plan: Plan) -> float:
    """The share of the plan's peak that the lower bound does not explain: 1 - efficiency."""
    return 1.0 - efficiency(problem, plan)


def _sums(blocks: Blocks, values: Int64Array) -> Int64Array:
    change = np.zeros(max(len(blocks.times), 1), dtype=np.int64)
    np.add.at(change, blocks.first_section, values)
    np.subtract.at(change, blocks.end_section, values)
    return np.cumsum(change)[:-1]


def _largest(blocks: Blocks, values: Int64Array) -> Int64Array:
    """The largest of `values` among the blocks alive in each section."""
    result = np.zeros(len(blocks.times) - 1, dtype=np.int64)
    order = np.argsort(blocks.first_section, kind="stable").tolist()
    first, end, value = blocks.first_section.tolist(), blocks.end_section.tolist(), values.tolist()
    heap: list[tuple[int, int]] = []  # (-value, end section); entries that ended are dropped when they surface
    upcoming = 0
    for section in range(len(result)):
        while upcoming < len(order) and first[order[upcoming]] == section:
            block = order[upcoming]
            heapq.heappush(heap, (-value[block], end[block]))
            upcoming += 1
        while heap and heap[0][1] <= section:
            heapq.heappop(heap)
        result[section] = -heap[0][0] if heap else 0
    return result
