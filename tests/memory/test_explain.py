"""Budget mode: the answer, and the few buffers that already do not fit."""

from __future__ import annotations

import random

import pytest

from memory_problems import least_peak, random_rows
from metadef.memory import Budget, Buffer, Problem, fits, validate_plan


def test_what_fits_comes_with_a_plan():
    problem = Problem.of([Buffer("a", 0, 2, 4), Buffer("b", 1, 3, 4)])
    answer = fits(problem, 8)
    assert (answer.fits, answer.subset) == (True, ())
    assert validate_plan(problem, answer.report.plan) == []


def test_the_buffers_of_the_peak_are_thinned_out_smallest_first():
    rows = [
        Buffer("a", 0, 9, 50),
        Buffer("b", 0, 9, 30),
        Buffer("c", 0, 9, 1),
        Buffer("d", 0, 9, 40),
        Buffer("e", 0, 1, 9),
    ]
    answer = fits(Problem.of(rows), 100)
    assert (answer.fits, answer.subset, answer.irreducible) == (False, ("a", "b", "d"), True)


def test_a_subset_is_found_where_the_bound_alone_says_nothing():
    """The given place of `wall` leaves 4 bytes below it; `wide` needs 6, and the bound is only 10."""
    rows = [Buffer("other", 0, 9, 1), Buffer("wall", 0, 2, 4, 1, 4), Buffer("wide", 1, 3, 6), Buffer("late", 5, 6, 9)]
    answer = fits(Problem.of(rows), 13)
    assert (answer.fits, answer.subset, answer.irreducible) == (False, ("wall", "wide"), True)


def test_a_single_buffer_can_be_too_large():
    answer = fits(Problem.of([Buffer("a", 0, 2, 4), Buffer("b", 1, 3, 400)]), 100)
    assert (answer.subset, answer.irreducible) == (("b",), True)


def test_a_group_counts_as_one():
    rows = [Buffer("a", 0, 1, 6, group="g"), Buffer("b", 2, 3, 6, group="g", position=1), Buffer("c", 0, 9, 1)]
    answer = fits(Problem.of(rows), 11)
    assert (answer.subset, answer.irreducible) == (("a", "b"), True)


def test_pools_share_the_capacity():
    answer = fits(Problem.of([Buffer("a", 0, 1, 6, pool="x"), Buffer("b", 5, 6, 6, pool="y")]), 11)
    assert (answer.fits, answer.subset) == (False, ("a", "b"))


@pytest.mark.parametrize("seed", range(25))
def test_every_proper_part_of_an_irreducible_subset_fits(seed: int):
    rows = random_rows(random.Random(seed), 7, (1, 2, 3))
    least = least_peak(rows)
    if least < 2:
        return
    problem = Problem.of([Buffer(str(i), r.lower, r.upper, r.size, r.alignment) for i, r in enumerate(rows)])
    answer = fits(problem, least - 1)
    chosen = [rows[int(name)] for name in answer.subset]
    assert (answer.fits, answer.irreducible) == (False, True)
    assert least_peak(chosen) >= least
    assert all(least_peak(chosen[:i] + chosen[i + 1 :]) < least for i in range(len(chosen)))


def test_without_time_to_explain_the_subset_is_infeasible_but_may_not_be_minimal():
    rows = [Buffer("a", 0, 2, 4, 1, 4), Buffer("b", 1, 3, 6), Buffer("c", 0, 9, 1)]
    answer = fits(Problem.of(rows), 13, Budget(), explain_seconds=0.0)
    assert answer.fits is False
    assert {"a", "b"} <= set(answer.subset)
    assert not answer.irreducible
