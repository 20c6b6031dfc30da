"""Rule `required-attr-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A new attribute must be given; calls that exist do not give it."""
    for spec in pair.attrs.added:
        if spec.required:
            message = f"attribute `{spec.name}` is new and must be given"
            yield Hit(spec.name, message, "", "required", "give it a default that means the old behaviour")
