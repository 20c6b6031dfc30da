"""Rule `schema-reserved-number-used`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema, holds

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A number that was reserved for ever is used."""
    for name, after in new.messages.items():
        before = old.messages.get(name)
        for field in after.fields.values():
            if before is not None and holds(before.reserved_numbers, field.number):
                at = f"{name}.{field.name}"
                yield Hit(at, f"field {at} uses the reserved number {field.number}", "a free number", str(field.number))
