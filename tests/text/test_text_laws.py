"""The text form: what is printed is read back as the same graph."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_strategies import graphs, registry
from metadef.catalogue import registry as catalogue
from metadef.errors import MetadefError
from metadef.graph.compare import differences
from metadef.graph.graph import Graph
from metadef.graph.printer import graph_text
from metadef.infer.engine import infer
from metadef.text import parse
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc


@given(graphs())
def test_what_is_printed_is_read_back_equal(graph: Graph):
    assert differences(graph, parse(str(graph), graph.registry)) == []


def test_a_node_with_subgraphs_and_nothing_else_is_read_back():
    """A block at once after the inputs would be taken for an attribute map."""
    graph = Graph("g", catalogue())
    condition = graph.add_input("c", TensorDesc((), DataType.BOOL))
    given = graph.add_input("x", TensorDesc((2,), DataType.FLOAT))
    node = graph.add("If", [condition, [given]], name="if", output_counts=[0])
    for slot in ("then_branch", "else_branch"):
        graph.subgraph(node, slot, slot).add_input("x", given.desc)
    assert "%if:0 = If(%c, [%x]) {} {" in str(graph)
    assert parse(str(graph), graph.registry) == graph


@given(graphs(most_nodes=5))
@settings(max_examples=60)
def test_the_text_form_is_a_fixed_point(graph: Graph):
    once = str(parse(str(graph), graph.registry))
    assert str(parse(once, graph.registry)) == once


@given(graphs(most_nodes=5))
@settings(max_examples=60)
def test_locations_are_read_back(graph: Graph):
    loaded = parse(graph_text(graph, locations=True), graph.registry)
    assert {node.name: node.origin for node in loaded.nodes} == {node.name: node.origin for node in graph.nodes}


@given(graphs(most_nodes=4), st.data())
def test_damaged_text_gives_findings_or_a_graph(graph: Graph, data: st.DataObject):
    text = str(graph)
    at = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(at, min(len(text), at + 5)))
    broken = text[:at] + data.draw(st.text(max_size=3)) + text[end:]
    try:
        parse(broken, registry())
    except MetadefError as error:
        assert error.findings


def test_descriptors_that_are_left_out_are_unknown_until_inferred():
    graph = parse(
        'graph "g" {\n  input %x : FLOAT[4, n]\n  %a:2 = SplitD(%x) {split_dim = 0, num_split = 2}\n'
        '  %y = Sigmoid(%a:1)\n  return %y as "y"\n}'
    )
    assert [value.desc for node in graph.nodes if node.op in ("SplitD", "Sigmoid") for value in node.outputs] == [
        TensorDesc(None, DataType.UNDEFINED)
    ] * 3
    assert differences(graph, parse(str(graph))) == []
    assert infer(graph).findings == []
    assert [value.desc for _, value in graph.outputs] == [TensorDesc((2, "n"), DataType.FLOAT)]


def test_a_text_cannot_ask_for_more_outputs_than_it_spells_out():
    with pytest.raises(MetadefError, match="expected `:`"):
        parse('graph "g" {\n  input %x : FLOAT[4]\n  %a:1000000000 = SplitD(%x) {split_dim = 0, num_split = 1}\n}')
