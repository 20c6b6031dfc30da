"""Rule `attrs-reordered`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Attributes stand in another order; builders that take them by place change."""
    if pair.attrs.reordered:
        names = [old.name for old, _ in pair.attrs.kept]
        order = [spec.name for spec in pair.new.attrs if spec.name in names]
        yield Hit("", "the attributes stand in another order", ", ".join(names), ", ".join(order))
