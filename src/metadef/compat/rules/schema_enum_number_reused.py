"""Rule `schema-enum-number-reused`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_match import values_kept
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A number that meant one thing means another."""
    for at, number, after in values_kept(old, new):
        if at.rpartition(".")[2] in after.values:
            continue
        taken = next((name for name, other in after.values.items() if other == number), None)
        if taken is not None:
            yield Hit(at, f"number {number} was {at} and is {taken}", at.rpartition(".")[2], taken, "a new number")
