"""Rule `op-revived`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The operator is no longer deprecated."""
    if pair.old.deprecated and not pair.new.deprecated:
        yield Hit("", "no longer deprecated", "deprecated", "alive")
