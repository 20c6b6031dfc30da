"""Why a pattern was not applied: the nearest partial match and the first condition that failed."""

from __future__ import annotations

import pytest

from metadef.catalogue import registry
from metadef.errors import UsageError
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.passes.table import default_passes
from metadef.passes.why_not import why_not
from metadef.text import parse

GELU = """graph "g" {
  input %x : FLOAT[2, 3]
  const %root : FLOAT[] = [1.5]
  const %one : FLOAT[] = [1.0]
  const %half : FLOAT[] = [0.5]
  %d = Div(%x, %root) : FLOAT[2, 3]
  %e = Erf(%d) : FLOAT[2, 3]
  %s = Add(%e, %one) : FLOAT[2, 3]
  %h = Mul(%x, %half) : FLOAT[2, 3]
  %y = Mul(%h, %s) : FLOAT[2, 3]
  return %y as "y"
}"""


def graph_of(text: str) -> Graph:
    graph = parse(text, registry())
    infer(graph)
    return graph


def test_the_first_condition_that_failed_is_named():
    (found,) = why_not(graph_of(GELU), default_passes(), "gelu", "y")
    assert (found.pass_name, found.root) == ("gelu-fusion", "y")
    assert found.reason == "root must be 1.4142135623730951, got 1.5"
    assert found.matched >= 4


def test_a_node_inside_finds_the_root_above_it():
    (found,) = why_not(graph_of(GELU), default_passes(), "gelu", "e")
    assert (found.root, found.reason) == ("y", "root must be 1.4142135623730951, got 1.5")


def test_a_value_that_escapes_is_the_reason_when_all_else_matches():
    text = GELU.replace("[1.5]", "[1.4142135]").replace('return %y as "y"', 'return %y as "y"\n  return %e as "e"')
    (found,) = why_not(graph_of(text), default_passes(), "gelu", "y")
    assert found.reason == "the inner value e is a graph output"


def test_nothing_fails_where_the_rule_applies_and_the_graph_is_as_before():
    graph = graph_of(GELU.replace("[1.5]", "[1.4142135]"))
    (found,) = why_not(graph, default_passes(), "gelu", "y")
    assert (found.reason, found.matched) == ("", 5)
    assert graph.node("y").op == "Mul"


def test_a_target_without_the_operator_is_the_reason():
    graph = graph_of(GELU.replace("[1.5]", "[1.4142135]"))
    (found,) = why_not(graph, default_passes(), "gelu", "y", target="Ascend310")
    assert found.reason.startswith("Ascend310 has no GeluV2")


def test_a_pass_speaks_for_each_of_its_rules():
    found = why_not(graph_of(GELU), default_passes(), "activation-fusion", "y")
    assert {item.pattern for item in found} == {"swish", "hard-swish", "hard-swish-gate", "mish"}
    assert all(item.reason for item in found)


def test_a_node_that_an_earlier_pass_took_in_is_answered_by_what_became_of_it():
    text = GELU.replace("[1.5]", "[1.4142135]")
    with pytest.raises(UsageError, match="fuse-gelu has made y"):
        why_not(graph_of(text), default_passes(), "matmul-activation", "e")


def test_an_unknown_pattern_is_refused_with_near_ones():
    with pytest.raises(UsageError, match="gelu"):
        why_not(graph_of(GELU), default_passes(), "gelo", "y")


CHAIN = """graph "g" {
  input %x : FLOAT[2, 3]
  input %y : FLOAT[]
  const %s : INT64[2] = [2, 3]
  %a = Reshape(%x, %s) : FLOAT[2, 3]
  %b = Pow(%x, %y) : FLOAT[2, 3]
  return %a as "a"
  return %b as "b"
}"""


def test_a_pass_without_rules_speaks_for_what_it_left_alone_and_is_silent_about_what_it_changed():
    (found,) = why_not(graph_of(CHAIN), default_passes(), "identity-elimination", "b")
    assert (found.pattern, found.matched) == ("identity-elimination", 0)
    assert found.reason == "Pow is not its business here"
    (found,) = why_not(graph_of(CHAIN), default_passes(), "identity-elimination", "a")
    assert found.reason == ""


ATTENTION = """graph "g" {
  input %q : FLOAT[1, 4, 3, 4]
  input %k : FLOAT[1, 4, 3, 4]
  input %v : FLOAT[1, 4, 3, 4]
  %m = BatchMatMulV2(%q, %k, _, _) {adj_x2 = true} : FLOAT[1, 4, 3, 3]
  %p = SoftmaxV2(%m) {axes = [-1]} : FLOAT[1, 4, 3, 3]
  %y = BatchMatMulV2(%p, %v, _, _) : FLOAT[1, 4, 3, 4]
  return %y as "y"
}"""


def test_a_refusal_of_a_pass_without_rules_is_its_answer():
    (found,) = why_not(graph_of(ATTENTION), default_passes(), "attention-layout", "y")
    assert found.root == "y" and found.reason.startswith("BSH: ")
