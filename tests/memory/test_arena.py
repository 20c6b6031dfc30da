"""Graphs run inside their memory plan and give what they give without one; plans with planted mistakes do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_arena import Arena, interleavings
from metadef import DataType, Graph, TensorDesc
from metadef.graph.graph import Graph as GraphType
from metadef.graph.value import Value
from metadef.infer.engine import infer
from metadef.kernels.run import run_graph
from metadef.memory.lifetimes import GraphMemory, Lifetimes, graph_problem
from metadef.memory.order import memory_order
from metadef.memory.portfolio import Budget, plan_memory
from metadef.memory.problem import Plan, Problem

FLOATS = TensorDesc((1, 8, 4), DataType.FLOAT)
ROW = TensorDesc((8, 4), DataType.FLOAT)
SCALAR = TensorDesc((), DataType.BOOL)
QUICK = Budget(heuristic_seconds=1.0, exact_seconds=0.5)


def random_graph(seed: int, nodes: int = 14) -> GraphType:
    """Elementwise operators, views, Concat and Split along the outermost axis, over tensors of whole rows."""
    rnd = np.random.default_rng(seed)
    graph = Graph("random")
    values: list[Value] = [graph.add_input(f"x{i}", ROW) for i in range(2)]
    axis = graph.constant(np.array(0, np.int32), "axis")
    while len(graph) < nodes:
        kind = rnd.choice(["unary", "binary", "view", "concat", "split"])
        one, other = (values[int(rnd.integers(len(values)))] for _ in range(2))
        if kind == "unary":
            values.append(graph.add(str(rnd.choice(["Relu", "Neg", "Exp"])), [one], name=f"n{len(graph)}").output)
        elif kind == "binary" and one.desc.shape == other.desc.shape:
            values.append(graph.add("Add", [one, other], name=f"n{len(graph)}").output)
        elif kind == "view":
            count = one.desc.shape.numel()
            shape = graph.constant(np.array([count // 4, 4] if rnd.integers(2) else [count], np.int64))
            values.append(graph.add("Reshape", [one, shape], name=f"n{len(graph)}").output)
        elif kind == "concat" and one.desc.shape.rank == 2 and other.desc.shape.rank == 2 and one is not other:
            made = graph.add("ConcatV2", [[one, other], axis], {"N": 2}, name=f"n{len(graph)}")
            values.append(made.output)
        elif kind == "split" and one.desc.shape.rank == 2 and one.desc.shape[0] % 2 == 0:
            made = graph.add("Split", [axis, one], {"num_split": 2}, name=f"n{len(graph)}", output_counts=[2])
            values.extend(made.outputs)
        assert not infer(graph).findings
    results = [value for value in values if not value.users] or values[-1:]
    graph.set_outputs([(f"y{i}", value) for i, value in enumerate(results)])
    return graph


def feeds(graph: GraphType, seed: int = 0) -> dict[str, np.ndarray]:
    rnd = np.random.default_rng(seed)
    return {
        value.name: rnd.standard_normal(value.desc.shape.known_dims()).astype(value.desc.dtype.numpy)
        if value.desc.dtype is DataType.FLOAT
        else np.array(rnd.integers(2) == 1)
        for value in graph.inputs
    }


def same(found: Mapping[str, np.ndarray], expected: Mapping[str, np.ndarray]) -> bool:
    return list(found) == list(expected) and all(np.array_equal(found[name], expected[name]) for name in expected)


def planned(graph: GraphType, memory: GraphMemory) -> tuple[Lifetimes, Plan]:
    lifetimes = graph_problem(graph, memory)
    return lifetimes, plan_memory(lifetimes.problem, QUICK).plan


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.booleans(), st.booleans(), st.booleans())
def test_a_graph_computes_the_same_inside_its_plan(seed: int, views: bool, zero_copy: bool, reorder: bool):
    graph = random_graph(seed)
    memory = GraphMemory(concat_views=views, zero_copy=zero_copy)
    if reorder:
        memory = replace(memory, order=memory_order(graph, memory).order)
    lifetimes, plan = planned(graph, memory)
    fed = feeds(graph, seed)
    assert same(Arena(lifetimes, plan).run(graph, fed), run_graph(graph, fed))


def chain_with_branch() -> GraphType:
    graph = Graph("branch")
    value = graph.add_input("x", ROW)
    kept = graph.add("Relu", [value], name="kept").output
    for name in ("a", "b", "c"):
        value = graph.add("Neg", [value], name=name).output
    graph.set_outputs([("y", graph.add("Add", [value, kept], name="sum").output)])
    infer(graph)
    return graph


def test_a_life_that_ends_too_early_is_seen():
    graph = chain_with_branch()
    lifetimes = graph_problem(graph)
    problem, kept = lifetimes.problem, lifetimes.problem.index_of("kept")
    rows = [replace(row, upper=row.lower + 1) if n == kept else row for n, row in enumerate(problem)]
    short = replace(lifetimes, problem=Problem.of(rows))
    fed = feeds(graph)
    expected = run_graph(graph, fed)
    assert same(Arena(lifetimes, plan_memory(problem, QUICK).plan).run(graph, fed), expected)
    assert not same(Arena(short, plan_memory(short.problem, QUICK).plan).run(graph, fed), expected)


def call_graph(op: str) -> GraphType:
    """x -> Relu -> a caller whose subgraphs do some work -> Add with the Relu."""
    graph = Graph("caller")
    x = graph.add_input("x", ROW)
    before = graph.add("Relu", [x], name="before", outputs=[ROW]).output
    if op == "If":
        cond = graph.add_input("cond", SCALAR)
        caller = graph.add("If", [cond, [before, x]], name="call", outputs=[ROW], output_counts=[1])
        slots = ("then_branch", "else_branch")
    elif op == "While":
        caller = graph.add("While", [[before, x]], name="call", outputs=[ROW, ROW], output_counts=[2])
        slots = ("cond", "body")
    else:
        caller = graph.add("PartitionedCall", [[before, x]], name="call", outputs=[ROW], output_counts=[1])
        slots = ("f",)
    for slot in slots:
        inner = graph.subgraph(caller, slot)
        p, q = (inner.add_input(name, ROW) for name in "pq")
        if slot == "cond":
            bound = inner.constant(np.array(100.0, np.float32))
            axes = inner.constant(np.array([0, 1], np.int64))
            total = inner.add("ReduceMax", [p, axes], name="total", outputs=[TensorDesc((), DataType.FLOAT)]).output
            inner.set_outputs([("go", inner.add("Less", [total, bound], name="go", outputs=[SCALAR]).output)])
            continue
        grown = inner.add("Add", [p, p], name="grown", outputs=[ROW]).output
        more = inner.add("Exp" if slot == "then_branch" else "Neg", [q], name="more", outputs=[ROW]).output
        last = inner.add("Sub", [grown, more], name="last", outputs=[ROW]).output
        inner.set_outputs([("r", last), ("s", more)] if slot == "body" else [("r", last)])
    after = graph.add("Add", [caller.outputs[0], before], name="after", outputs=[ROW]).output
    graph.set_outputs([("y", after)])
    return graph


@pytest.mark.parametrize("op", ["If", "While", "PartitionedCall"])
@pytest.mark.parametrize("seed", range(4))
def test_called_graphs_run_inside_the_plan_of_their_caller(op: str, seed: int):
    graph = call_graph(op)
    lifetimes, plan = planned(graph, GraphMemory())
    fed = feeds(graph, seed) | {"x": np.abs(feeds(graph, seed)["x"])}
    assert same(Arena(lifetimes, plan).run(graph, fed), run_graph(graph, fed))
    assert {name for name in lifetimes.problem.ids if "/" in name}, "values of subgraphs are planned"


def test_branches_share_their_bytes():
    """At most one of them runs, so each may use what the other would."""
    lifetimes = graph_problem(call_graph("If"))
    problem = lifetimes.problem
    then, other = (problem.buffer(problem.index_of(f"call.{slot}/more")) for slot in ("then_branch", "else_branch"))
    assert then.upper <= other.lower or other.upper <= then.lower


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 3))
def test_streams_may_run_side_by_side(seed: int, streams: int):
    graph = random_graph(seed)
    rnd = np.random.default_rng(seed)
    stream_of = {node.name: int(rnd.integers(streams)) for node in graph.nodes}
    lifetimes, plan = planned(graph, GraphMemory(streams=stream_of))
    fed = feeds(graph, seed)
    expected = run_graph(graph, fed)
    for _ in range(4):
        assert same(Arena(lifetimes, plan).run(graph, fed, interleavings(graph, stream_of, rnd)), expected)


def two_streams() -> GraphType:
    """Two chains that do not wait for each other, and their sum."""
    graph = Graph("streams")
    x = graph.add_input("x", ROW)
    ends: list[Value] = []
    for stream in "ab":
        value = x
        for step in range(3):
            value = graph.add("Exp" if step % 2 else "Neg", [value], name=f"{stream}{step}").output
        ends.append(value)
    graph.set_outputs([("y", graph.add("Add", ends, name="sum").output)])
    infer(graph)
    return graph


def test_what_one_stream_frees_is_not_free_for_another_that_does_not_wait():
    graph = two_streams()
    stream_of = {f"b{step}": 1 for step in range(3)}
    apart = graph_problem(graph, GraphMemory(streams=stream_of)).problem
    names = {frozenset((apart.ids[a], apart.ids[b])) for a, b in apart.conflicts.tolist()}
    assert frozenset(("a0", "b1")) in names  # a0 is dead by the steps when b1 is written, but a may be late
    assert frozenset(("a0", "a2")) not in names  # one stream runs in order
    alone = graph_problem(graph, GraphMemory()).problem
    assert len(alone.conflicts) == 0
    assert plan_memory(apart, QUICK).peak_bytes > plan_memory(alone, QUICK).peak_bytes


def test_streams_that_are_forgotten_are_seen():
    graph = two_streams()
    stream_of = {f"b{step}": 1 for step in range(3)}
    lifetimes, plan = planned(graph, GraphMemory())
    fed, rnd = feeds(graph), np.random.default_rng(0)
    expected = run_graph(graph, fed)
    runs = [Arena(lifetimes, plan).run(graph, fed, interleavings(graph, stream_of, rnd)) for _ in range(20)]
    assert not all(same(run, expected) for run in runs)
