"""Rule `input-became-required`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.ops.ports import PortKind

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input that could be absent must be fed now."""
    for old, new in pair.inputs.both:
        if old.kind is PortKind.OPTIONAL and new.kind is PortKind.REQUIRED:
            yield Hit(old.name, f"input `{old.name}` must be fed now", "optional", "required")
