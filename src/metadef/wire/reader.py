"""`Reader`: a cursor over a buffer that never reads outside its bounds."""

from __future__ import annotations

import struct

from metadef.errors import FileError
from metadef.wire.faults import corrupt, truncated

__all__ = ["Reader"]


class Reader:
    """Reads little-endian values from `data[start:end]`; every shortage is a `FileError` that names the offset.

    >>> reader = Reader(bytes([1, 2, 0, 0xAC, 0x02]), "demo")
    >>> reader.u8(), reader.u16(), reader.varint(), reader.remaining
    (1, 2, 300, 0)
    """

    __slots__ = ("_data", "_end", "offset", "subject")

    def __init__(
        self, data: bytes | bytearray | memoryview, subject: str = "input", start: int = 0, end: int | None = None
    ) -> None:
        """Raises: FileError (file-truncated) if the buffer does not hold `start` to `end`."""
        view = data if isinstance(data, memoryview) else memoryview(data)
        self._data = view if view.format == "B" and view.ndim == 1 else view.cast("B")
        self._end = len(self._data) if end is None else end
        self.offset = start  # from the buffer's beginning, of the next byte
        self.subject = subject  # what findings are about
        if not 0 <= start <= self._end <= len(self._data):
            raise truncated(
                subject, len(self._data), f"bytes {start} to {self._end} are not in a buffer of {len(self._data)}"
            )

    @property
    def end(self) -> int:
        """Offset after the last readable byte."""
        return self._end

    @property
    def remaining(self) -> int:
        """Bytes that are left."""
        return self._end - self.offset

    def _advance(self, size: int) -> int:
        """Claims `size` bytes and returns where they start."""
        start = self.offset
        if size < 0 or size > self._end - start:
            raise truncated(self.subject, start, f"{size} bytes are needed and {self._end - start} are left")
        self.offset = start + size
        return start

    def take(self, size: int) -> memoryview:
        """The next `size` bytes, as a view, not a copy."""
        start = self._advance(size)
        return self._data[start : start + size]

    def sub(self, size: int) -> Reader:
        """A reader of the next `size` bytes, which this one skips."""
        start = self._advance(size)
        return Reader(self._data, self.subject, start, start + size)

    def skip(self, size: int) -> None:
        self._advance(size)

    def align(self, multiple: int) -> None:
        """Skips to the next offset that is a multiple of `multiple`, counted from the buffer's beginning."""
        self._advance(-self.offset % multiple)

    def u8(self) -> int:
        return self._data[self._advance(1)]

    def _integer(self, size: int, *, signed: bool = False) -> int:
        start = self._advance(size)
        return int.from_bytes(self._data[start : start + size], "little", signed=signed)

    def u16(self) -> int:
        return self._integer(2)

    def u32(self) -> int:
        return self._integer(4)

    def u64(self) -> int:
        return self._integer(8)

    def i32(self) -> int:
        return self._integer(4, signed=True)

    def i64(self) -> int:
        return self._integer(8, signed=True)

    def f64(self) -> float:
        """A double; NaN payloads survive."""
        value: float = struct.unpack_from("<d", self._data, self._advance(8))[0]
        return value

    def varint(self) -> int:
        """An unsigned base-128 integer below 2**64.

        Raises:
            FileError: file-truncated where the bytes end, file-corrupt for more than 64 bits.
        """
        start = self.offset
        value = shift = 0
        while True:
            byte = self.u8()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 63:
                raise corrupt(self.subject, start, "a varint is longer than ten bytes")
        if value >> 64:
            raise corrupt(self.subject, start, "a varint needs more than 64 bits")
        return value

    def zigzag(self) -> int:
        """A signed integer, zigzag coded: 0, -1, 1, -2 are stored as 0, 1, 2, 3."""
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def text(self, size: int) -> str:
        """The next `size` bytes as UTF-8.

        Raises:
            FileError: file-corrupt if they are not.
        """
        start = self.offset
        try:
            return str(self.take(size), "utf-8")
        except UnicodeDecodeError as error:
            raise corrupt(self.subject, start + error.start, "text is not UTF-8") from None

    def fixed_text(self, size: int) -> str:
        """A C character array of `size` bytes: what stands before the first NUL, undecodable bytes escaped."""
        raw = bytes(self.take(size))
        return raw.split(b"\0", 1)[0].decode("utf-8", "backslashreplace")

    def expect_end(self) -> None:
        """Raises: FileError (file-corrupt) if bytes are left."""
        if self.remaining:
            raise self.fault(f"{self.remaining} bytes follow the end of the content")

    def fault(self, message: str) -> FileError:
        """A file-corrupt error at the current offset, to raise."""
        return corrupt(self.subject, self.offset, message)
