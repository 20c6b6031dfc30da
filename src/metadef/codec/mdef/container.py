"""The outside of a file: header, section table, checksums, compression. Knows nothing of what sections mean.

The header has two slots. A whole save fills the first; a save that appends fills the one that is not in use, once
everything it points to is on the disk, so that at every moment one slot is whole and leads to a whole file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from metadef.codec.mdef.compression import compress, decompress
from metadef.codec.mdef.layout import (
    ALIGNMENT,
    CRITICAL,
    ENTRIES_PER_BYTE,
    ENTRY,
    EXTENT,
    FREE_ENTRIES,
    HEADER_BYTES,
    MAGIC,
    MAJOR,
    MINOR,
    NAMES,
    PRODUCER_BYTES,
    SLOT,
    SLOT_BYTES,
    Compression,
    Section,
)
from metadef.codec.mdef.majors import as_current
from metadef.errors import FileError, Finding, MetadefError, finding
from metadef.wire.mapped import open_mapped

__all__ = ["Container", "Entry", "Part", "Slot", "container_chunks", "table_bytes"]

_MOST_SECTIONS = 1 << 16
_MOST_RAW_BYTES = 1 << 32  # of one compressed section
_MOST_RATIO = 4096  # of zstd, for what is believed before it is decompressed


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the section table."""

    kind: int
    index: int  # tells sections of one kind apart
    compression: int
    offset: int  # bytes from the start of the file
    stored_bytes: int
    raw_bytes: int  # after decompression
    crc: int  # of the stored bytes; 0 for WEIGHTS, whose constants have their own

    @property
    def name(self) -> str:
        return NAMES.get(self.kind, f"kind {self.kind}")


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the two entries of the header."""

    major: int
    minor: int
    generation: int  # the slot with the higher one is in force
    table_offset: int
    table_bytes: int
    file_bytes: int  # how much of the file belongs to this state; what follows is left over from a broken append
    table_crc: int

    def to_bytes(self) -> bytes:
        """The slot with its checksum."""
        head = SLOT.pack(
            *(MAGIC, self.major, self.minor, self.generation, self.table_offset, self.table_bytes, self.file_bytes),
            *(self.table_crc, b"", 0),
        )[:-4]
        return head + crc32(head).to_bytes(4, "little")


@dataclass(frozen=True, slots=True)
class Part:
    """A section to be written; `chunks` are for WEIGHTS, which is never held in one piece."""

    kind: int
    data: bytes | memoryview = b""
    index: int = 0
    chunks: Sequence[bytes | memoryview] = field(default=())


def container_chunks(
    parts: Sequence[Part], *, producer: str, compressed: bool, minor: int = MINOR
) -> Iterator[bytes | memoryview]:
    """The bytes of a whole file, in order."""
    entries: list[Entry] = []
    bodies: list[bytes | memoryview] = []
    at = HEADER_BYTES
    for part in parts:
        data, method = part.data, Compression.NONE
        if compressed and not part.chunks:
            packed = compress(data)
            if len(packed) < len(data):
                data, method = packed, Compression.ZSTD
        padding = -at % (ALIGNMENT if part.chunks else 8)
        size = sum(map(len, part.chunks)) if part.chunks else len(data)
        crc = 0 if part.chunks else crc32(data)
        raw = size if part.chunks else len(part.data)
        bodies += [bytes(padding), *(part.chunks or (data,))]
        entries.append(Entry(part.kind, part.index, method, at + padding, size, raw, crc))
        at += padding + size
    table = table_bytes(entries)
    padding = -at % 8
    slot = Slot(MAJOR, minor, 1, at + padding, len(table), at + padding + len(table), crc32(table))
    yield slot.to_bytes() + bytes(SLOT_BYTES) + _producer_bytes(producer)
    yield from bodies
    yield bytes(padding) + table


def _producer_bytes(producer: str) -> bytes:
    """The producer's name, cut to its place, with its checksum."""
    text = producer.encode()[:PRODUCER_BYTES].ljust(PRODUCER_BYTES, b"\0")
    return text + crc32(text).to_bytes(4, "little")


def table_bytes(entries: Sequence[Entry]) -> bytes:
    """The section table."""
    return b"".join(
        ENTRY.pack(e.kind, e.index, e.compression, e.offset, e.stored_bytes, e.raw_bytes, e.crc) for e in entries
    )


class Container:
    """A mapped file and its section table. Only the header and the table have been read.

    Attributes:
        subject: the path, for findings.
        slot: which state of the file this is.
        in_second: whether that slot is the second of the header.
        producer: the program that wrote the file.
        entries: the section table.
        findings: what was wrong and could be lived with.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open a file.

        Raises:
            FileError: if it is missing, truncated, corrupt, or of a newer major version.
        """
        self.subject = os.fspath(path)
        self.view = open_mapped(path)
        self.findings: list[Finding] = []
        self.in_second = False
        self.slot, self.entries = self._state()
        self.producer = self._producer()
        self._contents: dict[tuple[int, int], memoryview] = {}

    def _state(self) -> tuple[Slot, list[Entry]]:
        """The entry in force and its section table."""
        if len(self.view) < HEADER_BYTES:
            raise self._truncated(f"the header needs {HEADER_BYTES} bytes", len(self.view))
        raw = [bytes(self.view[start : start + SLOT_BYTES]) for start in (0, SLOT_BYTES)]
        whole = [_read_slot(data) for data in raw]
        newer = [int.from_bytes(data[8:10], "little") for data in raw if data.startswith(MAGIC)]
        if not any(whole):
            if newer and max(newer) > MAJOR:
                raise self._too_new(max(newer))
            raise FileError.of("file-corrupt", self.subject, "the header is damaged", hint="get the whole file again")
        known = sorted((slot for slot in whole if slot), key=lambda slot: slot.generation, reverse=True)
        if known[0].major > MAJOR:
            raise self._too_new(known[0].major)
        slot = known[0]
        try:
            entries = self._table(slot)
        except FileError as error:
            if len(known) == 1:
                raise
            slot, entries = known[1], self._table(known[1])
            self.findings.append(
                finding(
                    "file-recovered",
                    self.subject,
                    f"the state of the last save is damaged ({error.findings[0].message}); the one before was used",
                    hint="save the graph again",
                )
            )
        self.in_second = whole[1] is slot
        if any(data.strip(b"\0") and found is None for data, found in zip(raw, whole, strict=True)):
            self.findings.append(
                finding(
                    "file-recovered",
                    self.subject,
                    "one of the two header entries is damaged; the other one was used, which may be the state before",
                    hint="save the graph again",
                )
            )
        return slot, entries

    def _producer(self) -> str:
        raw = self.view[2 * SLOT_BYTES : HEADER_BYTES]
        if crc32(raw[:PRODUCER_BYTES]) != int.from_bytes(raw[PRODUCER_BYTES:], "little"):
            raise FileError.of("file-corrupt", self.subject, "the producer's name does not match its checksum")
        return bytes(raw[:PRODUCER_BYTES]).rstrip(b"\0").decode("utf-8", "replace")

    def _table(self, slot: Slot) -> list[Entry]:
        limit = slot.file_bytes
        if limit > len(self.view):
            raise self._truncated(f"the file should have {limit} bytes", len(self.view))
        if slot.table_bytes % ENTRY.size or slot.table_bytes > _MOST_SECTIONS * ENTRY.size:
            raise FileError.of("file-corrupt", self.subject, "the section table has an impossible size")
        if not HEADER_BYTES <= slot.table_offset <= limit - slot.table_bytes:
            raise FileError.of("file-corrupt", self.subject, "the section table is outside of the file")
        raw = self.view[slot.table_offset : slot.table_offset + slot.table_bytes]
        if crc32(raw) != slot.table_crc:
            raise FileError.of("file-corrupt", self.subject, "the section table does not match its checksum")
        entries = [Entry(*fields) for fields in ENTRY.iter_unpack(raw)]
        seen: set[tuple[int, int]] = set()
        for entry in entries:
            where = f"section {entry.name}"
            if not HEADER_BYTES <= entry.offset <= limit - entry.stored_bytes:
                raise FileError.of("file-corrupt", self.subject, f"{where} is outside of the file")
            if entry.compression not in set(Compression):
                raise FileError.of("version-too-new", self.subject, f"{where} is compressed in a way unknown here")
            if entry.compression == Compression.NONE and entry.raw_bytes != entry.stored_bytes:
                raise FileError.of("file-corrupt", self.subject, f"{where} has two different sizes")
            most = limit if entry.compression == Compression.EXTENTS else _MOST_RATIO * entry.stored_bytes
            if entry.raw_bytes > max(entry.stored_bytes, min(_MOST_RAW_BYTES, most)):
                raise FileError.of("file-too-large", self.subject, f"{where} claims {entry.raw_bytes} bytes")
            if (entry.kind, entry.index) in seen:
                raise FileError.of("file-corrupt", self.subject, f"{where} is there twice")
            seen.add((entry.kind, entry.index))
            if entry.kind & CRITICAL and entry.kind not in NAMES:
                raise FileError.of(
                    "version-too-new",
                    self.subject,
                    f"{where} must be understood, and is not known here",
                    hint="a newer metadef",
                )
        return entries

    def find(self, kind: int, index: int = 0) -> Entry | None:
        """The section of a kind."""
        return next((entry for entry in self.entries if entry.kind == kind and entry.index == index), None)

    def unknown(self) -> list[Entry]:
        """Sections of kinds that this version does not know."""
        return [entry for entry in self.entries if entry.kind not in NAMES]

    def content(self, entry: Entry) -> memoryview:
        """The bytes of a section, checked and decompressed; kept for the next time.

        Raises:
            FileError: if the checksum differs.
        """
        key = (entry.kind, entry.index)
        found = self._contents.get(key)
        if found is None:
            found = self.view[entry.offset : entry.offset + entry.stored_bytes]
            if entry.kind != Section.WEIGHTS and crc32(found) != entry.crc:
                raise FileError.of(
                    "file-corrupt",
                    self.subject,
                    f"section {entry.name} does not match its checksum",
                    hint="get the whole file again",
                )
            if entry.compression == Compression.ZSTD:
                found = memoryview(decompress(found, entry.raw_bytes, f"{self.subject}: section {entry.name}"))
            if entry.compression == Compression.EXTENTS:
                found = memoryview(self._joined(entry, found))
            if self.slot.major < MAJOR:
                found = as_current(self.slot.major, entry.kind, found, self.most_entries, self.subject)
            self._contents[key] = found
        return found

    def extents(self, entry: Entry) -> list[tuple[int, int]]:
        """Where the pieces of a section lie: offset and size of each; one piece unless it is in extents.

        Raises:
            FileError: if a piece is outside of the file.
        """
        if entry.compression != Compression.EXTENTS:
            return [(entry.offset, entry.stored_bytes)]
        stored = self.view[entry.offset : entry.offset + entry.stored_bytes]
        if len(stored) % EXTENT.size != 4:
            raise FileError.of("file-corrupt", self.subject, f"section {entry.name} has a broken list of pieces")
        found = [(int(offset), int(size)) for offset, size in EXTENT.iter_unpack(stored[4:])]
        limit = self.slot.file_bytes
        if any(not HEADER_BYTES <= offset <= limit - size for offset, size in found):
            raise FileError.of("file-corrupt", self.subject, f"section {entry.name} has a piece outside of the file")
        return found

    def _joined(self, entry: Entry, stored: memoryview) -> bytes:
        pieces = self.extents(entry)
        if sum(size for _, size in pieces) != entry.raw_bytes:
            raise FileError.of("file-corrupt", self.subject, f"the pieces of section {entry.name} do not add up")
        content = b"".join([self.view[offset : offset + size] for offset, size in pieces])
        if crc32(content) != int.from_bytes(stored[:4], "little"):
            raise FileError.of("file-corrupt", self.subject, f"section {entry.name} does not match its checksum")
        return content

    def raw_bytes(self) -> int:
        """Bytes of all sections but the weights, decompressed."""
        return sum(entry.raw_bytes for entry in self.entries if entry.kind != Section.WEIGHTS)

    @property
    def most_entries(self) -> int:
        """How many entries a column may claim in a file of this size."""
        return FREE_ENTRIES + ENTRIES_PER_BYTE * self.raw_bytes()

    def _truncated(self, message: str, got: int) -> MetadefError:
        return FileError.of(
            "file-truncated", self.subject, message, got=f"{got} bytes", hint="get the whole file again"
        )

    def _too_new(self, major: int) -> MetadefError:
        return FileError.of(
            "version-too-new",
            self.subject,
            f"the file has format version {major}, and this program reads up to {MAJOR}",
            expected=f"a major version up to {MAJOR}",
            got=str(major),
            hint="a newer metadef, or writing the file again for an older version",
        )


def _read_slot(data: bytes) -> Slot | None:
    """None when the slot is empty or damaged."""
    magic, major, minor, generation, table_offset, table_bytes, file_bytes, table_crc, _, crc = SLOT.unpack(data)
    if magic != MAGIC or crc32(data[:-4]) != crc:
        return None
    return Slot(major, minor, generation, table_offset, table_bytes, file_bytes, table_crc)
