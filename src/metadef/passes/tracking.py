"""Change tracking: what was edited since a pass last ran, and which nodes see that from where they stand."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from itertools import count

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.infer.engine import infer
from metadef.ops.builtin import CONST, DATA
from metadef.passes.base import Context

__all__ = ["Position", "Tracker"]


@dataclass(frozen=True, slots=True)
class Position:
    """A moment: edits in the journal, and nodes whose known elements changed."""

    edits: int
    learned: int


@dataclass(slots=True)
class Tracker:
    """Follows the journal of a graph and what inference learns; the latter is in no journal."""

    graph: Graph
    context: Context
    learned: list[Node] = field(default_factory=list[Node])

    def now(self) -> Position:
        return Position(len(self.graph.journal), len(self.learned))

    def is_stale(self, position: Position | None) -> bool:
        """Whether anything changed since."""
        return position is None or position != self.now()

    def changed(self, position: Position) -> dict[Node, None]:
        """The nodes that changed since, dead ones included, each once."""
        found = self.graph.journal.touched(position.edits)
        for node in self.learned[position.learned :]:
            found.setdefault(node)
        return found

    def around(self, graph: Graph, changed: dict[Node, None], reach: int) -> list[Node]:
        """The nodes of `graph` that a change may concern: it, what it reads, and what reads it within `reach` edges.

        A removed node gives its producers one reader less, so they and what stands below them are concerned too. So is
        a node in one of whose subgraphs, however deep, something changed.
        """
        seen: dict[Node, None] = {}
        level: list[Node] = []
        inner: dict[Graph, None] = {}
        for node in changed:
            if node.graph is not graph:
                inner.setdefault(node.graph)
                continue
            if node.is_alive:
                seen.setdefault(node)
                level.append(node)
            for value in node.inputs:
                producer = value.producer if value is not None else None
                if producer is not None and producer.is_alive and producer.graph is graph and producer not in seen:
                    seen[producer] = None
                    if (
                        producer.proto is not CONST
                    ):  # WHY: a shared number has readers everywhere, which see nothing new
                        level.append(producer)
        for below_graph in inner:
            holder = below_graph.parent
            while holder is not None and holder.graph is not graph:
                holder = holder.graph.parent
            if holder is not None and holder.is_alive:
                seen.setdefault(holder)
        for _ in range(reach):
            below: list[Node] = []
            for node in level:
                for value in node.outputs:
                    for user in value.users:
                        if user not in seen:
                            seen[user] = None
                            below.append(user)
            level = below
        return sorted(seen, key=lambda node: node.number)

    def refresh(self, position: int) -> dict[Node, None]:
        """Infer the nodes edited since, and what reads them while descriptors change; gives the edited nodes."""
        journal, context = self.graph.journal, self.context
        touched = journal.touched(position)
        alive = [node for node in touched if node.is_alive]
        values = context.inference.values
        for node in alive:
            for value in node.outputs:
                values.pop(value, None)
        order = count()  # WHY: nodes of different graphs may have equal numbers, and nodes do not compare
        heap = [(node.number, next(order), node) for node in alive]
        heapq.heapify(heap)
        queued = set(alive)
        # WHY: rules only add knowledge, so this is never reached by sound ones
        budget = 4 * sum(len(graph) for graph in {node.graph for node in alive}) + len(heap)
        while heap and budget:
            _, _, node = heapq.heappop(heap)
            queued.discard(node)
            budget -= 1
            if node.proto is CONST or node.proto is DATA:
                continue
            old = [(value.desc, values.get(value)) for value in node.outputs]
            infer(node.graph, [node], context.inference)
            if all(before == (value.desc, values.get(value)) for value, before in zip(node.outputs, old, strict=True)):
                continue
            self.learned.append(node)
            for value in node.outputs:
                for user in value.users:
                    if user not in queued:
                        queued.add(user)
                        heapq.heappush(heap, (user.number, next(order), user))
        return touched

    def infer_again(self) -> None:
        """Know again what was known, after a roll-back; what was found wrong before is already reported."""
        inference = self.context.inference
        inference.values.clear()
        reported = len(inference.findings)
        infer(self.graph, None, inference)
        del inference.findings[reported:]
