"""JSON: every graph comes back equal, equal graphs give equal bytes, and malformed documents give findings."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_strategies import graphs, registry
from metadef.codec.json_read import read_json
from metadef.codec.json_write import json_bytes
from metadef.errors import MetadefError
from metadef.graph.compare import differences
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

DESC = TensorDesc((2, "n"), DataType.FLOAT)
EXPECTED = """{
"format": "metadef.graph",
"version": 1,
"graphs": [
 {
  "name": "g",
  "inputs": [
   {"name": "x", "desc": DESC}
  ],
  "nodes": [
   {"name": "act", "op": "Unary", "inputs": ["x"], "attributes": {"alpha": 2.0}, "outputs": [DESC]}
  ],
  "outputs": [
   {"name": "y", "value": "act"}
  ]
 }
]
}
""".replace("DESC", '{"dtype": "FLOAT", "shape": [2, "n"]}')


@given(graphs())
def test_a_graph_comes_back_equal_with_its_origins(graph: Graph):
    loaded = read_json(json_bytes(graph), graph.registry)
    assert differences(graph, loaded) == []
    assert {node.name: node.origin for node in loaded.nodes} == {node.name: node.origin for node in graph.nodes}


@given(graphs())
@settings(max_examples=60)
def test_equal_graphs_give_equal_bytes_whatever_the_age_of_their_nodes(graph: Graph):
    written = json_bytes(graph)
    assert json_bytes(read_json(written, graph.registry)) == written
    assert json_bytes(shuffled(graph)) == written


def shuffled(graph: Graph) -> Graph:
    """The same graph, with nodes added in another legal order."""
    copy = Graph(graph.name, graph.registry)
    copy.store.read_lines(graph.store.lines())
    pending = [(graph, copy)]
    while pending:
        source, target = pending.pop()
        target.attrs = type(source.attrs)(reversed(source.attrs.items()))
        made: dict[Node, Node] = {}
        waiting = [value.producer for value in source.inputs]
        waiting += Random(0).sample([n for n in source.nodes if n not in waiting], len(source) - len(waiting))
        while waiting:
            node = next(n for n in waiting if all(v is None or v.producer in made for v in n.inputs))
            waiting.remove(node)
            inputs = tuple(None if v is None else made[v.producer].outputs[v.index] for v in node.inputs)
            made[node] = target.insert_copy(node, inputs)
            pending += [
                (inner, target.subgraph(made[node], slot, inner.name))
                for slot, inner in reversed(node.subgraphs.items())
            ]
        for node in source.nodes:
            if node.control_inputs:
                target.set_control_inputs(made[node], [made[other] for other in node.control_inputs])
        target.set_outputs((name, made[v.producer].outputs[v.index]) for name, v in source.outputs)
    assert copy == graph
    return copy


@given(graphs(most_nodes=4), st.data())
def test_a_damaged_document_gives_findings_or_a_graph(graph: Graph, data: st.DataObject):
    whole = json_bytes(graph)
    at = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(at, min(len(whole), at + 5)))
    broken = whole[:at] + data.draw(st.binary(max_size=3)) + whole[end:]
    try:
        read_json(broken, registry())
    except MetadefError as error:
        assert error.findings


def test_every_line_is_one_thing():
    graph = Graph("g", registry())
    x = graph.add_input("x", DESC)
    graph.set_outputs([("y", graph.add("Unary", [x], {"alpha": 2.0}, name="act", outputs=[DESC]).output)])
    assert json_bytes(graph).decode() == EXPECTED
    assert json.loads(EXPECTED)["format"] == "metadef.graph"


@pytest.mark.parametrize(
    ("text", "message", "path"),
    [
        ("", "is no graph in JSON: Input data was truncated", ""),
        ("[1]", "is no graph in JSON: Expected `object`, got `array`", ""),
        (
            '{"format": "metadef.graph", "version": 9, "graphs": []}',
            "has version 9, and this program reads up to 1",
            "",
        ),
        ('{"format": "other", "version": 1, "graphs": []}', "is another JSON document", ""),
        ('{"format": "metadef.graph", "version": 1, "graphs": []}', "a file needs a graph", "$"),
        (
            '{"format": "metadef.graph", "version": 1, "graphs": [{"name": 3}]}',
            "is no graph in JSON: Expected `str`, got `int`",
            "$.graphs[0].name",
        ),
        (
            '{"format": "metadef.graph", "version": 1, "graphs": [{"name": "g", "nodez": []}]}',
            "is no graph in JSON: Object contains unknown field `nodez`",
            "$.graphs[0]",
        ),
        (
            '{"format": "metadef.graph", "version": 1, "graphs": [{"name": "g", "attributes": {"a": {"b": 1}}}]}',
            "no attribute has such a value",
            "$.graphs[0].attributes",
        ),
        (
            '{"format": "metadef.graph", "version": 1, "graphs": [{"name": "g"}, {"name": "h"}]}',
            "every graph but the first must be a subgraph of a node",
            "$.graphs",
        ),
        (
            '{"format": "metadef.graph", "version": 1, "graphs": [{"name": "g", "inputs":'
            ' [{"name": "x", "desc": {"dtype": "FLOTA", "shape": []}}]}]}',
            "a data type is unknown",
            "$.graphs[0].inputs[0]",
        ),
        (
            '{"format": "metadef.graph", "version": 1, "graphs": [{"name": "g", "nodes":'
            ' [{"name": "a", "op": "Uanry", "inputs": [null]}]}]}',
            "no such operator is registered",
            "$.graphs[0].nodes[0]",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_path(text: str, message: str, path: str):
    with pytest.raises(MetadefError) as caught:
        read_json(text.encode(), registry())
    found = caught.value.findings[0]
    assert found.message == message
    assert (found.where.path if found.where else "") == path
