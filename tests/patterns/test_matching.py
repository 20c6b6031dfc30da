"""The pattern language: captures, orders, alternatives, chains, and the first reason why something does not match."""

from __future__ import annotations

import pytest

from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.patterns.expression import Call, Condition, const, either, maybe, op, op_class, repeated, scalar, var
from metadef.patterns.matching import Trace, escaping, find_match
from metadef.text import parse

GRAPH = """graph "g" {
  input %x : FLOAT[2, 3]
  input %z : FLOAT[2, 3]
  const %half : FLOAT[] = [0.5]
  %s = Sigmoid(%x) : FLOAT[2, 3]
  %m = Mul(%s, %x) : FLOAT[2, 3]
  %d = Sub(%s, %x) : FLOAT[2, 3]
  %h = Mul(%m, %half) : FLOAT[2, 3]
  %n = Neg(%h) : FLOAT[2, 3]
  %p = Neg(%n) : FLOAT[2, 3]
  %y = Mul(%z, %x) : FLOAT[2, 3]
  return %p as "p"
  return %d as "d"
  return %y as "y"
}"""
X = var("x")


@pytest.fixture
def graph() -> Graph:
    return parse(GRAPH, registry())


def reason(graph: Graph, pattern: Call, name: str) -> str:
    trace = Trace()
    assert find_match(pattern, graph.node(name), trace) is None
    return trace.reason


def test_commutative_operands_are_tried_both_ways_and_others_are_not(graph: Graph):
    found = find_match(op("Mul", X, op("Sigmoid", X)), graph.node("m"))
    assert found is not None
    assert found["x"] is graph.value("x")
    assert [node.name for node in found.nodes] == ["m", "s"]
    assert find_match(op("Sub", X, op("Sigmoid", X)), graph.node("d")) is None
    assert find_match(op("Sub", op("Sigmoid", X), X), graph.node("d")) is not None


def test_a_name_that_occurs_twice_must_be_the_same_value(graph: Graph):
    pattern = op("Mul", X, X)
    assert "elsewhere" in reason(graph, pattern, "y")


def test_a_scalar_asks_for_a_constant_and_its_number(graph: Graph):
    found = find_match(op("Mul", X, scalar("s", 0.5)), graph.node("h"))
    assert found is not None
    assert found.number("s") == 0.5
    assert reason(graph, op("Mul", X, scalar("s", 0.25)), "h") == "s must be 0.25, got 0.5"
    assert "must be a constant" in reason(graph, op("Mul", X, const("c")), "y")


def test_an_optional_part_may_be_missing(graph: Graph):
    pattern = op("Neg", maybe(op("Mul", var("inner"), scalar("s")), var("inner")))
    with_part, without = (find_match(pattern, graph.node(name)) for name in ("n", "p"))
    assert with_part is not None and without is not None
    assert with_part["inner"].name == "m" and with_part.get("s") is not None
    assert without["inner"].name == "n" and without.get("s") is None


def test_alternatives_are_tried_in_order(graph: Graph):
    pattern = op("Mul", either(op("Sigmoid", var("a")), var("a")), X)
    found = find_match(pattern, graph.node("m"))
    assert found is not None
    assert found["a"] is graph.value("x")


def test_a_repeated_part_takes_the_longest_chain_and_gives_back(graph: Graph):
    found = find_match(op("Neg", repeated("Neg|Mul", var("base"))), graph.node("p"))
    assert found is not None
    assert found["base"].name == "s"
    short = find_match(op("Neg", repeated("Neg|Mul", op("Mul", var("a"), scalar("s")))), graph.node("p"))
    assert short is not None
    assert short["a"].name == "m"
    assert reason(graph, op("Neg", repeated("Neg", X, least=2)), "p") == "1 of Neg, expected 2"


def test_operators_are_matched_by_trait(graph: Graph):
    assert find_match(op_class("elementwise", X), graph.node("s")) is not None
    assert "is not reduction" in reason(graph, op_class("reduction", X), "s")


def test_conditions_and_attributes_say_what_failed(graph: Graph):
    long = Condition("have 9 axes", lambda value: value.desc.shape.rank == 9)
    assert reason(graph, op("Neg", var("x", long)), "n") == "x must have 9 axes"
    assert "expected Relu" in reason(graph, op("Neg", op("Relu", X)), "n")


def test_an_inner_value_that_somebody_else_reads_is_named(graph: Graph):
    found = find_match(op("Mul", X, op("Sigmoid", X, name="gate")), graph.node("m"))
    assert found is not None
    assert escaping(found) == "the inner value s is read by d too"
    assert escaping(found, [found["gate"]]) == ""


def test_an_inner_value_that_is_a_graph_output_is_named(graph: Graph):
    graph.set_outputs([("p", graph.value("p")), ("n", graph.value("n"))])
    found = find_match(op("Neg", op("Neg", X)), graph.node("p"))
    assert found is not None
    assert escaping(found) == "the inner value n is a graph output"
