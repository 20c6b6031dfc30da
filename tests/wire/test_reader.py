"""Reader and open_mapped: nothing outside of the bounds, every shortage a finding."""

import mmap
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metadef.errors import FileError
from metadef.wire import Reader, open_mapped


def test_values_are_little_endian() -> None:
    raw = bytes.fromhex("01" + "0201" + "04030201" + "0807060504030201" + "feffffff" + "f" * 16 + "000000000000f83f")
    reader = Reader(raw, "x")
    assert [reader.u8(), reader.u16(), reader.u32(), reader.u64()] == [1, 0x102, 0x1020304, 0x102030405060708]
    assert [reader.i32(), reader.i64(), reader.f64()] == [-2, -1, 1.5]
    reader.expect_end()


def test_a_taken_view_shares_the_buffer() -> None:
    buffer = bytearray(b"abcdef")
    view = Reader(buffer).take(3)
    buffer[0] = ord("z")
    assert bytes(view) == b"zbc"


def test_a_sub_reader_keeps_absolute_offsets_and_its_own_end() -> None:
    reader = Reader(b"abcdefgh", "m.om")
    reader.skip(2)
    inner = reader.sub(3)
    assert (inner.offset, inner.end, reader.offset) == (2, 5, 5)
    assert bytes(inner.take(3)) == b"cde"
    with pytest.raises(FileError, match=r"m\.om: 1 bytes are needed and 0 are left \(at byte 5\)"):
        inner.u8()


def test_alignment_counts_from_the_buffers_beginning() -> None:
    reader = Reader(bytes(32), start=3)
    reader.align(8)
    assert reader.offset == 8
    reader.align(8)
    assert reader.offset == 8


def test_text_and_c_strings() -> None:
    reader = Reader("é".encode() + b"SoC\0\xff\0\0\0" + b"\xff")
    assert [reader.text(2), reader.fixed_text(8)] == ["é", "SoC"]
    with pytest.raises(FileError, match=r"file-corrupt.*not UTF-8 \(at byte 10\)"):
        reader.text(1)


def test_bytes_after_the_end_are_corrupt() -> None:
    with pytest.raises(FileError, match="2 bytes follow"):
        Reader(b"ab").expect_end()


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (0, 4), (4, None)])
def test_bounds_outside_of_the_buffer_are_refused(start: int, end: int | None) -> None:
    with pytest.raises(FileError, match="file-truncated"):
        Reader(b"abc", start=start, end=end)


STEPS = st.sampled_from(["u8", "u16", "u32", "u64", "i32", "i64", "f64", "varint", "zigzag"])


@given(st.binary(max_size=40), st.lists(st.one_of(STEPS, st.integers(-3, 1 << 70)), max_size=12))
def test_no_sequence_of_reads_leaves_the_buffer(raw: bytes, steps: list[str | int]) -> None:
    reader = Reader(b"front" + raw + b"back", start=5, end=5 + len(raw))
    for step in steps:
        before = reader.offset
        try:
            if isinstance(step, int):
                assert len(reader.take(step)) == step
            else:
                getattr(reader, step)()
        except FileError as error:
            assert error.findings[0].name in ("file-truncated", "file-corrupt")
        assert before <= reader.offset <= reader.end == 5 + len(raw)


def test_a_large_file_is_mapped_and_read_only(tmp_path: Path) -> None:
    path = tmp_path / "w.bin"
    path.write_bytes(bytes(range(256)) * 1000)
    view = open_mapped(path)
    assert (len(view), view[257], view.readonly) == (256_000, 1, True)
    assert isinstance(view.obj, mmap.mmap)


@pytest.mark.parametrize("size", [0, 1, 100])
def test_a_small_file_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "w.bin"
    path.write_bytes(b"x" * size)
    assert bytes(open_mapped(path)) == b"x" * size


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    path = tmp_path / "w.bin"
    path.write_bytes(b"x" * 100_000)
    first = os.open(path, os.O_RDONLY)
    os.close(first)
    views = [open_mapped(path) for _ in range(3)]
    # mmap keeps a duplicate of its own on POSIX; ours is closed, so the lowest free number moves by one a mapping.
    second = os.open(path, os.O_RDONLY)
    os.close(second)
    assert second - first <= len(views)


def test_a_file_above_the_limit_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "w.bin"
    path.write_bytes(b"x" * 11)
    with pytest.raises(FileError) as caught:
        open_mapped(path, subject="weights", limit_bytes=10)
    (found,) = caught.value.findings
    assert (found.name, found.subject, found.expected, found.got) == ("file-too-large", "weights", "at most 10", "11")


def test_what_cannot_be_opened_is_missing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "none", tmp_path, tmp_path / "pipe", "a\0b"):
        with pytest.raises(FileError) as caught:
            open_mapped(path)
        assert [item.name for item in caught.value.findings] == ["file-missing"]
