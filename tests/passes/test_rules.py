"""Rules with further roots, gains, costs and constraints; what would close a circle."""

from __future__ import annotations

from typing import Any

import pytest

from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.passes import fusion_constraints
from metadef.passes.base import Context
from metadef.passes.fusion_constraints import FUSED_OPERATORS, OpFusionConstraint, illegal_on, refuses_fusion
from metadef.passes.manager import PassResult, run_passes
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.patterns.cost import kernel_cost
from metadef.patterns.expression import op, var
from metadef.text import parse

X = var("x")


def run(item: RewritePass, text: str, target: str = "") -> tuple[Graph, PassResult]:
    graph = parse(text, registry())
    (result,) = run_passes(graph, [item], Context(infer(graph), target), check=True)
    assert result.ok, result.findings
    return graph, result


def ops(graph: Graph) -> list[str]:
    return sorted(node.op for node in graph.nodes if node.inputs)


def made(name: str) -> Any:
    return lambda rewrite: rewrite.add(name, [rewrite.match["x"]]).output


# --- gains -----------------------------------------------------------------------------------------------------------

CHAIN = """graph "g" {
  input %x : FLOAT[2]
  %a = Exp(%x) : FLOAT[2]
  %b = Neg(%a) : FLOAT[2]
  %c = Abs(%b) : FLOAT[2]
  %y = Relu(%c) : FLOAT[2]
  return %y as "y"
}"""


class Greedy(RewritePass):
    """Two nodes early, or three that overlap with them."""

    name = "greedy"
    rules = (
        Rule("short", op("Neg", op("Exp", X)), made("Sin")),
        Rule("long", op("Relu", op("Abs", op("Neg", X))), made("Cos")),
    )


class Weighed(Greedy):
    """The short one is worth more than its nodes."""

    name = "weighed"
    rules = (
        Rule("short", op("Neg", op("Exp", X)), made("Sin"), gain=lambda match: 10.0),
        Rule("long", op("Relu", op("Abs", op("Neg", X))), made("Cos")),
    )


class SameRoot(RewritePass):
    """Both fit one node; the longer one is written last."""

    name = "same-root"
    rules = (
        Rule("short", op("Relu", X), made("Sin")),
        Rule("long", op("Relu", op("Abs", X)), made("Cos")),
    )


def test_of_overlapping_matches_the_one_with_the_greater_gain_wins():
    assert ops(run(Greedy(), CHAIN)[0]) == ["Cos", "Exp"]


def test_a_rule_may_say_what_it_is_worth():
    assert ops(run(Weighed(), CHAIN)[0]) == ["Abs", "Relu", "Sin"]


def test_of_two_matches_at_one_node_the_one_with_the_greater_gain_wins():
    assert ops(run(SameRoot(), CHAIN)[0]) == ["Cos", "Exp", "Neg"]


def test_a_better_match_that_is_not_self_contained_is_no_rival():
    text = CHAIN.replace('  return %y as "y"', '  return %y as "y"\n  return %c as "c"')
    assert ops(run(Greedy(), text)[0]) == ["Abs", "Relu", "Sin"]


# --- costs -----------------------------------------------------------------------------------------------------------


def three(rewrite: Rewrite) -> Value:
    value = rewrite.match["x"]
    for name in ("Exp", "Neg", "Sin"):
        value = rewrite.add(name, [value]).output
    return value


class Dear(RewritePass):
    """Three nodes in place of two."""

    name = "dear"
    rules = (Rule("dear", op("Neg", op("Exp", X)), three, cost=kernel_cost),)


def test_a_replacement_that_costs_more_is_taken_back():
    graph, result = run(Dear(), CHAIN)
    assert ops(graph) == ["Abs", "Exp", "Neg", "Relu"]
    assert [item.reason for item in result.refusals] == ["dear: it costs 3.14578e+06, what it replaces 2.09718e+06"]


# --- further roots ---------------------------------------------------------------------------------------------------

PAIR = """graph "g" {
  input %x : FLOAT[2]
  %s = Sin(%x) : FLOAT[2]
  %c = Cos(%x) : FLOAT[2]
  %y = Add(%s, %c) : FLOAT[2]
  return %y as "y"
}"""


def both(rewrite: Rewrite) -> tuple[Value, Value]:
    node = rewrite.add("Unpack", [rewrite.add("Pack", [[rewrite.match["x"]] * 2], {"N": 2}).output], {"num": 2}, [2])
    return node.outputs[0], node.outputs[1]


class Pairs(RewritePass):
    """A sine and a cosine of one value."""

    name = "pairs"
    rules = (Rule("pair", op("Sin", X), both, siblings=(op("Cos", X),)),)


class Deep(RewritePass):
    """The second root reads the value through another node."""

    name = "deep"
    rules = (Rule("deep", op("Sin", X), both, siblings=(op("Cos", op("Exp", X)),)),)


def test_two_roots_that_share_a_value_are_replaced_together():
    graph, _ = run(Pairs(), PAIR)
    assert ops(graph) == ["Add", "Pack", "Unpack"]
    assert [value.index for value in graph.outputs[0].value.producer.inputs if value is not None] == [0, 1]


def test_a_second_root_is_found_some_steps_above_the_shared_value():
    text = PAIR.replace("Cos(%x)", "Cos(%e)").replace("  %c", "  %e = Exp(%x) : FLOAT[2]\n  %c")
    assert ops(run(Deep(), text)[0]) == ["Add", "Pack", "Unpack"]


def test_a_missing_second_root_is_the_reason():
    graph = parse(PAIR.replace("Cos", "Tan"), registry())
    assert Pairs.why_not(graph.node("s")) == ["pair: c is Tan, expected Cos"]


class Circle(RewritePass):
    """Two roots of which the second depends on the first."""

    name = "circle"
    rules = (
        Rule(
            "circle",
            op("Sin", X),
            lambda rewrite: (rewrite.add("Add", [rewrite.match["x"], rewrite.match["z"]]).output, rewrite.match["x"]),
            siblings=(op("Mul", X, var("z")),),
        ),
    )


def test_roots_that_depend_on_each_other_would_close_a_circle():
    text = PAIR.replace("Cos(%x)", "Mul(%x, %t)").replace("  %c", "  %t = Tan(%s) : FLOAT[2]\n  %c")
    graph, result = run(Circle(), text)
    assert ops(graph) == ["Add", "Mul", "Sin", "Tan"]
    reason = "circle: what feeds the replacement depends on what it replaces"
    assert [item.reason for item in result.refusals] == [reason]


# --- constraints -----------------------------------------------------------------------------------------------------


def test_an_operator_that_a_family_lacks_is_illegal_there():
    graph = parse(CHAIN.replace("Relu", "GeluV2"), registry())
    infer(graph)
    assert illegal_on("Ascend910B1", graph.node("y")) == ""
    assert illegal_on("", graph.node("y")) == ""
    assert illegal_on("Ascend310", graph.node("y")).startswith("Ascend310 has no GeluV2; Ascend310P, Ascend910B")


def test_every_fused_operator_is_a_public_prototype():
    assert [name for name in FUSED_OPERATORS if name not in registry()] == []


@pytest.mark.parametrize(
    ("constraint", "reason"),
    [
        (OpFusionConstraint(can_be_producer=False), "Abs is not read inside a fusion"),
        (OpFusionConstraint(allowed_patterns=frozenset({"other"})), "Abs does not take part in p"),
        (OpFusionConstraint(max_fused_ops=1), "2 nodes, and Abs is fused with up to 1"),
        (OpFusionConstraint(allowed_patterns=frozenset({"p"}), max_fused_ops=2), ""),
    ],
)
def test_constraints_decide_which_fusions_an_operator_joins(
    constraint: OpFusionConstraint, reason: str, monkeypatch: pytest.MonkeyPatch
):
    graph = parse(CHAIN, registry())
    monkeypatch.setattr(fusion_constraints, "CONSTRAINTS", {"Abs": constraint})
    assert refuses_fusion("p", [graph.node("y"), graph.node("c")]) == reason


def test_an_operator_that_ends_no_fusion_is_no_root(monkeypatch: pytest.MonkeyPatch):
    graph = parse(CHAIN, registry())
    constraint = OpFusionConstraint(can_be_consumer=False)
    monkeypatch.setattr(fusion_constraints, "CONSTRAINTS", {"Relu": constraint})
    assert refuses_fusion("p", [graph.node("y"), graph.node("c")]) == "Relu does not end a fusion"
