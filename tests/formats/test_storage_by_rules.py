"""Storage shapes and expansion against a second writing of the rules, for every pair of formats."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import MetadefError
from metadef.formats import expand_dims, storage_shape
from storage_rules import BLOCKED, DEFAULTS, FRACTAL_NZ, PLAIN, expand, storage

TYPES = ("FLOAT16", "FLOAT", "INT8", "UINT8", "INT4", "INT2", "UINT1", "INT32", "BF16", "BOOL", "HIFLOAT8")
SIZES = st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 40, 48, 64, 100, 128])
RECURRENT = st.tuples(
    st.sampled_from([1, 16, 30, 64]), st.sampled_from([0, 1, 16, 30, 40]), st.sampled_from([-1, 0, 20])
)


@given(
    st.data(),
    st.sampled_from([*PLAIN, "ND", "NYUV", "NC1HWC0"]),
    st.sampled_from([*PLAIN, *FRACTAL_NZ, *BLOCKED, *BLOCKED, "ND"]),
    st.sampled_from(TYPES),
    st.sampled_from([1, 1, 2, 3, 4, 8, 16, 32]),
    st.sampled_from([None, None, 2, 4, 8, 16, 32]),
    st.sampled_from([None, {"FLOAT16": 8, "INT8": 16}]),
    st.sampled_from([16, 1, 8]),
    RECURRENT,
)
def test_every_pair_of_formats_agrees_with_the_rules(data, origin, target, dtype, groups, c0, table, m0, recurrent):
    rank = data.draw(st.sampled_from([len(origin) if origin in PLAIN else 4] * 3 + [0, 1, 2, 3, 4, 5]))
    dims = data.draw(st.lists(SIZES, min_size=rank, max_size=rank))
    inputs, hidden, state = recurrent
    if target == "FRACTAL_ZN_RNN" and rank > 1:
        wide = state if state != -1 else hidden
        dims[-2] = data.draw(st.sampled_from([inputs, wide, wide + inputs, dims[-2]]))
    expected = storage(dims, origin, target, dtype, groups, c0, table, m0, recurrent)
    if expected is None:
        return
    found = storage_shape(
        dims,
        origin,
        target,
        dtype,
        groups,
        c0,
        table,
        m0,
        None,
        input_size=inputs,
        hidden_size=hidden,
        state_size=state,
    )
    assert found == expected


@pytest.mark.parametrize("origin", DEFAULTS)
def test_every_reshape_type_of_every_rank_agrees_with_the_rules(origin: str) -> None:
    named = ["".join(letters) for size in range(1, 6) for letters in combinations(origin, size)]
    for reshape_type in ("", *named, "CN", "NC", "HC", "CC", "X", origin.lower(), "FORBIDDEN"):
        for target in ("NC1HWC0", "FRACTAL_Z", "FRACTAL_Z_3D", "NHWC", "ND", "FRACTAL_NZ", "FRACTAL_ZN_RNN"):
            for rank in range(6):
                dims = [2, 3, 5, 7, 11, 13][:rank]
                assert expand_dims(dims, origin, target, reshape_type) == expand(dims, origin, target, reshape_type)


def test_a_table_of_c0_may_name_its_types_and_an_unknown_name_is_refused() -> None:
    assert storage_shape([8, 40, 5, 5], "NCHW", "NC1HWC0", "FLOAT16", c0_table={"FLOAT16": 8}) == [8, 5, 5, 5, 8]
    assert storage_shape([8, 40, 5, 5], "NCHW", "NC1HWC0", "FLOAT16", c0_table={"DT_FLOAT16": 8}) == [8, 5, 5, 5, 8]
    with pytest.raises(MetadefError, match="FLOAT61"):
        storage_shape([8, 40, 5, 5], "NCHW", "NC1HWC0", "FLOAT16", c0_table={"FLOAT61": 8})


@pytest.mark.parametrize("wrong", [{"m0": 0}, {"m0": -16}, {"groups": -1}, {"c0": 0}, {"c0": -4}])
def test_sizes_of_blocks_that_are_not_positive_are_refused(wrong: dict[str, int]) -> None:
    for target in ("NC1HWC0", "FRACTAL_NZ", "FRACTAL_Z", "FRACTAL_NZ_C0_2") if "c0" not in wrong else ("NC1HWC0",):
        with pytest.raises(MetadefError):
            storage_shape([1, 2, 3, 4], "NCHW", target, "FLOAT16", **wrong)
