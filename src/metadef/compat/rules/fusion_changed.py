"""Rule `fusion-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """What the operator may be fused with is different."""
    if pair.old.fusion_rule != pair.new.fusion_rule:
        yield Hit("", "what it may be fused with is different", repr(pair.old.fusion_rule), repr(pair.new.fusion_rule))
