"""A baseline: the findings of an old code base, noted once, so that only new ones are reported.

A finding is known by file, rule, subject and message and not by its line, so that other edits do not wake it.
Several equal ones are counted.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from metadef.errors import FileError, Finding

__all__ = ["baseline_text", "read_baseline", "without_known"]

_MAX_BYTES = 64 << 20
_VERSION = 1
Key = tuple[str, str, str, str]


def _key(item: Finding, root: Path) -> Key:
    file = item.where.file if item.where is not None else ""
    shown = os.path.relpath(file, root).replace(os.sep, "/") if file else ""
    return shown, item.name, item.subject, item.message


def baseline_text(findings: Iterable[Finding], root: Path) -> str:
    """The baseline that knows these findings; paths are relative to the folder that the baseline will lie in."""
    counts = Counter(_key(item, root) for item in findings if not item.code.startswith("FIL"))
    fields = ("file", "rule", "subject", "message")
    rows = [dict(zip(fields, key, strict=True)) | {"count": count} for key, count in sorted(counts.items())]
    lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    body = f"[\n  {lines}\n ]" if rows else "[]"
    return f'{{"version": {_VERSION},\n "findings": {body}}}\n'


def read_baseline(path: Path) -> Counter[Key]:
    """What a baseline knows.

    Raises:
        FileError: if it cannot be read or is none.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise FileError.of("file-too-large", str(path), f"a baseline has at most {_MAX_BYTES} bytes")
        document: object = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise FileError.of("file-missing", str(path), error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise FileError.of("file-corrupt", str(path), f"a baseline is JSON in UTF-8: {error}") from error
    known: Counter[Key] = Counter()
    if not isinstance(document, dict):
        raise FileError.of("file-corrupt", str(path), "a baseline is an object with `version` and `findings`")
    table = cast("dict[str, object]", document)
    rows = table.get("findings")
    if table.get("version") != _VERSION or not isinstance(rows, list):
        raise FileError.of("file-corrupt", str(path), f"a baseline has version {_VERSION} and a list of findings")
    for row in cast("list[object]", rows):
        fields = cast("dict[str, object]", row) if isinstance(row, dict) else {}
        file, rule, subject, message = (fields.get(name) for name in ("file", "rule", "subject", "message"))
        count = fields.get("count")
        if not (isinstance(file, str) and isinstance(rule, str) and isinstance(subject, str)):
            raise FileError.of("file-corrupt", str(path), "an entry lacks file, rule or subject")
        if not isinstance(message, str) or not isinstance(count, int) or count < 1:
            raise FileError.of("file-corrupt", str(path), "an entry lacks message or count")
        known[file, rule, subject, message] += count
    return known


def without_known(findings: Iterable[Finding], known: Counter[Key], root: Path) -> tuple[list[Finding], int]:
    """The findings that a baseline does not know, and how many of its own are gone."""
    left = Counter(known)
    new: list[Finding] = []
    for item in findings:
        key = _key(item, root)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(item)
    return new, sum(left.values())
