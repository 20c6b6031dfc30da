"""Expansion of dims: CANN's own cases, and the integer form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import MetadefError
from metadef.formats import expand_dims, expand_dims_by_mask, expand_mask, reshape_type_of_mask
from metadef.types.dim import Dim
from metadef.types.shape import Shape

CASES = Path(__file__).parent.parent / "cases" / "formats" / "expand_dims.md"
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in CASES.read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| origin")
]
EXPANSIONS = [row for row in ROWS if len(row) == 5]
MASKS = [row for row in ROWS if len(row) == 3]
AXES = ["NCHW", "NHWC", "HWCN", "CHWN", "NCDHW", "NDHWC", "DHWCN", "DHWNC"]


def test_the_case_file_is_complete():
    assert (len(EXPANSIONS), len(MASKS)) == (241, 8)


@pytest.mark.parametrize("row", EXPANSIONS, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}-{row[3]}")
def test_cann_expands_the_same(row: list[str]):
    origin, storage, reshape_type, shape, expected = row
    assert expand_dims(json.loads(shape), origin, storage, reshape_type) == json.loads(expected)


@pytest.mark.parametrize(("origin", "rank", "reshape_type"), MASKS)
def test_the_mask_gives_the_reshape_type_back(origin: str, rank: str, reshape_type: str):
    mask = expand_mask(int(rank), origin, "NC1HWC0", reshape_type)
    assert reshape_type_of_mask(mask, origin) == reshape_type


@pytest.mark.parametrize(
    ("origin", "rank", "reshape_type", "mask"),
    [
        ("NCHW", 2, "NC", 4 << 56 | 0b1100),
        ("NCHW", 3, "NHW", 4 << 56 | 0b0010),
        ("NDHWC", 1, "D", 5 << 56 | 0b11101),
        ("NCHW", 4, "NCHW", 0),
        ("NCHW", 2, "FORBIDDEN", 0),
        ("ND", 0, "", 4 << 56 | 0b1111),
        ("ND", 2, "NC", 0),
        ("NC1HWC0", 2, "NC", 0),
    ],
)
def test_bits_of_the_mask_are_the_inserted_axes(origin: str, rank: int, reshape_type: str, mask: int):
    assert expand_mask(rank, origin, "NC1HWC0", reshape_type) == mask


@pytest.mark.parametrize("storage", ["ND", "FRACTAL_NZ", "FRACTAL_NZ_C0_16", "FRACTAL_ZN_RNN", "ND_RNN_BIAS"])
def test_formats_of_any_rank_never_expand(storage: str):
    assert expand_dims([5, 6], "NCHW", storage, "NC") == [5, 6]


def test_symbols_and_unknown_axes_travel_along():
    n = Dim.symbol("n")
    assert expand_dims([n, -1], "NCHW", "NC1HWC0", "NW") == [n, 1, 1, -1]
    assert expand_dims(Shape((None,)), "NHWC", "NC1HWC0") == Shape((1, 1, 1, None))
    assert expand_dims((-2,), "NHWC", "NC1HWC0") == (-2,)


@given(st.sampled_from(AXES), st.data())
def test_expanding_by_name_and_by_mask_agree_and_keep_the_dims(origin: str, data: st.DataObject):
    kept = data.draw(st.sets(st.sampled_from(origin)))
    reshape_type = "".join(axis for axis in origin if axis in kept)
    shape = data.draw(st.lists(st.integers(2, 9), min_size=len(kept), max_size=len(kept)))
    expanded = expand_dims(shape, origin, "NDC1HWC0", reshape_type)
    mask = expand_mask(len(shape), origin, "NDC1HWC0", reshape_type)
    assert expand_dims_by_mask(shape, mask) == expanded
    assert expanded == [shape[reshape_type.index(axis)] if axis in kept else 1 for axis in origin]
    assert reshape_type_of_mask(mask, origin) == reshape_type


@pytest.mark.parametrize("mask", [4 << 56 | 0b1000, -1, 200 << 56, 4 << 56 | 0b110000, 1, 3 << 56 | 0b1100])
def test_a_mask_that_does_not_fit_the_shape_is_refused(mask: int):
    with pytest.raises(MetadefError, match="reshape-mask-invalid"):
        expand_dims_by_mask([5, 6], mask)


def test_a_mask_of_another_rank_than_the_format_is_refused():
    with pytest.raises(MetadefError, match="reshape-mask-invalid"):
        reshape_type_of_mask(4 << 56 | 0b1100, "NDHWC")
