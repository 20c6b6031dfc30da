"""Rule `promotion-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A type that follows from others by promotion follows from different ones now."""
    for old, new in pair.symbols.kept:
        if old.promote != new.promote:
            message = f"the type {old.name} follows from other types now"
            yield Hit(old.name, message, ", ".join(old.promote) or "a set", ", ".join(new.promote) or "a set")
