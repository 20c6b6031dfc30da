"""Safe fixes: text whose meaning is certain, replaced by the text that says the same rightly.

A data type that only resembles a real one, the order of ports, and names are never touched: that needs a person.
"""

from __future__ import annotations

import difflib
import errno
import os
import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from metadef.checks.record import Edit
from metadef.checks.source_files import SourceFiles
from metadef.definitions.decode import Encoded, encoded, read_bytes
from metadef.errors import FileError, Finding, finding

__all__ = ["FIXABLE", "Mended", "apply_edits", "difference", "edit_of", "mended", "write_edits"]

_NAME = re.compile(r"\w+")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|[\r\n]|\Z)")  # with its end; the last one, without end, may be empty
_ENDS = ("\n", "\r")


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
    lines = _LINE.findall(text)
    border: dict[int, int] = {}
    for edit in sorted(set(edits), key=lambda edit: (edit.line, edit.column), reverse=True):
        if not 0 < edit.line <= len(lines):
            continue
        line, at = lines[edit.line - 1], edit.column - 1
        end = at + len(edit.old)
        if line[at:end] == edit.old and end <= border.get(edit.line, len(line)):
            lines[edit.line - 1] = line[:at] + edit.new + line[end:]
            border[edit.line] = at
    return "".join(lines)


@dataclass(frozen=True, slots=True)
class Mended:
    """What the edits make of one file."""

    file: str
    source: Encoded
    text: str  # with the edits made


def mended(edits: Iterable[Edit]) -> tuple[list[Mended], list[Finding]]:
    """The files that the edits change, and a finding for every file that cannot be read or written as it was."""
    grouped: dict[str, list[Edit]] = {}
    for edit in edits:
        grouped.setdefault(edit.file, []).append(edit)
    out: list[Mended] = []
    refused: list[Finding] = []
    for file, group in sorted(grouped.items()):
        try:
            source = encoded(read_bytes(file))
        except FileError as error:
            refused += error.findings
            continue
        if source is None:
            refused.append(finding("file-corrupt", file, "not mended: its bytes are no text of one encoding"))
            continue
        text = apply_edits(source.text, group)
        if text != source.text:
            out.append(Mended(file, source, text))
    return out, refused


def difference(edits: Iterable[Edit]) -> tuple[str, list[Finding]]:
    """The edits as a unified diff, and a finding for every file that they cannot be made in."""
    out: list[str] = []
    files, refused = mended(edits)
    for item in files:
        old, new = _LINE.findall(item.source.text)[:-1], _LINE.findall(item.text)[:-1]
        out += difflib.unified_diff(old, new, item.file, item.file)
    return "".join(line if line.endswith(_ENDS) else line + "\n\\ No newline at end of file\n" for line in out), refused


def write_edits(edits: Iterable[Edit]) -> tuple[list[str], list[Finding]]:
    """Make the edits in their files; a file is replaced at once or not at all, and keeps encoding and line ends.

    Returns:
        The files that changed, and a finding for every file that the edits cannot be made in.
    """
    changed: list[str] = []
    files, refused = mended(edits)
    for item in files:
        try:
            _replace(item.file, item.source.data(item.text))
        except OSError as error:
            refused.append(finding("file-write", item.file, error.strerror or str(error)))
        else:
            changed.append(item.file)
    return changed, refused


def _replace(file: str, data: bytes) -> None:
    target = os.path.realpath(file)
    if not os.access(target, os.W_OK):  # WHY: replacing would get around the file's own protection
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".metadef-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
