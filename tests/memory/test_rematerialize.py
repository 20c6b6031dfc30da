"""What recomputing would save, on graphs small enough to count by hand."""

from __future__ import annotations

from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.memory.bounds import lower_bound
from metadef.memory.lifetimes import device_bytes, graph_problem
from metadef.memory.rematerialize import rematerialization_candidates

LARGE, SMALL = TensorDesc((4096,), DataType.FLOAT), TensorDesc((16,), DataType.FLOAT)
LARGE_BYTES, SMALL_BYTES = device_bytes(4096 * 4), device_bytes(16 * 4)


def skip(op: str = "Relu") -> GraphType:
    """x -> wide (large), which is read at once and again at the end; in between two other large values live."""
    graph = Graph("skip")
    x = graph.add_input("x", SMALL)
    wide = graph.add(op, [x], name="wide", outputs=[LARGE]).output
    a = graph.add("Relu", [wide], name="a", outputs=[LARGE]).output
    b = graph.add("Relu", [a], name="b", outputs=[LARGE]).output
    c = graph.add("Relu", [b], name="c", outputs=[SMALL]).output
    d = graph.add("AddN", [[c, wide, x]], {"N": 3}, name="d", outputs=[SMALL]).output
    graph.set_outputs([("y", graph.add("AddN", [[d, x]], {"N": 2}, name="e", outputs=[SMALL]).output)])
    return graph


def test_a_value_that_idles_at_the_peak_is_a_candidate():
    """The peak is at b: x, wide, a, b. Without wide at b it is at a: x, wide, a."""
    lifetimes = graph_problem(skip())
    assert lower_bound(lifetimes.problem).pools[0].live == ("wide", "a", "b", "x")
    (found,) = rematerialization_candidates(lifetimes)
    assert (found.value, found.node, found.before) == ("wide", "wide", "d")
    assert found.saves_bytes == LARGE_BYTES
    assert found.moves_bytes == LARGE_BYTES + SMALL_BYTES


def test_an_operator_that_draws_numbers_cannot_run_again():
    assert rematerialization_candidates(graph_problem(skip("Poisson"))) == []


def test_what_the_node_reads_must_still_be_there():
    """Here x is dead after `wide`, so `wide` could not be made again."""
    graph = Graph("dead")
    x = graph.add_input("x", SMALL)
    first = graph.add("Relu", [x], name="first", outputs=[SMALL]).output
    wide = graph.add("Relu", [first], name="wide", outputs=[LARGE]).output
    a = graph.add("Relu", [wide], name="a", outputs=[LARGE]).output
    b = graph.add("Relu", [a], name="b", outputs=[LARGE]).output
    c = graph.add("Relu", [b], name="c", outputs=[SMALL]).output
    graph.set_outputs([("y", graph.add("AddN", [[c, wide]], {"N": 2}, name="d", outputs=[SMALL]).output)])
    assert rematerialization_candidates(graph_problem(graph)) == []
