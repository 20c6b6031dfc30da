"""From a graph to a memory problem: sizes, lifetimes, aliases, symbols."""

from __future__ import annotations

import pytest

from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.memory.graph_plan import plan_graph
from metadef.memory.lifetimes import device_bytes, graph_problem
from metadef.types.constraints import ConstraintStore


def chain(shape: tuple[int | str, ...] = (256,)) -> GraphType:
    """x -> a -> b -> c, all of 256 floats."""
    graph = Graph("chain")
    desc = TensorDesc(shape, DataType.FLOAT)
    value = graph.add_input("x", desc)
    for name in "abc":
        value = graph.add("Relu", [value], name=name, outputs=[desc]).output
    graph.set_outputs([("y", value)])
    return graph


@pytest.mark.parametrize(("size", "device"), [(0, 32), (1, 64), (32, 64), (33, 96)])
def test_device_size_is_the_padded_size_and_one_granule_more(size: int, device: int):
    assert device_bytes(size) == device


def test_a_value_lives_from_its_producer_to_its_last_reader():
    problem = graph_problem(chain()).problem
    rows = {problem.buffer(i).id: problem.buffer(i) for i in range(len(problem))}
    assert [(rows[n].lower, rows[n].upper) for n in ("x", "a", "b", "c")] == [(0, 2), (1, 3), (2, 4), (3, 5)]
    assert {row.size_bytes for row in rows.values()} == {1024 + 32}


def test_two_buffers_alternate_in_a_chain():
    result = plan_graph(chain())
    assert result.no_reuse_bytes > result.peak_bytes == result.lower_bound_bytes
    assert result.optimal
    assert result.peak_bytes <= result.baseline_bytes


def test_a_view_shares_the_place_of_what_it_views():
    graph = Graph("view")
    x = graph.add_input("x", TensorDesc((4, 8), DataType.FLOAT))
    a = graph.add("Relu", [x], name="a", outputs=[TensorDesc((4, 8), DataType.FLOAT)])
    shape = graph.constant([32])
    flat = graph.add("Reshape", [a.output, shape], name="flat", outputs=[TensorDesc((32,), DataType.FLOAT)])
    b = graph.add("Relu", [flat.output], name="b", outputs=[TensorDesc((32,), DataType.FLOAT)])
    graph.set_outputs([("y", b.output)])
    lifetimes = graph_problem(graph)
    assert lifetimes.buffer_of[flat.output] == "a"
    assert sorted(lifetimes.problem.ids) == ["a", "b", "x"]


def test_constants_are_weights_and_not_planned():
    graph = Graph("constants")
    w = graph.constant([1.0, 2.0])
    graph.set_outputs([("w", w)])
    lifetimes = graph_problem(graph)
    assert len(lifetimes.problem) == 0
    assert lifetimes.weights_bytes == device_bytes(16)


def test_a_symbol_takes_its_given_size_else_its_upper_end():
    graph = chain(("batch", 64))
    assert [(item.name, item.hint) for item in plan_graph(graph).findings] == [("size-unknown", "--set batch=SIZE")]
    assert plan_graph(graph, {"batch": 4}).findings == ()
    graph.store = ConstraintStore(["batch <= 4"])
    bounded = plan_graph(graph)
    assert bounded.findings == ()
    assert bounded.peak_bytes == plan_graph(graph, {"batch": 4}).peak_bytes
