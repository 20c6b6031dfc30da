"""What recomputing would save: values that idle at the peak and could be made again before their next use.

A candidate is written before the peak, read after it and not during it; its node is pure, and what the node reads is
alive anyway when the value is needed again. Nothing is applied: the list says how far the peak of live bytes would
fall, for one candidate at a time. Source of the idea: Chen et al., "Training deep nets with sublinear memory cost"
(2016).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metadef.graph.value import Value
from metadef.memory.blocks import Blocks, blocks_by_pool
from metadef.memory.lifetimes import Lifetimes
from metadef.memory.problem import Int64Array
from metadef.ops.builtin import CONST, DATA
from metadef.ops.traits import PURE

__all__ = ["Candidate", "rematerialization_candidates"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value whose second computation would lower the peak."""

    value: str  # its buffer
    node: str  # what would run again
    before: str  # the reader that needs it again
    size_bytes: int
    saves_bytes: int  # by how much the peak of live bytes falls
    moves_bytes: int  # what the second run reads and writes


def rematerialization_candidates(lifetimes: Lifetimes, most: int = 10) -> list[Candidate]:
    """The candidates that save something, the most first."""
    problem, line = lifetimes.problem, lifetimes.line
    found: list[Candidate] = []
    for blocks in blocks_by_pool(problem):
        loads = _loads(blocks)
        if not len(loads):
            continue
        peak_at = int(blocks.times[int(loads.argmax())])
        held = np.flatnonzero((blocks.lower <= peak_at) & (peak_at < blocks.upper))
        for block in held.tolist():
            members = np.flatnonzero(blocks.member_block == block).tolist()
            values = lifetimes.values[problem.ids[int(blocks.member_buffer[members[0]])]]
            if len(members) != 1 or len(values) != 1:
                continue  # WHY: what shares a place is overwritten or viewed, and cannot be made twice
            value = values[0]
            reads = sorted(value.users, key=line.reads.__getitem__)
            again = next((user for user in reads if line.reads[user] > peak_at), None)
            if (
                again is None
                or any(line.reads[user] == peak_at for user in reads)
                or not _can_run_again(lifetimes, value, line.reads[again])
            ):
                continue
            earlier = [line.reads[user] for user in reads if line.reads[user] < peak_at]
            idle = (max(earlier, default=line.writes[value.producer]) + 1, line.reads[again])
            saved = int(loads.max()) - int(_without(blocks, loads, idle, int(blocks.size_bytes[block])).max())
            if saved > 0:
                found.append(
                    Candidate(
                        problem.ids[int(blocks.member_buffer[members[0]])],
                        value.producer.name,
                        again.name,
                        int(blocks.size_bytes[block]),
                        saved,
                        _moved(lifetimes, value),
                    )
                )
    return sorted(found, key=lambda item: (-item.saves_bytes, item.moves_bytes))[:most]


def _loads(blocks: Blocks) -> Int64Array:
    change = np.zeros(max(len(blocks.times), 1), dtype=np.int64)
    np.add.at(change, blocks.first_section, blocks.size_bytes)
    np.subtract.at(change, blocks.end_section, blocks.size_bytes)
    return np.cumsum(change)[:-1]


def _without(blocks: Blocks, loads: Int64Array, idle: tuple[int, int], size_bytes: int) -> Int64Array:
    """The live bytes when a buffer is away during `idle`.

    Sections that are only partly inside keep it, so a saving is never overstated.
    """
    lowered = loads.copy()
    first, end = np.searchsorted(blocks.times, idle[0]), np.searchsorted(blocks.times, idle[1], side="right") - 1
    lowered[int(first) : int(end)] -= size_bytes
    return lowered


def _can_run_again(lifetimes: Lifetimes, value: Value, step: int) -> bool:
    node = value.producer
    if node.proto is DATA or not node.proto.has_trait(PURE) or node.subgraphs or len(node.outputs) != 1:
        return False
    index, upper = lifetimes.problem.index_of, lifetimes.problem.upper
    for source in node.inputs:
        if source is None or source.producer.proto is CONST:
            continue
        buffer = lifetimes.buffer_of.get(source)
        # WHY: a buffer of several values may hold another one by then
        if buffer is None or len(lifetimes.values[buffer]) != 1 or int(upper[index(buffer)]) <= step:
            return False
    return True


def _moved(lifetimes: Lifetimes, value: Value) -> int:
    index, sizes = lifetimes.problem.index_of, lifetimes.problem.size_bytes
    touched = [value, *(source for source in value.producer.inputs if source is not None)]
    return sum(int(sizes[index(lifetimes.buffer_of[item])]) for item in touched if item in lifetimes.buffer_of)
