"""Rule `schema-enum-value-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """An enum value is new; older readers do not know it."""
    for name, after in new.enums.items():
        before = old.enums.get(name)
        for value, number in after.values.items():
            if before is not None and value not in before.values and number not in before.values.values():
                yield Hit(f"{name}.{value}", f"enum value {name}.{value} is new", "", str(number))
