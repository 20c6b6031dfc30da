"""Planner `exact`: a search that finds a plan within a capacity, or proves that there is none.

Ideas, all published: canonical placements (every block rests on the bottom or on another one), bounds for each time
section, temporal decomposition (parts of the time axis that no open block connects are solved on their own), several
value orders taken in turn with restarts (Moffitt, "MiniMalloc", 2023; Gomes et al. on restarts), and branching on the
most constrained place weighted by past failures (Boussemart et al., "dom/wdeg", 2004).

A node picks a section in whose stack the next block must start exactly at the floor with nothing hidden below it, and
tries each of these blocks, then the choice that none of them starts there. Sections that have failed often are picked
first. States met before and refuted are remembered by hash of their exact content.
"""

from __future__ import annotations

import random
import time
from array import array
from bisect import bisect_left
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b

import numpy as np

from metadef.memory.blocks import Blocks
from metadef.memory.problem import NO_OFFSET, Int64Array
from metadef.memory.stacking import Puzzle, Stacking, make_puzzle

__all__ = ["Answer", "Outcome", "search_within"]

FIRST_NODE_LIMIT = 500
NODE_LIMIT_GROWTH = 1.1


class Answer(Enum):
    """What a search can say about a capacity."""

    FITS = "fits"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"  # the budget ran out


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a search, with its profile."""

    answer: Answer
    offsets: Int64Array | None = None  # in bytes, when the answer is FITS
    next_height_bytes: int = 0  # when the answer is IMPOSSIBLE: the least height not ruled out
    nodes: int = 0
    restarts: int = 0
    seconds: float = 0.0


def search_within(blocks: Blocks, capacity_bytes: int, seconds: float, seed: int = 0) -> Outcome:
    """Looks for a plan of `blocks` that needs at most `capacity_bytes`.

    Args:
        blocks: the blocks of one pool.
        capacity_bytes: the height the plan may have.
        seconds: wall time after which the answer is UNKNOWN.
        seed: the search is the same for the same seed, as long as the time does not run out.
    """
    began = time.perf_counter()
    offsets = np.where(blocks.fixed_offset == NO_OFFSET, 0, blocks.fixed_offset)
    if blocks.top_of_fixed_bytes > capacity_bytes:
        return Outcome(Answer.IMPOSSIBLE, None, blocks.top_of_fixed_bytes)
    solid = np.flatnonzero(blocks.size_bytes > 0)
    if not len(solid):
        return Outcome(Answer.FITS, offsets)
    puzzle = make_puzzle(blocks.take(solid), capacity_bytes)
    search = _Search(puzzle, began + seconds, random.Random(seed))
    answer = search.run()
    spent = time.perf_counter() - began
    if answer is not Answer.FITS:
        return Outcome(answer, None, puzzle.next_height(capacity_bytes), search.nodes, search.restarts, spent)
    offsets[solid] = np.array(search.state.least) * puzzle.unit_bytes
    return Outcome(answer, offsets, 0, search.nodes, search.restarts, spent)


@dataclass(slots=True)
class _Frame:
    """One branching point: a part of the time axis, and the choices not tried yet (last first)."""

    section: int
    choices: list[int]  # blocks to place at the floor of `section`; LIFT for none of them
    low: int  # the part: sections [low, high)
    high: int
    key: bytes  # of the state, for the memory of refuted states
    parent: int  # the frame whose choice made this part; -1 at the root
    pending: _Pending | None  # parts to solve after this one
    mark: int  # length of the trail before a choice


@dataclass(frozen=True, slots=True)
class _Pending:
    """A linked list of parts still to solve."""

    low: int
    high: int
    parent: int
    rest: _Pending | None


LIFT = -1


@dataclass
class _Search:
    puzzle: Puzzle
    deadline: float
    dice: random.Random
    nodes: int = 0
    restarts: int = 0
    state: Stacking = field(init=False)

    def __post_init__(self) -> None:
        self.state = Stacking(self.puzzle)
        count = len(self.puzzle.size)
        self._weight = [1.0 + 0.1 * self.dice.random() for _ in range(self.puzzle.sections)]
        self._refuted: set[bytes] = set()
        self._by_start = sorted(range(count), key=self.puzzle.first.__getitem__)
        self._starts = [self.puzzle.first[block] for block in self._by_start]
        self._orders = _value_orders(self.puzzle)
        self._twin = _twins(self.puzzle)

    def run(self) -> Answer:
        """Restarts with growing limits until there is an answer."""
        limit = float(FIRST_NODE_LIMIT)
        if not self.state.settle():
            return Answer.IMPOSSIBLE
        while True:
            order = self._orders[self.restarts % len(self._orders)]
            noise = 0.0 if self.restarts < len(self._orders) else 0.2
            self._value = [value * (1.0 + noise * (self.dice.random() - 0.5)) for value in order]
            answer = self._attempt(self.nodes + int(limit))
            if answer is not Answer.UNKNOWN or time.perf_counter() >= self.deadline:
                return answer
            self.restarts += 1
            limit *= NODE_LIMIT_GROWTH

    def _attempt(self, node_limit: int) -> Answer:
        """One depth-first search of at most so many nodes in all; undoes its work unless it succeeds."""
        state = self.state
        bottom = state.mark()
        frames: list[_Frame] = []
        pending = self._parts(0, self.puzzle.sections, -1, None)
        while True:
            if pending is None:
                return Answer.FITS
            if self.nodes >= node_limit or (self.nodes % 16 == 0 and time.perf_counter() >= self.deadline):
                state.undo(bottom)
                return Answer.UNKNOWN
            self.nodes += 1
            frame = self._branch(pending)
            if frame is None:
                frame_index = pending.parent
            else:
                frames.append(frame)
                frame_index = len(frames) - 1
            while True:
                if frame_index < 0:
                    state.undo(bottom)
                    return Answer.IMPOSSIBLE
                frame = frames[frame_index]
                del frames[frame_index + 1 :]
                state.undo(frame.mark)
                if not frame.choices:
                    self._refuted.add(frame.key)
                    frame_index = frame.parent
                    continue
                choice = frame.choices.pop()
                if state.lift(frame.section) if choice == LIFT else state.place(choice):
                    pending = self._parts(frame.low, frame.high, frame_index, frame.pending)
                    break
                self._weight[state.failed_section] += 1.0

    def _open_blocks(self, low: int, high: int) -> list[int]:
        """The blocks of sections [low, high) still to place, by begin of life."""
        placed = self.state.placed
        run = self._by_start[bisect_left(self._starts, low) : bisect_left(self._starts, high)]
        return [block for block in run if not placed[block]]

    def _parts(self, low: int, high: int, parent: int, rest: _Pending | None) -> _Pending | None:
        """Cuts sections [low, high) where no open block crosses; the parts go in front of `rest`, shortest first."""
        parts: list[tuple[int, int]] = []
        start = reach = -1
        for block in self._open_blocks(low, high):
            if self.puzzle.first[block] >= reach:
                if start >= 0:
                    parts.append((start, reach))
                start = self.puzzle.first[block]
            reach = max(reach, self.puzzle.end[block])
        if start >= 0:
            parts.append((start, reach))
        for begin, end in sorted(parts, key=lambda part: part[0] - part[1]):
            rest = _Pending(begin, end, parent, rest)
        return rest

    def _branch(self, part: _Pending) -> _Frame | None:
        """The most constrained section of a part with its choices, or None when this state was refuted before."""
        state, puzzle = self.state, self.puzzle
        low, high = part.low, part.high
        blocks = self._open_blocks(low, high)
        floor, least = state.floor, state.least
        content = array("q", [low, *floor[low:high]])
        content.extend(blocks)
        content.extend([least[block] for block in blocks])
        key = blake2b(content.tobytes(), digest_size=16).digest()
        if key in self._refuted:
            return None
        candidates: list[list[int] | None] = [[] for _ in range(high - low)]  # None: something may hide below
        for block in blocks:
            first, end, offset = puzzle.first[block], puzzle.end[block], least[block]
            floors = floor[first:end]
            if min(floors) == offset:
                twin = self._twin[block]
                if twin < 0 or state.placed[twin]:
                    for section in range(first - low, end - low):
                        if (found := candidates[section]) is not None:
                            found.append(block)
            elif offset in floors:
                for section in range(first, end):
                    if floor[section] == offset:
                        candidates[section - low] = None
        best, best_score, chosen = low, float("inf"), list[int]()
        for section, found in enumerate(candidates, start=low):
            if found is None:
                continue
            choices = len(found) + (puzzle.height[section] > state.rest[section] + floor[section])
            score = choices / self._weight[section] if choices > 1 else 0.0
            if score < best_score:
                best, best_score, chosen = section, score, found
                if choices == 1:
                    break
        choices = sorted(chosen, key=self._value.__getitem__)
        if puzzle.height[best] > state.rest[best] + floor[best]:
            choices.insert(0, LIFT)
        return _Frame(best, choices, low, high, key, part.parent, part.rest, state.mark())


def _value_orders(puzzle: Puzzle) -> list[list[float]]:
    """Ways to rank the blocks that can go next; the highest value is tried first."""
    size, count = puzzle.size, len(puzzle.size)
    load = [sum(size[block] for block in cover) for cover in puzzle.cover]
    total = [max(load[puzzle.first[block] : puzzle.end[block]]) for block in range(count)]
    width = [puzzle.end[block] - puzzle.first[block] for block in range(count)]
    top = max(total)
    return [
        [width[block] + size[block] / top for block in range(count)],
        [size[block] + total[block] / top for block in range(count)],
        [float(size[block] * total[block]) for block in range(count)],
        [total[block] + size[block] / top for block in range(count)],
        [size[block] + width[block] / (puzzle.sections + 1) for block in range(count)],
        [float(size[block] * width[block]) for block in range(count)],
    ]


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
