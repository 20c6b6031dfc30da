"""Rule `schema-message-added`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A message is new."""
    for name in new.messages:
        if name not in old.messages:
            yield Hit(name, f"message {name} is new", "", name)
