"""The manager: order, fix-points, rollback of what fails, and passes that make others run again."""

from __future__ import annotations

from typing import ClassVar

import pytest

from metadef.catalogue import registry
from metadef.errors import MetadefError
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.infer.engine import infer
from metadef.passes.base import Context, GraphPass, NodePass, Pass, Stage
from metadef.passes.manager import run_passes
from metadef.passes.schedule import schedule
from metadef.passes.table import default_passes, find_pass
from metadef.text import parse

TEXT = """graph "g" {
  input %x : FLOAT[2, 3]
  %s = Shape(%x) : INT32[2]
  %a = Relu(%x) : FLOAT[2, 3]
  %y = Neg(%a) : FLOAT[2, 3]
  return %y as "y"
  return %s as "s"
}"""


def graph() -> tuple[Graph, Context]:
    made = parse(TEXT, registry())
    return made, Context(infer(made))


def named(name: str, kind: type[Pass] = GraphPass, **attributes: object) -> Pass:
    """A pass that does nothing, or what `attributes` say."""
    return type(name, (kind,), {"name": name, "run": lambda *_: None, **attributes})()


def order(*passes: Pass) -> list[str]:
    return [item.item.name for item in schedule(passes)]


# --- order ---------------------------------------------------------------------------------------------------------


def test_stages_come_first_then_priority_then_the_name():
    late = named("a", stage=Stage.FINALIZE, priority=9)
    assert order(late, named("c"), named("b"), named("z", priority=1)) == ["z", "b", "c", "a"]


def test_declared_dependencies_come_before_priority():
    passes = [named("a", after=("c",), priority=9), named("b", before=("c",)), named("c", requires=("b",))]
    assert order(*passes) == ["b", "c", "a"]
    assert [item.reason for item in schedule(passes)] == [
        "first free place in stage optimize",
        "b runs before it",
        "runs after c",
    ]


@pytest.mark.parametrize("name", ["after", "before"])
def test_a_pass_that_is_not_selected_is_no_dependency(name: str):
    assert order(named("a", **{name: ("missing",)})) == ["a"]


FAULTS = {
    "passes wait for each other: a -> b -> c -> a": [
        named("a", after=("b",)),
        named("b", after=("c",)),
        named("c", after=("a",)),
        named("d", after=("a",)),
    ],
    "requires fodl, which is not selected": [named("a", requires=("fodl",)), named("fold")],
    "conflicts with b": [named("a", conflicts=("b",)), named("b")],
    "must follow b, which belongs to the later stage layout": [
        named("a", after=("b",)),
        named("b", stage=Stage.LAYOUT),
    ],
    "is selected twice": [named("a"), named("a")],
}


@pytest.mark.parametrize("message", FAULTS)
def test_passes_that_cannot_be_ordered_are_named(message: str):
    with pytest.raises(MetadefError, match=message):
        schedule(FAULTS[message])


def test_a_near_miss_of_a_required_pass_is_offered():
    with pytest.raises(MetadefError) as caught:
        schedule([named("a", requires=("fodl",)), named("fold")])
    assert "fold" in caught.value.findings[0].hint


def test_an_unknown_pass_is_an_error_with_near_misses():
    with pytest.raises(MetadefError) as caught:
        find_pass("constant-foldin")
    assert "constant-folding" in caught.value.findings[0].hint


def test_the_order_of_the_passes_that_compile_runs():
    assert [item.item.name for item in schedule(default_passes())] == [
        "constant-folding",
        "control-flow-simplification",
        "gather-merging",
        "identity-elimination",
        "arithmetic-simplification",
        "convolution-folding",
        "padding-folding",
        "quantization-folding",
        "shape-simplification",
        "reshape-transpose-merging",
        "matmul-folding",
        "view-sinking",
        "common-subexpression-elimination",
        "dead-node-elimination",
        "group-normalisation-fusion",
        "activation-fusion",
        "gelu-fusion",
        "normalisation-fusion",
        "recurrent-fusion",
        "projection-merging",
        "attention-fusion",
        "attention-layout",
        "convolution-activation-fusion",
        "gated-fusion",
        "matmul-activation-fusion",
        "flatten-fusion",
        "rotary-fusion",
        "transpose-reshape-fusion",
    ]


# --- failures ------------------------------------------------------------------------------------------------------


class Breaks(GraphPass):
    """Edits the graph, then fails."""

    name = "breaks"
    priority = 1000
    error: ClassVar[Exception] = RuntimeError("lost its way")

    def run(self, graph: Graph, context: Context) -> None:
        graph.set_outputs([])
        graph.remove(graph.node("y"))
        raise self.error


class LeavesBroken(GraphPass):
    """Leaves a value without the type that its operator needs."""

    name = "leaves-broken"

    def run(self, graph: Graph, context: Context) -> None:
        graph.node("y").inputs = ()  # past the graph's own methods, as a careless plug-in would


def test_a_pass_that_raises_is_rolled_back_named_and_the_others_run():
    made, context = graph()
    results = run_passes(made, [Breaks(), find_pass("constant-folding")], context)
    assert [(item.name, item.ok) for item in results] == [("breaks", False), ("constant-folding", True)]
    (found,) = results[0].findings
    assert (found.name, found.subject) == ("pass-failed", "pass breaks")
    assert "RuntimeError: lost its way" in found.message
    assert found.where is not None and found.where.file == __file__
    assert results[0].changed == 0
    # what inference knew is known again: the shape folds
    assert [node.op for node in made.nodes] == ["Data", "Relu", "Neg", "Const"]


def test_a_pass_that_raises_leaves_the_graph_as_it_was():
    made, context = graph()
    before = str(made)
    run_passes(made, [Breaks()], context)
    assert str(made) == before


def test_the_run_stops_at_a_failure_when_asked_to():
    made, context = graph()
    results = run_passes(made, [Breaks(), find_pass("constant-folding")], context, stop_on_failure=True)
    assert [item.name for item in results] == ["breaks"]


def test_a_pass_that_leaves_a_broken_graph_is_found_by_the_check():
    made, context = graph()
    (result,) = run_passes(made, [LeavesBroken()], context, check=True)
    assert not result.ok
    assert result.findings[0].name == "pass-broke-graph"


class NeverDone(NodePass):
    """Renames a node on each visit."""

    name = "never-done"
    ops = frozenset({"Relu"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        graph.rename(node, graph.unique_name("again"))


def test_a_pass_that_never_comes_to_an_end_is_reported():
    made, context = graph()
    (result,) = run_passes(made, [NeverDone()], context)
    assert [item.name for item in result.findings] == ["pass-not-converging"]
    assert result.rounds == 32


# --- running -------------------------------------------------------------------------------------------------------


class Wraps(GraphPass):
    """Puts an Identity behind the input once."""

    name = "wraps"
    priority = -1000
    invalidates = ("identity-elimination",)

    def run(self, graph: Graph, context: Context) -> None:
        if "wrapped" not in graph:
            value = graph.add("Identity", [graph.inputs[0]], name="wrapped").output
            graph.replace_input(graph.node("a"), 0, value)


def test_a_pass_that_undoes_another_makes_it_run_again():
    made, context = graph()
    results = run_passes(made, [find_pass("identity-elimination"), Wraps()], context, check=True, settle=False)
    assert [item.name for item in results] == ["identity-elimination", "wraps", "identity-elimination"]
    assert "Identity" not in [node.op for node in made.nodes]


def test_two_passes_that_undo_each_other_come_to_an_end():
    class Ping(GraphPass):
        name = "ping"
        invalidates = ("pong",)

        def run(self, graph: Graph, context: Context) -> None:
            graph.rename(graph.node("a"), graph.unique_name("b"))
            graph.rename(next(node for node in graph.nodes if node.op == "Relu"), "a")

    class Pong(Ping):
        name = "pong"
        invalidates = ("ping",)

    made, context = graph()
    results = run_passes(made, [Ping(), Pong()], context)
    assert 2 < len(results) < 40


def test_a_limit_runs_only_the_first_passes():
    made, context = graph()
    assert [item.name for item in run_passes(made, default_passes(), context, limit=1)] == ["constant-folding"]


def test_an_observer_sees_the_graph_before_and_after_each_pass():
    made, context = graph()
    seen: list[tuple[str, str, int]] = []
    run_passes(
        made,
        [find_pass("constant-folding"), find_pass("dead-node-elimination")],
        context,
        observer=lambda item, graph, when: seen.append((item.name, when, len(graph))),
    )
    assert seen == [
        ("constant-folding", "before", 4),
        ("constant-folding", "after", 4),
        ("dead-node-elimination", "before", 4),
        ("dead-node-elimination", "after", 4),
    ]


def test_a_folded_constant_remembers_where_it_came_from():
    made, context = graph()
    run_passes(made, default_passes(), context)
    origin = made.node("s_folded").origin
    assert origin is not None
    assert (origin.made_by, origin.origins) == ("constant-folding", ("s",))


def test_a_node_that_many_are_merged_into_remembers_each_of_them_once():
    lines = [f"  %r{index} = Relu(%x) : FLOAT[2, 3]" for index in range(50)]
    made = parse(
        TEXT.replace("  %a = Relu(%x) : FLOAT[2, 3]", "\n".join([*lines, "  %a = Relu(%r49) : FLOAT[2, 3]"])),
        registry(),
    )
    run_passes(made, [find_pass("common-subexpression-elimination")], Context(infer(made)))
    origin = made.node("r0").origin
    assert origin is not None
    assert origin.origins == tuple(f"r{index}" for index in range(50))


def test_a_refusal_is_kept_with_its_reason():
    text = TEXT.replace("%a = Relu(%x)", "%a = Relu(%x) : FLOAT[2, 3]\n  %b = Relu(%x)").replace(
        "return %s as", 'return %a as "a"\n  return %b as "b"\n  return %s as'
    )
    made = parse(text, registry())
    (result,) = run_passes(made, [find_pass("common-subexpression-elimination")], Context(infer(made)))
    assert [(item.node, item.reason) for item in result.refusals] == [("b", "both it and a are graph outputs")]


def test_the_whole_pipeline_changes_nothing_the_second_time():
    made, context = graph()
    run_passes(made, default_passes(), context)
    again = run_passes(made, default_passes(), context)
    assert [item.changed for item in again] == [0] * len(again)
