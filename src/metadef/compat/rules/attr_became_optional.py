"""Rule `attr-became-optional`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute that had to be given may be left out now."""
    for old, new in pair.attrs.both:
        if old.required and not new.required:
            message = f"attribute `{old.name}` may be left out now"
            yield Hit(old.name, message, "required", f"default {new.default!r}")
