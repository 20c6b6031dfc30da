"""Zstandard, from the standard library where it has it (Python 3.14), else from its backport."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from metadef.errors import FileError

__all__ = ["compress", "decompress"]

LEVEL = 9  # WHY: twice as small as level 1 on columns, and decoding costs the same


class _Decompressor(Protocol):
    eof: bool
    unused_data: bytes

    def decompress(self, data: memoryview, max_length: int) -> bytes: ...


class _Zstd(Protocol):
    ZstdError: type[Exception]

    def compress(self, data: bytes | memoryview, level: int) -> bytes: ...

    def ZstdDecompressor(self) -> _Decompressor: ...


@cache
def _zstd() -> _Zstd:
    try:
        return cast("_Zstd", import_module("compression.zstd"))
    except ImportError:
        return cast("_Zstd", import_module("backports.zstd"))


def compress(data: bytes | memoryview, level: int = LEVEL) -> bytes:
    """One zstd frame."""
    return _zstd().compress(data, level)


def decompress(data: memoryview, raw_bytes: int, subject: str) -> bytes:
    """The content of one zstd frame, which must have exactly `raw_bytes`.

    Raises:
        FileError: file-corrupt, if it has not.
    """
    library = _zstd()
    reader = library.ZstdDecompressor()
    try:
        content = reader.decompress(data, raw_bytes + 1)
    except library.ZstdError as error:
        raise FileError.of("file-corrupt", subject, f"a section cannot be decompressed: {error}") from None
    if len(content) != raw_bytes or not reader.eof or reader.unused_data:
        raise FileError.of("file-corrupt", subject, "a compressed section has another size than its entry says")
    return content
