"""Rule `graph-slot-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A subgraph is gone."""
    for slot in pair.graphs.removed:
        yield Hit(slot.name, f"subgraph `{slot.name}` is gone", slot.name)
