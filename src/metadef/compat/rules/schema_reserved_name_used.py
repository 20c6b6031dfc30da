"""Rule `schema-reserved-name-used`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A name that was reserved for ever is used."""
    for name, after in new.messages.items():
        before = old.messages.get(name)
        for field in after.fields.values():
            if before is not None and field.name in before.reserved_names:
                at = f"{name}.{field.name}"
                yield Hit(at, f"field {at} uses a reserved name", "a free name", field.name)
