"""Rule `input-dtypes-widened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair, all_types
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input takes types that it did not take."""
    for old, new in pair.inputs.both:
        more = all_types(new) - all_types(old)
        if more.mask:
            names = ", ".join(dtype.name for dtype in more)
            yield Hit(old.name, f"input `{old.name}` also takes {names}", repr(old.types), repr(new.types))
