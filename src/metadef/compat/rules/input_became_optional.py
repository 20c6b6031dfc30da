"""Rule `input-became-optional`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input that had to be fed may be absent now."""
    for old, new in pair.inputs.both:
        if old.kind is PortKind.REQUIRED and new.kind is PortKind.OPTIONAL:
            yield Hit(old.name, f"input `{old.name}` may be absent now", "required", "optional")
