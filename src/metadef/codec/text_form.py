"""The text form as a file format."""

from __future__ import annotations

from pathlib import Path

from metadef.codec.atomic import write_atomically
from metadef.codec.base import Codec, Loaded
from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry
from metadef.text import parse
from metadef.types.tensor_value import Mapped
from metadef.wire.external import ExternalFiles

__all__ = ["CODEC"]

_LIMIT_BYTES = 1 << 30  # a text form of a gigabyte is no text for people any more


def _recognises(head: bytes) -> bool:
    """The first word that is no comment is `graph`."""
    lines = head.decode("utf-8", "replace").lstrip("\ufeff").splitlines()
    first = next((line.strip() for line in lines if line.strip() and not line.strip().startswith("//")), "")
    return first.startswith('graph "')


def _read(path: Path, registry: Registry | None) -> Loaded:
    if path.stat().st_size > _LIMIT_BYTES:
        raise FileError.of(
            "file-too-large", str(path), "a text form may have one gigabyte", hint="the binary form .mdef"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FileError.of("file-corrupt", str(path), f"is not UTF-8 at byte {error.start}") from error
    files = ExternalFiles(path)

    def external(location: str, offset: int, size_bytes: int) -> Mapped:
        return Mapped(files.read(location, offset, size_bytes, subject=str(path)), location, offset)

    return Loaded(parse(text, registry, str(path), external=external))


def _write(graph: Graph, path: Path) -> None:
    try:
        data = (str(graph) + "\n").encode()
    except UnicodeEncodeError as error:
        raise FileError.of("file-write", str(path), f"the name {error.object[:60]!r} cannot be written") from None
    write_atomically(path, data)


CODEC = Codec("text", (".mdt", ".mlir"), _recognises, _read, _write, is_text=True)
