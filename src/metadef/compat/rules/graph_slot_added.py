"""Rule `graph-slot-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A new subgraph must be given; calls that exist do not give it."""
    for slot in pair.graphs.added:
        kind = "dynamic" if slot.is_dynamic else "required"
        yield Hit(slot.name, f"subgraph `{slot.name}` is new", "", kind)
