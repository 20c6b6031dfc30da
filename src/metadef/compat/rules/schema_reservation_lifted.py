"""Rule `schema-reservation-lifted`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema, holds

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A reserved number is free again."""
    pairs = [(name, item, new.messages.get(name)) for name, item in old.messages.items()]
    enums = [(name, item, new.enums.get(name)) for name, item in old.enums.items()]
    for name, before, after in (*pairs, *enums):
        for first, last in before.reserved_numbers if after is not None else ():
            if after is not None and not (holds(after.reserved_numbers, first) and holds(after.reserved_numbers, last)):
                yield Hit(name, f"{name} no longer reserves {first} to {last}", f"reserved {first} to {last}")
