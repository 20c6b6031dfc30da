"""`save`: a graph to a file; the extension says in which format."""

from __future__ import annotations

from pathlib import Path

from metadef.codec.base import codec_for_path, codecs
from metadef.driver.arguments import as_graph, as_path
from metadef.errors import FileError
from metadef.graph.graph import Graph

__all__ = ["save"]


def save(graph: Graph, path: str | Path) -> None:
    """Write a graph; nothing half-written ever takes the place of an old file.

    Raises:
        FileError: for an extension that no writer has, and where the file cannot be written.
    """
    as_graph(graph, "save")
    place = as_path(path, "save")
    codec = codec_for_path(place)
    if codec is None or codec.write is None:
        known = sorted({ext for item in codecs() if item.write for ext in item.extensions})
        raise FileError.of(
            "format-unknown-extension",
            str(place),
            "no writer has this extension",
            expected=", ".join(known),
            hint=".mdef",
        )
    codec.write(graph, place)
