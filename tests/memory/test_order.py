"""Orders with fewer bytes alive: legal, never worse than the model's own, and the best in small windows."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.graph.node import Node
from metadef.memory.bounds import lower_bound
from metadef.memory.lifetimes import GraphMemory, graph_problem
from metadef.memory.order import memory_order
from metadef.memory.order_window import best_window_order


def peak_of(order: list[int], makes: list[list[int]], reads: list[list[int]], size: list[int], dies: set[int]) -> int:
    """The most bytes alive, by playing the order through."""
    alive: set[int] = set()
    peak = base = 0
    left = {at: {n for n in order if at in reads[n] or at in makes[n]} for at in dies}
    for number in order:
        alive |= set(makes[number])
        peak = max(peak, base + sum(size[at] for at in alive))
        for at in dies:
            left[at].discard(number)
            if not left[at] and at in reads[number] + makes[number]:
                if at in alive:
                    alive.discard(at)
                else:
                    base -= size[at]  # it came from outside the window
    return peak


@st.composite
def windows(draw: st.DrawFn) -> tuple[list[set[int]], list[list[int]], list[list[int]], list[int], set[int]]:
    """Up to six nodes that each make one place and read earlier ones, and places from before the window."""
    count, given_places = draw(st.integers(1, 6)), draw(st.integers(0, 2))
    size = draw(st.lists(st.integers(0, 9), min_size=count + given_places, max_size=count + given_places))
    before: list[set[int]] = []
    reads: list[list[int]] = []
    for number in range(count):
        waits = set(draw(st.lists(st.integers(0, number - 1), max_size=2))) if number else set()
        outside = draw(st.lists(st.integers(count, count + given_places - 1), max_size=1)) if given_places else []
        before.append(waits)
        reads.append(sorted(waits | set(outside)))
    dies = {at for at in range(count + given_places) if draw(st.booleans())}
    return before, [[number] for number in range(count)], reads, size, dies


@settings(max_examples=150)
@given(windows())
def test_a_window_gets_the_least_peak_of_all_its_orders(case):
    before, makes, reads, size, dies = case
    window = list(range(len(before)))
    legal = [
        list(order)
        for order in itertools.permutations(window)
        if all(before[number] <= set(order[:at]) for at, number in enumerate(order))
    ]
    best = min(peak_of(order, makes, reads, size, dies) for order in legal)
    found = best_window_order(window, before, makes, reads, size, dies)
    assert found in legal
    assert peak_of(found, makes, reads, size, dies) == best


def arms(small_first: bool) -> GraphType:
    """Four arms, each from a small input over a large value to a small one; built breadth first."""
    graph = Graph("arms")
    small, large = TensorDesc((8,), DataType.FLOAT), TensorDesc((4096,), DataType.FLOAT)
    x = graph.add_input("x", small)
    rows = [(x, x, x, x)]
    for step, desc in enumerate([large, small] if small_first else [large, large, small]):
        made = [
            graph.add("Relu", [value], name=f"arm{arm}_{step}", outputs=[desc]).output
            for arm, value in enumerate(rows[-1])
        ]
        rows.append(tuple(made))
    total = graph.add("AddN", [list(rows[-1])], {"N": 4}, name="sum", outputs=[small])
    graph.set_outputs([("y", total.output)])
    return graph


def is_legal(order: tuple[Node, ...], graph: GraphType) -> bool:
    place = {node: at for at, node in enumerate(order)}
    return set(place) == set(graph.nodes) and all(
        place[value.producer] < place[node] for node in order for value in node.inputs if value is not None
    )


def test_arms_run_one_after_the_other_when_each_holds_much():
    graph = arms(small_first=False)
    found = memory_order(graph)
    large = 4096 * 4 + 32
    assert found.default_peak_bytes > 4 * large
    assert found.peak_bytes < 3 * large
    assert is_legal(found.order, graph)
    assert lower_bound(graph_problem(graph, GraphMemory(order=found.order)).problem).bytes == found.peak_bytes


@settings(max_examples=30)
@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_an_order_is_legal_and_no_worse_than_the_topological_one(nodes: int, rnd):
    graph = Graph("random")
    values = [graph.add_input("x", TensorDesc((rnd.randint(1, 400),), DataType.FLOAT))]
    for number in range(nodes):
        desc = TensorDesc((rnd.randint(1, 4000),), DataType.FLOAT)
        picked = rnd.sample(values, min(len(values), rnd.randint(1, 2)))
        node = graph.add("AddN", [picked], {"N": len(picked)}, name=f"n{number}", outputs=[desc])
        values.append(node.output)
    graph.set_outputs([(value.name, value) for value in values if not value.users])
    found = memory_order(graph)
    assert is_legal(found.order, graph)
    assert found.peak_bytes == min(found.tried.values()) <= found.default_peak_bytes
