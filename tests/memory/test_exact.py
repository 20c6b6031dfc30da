"""The exact search: as good as trying every order on small problems, and able to pack perfectly."""

from __future__ import annotations

import random

import pytest

from memory_problems import Row, fixed_rows_clash, least_peak, perfect_packing, random_rows
from metadef.memory import Budget, Buffer, Plan, Problem, plan_memory, validate_plan
from metadef.memory.blocks import Blocks, assemble, blocks_by_pool
from metadef.memory.exact import Answer, search_within
from metadef.memory.stacking import make_puzzle


def problem_of(rows: list[Row]) -> Problem:
    return Problem.of([Buffer(str(i), r.lower, r.upper, r.size, r.alignment, r.fixed) for i, r in enumerate(rows)])


def blocks_of(rows: list[Row]) -> Blocks:
    return blocks_by_pool(problem_of(rows))[0]


@pytest.mark.parametrize("alignments", [(1,), (4,), (1, 2, 4), (2, 3)], ids=str)
@pytest.mark.parametrize("fixed", [0.0, 0.3])
def test_small_problems_get_the_least_peak_of_all_orders(alignments: tuple[int, ...], fixed: float):
    rnd = random.Random(f"{alignments} {fixed}")
    for _ in range(40):
        rows = random_rows(rnd, 6, alignments, fixed)
        if fixed_rows_clash(rows):
            continue
        report = plan_memory(problem_of(rows))
        assert (report.peak_bytes, report.optimal) == (least_peak(rows), True), rows
        assert validate_plan(problem_of(rows), report.plan) == []


@pytest.mark.parametrize("seed", range(40))
def test_one_byte_below_the_least_peak_is_proven_impossible(seed: int):
    rows = [row for row in random_rows(random.Random(seed), 6, (1, 2, 3)) if row.size] or [Row(0, 1, 1)]
    least = least_peak(rows)
    assert search_within(blocks_of(rows), least - 1, 10).answer is Answer.IMPOSSIBLE
    assert search_within(blocks_of(rows), least, 10).answer is Answer.FITS


@pytest.mark.parametrize(("seed", "pieces"), [(1, 20), (2, 40), (3, 60), (4, 90)])
def test_perfect_packings_are_packed_perfectly(seed: int, pieces: int):
    """No byte is ever idle in the answer, and no heuristic finds it."""
    rows = perfect_packing(seed, pieces)
    report = plan_memory(problem_of(rows), Budget(exact_seconds=30))
    assert report.peak_bytes == report.lower_bound_bytes == 64
    assert validate_plan(problem_of(rows), report.plan) == []


def test_the_same_seed_makes_the_same_plan():
    blocks = blocks_of(perfect_packing(5, 50))
    one, other = (search_within(blocks, 64, 30, seed=7) for _ in range(2))
    assert one.offsets is not None and other.offsets is not None
    assert (one.offsets.tolist(), one.nodes) == (other.offsets.tolist(), other.nodes)


def test_a_search_ends_when_its_time_is_over():
    blocks = blocks_of(perfect_packing(6, 120, duration=2000, height=2000))
    outcome = search_within(blocks, 2000, 0.0)
    assert (outcome.answer, outcome.offsets) == (Answer.UNKNOWN, None)


def test_parts_of_time_that_nothing_connects_are_solved_on_their_own():
    """Twelve copies side by side take twelve times the nodes of one, not a power of them."""
    one = perfect_packing(3, 30)
    many = [Row(r.lower + 200 * k, r.upper + 200 * k, r.size) for k in range(12) for r in one]
    single, together = search_within(blocks_of(one), 64, 20), search_within(blocks_of(many), 64, 20)
    assert together.answer is Answer.FITS
    assert together.nodes <= 12 * max(single.nodes, 30)


def test_a_buffer_that_follows_another_between_full_sections_takes_its_place():
    rows = [Row(0, 5, 3), Row(5, 9, 3), Row(0, 9, 4)]
    assert make_puzzle(blocks_of(rows), 7).merged_into == [0, 0, 1]
    assert make_puzzle(blocks_of(rows), 8).merged_into == [0, 1, 2]


def test_lengths_are_counted_in_the_largest_unit_that_offsets_allow():
    assert make_puzzle(blocks_of([Row(0, 1, 1024), Row(0, 1, 512)]), 4096).unit_bytes == 512
    assert make_puzzle(blocks_of([Row(0, 1, 100, 32), Row(0, 1, 512, 32)]), 4096).unit_bytes == 32
    assert make_puzzle(blocks_of([Row(0, 1, 100, 32), Row(0, 1, 512, 1)]), 4096).unit_bytes == 4


def test_the_topmost_buffer_needs_its_true_size_only():
    """Sizes 33 and 40 at multiples of 32: 40 below, 33 above, ends at 64 + 33 = 97."""
    rows = [Row(0, 1, 33, 32), Row(0, 1, 40, 32)]
    assert search_within(blocks_of(rows), 97, 5).answer is Answer.FITS
    assert search_within(blocks_of(rows), 96, 5).answer is Answer.IMPOSSIBLE


def test_a_plan_is_found_around_given_offsets():
    rows = [Row(0, 4, 4, 1, 4), Row(0, 4, 4), Row(0, 4, 2), Row(2, 4, 2)]
    problem = problem_of(rows)
    (blocks,) = blocks_by_pool(problem)
    outcome = search_within(blocks, 12, 5)
    assert outcome.offsets is not None
    plan: Plan = assemble(problem, [(blocks, outcome.offsets)], "exact")
    assert (validate_plan(problem, plan), plan.peak_bytes(problem)) == ([], 12)
