"""Bringing a folder to what a generator made: every file or none, and no file that is not ours.

`plan` compares and touches nothing. `apply` first writes all new files beside, in `.metadef-gen.part`, then lets them
take their names; when one cannot, those that did are taken back. A run that was killed half-way leaves that
folder behind with its manifest, from which the next run knows which files are ours.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from metadef.codegen.manifest import MANIFEST, Manifest, digest, read_manifest, safe_path
from metadef.errors import FileError, Finding, MetadefError, finding

__all__ = ["Plan", "apply", "is_current", "plan"]

_STAGE = ".metadef-gen.part"
_MOST_DIFF_LINES = 4000


@dataclass(frozen=True, slots=True)
class Plan:
    """What would change in a folder."""

    folder: Path
    target: str
    fingerprint: str
    files: Mapping[str, bytes]  # all that the folder is to have
    before: Mapping[str, bytes] = field(default_factory=dict[str, bytes])  # of `changed` and `removed`
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()  # of ours, and no longer made
    findings: tuple[Finding, ...] = ()  # files in the way that are not ours, and ours that somebody edited
    manifest_differs: bool = False

    @property
    def is_clean(self) -> bool:
        """Whether the files are what the generator makes."""
        return not (self.added or self.changed or self.removed)

    def diff(self) -> str:
        """All changes as a unified diff."""
        lines: list[str] = []
        for path in sorted((*self.added, *self.changed, *self.removed)):
            old = self.before.get(path, b"").decode("utf-8", "replace").splitlines()
            new = self.files.get(path, b"").decode("utf-8", "replace").splitlines()
            left = "/dev/null" if path in self.added else f"a/{path}"
            right = "/dev/null" if path in self.removed else f"b/{path}"
            lines += unified_diff(old[:_MOST_DIFF_LINES], new[:_MOST_DIFF_LINES], left, right, lineterm="")
        return "".join(f"{line}\n" for line in lines)


def plan(folder: Path, target: str, texts: Mapping[str, str], fingerprint: str = "") -> Plan:
    """Compare a folder, which need not exist, with what a generator made.

    Raises:
        FileError: if the folder or its manifest cannot be read.
        MetadefError: if a generator gives a path that would leave the folder.
    """
    wrong = [path for path in texts if not safe_path(path)]
    if wrong:
        raise MetadefError.of("bad-usage", f"target {target}", "gives a path that is not plain", got=repr(wrong[0]))
    files = {path: texts[path].encode("utf-8", "backslashreplace") for path in sorted(texts)}
    known = read_manifest(folder / MANIFEST)
    if known.target not in ("", target):
        message, hint = f"holds what `metadef gen {known.target}` made", "a folder of its own for each target"
        raise MetadefError.of("bad-usage", f"-o {folder}", message, got=target, hint=hint)
    pending = read_manifest(folder / _STAGE / MANIFEST)  # of a run that did not end
    before: dict[str, bytes] = {}
    added: list[str] = []
    changed: list[str] = []
    problems: list[Finding] = []
    for path, new in files.items():
        old = _read(folder, path)
        if old is None:
            added.append(path)
        elif old != new:
            changed.append(path)
            before[path] = old
            problems += _foreign(folder, path, old, known, pending)
    removed: list[str] = []
    for path in sorted((known.files.keys() | pending.files.keys()) - files.keys()):
        old = _read(folder, path)
        if old is None:
            continue
        if _foreign(folder, path, old, known, pending):
            message = "is no longer made, but somebody edited it, so it stays"
            problems.append(finding("generated-file-kept", str(folder / path), message, hint="delete it by hand"))
        else:
            removed.append(path)
            before[path] = old
    manifest = Manifest(target, fingerprint, {path: digest(data) for path, data in files.items()})
    differs = known != manifest or pending != Manifest()
    return Plan(
        *(folder, target, fingerprint, files, before, tuple(added), tuple(changed), tuple(removed)),
        findings=tuple(problems),
        manifest_differs=differs,
    )


def is_current(folder: Path, target: str, fingerprint: str) -> bool:
    """Whether the folder has, byte for byte, what its manifest says was made from what has this fingerprint."""
    known = read_manifest(folder / MANIFEST)
    if not fingerprint or (known.target, known.fingerprint) != (target, fingerprint) or (folder / _STAGE).exists():
        return False
    return all((data := _read(folder, path)) is not None and digest(data) == old for path, old in known.files.items())


def apply(made: Plan, *, force: bool = False) -> bool:
    """Do what a plan says; False if there was nothing to do, and then nothing is touched.

    Raises:
        MetadefError: with the findings of the plan, if a file in the way is not ours, unless `force`.
        FileError: if something cannot be written; the files are as before.
    """
    errors = [item for item in made.findings if item.is_error]
    if errors and not force:
        raise MetadefError(errors)
    if made.is_clean and not made.manifest_differs:
        return False
    stage = made.folder / _STAGE
    try:
        made.folder.mkdir(parents=True, exist_ok=True)
        _stage(made, stage)
        _swap(made, stage)
        shutil.rmtree(stage)
    except OSError as error:
        raise FileError.of("file-write", str(made.folder), f"cannot be written: {error.strerror}") from error
    return True


def _read(folder: Path, path: str) -> bytes | None:
    """The bytes of a file of the folder, None if there is none.

    Raises:
        FileError: if it cannot be read, or is no ordinary file, or a link leads to it.
    """
    place, mode = folder, stat.S_IFREG
    try:
        for part in path.split("/"):
            place = place / part
            mode = place.lstat().st_mode
            if stat.S_ISLNK(mode):  # WHY: writing through a link would change a file outside
                raise FileError.of("file-write", str(place), "is a link, not a file or folder of ours")
        if not stat.S_ISREG(mode):
            raise FileError.of("file-write", str(place), "is no ordinary file")
        return place.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise FileError.of("file-missing", str(place), f"cannot be read: {error.strerror}") from error


def _foreign(folder: Path, path: str, old: bytes, known: Manifest, pending: Manifest) -> list[Finding]:
    """A finding if the bytes that stand there are none that we wrote."""
    if digest(old) in (known.files.get(path), pending.files.get(path)):
        return []
    ours = path in known.files
    message = "was edited after it was generated" if ours else "stands where a file is to be generated, and is not ours"
    hint = "move it away, or --force to replace it"
    return [finding("generated-file-foreign", str(folder / path), message, hint=hint)]


def _stage(made: Plan, stage: Path) -> None:
    """Write the new files and the manifest completely, beside the folder's own files."""
    kept = read_manifest(stage / MANIFEST).files  # WHY: of two killed runs, both may have left files
    shutil.rmtree(stage, ignore_errors=True)
    for path in (*made.added, *made.changed):
        place = stage / "new" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(made.files[path])
    files = {path: digest(data) for path, data in made.files.items()}
    stage.mkdir(exist_ok=True)
    (stage / "manifest").write_text(Manifest(made.target, made.fingerprint, files).text(), "utf-8")
    (stage / MANIFEST).write_text(Manifest(made.target, "", {**kept, **files}).text(), "utf-8")


def _swap(made: Plan, stage: Path) -> None:
    """Let the staged files take their names and the stale ones go; on a failure everything goes back."""
    done: list[str] = []
    try:
        for path in (*made.changed, *made.removed):
            _move(made.folder / path, stage / "old" / path)
            done.append(path)
        for path in (*made.added, *made.changed):
            _move(stage / "new" / path, made.folder / path)
            done.append(path)
        os.replace(stage / "manifest", made.folder / MANIFEST)
    except BaseException:
        for path in reversed(done):
            with contextlib.suppress(OSError):
                if (stage / "old" / path).exists():
                    os.replace(stage / "old" / path, made.folder / path)
                elif path in made.added:
                    (made.folder / path).unlink()
        shutil.rmtree(stage, ignore_errors=True)
        raise
    for path in made.removed:
        parent = (made.folder / path).parent
        while parent != made.folder and not any(parent.iterdir()):
            parent.rmdir()
            parent = parent.parent


def _move(old: Path, new: Path) -> None:
    new.parent.mkdir(parents=True, exist_ok=True)
    os.replace(old, new)
