"""Rule `input-dtypes-narrowed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair, all_types
from metadef.compat.record import Hit, Probe

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """An input no longer takes a type that it took (inputs are contravariant)."""
    for old, new in pair.inputs.both:
        gone = all_types(old) - all_types(new)
        if gone.mask:
            probe = Probe({old.name: next(iter(gone))}, present=(old.name,))
            names = ", ".join(dtype.name for dtype in gone)
            message = f"input `{old.name}` no longer takes {names}"
            yield Hit(old.name, message, repr(old.types), repr(new.types), "", probe)
