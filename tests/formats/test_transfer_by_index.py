"""Every rule that moves data agrees with the index definition of its formats, element by element."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from format_witness import Array, by_place, by_position, grouped, zn
from metadef.formats import TRANSFERS, storage_shape, transfer
from metadef.types.format import Format

FOUR = ("NCHW", "NHWC", "HWCN", "CHWN")
FIVE = ("NCDHW", "NDHWC", "DHWCN", "DHWNC")
BLOCKED = (
    *("NC1HWC0", "NC1HWC0_C04", "NDC1HWC0", "C1HWC0", "C1HWNCoC0", "FRACTAL_Z", "FRACTAL_Z_C04"),
    *("FRACTAL_Z_3D", "FRACTAL_Z_3D_TRANSPOSE", "FRACTAL_Z_WINO"),
)
WITHOUT_DEPTH = {*FOUR, "NC1HWC0", "NC1HWC0_C04", "C1HWC0", "C1HWNCoC0", "FRACTAL_Z_C04", "FRACTAL_Z_WINO"}
NZ = ("FRACTAL_NZ", "FRACTAL_NZ_C0_2", "FRACTAL_NZ_C0_4", "FRACTAL_NZ_C0_8", "FRACTAL_NZ_C0_16", "FRACTAL_NZ_C0_32")

# The 42 pairs that CANN registers on the host; FRACTAL_ZZ has no place among its storage shapes, but here it has.
REGISTERED = """
NCHW: NC1HWC0 FRACTAL_Z FRACTAL_Z_C04 FRACTAL_NZ FRACTAL_ZZ NHWC HWCN CHWN
NHWC: NC1HWC0 FRACTAL_Z FRACTAL_NZ FRACTAL_ZZ NCHW CHWN HWCN
HWCN: FRACTAL_Z C1HWNCoC0 FRACTAL_Z_C04 NCHW NHWC CHWN
CHWN: NCHW NHWC HWCN
NC1HWC0: NCHW NHWC
FRACTAL_Z: NCHW NHWC HWCN
FRACTAL_Z_C04: HWCN
C1HWNCoC0: HWCN
FRACTAL_NZ: ND NCHW NHWC
FRACTAL_ZZ: ND NCHW NHWC
ND: FRACTAL_Z FRACTAL_NZ FRACTAL_ZZ
DHWCN: FRACTAL_Z_3D
DHWNC: FRACTAL_Z_3D_TRANSPOSE
"""
PAIRS = [
    (source.strip(), destination)
    for line in REGISTERED.strip().splitlines()
    for source, _, destinations in [line.partition(":")]
    for destination in destinations.split()
]


def numbered(*shape: int, dtype: str = "int16") -> Array:
    """Every element another number, none 0."""
    return np.arange(1, np.prod(shape) + 1).astype(dtype).reshape(shape)


def sizes_for(*formats: str) -> dict[str, int]:
    """No axis of length 1 where the formats allow it; small, because the witness is slow."""
    sizes = {"N": 17, "C": 18, "D": 2, "H": 2, "W": 3}
    if WITHOUT_DEPTH & set(formats):
        sizes["D"] = 1
    if "C1HWC0" in formats:
        sizes["C"] = 1
    if "FRACTAL_Z_C04" in formats:
        sizes["C"] = 3
    return sizes


@cache
def laid_out(storage: str, sizes: tuple[int, ...], shape: tuple[int, ...], c0: int) -> Array:
    """The numbered tensor of lengths `sizes` (N, C, D, H, W) in a format, by the slow witness; kept, as it is slow."""
    return by_place(numbered(*sizes), storage, shape, c0)


def origin_dims(sizes: dict[str, int], letters: str) -> tuple[int, ...]:
    return tuple(sizes[axis] for axis in letters)


def test_cann_registers_42_pairs_and_all_have_a_rule_both_ways():
    assert len(PAIRS) == 42
    assert [pair for pair in PAIRS if TRANSFERS.rule(Format[pair[0]], Format[pair[1]]) is None] == []
    assert [pair for pair in PAIRS if TRANSFERS.rule(Format[pair[1]], Format[pair[0]]) is None] == []


@pytest.mark.parametrize("plain", [*FOUR, *FIVE])
@pytest.mark.parametrize("storage", [*BLOCKED, *FOUR, *FIVE])
def test_named_axes_lie_where_the_definition_says(plain: str, storage: str):
    sizes = sizes_for(plain, storage)
    lengths = origin_dims(sizes, "NCDHW")
    dims = origin_dims(sizes, plain)
    source = laid_out(plain, lengths, dims, 16)
    shape = tuple(storage_shape(list(dims), plain, storage, "INT16"))
    expected = laid_out(storage, lengths, shape, 16)
    np.testing.assert_array_equal(transfer(source, plain, storage), expected)
    np.testing.assert_array_equal(transfer(expected, storage, plain, origin_shape=dims), source)


@pytest.mark.parametrize("c0", [1, 2, 8, 16, 32])
@pytest.mark.parametrize("storage", [name for name in BLOCKED if name not in ("NC1HWC0_C04", "C1HWNCoC0")])
def test_any_c0_is_honoured(storage: str, c0: int):
    sizes = sizes_for("NCHW", storage)
    tensor = numbered(*origin_dims(sizes, "NCDHW"))
    dims = origin_dims(sizes, "NCHW")
    shape = tuple(storage_shape(list(dims), "NCHW", storage, "INT16", c0=c0))
    expected = by_place(tensor, storage, shape, c0)
    np.testing.assert_array_equal(transfer(tensor.reshape(dims), "NCHW", storage, c0=c0), expected)
    back = transfer(expected, storage, "NCHW", origin_shape=dims, c0=c0)
    np.testing.assert_array_equal(back, tensor.reshape(dims))


@pytest.mark.parametrize("storage", BLOCKED)
def test_nd_with_four_axes_is_read_as_nchw(storage: str):
    dims = origin_dims(sizes_for("NCHW", storage), "NCHW")
    tensor = numbered(*dims)
    stored = transfer(tensor, "ND", storage)
    np.testing.assert_array_equal(stored, transfer(tensor, "NCHW", storage))
    np.testing.assert_array_equal(transfer(stored, storage, "ND", origin_shape=dims), tensor)


@pytest.mark.parametrize("groups", [2, 3, 4, 6, 12, 24, 48])
@pytest.mark.parametrize("channels", [1, 3, 16, 20])
@pytest.mark.parametrize("storage", ["FRACTAL_Z", "FRACTAL_Z_3D"])
def test_groups_lie_on_the_diagonals_of_enlarged_blocks(storage: str, groups: int, channels: int):
    filters = numbered(48, channels, 2, 1, 3, dtype="int32")
    shape = tuple(storage_shape(list(filters.shape), "NCDHW", storage, "INT32", groups=groups))
    expected = grouped(filters, groups, shape, 16)
    stored = transfer(filters, "NCDHW", f"{storage}:{groups}")
    np.testing.assert_array_equal(stored, expected)
    back = transfer(stored, storage, "NCDHW", origin_shape=filters.shape, groups=groups)
    np.testing.assert_array_equal(back, filters)


def test_groups_of_one_byte_types_use_their_own_c0():
    filters = (numbered(12, 5, 1, 1, 2) % 127 + 1).astype("int8")
    shape = tuple(storage_shape([12, 5, 1, 2], "NCHW", "FRACTAL_Z", "INT8", groups=4))
    stored = transfer(filters.reshape(12, 5, 1, 2), "NCHW", "FRACTAL_Z", groups=4)
    np.testing.assert_array_equal(stored, grouped(filters, 4, shape, 32))


def test_fewer_filters_than_groups_are_not_grouped():
    filters = numbered(3, 5, 2, 2)
    np.testing.assert_array_equal(transfer(filters, "NCHW", "FRACTAL_Z:4"), transfer(filters, "NCHW", "FRACTAL_Z"))


@pytest.mark.parametrize("plain", ["ND", *FOUR])
@pytest.mark.parametrize("storage", [*NZ, "FRACTAL_ZZ"])
@pytest.mark.parametrize("m0", [1, 16])
def test_the_last_two_axes_lie_in_blocks_whatever_they_are_called(plain: str, storage: str, m0: int):
    tensor = numbered(2, 3, 18, 35)
    c0 = int(storage.rpartition("_C0_")[2]) if "_C0_" in storage else 16
    shape = tuple(storage_shape(list(tensor.shape), plain, storage, "INT16", m0=m0))
    expected = by_position(tensor, shape, c0, m0, storage == "FRACTAL_ZZ")
    np.testing.assert_array_equal(transfer(tensor, plain, storage, m0=m0), expected)
    np.testing.assert_array_equal(transfer(expected, storage, plain, origin_shape=tensor.shape, m0=m0), tensor)


@pytest.mark.parametrize("storage", [*NZ, "FRACTAL_ZZ"])
def test_a_vector_is_one_column(storage: str):
    vector = numbered(34)
    stored = transfer(vector, "ND", storage)
    np.testing.assert_array_equal(stored, transfer(vector.reshape(34, 1), "ND", storage))
    np.testing.assert_array_equal(transfer(stored, storage, "ND", origin_shape=(34,)), vector)


@pytest.mark.parametrize("plain", ["ND", "NCHW"])
def test_a_matrix_in_fractal_z_has_rows_in_c0_and_columns_in_16(plain: str):
    matrix = numbered(18, 34)
    expected = np.zeros((2, 3, 16, 16), "int16")
    for k, n in np.ndindex(18, 34):
        expected[k // 16, n // 16, n % 16, k % 16] = matrix[k, n]
    np.testing.assert_array_equal(transfer(matrix, plain, "FRACTAL_Z"), expected)
    np.testing.assert_array_equal(transfer(expected, "FRACTAL_Z", plain, origin_shape=(18, 34)), matrix)


@pytest.mark.parametrize("plain", ["HWCN", "NCHW", "ND"])
def test_lstm_weights_are_padded_part_by_part_and_gate_by_gate(plain: str):
    hidden, inputs = 5, 18
    matrix = numbered(inputs + hidden, 4 * hidden)
    padded = np.zeros((32 + 16, 4 * 16), "int16")
    for row, column in np.ndindex(*matrix.shape):
        at = row if row < inputs else 32 + row - inputs
        padded[at, column // hidden * 16 + column % hidden] = matrix[row, column]
    source = matrix.reshape(1, 1, *matrix.shape) if plain == "HWCN" else matrix.T.reshape(20, 23, 1, 1)
    stored = transfer(source, plain, "FRACTAL_ZN_LSTM")
    np.testing.assert_array_equal(stored, zn(padded))
    np.testing.assert_array_equal(transfer(stored, "FRACTAL_ZN_LSTM", plain, origin_shape=source.shape), source)


@pytest.mark.parametrize("rows", [70, 30, 40])
def test_rnn_weights_are_padded_part_by_part_and_gate_by_gate(rows: int):
    attributes = {"input_size": 30, "hidden_size": 40}
    weights = numbered(2, rows, 120)
    padded = np.zeros((2, 80 if rows == 70 else -(-rows // 16) * 16, 144), "int16")
    for batch, row, column in np.ndindex(*weights.shape):
        at = row if row < 30 or rows != 70 else 32 + row - 30
        padded[batch, at, column // 40 * 48 + column % 40] = weights[batch, row, column]
    expected = np.stack([zn(matrix) for matrix in padded])
    stored = transfer(weights, "ND", "FRACTAL_ZN_RNN", **attributes)
    np.testing.assert_array_equal(stored, expected)
    back = transfer(stored, "FRACTAL_ZN_RNN", "ND", origin_shape=weights.shape, **attributes)
    np.testing.assert_array_equal(back, weights)


def test_rnn_biases_are_padded_gate_by_gate():
    bias = numbered(2, 80)
    expected = np.zeros((2, 4 * 32), "int16")
    for row, column in np.ndindex(2, 80):
        expected[row, column // 20 * 32 + column % 20] = bias[row, column]
    stored = transfer(bias, "ND", "ND_RNN_BIAS", hidden_size=20)
    np.testing.assert_array_equal(stored, expected)
    np.testing.assert_array_equal(transfer(stored, "ND_RNN_BIAS", "ND", origin_shape=(2, 80), hidden_size=20), bias)


def test_images_lie_in_the_low_corner_of_their_frame():
    image = numbered(3, 5, 2, dtype="uint8")
    stored = transfer(image, "NYUV", "NYUV_A")
    assert stored.shape == (16, 64, 2)
    np.testing.assert_array_equal(stored[:3, :5], image)
    assert int(stored.astype("int64").sum()) == int(image.astype("int64").sum())
    np.testing.assert_array_equal(transfer(stored, "NYUV_A", "NYUV", origin_shape=(3, 5, 2)), image)


@pytest.mark.parametrize(("source", "destination"), PAIRS)
def test_every_registered_pair_converts_what_the_definition_says(source: str, destination: str):
    plain = source if source in (*FOUR, *FIVE, "ND") else destination
    sizes = sizes_for(source, destination)
    letters = "NCHW" if plain == "ND" else plain
    lengths = origin_dims(sizes, "NCDHW")
    dims = origin_dims(sizes, letters)

    def in_format(name: str) -> Array:
        shape = tuple(storage_shape(list(dims), plain, name, "INT16"))
        if name in ("FRACTAL_NZ", "FRACTAL_ZZ"):
            return by_position(laid_out(letters, lengths, dims, 16), shape, 16, 16, name == "FRACTAL_ZZ")
        return laid_out(letters if name == "ND" else name, lengths, shape, 16)

    result = transfer(in_format(source), source, destination, origin_shape=dims, origin_format=plain)
    np.testing.assert_array_equal(result, in_format(destination))
