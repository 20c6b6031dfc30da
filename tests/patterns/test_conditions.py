"""Conditions on values and nodes, absent inputs, and outputs other than the first."""

from __future__ import annotations

import pytest

from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.patterns.conditions import has_dims, has_rank, holds_only, is_any_of, is_float, is_known, is_read_once
from metadef.patterns.expression import Condition, absent, const, op, op_class, optional, result, var, where
from metadef.patterns.matching import Trace, find_match
from metadef.text import parse
from metadef.types.dtype import DataType

TEXT = """graph "g" {
  input %x : FLOAT[2, 3]
  input %i : INT32[n]
  const %c : FLOAT[2] = [1.0, 1.0]
  %a = Relu(%x) : FLOAT[2, 3]
  %s:2 = SplitD(%a) {split_dim = 0, num_split = 2} : (FLOAT[1, 3], FLOAT[1, 3])
  %y = Neg(%s:1) : FLOAT[1, 3]
  %z = Abs(%i) : INT32[n]
  %w = Mul(%c, %c) : FLOAT[2]
  return %y as "y"
  return %z as "z"
  return %w as "w"
}"""


def graph_of() -> Graph:
    graph = parse(TEXT, registry())
    infer(graph)
    return graph


@pytest.mark.parametrize(
    ("node", "condition", "failure"),
    [
        ("a", is_float(), ""),
        ("z", is_float(), "v must be of a floating-point type"),
        ("z", is_any_of(DataType.INT32, DataType.INT64), ""),
        ("a", is_any_of(DataType.INT32, DataType.INT64), "v must be of type INT32 or INT64"),
        ("a", has_rank(2, 3), ""),
        ("z", has_rank(2, 3), "v must have 2 or 3 axes"),
        ("a", has_dims(None, 3), ""),
        ("a", has_dims(3, 2), "v must have the shape [3, 2]"),
        ("a", is_known(), ""),
        ("z", is_known(), "v must have a known shape"),
        ("a", is_read_once(), ""),
        ("a", holds_only(1.0), "v must hold only 1.0"),
    ],
)
def test_a_condition_that_fails_is_named(node: str, condition: Condition, failure: str):
    trace = Trace()
    match = find_match(op("Relu|Abs", var("v", condition)), graph_of().node(node), trace)
    assert (match is None, trace.reason) == (bool(failure), failure)


def test_a_constant_of_one_number():
    root = graph_of().node("w")
    assert find_match(op("Mul", const("k", holds_only(1.0)), var("v")), root) is not None
    assert find_match(op("Mul", const("k", holds_only(2.0)), var("v")), root) is None


def test_an_output_other_than_the_first():
    root = graph_of().node("y")
    split = op("SplitD", var("v"))
    assert find_match(op("Neg", result(split, 1)), root) is not None
    trace = Trace()
    assert find_match(op("Neg", split), root, trace) is None
    assert trace.reason == "s:1 is output 1 of its node, not 0"


def test_a_condition_on_a_node():
    root, even = graph_of().node("a"), where(op_class("elementwise", var("v")), "be called b", lambda n: n.name == "b")
    trace = Trace()
    assert find_match(even, root, trace) is None
    assert trace.reason == "a (Relu) must be called b"


def test_an_input_that_is_fed_or_not():
    text = """graph "g" {
  input %x : FLOAT[2, 3]
  input %w : FLOAT[3, 2]
  input %b : FLOAT[2]
  %p = MatMulV2(%x, %w) : FLOAT[2, 2]
  %q = MatMulV2(%x, %w, %b) : FLOAT[2, 2]
  return %p as "p"
  return %q as "q"
}"""
    graph = parse(text, registry())
    without, either = (op("MatMulV2", var("x"), var("w"), last, open=True) for last in (absent(), optional(var("b"))))
    assert find_match(without, graph.node("p")) is not None
    trace = Trace()
    assert find_match(without, graph.node("q"), trace) is None
    assert trace.reason == "b is fed to an input that must be absent"
    assert [find_match(either, graph.node(name)) is not None for name in "pq"] == [True, True]
