"""From the bytes of a definition file to text that every reader can rely on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from metadef.errors import FileError, Finding, finding
from metadef.source import Span

__all__ = ["MAX_BYTES", "Decoded", "Encoded", "decode", "encoded", "read_bytes"]

MAX_BYTES = 256 << 20  # WHY: the largest real header is under 1 MB; beyond this it is no definition file

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with `\\n` line ends, without NUL and without surrogates; offsets count its characters."""

    text: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Encoded:
    """The characters of a file as they are, line ends included, and how to write such a file again."""

    text: str
    mark: bytes
    encoding: str

    def data(self, text: str) -> bytes:
        """Another text in the same encoding.

        Raises:
            UnicodeEncodeError: if the encoding has no such characters.
        """
        return self.mark + text.encode(self.encoding)


def encoded(data: bytes) -> Encoded | None:
    """The text of a file if writing it again gives the same bytes, else None. Encodings are those of `decode`.

    >>> encoded(b"// \\xd6\\xd0").encoding
    'gb18030'
    """
    marked = [(mark, encoding) for mark, encoding in _BOMS if data.startswith(mark)]
    for mark, encoding in (*marked, (b"", "utf-8"), (b"", "gb18030")):
        try:
            found = Encoded(data[len(mark) :].decode(encoding), mark, encoding)
            if found.data(found.text) == data:
                return found
        except UnicodeError:
            continue
    return None


def read_bytes(path: str | Path) -> bytes:
    """The content of a definition file.

    Raises:
        FileError: if it cannot be read, or is larger than `MAX_BYTES`.
    """
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError.of("file-missing", str(path), error.strerror or str(error)) from error
    if len(data) > MAX_BYTES:
        raise FileError.of("file-too-large", str(path), f"more than {MAX_BYTES} bytes is no definition file")
    return data


def decode(data: bytes | str, file: str = "") -> Decoded:
    """Text of a file: UTF-8 with or without a mark, UTF-16 with a mark, else GB18030, which older headers use.

    >>> decode(b"REG_OP(A)\\r\\n// \\xd6\\xd0").text
    'REG_OP(A)\\n// 中'
    """
    findings: list[Finding] = []

    def report(message: str, got: str) -> None:
        findings.append(
            finding("text-encoding", file or "text", message, expected="UTF-8", got=got, where=Span(file, 1, 1))
        )

    text = data if isinstance(data, str) else _decode_bytes(data, report)
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            report("the text has lone surrogates, which no file can hold", f"U+{ord(text[error.start]):04X}")
            text = text.encode("utf-8", "replace").decode("utf-8")  # WHY: "?" keeps the offsets
    if "\0" in text:
        report("the text has NUL characters; they are read as spaces", f"{text.count(chr(0))} of them")
        text = text.replace("\0", " ")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text, tuple(findings))


def _decode_bytes(data: bytes, report: Callable[[str, str], None]) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                break
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = f"byte 0x{data[error.start]:02x} at offset {error.start}"
    try:
        text = data.decode("gb18030")
        report("the bytes are not UTF-8; read as GB18030", bad)
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        report("the bytes are not UTF-8; what cannot be read is replaced", bad)
    return text
