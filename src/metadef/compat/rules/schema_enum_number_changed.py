"""Rule `schema-enum-number-changed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import values_kept
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """An enum value has another number; stored numbers mean something else."""
    for at, number, after in values_kept(old, new):
        now = after.values.get(at.rpartition(".")[2])
        if now is not None and now != number:
            yield Hit(at, f"enum value {at} was {number} and is {now}", str(number), str(now))
