"""Where sets of operators come from: files and folders of any form, the catalogue, a git revision, a history registry.

    catalogue              the operators that metadef declares
    git:REV:PATH           a file or folder as it was at a revision of the repository that holds PATH
    PATH                   headers, JSON, op-info, `_def.cpp`; a folder is searched
    PATH with index.json   a history registry: every release, in the order of the versions

Other sources (models, hubs) are handed in from above: `compare_sets` takes any mapping of names to prototypes.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from metadef.catalogue import registry
from metadef.definitions.declaration import Reading
from metadef.definitions.history import read_index
from metadef.definitions.json_text import parse_json
from metadef.definitions.read import SUFFIXES, read_files, read_text
from metadef.errors import FileError, Finding, UsageError
from metadef.ops.proto import OpProto
from metadef.version import CannVersion, SemVer

__all__ = ["OperatorSet", "load_history", "load_set"]

_MOST_BYTES = 512 << 20  # of all files of a revision
_GIT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class OperatorSet:
    """Operators by name, and where they come from."""

    label: str
    ops: dict[str, OpProto] = field(default_factory=dict[str, OpProto])
    findings: tuple[Finding, ...] = ()  # of reading


def load_set(origin: str) -> OperatorSet:
    """The operators of one source.

    Raises:
        FileError: if it cannot be read.
        UsageError: if a git source is malformed, or git is missing.
    """
    if origin == "catalogue":
        return OperatorSet(origin, {proto.name: proto for proto in registry()})
    if origin.startswith("git:"):
        return _from_git(origin)
    reading = read_files([origin])
    unreadable = [item for item in reading.findings if item.code.startswith("FIL")]
    if unreadable:
        raise FileError(unreadable)
    return _set(origin, reading)


def load_history(origin: str) -> list[OperatorSet]:
    """All releases of a history registry, oldest first; any other source is a history of one.

    Releases are ordered by their versions, which are CANN's or SemVer; by the index where one of them is neither.

    Raises:
        FileError, UsageError: as `load_set`.
    """
    index = Path(origin) / "index.json"
    if origin == "catalogue" or origin.startswith("git:") or not index.is_file():
        return [load_set(origin)]
    findings: list[Finding] = []
    releases, more = read_index(parse_json(_text(index), str(index), findings), str(index))
    if findings or more:
        raise FileError([*findings, *more])
    if not releases:
        raise FileError.of("file-corrupt", str(index), "the history lists no release", expected="at least one")
    return [_release(Path(origin), version) for version in _in_order([release.version for release in releases])]


def _in_order(versions: list[str]) -> list[str]:
    for kind in (CannVersion, SemVer):
        try:
            return sorted(versions, key=kind.parse)
        except ValueError:
            continue
    return versions


def _release(folder: Path, version: str) -> OperatorSet:
    if not version or "/" in version or os.sep in version or version.startswith("."):
        raise FileError.of("file-corrupt", str(folder / "index.json"), f"a release is called {version[:80]!r}")
    found = load_set(str(folder / version))
    return OperatorSet(version, found.ops, found.findings)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError.of("file-missing", str(path), f"cannot be read: {error}") from error


def _set(label: str, reading: Reading) -> OperatorSet:
    return OperatorSet(label, {proto.name: proto for proto in reading.protos}, tuple(reading.findings))


def _from_git(origin: str) -> OperatorSet:
    _, revision, path = [*origin.split(":", 2), "", ""][:3]
    if not revision or not path or revision.startswith("-"):
        raise UsageError.of("bad-usage", origin, "names no revision and path", expected="git:REV:PATH")
    place = Path(path)
    folder = next((item for item in (place, *place.absolute().parents) if item.is_dir()), Path())
    inside = os.path.relpath(place.absolute(), folder.absolute())
    listing = _git(folder, origin, "ls-tree", "-r", "-z", "--name-only", revision, "--", inside)
    names = [name for name in listing.decode("utf-8", "surrogateescape").split("\0") if name]
    if not names:
        raise FileError.of("file-missing", origin, f"{revision} has no such path")
    whole = inside in names or f"./{inside}" in names
    wanted = names if whole else [name for name in names if os.path.splitext(name)[1].lower() in SUFFIXES]
    reading = Reading()
    for name, data in _contents(folder, origin, revision, wanted):
        found = read_text(data, f"{revision}:{os.path.relpath(folder / name)}")
        if found.declarations or found.impls or whole:
            reading.add(found)
    return _set(origin, reading)


def _contents(folder: Path, origin: str, revision: str, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """(name, content) of all files, by one process.

    WHY: a release has a thousand headers, and a process for each takes seconds.
    """
    for name in names:
        if "\n" in name:
            raise FileError.of("file-corrupt", origin, "a file name holds a line break", got=repr(name[:80]))
    asked = "".join(f"{revision}:./{name}\n" for name in names).encode("utf-8", "surrogateescape")
    answer = memoryview(_git(folder, origin, "cat-file", "--batch", feed=asked))
    at = total = 0
    for name in names:
        head_end = bytes(answer[at : at + 512]).find(b"\n") + at
        kind = bytes(answer[at:head_end]).split()
        if len(kind) != 3 or kind[1] != b"blob":
            raise FileError.of("file-corrupt", origin, f"git has no content for {name[:200]}")
        size = int(kind[2])
        total += size
        if total > _MOST_BYTES:
            raise FileError.of("file-too-large", origin, f"more than {_MOST_BYTES} bytes of definitions")
        yield name, bytes(answer[head_end + 1 : head_end + 1 + size])
        at = head_end + 1 + size + 1


def _git(folder: Path, origin: str, *arguments: str, feed: bytes | None = None) -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], input=feed, capture_output=True, timeout=_GIT_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise UsageError.of("bad-usage", origin, "git is not installed", hint="a folder instead") from error
    except subprocess.TimeoutExpired as error:
        raise FileError.of("file-missing", origin, f"git took more than {_GIT_SECONDS} seconds") from error
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise FileError.of("file-missing", origin, words[-1][:300] if words else "git failed")
    return done.stdout
