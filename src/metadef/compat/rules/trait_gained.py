"""Rule `trait-gained`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Passes and planners may assume more about the operator."""
    for trait in sorted(pair.new.trait_set - pair.old.trait_set):
        yield Hit("", f"the operator is {trait} now", "", trait)
