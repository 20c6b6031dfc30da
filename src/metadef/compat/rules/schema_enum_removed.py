"""Rule `schema-enum-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """An enumeration is gone."""
    for name in old.enums:
        if name not in new.enums:
            yield Hit(name, f"enumeration {name} is gone", name)
