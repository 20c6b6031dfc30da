"""Where a run of passes ends that would not end by itself, what inspects it, and what a rerun looks at again."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import cast

import numpy as np
import pytest

from metadef.catalogue import registry
from metadef.errors import Finding, UsageError, finding
from metadef.graph.graph import Graph
from metadef.graph.node import Node
from metadef.graph.verify import verify
from metadef.infer.engine import infer
from metadef.passes.base import Context, GraphPass, NodePass, Pass, Scope
from metadef.passes.manager import Limits, run_passes
from metadef.passes.table import default_passes, find_pass
from metadef.passes.watchdog import PassTimeout, Watchdog
from metadef.text import parse
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

CHAIN = 'graph "g" {\n  input %x : FLOAT[2, 3]\n' + "".join(
    f"  %n{i} = Relu(%{f'n{i - 1}' if i else 'x'}) : FLOAT[2, 3]\n" for i in range(12)
)
CHAIN += '  return %n11 as "y"\n}'


def chain() -> tuple[Graph, Context]:
    made = parse(CHAIN, registry())
    return made, Context(infer(made))


class Renames(NodePass):
    """Gives every Relu another name, once."""

    name = "renames"
    ops = frozenset({"Relu"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        if not node.name.startswith("done_"):
            graph.rename(node, f"done_{node.name}")


class Loops(NodePass):
    """Never comes back from a visit, after an edit."""

    name = "loops"
    ops = frozenset({"Relu"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        graph.rename(node, "lost")
        while True:
            pass


class Swallows(GraphPass):
    """Catches every Exception, and goes on."""

    name = "swallows"

    def run(self, graph: Graph, context: Context) -> None:
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                continue


class Slow(NodePass):
    """Renames without end, and each visit ends soon."""

    name = "slow"
    ops = frozenset({"Relu"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        graph.rename(node, graph.unique_name("again"))
        time.sleep(0.002)


@pytest.mark.parametrize("kind", [Loops, Swallows, Slow])
def test_a_pass_that_takes_too_long_is_named_and_undone(kind: Callable[[], Pass]):
    made, context = chain()
    before = str(made)
    limits = Limits(seconds=0.1, rounds=10**6)
    results = run_passes(made, [kind(), find_pass("dead-node-elimination")], context, limits=limits)
    assert {item.name: item.ok for item in results} == {kind().name: False, "dead-node-elimination": True}
    (found,) = [one for item in results for one in item.findings]
    assert (found.name, found.subject) == ("pass-failed", f"pass {kind().name}")
    assert "within 0.1 s" in found.message
    assert str(made) == before and verify(made) == []


class Waits(GraphPass):
    """Waits in C; no bytecode runs meanwhile."""

    name = "waits"

    def __init__(self, how: Callable[[], object]) -> None:
        self.how = how

    def run(self, graph: Graph, context: Context) -> None:
        self.how()


def _take_a_lock_twice() -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def _wait_for_a_process() -> None:
    subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"], check=False)


@pytest.mark.parametrize("how", [lambda: time.sleep(60), _take_a_lock_twice, _wait_for_a_process])
def test_a_pass_that_waits_in_c_on_the_main_thread_is_stopped(how: Callable[[], object]):
    made, context = chain()
    before, handler, start = str(made), signal.getsignal(signal.SIGURG), time.monotonic()
    (result,) = run_passes(made, [Waits(how)], context, limits=Limits(seconds=0.05))
    assert time.monotonic() - start < 30
    assert not result.ok and "within 0.05 s" in result.findings[0].message
    assert str(made) == before and signal.getsignal(signal.SIGURG) == handler


def test_a_pass_in_another_thread_is_stopped_too():
    made, context = chain()
    found: list[bool] = []
    limits = Limits(seconds=0.05)
    thread = threading.Thread(
        target=lambda: found.extend(one.ok for one in run_passes(made, [Loops()], context, limits=limits))
    )
    thread.start()
    thread.join(30)
    assert found == [False]


def test_a_signal_of_somebody_else_goes_to_their_handler():
    heard: list[int] = []
    former = signal.signal(signal.SIGURG, lambda number, frame: heard.append(number))
    try:
        with Watchdog(60):
            signal.raise_signal(signal.SIGURG)
        signal.raise_signal(signal.SIGURG)
    finally:
        signal.signal(signal.SIGURG, former)
    assert heard == [signal.SIGURG, signal.SIGURG]


def _replace_refusals(context: Context) -> None:
    context.__setattr__("refusals", 7)


def _replace_findings(context: Context) -> None:
    context.__setattr__("findings", None)


def _replace_inference(context: Context) -> None:
    context.__setattr__("inference", None)


def _note_text(context: Context) -> None:
    cast("list[object]", context.findings).append("all is well")


@pytest.mark.parametrize(
    ("misuse", "said"),
    [
        (_replace_refusals, "replaced refusals"),
        (_replace_findings, "replaced findings"),
        (_replace_inference, "replaced inference"),
        (_note_text, "no Finding"),
    ],
)
def test_a_pass_that_misuses_its_context_is_named_and_the_others_run(misuse: Callable[[Context], None], said: str):
    class Misuses(GraphPass):
        name = "misuses"
        scope = Scope.GRAPH
        priority = 1000

        def run(self, graph: Graph, context: Context) -> None:
            misuse(context)
            graph.rename(graph.node("n3"), "lost")

    made, context = chain()
    before = str(made)
    results = run_passes(made, [Misuses(), find_pass("dead-node-elimination")], context)
    assert {item.name: item.ok for item in results} == {"misuses": False, "dead-node-elimination": True}
    assert {(one.name, one.subject) for one in context.findings} == {("pass-failed", "pass misuses")}
    assert any(said in one.message for one in context.findings)
    assert str(made) == before


def test_a_time_limit_of_a_single_pass_counts_for_more_than_that_of_all():
    made, context = chain()
    slow = Slow()
    slow.configure({"seconds": 0.05})
    (result,) = run_passes(made, [slow], context, limits=Limits(rounds=10**6))
    assert not result.ok and "within 0.05 s" in result.findings[0].message


def test_the_watchdog_leaves_nothing_behind():
    for _ in range(20):
        try:
            with Watchdog(0.001):
                end = time.monotonic() + 0.51
                while time.monotonic() < end:
                    pass
        except PassTimeout:
            break
    else:
        pytest.fail("the time was over and nothing came")
    time.sleep(0.05)  # nothing may come now
    assert not any(isinstance(thread, threading.Timer) and thread.is_alive() for thread in threading.enumerate())


def test_a_run_ends_after_the_changes_that_it_may_make():
    made, context = chain()
    results = run_passes(made, [Renames()], context, limits=Limits(changes=5))
    assert [(item.number, item.by, item.at) for item in results[0].changes] == [
        (number, "renames", f"n{number - 1}") for number in range(1, 6)
    ]
    assert sum(node.name.startswith("done_") for node in made.nodes) == 5


@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_fewer_changes_are_the_first_of_more(count: int):
    """On this rests bisection."""
    text = CHAIN.replace("Relu(%n3)", "Identity(%n3)").replace("Relu(%n7)", "Identity(%n7)")
    made = parse(text, registry())
    results = run_passes(made, [*default_passes(), Renames()], Context(infer(made)))
    every = [change for item in results for change in item.changes]
    again = parse(text, registry())
    fewer = run_passes(again, [*default_passes(), Renames()], Context(infer(again)), limits=Limits(changes=count))
    assert [change for item in fewer for change in item.changes] == every[:count]


def test_a_pass_makes_no_more_changes_than_its_parameter_says():
    made, context = chain()
    item = Renames()
    item.configure({"max": 2})
    run_passes(made, [item], context)
    assert sum(node.name.startswith("done_") for node in made.nodes) == 2


EQUAL = CHAIN.replace(
    "return", "".join(f"  %e{i} = Sigmoid(%x) : FLOAT[2, 3]\n" for i in range(4)).lstrip() + "  return", 1
).replace("}", "".join(f'  return %e{i} as "e{i}"\n' for i in range(1)) + "}")


def test_a_pass_over_whole_graphs_that_asks_makes_its_changes_one_by_one():
    for limit in range(5):
        made = parse(EQUAL, registry())
        for i in range(1, 4):  # readers, so that no copy is a graph output
            made.add("Neg", [made.node(f"e{i}").output], name=f"r{i}", outputs=[made.node("x").output.desc])
        made.set_outputs([*made.outputs, *((f"r{i}", made.node(f"r{i}").output) for i in range(1, 4))])
        only = [find_pass("common-subexpression-elimination")]
        run_passes(made, only, Context(infer(made)), limits=Limits(changes=limit))
        left = sum(node.op == "Sigmoid" for node in made.nodes)
        assert left == 4 - min(limit, 3)
        only[0].configure({"max": 1})
        run_passes(made, only, Context(infer(made)))
        assert sum(node.op == "Sigmoid" for node in made.nodes) == max(1, left - 1)


def test_passes_that_undo_each_other_are_reported_by_name():
    class Ping(NodePass):
        name = "ping"
        ops = frozenset({"Relu"})
        there, back = "n5", "other"

        def visit(self, graph: Graph, node: Node, context: Context) -> None:
            if node.name == self.there:
                graph.rename(node, self.back)

    class Pong(Ping):
        name = "pong"
        there, back = "other", "n5"

    made, context = chain()
    run_passes(made, [Ping(), Pong()], context, limits=Limits(reruns=3))
    (found,) = context.findings
    assert (found.name, found.subject) == ("pass-not-converging", "passes ping, pong")
    assert "3 further sweeps" in found.message


# --- inspection ----------------------------------------------------------------------------------------------------


def test_an_inspector_that_finds_an_error_undoes_the_pass():
    made, context = chain()
    before = str(made)

    def refuse(item: Pass, graph: Graph, edits: int) -> list[Finding]:
        return [finding("numerics-changed", f"pass {item.name}", "is not liked")] if len(graph.journal) > edits else []

    results = run_passes(made, [Renames(), find_pass("dead-node-elimination")], context, inspectors=[refuse])
    assert {item.name: (item.ok, item.changed) for item in results} == {
        "dead-node-elimination": (True, 0),
        "renames": (False, 0),
    }
    assert str(made) == before


def convolution() -> Graph:
    graph = Graph("g", registry())
    x = graph.add_input("x", TensorDesc((1, 16, 8, 8), DataType.FLOAT16))
    weight = graph.constant(np.ones((16, 16, 1, 1), np.float16), "w")
    attrs = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "data_format": "NCHW"}
    node = graph.add("Conv2D", [x, weight], attrs, name="conv")
    graph.set_outputs([("y", node.output)])
    return graph


class ForgetsTheFormat(GraphPass):
    """Says no more which axes the convolution's tensors have."""

    name = "forgets-the-format"

    def run(self, graph: Graph, context: Context) -> None:
        old = graph.node("conv")
        attrs = {"strides": (1, 1, 1, 1), "pads": (0, 0, 0, 0), "data_format": "ND"}
        new = graph.add("Conv2D", list(old.inputs), attrs, name="new", outputs=[old.output.desc])
        graph.replace_uses(old.output, new.output)
        graph.remove(old)


@pytest.mark.parametrize(("target", "is_ok"), [("Ascend310P3", False), ("Ascend910B1", True)])
def test_a_pass_that_leaves_a_node_without_formats_on_the_target_is_named_and_undone(target: str, is_ok: bool):
    made = convolution()
    context = Context(infer(made), target=target)
    before = str(made)
    (result,) = run_passes(made, [ForgetsTheFormat()], context)
    assert result.ok is is_ok
    assert (str(made) == before) is not is_ok
    if not is_ok:
        (found,) = result.findings
        assert (found.name, found.subject) == ("format-unsupported", "pass forgets-the-format")
        assert '"new"' in found.message and target in found.message


@pytest.mark.parametrize("target", ["Ascend310P3", "Ascend910B1"])
def test_a_pass_that_leaves_formats_alone_is_not_blamed(target: str):
    made = convolution()
    results = run_passes(made, [Renames(), *default_passes()], Context(infer(made), target=target))
    assert all(item.ok for item in results)


def test_an_unknown_target_is_refused():
    made, _ = chain()
    with pytest.raises(UsageError):
        run_passes(made, [Renames()], Context(infer(made), target="Ascend1"))


# --- change tracking -----------------------------------------------------------------------------------------------


class Counts(NodePass):
    """Notes which nodes it is shown."""

    name = "counts"
    ops = frozenset({"Relu", "Neg"})
    priority = 10

    def __init__(self) -> None:
        self.seen: list[str] = []

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        self.seen.append(node.name)


class TurnsOne(GraphPass):
    """Turns one node into another operator."""

    name = "turns-one"
    scope = Scope.GRAPH

    def run(self, graph: Graph, context: Context) -> None:
        node = graph.find("n2")
        if node is not None:
            new = graph.add("Neg", [node.inputs[0]], name="negative", outputs=[node.output.desc])
            graph.replace_uses(node.output, new.output)
            graph.remove(node)


def test_a_rerun_is_shown_only_what_is_around_the_changes():
    made, context = chain()
    counts = Counts()
    run_passes(made, [counts, TurnsOne()], context)
    assert counts.seen[:12] == [f"n{i}" for i in range(12)]
    around = counts.seen[12:]
    assert "negative" in around and set(around) == {"n1", "negative", *(f"n{i}" for i in range(3, 8))}


def test_a_pass_that_nothing_concerns_is_not_run_again():
    made, context = chain()
    counts = Counts()
    run_passes(made, [counts, find_pass("dead-node-elimination")], context)
    assert len(counts.seen) == 12


class Subgraphs(GraphPass):
    """Notes the graphs that it is shown."""

    name = "subgraphs"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def run(self, graph: Graph, context: Context) -> None:
        self.seen.append(graph.name)


def with_branches() -> Graph:
    graph = Graph("outer", registry())
    condition = graph.add_input("c", TensorDesc((), DataType.BOOL))
    x = graph.add_input("x", TensorDesc((2,), DataType.FLOAT))
    node = graph.add("If", [condition, [x]], name="branch", outputs=[TensorDesc((2,), DataType.FLOAT)])
    for slot in ("then_branch", "else_branch"):
        inner = graph.subgraph(node, slot, slot)
        a = inner.add_input("a", TensorDesc((2,), DataType.FLOAT))
        inner.set_outputs([("r", inner.add("Relu", [a], name=f"{slot}_relu").output)])
    graph.set_outputs([("y", node.output)])
    return graph


def test_a_pass_over_subgraphs_sees_each_graph_and_one_over_the_graph_only_the_outermost():
    every = Subgraphs()
    made = with_branches()
    run_passes(made, [every], Context(infer(made)))
    assert every.seen == ["outer", "then_branch", "else_branch"]

    class Once(Subgraphs):
        name = "once"
        scope = Scope.GRAPH

    once = Once()
    run_passes(made, [once], Context(infer(made)))
    assert once.seen == ["outer"]


def test_a_node_pass_reaches_into_branches():
    made = with_branches()
    counts = Counts()
    run_passes(made, [counts], Context(infer(made)))
    assert counts.seen == ["then_branch_relu", "else_branch_relu"]


class Wrong(NodePass):
    """Makes another node of the same kind without end."""

    name = "wrong"
    ops = frozenset({"Relu"})

    def visit(self, graph: Graph, node: Node, context: Context) -> None:
        new = graph.add("Relu", [node.inputs[0]], name=graph.unique_name("again"))
        graph.set_desc(new.output, node.output.desc)
        graph.replace_uses(node.output, new.output)


def test_a_pass_that_does_not_settle_is_inspected_all_the_same():
    seen: list[str] = []

    def inspect(item: Pass, graph: Graph, before: int) -> list[Finding]:
        seen.append(item.name)
        return [finding("pass-failed", f"pass {item.name}", "is wrong")]

    made, context = chain()
    before = str(made)
    (result,) = run_passes(made, [Wrong()], context, limits=Limits(rounds=2), inspectors=[inspect])
    assert seen == ["wrong"] and not result.ok and str(made) == before


class Leaves(GraphPass):
    """Ends the program."""

    name = "leaves"

    def run(self, graph: Graph, context: Context) -> None:
        raise SystemExit(0)


def test_a_pass_that_ends_the_program_is_named_and_the_others_run():
    made, context = chain()
    results = run_passes(made, [Leaves(), find_pass("dead-node-elimination")], context)
    assert {item.name: item.ok for item in results} == {"leaves": False, "dead-node-elimination": True}
    (found,) = [one for item in results for one in item.findings]
    assert (found.name, found.subject) == ("pass-failed", "pass leaves") and "SystemExit" in found.message
