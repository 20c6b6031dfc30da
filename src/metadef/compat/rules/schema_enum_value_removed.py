"""Rule `schema-enum-value-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import values_kept
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """An enum value is gone; stored numbers have no name."""
    for at, number, after in values_kept(old, new):
        if at.rpartition(".")[2] not in after.values and number not in after.values.values():
            yield Hit(at, f"enum value {at} is gone", str(number), "", f"reserved {number}")
