"""Rule `attr-constraint-reworded`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.compat.values import first_refused

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """The law of an attribute is written differently; no value was found that tells them apart."""
    for old, new in pair.attrs.both:
        if old.kind is not new.kind or old.constraint == new.constraint:
            continue
        if first_refused(old, new) is None and first_refused(new, old) is None:
            message = f"the law of attribute `{old.name}` is written differently"
            yield Hit(old.name, message, repr(old.constraint), repr(new.constraint))
