"""Rule `category-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The tags for search are different."""
    if pair.old.categories != pair.new.categories:
        yield Hit("", "the categories are different", ", ".join(pair.old.categories), ", ".join(pair.new.categories))
