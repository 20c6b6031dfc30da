"""What writing a file may do to the place where it goes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from metadef.codec.atomic import require_writable, staged, write_atomically
from metadef.errors import FileError


def test_a_pipe_is_refused_and_stays_a_pipe(tmp_path: Path):
    """Devices fall under the same rule; a pipe is the special file that a test may make."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="a device or a pipe"):
        write_atomically(pipe, b"data")
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_link_to_a_pipe_is_refused_too(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with pytest.raises(FileError, match="a device or a pipe"):
        write_atomically(tmp_path / "link", b"data")
    assert (tmp_path / "link").is_symlink()


def test_a_link_that_leads_to_itself_is_called_so(tmp_path: Path):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(FileError, match="leads to itself"):
        write_atomically(tmp_path / "loop", b"x")
    assert (tmp_path / "loop").is_symlink()


def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    write_atomically(tmp_path / "link", [b"n", b"ew"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["", "missing/file", "a\0b", "x" * 300])
def test_a_name_that_cannot_be_written_is_a_file_error(name: str, tmp_path: Path):
    with pytest.raises(FileError):
        write_atomically(tmp_path / name, b"data")
    assert os.listdir(tmp_path) == []


def test_a_block_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path):
    place = tmp_path / "file"
    place.write_bytes(b"old")
    with pytest.raises(KeyError), staged(place) as stream:
        stream.write(b"half")
        raise KeyError
    assert place.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path):
    place = tmp_path / "file"
    place.write_bytes(b"old")
    place.chmod(0o640)
    write_atomically(place, b"new")
    assert stat.S_IMODE(place.stat().st_mode) == 0o640
    assert require_writable(place) == place
