"""Rule `schema-field-label-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import fields_kept
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A field holds one value instead of many, or many instead of one."""
    for at, field, other in fields_kept(old, new):
        if field.label != other.label:
            yield Hit(at, f"field {at} was {field.label} and is {other.label}", field.label, other.label)
