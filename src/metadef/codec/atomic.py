"""Writing files so that nothing half-written ever stands in the place of the old one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from metadef.errors import FileError

__all__ = ["write_atomically"]

Chunk = bytes | bytearray | memoryview


def write_atomically(path: Path, data: Chunk | Iterable[Chunk]) -> None:
    """Write a file beside `path`, bring it to the disk, and only then let it take the name.

    Raises:
        FileError: file-write, if the folder is missing or cannot be written.
    """
    chunks = [data] if isinstance(data, bytes | bytearray | memoryview) else data
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            for chunk in chunks:
                stream.write(chunk)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise FileError.of("file-write", str(path), f"cannot be written: {error.strerror}") from error
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new file would get."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
