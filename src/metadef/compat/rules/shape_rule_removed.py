"""Rule `shape-rule-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Output shapes cannot be inferred any more."""
    if pair.old.shape_rule is not None and pair.new.shape_rule is None:
        yield Hit("", "there is no shape rule any more", "a shape rule", "none")
