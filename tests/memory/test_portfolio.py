"""The driver: it stops at the bound, keeps the best plan, and says what it knows."""

from __future__ import annotations

from memory_problems import perfect_packing
from metadef.memory import Budget, Buffer, Problem, plan_memory, validate_plan

CHAIN = [Buffer(f"t{i}", i, i + 2, 1024) for i in range(10)]


def test_a_plan_at_the_bound_ends_the_search():
    report = plan_memory(Problem.of(CHAIN))
    assert (report.peak_bytes, report.lower_bound_bytes, report.no_reuse_bytes) == (2048, 2048, 10240)
    assert (report.optimal, report.gap_bytes, report.efficiency) == (True, 0, 1.0)
    assert [attempt.planner for attempt in report.attempts] == ["no-reuse", "block-reuse"]


def test_the_plan_is_never_above_the_engines():
    report = plan_memory(Problem.of([Buffer("a", 0, 2, 1024), Buffer("b", 2, 3, 512), Buffer("c", 2, 3, 512)]))
    assert (report.block_reuse_bytes, report.peak_bytes) == (1536, 1024)


def test_a_capacity_is_good_enough():
    rows = [Buffer(str(i), row.lower, row.upper, row.size) for i, row in enumerate(perfect_packing(4, 90))]
    report = plan_memory(Problem.of(rows, capacity_bytes=10**6))
    assert report.fits
    assert report.peak_bytes <= 10**6
    assert "exact" not in [attempt.planner for attempt in report.attempts]


def test_nobody_knows_when_the_budget_is_nothing():
    rows = [Buffer(str(i), row.lower, row.upper, row.size) for i, row in enumerate(perfect_packing(4, 90))]
    report = plan_memory(Problem.of(rows, capacity_bytes=64), Budget(exact_seconds=0))
    assert (report.fits, report.optimal, report.lower_bound_bytes) == (None, False, 64)


def test_below_the_bound_is_known_not_to_fit():
    assert plan_memory(Problem.of(CHAIN, capacity_bytes=2047)).fits is False


def test_pools_are_planned_apart_and_add_up():
    rows = [Buffer(f"{pool}{b.id}", b.lower, b.upper, b.size_bytes, pool=pool) for b in CHAIN for pool in ("x", "y")]
    problem = Problem.of(rows, capacity_bytes=4096)
    report = plan_memory(problem)
    assert (report.peak_bytes, report.optimal, report.fits) == (4096, True, True)
    assert validate_plan(problem, report.plan) == []


def test_no_buffers_are_planned_at_once():
    report = plan_memory(Problem.of([]))
    assert (report.peak_bytes, report.optimal, report.efficiency) == (0, True, 1.0)


def test_when_the_bound_cannot_be_reached_the_proof_raises_it():
    """a is given [4, 8): b, of 6 bytes, fits neither below it nor above a peak of less than 14."""
    report = plan_memory(Problem.of([Buffer("a", 0, 2, 4, 1, 4), Buffer("b", 1, 3, 6)]))
    assert (report.peak_bytes, report.lower_bound_bytes, report.optimal) == (14, 14, True)


def test_ten_thousand_buffers_are_planned_by_the_heuristics_alone():
    rows = [Buffer(str(i), i // 10, i // 10 + 1 + i * 7919 % 23, 1 + i * 104729 % 5000, 16) for i in range(10_000)]
    problem = Problem.of(rows)
    report = plan_memory(problem, Budget(heuristic_seconds=1.0))
    assert validate_plan(problem, report.plan) == []
    assert report.efficiency > 0.8
    assert "exact" not in [attempt.planner for attempt in report.attempts]


def test_a_time_without_an_end_still_searches_and_no_time_does_not():
    """The best plan needs the search: greedy plans of this problem are above its bound."""
    sides = ((2, 4, 2), (3, 4, 5), (0, 1, 3), (4, 6, 5), (0, 4, 5), (0, 3, 3), (2, 5, 2), (0, 1, 1), (2, 4, 1))
    problem = Problem.of([Buffer(str(i), *side) for i, side in enumerate(sides)])
    endless = plan_memory(problem, Budget(exact_seconds=float("inf")))
    assert endless.attempts[-1].planner == "exact"
    assert all(item.planner != "exact" for item in plan_memory(problem, Budget(exact_seconds=float("nan"))).attempts)
