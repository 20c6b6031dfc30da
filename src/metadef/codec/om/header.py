"""The 256 bytes at the start of an .om file. Source: facts om_format.md, section 1."""

from __future__ import annotations

from dataclasses import dataclass

from metadef.errors import FileError, finding
from metadef.wire.faults import truncated
from metadef.wire.reader import Reader

__all__ = ["HEADER_BYTES", "MAGIC", "MODEL_KINDS", "Header", "read_header"]

MAGIC = b"IMOD"  # 0x444F4D49, little end first
HEADER_BYTES = 256
_NAME_BYTES = 32
_NEW_VERSION = 0x20000000

MODEL_KINDS = {0: "IR", 1: "standard", 2: "tiny", 3: "flow", 4: "lite", 5: "bundle", 6: "reserved"}


@dataclass(frozen=True, slots=True)
class Header:
    """What the header says."""

    version: int  # 0x20000000 now, 0x10000000 in the first files
    length: int  # of everything after the header, in bytes; of a bundle with the header
    is_long: bool  # the length has 64 bits, and so have those in the partition table
    is_encrypted: bool
    model_kind: int  # see MODEL_KINDS
    is_online: bool
    name: str
    ir_version: int
    model_count: int
    platform_version: str
    needs_host_check: bool  # libraries for one host are embedded
    is_dynamic: bool  # shapes are known at run time only

    @property
    def kind(self) -> str:
        """The kind of model in a word."""
        return MODEL_KINDS.get(self.model_kind, f"kind {self.model_kind}")


def read_header(data: memoryview, subject: str) -> Header:
    """The header of a file.

    Raises:
        FileError: file-truncated, file-unrecognised for another magic number, file-corrupt for an encrypted payload or
            a length that is not the file's.
    """
    if bytes(data[: len(MAGIC)]) != MAGIC[: len(data)]:
        raise FileError.of("file-unrecognised", subject, "this is no .om file", expected="IMOD at the start")
    if len(data) < HEADER_BYTES:
        raise truncated(subject, len(data), f"a header of {HEADER_BYTES} bytes is needed and {len(data)} are there")
    reader = Reader(data[:HEADER_BYTES], subject)
    reader.skip(4 + 4)  # magic number, size of the header
    version = reader.u32()
    reader.skip(64)  # checksum, zero by default
    short_length = reader.u32()
    encrypted, _, kind, online = (reader.u8() for _ in range(4))
    name = _text(reader)
    reader.skip(4 + 32)  # ops, user's own
    ir_version, model_count = reader.u32(), reader.u32()
    platform = _zero_ended(bytes(reader.take(20)))
    reader.skip(1 + 3)  # platform type, padding
    long_length = reader.u64()
    host_check, dynamic = reader.u8(), reader.u8()
    header = Header(
        version,
        long_length or short_length,
        long_length != 0,
        encrypted != 0,
        kind,
        online != 0,
        name,
        ir_version,
        max(model_count, 1),
        platform,
        host_check == 1,
        version >= _NEW_VERSION and (model_count > 1 or dynamic == 1),
    )
    _require_length(header, len(data), subject)
    return header


def _require_length(header: Header, size_bytes: int, subject: str) -> None:
    if header.is_encrypted:
        raise FileError.of("file-corrupt", subject, "the model is encrypted", hint="the model before its encryption")
    whole = header.length + (0 if header.kind == "bundle" else HEADER_BYTES)
    if whole == size_bytes:
        return
    name = "file-truncated" if whole > size_bytes else "file-corrupt"
    message = "the header gives the file another length"
    raise FileError(finding(name, subject, message, expected=f"{whole} bytes", got=f"{size_bytes} bytes"))


def _text(reader: Reader) -> str:
    return _zero_ended(bytes(reader.take(_NAME_BYTES)))


def _zero_ended(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace")
