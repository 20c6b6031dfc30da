"""Planner `exact`: a search that finds a plan within a capacity, or proves that there is none.

Ideas, all published: canonical placements (every block rests on the bottom or on another one), bounds for each time
section, temporal decomposition (parts of the time axis that no open block connects are solved on their own), several
orders taken in turn (Moffitt, "MiniMalloc", 2023), with restarts (Gomes, Selman and Kautz, 1998), and branching on the
most constrained place weighted by past failures (Boussemart et al., "dom/wdeg", 2004).

A node picks a section in whose stack the next block must start exactly at the floor with nothing hidden below it, and
tries each of these blocks, then the choice that none of them starts there (see `branching`). States met before and
refuted are remembered by a digest of their content.
"""

from __future__ import annotations

import random
import time
from bisect import bisect_left
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b

import numpy as np

from metadef.memory.blocks import Blocks
from metadef.memory.branching import LIFT, STRATEGIES, Brancher, value_orders
from metadef.memory.problem import NO_OFFSET, Int64Array
from metadef.memory.stacking import BoolArray, Puzzle, Stacking, make_puzzle

__all__ = ["Answer", "Outcome", "search_within"]

NODES_PER_BLOCK = 1.5  # nodes of the first attempt: a little more than a dive without a mistake takes
NODE_LIMIT_GROWTH = 1.03
NOISE = 0.3  # of the values, once every strategy has had its pure turn


Snapshot = tuple[Int64Array, Int64Array, Int64Array, BoolArray]


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
    offsets[solid] = search.state.least[puzzle.merged_into] * puzzle.unit_bytes
    return Outcome(answer, offsets, 0, search.nodes, search.restarts, spent)


@dataclass(slots=True)
class _Frame:
    """One branching point: a part of the time axis, and the choices not tried yet (next one last)."""

    section: int
    choices: list[int]  # blocks to place at the floor of `section`; LIFT for none of them
    low: int  # the part: sections [low, high)
    high: int
    key: bytes  # of the state, for the memory of refuted states
    parent: int  # the frame whose choice made this part; -1 at the root
    pending: _Pending | None  # parts to solve after this one
    before: Snapshot  # the state before a choice


@dataclass(frozen=True, slots=True)
class _Pending:
    """A linked list of parts still to solve."""

    low: int
    high: int
    parent: int
    rest: _Pending | None


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
        self._refuted: set[bytes] = set()
        self._first, self._end = np.array(self.puzzle.first), np.array(self.puzzle.end)
        self._by_start: Int64Array = np.argsort(self._first, kind="stable")
        self._starts: list[int] = self._first[self._by_start].tolist()
        self._orders = value_orders(self.puzzle)
        self._brancher = Brancher(self.puzzle)

    def run(self) -> Answer:
        """Restarts with growing limits until there is an answer."""
        limit = max(NODES_PER_BLOCK * len(self.puzzle.size), 100.0)
        if not self.state.settle():
            return Answer.IMPOSSIBLE
        while True:
            strategy = STRATEGIES[self.restarts % len(STRATEGIES)]
            noise = 0.0 if self.restarts < len(STRATEGIES) else NOISE
            value = [worth * (1.0 + noise * (self.dice.random() - 0.5)) for worth in self._orders[strategy.order]]
            self._brancher.begin(strategy, value)
            answer = self._attempt(self.nodes + int(limit))
            if answer is not Answer.UNKNOWN or time.perf_counter() >= self.deadline:
                return answer
            self.restarts += 1
            limit *= NODE_LIMIT_GROWTH

    def _attempt(self, node_limit: int) -> Answer:
        """One depth-first search of at most so many nodes in all; undoes its work unless it succeeds."""
        state = self.state
        bottom = state.snapshot()
        frames: list[_Frame] = []
        pending = self._parts(0, self.puzzle.sections, -1, None)
        while True:
            if pending is None:
                return Answer.FITS
            if self.nodes >= node_limit or (self.nodes % 16 == 0 and time.perf_counter() >= self.deadline):
                state.restore(bottom)
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
                    state.restore(bottom)
                    return Answer.IMPOSSIBLE
                frame = frames[frame_index]
                del frames[frame_index + 1 :]
                state.restore(frame.before)
                if not frame.choices:
                    self._refuted.add(frame.key)
                    frame_index = frame.parent
                    continue
                choice = frame.choices.pop()
                if state.lift(frame.section) if choice == LIFT else state.place(choice):
                    pending = self._parts(frame.low, frame.high, frame_index, frame.pending)
                    break
                self._brancher.weight[state.failed_section] += 1.0

    def _open_blocks(self, low: int, high: int) -> Int64Array:
        """The blocks of sections [low, high) still to place, by begin of life."""
        run = self._by_start[bisect_left(self._starts, low) : bisect_left(self._starts, high)]
        return run[self.state.is_open[run]]

    def _parts(self, low: int, high: int, parent: int, rest: _Pending | None) -> _Pending | None:
        """Cuts sections [low, high) where no open block crosses; the parts go in front of `rest`, shortest first."""
        blocks = self._open_blocks(low, high)
        if not len(blocks):
            return rest
        first, reach = self._first[blocks], np.maximum.accumulate(self._end[blocks])
        cuts = np.flatnonzero(first[1:] >= reach[:-1])
        begins, ends = first[np.append(0, cuts + 1)].tolist(), reach[np.append(cuts, len(reach) - 1)].tolist()
        for begin, end in sorted(zip(begins, ends, strict=True), key=lambda part: part[0] - part[1]):
            rest = _Pending(begin, end, parent, rest)
        return rest

    def _branch(self, part: _Pending) -> _Frame | None:
        """The most constrained section of a part with its choices, or None when this state was refuted before."""
        state = self.state
        low, high = part.low, part.high
        blocks = self._open_blocks(low, high)
        content = np.concatenate(([low], state.floor[low:high], blocks, state.least[blocks]))
        key = blake2b(content.tobytes(), digest_size=16).digest()
        if key in self._refuted:
            return None
        section, choices = self._brancher.choose(state, blocks, low, high)
        return _Frame(section, choices, low, high, key, part.parent, part.rest, state.snapshot())
