"""Rule `outputs-reordered`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Outputs stand in another order; readers name them by place."""
    if pair.outputs.reordered:
        names = [old.name for old, _ in pair.outputs.kept]
        order = [port.name for port in pair.new.outputs if port.name in names]
        yield Hit("", "the outputs stand in another order", ", ".join(names), ", ".join(order))
