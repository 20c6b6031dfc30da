"""From a graph to a memory problem: sizes, lifetimes, aliases, symbols."""

from __future__ import annotations

import pytest

from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.memory.graph_plan import plan_graph
from metadef.memory.lifetimes import GraphMemory, device_bytes, graph_problem
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
    assert plan_graph(graph, GraphMemory({"batch": 4})).findings == ()
    graph.store = ConstraintStore(["batch <= 4"])
    bounded = plan_graph(graph)
    assert bounded.findings == ()
    assert bounded.peak_bytes == plan_graph(graph, GraphMemory({"batch": 4})).peak_bytes


def test_zero_copy_memory_is_the_callers_and_shares_with_nobody():
    lifetimes = graph_problem(chain(), GraphMemory(zero_copy=True))
    problem = lifetimes.problem
    rows = {row.id: row for row in problem}
    assert {name: row.pool for name, row in rows.items()} == {"x": "io", "a": "", "b": "", "c": "io"}
    assert {(rows[name].lower, rows[name].upper) for name in "xc"} == {(0, 5)}
    assert (rows["x"].alignment, rows["a"].alignment) == (32, 512)


@pytest.mark.parametrize("listed", ["a", "Relu"])
def test_what_is_on_the_no_reuse_list_is_held_for_the_whole_run(listed: str):
    rows = {row.id: row for row in graph_problem(chain(), GraphMemory(no_reuse=frozenset({listed}))).problem}
    assert (rows["a"].lower, rows["a"].upper) == (0, 5)
    assert (rows["b"].upper == 5) == (listed == "Relu")


def test_names_that_the_model_does_not_have_are_reported_with_the_nearest():
    found = graph_problem(chain(), GraphMemory(no_reuse=frozenset({"Rellu"}), streams={"bb": 1})).findings
    assert [(item.name, item.subject, item.hint) for item in found] == [
        ("unknown-node", "no-reuse Rellu", "Relu"),
        ("unknown-node", "stream bb", "b"),
    ]


def test_a_constant_that_several_nodes_hold_is_counted_once():
    graph = Graph("constants")
    tensor = graph.constant([1.0, 2.0]).producer.attrs["value"]
    graph.constant(tensor)
    graph.constant([1.0, 2.0])
    assert graph_problem(graph).weights_bytes == 2 * device_bytes(16)


def test_inputs_of_a_collective_operator_lie_side_by_side():
    graph = Graph("collective")
    desc = TensorDesc((256,), DataType.FLOAT)
    x = graph.add_input("x", desc)
    parts = [graph.add("Relu", [x], name=name, outputs=[desc]).output for name in "pqr"]
    attrs = {"root_rank": 0, "group": "world"}
    node = graph.add("HcomBroadcast", [parts], attrs, name="send", outputs=[desc] * 3, output_counts=[3])
    graph.set_outputs([(value.name, value) for value in node.outputs])
    rows = [row for row in graph_problem(graph).problem if row.group]
    assert [(row.id, row.group, row.position) for row in rows] == [("p", "send", 0), ("q", "send", 1), ("r", "send", 2)]
    assert plan_graph(graph).optimal


def join(first: int, batch: int = 1) -> GraphType:
    """Two results of `first` and 32 - `first` channels, joined along the channels."""
    graph = Graph("join")
    x = graph.add_input("x", TensorDesc((batch, 1, 8), DataType.FLOAT))
    parts = [
        graph.add("Relu", [x], name=name, outputs=[TensorDesc((batch, size, 8), DataType.FLOAT)]).output
        for name, size in (("p", first), ("q", 32 - first))
    ]
    desc = TensorDesc((batch, 32, 8), DataType.FLOAT)
    graph.set_outputs([("y", graph.add("ConcatD", [parts], {"concat_dim": 1}, name="y", outputs=[desc]).output)])
    return graph


def test_parts_of_a_concat_are_made_in_their_place():
    lifetimes = graph_problem(join(8), GraphMemory(concat_views=True))
    shifts = {value.name: shift for value, shift in lifetimes.shift_of.items() if value.name in "pqy"}
    assert shifts == {"p": 0, "q": 8 * 8 * 4, "y": 0}
    assert sorted(lifetimes.problem.ids) == ["x", "y"]


def test_parts_that_are_not_one_behind_the_other_are_copied():
    lifetimes = graph_problem(join(8, batch=2), GraphMemory(concat_views=True))
    assert sorted(lifetimes.problem.ids) == ["p", "q", "x", "y"]


def test_views_of_a_concat_are_only_taken_where_they_need_no_more_bytes():
    chosen = graph_problem(join(8))
    assert sorted(chosen.problem.ids) == ["x", "y"]
    assert len(graph_problem(join(8), GraphMemory(concat_views=False)).problem) == 4
