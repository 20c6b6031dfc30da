"""Rule `schema-field-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A field is new; older readers skip it."""
    for name, after in new.messages.items():
        before = old.messages.get(name)
        for field in after.fields.values() if before is not None else ():
            known = {item.number for item in before.fields.values()} if before is not None else set[int]()
            if before is not None and field.name not in before.fields and field.number not in known:
                yield Hit(f"{name}.{field.name}", f"field {name}.{field.name} is new", "", f"number {field.number}")
