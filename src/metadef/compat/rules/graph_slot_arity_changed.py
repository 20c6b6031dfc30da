"""Rule `graph-slot-arity-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A slot of one subgraph takes any number now, or the other way round."""
    for old, new in pair.graphs.kept:
        if old.is_dynamic != new.is_dynamic:
            was, now = ("any number", "one") if old.is_dynamic else ("one", "any number")
            yield Hit(old.name, f"subgraph `{old.name}` was {was} and is {now}", was, now)
