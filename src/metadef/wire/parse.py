"""`parse_message`: protobuf bytes to a message, or a finding that says where they are wrong."""

from __future__ import annotations

import codecs
from typing import Any

from metadef.errors import FileError
from metadef.wire.faults import MAX_MESSAGE_BYTES, corrupt, too_large
from metadef.wire.pool import message_class

__all__ = ["parse_message"]

# Fields for people, not for machines: exporters put local encodings there; a damaged remark must not cost the model.
_FREE_TEXT = frozenset(
    {
        *(f"onnx.{owner}.doc_string" for owner in ("ModelProto", "GraphProto", "NodeProto", "TensorProto")),
        *(f"onnx.{owner}.doc_string" for owner in ("AttributeProto", "ValueInfoProto", "FunctionProto")),
        "onnx.StringStringEntryProto.value",
    }
)
_SAME_LENGTH = "metadef-same-length"


def parse_message(
    name: str, data: bytes | memoryview, *, subject: str = "input", limit_bytes: int = MAX_MESSAGE_BYTES
) -> Any:
    """The message of class `message_class(name)` that `data` holds.

    Unknown fields are kept and written back. Text for people (`doc_string`, metadata values) that is not UTF-8 is
    accepted with a question mark for each wrong byte.

    Args:
        name: "onnx.ModelProto", "ge.proto.ModelDef", …
        data: the bytes.
        subject: what findings are about, such as the file's name.
        limit_bytes: the largest size that is accepted; protobuf's own limit of 2 GiB by default.

    Raises:
        FileError: file-truncated if the bytes end too soon, file-corrupt if they are wrong, file-too-large for lengths
            that no file can hold and beyond `limit_bytes`.
        KeyError: if the message is unknown.
    """
    from google.protobuf.message import DecodeError

    limit = min(limit_bytes, MAX_MESSAGE_BYTES)
    if len(data) > limit:
        raise too_large(
            subject,
            f"the message has {len(data)} bytes",
            expected=f"at most {limit}",
            got=str(len(data)),
            hint="keep the weights in external data",
        )
    message = message_class(name)()
    raw = bytes(data)
    failures = (DecodeError, RecursionError, UnicodeDecodeError)
    try:
        message.ParseFromString(raw)
        return message
    except failures:
        mended = _mended(name, raw, subject)
    try:
        message.Clear()
        message.ParseFromString(mended)
    except failures as error:
        raise corrupt(subject, 0, f"protobuf cannot read this as {name}: {error}") from None
    return message


def _mended(name: str, raw: bytes, subject: str) -> bytes:
    """`raw` with readable free text, where that is all that is wrong.

    Raises:
        FileError: for anything else that is wrong.
    """
    from metadef.wire.walk import bad_texts

    codecs.register_error(_SAME_LENGTH, _question_marks)
    mended = bytearray(raw)
    wrong: FileError | None = None
    for text in bad_texts(name, memoryview(raw), subject):  # to the end: a cut-off file is worth more than a wrong name
        if text.field not in _FREE_TEXT:
            wrong = wrong or corrupt(f"{subject}: {text.path}", text.offset, "text is not UTF-8")
            continue
        span = slice(text.offset, text.offset + text.size)
        mended[span] = raw[span].decode("utf-8", _SAME_LENGTH).encode()
    if wrong:
        raise wrong
    return bytes(mended)


def _question_marks(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "?" * (error.end - error.start), error.end
