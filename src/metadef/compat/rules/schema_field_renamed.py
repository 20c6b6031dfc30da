"""Rule `schema-field-renamed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import messages_kept
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A field has another name; JSON and generated code know it by the old one."""
    for name, field, after in messages_kept(old, new):
        twin = next((item for item in after.fields.values() if item.number == field.number), None)
        if field.name not in after.fields and twin is not None:
            at = f"{name}.{field.name}"
            yield Hit(at, f"field {at} is now called {twin.name}", field.name, twin.name)
