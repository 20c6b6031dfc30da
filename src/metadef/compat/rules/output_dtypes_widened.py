"""Rule `output-dtypes-widened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair, all_types
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output may have a type that its readers never met (outputs are covariant)."""
    for old, new in pair.outputs.both:
        more = all_types(new) - all_types(old)
        if more.mask:
            names = ", ".join(dtype.name for dtype in more)
            yield Hit(old.name, f"output `{old.name}` may also be {names}", repr(old.types), repr(new.types))
