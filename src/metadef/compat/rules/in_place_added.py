"""Rule `in-place-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output overwrites an input that was left alone."""
    for name in pair.new.in_place:
        if name not in pair.old.in_place:
            yield Hit(name, f"output `{name}` overwrites the input of that name", "left alone", "overwritten")
