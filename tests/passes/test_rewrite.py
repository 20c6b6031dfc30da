"""Rules: provenance of what they make, replacements of another shape taken back, and why a rule does not match."""

from __future__ import annotations

from metadef.catalogue import registry
from metadef.graph.graph import Graph
from metadef.infer.engine import infer
from metadef.passes.activation_fusion import ActivationFusion
from metadef.passes.base import Context
from metadef.passes.manager import PassResult, run_passes
from metadef.passes.rewrite import RewritePass, Rule
from metadef.patterns.expression import op, var
from metadef.text import parse

SILU = """graph "g" {
  input %x : FLOAT[2, 3]
  %s = Sigmoid(%x) : FLOAT[2, 3]
  %y = Mul(%s, %x) : FLOAT[2, 3]
  return %y as "y"
}"""


def run(item: RewritePass) -> tuple[Graph, PassResult]:
    graph = parse(SILU, registry())
    (result,) = run_passes(graph, [item], Context(infer(graph)), check=True)
    return graph, result


def test_a_fused_node_keeps_the_name_of_the_root_and_all_origins():
    graph, result = run(ActivationFusion())
    origin = graph.node("y").origin
    assert result.ok and origin is not None
    assert (origin.made_by, origin.origins) == ("fuse-swish", ("y", "s"))


class ChangesShape(RewritePass):
    """Says that a sigmoid is the sum of its input."""

    name = "changes-shape"
    rules = (
        Rule(
            "sum",
            op("Sigmoid", var("x")),
            lambda rewrite: rewrite.add("ReduceSumD", [rewrite.match["x"]], {"axes": [0], "keep_dims": False}).output,
        ),
    )


class BreaksLaws(RewritePass):
    """Makes a call that the catalogue does not know."""

    name = "breaks-laws"
    rules = (Rule("bad", op("Sigmoid", var("x")), lambda item: item.add("Relu", [item.match["x"]], {"no": 1}).output),)


def test_a_replacement_of_another_shape_is_taken_back_with_a_reason():
    graph, result = run(ChangesShape())
    assert result.changed == 0
    assert str(graph) == str(parse(SILU, registry()))
    assert [item.reason for item in result.refusals] == ["sum: its replacement is FLOAT[3], not FLOAT[2, 3]"]


def test_a_replacement_that_is_not_legal_is_taken_back_with_a_reason():
    graph, result = run(BreaksLaws())
    assert result.ok and result.changed == 0
    assert str(graph) == str(parse(SILU, registry()))
    assert len(result.refusals) == 1 and "no" in result.refusals[0].reason


def test_why_not_names_the_first_condition_that_failed():
    graph = parse(SILU.replace("Sigmoid(%x)", "Tanh(%x)"), registry())
    assert ActivationFusion.why_not(graph.node("y"), "swish") == ["swish: s is Tanh, expected Sigmoid"]
    assert ActivationFusion.why_not(graph.node("y"), "mish") == ["mish: x is Data, expected Softplus"]
    assert ActivationFusion.why_not(parse(SILU, registry()).node("y"), "swish") == ["swish: matches"]


def test_rules_are_looked_up_by_the_operator_at_their_root():
    assert ActivationFusion.ops == {"Div", "RealDiv", "Mul"}
