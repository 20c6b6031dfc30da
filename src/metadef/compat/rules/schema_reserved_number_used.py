"""Rule `schema-reserved-number-used`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import reserving_kept
from metadef.compat.schema_snapshot import Schema, holds

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A number that was reserved for ever is used."""
    for name, before, after in reserving_kept(old, new):
        for member, number in after.numbered:
            if holds(before.reserved_numbers, number):
                at = f"{name}.{member}"
                yield Hit(at, f"{at} uses the reserved number {number}", "a free number", str(number))
