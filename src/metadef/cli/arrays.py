"""`--input name=file.npy|random` and `--range name=0:1`: what a model is fed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from metadef.errors import FileError, UsageError

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["parse_inputs", "parse_ranges"]

_RANDOM = "random"


def parse_inputs(settings: Sequence[str]) -> dict[str, Array]:
    """Arrays by input; those that shall be `random` are left out.

    Raises:
        UsageError: for settings that are malformed or name an input twice.
        FileError: for files that are no arrays.
    """
    arrays: dict[str, Array] = {}
    seen: set[str] = set()
    for text in settings:
        name, equals, place = text.partition("=")
        subject = f"--input {text[:60]}"
        if not equals or not name or not place:
            expected = "NAME=FILE.npy or NAME=random"
            raise UsageError.of("bad-usage", subject, "cannot be read", expected=expected)
        if name in seen:
            raise UsageError.of("bad-usage", subject, f"gives {name} twice", hint="one file for each input")
        seen.add(name)
        if place != _RANDOM:
            arrays[name] = _load(Path(place))
    return arrays


def _load(path: Path) -> Array:
    import numpy as np

    try:
        found = np.load(path, allow_pickle=False)
    except OSError as error:
        raise FileError.of("file-missing", str(path), f"cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError) as error:
        raise FileError.of("file-unrecognised", str(path), f"is no array: {error}", expected=".npy") from error
    if not isinstance(found, np.ndarray):
        names = ", ".join(found.files[:8])
        found.close()
        raise FileError.of("file-unrecognised", str(path), f"holds several arrays: {names}", expected=".npy")
    return found


def parse_ranges(settings: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Smallest and largest element by input.

    Raises:
        UsageError: for settings that are malformed.

    >>> parse_ranges(["x=-1:1"])
    {'x': (-1.0, 1.0)}
    """
    ranges: dict[str, tuple[float, float]] = {}
    for text in settings:
        name, equals, ends = text.partition("=")
        low, colon, high = ends.partition(":")
        try:
            pair = float(low), float(high)
        except ValueError:
            pair = None
        if (
            not name
            or not equals
            or not colon
            or pair is None
            or not pair[0] <= pair[1]
            or abs(pair[0]) + abs(pair[1]) > 1e300
        ):
            expected = "NAME=LOW:HIGH, such as x=-1:1"
            raise UsageError.of("bad-usage", f"--range {text[:60]}", "cannot be read", expected=expected)
        ranges[name] = pair
    return ranges
