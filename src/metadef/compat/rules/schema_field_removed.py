"""Rule `schema-field-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import fields_gone
from metadef.compat.schema_snapshot import Schema, holds

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A field is gone and its number is free for another one, which would read its old bytes."""
    for at, field, message in fields_gone(old, new):
        if not holds(message.reserved_numbers, field.number):
            yield Hit(at, f"field {at} is gone", f"number {field.number}", "", f"reserved {field.number}")
