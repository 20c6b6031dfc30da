"""Reading a TOML file of a bounded size."""

from __future__ import annotations

import tomllib
from pathlib import Path

from metadef.errors import FileError

__all__ = ["read_toml", "under"]


def read_toml(path: Path, largest_bytes: int, what: str, malformed: str) -> dict[str, object]:
    """The document in a file.

    Args:
        path: the file.
        largest_bytes: more are refused.
        what: what the file is, for the message: "a table of chips".
        malformed: the code of a file that is no TOML.

    Raises:
        FileError: if it cannot be read, is too large, or is no TOML.
    """
    try:
        with path.open("rb") as file:
            data = file.read(largest_bytes + 1)
    except OSError as error:
        raise FileError.of("file-missing", str(path), error.strerror or "cannot be opened") from error
    if len(data) > largest_bytes:
        raise FileError.of("file-too-large", str(path), f"{what} has at most {largest_bytes} bytes")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise FileError.of(malformed, str(path), f"this is not TOML: {error}") from error


def under(document: dict[str, object], *keys: str) -> object | None:
    """What stands below nested keys; None where one is missing, or where there is no table to look in.

    >>> under({"tool": {"metadef": {"targets": []}}}, "tool", "metadef")
    {'targets': []}
    """
    found: object = document
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found
