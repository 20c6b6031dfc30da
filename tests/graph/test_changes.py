"""Comparing graphs: renamed, rewired and moved nodes are found, and what did not change is not reported."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import HealthCheck, given, settings

import graph_strategies
from metadef.graph.changes import Change, compare_graphs
from metadef.graph.clone import clone
from metadef.graph.compare import same_graph
from metadef.graph.graph import Graph
from metadef.text import parse
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from small_graphs import BRANCHES

CHAIN = """graph "g" {
  input %x : FLOAT[4]
  const %w : FLOAT[4] = [1.0, 2.0, 3.0, 4.0]
  %a = Mul(%x, %w) : FLOAT[4]
  %b = Relu(%a) : FLOAT[4]
  %c = LeakyRelu(%b) {negative_slope = 0.1} : FLOAT[4]
  %d = Neg(%c) : FLOAT[4]
  return %d as "y"
}"""


def told(left: Graph, right: Graph) -> list[str]:
    return [_line(item) for item in compare_graphs(left, right).changes]


def _line(item: Change) -> str:
    return " | ".join([f"{item.kind} {item.label} {item.op}".rstrip(), *map(str, item.deltas)])


def test_equal_graphs_have_no_changes():
    found = compare_graphs(parse(CHAIN), parse(CHAIN))
    assert (found.is_empty, found.left, found.right, found.same) == (True, 6, 6, 6)


def test_an_attribute_that_changed_is_one_change_with_both_values():
    assert told(parse(CHAIN), parse(CHAIN.replace("0.1", "0.2"))) == [
        "changed c LeakyRelu | attribute negative_slope: 0.1 -> 0.2"
    ]


def test_a_new_node_is_one_entry_and_its_reader_one():
    new = CHAIN.replace("%d = Neg(%c)", "%new = Abs(%c) : FLOAT[4]\n  %d = Neg(%new)")
    assert told(parse(CHAIN), parse(new)) == [
        "added new Abs | output: - -> FLOAT[4]",
        "rewired d Neg | input x: %c -> %new",
    ]


def test_a_node_that_is_gone_is_one_entry_and_its_reader_one():
    gone = CHAIN.replace("  %b = Relu(%a) : FLOAT[4]\n", "").replace("(%b)", "(%a)")
    assert told(parse(CHAIN), parse(gone)) == [
        "removed b Relu | output: FLOAT[4] -> -",
        "rewired c LeakyRelu | input x: %b -> %a",
    ]


def test_nodes_with_other_names_are_found_by_what_they_do():
    renamed = CHAIN.replace("%a", "%first").replace("%b", "%second").replace("%w", "%weight")
    assert told(parse(CHAIN), parse(renamed)) == [
        "renamed w -> weight Const",
        "renamed a -> first Mul",
        "renamed b -> second Relu",
    ]


def test_a_node_with_another_name_and_another_attribute_is_one_change():
    other = CHAIN.replace("%c", "%leak").replace("0.1", "0.2")
    assert told(parse(CHAIN), parse(other)) == ["changed c -> leak LeakyRelu | attribute negative_slope: 0.1 -> 0.2"]


def test_names_that_went_to_other_nodes_do_not_mislead():
    """A tool that numbers its nodes gives every name to another node when one is put in front."""
    swapped = CHAIN.replace("%b", "%#").replace("%c", "%b").replace("%#", "%c")
    assert told(parse(CHAIN), parse(swapped)) == ["renamed b -> c Relu", "renamed c -> b LeakyRelu"]


def test_another_operator_under_the_same_name_is_a_change():
    assert told(parse(CHAIN), parse(CHAIN.replace("Neg", "Abs"))) == ["changed d Neg | operator: Neg -> Abs"]


def test_other_elements_of_a_constant_are_counted():
    assert told(parse(CHAIN), parse(CHAIN.replace("3.0, 4.0", "3.5, 4.0"))) == [
        "changed w Const | value: tensor FLOAT[4] -> tensor FLOAT[4], 1 of 4 elements differ by up to 0.5"
    ]


def test_another_shape_shows_both():
    assert told(parse(CHAIN), parse(CHAIN.replace("%x : FLOAT[4]", "%x : FLOAT[n]"))) == [
        "changed x Data | output: FLOAT[4] -> FLOAT[n]"
    ]


def test_inputs_in_another_order_are_a_change_of_the_interface():
    one = parse(
        'graph "g" {\n input %x : FLOAT[1]\n input %y : INT8[1]\n %z = Neg(%x) : FLOAT[1]\n return %z as "z"\n}'
    )
    other = parse(
        'graph "g" {\n input %y : INT8[1]\n input %x : FLOAT[1]\n %z = Neg(%x) : FLOAT[1]\n return %z as "z"\n}'
    )
    assert told(one, other) == ["interface graph | inputs: x, y -> y, x"]


def test_changes_in_subgraphs_say_where():
    other = BRANCHES.replace("Neg(%x)", "Abs(%x)")
    assert told(parse(BRANCHES), parse(other)) == [
        "changed then_branch of y: inner Neg | operator: Neg -> Abs",
    ]


def test_a_node_that_went_into_another_subgraph_moved():
    other = BRANCHES.replace("      %inner = Neg(%x) : FLOAT[2]\n", "").replace('%inner as "r"', '%x as "r"')
    other = other.replace(
        'graph "e" {\n      input %x : FLOAT[2]\n',
        'graph "e" {\n      input %x : FLOAT[2]\n      %deep = Neg(%x) : FLOAT[2]\n',
    )
    assert [line for line in told(parse(BRANCHES), parse(other)) if line.startswith("moved")] == [
        "moved then_branch of y: inner -> deep Neg | graph: then_branch of y -> else_branch of y | inputs: %x -> %x"
    ]


def said_by(graph: Graph) -> set[str]:
    """The names of all nodes but constants that nothing reads."""
    read = {value for node in graph.nodes for value in node.inputs} | {output.value for output in graph.outputs}
    after = {node for reader in graph.nodes for node in reader.control_inputs}
    return {
        node.name
        for node in graph.nodes
        if node.op != "Const" or node.output in read or node in after or node.control_inputs
    }


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(graph_strategies.graphs(), graph_strategies.graphs())
def test_no_changes_are_found_exactly_where_the_slow_comparison_finds_none(one: Graph, other: Graph):
    assert compare_graphs(one, clone(one)).is_empty
    other.name = one.name
    if same_graph(one, other):
        assert compare_graphs(one, other).is_empty
    if compare_graphs(one, other).is_empty:
        assert said_by(one) == said_by(other)


def layered(layers: int) -> Graph:
    """Blocks that all do the same, so that only their places tell them apart."""
    graph = Graph("big")
    value = graph.add_input("x", TensorDesc((4,), DataType.FLOAT))
    for index in range(layers):
        left = graph.add("Relu", [value], name=f"l{index}/relu").output
        right = graph.add("Neg", [value], name=f"l{index}/neg").output
        value = graph.add("Add", [left, right], name=f"l{index}/add").output
    graph.set_outputs([("y", value)])
    return graph


def test_thousands_of_equal_blocks_under_other_names_are_found():
    left, right = layered(1000), layered(1000)
    for node in list(right.nodes):
        right.rename(node, f"n{node.number}")
    changed = right.node("n1502")
    right.set_call(changed, "Abs", list(changed.inputs))
    found = compare_graphs(left, right)
    assert [len(found.of(kind)) for kind in ("added", "removed", "changed", "rewired", "renamed")] == [1, 1, 0, 1, 2999]


def test_the_time_grows_with_the_graph_and_not_with_its_square():
    seconds: list[float] = []
    for layers in (500, 4000):
        left, right = layered(layers), layered(layers)
        names = [f"n{number}" for number in range(len(right))]
        random.Random(1).shuffle(names)
        for node, name in zip(list(right.nodes), names, strict=True):
            right.rename(node, name)
        start = time.perf_counter()
        assert compare_graphs(left, right).same + 3 * layers + 1 >= 3 * layers
        seconds.append(time.perf_counter() - start)
    assert seconds[1] < 40 * seconds[0] + 1.0  # the square would be 64 times


@pytest.mark.parametrize("depth", [3000])
def test_deep_graphs_need_no_stack(depth: int):
    assert compare_graphs(layered(depth), layered(depth)).is_empty
