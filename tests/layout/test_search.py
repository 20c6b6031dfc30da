"""The searches that find assignments: they never make one worse, and their exact step is exact."""

from __future__ import annotations

import json
import math
import random

import pytest

from layout_problems import cheapest, random_problem
from metadef.layout.component import Component, component_of
from metadef.layout.factors import FactorGraph, build_factors
from metadef.layout.local import improve
from metadef.layout.neighbourhood import Neighbourhoods
from metadef.layout.price import price
from metadef.layout.problem import Problem
from metadef.layout.problem_json import read_problem


def whole(seed: int) -> tuple[Problem, FactorGraph, Component, float]:
    """A feasible random problem taken as a single component, and its optimum."""
    while True:
        raw = random_problem(random.Random(seed), nodes=(4, 7), possible=0.8)
        optimum = cheapest(raw)
        problem = read_problem(json.dumps(raw))
        graph = build_factors(problem)
        component = component_of(graph, [factor for factor in graph.factors if factor.scope])
        if optimum < math.inf and len(component.nodes) > 2:
            return problem, graph, component, optimum
        seed += 1_000


def everything(problem: Problem, picked: dict[int, int]) -> float:
    return price(problem, [picked.get(node, 0) for node in range(len(problem))]).cost


@pytest.mark.parametrize("block", range(4))
def test_local_search_never_makes_an_assignment_worse(block: int) -> None:
    better = 0
    for seed in range(block * 25, block * 25 + 25):
        problem, _, component, optimum = whole(seed)
        rnd = random.Random(seed)
        start = {node: rnd.randrange(len(problem.tables[node])) for node in component.nodes}
        found = improve(component, start)
        before, after = everything(problem, start), everything(problem, found)
        assert optimum - 1e-9 <= after <= before
        better += after < before
    assert better > 5


def test_freeing_every_node_gives_the_optimum() -> None:
    for seed in range(100):
        problem, graph, component, optimum = whole(seed)
        factors = [factor for factor in graph.factors if factor.scope]
        near = Neighbourhoods(graph, component, factors)
        start = dict.fromkeys(component.nodes, 0)
        found = near.solve(component.nodes, start)
        assert found is not None
        assert everything(problem, found) == pytest.approx(optimum, abs=1e-9)


def test_freeing_some_nodes_never_makes_an_assignment_worse() -> None:
    for seed in range(100):
        problem, graph, component, _ = whole(seed)
        factors = [factor for factor in graph.factors if factor.scope]
        near = Neighbourhoods(graph, component, factors)
        start = improve(component, dict.fromkeys(component.nodes, 0))
        if everything(problem, start) == math.inf:
            assert everything(problem, near.repair(start, math.inf)) < math.inf
            continue
        found = near.solve(near.ball(component.nodes[:1], 2), start)
        assert found is not None
        assert everything(problem, start | found) <= everything(problem, start) + 1e-9


def test_the_cost_of_a_component_and_the_constants_add_up_to_the_price() -> None:
    for seed in range(100):
        problem, graph, component, _ = whole(seed)
        constants = sum(float(factor.table) for factor in graph.factors if not factor.scope)
        rnd = random.Random(seed)
        picked = {node: rnd.randrange(len(problem.tables[node])) for node in component.nodes}
        assert component.cost(picked) + constants == pytest.approx(everything(problem, picked))
