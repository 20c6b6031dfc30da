"""Why a node or value was decided so: every price is compared with enumeration, the deadlock with a sum by hand."""

from __future__ import annotations

import json
import math
import random
from copy import deepcopy

import pytest

from layout_problems import cheapest, random_problem
from metadef.errors import UsageError
from metadef.layout.explain import NodeReason, ValueReason, why
from metadef.layout.problem import Problem
from metadef.layout.problem_json import read_problem
from metadef.layout.solution import Solution
from metadef.layout.solve import solve


def deadlock(plain_b: float, blocked_b: float, plain_ends: float = 9.0) -> tuple[Problem, Solution]:
    """A -> B -> C: the ends cost 2 in NC1HWC0, a conversion costs 3."""
    convert = {"ND->NC1HWC0": 3, "NC1HWC0->ND": 3}

    def node(name: str, ins: list[str], outs: list[str], blocked: float, plain: float) -> dict[str, object]:
        rows = [
            {"in": [form] * len(ins), "out": [form] * len(outs), "cost": cost}
            for form, cost in (("NC1HWC0", blocked), ("ND", plain))
        ]
        return {"name": name, "inputs": ins, "outputs": outs, "columns": rows}

    problem = read_problem(
        json.dumps(
            {
                "nodes": [
                    node("A", [], ["a"], 2, plain_ends),
                    node("B", ["a"], ["b"], blocked_b, plain_b),
                    node("C", ["b"], ["c"], 2, plain_ends),
                ],
                "values": [{"name": name, "fixed": None, "convert": convert} for name in "abc"],
            }
        )
    )
    return problem, solve(problem)


@pytest.mark.parametrize(
    ("plain_b", "blocked_b", "plain_ends", "taken"),
    [
        (1, 20, 9, 0),  # 2 + 3 + 1 + 3 + 2 = 11 beats 24 and 19
        (1, 4, 9, 1),  # 2 + 4 + 2 = 8 beats 11 and 19
        (1, 20, 4, 2),  # 4 + 1 + 4 = 9 beats 11 and 24
    ],
)
def test_the_format_deadlock_is_solved_on_the_cheapest_side_and_all_ways_out_are_priced(
    plain_b: float, blocked_b: float, plain_ends: float, taken: int
) -> None:
    problem, solution = deadlock(plain_b, blocked_b, plain_ends)
    reason = why(problem, solution, "B")
    assert isinstance(reason, NodeReason) and reason.deadlock is not None
    found = reason.deadlock
    assert (found.before, found.node, found.after, found.outer, found.inner) == ("A", "B", "C", "NC1HWC0", "ND")
    twice, follows, others = 10 + plain_b, 4 + blocked_b, 2 * plain_ends + plain_b
    assert [way.cost for way in found.ways] == [twice, follows, others]
    assert [way.is_taken for way in found.ways] == [k == taken for k in range(3)]
    assert solution.cost == min(twice, follows, others)


def test_neighbours_that_agree_are_no_deadlock() -> None:
    problem, solution = deadlock(plain_b=5, blocked_b=1)
    reason = why(problem, solution, "B")
    assert isinstance(reason, NodeReason) and reason.deadlock is None


@pytest.mark.parametrize("seed", range(60))
def test_what_an_alternative_costs_at_best_is_the_cheapest_layout_that_contains_it(seed: int) -> None:
    raw = random_problem(random.Random(seed), possible=0.8)
    if cheapest(raw) == math.inf:
        return
    problem = read_problem(json.dumps(raw))
    solution = solve(problem)
    for number, node in enumerate(raw["nodes"]):
        reason = why(problem, solution, node["name"])
        assert isinstance(reason, NodeReason)
        assert [item.is_chosen for item in reason.alternatives].index(True) == solution.columns[number]
        for column, item in enumerate(reason.alternatives):
            held = deepcopy(raw)
            held["nodes"][number]["columns"] = [node["columns"][column]]
            expected = cheapest(held)
            assert item.at_best == (None if expected == math.inf else pytest.approx(expected))
            assert item.here is None or (item.at_best is not None and item.here >= item.at_best - 1e-9)


def test_a_value_says_who_makes_it_who_reads_it_and_what_another_format_would_cost() -> None:
    problem, solution = deadlock(plain_b=1, blocked_b=20)
    reason = why(problem, solution, "a")
    assert isinstance(reason, ValueReason)
    assert reason.producer == "A"
    assert {item.text: item.at_best for item in reason.alternatives} == {"NC1HWC0": 11, "ND": 15}
    (reader,) = reason.readers
    assert (reader.other, reader.given, reader.taken, reader.cost) == ("B", "NC1HWC0", "ND", 3)


def test_a_conversion_that_is_shared_names_the_others() -> None:
    text = {
        "nodes": [
            {"name": name, "inputs": ["x"], "outputs": [], "columns": [{"in": ["NZ"], "out": [], "cost": 1}]}
            for name in ("p", "q")
        ],
        "values": [{"name": "x", "fixed": "ND", "convert": {"ND->NZ": 3}}],
    }
    problem = read_problem(json.dumps(text))
    reason = why(problem, solve(problem), "p")
    assert isinstance(reason, NodeReason)
    assert (reason.inputs[0].cost, reason.inputs[0].shared_with, reason.inputs[0].other) == (3, ("q",), "")


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    problem, solution = deadlock(1, 20)
    with pytest.raises(UsageError, match="no such node or value"):
        why(problem, solution, "nothing")
