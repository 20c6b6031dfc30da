"""Rule `in-place-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output no longer overwrites its input, and callers that read the input see old data."""
    for name in pair.old.in_place:
        if name not in pair.new.in_place:
            yield Hit(name, f"output `{name}` no longer overwrites the input of that name", "overwritten", "left alone")
