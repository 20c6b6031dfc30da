"""Rule `attr-default-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute left out means something else now."""
    for old, new in pair.attrs.both:
        if not old.required and not new.required and old.kind is new.kind and old.default != new.default:
            message = f"attribute `{old.name}` left out means {new.default!r} now"
            yield Hit(old.name, message, repr(old.default), repr(new.default), "keep the default; add an attribute")
