"""Rule `schema-field-type-widened`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import fields_kept, is_wider
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A field has a wider type; old bytes read the same, and generated code has another type."""
    for at, field, other in fields_kept(old, new):
        if is_wider(field.type, other.type):
            yield Hit(at, f"field {at} was {field.type} and is {other.type}", field.type, other.type)
