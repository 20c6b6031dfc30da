"""Integer columns: round trips, a slow twin written from the format's description, small sizes, safe reading."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import FileError
from metadef.wire import Reader
from metadef.wire.columns import MAX_COUNT, narrow, pack_bits, pack_column, unpack_bits, unpack_column

INT64 = st.integers(-(2**63), 2**63 - 1)
COLUMNS = st.one_of(
    st.lists(INT64, max_size=40),
    st.lists(st.integers(-3, 3), max_size=60),
    st.lists(st.integers(0, 2000), max_size=60),
    st.lists(st.one_of(st.integers(0, 20), INT64), max_size=60),
    st.builds(
        lambda s, d, n: [s + d * i for i in range(n)], st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 60)
    ),
    st.builds(lambda v, n: [v] * n, INT64, st.integers(0, 60)),
    st.lists(st.integers(0, 50), max_size=60).map(lambda steps: np.cumsum(steps, dtype=np.int64).tolist()),
)


def slow_unpack(raw: bytes, count: int) -> list[int]:
    """A reader written from the description of the format alone, one integer at a time."""
    if not count:
        return []
    position = 1

    def varint() -> int:
        nonlocal position
        value = shift = 0
        while True:
            byte = raw[position]
            position += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def zigzag() -> int:
        value = varint()
        return -(value // 2) - 1 if value % 2 else value // 2

    delta, as_varints = raw[0] & 8, raw[0] & 16
    bits = (0, 1, 2, 4, 8, 16, 32, 64)[raw[0] & 7]
    first = zigzag() if delta else 0
    base = zigzag()
    entries = count - 1 if delta else count
    if as_varints:
        varint()
        body = [varint() for _ in range(entries)]
    else:
        whole = int.from_bytes(raw[position:], "little")
        body = [whole >> bits * index & (1 << bits) - 1 for index in range(entries)]
    values = [base + item for item in body]
    if delta:
        values = [first + sum(values[:index]) for index in range(count)]
    return [(value + 2**63) % 2**64 - 2**63 for value in values]


@given(COLUMNS)
def test_a_column_is_read_back(values: list[int]) -> None:
    raw = pack_column(np.array(values, np.int64))
    reader = Reader(raw)
    assert unpack_column(reader, len(values)).tolist() == values
    assert reader.remaining == 0


@given(COLUMNS)
def test_a_reader_written_from_the_description_reads_the_same(values: list[int]) -> None:
    assert slow_unpack(pack_column(np.array(values, np.int64)), len(values)) == values


@given(COLUMNS)
def test_a_column_takes_never_more_than_its_narrowed_integers_and_a_few_bytes(values: list[int]) -> None:
    column = np.array(values, np.int64)
    assert len(pack_column(column)) <= narrow(column - column.min(initial=0)).nbytes + 24


def test_an_unsigned_column_travels_as_its_twos_complement() -> None:
    values = [0, 2**64 - 1, 2**63, 5]
    again = unpack_column(Reader(pack_column(np.array(values, np.uint64))), 4).view(np.uint64)
    assert again.tolist() == values


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], ""),
        ([7] * 100, "00" + "0e"),  # constant 7
        (list(range(5, 1000)), "08" + "0a" + "02"),  # from 5 on, steps of 1
        ([1, 0, 1, 1, 0, 0, 0, 1, 1], "01" + "00" + "8d01"),  # one bit each
        ([10, 13, 11], "02" + "14" + "1c"),  # two bits each above 10: 0, 3, 1
        ([-1, 14, 0], "03" + "01" + "f001"),  # four bits each above -1: 0, 15, 1
        ([0, 255, 3], "04" + "00" + "00ff03"),
        ([0, 65535, 3], "05" + "00" + "0000ffff0300"),
        ([0, 1, 2, 3, 4, 5, 6, 100000], "10" + "00" + "0a" + "00010203040506" + "a08d06"),
        # differences 995, 1000, 1001, 1000: three bits are needed, so four: base 995, bodies 0, 5, 6, 5
        ([5, 1000, 2000, 3001, 4001], "0b" + "0a" + "c60f" + "5056"),
    ],
)
def test_the_bytes_of_small_columns(values: list[int], expected: str) -> None:
    assert pack_column(np.array(values, np.int64)).hex() == expected


def test_long_regular_columns_stay_tiny() -> None:
    assert len(pack_column(np.arange(1_000_000))) == 3
    assert len(pack_column(np.full(1_000_000, -5))) == 2


def test_the_narrowest_type_is_chosen() -> None:
    cases = {(0, 255): "uint8", (0, 256): "uint16", (-1, 0): "int8", (-129, 0): "int16", (0, 2**32 - 1): "uint32"}
    cases |= {(-1, 2**31): "int64", (0, 2**40): "int64", (-(2**63), 0): "int64", (-1, 40000): "int32"}
    assert {pair: narrow(np.array(pair)).dtype.name for pair in cases} == cases
    assert narrow(np.array([], np.int64)).dtype == np.uint8


@given(st.sampled_from([1, 2, 4, 6]), st.binary(max_size=40))
def test_packed_bits_come_back(bits: int, raw: bytes) -> None:
    values = np.frombuffer(raw, np.uint8) & np.uint8((1 << bits) - 1)
    packed = pack_bits(values, bits)
    assert len(packed) == (len(values) * bits + 7) // 8
    assert int.from_bytes(packed, "little") == sum(int(value) << bits * index for index, value in enumerate(values))
    assert unpack_bits(packed, bits, len(values)).tolist() == values.tolist()


@given(st.binary(max_size=40), st.integers(0, 40))
def test_noise_is_a_column_or_one_finding(raw: bytes, count: int) -> None:
    try:
        assert len(unpack_column(Reader(raw), count)) == count
    except FileError as error:
        assert [item.name in ("file-truncated", "file-corrupt") for item in error.findings] == [True]


@pytest.mark.parametrize(
    ("raw", "count", "name"),
    [
        ("00", 3, "file-truncated"),  # no base
        ("0400" + "0102", 3, "file-truncated"),  # two bytes of three
        ("0700", 1 << 26, "file-truncated"),  # half a gigabyte claimed in two bytes
        ("1000" + "02" + "0101", 1 << 26, "file-truncated"),  # as varints
        ("1000" + "03" + "010101", 2, "file-corrupt"),  # a varint too many
        ("2000", 3, "file-corrupt"),  # a form of the future
        ("1100", 3, "file-corrupt"),  # varint and a width
        ("0000", MAX_COUNT + 1, "file-too-large"),
        ("0000", -1, "file-too-large"),
    ],
)
def test_damaged_columns_are_refused(raw: str, count: int, name: str) -> None:
    with pytest.raises(FileError) as caught:
        unpack_column(Reader(bytes.fromhex(raw)), count)
    assert caught.value.findings[0].name == name
