"""Standard input as a file: readers map files and look at their ends, which a pipe does not allow."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

from metadef.errors import FileError

__all__ = ["spooled"]

_LIMIT_BYTES = 1 << 34  # what may be copied to the temporary folder
_CHUNK_BYTES = 1 << 20


def spooled() -> Path:
    """A file with all of standard input; it is removed when the process ends, as weights stay mapped until then.

    Raises:
        FileError: where there is none, where it is a terminal, and where it is too large or cannot be stored.
    """
    source = sys.stdin
    if source is None or source.closed:  # pythonw and `<&-` leave none
        raise FileError.of("file-missing", "-", "there is no standard input", hint="the name of a file")
    if source.isatty():
        raise FileError.of("file-missing", "-", "standard input is a terminal", hint="metadef ... - < FILE")
    try:
        folder = tempfile.mkdtemp(prefix="metadef-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        place = Path(folder) / "stdin"
        size_bytes = 0
        with place.open("wb") as copy:
            while chunk := source.buffer.read(_CHUNK_BYTES):
                size_bytes += len(chunk)
                if size_bytes > _LIMIT_BYTES:
                    raise FileError.of("file-too-large", "-", f"standard input has more than {_LIMIT_BYTES} bytes")
                copy.write(chunk)
    except OSError as error:
        raise FileError.of("file-missing", "-", f"cannot be read: {error.strerror}") from error
    return place
