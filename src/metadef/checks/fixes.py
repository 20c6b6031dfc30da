"""Safe fixes: text whose meaning is certain, replaced by the text that says the same rightly.

A data type that only resembles a real one, the order of ports, and names are never touched: that needs a person.
"""

from __future__ import annotations

import difflib
import os
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from metadef.checks.record import Edit
from metadef.checks.source_files import SourceFiles
from metadef.errors import FileError, Finding

__all__ = ["FIXABLE", "apply_edits", "difference", "edit_of", "write_edits"]

_NAME = re.compile(r"\w+")


def _dtype(item: Finding, line: str, at: int) -> tuple[str, str] | None:
    match = _NAME.match(line, at)
    return (item.got, item.hint) if match and match[0] == item.got and item.hint.isidentifier() else None


def _helper(item: Finding, line: str, at: int) -> tuple[str, str] | None:
    match = _NAME.match(line, at)
    if match is None or match[0] != item.got or not item.hint.startswith("TensorType::") or line[:at].endswith("::"):
        return None
    called = line.startswith("()", match.end())
    return (item.got, item.hint.removesuffix("()")) if called else (item.got, item.hint)


def _literal(item: Finding, line: str, at: int) -> tuple[str, str] | None:
    boolean = {"0": "false", "1": "true"}.get(item.got)
    match = _NAME.match(line, at)
    if "Bool" not in item.message.split() or boolean is None or match is None or match[0] != item.got:
        return None
    return item.got, boolean


# Name of a reader's finding: what is replaced by what at its place. Rules bring their own edits.
FIXABLE: dict[str, Callable[[Finding, str, int], tuple[str, str] | None]] = {
    "dtype-misspelled": _dtype,
    "type-helper-bare": _helper,
    "attr-default-literal": _literal,
}


def edit_of(item: Finding, files: SourceFiles) -> Edit | None:
    """The safe fix of a reader's finding, None when there is none."""
    fix = FIXABLE.get(item.name)
    if fix is None or item.where is None or not item.where.column:
        return None
    lines = files.lines(item.where.file)
    if item.where.line > len(lines):
        return None
    replacement = fix(item, lines[item.where.line - 1], item.where.column - 1)
    if replacement is None:
        return None
    return Edit(item.where.file, item.where.line, item.where.column, *replacement)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made; one that does not meet its old text, or overlaps another, is left out.

    >>> apply_edits("{DT_FLOAT32}", [Edit("", 1, 2, "DT_FLOAT32", "DT_FLOAT")])
    '{DT_FLOAT}'
    """
    lines = text.split("\n")
    border: dict[int, int] = {}
    for edit in sorted(set(edits), key=lambda edit: (edit.line, edit.column), reverse=True):
        if not 0 < edit.line <= len(lines):
            continue
        line, at = lines[edit.line - 1], edit.column - 1
        end = at + len(edit.old)
        if line[at:end] == edit.old and end <= border.get(edit.line, len(line)):
            lines[edit.line - 1] = line[:at] + edit.new + line[end:]
            border[edit.line] = at
    return "\n".join(lines)


def _read(file: str) -> str:
    try:
        return Path(file).read_bytes().decode("utf-8")
    except OSError as error:
        raise FileError.of("file-missing", file, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise FileError.of("file-corrupt", file, "only UTF-8 files are fixed") from error


def _by_file(edits: Iterable[Edit]) -> dict[str, list[Edit]]:
    grouped: dict[str, list[Edit]] = {}
    for edit in edits:
        grouped.setdefault(edit.file, []).append(edit)
    return dict(sorted(grouped.items()))


def difference(edits: Iterable[Edit]) -> str:
    """The edits as a unified diff.

    Raises:
        FileError: if a file cannot be read, or is no UTF-8.
    """
    out: list[str] = []
    for file, group in _by_file(edits).items():
        old = _read(file)
        new = apply_edits(old, group)
        out += difflib.unified_diff(old.splitlines(True), new.splitlines(True), file, file)
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in out)


def write_edits(edits: Iterable[Edit]) -> list[str]:
    """Make the edits in their files; a file is replaced at once or not at all. Gives the files that changed.

    Raises:
        FileError: if a file cannot be read or written, or is no UTF-8.
    """
    changed: list[str] = []
    for file, group in _by_file(edits).items():
        old = _read(file)
        new = apply_edits(old, group)
        if new == old:
            continue
        try:
            _replace(file, new)
        except OSError as error:
            raise FileError.of("file-write", file, error.strerror or str(error)) from error
        changed.append(file)
    return changed


def _replace(file: str, text: str) -> None:
    target = os.path.realpath(file)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".metadef-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(text.encode("utf-8"))
        os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        os.replace(temporary, target)
    except OSError:
        os.unlink(temporary)
        raise
