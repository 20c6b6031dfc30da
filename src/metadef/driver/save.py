"""`save`: a graph to a file; the extension says in which format."""

from __future__ import annotations

from pathlib import Path

from metadef.codec.base import codec_for_path, codecs
from metadef.driver.arguments import as_graph, as_path
from metadef.driver.mdef_file import save_mdef
from metadef.errors import FileError, UsageError
from metadef.graph.graph import Graph

__all__ = ["save"]


def save(graph: Graph, path: str | Path, *, target_version: str | None = None) -> None:
    """Write a graph; nothing half-written ever takes the place of an old file.

    Args:
        target_version: version of `.mdef` to write, such as "1.0"; None for the newest.

    Raises:
        UsageError: for a version that cannot be written, or for one of another form than `.mdef`.
        FileError: for an extension that no writer has, and where the file cannot be written.
    """
    as_graph(graph, "save")
    place = as_path(path, "save")
    if target_version is not None:
        if place.suffix.lower() != ".mdef":
            what = f"target version {target_version[:40]}"
            raise UsageError.of("bad-usage", what, "only .mdef has versions to choose from", got=place.name)
        save_mdef(graph, place, target_version)
        return
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
