"""Messages of the schema as bytes and as JSON.

The classes come from a private pool, so their fields are not visible to a type checker: `Message` is what protobuf
promises of all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from metadef.errors import FileError
from metadef.wire.pool import message_class

__all__ = ["NEWER", "PACKAGE", "Message", "from_bytes", "from_json", "member", "new", "to_bytes", "to_json"]

PACKAGE = "cann.meta"
Message = Any  # WHY: the fields of a message of the private pool are known to protobuf only

NEWER = "a newer release of metadef"

Member = TypeVar("Member")

_MOST_BYTES = 1 << 30
_MOST_DEPTH = 100  # of nested JSON, protobuf's own limit for binary


def new(message: str, /, **fields: object) -> Message:
    """A new message of the schema, such as `new("TensorDesc", alignment=32)`."""
    return message_class(f"{PACKAGE}.{message}")(**fields)


def member(numbers: Mapping[int, Member], number: int, what: str, subject: str) -> Member:
    """The enum member of a number.

    Raises:
        FileError: if there is none, as a newer release may have.
    """
    found = numbers.get(number)
    if found is None:
        raise FileError.of("file-corrupt", subject, f"there is no {what} {number}", hint=NEWER)
    return found


def to_bytes(message: Message) -> bytes:
    """The binary form; equal messages give equal bytes. Unknown fields are kept."""
    return message.SerializeToString(deterministic=True)


def from_bytes(name: str, data: bytes) -> Message:
    """A message from its binary form.

    Raises:
        FileError: if the bytes are no such message, or more than 1 GiB.
    """
    if len(data) > _MOST_BYTES:
        raise FileError.of("file-too-large", f"message {name}", "a message has at most 1 GiB")
    message = new(name)
    try:
        message.ParseFromString(data)
    except (DecodeError, RecursionError) as error:
        raise FileError.of("file-corrupt", f"message {name}", f"the bytes are no {PACKAGE}.{name}: {error}") from error
    return message


def to_json(message: Message) -> str:
    """The JSON form, with the field names of the schema; unknown fields have no names and are left out."""
    return json_format.MessageToJson(message, preserving_proto_field_name=True, ensure_ascii=False, indent=1)


def from_json(name: str, text: str) -> Message:
    """A message from its JSON form; fields that the schema does not know are skipped.

    Raises:
        FileError: if the text is no such message.
    """
    if len(text) > _MOST_BYTES:
        raise FileError.of("file-too-large", f"message {name}", "a message has at most 1 GiB")
    message = new(name)
    if not text.lstrip().startswith("{"):
        raise FileError.of("file-corrupt", f"message {name}", "the text is no JSON object", expected="{ ... }")
    try:
        json_format.Parse(text, message, ignore_unknown_fields=True, max_recursion_depth=_MOST_DEPTH)
    except (json_format.ParseError, RecursionError, ValueError) as error:
        raise FileError.of("file-corrupt", f"message {name}", f"the text is no {PACKAGE}.{name}: {error}") from error
    return message
