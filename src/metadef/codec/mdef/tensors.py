"""Constants: small ones in a heap, large ones aligned in the file or beside it, equal content once.

Writing keeps views of the bytes, never copies; the bytes are read twice, once for their checksum and once to be
written. What repeats one element is a splat whatever its payload says, so that equal constants give equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from zlib import crc32

import numpy as np

from metadef.codec.mdef.columns import ColumnReader, ColumnWriter
from metadef.codec.mdef.layout import ALIGNMENT, PayloadKind, TensorColumn
from metadef.errors import FileError, MetadefError
from metadef.types.dtype import DataType
from metadef.types.shape import Shape
from metadef.types.tensor_value import Inline, Mapped, Payload, Splat, TensorValue
from metadef.wire.external import ExternalFiles

__all__ = ["BlobSource", "Blobs", "TensorPool", "TensorReader"]

_HEAP_BELOW_BYTES = 512
_SPLAT_FROM = 64  # elements; the same bound as for constants made from arrays


@dataclass(slots=True)
class Blobs:
    """Large constants, aligned. Those of an older state of the file keep their numbers and places."""

    chunks: list[bytes | memoryview] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    crcs: list[int] = field(default_factory=list)
    places: dict[tuple[int, int], list[int]] = field(default_factory=dict)  # (length, crc) -> blobs to compare with
    views: list[memoryview] = field(default_factory=list)
    areas: list[int] = field(default_factory=list)
    area: int = 0  # index of the WEIGHTS section that takes new ones
    size_bytes: int = 0

    def file_name(self, stem: str) -> str:
        """The name of a file of exactly these blobs."""
        state = blake2b(repr((self.lengths, self.crcs)).encode(), digest_size=6)
        return f"{stem}.{state.hexdigest()}.weights"

    def number(self, data: memoryview) -> int:
        """The blob with this content."""
        key = (len(data), crc32(data))
        known = self.places.setdefault(key, [])
        for number in known:
            if _equal(self.views[number], data):
                return number
        number = len(self.views)
        known.append(number)
        padding = -self.size_bytes % ALIGNMENT
        self.chunks += [bytes(padding), data]
        self.offsets.append(self.size_bytes + padding)
        self.lengths.append(len(data))
        self.crcs.append(key[1])
        self.areas.append(self.area)
        self.views.append(data)
        self.size_bytes += padding + len(data)
        return number


class TensorPool:
    """Constants to numbers, in order of first use."""

    def __init__(self, subject: str) -> None:
        """`subject` is the file, for findings."""
        self._subject = subject
        self._by_object: dict[int, int] = {}
        self._by_content: dict[tuple[DataType, tuple[int, ...], int, int], int] = {}
        self._keep: list[TensorValue] = []  # WHY: ids are only unique while their objects live
        self._heap: dict[bytes, int] = {}
        self.blobs = Blobs()

    def number(self, tensor: TensorValue) -> int:
        """The number of a constant.

        Raises:
            FileError: if its bytes do not fill its shape; what `TensorValue.data` raises.
        """
        known = self._by_object.get(id(tensor))
        if known is None:
            kind, place = self._place(tensor)
            key = (tensor.dtype, tensor.dims, kind, place)
            known = self._by_content.setdefault(key, len(self._by_content))
            self._by_object[id(tensor)] = known
            self._keep.append(tensor)
        return known

    def enter(self, heap: Sequence[bytes], tensors: Sequence[tuple[TensorValue, int, int]]) -> None:
        """Constants that a file has already: its heap entries; for each constant its payload kind and place."""
        self._heap = {data: number for number, data in enumerate(heap)}
        for number, (tensor, kind, place) in enumerate(tensors):
            self._by_object[id(tensor)] = number
            self._by_content[tensor.dtype, tensor.dims, kind, place] = number
            self._keep.append(tensor)

    def _place(self, tensor: TensorValue) -> tuple[int, int]:
        if isinstance(tensor.payload, Splat) and tensor.size >= _SPLAT_FROM:
            self._require(tensor, len(tensor.payload.element), tensor.itemsize)
            return PayloadKind.SPLAT, self._heap_number(tensor.payload.element)
        data = memoryview(tensor.data()).cast("B")
        self._require(tensor, len(data), tensor.nbytes)
        element = data[: tensor.itemsize]
        if tensor.size >= _SPLAT_FROM and data[tensor.itemsize : 2 * tensor.itemsize] == element:
            items = np.frombuffer(data, np.dtype((np.void, tensor.itemsize)))
            if bool((items == items[0]).all()):
                return PayloadKind.SPLAT, self._heap_number(bytes(element))
        if len(data) < _HEAP_BELOW_BYTES:
            return PayloadKind.HEAP, self._heap_number(bytes(data))
        return PayloadKind.BLOB, self.blobs.number(data)

    def _require(self, tensor: TensorValue, got: int, expected: int) -> None:
        if got != expected:
            raise FileError.of(
                "tensor-malformed",
                self._subject,
                f"{tensor} cannot be written: its bytes do not fill it",
                expected=f"{expected} bytes",
                got=f"{got} bytes",
            )

    def _heap_number(self, data: bytes) -> int:
        return self._heap.setdefault(data, len(self._heap))

    def tensors(self) -> list[tuple[DataType, tuple[int, ...], int, int]]:
        """All constants: type, sizes, payload kind, heap entry or blob."""
        return list(self._by_content)

    def to_bytes(self, shapes: Sequence[int], file: int) -> tuple[bytes, bytes]:
        """The TENSORS and HEAP sections; `shapes` are the shape numbers, `file` is 0 or 1 + string of a file beside."""
        columns = ColumnWriter()
        tensors = self.tensors()
        columns.ints(TensorColumn.DTYPE, [dtype.ge_value for dtype, _, _, _ in tensors])
        columns.ints(TensorColumn.SHAPE, shapes)
        columns.ints(TensorColumn.PAYLOAD, [kind for _, _, kind, _ in tensors])
        columns.ints(TensorColumn.BLOB, [place for _, _, _, place in tensors])
        columns.ints(TensorColumn.HEAP_LENGTH, [len(data) for data in self._heap])
        columns.ints(TensorColumn.BLOB_OFFSET, self.blobs.offsets)
        columns.ints(TensorColumn.BLOB_LENGTH, self.blobs.lengths)
        columns.ints(TensorColumn.BLOB_CRC, self.blobs.crcs)
        columns.ints(TensorColumn.BLOB_FILE, [file] * len(self.blobs.views))
        if any(self.blobs.areas):
            columns.ints(TensorColumn.BLOB_AREA, self.blobs.areas)
        return columns.to_bytes(), b"".join(self._heap)


def _equal(left: memoryview, right: memoryview) -> bool:
    return bool(np.array_equal(np.frombuffer(left, np.uint8), np.frombuffer(right, np.uint8)))


@dataclass(frozen=True, slots=True)
class BlobSource:
    """Where large constants are read from."""

    subject: str
    areas: Mapping[int, tuple[int, memoryview]]  # WEIGHTS sections by index: offset in the file, content
    files: ExternalFiles
    verify: bool  # whether checksums are compared, which reads every byte


class TensorReader:
    """Constants by number, made when first asked for."""

    def __init__(
        self,
        columns: ColumnReader,
        heap: memoryview,
        shapes: Sequence[Shape],
        strings: list[str],
        blobs: BlobSource,
    ) -> None:
        """Raises: FileError, if the columns contradict each other."""
        self._strings, self._source, self._heap = strings, blobs, heap
        self._dtypes = columns.ints(TensorColumn.DTYPE).tolist()
        count = len(self._dtypes)
        self._shapes = [shapes[i] for i in columns.indexes(TensorColumn.SHAPE, len(shapes), count).tolist()]
        self._kinds = columns.indexes(TensorColumn.PAYLOAD, len(PayloadKind), count).tolist()
        self._places = columns.ints(TensorColumn.BLOB, count).tolist()
        lengths = columns.lengths(TensorColumn.HEAP_LENGTH, len(heap))
        self._heap_ends = np.cumsum(lengths).tolist()
        self._heap_lengths = lengths.tolist()
        self._lengths = columns.ints(TensorColumn.BLOB_LENGTH).tolist()
        self._offsets = columns.ints(TensorColumn.BLOB_OFFSET, len(self._lengths)).tolist()
        self._crcs = columns.ints(TensorColumn.BLOB_CRC, len(self._lengths)).tolist()
        many = TensorColumn.BLOB_AREA in columns
        self._areas = columns.ints(TensorColumn.BLOB_AREA, len(self._lengths) if many else 0).tolist()
        self._files = columns.indexes(TensorColumn.BLOB_FILE, len(strings) + 1, len(self._lengths)).tolist()
        self._made: dict[int, TensorValue] = {}
        self._blobs: dict[int, Mapped] = {}

    def __len__(self) -> int:
        return len(self._dtypes)

    @property
    def is_outside(self) -> bool:
        """Whether a large constant lies in a file beside."""
        return any(self._files)

    def seed(self, pool: TensorPool) -> None:
        """Enter the constants of this file as known, with their numbers.

        Raises:
            FileError: if one is malformed.
        """
        blobs = pool.blobs
        heap = [
            bytes(self._heap[end - size : end]) for end, size in zip(self._heap_ends, self._heap_lengths, strict=True)
        ]
        made = [self._made.get(number) or self._make(number) for number in range(len(self._dtypes))]
        self._made.update(enumerate(made))
        pool.enter(heap, list(zip(made, self._kinds, self._places, strict=True)))
        for place, length in enumerate(self._lengths):
            blobs.places.setdefault((length, self._crcs[place]), []).append(place)
            blobs.views.append(self._blob(place).data)
        blobs.offsets += self._offsets
        blobs.lengths += self._lengths
        blobs.crcs += self._crcs
        blobs.areas += self._areas or [0] * len(self._lengths)
        blobs.area = 1 + max(self._source.areas, default=-1)

    def get(self, number: int) -> TensorValue | None:
        """The constant of a number, None when there is none.

        Raises:
            FileError: if it is malformed, or its bytes are not there.
        """
        if not 0 <= number < len(self._dtypes):
            return None
        found = self._made.get(number)
        if found is None:
            found = self._made[number] = self._make(number)
        return found

    def _make(self, number: int) -> TensorValue:
        dtype, dims = DataType.from_ge(self._dtypes[number]), self._shapes[number].known_dims()
        if dtype is None or dims is None:
            raise self._fault(f"constant {number} has no type or no sizes")
        tensor = TensorValue(dtype, dims, Splat(b""))
        kind = self._kinds[number]
        wanted = tensor.itemsize if kind == PayloadKind.SPLAT else tensor.nbytes
        payload = self._payload(kind, self._places[number], wanted)
        return TensorValue(dtype, dims, payload)

    def _payload(self, kind: int, place: int, size_bytes: int) -> Payload:
        lengths = self._lengths if kind == PayloadKind.BLOB else self._heap_lengths
        if not 0 <= place < len(lengths) or lengths[place] != size_bytes:
            raise self._fault("a constant and its bytes have different sizes")
        if kind == PayloadKind.BLOB:
            return self._blob(place)
        end = self._heap_ends[place]
        data = bytes(self._heap[end - size_bytes : end])
        return Splat(data) if kind == PayloadKind.SPLAT else Inline(data)

    def _blob(self, place: int) -> Mapped:
        found = self._blobs.get(place)
        if found is not None:
            return found
        source, offset, length = self._source, self._offsets[place], self._lengths[place]
        file = self._files[place]
        if file:
            location = self._strings[file - 1]
            data = source.files.read(location, offset, length, subject=source.subject)
            name = location
        else:
            start, inside = source.areas.get(self._areas[place] if self._areas else 0, (0, memoryview(b"")))
            if not 0 <= offset <= len(inside) - length:
                raise self._fault("a constant lies outside of the weights")
            data, name, offset = inside[offset : offset + length], source.subject, start + offset
        if source.verify and crc32(data) != self._crcs[place]:
            raise self._fault("the bytes of a constant do not match their checksum")
        found = self._blobs[place] = Mapped(data, name, offset)
        return found

    def _fault(self, message: str) -> MetadefError:
        return FileError.of("file-corrupt", self._source.subject, message, hint="get the whole file again")
