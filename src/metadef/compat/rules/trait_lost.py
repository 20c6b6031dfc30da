"""Rule `trait-lost`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An assumption that passes and planners could make does not hold any more."""
    for trait in sorted(pair.old.trait_set - pair.new.trait_set):
        yield Hit("", f"the operator is no longer {trait}", trait)
