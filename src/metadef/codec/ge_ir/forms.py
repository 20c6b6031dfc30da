"""GE-IR as file formats."""

from __future__ import annotations

from pathlib import Path

from metadef.codec.base import Codec, Loaded
from metadef.codec.ge_ir.recognise import is_ge_ir
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry

__all__ = ["BINARY"]


def _read_binary(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.ge_ir.read import read_ge_ir
    from metadef.wire.mapped import open_mapped

    return read_ge_ir(open_mapped(path), registry, subject=str(path), file=str(path))


def _write_binary(graph: Graph, path: Path) -> None:
    from metadef.codec.atomic import write_atomically
    from metadef.codec.ge_ir.write import write_chunks

    write_atomically(path, write_chunks(graph, str(path)))


BINARY = Codec("ge-ir", (".air", ".pb"), is_ge_ir, _read_binary, _write_binary)
