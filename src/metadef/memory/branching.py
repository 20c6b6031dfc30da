"""How the exact search picks a section and ranks the blocks that can go next in its stack.

A block can go next in a section when its least offset is the section's floor. It is *flat* when all its sections have
that floor: then nothing can be hidden below it. A section where every such block is flat is a complete branching point:
one of them starts at the floor, or (`LIFT`) none does. The lowest section of a part always is one.

Among these, a section with a single choice is taken at once. The others are ranked by floor, in bands; then by the
number of choices, fewer first, where the slack of the section raises it and past failures there lower it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from metadef.memory.problem import NO_OFFSET, Int64Array
from metadef.memory.stacking import BoolArray, Puzzle, Stacking

__all__ = ["LIFT", "STRATEGIES", "Brancher", "Strategy", "value_orders"]

LIFT = -1  # the choice that no block starts at the floor

Order = Literal["width", "size-total", "area", "total"]


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to search; they take turns."""

    bands: int  # floors are compared in so many bands of the height; 1: not at all
    mind_slack: bool  # whether sections with little slack come first inside a band
    order: Order  # of the blocks at a branching point


# WHY: measured on the public minimalloc instances and their mirror images; each solves some quickly that others miss
STRATEGIES: tuple[Strategy, ...] = (
    Strategy(32, False, "width"),
    Strategy(8, True, "size-total"),
    Strategy(32, False, "area"),
    Strategy(1024, True, "width"),
    Strategy(32, False, "size-total"),
    Strategy(32, True, "total"),
    Strategy(1, True, "size-total"),
    Strategy(8, True, "area"),
)


class Brancher:
    """Picks branching points. Holds the weights of sections, which grow with failures and last over restarts."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.weight: NDArray[np.float64] = np.ones(puzzle.sections)
        self._twin = np.array(_twins(puzzle))
        self._first = np.array(puzzle.first)
        self._end = np.array(puzzle.end)
        self.begin(STRATEGIES[0], [0.0] * len(puzzle.size))

    def begin(self, strategy: Strategy, value: list[float]) -> None:
        """Starts an attempt with a strategy and the values of the blocks."""
        self._strategy = strategy
        self._value = value

    def choose(self, state: Stacking, blocks: Int64Array, low: int, high: int) -> tuple[int, list[int]]:
        """The section of [low, high) to branch on, and its choices, next one last.

        `blocks` are those still to place in the part; there is at least one.
        """
        floor, least = state.floor, state.least
        is_open = np.zeros(len(least), dtype=bool)
        is_open[blocks] = True
        flat = is_open & (state.over_span(np.minimum, floor) == least)
        pair_open = is_open[state.pair_block]
        at_floor = pair_open & (least[state.pair_block] == floor[state.pair_section])
        hidden = np.zeros(len(floor), dtype=bool)
        hidden[state.pair_section[at_floor & ~flat[state.pair_block]]] = True
        candidate = flat & ~((self._twin >= 0) & is_open[self._twin])
        change = np.zeros(len(floor) + 1, dtype=np.int64)
        np.add.at(change, self._first[candidate], 1)
        np.subtract.at(change, self._end[candidate], 1)
        count = np.cumsum(change)[:-1]
        slack = state.height - state.rest - floor
        liftable = _next_level(state, pair_open, at_floor) <= floor + slack
        choices = count + liftable
        usable = np.flatnonzero((count[low:high] > 0) & ~hidden[low:high]) + low
        section = self._best(usable, choices, state, slack)
        fitting = np.flatnonzero(candidate & (self._first <= section) & (section < self._end)).tolist()
        fitting.sort(key=lambda block: self._worth(block, state))
        return section, [LIFT, *fitting] if liftable[section] else fitting

    def _best(self, usable: Int64Array, choices: Int64Array, state: Stacking, slack: Int64Array) -> int:
        few = choices[usable]
        single = int((few == 1).argmax())
        if few[single] == 1:
            return int(usable[single])
        score = few / np.sqrt(self.weight[usable])
        if self._strategy.mind_slack:
            score *= 1.0 + 128.0 * slack[usable] / state.height[usable]
        if self._strategy.bands > 1:
            score = score * 1e-6 + state.floor[usable] * self._strategy.bands // state.height[usable]
        return int(usable[int(score.argmin())])

    def _worth(self, block: int, state: Stacking) -> float:
        """The value of the block, more when its top is level with the floor beside it."""
        floor = state.floor
        first, end = self._puzzle.first[block], self._puzzle.end[block]
        top = state.least[block] + self._puzzle.size[block]
        level = int(first == 0 or floor[first - 1] == top) + int(end == len(floor) or floor[end] == top)
        return self._value[block] * (1.0 + 2.0 * level)


def _next_level(state: Stacking, pair_open: BoolArray, at_floor: BoolArray) -> Int64Array:
    """For each section, a height that its floor reaches at least once no block starts at the floor."""
    far = np.iinfo(np.int64).max
    tops = np.where(pair_open, (state.least + state.size)[state.pair_block], far)
    lifted = state.over_span(np.minimum, state.lowest_in_section(tops))
    offsets = np.where(at_floor, lifted[state.pair_block], state.least[state.pair_block])
    return state.lowest_in_section(np.where(pair_open, offsets, far))


def value_orders(puzzle: Puzzle) -> dict[Order, list[float]]:
    """Values of the blocks by which a branching point tries them; the highest goes first."""
    size, count = puzzle.size, len(puzzle.size)
    load = [sum(size[block] for block in cover) for cover in puzzle.cover]
    total = [max(load[puzzle.first[block] : puzzle.end[block]]) for block in range(count)]
    width = [puzzle.end[block] - puzzle.first[block] for block in range(count)]
    top = max(total)
    return {
        "width": [width[block] + size[block] / top for block in range(count)],
        "size-total": [float(size[block] * total[block]) for block in range(count)],
        "area": [float(size[block] * width[block]) for block in range(count)],
        "total": [total[block] + size[block] / top for block in range(count)],
    }


def _twins(puzzle: Puzzle) -> list[int]:
    """For each block, the one before it that is equal in all respects, or -1: twins are placed in this order."""
    last: dict[tuple[int, ...], int] = {}
    result: list[int] = []
    for block, size in enumerate(puzzle.size):
        likeness = (puzzle.first[block], puzzle.end[block], size, puzzle.alignment[block], puzzle.last_offset[block])
        free = puzzle.fixed[block] == NO_OFFSET
        result.append(last.get(likeness, -1) if free else -1)
        if free:
            last[likeness] = block
    return result
