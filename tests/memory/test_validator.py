"""The validator finds every kind of broken plan, and agrees with the definition of an overlap."""

from __future__ import annotations

import itertools
import random

import pytest

from memory_problems import clash, random_rows
from metadef.errors import MetadefError
from metadef.memory import Buffer, Plan, Problem, require_valid_plan, validate_plan


def names(problem: Problem, offsets: list[int]) -> list[str]:
    return [found.name for found in validate_plan(problem, Plan.of(offsets))]


PAIR = Problem.of([Buffer("a", 0, 4, 8), Buffer("b", 3, 6, 8)])


def test_touching_addresses_are_no_overlap():
    assert names(PAIR, [0, 8]) == names(PAIR, [8, 0]) == []


def test_one_shared_byte_during_one_instant_is_an_overlap():
    assert names(PAIR, [0, 7]) == names(PAIR, [7, 0]) == ["buffers-overlap"]


def test_touching_lifetimes_may_share_addresses():
    assert names(Problem.of([Buffer("a", 0, 3, 8), Buffer("b", 3, 6, 8)]), [0, 0]) == []


def test_pools_are_separate_address_spaces():
    assert names(Problem.of([Buffer("a", 0, 3, 8, pool="x"), Buffer("b", 0, 3, 8, pool="y")]), [0, 0]) == []


def test_offsets_whose_ends_would_not_fit_in_64_bits_are_refused():
    """2^63 - 8 plus 8 bytes wraps to a negative end, below which nothing seems to overlap."""
    far = 2**63 - 8
    assert names(PAIR, [far, far])[:2] == ["bad-buffer", "bad-buffer"]
    assert names(PAIR, [2**62, 0]) == []


def test_empty_buffers_overlap_nothing():
    assert names(Problem.of([Buffer("a", 0, 3, 8), Buffer("b", 0, 3, 0)]), [0, 4]) == []


def test_offsets_are_aligned_not_negative_and_as_given():
    problem = Problem.of([Buffer("a", 0, 1, 8, 32), Buffer("b", 2, 3, 8), Buffer("c", 4, 5, 8, 1, 16)])
    assert names(problem, [33, -1, 17]) == ["misaligned", "bad-buffer", "fixed-offset-moved"]


def test_the_peak_stays_within_the_capacity_of_all_pools_together():
    rows = [Buffer("a", 0, 3, 8, pool="x"), Buffer("b", 0, 3, 8, pool="y")]
    assert names(Problem.of(rows, capacity_bytes=16), [0, 0]) == []
    assert names(Problem.of(rows, capacity_bytes=15), [0, 0]) == ["over-capacity"]


GROUP = Problem.of(
    [
        Buffer("b", 0, 2, 5, 4, group="g", position=1),
        Buffer("a", 4, 6, 5, 4, group="g", position=0),
        Buffer("c", 2, 4, 1),
    ]
)


def test_members_of_a_group_follow_one_another_at_aligned_places():
    assert names(GROUP, [8, 0, 13]) == []
    assert names(GROUP, [12, 0, 17]) == ["group-broken"]
    assert names(GROUP, [0, 8, 13]) == ["group-broken"]


@pytest.mark.parametrize("place", [0, 6, 12])
def test_nobody_enters_the_row_of_a_group_between_the_lives_of_its_members(place: int):
    assert names(GROUP, [8, 0, place]) == ["buffers-overlap"]


def test_a_plan_has_one_offset_for_each_buffer():
    assert names(PAIR, [0]) == ["bad-buffer"]


def test_requiring_raises_with_the_findings():
    assert require_valid_plan(PAIR, plan := Plan.of([0, 8])) is plan
    with pytest.raises(MetadefError, match=r'"a" \[0, 8\) during \[0, 4\) and "b" \[7, 15\) during \[3, 6\)'):
        require_valid_plan(PAIR, Plan.of([0, 7]))


@pytest.mark.parametrize("seed", range(60))
def test_overlaps_are_those_of_the_definition(seed: int):
    rnd = random.Random(seed)
    rows = random_rows(rnd, 12)
    places = [rnd.randrange(30) for _ in rows]
    problem = Problem.of([Buffer(str(i), row.lower, row.upper, row.size) for i, row in enumerate(rows)])
    pairs = itertools.combinations(zip(rows, places, strict=True), 2)
    assert len(names(problem, places)) == sum(clash(one, at, other, there) for (one, at), (other, there) in pairs)
