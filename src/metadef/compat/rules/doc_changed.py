"""Rule `doc-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The operator's description is different."""
    if pair.old.summary != pair.new.summary:
        yield Hit("", "the description is different")
