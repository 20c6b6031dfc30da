"""Rule `schema-message-removed`."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.record import Hit
from metadef.compat.schema_snapshot import Schema

__all__ = ["check"]


def check(old: Schema, new: Schema) -> Iterator[Hit]:
    """A message is gone; its bytes cannot be read any more."""
    for name in old.messages:
        if name not in new.messages:
            yield Hit(name, f"message {name} is gone", name)
