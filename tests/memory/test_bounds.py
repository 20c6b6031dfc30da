"""The lower bound and the measures of plans against it."""

from __future__ import annotations

import random

import pytest

from memory_problems import peak_load, perfect_packing, random_rows
from metadef.memory import Buffer, Plan, Problem, efficiency, fragmentation, live_bytes, lower_bound


def test_the_bound_is_the_peak_of_live_bytes_with_the_live_set_largest_first():
    rows = [Buffer("a", 0, 4, 3), Buffer("b", 2, 6, 5), Buffer("c", 3, 4, 1), Buffer("d", 6, 9, 8)]
    bound = lower_bound(Problem.of(rows))
    assert (bound.bytes, bound.pools[0].time, bound.pools[0].live) == (9, 3, ("b", "a", "c"))


def test_lifetimes_are_half_open():
    assert lower_bound(Problem.of([Buffer("a", 0, 2, 3), Buffer("b", 2, 4, 5)])).bytes == 5


@pytest.mark.parametrize("seed", range(30))
def test_without_alignment_it_is_the_sum_at_the_worst_instant(seed: int):
    rows = random_rows(random.Random(seed), 30)
    problem = Problem.of([Buffer(str(i), row.lower, row.upper, row.size) for i, row in enumerate(rows)])
    assert lower_bound(problem).bytes == peak_load(rows)


def test_alignment_rounds_all_but_the_topmost_buffer():
    """Three buffers of 40, 10 and 33 bytes at multiples of 32 take 64 + 32 + 64, less the largest rounding of 31."""
    rows = [Buffer("a", 0, 1, 40, 32), Buffer("b", 0, 1, 10, 32), Buffer("c", 0, 1, 33, 32)]
    assert lower_bound(Problem.of(rows)).bytes == 64 + 32 + 64 - 31


def test_the_largest_rounding_is_that_of_buffers_alive_at_the_instant():
    rows = [Buffer("a", 0, 9, 32, 32), Buffer("b", 0, 2, 33, 32), Buffer("c", 2, 9, 63, 32), Buffer("d", 3, 9, 60, 32)]
    assert lower_bound(Problem.of(rows)).bytes == 32 + 64 + 64 - 4


def test_one_buffer_without_alignment_means_no_rounding():
    rows = [Buffer("a", 0, 1, 40, 32), Buffer("b", 0, 1, 10, 1)]
    assert lower_bound(Problem.of(rows)).bytes == 50


def test_a_given_offset_raises_the_bound():
    assert lower_bound(Problem.of([Buffer("a", 0, 1, 8, 1, 100)])).bytes == 108


def test_a_group_is_held_as_a_whole():
    rows = [Buffer("a", 0, 2, 4, group="g"), Buffer("b", 5, 6, 4, group="g"), Buffer("c", 3, 4, 1)]
    bound = lower_bound(Problem.of(rows))
    assert (bound.bytes, bound.pools[0].live) == (9, ("a", "b", "c"))


def test_bounds_of_pools_add_up():
    rows = [Buffer("a", 0, 2, 4, pool="x"), Buffer("b", 5, 6, 8, pool="y")]
    bound = lower_bound(Problem.of(rows))
    assert [(pool.pool, pool.bytes) for pool in bound.pools] == [("x", 4), ("y", 8)]
    assert bound.bytes == 12


def test_the_curve_of_a_perfect_packing_is_flat():
    rows = perfect_packing(1, 40)
    problem = Problem.of([Buffer(str(i), row.lower, row.upper, row.size) for i, row in enumerate(rows)])
    assert {size for _, size in live_bytes(problem)[:-1]} == {64}
    assert live_bytes(problem)[-1] == (200, 0)


def test_efficiency_and_fragmentation_are_shares_of_the_peak():
    problem = Problem.of([Buffer("a", 0, 2, 4), Buffer("b", 1, 3, 4)])
    assert (efficiency(problem, Plan.of([0, 12])), fragmentation(problem, Plan.of([0, 12]))) == (0.5, 0.5)
    assert efficiency(problem, Plan.of([0, 4])) == 1.0
    assert efficiency(Problem.of([]), Plan.of([])) == 1.0
