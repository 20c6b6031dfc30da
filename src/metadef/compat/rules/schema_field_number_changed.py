"""Rule `schema-field-number-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import fields_kept
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A field has another number; old bytes fill nothing or something else."""
    for at, field, other in fields_kept(old, new):
        if field.number != other.number:
            yield Hit(
                at, f"field {at} was number {field.number} and is {other.number}", str(field.number), str(other.number)
            )
