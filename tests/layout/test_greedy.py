"""The baseline follows the fixed scores, and pays for it."""

from __future__ import annotations

import json
import random

from layout_problems import random_problem
from metadef.layout.builder import ProblemBuilder
from metadef.layout.greedy import greedy
from metadef.layout.problem import Problem
from metadef.layout.problem_json import read_problem
from metadef.layout.solve import solve


def between(prices: float) -> Problem:
    """x -> heavy -> relu -> heavy -> softmax; only heavy and relu can take NZ."""
    builder = ProblemBuilder()
    convert = builder.conversions({("ND", "NZ"): prices, ("NZ", "ND"): prices})
    cube = builder.columns([(["ND"], ["ND"], 3.0), (["NZ"], ["NZ"], 2.0)])
    any_format = builder.columns([(["ND"], ["ND"], 1.0), (["NZ"], ["NZ"], 1.0)])
    plain = builder.columns([(["ND"], ["ND"], 1.0)])
    builder.add_value("x", fixed="ND", convert=convert)
    for name in "abcd":
        builder.add_value(name, convert=convert, origin="ND")
    builder.add_node("cube1", ["x"], ["a"], cube, heavy=True)
    builder.add_node("relu", ["a"], ["b"], any_format)
    builder.add_node("cube2", ["b"], ["c"], cube, heavy=True)
    builder.add_node("softmax", ["c"], ["d"], plain)
    builder.spread(["NZ"])
    return builder.build()


def test_heavy_formats_reach_the_neighbours_and_stop_where_no_column_fits() -> None:
    baseline = greedy(between(0.1))
    assert baseline.columns == (1, 1, 1, 0)
    assert baseline.cost == 2.0 + 1.0 + 2.0 + 1.0 + 2 * 0.1
    assert [(c.value, c.src, c.dst) for c in baseline.conversions] == [(0, 0, 1), (3, 1, 0)]


def test_the_baseline_spreads_even_where_it_does_not_pay() -> None:
    """Two conversions at 5 each to save 2 of time: the optimum stays in ND."""
    problem = between(5.0)
    assert greedy(problem).cost == 2.0 + 1.0 + 2.0 + 1.0 + 2 * 5.0
    solution = solve(problem)
    assert (solution.cost, solution.columns) == (3.0 + 1.0 + 3.0 + 1.0, (0, 0, 0, 0))


def test_without_heavy_nodes_every_node_keeps_its_origin_format() -> None:
    builder = ProblemBuilder()
    builder.add_value("x", fixed="ND", convert=builder.conversions({("ND", "NZ"): 1.0}))
    builder.add_value("y", origin="ND")
    builder.add_node("n", ["x"], ["y"], builder.columns([(["NZ"], ["NZ"], 0.0), (["ND"], ["ND"], 9.0)]))
    assert greedy(builder.build()).columns == (1,)


def test_the_optimum_is_never_worse_than_the_baseline() -> None:
    for seed in range(300):
        raw = random_problem(random.Random(seed), possible=1.0)
        for node in raw["nodes"][::2]:
            node["heavy"] = True
        raw["heavy_formats"] = ["NC1HWC0", "FRACTAL_NZ"]
        problem = read_problem(json.dumps(raw))
        baseline, solution = greedy(problem), solve(problem)
        assert baseline.cost is not None and solution.cost is not None
        assert solution.cost <= baseline.cost + 1e-9
