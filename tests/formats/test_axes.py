"""Axis maps, alignments, and what a storage shape tells about its origin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import MetadefError
from metadef.formats import aligned_shape, axis_alignment, axis_maps, origin_shape, storage_shape
from metadef.types.dim import Dim

INSIDE = (-1,)


@pytest.mark.parametrize(
    ("rank", "origin", "storage", "to_storage", "to_origin"),
    [
        (3, "ND", "FRACTAL_NZ", ((0,), (2,), (1,)), ((0,), (2,), (1,), INSIDE, INSIDE)),
        (2, "ND", "FRACTAL_ZZ", ((0,), (1,)), ((0,), (1,), INSIDE, INSIDE)),
        (4, "NCHW", "NHWC", ((0,), (3,), (1,), (2,)), ((0,), (2,), (3,), (1,))),
        (4, "NCHW", "NC1HWC0", ((0,), (1,), (2,), (3,)), ((0,), (1,), (2,), (3,), INSIDE)),
        (4, "NHWC", "NC1HWC0", ((0,), (2,), (3,), (1,)), ((0,), (3,), (1,), (2,), INSIDE)),
        (4, "NCHW", "NDC1HWC0", ((0,), (2,), (3,), (4,)), ((0,), INSIDE, (1,), (2,), (3,), INSIDE)),
        (4, "HWCN", "FRACTAL_Z", ((0,), (0,), (0,), (1,)), ((2, 0, 1), (3,), INSIDE, INSIDE)),
        (5, "NCDHW", "FRACTAL_Z_3D", ((1,), (0,), (0,), (0,), (0,)), ((2, 1, 3, 4), (0,), INSIDE, INSIDE)),
        (4, "ND", "NCHW", ((0,), (1,), (2,), (3,)), ((0,), (1,), (2,), (3,))),
    ],
)
def test_axes_correspond(rank: int, origin: str, storage: str, to_storage: object, to_origin: object):
    maps = axis_maps(rank, origin, storage)
    assert (maps.to_storage, maps.to_origin) == (to_storage, to_origin)


@pytest.mark.parametrize(
    ("rank", "origin", "storage", "dtype", "expected"),
    [
        (2, "ND", "FRACTAL_NZ", "FLOAT16", [16, 16]),
        (3, "ND", "FRACTAL_NZ", "FLOAT16", [1, 16, 16]),
        (3, "ND", "FRACTAL_NZ", "INT8", [1, 16, 32]),
        (4, "NHWC", "NC1HWC0", "FLOAT16", [1, 1, 1, 16]),
        (4, "NCHW", "FRACTAL_Z", "INT8", [16, 32, 1, 1]),
        (4, "NCHW", "C1HWC0", "FLOAT16", [16, 1, 1, 1]),
        (4, "NCHW", "FRACTAL_Z_WINO", "FLOAT16", [16, 16, 1, 1]),
        (4, "NCHW", "NHWC", "FLOAT16", [1, 1, 1, 1]),
    ],
)
def test_alignment_of_each_origin_axis(rank: int, origin: str, storage: str, dtype: str, expected: list[int]):
    assert axis_alignment(rank, origin, storage, dtype) == expected


def test_the_aligned_shape_rounds_every_axis_up():
    n = Dim.symbol("n")
    assert aligned_shape([1, 18, 34], "ND", "FRACTAL_NZ", "FLOAT16") == [1, 32, 48]
    assert aligned_shape([1, 18, 34], "ND", "FRACTAL_NZ", "FLOAT16", m0=1) == [1, 18, 48]
    assert aligned_shape((n, -1, 5, 5), "NCHW", "NC1HWC0", "FLOAT16") == (n, -1, 5, 5)
    assert aligned_shape([-2], "NCHW", "NC1HWC0", "FLOAT16") == [-2]


@given(st.lists(st.integers(0, 40), min_size=4, max_size=4), st.sampled_from(["NC1HWC0", "FRACTAL_Z", "FRACTAL_NZ"]))
def test_the_storage_shape_holds_exactly_the_aligned_elements(shape: list[int], storage: str):
    from math import prod

    aligned = aligned_shape(shape, "NCHW", storage, "FLOAT16")
    assert prod(storage_shape(shape, "NCHW", storage, "FLOAT16")) == prod(aligned)


@pytest.mark.parametrize(
    ("storage_dims", "storage", "origin", "expected"),
    [
        ([8, 1, 224, 224, 16], "NC1HWC0", "NCHW", [8, None, 224, 224]),
        ([8, 0, 224, 224, 16], "NC1HWC0", "NCHW", [8, 0, 224, 224]),
        ([8, 7, 1, 5, 6, 16], "NDC1HWC0", "NDHWC", [8, 7, 5, 6, None]),
        ([8, 1, 2, 5, 6, 16], "NDC1HWC0", "ND", [8, None, 5, 6]),
        ([63, 1, 16, 16], "FRACTAL_NZ", "ND", [None, None]),
        ([7, 63, 1, 16, 16], "FRACTAL_NZ", "ND", [7, None, None]),
        ([25, 3, 16, 16], "FRACTAL_Z", "NCHW", [None, None, None, None]),
        ([2, 3, 4, 5], "NHWC", "NCHW", [2, 5, 3, 4]),
        ([2, 3, 4], "ND", "ND", [2, 3, 4]),
        ([2, 3, 4, 5], "NHWC", "ND", [2, 3, 4, 5]),
        ([2, 3, 4, 5], "NHWC", "NDHWC", [2, 1, 3, 4, 5]),
    ],
)
def test_a_storage_shape_decides_the_axes_that_it_does_not_pad_or_merge(
    storage_dims: list[int], storage: str, origin: str, expected: list[int | None]
):
    assert origin_shape(storage_dims, storage, origin, "FLOAT16") == expected


def test_a_block_of_one_element_pads_nothing():
    assert origin_shape([18, 34, 1, 1], "FRACTAL_NZ", "ND", "FLOAT16", c0=1, m0=1) == [34, 18]


@given(
    st.lists(st.integers(0, 40), min_size=4, max_size=4),
    st.sampled_from(["NCHW", "NHWC", "HWCN", "CHWN"]),
    st.sampled_from(["NC1HWC0", "NDC1HWC0", "C1HWNCoC0", "FRACTAL_Z_WINO", "FRACTAL_NZ", "CHWN", "NDHWC"]),
)
def test_every_decided_axis_is_the_true_one(shape: list[int], origin: str, storage: str):
    stored = storage_shape(shape, origin, storage, "FLOAT16")
    decided = origin_shape(stored, storage, origin, "FLOAT16")
    assert [got for got in decided if got is not None] == [
        want for got, want in zip(decided, shape, strict=True) if got is not None
    ]


def test_what_has_no_axis_by_axis_relation_is_refused():
    with pytest.raises(MetadefError, match="transfer-missing"):
        axis_maps(3, "NCHW", "NC1HWC0")
    with pytest.raises(MetadefError, match="transfer-missing"):
        axis_maps(4, "NCHW", "FRACTAL_ZN_LSTM")
    with pytest.raises(MetadefError, match="transfer-missing"):
        axis_maps(1, "ND", "FRACTAL_NZ")
    with pytest.raises(MetadefError, match="rank-mismatch"):
        origin_shape([1, 2, 3, 4], "NC1HWC0", "NCHW", "FLOAT16")
    with pytest.raises(MetadefError, match="format-unusable"):
        axis_alignment(4, "NCHW", "NC1HWC0", "UNDEFINED")
