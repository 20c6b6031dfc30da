"""Saving as `.mdef` with what only that form can hold: plans, provenance, and an older version of the format."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from metadef.compat.negotiate import Party
from metadef.driver.compiled import Compiled
from metadef.driver.stored_plans import plans_of
from metadef.errors import FileError, UsageError
from metadef.graph.graph import Graph
from metadef.render.json_text import encodable
from metadef.version import ShortVersion, VersionRange

__all__ = ["as_minor", "provenance_of", "save_changes", "save_compiled", "save_mdef"]


def as_minor(version: str | None) -> int | None:
    """The minor version that a target version such as "1.0" asks for; None for the newest.

    Raises:
        UsageError: for a version that cannot be written.
    """
    from metadef.codec.mdef.layout import MAJOR, MINOR

    if version is None:
        return None
    known = [f"{MAJOR}.{minor}" for minor in range(MINOR + 1)]
    if version not in known:
        older = re.fullmatch(r"0(\.\d+)?", version) is not None
        message = "is a draft, which is only read" if older else "is no version of .mdef that can be written"
        raise UsageError.of("bad-usage", f"target version {version[:40]}", message, expected=", ".join(known))
    return known.index(version)


def save_mdef(
    graph: Graph,
    place: Path,
    version: str | None = None,
    *,
    plans: Mapping[str, object] | None = None,
    provenance: object = None,
    readers: Sequence[Party] = (),
) -> None:
    """Write a graph as `.mdef` of the given version, None for the newest.

    Args:
        readers: who must be able to read the file; it is written in the newest versions that all of them read.

    Raises:
        UsageError: for a version that cannot be written.
        FileError: where the file cannot be written, or the readers have no version in common.
    """
    from metadef.codec.mdef.layout import MINOR
    from metadef.codec.mdef.writer import write

    minor, operators = as_minor(version), dict[str, int]()
    if readers:
        from metadef.driver.negotiation import agreed_versions

        wanted = () if version is None else (format_wish(version),)
        agreed = agreed_versions(graph, [*wanted, *readers], str(place))
        if agreed.findings:
            raise FileError(agreed.findings)
        minor, operators = as_minor(agreed.version), dict(agreed.operators)
    write(
        *(graph, place),
        plans=plans,
        provenance=provenance,
        minor=MINOR if minor is None else minor,
        operator_versions=operators,
    )


def save_changes(graph: Graph, place: Path, base: Path, version: str | None = None) -> None:
    """Write a graph as `.mdef` on top of a file of an earlier state: what they share is not written again.

    Where `base` is `place`, the file grows by the changes; else `place` becomes a copy of `base` that has them.

    Raises:
        UsageError: for a version that cannot be written.
        FileError: if `base` is no `.mdef` file, or `place` cannot be written.
    """
    from metadef.codec.atomic import require_writable
    from metadef.codec.mdef.append import write_changes
    from metadef.codec.mdef.graph_file import GraphFile
    from metadef.codec.mdef.layout import MINOR

    minor = as_minor(version)
    minor = MINOR if minor is None else minor
    GraphFile.open(base)  # WHY: a base that is none is a mistake of the caller, and no reason to write all
    target = require_writable(place)
    if target.exists() and target.samefile(base):
        write_changes(graph, place, minor=minor)
        return
    try:
        with tempfile.TemporaryDirectory(prefix=".metadef-", dir=target.parent) as folder:
            made = shutil.copyfile(base, Path(folder) / target.name)
            write_changes(graph, made, minor=minor)
            made.replace(target)
    except OSError as error:
        raise FileError.of("file-write", str(place), error.strerror or str(error)) from error


def format_wish(version: str) -> Party:
    """The wish for a version of the format, as a party of the negotiation."""
    return Party("the target version", "is", {".mdef": VersionRange.exactly(ShortVersion.parse(version))})


def save_compiled(
    compiled: Compiled,
    place: Path,
    version: str | None = None,
    *,
    command: Sequence[str] = (),
    with_time: bool = False,
) -> None:
    """The same for a compiled graph, with its plans and where it comes from.

    Args:
        command: the command line, as typed.
        with_time: note when this is; equal compilations then no longer give equal files.
    """
    documents = plans_of(compiled)
    origin = provenance_of(compiled, command, with_time=with_time)
    save_mdef(compiled.graph, place, version, plans=documents, provenance=origin)


def provenance_of(compiled: Compiled, command: Sequence[str] = (), *, with_time: bool = False) -> dict[str, object]:
    """Producer, source with its hash, target, command line and pass log."""
    from metadef.version import __version__

    found: dict[str, object] = {
        "producer": f"metadef {__version__}",
        "target": compiled.target,
        "source": {"file": encodable(compiled.model), **_digest(compiled.model)},
        "passes": [{"name": item.name, "stage": item.stage, "changed": item.changed} for item in compiled.passes],
    }
    if command:
        found["command"] = [encodable(word) for word in command]
    if with_time:
        found["created"] = datetime.now(UTC).isoformat(timespec="seconds")
    return found


def _digest(model: str) -> dict[str, str]:
    """The hash of the source, where it is a file that is still there."""
    try:
        with Path(model).open("rb") as stream:
            return {"sha256": hashlib.file_digest(stream, "sha256").hexdigest()}
    except (OSError, ValueError):
        return {}
