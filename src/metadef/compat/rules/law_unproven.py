"""Rule `law-unproven`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A rule over the whole call is new; no legal call was found that it refuses."""
    for law, probe in pair.new_laws:
        if probe is None:
            yield Hit(law.label, f"a law is new: {law.text}", "", law.text, "check by hand whom it refuses")
