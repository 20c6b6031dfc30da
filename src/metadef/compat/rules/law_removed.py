"""Rule `law-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A rule over the whole call is gone."""
    for law in pair.old.laws:
        if law not in pair.new.laws:
            yield Hit(law.label, f"a law is gone: {law.text}", law.text)
