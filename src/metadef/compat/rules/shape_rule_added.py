"""Rule `shape-rule-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """Output shapes can be inferred."""
    if pair.old.shape_rule is None and pair.new.shape_rule is not None:
        yield Hit("", "there is a shape rule now", "none", "a shape rule")
