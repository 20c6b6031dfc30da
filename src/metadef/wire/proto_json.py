"""A protobuf message as JSON, in the form that ATC writes: field names of the schema, maps as lists of key and value.

Bytes are text where they are printable, else hexadecimal; those beyond a kilobyte, such as weights, are their number.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from metadef.errors import FileError

__all__ = ["ProtoJson", "message_json"]

ProtoJson: TypeAlias = "dict[str, ProtoJson] | list[ProtoJson] | str | int | float | bool"

_MOST_BYTES = 1024
_MOST_NESTING = 64


def message_json(message: Any, subject: str = "message") -> dict[str, ProtoJson]:
    """The fields that are set, those of the schema by name and enumerations by label.

    Raises:
        FileError: file-corrupt for messages nested deeper than 64.

    >>> from metadef.wire.pool import message_class
    >>> message_json(message_class("ge.proto.ShapeDef")(dim=[1, 300]))
    {'dim': [1, 300]}
    """
    return _message(message, subject, 0)


def _message(message: Any, subject: str, depth: int) -> dict[str, ProtoJson]:
    if depth > _MOST_NESTING:
        raise FileError.of("file-corrupt", subject, f"messages are nested deeper than {_MOST_NESTING}")
    made: dict[str, ProtoJson] = {}
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            entries = field.message_type.fields_by_name["value"]
            made[field.name] = [
                {"key": key, "value": _value(value[key], entries, subject, depth)} for key in sorted(value)
            ]
        elif field.is_repeated:
            made[field.name] = [_value(item, field, subject, depth) for item in value]
        else:
            made[field.name] = _value(value, field, subject, depth)
    return made


def _value(value: Any, field: Any, subject: str, depth: int) -> ProtoJson:
    if field.message_type is not None:
        return _message(value, subject, depth + 1)
    if field.enum_type is not None:
        label = field.enum_type.values_by_number.get(value)
        return label.name if label is not None else int(value)
    if isinstance(value, bytes):
        return _bytes(value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return repr(value)  # JSON has no such numbers
    return value


def _bytes(value: bytes) -> str:
    if len(value) > _MOST_BYTES:
        return f"<{len(value)} bytes>"
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return value.hex()
    return text if text.isprintable() else value.hex()
