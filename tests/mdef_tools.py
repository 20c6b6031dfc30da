"""Taking `.mdef` files apart and putting them together again, for tests that forge what no writer would write."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from metadef.codec.mdef.container import Container, Part, container_chunks
from metadef.codec.mdef.layout import ENTRY, SLOT, SLOT_BYTES
from metadef.wire.reader import Reader
from metadef.wire.varint import varint_bytes

__all__ = ["columns_of", "join", "parts_of", "resealed", "section_of"]

Column = tuple[int, int, bytes]  # id, entries, body


def resealed(content: bytes) -> bytes:
    """The file with all checksums of its first header entry made right, so that damage gets past them."""
    fields = list(SLOT.unpack(content[:SLOT_BYTES]))
    start, end = fields[4], fields[4] + fields[5]
    out, table = bytearray(content), bytearray()
    for kind, index, method, offset, stored, raw, crc in ENTRY.iter_unpack(content[start:end]):
        if crc and offset + stored <= len(content):
            crc = crc32(content[offset : offset + stored])
        table += ENTRY.pack(kind, index, method, offset, stored, raw, crc)
    out[start:end] = table
    fields[7] = crc32(table)
    head = SLOT.pack(*fields)[:-4]
    out[:SLOT_BYTES] = head + crc32(head).to_bytes(4, "little")
    return bytes(out)


def parts_of(place: Path) -> list[Part]:
    """The sections of a file without weights."""
    container = Container(place)
    return [Part(entry.kind, bytes(container.content(entry)), entry.index) for entry in container.entries]


def join(place: Path, parts: list[Part], minor: int = 0) -> None:
    """Write a file of the given sections."""
    place.write_bytes(b"".join(container_chunks(parts, producer="other", compressed=False, minor=minor)))


def columns_of(section: bytes | memoryview) -> list[Column]:
    """The columns of a section."""
    reader = Reader(section)
    directory = [(reader.varint(), reader.varint(), reader.varint()) for _ in range(reader.varint())]
    return [(column, entries, bytes(reader.take(size))) for column, entries, size in directory]


def section_of(columns: list[Column]) -> bytes:
    """A section of the given columns."""
    out = [varint_bytes(len(columns))]
    for column, entries, body in columns:
        out += [varint_bytes(column), varint_bytes(entries), varint_bytes(len(body))]
    return b"".join([*out, *(body for _, _, body in columns)])
