"""Rule `op-deprecated`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The operator is marked as deprecated."""
    if pair.new.deprecated and not pair.old.deprecated:
        yield Hit("", f"deprecated: {pair.new.deprecated}", "alive", "deprecated")
