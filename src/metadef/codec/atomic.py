"""Writing files so that nothing half-written ever stands in the place of the old one."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import BinaryIO

from metadef.errors import FileError

__all__ = ["require_writable", "staged", "write_atomically"]

Chunk = bytes | bytearray | memoryview


def write_atomically(path: Path, data: Chunk | Iterable[Chunk]) -> None:
    """Write a file beside `path`, bring it to the disk, and only then let it take the name.

    Raises:
        FileError: file-write, if the folder is missing or cannot be written, or the name belongs to no ordinary file.
    """
    chunks = [data] if isinstance(data, bytes | bytearray | memoryview) else data
    with staged(path) as stream:
        for chunk in chunks:
            stream.write(chunk)


@contextlib.contextmanager
def staged(path: Path) -> Generator[BinaryIO]:
    """A stream whose bytes take the name `path` when the block ends well, and vanish when it does not.

    A symbolic link stays one: the file that it points to is replaced.

    Raises:
        FileError: as `write_atomically`.
    """
    place = require_writable(path)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name[:40]}.", suffix=".part", dir=place.parent)
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, _mode(place))
        os.replace(temporary, place)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise FileError.of("file-write", str(path), f"cannot be written: {error.strerror}") from error
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def require_writable(path: Path) -> Path:
    """The file that writing to `path` would make or replace, with symbolic links followed.

    Raises:
        FileError: file-write, unless that is a new name in a folder that there is, or an ordinary file.
    """
    try:
        place = Path(os.path.realpath(path))
        if not place.parent.is_dir():
            raise FileError.of("file-write", str(path), f"there is no folder {place.parent}", hint="an existing folder")
        mode = place.lstat().st_mode if os.path.lexists(place) else stat.S_IFREG
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError.of("file-write", str(path), f"cannot be written: {reason}") from error
    # WHY: taking the name of a device or a pipe would destroy it, for every program on the machine
    if not stat.S_ISREG(mode):
        what = "a device or a pipe, not a file"
        if stat.S_ISDIR(mode) or stat.S_ISLNK(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "a symbolic link that leads to itself"
        raise FileError.of("file-write", str(path), f"is {what}", hint="the name of a new or an ordinary file")
    return place


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new file would get."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
