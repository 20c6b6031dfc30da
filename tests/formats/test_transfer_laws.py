"""Laws of data transforms: they invert, keep their shape, pad with zeros, and work for every element type."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metadef.formats import storage_shape, transfer
from metadef.types.dtype import DataType
from metadef.types.format import Format, StorageFormat

Array = np.ndarray[Any, np.dtype[Any]]

DTYPES = [dtype for dtype in DataType if dtype.numpy_name and dtype is not DataType.STRING]
FOUR_AXES = ("NCHW", "NHWC", "HWCN", "CHWN")
FIVE_AXES = ("NCDHW", "NDHWC", "DHWCN", "DHWNC")
FREE = ("NC1HWC0", "NDC1HWC0", "FRACTAL_Z", "FRACTAL_Z_3D", "FRACTAL_Z_3D_TRANSPOSE", "FRACTAL_NZ", "FRACTAL_ZZ")
DEEP = ("NDC1HWC0", "FRACTAL_Z", "FRACTAL_Z_3D", "FRACTAL_Z_3D_TRANSPOSE", "FRACTAL_NZ")


def filled(shape: tuple[int, ...], dtype: DataType) -> Array:
    """Every bit pattern in turn, so that NaN payloads and negative zeros are there too."""
    kind = dtype.numpy
    count = int(np.prod(shape))
    if dtype is DataType.BOOL:
        return (np.arange(count) % 3 == 0).reshape(shape)
    patterns = 1 << min(dtype.bits, 8)
    raw = np.zeros((count, kind.itemsize), np.uint8)
    raw[:, 0] = (np.arange(count) * 7 + 1) % patterns
    raw[:, -1] |= ((np.arange(count) * 7 + 1) % patterns).astype(np.uint8)
    return np.frombuffer(raw.tobytes(), kind).reshape(shape)


def same_bits(first: Array, second: Array) -> bool:
    return first.shape == second.shape and first.dtype == second.dtype and first.tobytes() == second.tobytes()


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("storage", ["NC1HWC0", "FRACTAL_Z", "FRACTAL_NZ", "NDC1HWC0", "FRACTAL_Z:2"])
def test_every_element_type_comes_back_bit_for_bit(dtype: DataType, storage: str):
    tensor = filled((4, 35, 2, 3), dtype)
    stored = transfer(tensor, "NCHW", storage, dtype=dtype)
    assert stored.shape == tuple(storage_shape([4, 35, 2, 3], "NCHW", storage, dtype))
    assert stored.dtype == tensor.dtype
    assert same_bits(transfer(stored, storage, "NCHW", origin_shape=(4, 35, 2, 3), dtype=dtype), tensor)


@pytest.mark.parametrize(
    ("kind", "c0"),
    [
        ("int8", 32),
        ("uint8", 32),
        ("float16", 16),
        ("float32", 16),
        (ml_dtypes.int4, 64),
        (ml_dtypes.int2, 128),
        (ml_dtypes.bfloat16, 16),
        (ml_dtypes.float8_e4m3fn, 16),
        (ml_dtypes.float8_e5m2, 16),
    ],
)
def test_c0_follows_the_type_of_the_array(kind: Any, c0: int):
    assert transfer(np.ones((1, 1, 1, 1), kind), "NCHW", "NC1HWC0").shape == (1, 1, 1, 1, c0)


def test_c0_follows_a_stated_type_that_the_array_cannot_say():
    one = np.ones((1, 1, 1, 1), np.uint8)
    assert transfer(one, "NCHW", "NC1HWC0", dtype="UINT1").shape[-1] == 256
    assert transfer(one, "NCHW", "NC1HWC0", dtype=DataType.QUINT8).shape[-1] == 16


def test_c0_follows_the_code_in_a_packed_format():
    packed = StorageFormat.with_c0(Format.NC1HWC0, 8)
    tensor = np.arange(20, dtype=np.float32).reshape(1, 20, 1, 1)
    stored = transfer(tensor, Format.NCHW, packed)
    assert stored.shape == (1, 3, 1, 1, 8)
    assert same_bits(transfer(stored, packed.packed, Format.NCHW, origin_shape=tensor.shape), tensor)


@settings(max_examples=150)
@given(
    st.sampled_from(FOUR_AXES),
    st.sampled_from(FREE),
    st.tuples(*[st.integers(0, 34)] * 2, *[st.integers(0, 4)] * 2).flatmap(st.permutations),
    st.sampled_from([DataType.INT8, DataType.FLOAT16, DataType.INT4, DataType.FLOAT8_E4M3FN]),
    st.sampled_from([None, 1, 2, 4, 8, 16, 32]),
    st.sampled_from([1, 2, 16]),
)
def test_four_axes_come_back_with_zero_padding(
    origin: str, storage: str, dims: list[int], dtype: DataType, c0: int | None, m0: int
):
    shape = tuple(dims)
    tensor = filled(shape, dtype)
    stored = transfer(tensor, origin, storage, c0=c0, m0=m0)
    assert stored.shape == tuple(storage_shape(dims, origin, storage, dtype, c0=c0, m0=m0))
    assert same_bits(transfer(stored, storage, origin, origin_shape=shape, c0=c0, m0=m0), tensor)
    ones = transfer(np.ones(shape, dtype.numpy), origin, storage, c0=c0, m0=m0).astype(np.float32)
    assert set(np.unique(ones)) <= {0.0, 1.0}
    assert int(ones.sum(dtype=np.float64)) == int(np.prod(shape))


@settings(max_examples=60)
@given(
    st.sampled_from(FIVE_AXES),
    st.sampled_from(DEEP),
    st.lists(st.integers(0, 18), min_size=2, max_size=2),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.randoms(use_true_random=False),
)
def test_five_axes_come_back(origin: str, storage: str, large: list[int], small: list[int], order: Any):
    dims = [*large, *small]
    order.shuffle(dims)
    tensor = filled(tuple(dims), DataType.INT16)
    stored = transfer(tensor, origin, storage)
    assert stored.shape == tuple(storage_shape(dims, origin, storage, "INT16"))
    assert same_bits(transfer(stored, storage, origin, origin_shape=dims), tensor)


@settings(max_examples=80)
@given(
    st.integers(1, 40),
    st.integers(1, 4),
    st.integers(1, 40),
    st.integers(1, 3),
    st.sampled_from([1, 2, 8, 16, 32, 64]),
    st.sampled_from(FOUR_AXES),
)
def test_grouped_filters_come_back(groups: int, each: int, channels: int, height: int, c0: int, origin: str):
    sizes = {"N": groups * each, "C": channels, "H": height, "W": 2}
    dims = [sizes[axis] for axis in origin]
    filters = filled(tuple(dims), DataType.INT32)
    stored = transfer(filters, origin, "FRACTAL_Z", groups=groups, c0=c0)
    assert stored.shape == tuple(storage_shape(dims, origin, "FRACTAL_Z", "INT32", groups=groups, c0=c0))
    assert np.count_nonzero(stored) == np.count_nonzero(filters)
    assert same_bits(transfer(stored, "FRACTAL_Z", origin, origin_shape=dims, groups=groups, c0=c0), filters)


@settings(max_examples=60)
@given(st.lists(st.integers(0, 20), min_size=0, max_size=5), st.sampled_from(["FRACTAL_NZ", "FRACTAL_ZZ"]))
def test_any_rank_comes_back_from_blocks_of_the_last_two_axes(dims: list[int], storage: str):
    tensor = filled(tuple(dims), DataType.FLOAT16)
    stored = transfer(tensor, "ND", storage)
    assert stored.shape == tuple(storage_shape(dims, "ND", storage, "FLOAT16"))
    assert same_bits(transfer(stored, storage, "ND", origin_shape=dims), tensor)


@given(
    st.sampled_from([*FOUR_AXES, *FIVE_AXES]),
    st.sampled_from([*FOUR_AXES, *FIVE_AXES, *FREE[:5], "FRACTAL_ZN_LSTM", "FRACTAL_Z_C04"]),
    st.lists(st.integers(1, 5), max_size=1) | st.lists(st.integers(1, 5), min_size=3, max_size=3),
)
def test_a_rank_below_that_of_the_origin_moves_nothing(origin: str, storage: str, dims: list[int]):
    tensor = filled(tuple(dims), DataType.INT16)
    assert storage_shape(dims, origin, storage, "INT16") == dims
    assert same_bits(transfer(tensor, origin, storage), tensor)


@given(st.permutations(range(4)), st.sampled_from(FOUR_AXES), st.sampled_from(FOUR_AXES), st.sampled_from(FREE[:5]))
def test_the_order_of_memory_of_the_array_does_not_matter(axes: list[int], origin: str, last: str, storage: str):
    tensor = filled((3, 5, 2, 18), DataType.INT16)
    strided = np.ascontiguousarray(tensor.transpose(axes)).transpose(np.argsort(axes))
    assert same_bits(transfer(strided, origin, storage), transfer(tensor, origin, storage))
    assert same_bits(transfer(strided, origin, last), transfer(tensor, origin, last))


@given(st.sampled_from(FOUR_AXES), st.sampled_from(FOUR_AXES), st.sampled_from(FREE[:5]))
def test_packing_does_not_depend_on_the_plain_format_it_starts_from(first: str, second: str, storage: str):
    tensor = filled((3, 5, 2, 18), DataType.INT16)
    detour = transfer(transfer(tensor, first, second), second, storage)
    assert same_bits(transfer(tensor, first, storage), detour)
