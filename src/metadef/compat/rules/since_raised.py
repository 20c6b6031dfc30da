"""Rule `since-raised`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The operator claims to exist only from a later version on."""
    if pair.old.since != pair.new.since:
        yield Hit("", f"since {pair.new.since} instead of {pair.old.since}", pair.old.since, pair.new.since)
