"""JSON as a file format."""

from __future__ import annotations

from pathlib import Path

from metadef.codec.base import Codec, Loaded
from metadef.errors import FileError
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry

__all__ = ["CODEC"]

_LIMIT_BYTES = 1 << 30
_MARK = b'"metadef.graph"'


def _recognises(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and _MARK in head


def _read(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.json_read import read_json

    if path.stat().st_size > _LIMIT_BYTES:
        raise FileError.of("file-too-large", str(path), "JSON may have one gigabyte", hint="the binary form .mdef")
    return Loaded(read_json(path.read_bytes(), registry, str(path)))


def _write(graph: Graph, path: Path) -> None:
    from metadef.codec.atomic import write_atomically
    from metadef.codec.json_write import json_bytes

    try:
        data = json_bytes(graph)
    except UnicodeEncodeError:
        raise FileError.of("file-write", str(path), "a name with a lone surrogate cannot be written") from None
    write_atomically(path, data)


CODEC = Codec("json", (".json",), _recognises, _read, _write, is_text=True)
