"""Every heuristic planner makes valid plans; each one's own rule on examples worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.errors import MetadefError
from metadef.memory import Buffer, Plan, Problem, validate_plan
from metadef.memory.block_reuse import plan_block_reuse
from metadef.memory.blocks import Blocks, assemble, blocks_by_pool
from metadef.memory.free_list import plan_free_list
from metadef.memory.greedy import Fit, plan_greedy
from metadef.memory.no_reuse import plan_no_reuse
from metadef.memory.overlap import OverlapIndex
from metadef.memory.planners import BASELINES, HEURISTICS


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Problems with alignments, fixed offsets, groups and pools; what contradicts itself loses its fixed offsets."""
    rows: list[Buffer] = []
    for number in range(draw(st.integers(0, 14))):
        lower = draw(st.integers(0, 12))
        alignment = draw(st.sampled_from([1, 1, 2, 3, 8]))
        group = draw(st.sampled_from(["", "", "", "g", "h"]))
        fixed = None if group or draw(st.integers(0, 4)) else draw(st.integers(0, 20)) * alignment
        pool = "x" if group == "g" else "y" if group == "h" else draw(st.sampled_from("xy"))
        size = draw(st.integers(0, 20))
        upper = lower + draw(st.integers(1, 8))
        rows.append(Buffer(str(number), lower, upper, size, alignment, fixed, pool, group, draw(st.integers(0, 3))))
    problem = Problem.of(rows)
    try:
        blocks_by_pool(problem)
    except MetadefError:
        free = [Buffer(r.id, r.lower, r.upper, r.size_bytes, r.alignment, None, r.pool, r.group) for r in rows]
        return Problem.of(free)
    return problem


@pytest.mark.parametrize("name", [*BASELINES, *HEURISTICS])
@settings(max_examples=60)
@given(problem=problems())
def test_every_plan_of_every_planner_is_valid(name: str, problem: Problem):
    planner = (BASELINES | HEURISTICS)[name]
    parts: list[tuple[Blocks, np.ndarray]] = []
    for blocks in blocks_by_pool(problem):
        offsets = planner(blocks, OverlapIndex(blocks), math.inf)
        assert offsets is not None
        parts.append((blocks, offsets))
    assert validate_plan(problem, assemble(problem, parts, name)) == []


@st.composite
def problems_with_conflicts(draw: st.DrawFn) -> Problem:
    """Problems with pairs of buffers that must stay apart, alive together or not."""
    rows = list(draw(problems()))
    pairs = draw(st.lists(st.tuples(*[st.integers(0, max(len(rows) - 1, 0))] * 2), max_size=12)) if rows else []
    return Problem.from_columns(
        [row.id for row in rows],
        [row.lower for row in rows],
        [row.upper for row in rows],
        [row.size_bytes for row in rows],
        alignment=[row.alignment for row in rows],
        pool=[row.pool for row in rows],
        group=[row.group for row in rows],
        position=[row.position for row in rows],
        conflicts=[pair for pair in pairs if pair[0] != pair[1]],
    )


@pytest.mark.parametrize("name", [*BASELINES, *HEURISTICS])
@settings(max_examples=60)
@given(problem=problems_with_conflicts())
def test_buffers_in_conflict_share_no_address_in_any_plan(name: str, problem: Problem):
    planner = (BASELINES | HEURISTICS)[name]
    found = [(blocks, planner(blocks, OverlapIndex(blocks), math.inf)) for blocks in blocks_by_pool(problem)]
    for blocks, offsets in found:
        assert (offsets is None) == (name == "free-list" and len(blocks.apart) > 0)
    parts = [(blocks, offsets) for blocks, offsets in found if offsets is not None]
    if len(parts) == len(found):
        plan = assemble(problem, parts, name)
        assert validate_plan(problem, plan) == []
        tops = plan.offsets + problem.size_bytes
        for one, other in problem.conflicts.tolist():
            if problem.pool[one] == problem.pool[other]:
                low, high = sorted((one, other), key=lambda number: (plan.offsets[number], tops[number]))
                assert tops[low] <= plan.offsets[high] or 0 in (problem.size_bytes[one], problem.size_bytes[other])


def test_the_validator_sees_a_conflict_that_a_plan_ignores():
    problem = Problem.from_columns(["a", "b"], [0, 5], [1, 6], [4, 4], conflicts=[(1, 0)])
    (found,) = validate_plan(problem, Plan.of([0, 2]))
    assert (found.name, found.message) == (
        "buffers-overlap",
        'shares addresses with a buffer from which it must stay apart: "a" [0, 4) during [0, 1)'
        ' and "b" [2, 6) during [5, 6)',
    )
    assert validate_plan(problem, Plan.of([0, 4])) == []


def test_fixed_offsets_in_conflict_have_no_plan():
    problem = Problem.from_columns(["a", "b"], [0, 5], [1, 6], [4, 4], fixed_offset=[0, 2], conflicts=[(0, 1)])
    with pytest.raises(MetadefError, match="from which it must stay apart"):
        blocks_by_pool(problem)


def blocks_of(*rows: Buffer) -> Blocks:
    return blocks_by_pool(Problem.of(rows))[0]


def test_no_reuse_lays_buffers_end_to_end():
    blocks = blocks_of(Buffer("a", 0, 1, 5), Buffer("b", 5, 6, 5, 4), Buffer("c", 9, 10, 1))
    assert plan_no_reuse(blocks).tolist() == [0, 8, 13]


# b fits below a's end in the hole [0, 10), which d leaves; c has fewer bytes and time to choose from
HOLES = (
    Buffer("low", 0, 10, 10),
    Buffer("wall", 0, 20, 5, 1, 10),
    Buffer("high", 0, 10, 4),
    Buffer("lid", 0, 20, 3, 1, 19),
    Buffer("new", 10, 20, 4),
)


@pytest.mark.parametrize(("fit", "place"), [("first", 0), ("best", 15)])
def test_first_fit_takes_the_lowest_gap_and_best_fit_the_tightest(fit: Fit, place: int):
    """At 10 the gaps are [0, 10) below the wall and [15, 19) below the lid."""
    plan = plan_greedy(blocks_of(*HOLES), "start", fit)
    assert plan is not None
    assert plan.tolist() == [0, 10, 15, 19, place]


def test_greedy_by_size_places_the_largest_first():
    plan = plan_greedy(blocks_of(Buffer("a", 0, 2, 1), Buffer("b", 0, 2, 9), Buffer("c", 0, 2, 4)), "size")
    assert plan is not None
    assert plan.tolist() == [13, 0, 9]


def test_greedy_by_area_counts_bytes_times_duration():
    plan = plan_greedy(blocks_of(Buffer("a", 0, 9, 2), Buffer("b", 0, 1, 9)), "area")
    assert plan is not None
    assert plan.tolist() == [0, 2]


def test_greedy_gives_up_at_the_deadline():
    assert plan_greedy(blocks_of(Buffer("a", 0, 9, 2)), deadline=0.0) is None


def test_the_engine_reuses_a_free_block_of_exactly_the_same_size_last_released_first():
    blocks = blocks_of(
        Buffer("a", 0, 2, 512),
        Buffer("b", 0, 3, 500),
        Buffer("c", 5, 6, 1),
        Buffer("d", 5, 6, 1),
        Buffer("e", 6, 7, 600),
    )
    plan = plan_block_reuse(blocks).tolist()
    assert plan[2:4] == [plan[1], plan[0]]


def test_the_engine_nests_blocks_with_disjoint_lives_and_no_other_way():
    """b and c together would fit in a's 1024 bytes side by side, but each block is one slot: c needs its own."""
    blocks = blocks_of(Buffer("a", 0, 2, 1024), Buffer("b", 2, 3, 512), Buffer("c", 2, 3, 512))
    assert plan_block_reuse(blocks).tolist() == [0, 0, 1024]


def test_a_free_list_joins_neighbouring_holes():
    blocks = blocks_of(Buffer("a", 0, 2, 4), Buffer("b", 0, 2, 4), Buffer("c", 0, 9, 1), Buffer("d", 2, 3, 8))
    assert plan_free_list(blocks).tolist() == [0, 4, 8, 0]


@settings(max_examples=60)
@given(problem=problems())
def test_the_overlap_index_finds_all_that_overlap(problem: Problem):
    for blocks in blocks_by_pool(problem):
        index = OverlapIndex(blocks)
        for block in range(len(blocks)):
            rank = int(index.rank_of_block[block])
            stored, run = index.near(rank)
            ranks = [*stored.tolist(), *range(run.start, run.stop)]
            found = {int(index.block_of_rank[r]) for r in ranks if index.end[r] > index.first[rank]}
            expected = {
                other
                for other in range(len(blocks))
                if blocks.lower[other] < blocks.upper[block] and blocks.lower[block] < blocks.upper[other]
            }
            assert found == expected


def test_given_offsets_that_contradict_each_other_are_reported():
    with pytest.raises(MetadefError, match="MEM009"):
        blocks_of(Buffer("a", 0, 2, 8, 1, 0), Buffer("b", 1, 3, 8, 1, 4))
    with pytest.raises(MetadefError, match="MEM009"):
        blocks_of(Buffer("a", 0, 2, 8, 1, 0, group="g"), Buffer("b", 1, 3, 8, 1, 9, group="g", position=1))


def test_a_member_with_a_given_offset_places_its_group():
    problem = Problem.of([Buffer("a", 0, 2, 8, group="g"), Buffer("b", 1, 3, 8, 4, 16, group="g", position=1)])
    (blocks,) = blocks_by_pool(problem)
    plan = assemble(problem, [(blocks, plan_no_reuse(blocks))], "")
    assert plan.offsets.tolist() == [8, 16]
