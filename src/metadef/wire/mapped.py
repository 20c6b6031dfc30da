"""Opening a file as a read-only memory map."""

from __future__ import annotations

import mmap
import os
import stat

from metadef.errors import FileError, finding
from metadef.wire.faults import too_large, truncated

__all__ = ["DEFAULT_LIMIT_BYTES", "open_mapped"]

DEFAULT_LIMIT_BYTES = 1 << 40
_SMALL_BYTES = 1 << 14  # WHY: below four pages a read is cheaper than a mapping, and cannot fault later


def open_mapped(
    path: str | os.PathLike[str], *, subject: str = "", limit_bytes: int = DEFAULT_LIMIT_BYTES
) -> memoryview:
    """The content of a regular file as a read-only view; nothing is read until it is touched.

    The view keeps the mapping alive and the descriptor is closed at once. An empty file gives an empty view.

    Args:
        path: the file.
        subject: what findings name; the path by default.
        limit_bytes: the largest size that is accepted.

    Raises:
        FileError: file-missing if it cannot be opened or is no regular file, file-too-large beyond the limit.
    """
    name = subject or os.fspath(path)
    # WHY: O_NONBLOCK, or opening a named pipe would wait for a writer for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        descriptor = os.open(path, flags)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(finding("file-missing", name, f"the file cannot be opened: {reason.lower()}")) from None
    try:
        return _map(descriptor, name, limit_bytes)
    finally:
        os.close(descriptor)


def _map(descriptor: int, name: str, limit_bytes: int) -> memoryview:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise FileError(finding("file-missing", name, "this is not a regular file"))
    size = status.st_size
    if size > limit_bytes:
        raise too_large(
            name, f"the file has {size} bytes, more than the limit", expected=f"at most {limit_bytes}", got=str(size)
        )
    try:
        if size <= _SMALL_BYTES:
            return memoryview(os.read(descriptor, size))
        return memoryview(mmap.mmap(descriptor, size, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:  # it shrank, or address space ran out
        raise truncated(name, size, f"the file cannot be mapped: {error}") from None
