"""Rule `schema-field-type-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import fields_kept, is_wider
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A field has another type; old bytes are read as something else."""
    for at, field, other in fields_kept(old, new):
        if field.type != other.type and not is_wider(field.type, other.type):
            yield Hit(at, f"field {at} was {field.type} and is {other.type}", field.type, other.type, "a new field")
