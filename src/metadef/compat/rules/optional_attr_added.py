"""Rule `optional-attr-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute with a default is new."""
    for spec in pair.attrs.added:
        if not spec.required:
            yield Hit(spec.name, f"attribute `{spec.name}` is new", "", f"default {spec.default!r}")
