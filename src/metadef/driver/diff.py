"""`diff_files`: two model files of any forms compared; equal `.mdef` files are told so without building a graph."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from metadef.codec.mdef.layout import MAGIC, Section
from metadef.driver.convert import read_for_conversion
from metadef.errors import Finding, MetadefError
from metadef.graph.changes import Difference, compare_graphs

__all__ = ["FilesCompared", "diff_files"]

# sections that do not say what the graph is
_ASIDE = frozenset({Section.ORIGINS, Section.BAGS, Section.PROVENANCE, Section.PLAN})


@dataclass(frozen=True, slots=True)
class FilesCompared:
    """The difference of two files, and what their readers found."""

    difference: Difference
    findings: tuple[Finding, ...] = ()


def diff_files(left: str | Path, right: str | Path) -> FilesCompared:
    """Compare two model files.

    Raises:
        FileError: if one cannot be read.
        GraphError: if a graph has a cycle.
    """
    nodes = _equal_columns(left, right)
    if nodes is not None:
        return FilesCompared(Difference(nodes, nodes, nodes))
    one, other = read_for_conversion(left), read_for_conversion(right)
    return FilesCompared(compare_graphs(one.graph, other.graph), (*one.findings, *other.findings))


def _equal_columns(left: str | Path, right: str | Path) -> int | None:
    """The number of nodes where both are .mdef files with equal columns; None where a closer look is needed."""
    if "-" in (left, right) or not (_is_mdef(left) and _is_mdef(right)):
        return None
    from metadef.codec.mdef.graph_file import GraphFile

    try:
        files = [GraphFile.open(path) for path in (left, right)]
        if files[0].version != files[1].version or files[0].ignored or files[1].ignored:
            return None
        sections = [
            {(entry.kind, entry.index): entry for entry in file.container.entries if entry.kind not in _ASIDE}
            for file in files
        ]
        if sections[0].keys() != sections[1].keys():
            return None
        for key, entry in sections[0].items():
            if files[0].container.content(entry) != files[1].container.content(sections[1][key]):
                return None
        return len(files[0])
    except MetadefError:
        return None  # the reader of graphs says what is wrong


def _is_mdef(path: str | Path) -> bool:
    try:
        with Path(path).open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False
