"""Problems that look like no model, against enumeration: the cost, the conversions, and why nothing fits."""

from __future__ import annotations

import json
import math
import random

import pytest

from layout_problems import answer_cost, enumerated, odd_problem
from metadef.layout.certificate import check_certificate
from metadef.layout.problem_json import answer_json, read_problem
from metadef.layout.solve import solve


@pytest.mark.parametrize("seed", range(8))
def test_odd_problems_are_solved_to_the_optimum_or_refused_with_a_minimal_reason(seed: int) -> None:
    impossible = 0
    for number in range(50):
        raw = odd_problem(random.Random(seed * 1000 + number))
        problem = read_problem(json.dumps(raw))
        solution = solve(problem)
        answer = json.loads(answer_json(problem, solution))
        expected = enumerated(raw)
        if expected == math.inf:
            impossible += 1
            reason = answer["infeasible"]
            assert answer["cost"] is None and reason and enumerated(raw, reason) == math.inf
            assert all(enumerated(raw, set(reason) - {name}) < math.inf for name in reason)
            continue
        assert answer["optimal"] and answer["certified"]
        assert answer["cost"] == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert answer_cost(raw, answer) == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert solution.certificate is not None
        verdict = check_certificate(problem, solution.certificate)
        assert verdict.faults == () and verdict.bound <= expected + 1e-9 * max(1.0, abs(expected))
    assert impossible
