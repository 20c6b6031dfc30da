"""The graph owns everything: checked construction, use lists, names, the journal and its undoing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef import DataType, Graph, MetadefError, Registry, TensorDesc, op
from metadef.graph.bulk import Row
from metadef.graph.clone import clone
from metadef.graph.verify import verify
from metadef.graph.walk import topological
from metadef.ops.constraints import each, length, positive
from metadef.types.attrs import AttrKind
from metadef.types.tensor_value import TensorValue

FLOATS = DataType.FLOAT | DataType.FLOAT16
DESC = TensorDesc((2, 3), DataType.FLOAT)


def registry() -> Registry:
    return Registry(
        [
            op("Relu").input("x", FLOATS).output("y", FLOATS),
            op("Add").input("x1", FLOATS).input("x2", FLOATS).output("y", FLOATS).attr("alpha", AttrKind.Float, 1.0),
            op("Concat").dynamic_input("x", FLOATS).output("y", FLOATS).required_attr("axis", AttrKind.Int),
            op("Split").input("x", FLOATS).dynamic_output("y", FLOATS).required_attr("num", AttrKind.Int),
            op("Pool")
            .input("x", FLOATS)
            .output("y", FLOATS)
            .attr("ksize", AttrKind.ListInt, (1, 1), length(2) & each(positive)),
        ]
    )


def small() -> Graph:
    graph = Graph("small", registry())
    x = graph.add_input("x", DESC)
    a = graph.add("Relu", [x], name="a", outputs=[DESC])
    b = graph.add("Add", [a.output, x], name="b", outputs=[DESC])
    graph.set_outputs([("y", b.output)])
    return graph


def test_every_problem_of_a_call_is_reported_at_once():
    graph = small()
    with pytest.raises(MetadefError) as caught:
        graph.add("Pool", [], {"ksize": [1, 0], "kzise": 3})
    assert [item.name for item in caught.value.findings] == ["missing-input", "attr-constraint", "unknown-attr"]


def test_an_unknown_operator_names_its_neighbours():
    with pytest.raises(MetadefError) as caught:
        small().add("Rleu", [])
    assert caught.value.findings[0].hint == "Relu"


def test_a_wrong_type_is_refused_with_the_legal_ones():
    graph = small()
    text = graph.add_input("s", TensorDesc((2,), DataType.STRING))
    with pytest.raises(MetadefError) as caught:
        graph.add("Relu", [text])
    found = caught.value.findings[0]
    assert (found.name, found.expected, found.got) == ("dtype-not-allowed", "FLOAT | FLOAT16", "STRING")


def test_users_are_those_that_read_now():
    graph = small()
    x, a, b = graph.value("x"), graph.node("a"), graph.node("b")
    assert [user.name for user in x.users] == ["a", "b"]
    graph.replace_input(b, 1, a.output)
    assert [user.name for user in x.users] == ["a"]
    assert a.output.use_count == 2
    assert [index for _, index in a.output.uses()] == [0, 1]
    graph.replace_uses(a.output, x)
    assert [user.name for user in x.users] == ["a", "b"]
    assert a.output.users == []


def test_a_node_that_is_read_cannot_be_removed():
    graph = small()
    with pytest.raises(MetadefError, match="still read by b"):
        graph.remove(graph.node("a"))
    with pytest.raises(MetadefError, match="a graph output"):
        graph.remove(graph.node("b"))


def test_names_are_unique():
    graph = small()
    with pytest.raises(MetadefError, match="taken"):
        graph.add("Relu", [graph.value("x")], name="a")
    assert graph.unique_name("a") == "a_1"


def test_a_value_of_another_graph_is_refused():
    with pytest.raises(MetadefError, match="another graph"):
        small().add("Relu", [small().value("x")])


def test_rollback_restores_the_text_and_the_order():
    graph = small()
    before = str(graph)
    mark = graph.mark()
    a, b = graph.node("a"), graph.node("b")
    graph.replace_uses(a.output, graph.value("x"))
    graph.remove(a)
    graph.rename(b, "c")
    graph.set_attr(b, "alpha", 2)
    graph.set_desc(b.output, TensorDesc((9,), DataType.FLOAT))
    extra = graph.add("Relu", [b.output], name="extra")
    graph.set_control_inputs(extra, [b])
    graph.set_outputs([("z", extra.output)])
    assert verify(graph) == []
    graph.rollback(mark)
    assert str(graph) == before
    assert [node.name for node in graph.nodes] == ["x", "a", "b"]
    assert verify(graph) == []


def test_a_dynamic_port_takes_any_number():
    graph = small()
    x = graph.value("x")
    node = graph.add("Concat", [[x, x, x]], {"axis": 0})
    assert node.counts == (3,)
    split = graph.add("Split", [x], {"num": 2}, outputs=[DESC, DESC])
    assert [value.name for value in split.outputs] == ["Split", "Split:1"]


def test_topological_order_pulls_late_producers_before_their_readers():
    graph = small()
    late = graph.add("Relu", [graph.value("x")], name="late", outputs=[DESC])
    graph.replace_input(graph.node("a"), 0, late.output)
    assert [node.name for node in topological(graph)] == ["x", "late", "a", "b"]


def test_a_cycle_is_named():
    graph = small()
    graph.replace_input(graph.node("a"), 0, graph.node("b").output)
    found = verify(graph)
    assert [item.name for item in found] == ["cycle"]
    assert "a -> b -> a" in found[0].message or "b -> a -> b" in found[0].message


def test_verify_sees_an_edit_that_went_round_the_graph():
    graph = small()
    graph.node("b").inputs = (graph.value("x"), graph.value("x"))
    assert "broken-use-list" in [item.name for item in verify(graph)]


def test_equal_constants_are_equal_however_their_bytes_are_held():
    ones = np.ones((8, 16), np.float32)
    splat = TensorValue.splat(DataType.FLOAT, (8, 16), 1.0)
    assert splat.is_splat and TensorValue.from_array(ones).is_splat
    inline = TensorValue(DataType.FLOAT, (8, 16), type(TensorValue.from_array(ones[:1]).payload)(ones.tobytes()))
    assert inline == splat and inline.digest() == splat.digest()
    assert inline != TensorValue.splat(DataType.FLOAT, (16, 8), 1.0)


def test_a_clone_is_equal_and_independent():
    graph = small()
    copy = clone(graph)
    assert copy == graph
    copy.rename(copy.node("a"), "other")
    assert copy != graph and "a" in graph


names = st.integers(0, 30).map(lambda number: f"n{number}")
calls = st.sampled_from(["Relu", "Add", "Pool", "Nope"])
attrs = st.dictionaries(
    st.sampled_from(["alpha", "ksize", "other"]),
    st.one_of(
        st.floats(allow_nan=False), st.integers(), st.booleans(), st.lists(st.integers(-1, 3), max_size=3).map(tuple)
    ),
    max_size=2,
)


@given(st.lists(st.tuples(calls, names, st.lists(st.integers(0, 40), max_size=3), attrs), max_size=12))
def test_bulk_building_accepts_exactly_what_add_accepts(rows: list[tuple[str, str, list[int], dict[str, object]]]):
    fast, slow = small(), small()
    for kind, name, picks, given_attrs in rows:
        known = [node.name for node in fast.nodes]
        inputs = [known[pick % len(known)] for pick in picks]
        row: Row = (kind, name, inputs, given_attrs, (DESC,), (f"label {name}",))
        try:
            fast.extend([row])
            accepted = True
        except MetadefError:
            accepted = False
        try:
            slow.add(kind, [slow.value(item) for item in inputs], given_attrs, name=name, outputs=[DESC])
            wanted = True
        except MetadefError:
            wanted = False
        assert accepted == wanted
        assert str(fast) == str(slow)
        assert verify(fast) == []


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 99), st.integers(0, 99)), max_size=20))
def test_any_sequence_of_edits_can_be_undone(edits: list[tuple[int, int, int]]):
    graph = small()
    before = str(graph)
    mark = graph.mark()
    for kind, first, second in edits:
        nodes = list(graph.nodes)
        node, other = nodes[first % len(nodes)], nodes[second % len(nodes)]
        try:
            match kind:
                case 0:
                    graph.add("Add", [node.output, other.output], outputs=[DESC])
                case 1 if node.inputs and other.number < node.number:
                    graph.replace_input(node, second % len(node.inputs), other.output)
                case 2:
                    graph.remove(node)
                case 3:
                    graph.rename(node, f"r{second}")
                case 4 if other.number < node.number:
                    graph.replace_uses(node.output, other.output)
                case 5:
                    graph.set_outputs([("z", node.output)])
                case _:
                    pass
        except MetadefError:
            continue
        assert verify(graph) == []
    graph.rollback(mark)
    assert str(graph) == before
    assert verify(graph) == []
