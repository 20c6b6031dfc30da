"""`.mdef`: our own binary format, columnar and mapped. Specified byte by byte in `docs/mdef-format.md`.

Inside, from the outside in: `container` (header, section table, checksums), `columns`, the tables `strings`,
`values`, `operators`, `types`, `tensors`, `attrs`, `node_writer`; `writer` puts them together, `graph_file` reads
them on demand, and `build` makes a graph.
"""

from __future__ import annotations

from pathlib import Path

from metadef.codec.base import Codec, Loaded
from metadef.codec.mdef.layout import MAGIC
from metadef.graph.graph import Graph
from metadef.ops.registry import Registry

__all__ = ["CODEC"]


def _recognises(head: bytes) -> bool:
    return head.startswith(MAGIC)


def _read(path: Path, registry: Registry | None) -> Loaded:
    from metadef.codec.mdef.graph_file import GraphFile

    file = GraphFile.open(path)
    graph = file.load(registry)
    notes: dict[str, object] = dict(file.plans)
    if file.provenance is not None:
        notes["provenance"] = file.provenance
    known = [one for one in file.operators if not one.is_builtin and not one.is_opaque]
    stored = tuple([(one.proto(file.subject), file.call_version(one)) for one in known])
    return Loaded(graph, tuple(file.findings), notes, stored)


def _write(graph: Graph, path: Path) -> None:
    from metadef.codec.mdef.writer import write

    write(graph, path)


CODEC = Codec("mdef", (".mdef",), _recognises, _read, _write)
