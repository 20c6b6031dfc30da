"""A shape function that a user writes in Python, next to an operator of their own, is used by every tool."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import metadef
from metadef import DataType, Graph, MetadefError, Shape, TensorDesc, op
from metadef.catalogue import registry as declared
from metadef.infer.engine import infer
from metadef.ops.call import Call
from metadef.ops.registry import Registry
from metadef.types.known_value import KnownValue


def halves(call: Call) -> Shape:
    """The first axis is cut in two."""
    x = call.shape("x")
    if x.rank == 1:
        raise LookupError("vectors were forgotten")
    first = x[0]
    return x.with_dim(0, None if first is None else first // 2)


FAULTY_LINE = inspect.getsourcelines(halves)[1] + 4
HALVES = op("Halves").input("x", DataType.FLOAT).output("y", DataType.FLOAT).shape(halves)


def graph_with(shape: tuple[int | str, ...]) -> Graph:
    registry = Registry([HALVES, declared().lookup("Relu")])
    graph = Graph("own", registry)
    x = graph.add_input("x", TensorDesc(shape, DataType.FLOAT))
    half = graph.add("Halves", [x], name="half")
    graph.set_outputs([("y", graph.add("Relu", [half.output], name="act").output)])
    return graph


def test_the_engine_uses_it_and_what_follows_depends_on_it():
    graph = graph_with((8, "n"))
    assert infer(graph).findings == []
    assert str(graph.value("act").desc.origin_shape) == "[4, n]"


def test_a_single_call_uses_it():
    assert metadef.infer_call(HALVES, [TensorDesc((6, 2), DataType.FLOAT)]) == [TensorDesc((3, 2), DataType.FLOAT)]
    (symbolic,) = metadef.infer_call(HALVES, [TensorDesc(("n", 2), DataType.FLOAT)])
    assert symbolic.shape.substitute({"n": 9}) == Shape((4, 2))


def test_an_exception_in_it_is_a_finding_with_its_file_and_line_and_the_rest_is_inferred():
    graph = graph_with((8,))
    (found,) = infer(graph).findings
    assert (found.code, found.name) == ("SHP007", "shape-rule-failed")
    assert 'node "half" (Halves)' in found.subject
    assert "LookupError" in found.message
    assert "vectors were forgotten" in found.message
    assert found.where is not None
    assert (Path(found.where.file).name, found.where.line) == (Path(__file__).name, FAULTY_LINE)
    assert graph.value("act").desc.origin_shape.rank is None


def test_every_call_that_fails_is_reported_though_calls_repeat():
    graph = graph_with((8,))
    graph.add("Halves", [graph.value("x")], name="other")
    assert [item.subject for item in infer(graph).findings] == [
        'node "half" (Halves)',
        'node "other" (Halves)',
    ]


def test_an_exception_in_a_single_call_is_an_error_with_its_file_and_line():
    with pytest.raises(MetadefError) as caught:
        metadef.infer_call(HALVES, [TensorDesc((6,), DataType.FLOAT)])
    (found,) = caught.value.findings
    assert found.where is not None
    assert (Path(found.where.file).name, found.where.line) == (Path(__file__).name, FAULTY_LINE)


def test_an_exception_that_cannot_be_shown_is_still_a_finding():
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    def rule(call: Call) -> Shape:
        raise Mute

    mute = op("Halves").input("x", DataType.FLOAT).output("y", DataType.FLOAT).shape(rule)
    graph = Graph("own", Registry([mute]))
    graph.add("Halves", [graph.add_input("x", TensorDesc((8,), DataType.FLOAT))])
    (found,) = infer(graph).findings
    assert (found.code, "raised Mute" in found.message, "raised RuntimeError" in found.message) == (
        "SHP007",
        True,
        True,
    )
    with pytest.raises(MetadefError):
        metadef.infer_call(mute, [TensorDesc((8,), DataType.FLOAT)])


def test_a_rule_that_wants_to_know_more_leaves_a_single_call_unknown():
    """As in a graph, where it is a warning: an unknown rank is a state of the world and no mistake."""
    assert metadef.infer_call(HALVES, [TensorDesc(None, DataType.FLOAT)]) == [TensorDesc(None, DataType.FLOAT)]
    sizes = [TensorDesc((name,), DataType.FLOAT) for name in ("a", "b", "c", "d")]
    (sum_of_products,) = metadef.infer_call("Addcmul", sizes)
    assert sum_of_products.dtype is DataType.FLOAT


def test_a_rule_is_asked_once_for_calls_that_repeat():
    asked: list[str] = []

    def same(call: Call) -> Shape:
        asked.append(call.subject)
        return call.shape("x")

    mine = op("Mine").input("x", DataType.FLOAT).output("y", DataType.FLOAT).shape(same)
    graph = Graph("chain", Registry([mine]))
    value = graph.add_input("x", TensorDesc((2, "n"), DataType.FLOAT))
    for number in range(100):
        value = graph.add("Mine", [value], name=f"n{number}").output
    infer(graph)
    assert str(value.desc.origin_shape) == "[2, n]"
    assert asked == ['node "n0" (Mine)']


def misspelt(call: Call) -> Shape:
    """Asks for a port that the operator lacks, deep inside of the library."""
    return call.shape("ex")


def nothing(call: Call) -> Any:
    """Forgets to return."""


def numbers(call: Call) -> Any:
    """Returns sizes instead of a shape."""
    return [2]


def others(call: Call) -> Any:
    """Returns more types than there are outputs."""
    return [DataType.FLOAT, DataType.FLOAT]


def too_few(call: Call) -> Any:
    """Gives two elements, whatever the shape is."""
    return KnownValue.vector([1.0, 2.0])


@pytest.mark.parametrize(
    ("kind", "rule", "offset"),
    [
        ("value", too_few, 0),
        ("shape", misspelt, 2),
        ("dtype", misspelt, 2),
        ("value", misspelt, 2),
        ("shape", nothing, 0),
        ("shape", numbers, 0),
        ("dtype", nothing, 0),
        ("dtype", numbers, 0),
        ("dtype", others, 0),
        ("value", numbers, 0),
    ],
)
def test_whatever_a_rule_raises_or_returns_is_a_finding_at_the_users_own_line(kind: str, rule: Any, offset: int):
    own = op("Own").input("x", DataType.FLOAT).output("y", DataType.FLOAT)
    own = getattr(own if kind == "shape" else own.shape(lambda call: call.shape("x")), kind)(rule)
    graph = Graph("own", Registry([own, declared().lookup("Relu")]))
    node = graph.add("Own", [graph.add_input("x", TensorDesc((2, 3), DataType.FLOAT))], name="own")
    graph.set_outputs([("y", graph.add("Relu", [node.output], name="act").output)])
    (found,) = infer(graph).findings
    assert found.code == "SHP007"
    assert found.where is not None
    line = inspect.getsourcelines(rule)[1] + offset
    assert (Path(found.where.file).name, found.where.line) == (Path(__file__).name, line)
    if kind != "value":
        with pytest.raises(MetadefError) as caught:
            metadef.infer_call(own, [TensorDesc((2, 3), DataType.FLOAT)])
        assert [item.where for item in caught.value.findings] == [found.where]


def test_an_exception_in_a_law_is_a_finding():
    def broken(call: Call) -> bool:
        raise AttributeError("no such thing")

    own = op("Own").input("x", DataType.FLOAT).output("y", DataType.FLOAT).law("C1", "holds", broken)
    (found,) = metadef.check_call(own, [TensorDesc((2,), DataType.FLOAT)])
    assert found.name == "call-constraint"
    assert "AttributeError: no such thing" in found.message
