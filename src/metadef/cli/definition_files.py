"""The definitions that a command line names: files, folders, and `-` for standard input."""

from __future__ import annotations

from collections.abc import Iterable

from metadef.definitions.declaration import Reading
from metadef.definitions.read import read_files

__all__ = ["read_given"]


def read_given(paths: Iterable[str]) -> Reading:
    """Read files and folders; `-` is standard input.

    Raises:
        FileError: if standard input cannot be read.
    """
    given = list(paths)
    if "-" in given:
        from metadef.driver.standard_input import spooled  # WHY: only then; it is rarely wanted

        place = str(spooled())
        given = [place if path == "-" else path for path in given]
    return read_files(given)
