"""Breaks that are known: noted once, so that only new ones fail a gate.

A break is known by rule, subject and message.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import msgspec

from metadef.compat.record import Change
from metadef.errors import FileError, Severity

__all__ = ["baseline_text", "read_baseline", "without_known"]

_MOST_BYTES = 64 << 20
Key = tuple[str, str, str]


class _Row(msgspec.Struct):
    rule: str
    subject: str
    message: str


class _Document(msgspec.Struct):
    version: int
    breaks: list[_Row]


def _key(change: Change) -> Key:
    return change.rule, change.subject, change.hit.message


def baseline_text(changes: Iterable[Change]) -> str:
    """The baseline that knows the breaks among these changes, in a stable order."""
    rows = sorted({_key(change) for change in changes if change.is_break})
    fields = ("rule", "subject", "message")
    breaks = [dict(zip(fields, row, strict=True)) for row in rows]
    return json.dumps({"version": 1, "breaks": breaks}, indent=1, ensure_ascii=False) + "\n"


def read_baseline(path: Path) -> frozenset[Key]:
    """What a baseline knows.

    Raises:
        FileError: if it cannot be read or is none.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise FileError.of("file-too-large", str(path), f"a baseline has at most {_MOST_BYTES} bytes")
        document = msgspec.json.decode(path.read_bytes(), type=_Document)
    except OSError as error:
        raise FileError.of("file-missing", str(path), error.strerror or str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileError.of("file-corrupt", str(path), f"no baseline of breaks: {error}") from error
    if document.version != 1:
        raise FileError.of("file-corrupt", str(path), f"a baseline of version {document.version}", expected="version 1")
    return frozenset((row.rule, row.subject, row.message) for row in document.breaks)


def without_known(changes: Iterable[Change], known: frozenset[Key]) -> list[Change]:
    """The changes; known breaks are news only."""
    return [
        replace(change, severity=Severity.INFO, promises=(), note="known")
        if change.is_break and _key(change) in known
        else change
        for change in changes
    ]
