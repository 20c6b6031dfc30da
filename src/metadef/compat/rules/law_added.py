"""Rule `law-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A rule over the whole call is new, and a call was found that it refuses."""
    for law, probe in pair.new_laws:
        if probe is not None:
            yield Hit(law.label, f"a new law refuses calls that were legal: {law.text}", "", law.text, probe=probe)
