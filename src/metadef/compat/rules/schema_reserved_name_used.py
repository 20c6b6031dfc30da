"""Rule `schema-reserved-name-used`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import reserving_kept
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A name that was reserved for ever is used."""
    for name, before, after in reserving_kept(old, new):
        for member, _ in after.numbered:
            if member in before.reserved_names:
                at = f"{name}.{member}"
                yield Hit(at, f"{at} uses a reserved name", "a free name", member)
