"""Structure that models have: repeated layers, weights shared by all of them, and graphs that are simply too wide."""

from __future__ import annotations

import random
from time import perf_counter

import pytest

from metadef.layout.builder import ProblemBuilder
from metadef.layout.certificate import check_certificate
from metadef.layout.greedy import greedy
from metadef.layout.problem import ConversionTable, Problem
from metadef.layout.solve import solve

FORMATS = ("ND", "NZ", "5HD")


def conversions(builder: ProblemBuilder, price: float) -> ConversionTable:
    table = {("ND", "NZ"): 1.0, ("NZ", "ND"): 1.1, ("ND", "5HD"): 1.3, ("5HD", "ND"): 1.2}
    return builder.conversions({pair: price * factor for pair, factor in table.items()})


def transformer(layers: int, jitter: float, weight_price: float) -> Problem:
    """Layers of norm, three products, attention and a residual; one weight and one mask serve all of them."""
    rnd = random.Random(layers)
    builder = ProblemBuilder()

    def around(cost: float) -> float:
        return cost * rnd.uniform(1 - jitter, 1 + jitter) if jitter else cost

    def add(name: str, inputs: list[str], kind: str, cost: float) -> str:
        n, cost = len(inputs), around(cost)
        if kind == "cube":
            rows = [(["NZ"] * n, ["NZ"], cost), (["ND"] * n, ["ND"], 1.7 * cost), (["ND", "NZ"], ["ND"], 1.4 * cost)]
        elif kind == "plain":
            rows = [(["ND"] * n, ["ND"], cost)]
        else:
            rows = [([f] * n, [f], cost * (1.0 if f == "ND" else 1.1)) for f in FORMATS]
        builder.add_value(name, convert=conversions(builder, around(4.0)))
        builder.add_node(name, inputs, [name], builder.columns(rows), heavy=kind == "cube")
        return name

    builder.add_value("x", fixed="ND", convert=conversions(builder, 4.0))
    builder.add_value("w", fixed="ND", convert=conversions(builder, weight_price))
    builder.add_value("mask", fixed="ND", convert=conversions(builder, 1.0))
    builder.spread(["NZ", "5HD"])
    x = "x"
    for i in range(layers):
        h = add(f"ln{i}", [x], "any", 1.0)
        q, k, v = (add(f"mm{i}{part}", [h, "w"], "cube", 20.0) for part in "qkv")
        k = add(f"rs{i}", [k], "plain", 0.1)
        s = add(f"qk{i}", [q, k], "cube", 10.0)
        s = add(f"add{i}", [s, "mask"], "any", 0.6)
        s = add(f"sm{i}", [s], "plain" if i % 2 else "any", 2.0)
        o = add(f"pv{i}", [s, v], "cube", 10.0)
        x = add(f"res{i}", [x, o], "any", 0.5)
    return builder.build()


def random_graph(nodes: int, seed: int) -> Problem:
    """Every node reads up to three values from anywhere before it: no structure to exploit."""
    rnd = random.Random(seed)
    formats = (*FORMATS, "NHWC")
    builder = ProblemBuilder()

    def prices() -> ConversionTable:
        return builder.conversions({(a, b): rnd.uniform(1, 12) for a in formats for b in formats if a != b})

    names = ["x"]
    builder.add_value("x", fixed="ND", convert=prices())
    for i in range(nodes):
        inputs = rnd.sample(names, min(len(names), rnd.randint(1, 3)))
        rows = [([rnd.choice(formats) for _ in inputs], [rnd.choice(formats)], rnd.uniform(0, 9)) for _ in range(4)]
        builder.add_value(f"v{i}", convert=prices())
        builder.add_node(f"n{i}", inputs, [f"v{i}"], builder.columns(rows))
        names.append(f"v{i}")
    return builder.build()


@pytest.mark.parametrize(("jitter", "weight_price"), [(0.0, 8.0), (0.3, 8.0), (0.3, 2000.0)])
def test_layers_that_share_a_weight_are_solved_to_optimality_with_a_certificate(
    jitter: float, weight_price: float
) -> None:
    problem = transformer(150, jitter, weight_price)
    solution = solve(problem)
    assert solution.optimal and solution.certified and solution.certificate is not None
    assert check_certificate(problem, solution.certificate).bound == pytest.approx(solution.cost)
    baseline = greedy(problem).cost
    assert baseline is not None and solution.cost is not None and solution.cost < baseline


def test_the_same_problem_gives_the_same_answer() -> None:
    first, second = (solve(transformer(50, 0.3, 100.0)) for _ in range(2))
    assert (first.columns, first.cost, first.bound) == (second.columns, second.cost, second.bound)


def test_a_graph_of_high_treewidth_is_solved_and_certified_by_branching() -> None:
    problem = random_graph(30, 7)
    solution = solve(problem)
    assert solution.optimal and solution.certified and solution.certificate is not None
    assert check_certificate(problem, solution.certificate).bound == pytest.approx(solution.cost)


def test_when_time_runs_out_the_bound_still_holds_and_is_honest() -> None:
    problem = random_graph(200, 6)
    start = perf_counter()
    solution = solve(problem, time_limit_s=1.0)
    assert perf_counter() - start < 30.0  # generous: other work may share the machine
    assert solution.cost is not None and solution.bound is not None and solution.certificate is not None
    assert solution.bound <= solution.cost
    verdict = check_certificate(problem, solution.certificate)
    assert verdict.faults == ()
    assert verdict.bound == pytest.approx(solution.certificate.bound)
    assert solution.certified == (solution.bound <= solution.certificate.bound + 1e-9 * solution.bound)
