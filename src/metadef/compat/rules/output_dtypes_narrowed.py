"""Rule `output-dtypes-narrowed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair, all_types
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An output no longer has a type that it could have; readers lose nothing."""
    for old, new in pair.outputs.both:
        gone = all_types(old) - all_types(new)
        if gone.mask:
            names = ", ".join(dtype.name for dtype in gone)
            yield Hit(old.name, f"output `{old.name}` is never {names} now", repr(old.types), repr(new.types))
