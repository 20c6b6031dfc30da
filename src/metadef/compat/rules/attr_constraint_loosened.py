"""Rule `attr-constraint-loosened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.compat.values import first_refused

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An attribute may have values that were not legal."""
    for old, new in pair.attrs.both:
        if old.kind is not new.kind or old.constraint == new.constraint:
            continue
        allowed = first_refused(new, old)
        if allowed is not None and first_refused(old, new) is None:
            message = f"attribute `{old.name}` may also be {allowed!r}"
            yield Hit(old.name, message, repr(old.constraint), repr(new.constraint))
