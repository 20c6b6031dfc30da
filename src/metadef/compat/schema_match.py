"""Which parts of two schemas belong together."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.schema_snapshot import Enumeration, Field, Message, Schema

__all__ = ["fields_gone", "fields_kept", "messages_kept", "values_kept"]


def messages_kept(old: Schema, new: Schema) -> Iterator[tuple[str, Field, Message]]:
    """(message, old field, new message) for every field of every message that both have."""
    for name, before in old.messages.items():
        after = new.messages.get(name)
        if after is not None:
            yield from ((name, field, after) for field in before.fields.values())


def fields_kept(old: Schema, new: Schema) -> Iterator[tuple[str, Field, Field]]:
    """(full name, old, new) for every field that both have by name."""
    for name, field, after in messages_kept(old, new):
        other = after.fields.get(field.name)
        if other is not None:
            yield f"{name}.{field.name}", field, other


def fields_gone(old: Schema, new: Schema) -> Iterator[tuple[str, Field, Message]]:
    """(full name, field, new message) for every field whose name and number are both unused now."""
    for name, field, after in messages_kept(old, new):
        numbers = {item.number for item in after.fields.values()}
        if field.name not in after.fields and field.number not in numbers:
            yield f"{name}.{field.name}", field, after


def values_kept(old: Schema, new: Schema) -> Iterator[tuple[str, int, Enumeration]]:
    """(full name, number, new enumeration) for every value of every enumeration that both have."""
    for name, before in old.enums.items():
        after = new.enums.get(name)
        if after is not None:
            yield from ((f"{name}.{value}", number, after) for value, number in before.values.items())
