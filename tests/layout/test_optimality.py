"""The solver against enumeration, on each of its ways to solve."""

from __future__ import annotations

import json
import math
import random

import pytest

from layout_problems import answer_cost, cheapest, random_problem
from metadef.layout.certificate import check_certificate
from metadef.layout.conflict import feasible
from metadef.layout.problem_json import answer_json, read_problem
from metadef.layout.solve import solve


def check(seed: int, **options: int) -> tuple[str, ...]:
    """Solve one random problem every way it can be checked; returns the methods used."""
    rnd = random.Random(seed)
    raw = random_problem(rnd, possible=rnd.choice((0.5, 0.8, 0.95)))
    expected = cheapest(raw)
    problem = read_problem(json.dumps(raw))
    solution = solve(problem, **options)
    if expected == math.inf:
        assert solution.cost is None
        assert not feasible(problem, solution.infeasible)
        assert all(feasible(problem, set(solution.infeasible) - {node}) for node in solution.infeasible)
        return solution.methods
    assert solution.cost == pytest.approx(expected, abs=1e-9)
    assert solution.optimal
    assert solution.certificate is not None
    verdict = check_certificate(problem, solution.certificate)
    assert verdict.faults == ()
    assert verdict.bound == pytest.approx(expected, abs=1e-6)
    assert answer_cost(raw, json.loads(answer_json(problem, solution))) == pytest.approx(expected, abs=1e-9)
    return solution.methods


@pytest.mark.parametrize("block", range(8))
def test_elimination_equals_enumeration_and_its_certificate_proves_it(block: int) -> None:
    """2,080 problems; where there is no assignment, the reported nodes are a minimal reason."""
    for seed in range(block * 260, block * 260 + 260):
        assert check(seed) == ("elimination",)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"table_limit": 2}, "mini-buckets"),
        ({"max_states": 1}, "moved shares"),
        ({"table_limit": 8, "max_states": 4}, "branching"),
    ],
)
def test_the_ways_for_wide_problems_equal_enumeration_too(options: dict[str, int], expected: str) -> None:
    """With limits so small that elimination fails, everything else must find the same optimum."""
    used: set[str] = set()
    for seed in range(10_000, 10_150):
        used.update(check(seed, **options))
    assert expected in used
