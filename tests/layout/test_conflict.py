"""Minimal reasons why nothing fits."""

from __future__ import annotations

from metadef.layout.builder import ProblemBuilder
from metadef.layout.conflict import conflict, feasible
from metadef.layout.problem import Problem
from metadef.layout.solve import solve


def chain(n: int, broken: frozenset[int], formats: int = 2) -> Problem:
    """A chain whose nodes keep the format of their input, except that those in `broken` take only A and give only B."""
    builder = ProblemBuilder()
    names = [f"F{k}" for k in range(formats)]
    keep = builder.columns([([f], [f], 1.0) for f in names])
    turn = builder.columns([(["F0"], ["F1"], 1.0)])
    builder.add_value("v0", fixed="F0")
    for i in range(n):
        builder.add_value(f"v{i + 1}")
        builder.add_node(f"n{i}", [f"v{i}"], [f"v{i + 1}"], turn if i in broken else keep)
    return builder.build()


def test_a_conflict_between_distant_nodes_names_the_path_between_them() -> None:
    """n2 gives F1 and n6 wants F0; every node between them is needed, none outside."""
    problem = chain(10, frozenset({2, 6}))
    assert conflict(problem, range(10)) == (2, 3, 4, 5, 6)
    assert solve(problem).infeasible == (2, 3, 4, 5, 6)


def test_a_long_chain_with_a_conflict_is_explained_quickly() -> None:
    problem = chain(5_000, frozenset({2_000, 2_002}))
    assert solve(problem).infeasible == (2_000, 2_001, 2_002)


def test_a_node_that_a_fixed_value_cannot_feed_is_its_own_reason() -> None:
    builder = ProblemBuilder()
    builder.add_value("x", fixed="ND", convert=builder.conversions({("ND", "NHWC"): 1.0}))
    builder.add_node("good", ["x"], [], builder.columns([(["NHWC"], [], 1.0)]))
    builder.add_node("bad", ["x"], [], builder.columns([(["NZ"], [], 1.0)]))
    solution = solve(builder.build())
    assert (solution.cost, solution.bound, solution.infeasible) == (None, None, (1,))


def test_a_node_without_columns_is_its_own_reason() -> None:
    builder = ProblemBuilder()
    builder.add_value("x", fixed="ND")
    builder.add_node("n", ["x"], [], builder.columns([]))
    assert solve(builder.build()).infeasible == (0,)


def test_an_odd_ring_without_conversions_is_found_though_every_pair_agrees() -> None:
    """Arc consistency sees nothing wrong here: three nodes that each flip the format, in a circle."""
    builder = ProblemBuilder()
    flip = builder.columns([(["A"], ["B"], 0.0), (["B"], ["A"], 0.0)])
    for i in range(3):
        builder.add_value(f"v{i}")
    for i in range(3):
        builder.add_node(f"n{i}", [f"v{i}"], [f"v{(i + 1) % 3}"], flip)
    problem = builder.build()
    assert solve(problem).infeasible == (0, 1, 2)
    assert feasible(problem, (0, 1))


def test_a_feasible_problem_has_no_conflict() -> None:
    assert conflict(chain(10, frozenset({2})), range(10)) == ()
