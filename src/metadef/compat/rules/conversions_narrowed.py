"""Rule `conversions-narrowed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.compat.words import conversion_text

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A format conversion that layout could insert at the operator is forbidden now."""
    old, new = pair.old.conversions, pair.new.conversions
    if new is None or old == new:
        return
    gone = ["any other pair"] if old is None else [conversion_text(item) for item in old if item not in new]
    if gone:
        allowed = ", ".join(map(conversion_text, new)) or "none"
        yield Hit("", f"conversions are no longer allowed: {', '.join(gone)}", "allowed", allowed)
