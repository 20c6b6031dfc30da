"""Rule `layout-class-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The operator takes its formats from another table of the target."""
    old, new = pair.old.layout_class, pair.new.layout_class
    if old != new:
        yield Hit("", f"formats come from class {new or 'none'} now", old or "none", new or "none")
