"""Reuse across streams: which buffers must stay apart although one is dead before the other is written.

The order of the steps says when work is *launched*. Nodes of one stream run in that order; nodes of different streams
run side by side unless an edge between them makes one wait for the other. So a buffer may take over the bytes of
another only when everything that touches the old one happens before everything that writes the new one. The relation is
kept as a vector clock: for each node, the last step of every stream that is over when the node starts.

Source: the stream table of the engine's block assigner (facts memory_planning.md, Streams); the clocks are Mattern's
and Fidge's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from metadef.graph.node import Node
from metadef.memory.problem import Int64Array
from metadef.memory.timeline import Timeline

__all__ = ["clocks", "unordered_pairs"]

_NEVER = -1


def clocks(line: Timeline, stream_of: Mapping[Node, int], streams: int) -> dict[Node, list[int]]:
    """For each node, the last step of every stream that is known to be over when the node starts; -1 for none."""
    last: list[Node | None] = [None] * streams
    known: dict[Node, list[int]] = {}
    for node in line.order:
        clock = [_NEVER] * streams
        before = [value.producer for value in node.inputs if value is not None]
        for other in (*before, *node.control_inputs, last[stream_of[node]], node.graph.parent):
            if other is None or other not in known:
                continue
            clock = [max(pair) for pair in zip(clock, known[other], strict=True)]
            own = stream_of[other]
            clock[own] = max(clock[own], line.reads[other])
        known[node] = clock
        last[stream_of[node]] = node
    return known


def unordered_pairs(
    line: Timeline,
    stream_of: Mapping[Node, int],
    touched_by: Iterable[tuple[Iterable[Node], Iterable[Node]]],
    lower: Int64Array,
    upper: Int64Array,
) -> list[tuple[int, int]]:
    """Pairs of buffers, dead one after the other by the steps, whose uses are not ordered.

    Args:
        touched_by: of each buffer, the nodes that read or write it, and those that write it.
        lower: first step of each buffer.
        upper: first step after it.
    """
    streams = max(stream_of.values(), default=0) + 1
    known = clocks(line, stream_of, streams)
    count = len(lower)
    done = np.full((count, streams), _NEVER, dtype=np.int64)  # by buffer: last step of each stream that touches it
    ready = np.full((count, streams), line.length, dtype=np.int64)  # what is over before anybody writes it
    for number, (users, writers) in enumerate(touched_by):
        for node in users:
            done[number, stream_of[node]] = max(done[number, stream_of[node]], line.writes[node])
        for node in writers:
            np.minimum(ready[number], known[node], out=ready[number])
    order = np.argsort(lower, kind="stable")
    starts, waits = lower[order], ready[order]
    # WHY: from some buffer on everything is over; the least clock of all later ones tells from which
    settled = np.minimum.accumulate(waits[::-1], axis=0)[::-1]
    pairs: list[tuple[int, int]] = []
    for number in range(count):
        first = int(np.searchsorted(starts, upper[number]))
        stop = max(int(np.searchsorted(settled[:, s], done[number, s])) for s in range(streams))
        if first < stop:
            late = (waits[first:stop] < done[number]).any(axis=1)
            pairs.extend((number, int(other)) for other in order[first:stop][late])
    return pairs
