"""Rule `format-column-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.pair import Pair
from metadef.compat.record import Hit
from metadef.compat.words import column_text

__all__ = ["check"]


def check(pair: Pair) -> Iterator[Hit]:
    """A joint choice of formats and types is new."""
    for column in pair.new.columns:
        if column not in pair.old.columns:
            yield Hit("", f"the column {column_text(column)} is new", "", column_text(column))
