"""Which versions of `.mdef` and of operators a graph can be written in, a file has, and this release reads.

The item of the format is called `.mdef`; operators are called by their names, and only those that have more than one
version, or that somebody names, are items: the others agree by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from metadef.codec.mdef.graph_file import GraphFile
from metadef.codec.mdef.layout import MAJOR, MINOR
from metadef.compat.negotiate import Agreement, Party, negotiate
from metadef.errors import Finding
from metadef.graph.graph import Graph
from metadef.graph.walk import all_graphs
from metadef.ops.registry import Registry
from metadef.ops.steps import UNTOLD, downgraded
from metadef.types.attrs import Attrs
from metadef.version import ShortVersion, VersionRange

__all__ = ["FORMAT", "Written", "agreed_versions", "file_party", "reader_party", "writer_party"]

FORMAT = ".mdef"
Range = VersionRange[ShortVersion]


@dataclass(frozen=True, slots=True)
class Written:
    """How a file has to be written."""

    version: str  # of the format: "1.1"
    operators: Mapping[str, int]  # operators in a version that is not the newest
    findings: tuple[Finding, ...] = ()  # conflicts; nothing can be written then


def _range(text: str) -> Range:
    return VersionRange.parse(text, ShortVersion)


def file_party(path: str | Path) -> Party:
    """What a `.mdef` file is: exactly one version of the format and of every operator in it.

    Raises:
        FileError: if the file cannot be read.
    """
    file = GraphFile.open(path)
    supports = {FORMAT: _range(f"={file.version[0]}.{file.version[1]}")}
    for one in file.operators:
        if not one.is_builtin and not one.is_opaque:
            supports[one.name] = VersionRange.exactly(ShortVersion(file.call_version(one)))
    return Party(str(path), "writes", supports)


def reader_party(registry: Registry, name: str = "this release") -> Party:
    """What is read here: every version of the format up to the newest, and of each operator that has several."""
    supports = {FORMAT: _range(f"0 || >={MAJOR}.0 <{MAJOR + 1}")}
    for op in dict.fromkeys(step.op for step in registry.steps):
        supports[op] = _range(f">=1 <={registry.version_of(op)}")
    return Party(name, "reads", supports)


def writer_party(graph: Graph, ops: Iterable[str] = (), name: str = "") -> Party:
    """What a graph can be written in: an older version of an operator only where it can say every call.

    Args:
        ops: operators that matter although they have one version.
        name: what the party is called; the graph's name where it is empty.
    """
    registry = graph.registry
    stepped = {step.op for step in registry.steps}
    maps: dict[str, set[Attrs]] = {}
    for each in all_graphs(graph):
        for node in each.nodes:
            if node.op in stepped or node.op in ops:
                maps.setdefault(node.op, set()).add(node.attrs)
    supports = {FORMAT: _range(f">={MAJOR}.0 <={MAJOR}.{MINOR}")}
    for op, attrs in maps.items():
        newest = registry.version_of(op)
        oldest = newest
        while oldest > 1 and all(downgraded(op, one, oldest - 1, registry.steps) is not None for one in attrs):
            oldest -= 1
        supports[op] = _range(f">={oldest} <={newest}")
    return Party(name or f'graph "{graph.name}"', "writes", supports)


def agreed_versions(graph: Graph, readers: Sequence[Party], name: str = "") -> Written:
    """The newest versions that the graph can be written in and that every reader reads.

    Format 1.0 tells no versions of operators, so that it goes with the versions of its day alone.
    """
    wanted = [item for party in readers for item in party.supports]
    writer = writer_party(graph, wanted, name)
    minors: list[int] = []
    agreement = Agreement()
    for minor in reversed(range(MINOR + 1)):
        offer = {**writer.supports, FORMAT: VersionRange.exactly(ShortVersion(MAJOR, minor))}
        if minor == 0:
            for op in writer.supports:
                if op != FORMAT:
                    offer[op] = writer.supports[op] & VersionRange.exactly(ShortVersion(UNTOLD.get(op, 1)))
        found = negotiate([Party(writer.name, writer.role, offer), *readers])
        if found.ok:
            agreement = found
            minors.append(minor)
            break
    if not minors:
        return Written("", {}, negotiate([writer, *readers]).findings or _told_by_format(writer, readers))
    operators: dict[str, int] = {}
    for op in writer.supports:
        newest = graph.registry.version_of(op)
        if op == FORMAT or not minors[0]:
            continue
        held = next((v for v in range(newest, 0, -1) if ShortVersion(v) in agreement.ranges[op]), newest)
        if held != newest:
            operators[op] = held
    return Written(f"{MAJOR}.{minors[0]}", operators)


def _told_by_format(writer: Party, readers: Sequence[Party]) -> tuple[Finding, ...]:
    """Why no format goes although each item for itself would: the readers' format is 1.0, which fixes the operators."""
    fixed = {op: VersionRange.exactly(ShortVersion(UNTOLD.get(op, 1))) for op in writer.supports if op != FORMAT}
    return negotiate([writer, Party(f"{FORMAT} {MAJOR}.0", "writes", fixed), *readers]).findings
