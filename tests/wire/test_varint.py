"""Varints and zigzag: whole columns against one value at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import FileError
from metadef.wire import Reader
from metadef.wire.varint import (
    decode_varints,
    encode_varints,
    unzigzag,
    varint_bytes,
    varint_lengths,
    zigzag,
    zigzag_int,
)

# Values around every length limit as often as any other.
UINT64 = st.one_of(
    st.integers(0, 2**64 - 1),
    st.builds(lambda k, d: max(0, min(2**64 - 1, (1 << k) + d)), st.integers(0, 64), st.integers(-2, 2)),
)
INT64 = UINT64.map(lambda value: value - 2**63)


@pytest.mark.parametrize(
    ("value", "hexadecimal"),
    [(0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (300, "ac02"), (2**64 - 1, "ffffffffffffffffff01")],
)
def test_the_examples_of_the_protobuf_specification(value: int, hexadecimal: str) -> None:
    assert varint_bytes(value).hex() == hexadecimal
    assert Reader(bytes.fromhex(hexadecimal)).varint() == value


@pytest.mark.parametrize("value", [-1, 2**64])
def test_only_64_bits_have_a_varint(value: int) -> None:
    with pytest.raises(ValueError, match="64-bit"):
        varint_bytes(value)


@given(st.lists(UINT64, max_size=50))
def test_a_column_is_encoded_as_its_values_one_after_another(values: list[int]) -> None:
    column = np.array(values, np.uint64)
    expected = b"".join(varint_bytes(value) for value in values)
    assert encode_varints(column) == expected
    assert varint_lengths(column).sum() == len(expected)


@given(st.lists(UINT64, max_size=50), st.binary(max_size=9))
def test_a_column_is_decoded_as_a_reader_would(values: list[int], rest: bytes) -> None:
    raw = b"".join(varint_bytes(value) for value in values)
    decoded, used = decode_varints(raw + rest, len(values))
    assert (decoded.tolist(), used) == (values, len(raw))


@given(st.binary(max_size=60), st.integers(0, 12))
def test_noise_decodes_to_what_a_reader_reads_or_to_the_same_finding(raw: bytes, count: int) -> None:
    reader = Reader(raw)
    try:
        expected: object = [reader.varint() for _ in range(count)]
    except FileError as error:
        expected = error.findings[0].name
    try:
        decoded, used = decode_varints(raw, count)
    except FileError as error:
        # A damaged number early and an end later: either may be met first.
        assert error.findings[0].name in ("file-truncated", "file-corrupt")
        assert isinstance(expected, str)
        return
    assert (decoded.tolist(), used) == (expected, reader.offset)


def test_more_varints_than_bytes_are_refused_before_allocating() -> None:
    with pytest.raises(FileError, match="1099511627776 varints cannot be in 3 bytes"):
        decode_varints(b"\x01\x01\x01", 1 << 40)


@pytest.mark.parametrize(
    ("raw", "message"),
    [("ffffffffffffffffff02", "more than 64 bits"), ("80" * 10 + "01", "longer than ten bytes")],
)
def test_numbers_beyond_64_bits_are_corrupt(raw: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        decode_varints(bytes.fromhex("05" + raw), 2)
    with pytest.raises(FileError, match=message):
        Reader(bytes.fromhex(raw)).varint()


@given(st.lists(INT64, max_size=50))
def test_zigzag_of_a_column_is_that_of_its_values(values: list[int]) -> None:
    column = np.array(values, np.int64)
    folded = zigzag(column)
    assert folded.tolist() == [zigzag_int(value) for value in values]
    assert unzigzag(folded).tolist() == values


def test_zigzag_of_the_extremes() -> None:
    assert [zigzag_int(v) for v in (2**63 - 1, -(2**63))] == [2**64 - 2, 2**64 - 1]
    assert zigzag(np.array([2**63 - 1, -(2**63)])).tolist() == [2**64 - 2, 2**64 - 1]
