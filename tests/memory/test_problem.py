"""Problems as columns: the laws of buffers and groups, and the answers of plans."""

from __future__ import annotations

import pytest

from metadef.errors import MetadefError
from metadef.memory import Buffer, Plan, Problem


def test_a_record_goes_in_and_comes_out_unchanged():
    rows = [
        Buffer("a", 0, 2, 64, 32, 96, "weights", "", 0),
        Buffer("b", -5, 9, 0),
        Buffer("c", 1, 2, 7, 1, None, "weights", "row", 3),
    ]
    assert list(Problem.of(rows)) == rows


def test_columns_and_records_make_the_same_problem():
    by_columns = Problem.from_columns(["a", "b"], [0, 1], [2, 3], [4, 5], alignment=[1, 8])
    assert list(by_columns) == list(Problem.of([Buffer("a", 0, 2, 4), Buffer("b", 1, 3, 5, 8)]))


def test_everything_that_is_wrong_is_reported_at_once():
    rows = [
        Buffer("a", 0, 1, -1),
        Buffer("a", 3, 3, 4),
        Buffer("b", 0, 1, 10**19),
        Buffer("c", 0, 1, 4, 0),
        Buffer("d", 0, 1, 4, 8, 12),
        Buffer("e", 0, 1, 4, 1, -1),
        Buffer("f", 0, 2**61, 4),
        Buffer("g", 0, 1, 4, pool="x", group="r"),
        Buffer("h", 0, 1, 4, pool="y", group="r"),
    ]
    with pytest.raises(MetadefError) as error:
        Problem.of(rows, capacity_bytes=-1)
    assert [(found.subject, found.name) for found in error.value.findings] == [
        ('buffer "a"', "bad-buffer"),  # size -1
        ('buffer "a"', "bad-buffer"),  # the id comes twice
        ('buffer "a"', "bad-buffer"),  # lower 3, upper 3
        ('buffer "b"', "bad-buffer"),
        ('buffer "c"', "bad-buffer"),
        ('buffer "d"', "bad-buffer"),
        ('buffer "e"', "bad-buffer"),
        ('buffer "f"', "bad-buffer"),
        ('buffer "h"', "bad-buffer"),
        ("capacity", "bad-buffer"),
    ]


def test_sums_stay_inside_64_bits():
    rows = [Buffer(str(i), 0, 1, 2**60) for i in range(5)]
    with pytest.raises(MetadefError, match="together pass 2\\^62 bytes"):
        Problem.of(rows)


def test_pools_have_peaks_of_their_own():
    problem = Problem.of(
        [Buffer("a", 0, 2, 4, pool="x"), Buffer("b", 0, 2, 8, pool="y"), Buffer("c", 0, 2, 1, pool="x")]
    )
    plan = Plan.of([0, 3, 4])
    assert plan.peak_by_pool(problem) == {"x": 5, "y": 11}
    assert plan.peak_bytes(problem) == 16


def test_no_buffers_need_no_bytes():
    problem = Problem.of([])
    assert (len(problem), Plan.of([]).peak_bytes(problem)) == (0, 0)
