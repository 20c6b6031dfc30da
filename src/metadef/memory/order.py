"""In which order to run a graph so that little is alive at once.

Three orders are tried: the topological one, depth first from the results, and a greedy list schedule that always runs
the ready node after which the fewest bytes are alive. The best is then improved exactly in windows of a few consecutive
nodes around its peak: among all orders of a window, dynamic programming over the sets of nodes already run finds the
one with the least peak. Any run of consecutive nodes is a legal window, so the result is an order of the whole graph.

The orders are compared by the peak of the live bytes, which no placement can beat. Sources: Liu, "An application of
generalized tree pebbling to sparse matrix factorization" (1987) for what an order can win; Ahn et al., "Ordering chaos:
memory-aware scheduling of irregularly wired neural networks for edge devices" (2020) for the dynamic programme.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.graph.walk import topological
from metadef.memory.bounds import lower_bound
from metadef.memory.lifetimes import GraphMemory, graph_problem
from metadef.memory.order_window import best_window_order
from metadef.memory.sizes import device_bytes, tensor_bytes
from metadef.ops.builtin import CONST, DATA
from metadef.ops.traits import VIEW

__all__ = ["OrderReport", "memory_order"]

_WINDOW = 12  # nodes: at most 4,096 sets
_NEAR_PEAK = 0.8  # windows whose live bytes stay below this share of the peak are left as they are


@dataclass(frozen=True, slots=True)
class OrderReport:
    """An order of a graph's own nodes, and the peaks of live bytes of all orders that were tried."""

    order: tuple[Node, ...]
    peak_bytes: int
    default_peak_bytes: int  # of the topological order
    tried: dict[str, int]  # name of the order to its peak


def memory_order(graph: Graph, memory: GraphMemory | None = None, seconds: float = 5.0) -> OrderReport:
    """The best order found; never worse than the topological one.

    Args:
        seconds: for the exact windows.
    """
    memory = memory or GraphMemory()
    default = topological(graph)
    model = _Model(graph, memory, default)
    orders = {"topological": default, "depth-first": model.depth_first(), "greedy": model.greedy()}
    tried = {name: _peak(graph, memory, order) for name, order in orders.items()}
    best = min(tried, key=lambda name: tried[name])
    order, peak = orders[best], tried[best]
    refined = model.refine(order, time.perf_counter() + seconds)
    tried["windows"] = _peak(graph, memory, refined)
    if tried["windows"] < peak:
        order, peak = refined, tried["windows"]
    return OrderReport(tuple(order), peak, tried["topological"], tried)


def _peak(graph: Graph, memory: GraphMemory, order: Sequence[Node]) -> int:
    return lower_bound(graph_problem(graph, replace(memory, order=order)).problem).bytes


class _Model:
    """The graph as numbers: what each node makes and reads, by place of its values; constants cost nothing."""

    def __init__(self, graph: Graph, memory: GraphMemory, order: Sequence[Node]) -> None:
        self.nodes = list(order)
        self.number = {node: number for number, node in enumerate(self.nodes)}
        place: dict[Value, int] = {}
        self.size: list[int] = []
        self.makes: list[list[int]] = []
        self.reads: list[list[int]] = []
        self.before: list[set[int]] = []
        self.after: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            made: list[int] = []
            for value in node.outputs:
                source = node.inputs[0] if node.proto.has_trait(VIEW) and value.index == 0 and node.inputs else None
                if source is not None and source in place:
                    place[value] = place[source]
                    continue
                bytes_needed = tensor_bytes(value.desc, graph.store, memory.sizes) or 0
                place[value] = len(self.size)
                self.size.append(0 if node.proto is CONST else device_bytes(bytes_needed))
                made.append(place[value])
            self.makes.append(made)
            self.reads.append(sorted({place[value] for value in node.inputs if value is not None}))
            waits = {self.number[value.producer] for value in node.inputs if value is not None}
            waits |= {self.number[other] for other in node.control_inputs}
            self.before.append(waits)
            for other in waits:
                self.after[other].append(self.number[node])
        self.readers: list[set[int]] = [set() for _ in self.size]
        for number, places in enumerate(self.reads):
            for at in places:
                self.readers[at].add(number)
        self.kept = {place[output.value] for output in graph.outputs}

    def depth_first(self) -> list[Node]:
        """Each result's producers just before it, the one that needs the most bytes first."""
        done = [False] * len(self.nodes)
        order: list[int] = [n for n, node in enumerate(self.nodes) if node.proto is DATA or node.proto is CONST]
        for number in order:
            done[number] = True
        for root in range(len(self.nodes)):
            if self.after[root] or done[root]:
                continue
            stack = [(root, iter(self._by_need(root)))]
            while stack:
                number, waits = stack[-1]
                following = next((other for other in waits if not done[other]), None)
                if following is not None:
                    stack.append((following, iter(self._by_need(following))))
                    continue
                stack.pop()
                if not done[number]:
                    done[number] = True
                    order.append(number)
        return [self.nodes[number] for number in order]

    def _by_need(self, number: int) -> list[int]:
        return sorted(self.before[number], key=lambda other: -sum(self.size[at] for at in self.makes[other]))

    def greedy(self) -> list[Node]:
        """Always the ready node after which the fewest bytes are alive; among equals the eldest."""
        left = [set(readers) for readers in self.readers]
        waits = [len(before) for before in self.before]
        heap = [(self._growth(number, left), number) for number, count in enumerate(waits) if count == 0]
        heapq.heapify(heap)
        done = [False] * len(self.nodes)
        order: list[Node] = []
        while heap:
            growth, number = heapq.heappop(heap)
            if done[number] or growth != self._growth(number, left):
                continue  # WHY: a newer entry with its present growth is in the heap
            done[number] = True
            order.append(self.nodes[number])
            ready: set[int] = set()
            for at in self.reads[number]:
                left[at].discard(number)
                if len(left[at]) == 1:
                    ready |= {reader for reader in left[at] if waits[reader] == 0}
            for reader in self.after[number]:
                waits[reader] -= 1
                if waits[reader] == 0:
                    ready.add(reader)
            for reader in ready:
                heapq.heappush(heap, (self._growth(reader, left), reader))
        return order

    def _growth(self, number: int, left: Sequence[set[int]]) -> int:
        """Bytes alive after a node minus those before it."""
        made = sum(self.size[at] for at in self.makes[number] if self.readers[at] or at in self.kept)
        freed = sum(self.size[at] for at in self.reads[number] if len(left[at]) == 1 and at not in self.kept)
        return made - freed

    def refine(self, order: Sequence[Node], deadline: float) -> list[Node]:
        """The order with every window near the peak put in its best order; inputs and constants come first."""
        given = [self.number[node] for node in order if _is_given(node)]
        numbers = given + [self.number[node] for node in order if not _is_given(node)]
        last = self._last_reads(numbers)
        curve = self._curve(numbers, last)
        limit = max(curve, default=0) * _NEAR_PEAK
        for start in range(len(given), len(numbers), _WINDOW // 2):
            stop = min(start + _WINDOW, len(numbers))
            if max(curve[start:stop]) < limit:
                continue
            if time.perf_counter() > deadline:
                break
            dies = {at for number in numbers[start:stop] for at in self._touched(number) if last[at] < stop}
            numbers[start:stop] = best_window_order(
                numbers[start:stop], self.before, self.makes, self.reads, self.size, dies
            )
        return [self.nodes[number] for number in numbers]

    def _touched(self, number: int) -> list[int]:
        return [*self.makes[number], *self.reads[number]]

    def _last_reads(self, numbers: Sequence[int]) -> list[int]:
        """Of each place, the position in the order of its last reader, or of its maker when nobody reads it."""
        last = [0] * len(self.size)
        for position, number in enumerate(numbers):
            for at in self._touched(number):
                last[at] = position
        for at in self.kept:
            last[at] = len(numbers)
        return last

    def _curve(self, numbers: Sequence[int], last: Sequence[int]) -> list[int]:
        """Bytes alive while each node of an order runs."""
        alive = 0
        curve: list[int] = []
        for position, number in enumerate(numbers):
            alive += sum(self.size[at] for at in self.makes[number])
            curve.append(alive)
            alive -= sum(self.size[at] for at in {*self._touched(number)} if last[at] == position)
        return curve


def _is_given(node: Node) -> bool:
    return node.proto is DATA or node.proto is CONST
