"""Saving only what changed: new bytes at the end of the file, a new table, and then the other header entry.

Nothing that the entry in force leads to is touched, so a save that breaks off at any byte leaves the old state whole.
What the new state no longer needs stays in the file until `compact`, or until half of the file is such.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import numpy as np

from metadef.codec.mdef.collector import collector_paused
from metadef.codec.mdef.columns import ColumnReader, ColumnWriter, blocks_of
from metadef.codec.mdef.container import Container, Entry, Part, Slot, table_bytes
from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import (
    ALIGNMENT,
    COLUMN_SECTIONS,
    EXTENT,
    MAJOR,
    MINOR,
    SLOT_BYTES,
    Compression,
    Section,
)
from metadef.codec.mdef.patches import Patches, edits_between, write_patches
from metadef.codec.mdef.seed import Seed, seed_of
from metadef.codec.mdef.writer import Gathered, gather, write
from metadef.errors import FileError, MetadefError
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry

__all__ = ["compact", "write_changes"]

_GAP_BYTES = 48  # equal bytes between two changes that are written again rather than pointed to; an extent takes 16
_MOST_EXTENTS = 4096
_ANY = 1 << 62  # entries, of a section that is known to be whole

Piece = tuple[int, int, bool]  # start, end, and whether it is in the old content (else in the new one)


def write_changes(
    graph: Graph,
    path: str | Path,
    *,
    plans: Mapping[str, object] | None = None,
    provenance: object = None,
    minor: int = MINOR,
) -> int:
    """Bring a file up to date with a graph; where there is no `.mdef` file yet, write it whole.

    The file then loads as `graph`, and is written whole too where it is compressed, has its weights outside, or is
    more than half left-overs. Returns the bytes written. Before version 1.1 whole blocks of columns are written again
    where their entries cannot stay; a file with edits of columns is one that older readers refuse, until `compact`.

    Args:
        minor: minor version of the format to write.

    Raises:
        FileError: if something cannot be written.
    """
    target = Path(path)
    base = _base(target)
    seed = _seed(base) if base is not None else None
    if base is not None and seed is not None:
        gathered = gather(graph, str(target), plans=plans, provenance=provenance, seed=seed, minor=minor)
        written = None if gathered.is_wasteful else _append(gathered, target, base.container, minor)
        if written is not None:
            return written
    write(graph, target, plans=plans, provenance=provenance, minor=minor)
    return target.stat().st_size


def compact(path: str | Path, registry: Registry | None = None) -> None:
    """Write a file again without left-overs: the bytes are those of a first save, compressed if it was.

    Raises:
        FileError: if it cannot be read or written.
    """
    file = GraphFile.open(path)
    graph = file.load(registry)
    packed = any(entry.compression == Compression.ZSTD for entry in file.container.entries)
    outside = file.tensors.is_outside
    write(*(graph, path), plans=file.plans, provenance=file.provenance, compressed=packed, weights_outside=outside)


def _base(target: Path) -> GraphFile | None:
    """The file that may be appended to."""
    try:
        file = GraphFile.open(target)
        if file.version[0] < MAJOR or file.version[1] > MINOR:
            return None
        entries = file.container.entries
        live = sum(entry.stored_bytes for entry in entries)
        live += sum(entry.raw_bytes for entry in entries if entry.compression == Compression.EXTENTS)
        if file.findings or any(entry.compression == Compression.ZSTD for entry in entries):
            return None
        if file.container.slot.file_bytes > 2 * live + (1 << 16) or file.tensors.is_outside:
            return None
    except MetadefError:
        return None  # WHY: what cannot be read is no state to build on; a whole file replaces it
    return file


def _seed(file: GraphFile) -> Seed | None:
    try:
        with collector_paused(keeps_objects=False):
            return seed_of(file)
    except MetadefError:
        return None  # WHY: as above


class _Tail:
    """What goes to the end of the file."""

    def __init__(self, start: int) -> None:
        self.chunks: list[bytes | memoryview] = []
        self.at = start

    def put(self, data: bytes | memoryview, alignment: int = 1) -> int:
        """Where the data will stand."""
        padding = -self.at % alignment
        self.chunks += [bytes(padding), data]
        start = self.at + padding
        self.at = start + len(data)
        return start


def _append(gathered: Gathered, target: Path, base: Container, minor: int) -> int | None:
    """The bytes written; None when somebody else saved since `base` was read."""
    start = base.slot.file_bytes
    tail = _Tail(start)
    patches: Patches = {}
    parts = [_edited(part, base, patches) for part in gathered.parts] if minor else gathered.parts
    edits = write_patches(patches)
    entries = [_part(part, base, tail) for part in ([*parts, Part(Section.PATCHES, edits)] if edits else parts)]
    entries += [entry for entry in base.entries if entry.kind == Section.WEIGHTS]
    weights = gathered.weights
    if weights.chunks:
        first = tail.put(b"", ALIGNMENT)
        for chunk in weights.chunks:
            tail.put(chunk)
        size = tail.at - first
        entries.append(Entry(Section.WEIGHTS, weights.area, Compression.NONE, first, size, size, 0))
    if not weights.chunks and entries == base.entries:
        return 0
    table = table_bytes(entries)
    offset = tail.put(table, 8)
    slot = Slot(MAJOR, minor, base.slot.generation + 1, offset, len(table), tail.at, crc32(table))
    with _writing(target) as descriptor:
        # WHY the second question: a whole save has put another file under this name while we waited for the lock
        if Container(target).slot != base.slot or not os.path.samestat(os.fstat(descriptor), os.stat(target)):
            return None
        os.ftruncate(descriptor, start)
        os.lseek(descriptor, start, os.SEEK_SET)
        for chunk in tail.chunks:
            _write_all(descriptor, chunk)
        os.fsync(descriptor)
        os.lseek(descriptor, 0 if base.in_second else SLOT_BYTES, os.SEEK_SET)
        _write_all(descriptor, slot.to_bytes())
        os.fsync(descriptor)
    return tail.at - start + SLOT_BYTES


def _write_all(descriptor: int, data: bytes | memoryview) -> None:
    view = memoryview(data)
    while len(view):
        view = view[os.write(descriptor, view) :]


def _lock(descriptor: int) -> None:
    """Wait until no other process appends to the file; the lock lasts until the descriptor is closed."""
    try:
        import fcntl
    except ImportError:  # Windows, where two that append at once can spoil the newest state, and the one before is read
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX)


@contextmanager
def _writing(target: Path) -> Generator[int]:
    """The open file, locked against other processes that append to it."""
    try:
        descriptor = os.open(target, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            _lock(descriptor)
            yield descriptor
        finally:
            os.close(descriptor)
    except OSError as error:
        raise FileError.of("file-write", str(target), f"cannot be written: {error.strerror}") from error


def _edited(part: Part, base: Container, patches: Patches) -> Part:
    """The part with the columns of the old state wherever few edits lead from those to its own."""
    raw, entry = COLUMN_SECTIONS.get(part.kind), base.find(part.kind, part.index)
    if raw is None or entry is None:
        return part
    old = ColumnReader(base.content(entry), base.subject, _ANY)
    new = ColumnReader(memoryview(part.data), base.subject, _ANY)
    kept = ColumnWriter()
    for column in dict.fromkeys([*old.ids(), *new.ids()]):
        edits = None if column in raw else edits_between(old.ints(column), new.ints(column))
        source = new if edits is None else old
        if edits:
            patches.setdefault(part.kind, {})[column] = edits
        kept.raw(column, bytes(source.raw(column)), source.entries(column))
    return Part(part.kind, kept.to_bytes(), part.index)


def _part(part: Part, base: Container, tail: _Tail) -> Entry:
    """The entry of a section, with as little written as possible."""
    data = bytes(part.data)
    old = base.find(part.kind, part.index)
    if old is not None:
        content = base.content(old)
        if bytes(content) == data:
            return old
        pieces = _pieces(content, data, COLUMN_SECTIONS.get(part.kind))
        fresh = sum(end - start for start, end, is_old in pieces if not is_old)
        if 2 * fresh < len(data) and len(pieces) < _MOST_EXTENTS:
            return _in_extents(part, data, pieces, base.extents(old), tail)
    offset = tail.put(data, 8)
    return Entry(part.kind, part.index, Compression.NONE, offset, len(data), len(data), crc32(data))


def _in_extents(part: Part, data: bytes, pieces: list[Piece], old: list[tuple[int, int]], tail: _Tail) -> Entry:
    places: list[tuple[int, int]] = []
    for start, end, is_old in pieces:
        places += _within(old, start, end) if is_old else [(tail.put(data[start:end]), end - start)]
    stored = crc32(data).to_bytes(4, "little") + b"".join(EXTENT.pack(*place) for place in places)
    offset = tail.put(stored, 8)
    return Entry(part.kind, part.index, Compression.EXTENTS, offset, len(stored), len(data), crc32(stored))


def _within(extents: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """Where the bytes `start` to `end` of a section lie in the file."""
    found: list[tuple[int, int]] = []
    at = 0
    for offset, size in extents:
        low, high = max(start, at), min(end, at + size)
        if low < high:
            found.append((offset + low - at, high - low))
        at += size
    return found


def _pieces(old: memoryview, new: bytes, raw: frozenset[int] | None) -> list[Piece]:
    """The new content as pieces of the old and of itself; blocks of columns are compared with themselves."""
    if raw is None:
        return _runs(old, new, 0, 0)
    known = {block: (start, end) for block, start, end in blocks_of(old, raw)}
    pieces: list[Piece] = []
    for block, start, end in blocks_of(new, raw):
        old_start, old_end = known.get(block, (0, 0))
        pieces += _runs(old[old_start:old_end], new[start:end], old_start, start)
    return _merged(pieces)


def _runs(old: memoryview, new: bytes | memoryview, old_start: int, start: int) -> list[Piece]:
    """One run of bytes: where both have the same length, place by place; else what is equal at both ends."""
    left, right = np.frombuffer(old, np.uint8), np.frombuffer(new, np.uint8)
    pieces: list[Piece] = []
    if len(left) != len(right):
        shorter = min(len(left), len(right))
        different = np.flatnonzero(left[:shorter] != right[:shorter])
        front = int(different[0]) if len(different) else shorter
        rest = shorter - front
        different = np.flatnonzero(left[len(left) - rest :][::-1] != right[len(right) - rest :][::-1])
        back = int(different[0]) if len(different) else rest
        pieces.append((old_start, old_start + front, True))
        pieces.append((start + front, start + len(right) - back, False))
        pieces.append((old_start + len(left) - back, old_start + len(left), True))
        return [piece for piece in pieces if piece[0] < piece[1]]
    different = np.flatnonzero(left != right)
    at = 0
    if len(different):
        breaks = np.flatnonzero(np.diff(different) > _GAP_BYTES)
        firsts = different[np.concatenate(([0], breaks + 1))].tolist()
        lasts = different[np.concatenate((breaks, [len(different) - 1]))].tolist()
        for first, last in zip(firsts, lasts, strict=True):
            pieces.append((old_start + at, old_start + first, True))
            pieces.append((start + first, start + last + 1, False))
            at = last + 1
    pieces.append((old_start + at, old_start + len(left), True))
    return [piece for piece in pieces if piece[0] < piece[1]]


def _merged(pieces: list[Piece]) -> list[Piece]:
    """Neighbours that continue each other as one."""
    out: list[Piece] = []
    for start, end, is_old in pieces:
        if out and out[-1][2] == is_old and out[-1][1] == start:
            out[-1] = (out[-1][0], end, is_old)
        else:
            out.append((start, end, is_old))
    return out
