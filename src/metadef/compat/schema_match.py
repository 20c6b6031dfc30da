"""Which parts of two schemas belong together."""

from __future__ import annotations

from collections.abc import Iterator

from metadef.compat.schema_snapshot import Enumeration, Field, Message, Schema

__all__ = ["fields_gone", "fields_kept", "is_wider", "messages_kept", "reserving_kept", "values_kept"]


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


# Pairs where the newer type reads everything that the older one wrote as the same value, in binary and in JSON.
_WIDER = frozenset({("int32", "int64"), ("uint32", "uint64"), ("uint32", "int64"), ("sint32", "sint64")})


def is_wider(old: str, new: str) -> bool:
    """Whether a field of the newer type reads what one of the older type wrote."""
    return (old, new) in _WIDER


def reserving_kept(old: Schema, new: Schema) -> Iterator[tuple[str, Message | Enumeration, Message | Enumeration]]:
    """(full name, old, new) for every message and enumeration that both have: both reserve numbers and names."""
    yield from ((name, item, new.messages[name]) for name, item in old.messages.items() if name in new.messages)
    yield from ((name, item, new.enums[name]) for name, item in old.enums.items() if name in new.enums)


def values_kept(old: Schema, new: Schema) -> Iterator[tuple[str, int, Enumeration]]:
    """(full name, number, new enumeration) for every value of every enumeration that both have."""
    for name, before in old.enums.items():
        after = new.enums.get(name)
        if after is not None:
            yield from ((f"{name}.{value}", number, after) for value, number in before.values.items())
