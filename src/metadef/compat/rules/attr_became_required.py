"""Rule `attr-became-required`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute that could be left out must be given now."""
    for old, new in pair.attrs.both:
        if not old.required and new.required:
            message = f"attribute `{old.name}` must be given now"
            yield Hit(old.name, message, f"default {old.default!r}", "required", "keep the default")
