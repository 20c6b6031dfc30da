"""Rule `conversions-widened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.compat.words import conversion_text

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A format conversion at the operator is allowed that was forbidden."""
    old, new = pair.old.conversions, pair.new.conversions
    if old is None or old == new:
        return
    more = ["any pair"] if new is None else [conversion_text(item) for item in new if item not in old]
    if more:
        yield Hit("", f"conversions are allowed now: {', '.join(more)}", "forbidden", "allowed")
