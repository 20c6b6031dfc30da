"""The three ways in which bytes can disappoint a reader, as `FileError`s with the offset."""

from __future__ import annotations

from metadef.errors import FileError, finding

__all__ = ["MAX_MESSAGE_BYTES", "corrupt", "overrun", "too_large", "truncated"]

MAX_MESSAGE_BYTES = (1 << 31) - 1  # what protobuf itself allows for one message


def truncated(subject: str, offset: int, message: str) -> FileError:
    """The content ends before it should."""
    return FileError(
        finding("file-truncated", subject, f"{message} (at byte {offset})", hint="get the whole file again")
    )


def corrupt(subject: str, offset: int, message: str) -> FileError:
    """The content contradicts itself."""
    return FileError(finding("file-corrupt", subject, f"{message} (at byte {offset})"))


def too_large(subject: str, message: str, *, expected: str = "", got: str = "", hint: str = "") -> FileError:
    """A size is beyond what the file can hold or beyond the limit."""
    return FileError(finding("file-too-large", subject, message, expected=expected, got=got, hint=hint))


def overrun(subject: str, offset: int, claimed: int, available: int, total: int, *, outermost: bool) -> FileError:
    """A length that reaches beyond what holds it.

    Args:
        subject: the file.
        offset: where the length is written.
        claimed: the length, in bytes.
        available: bytes left in the enclosing message.
        total: size of the file.
        outermost: whether the enclosing message is the file itself: only then is a cut-off file the likely cause.
    """
    text = f"a field claims {claimed} bytes where {available} are left"
    if claimed > MAX_MESSAGE_BYTES or (claimed > total and not outermost):
        return too_large(subject, f"{text} (at byte {offset})", expected=f"at most {available}", got=str(claimed))
    if outermost:
        return truncated(subject, offset, text)
    return corrupt(subject, offset, text)
