"""A finding as plain data: the shape of the `findings` entries in every JSON that metadef writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from metadef.errors import Finding, Severity
from metadef.render.escape import shown_path
from metadef.source import Span

__all__ = ["FindingRecord", "SpanRecord", "count_by_severity", "finding_record"]


class SpanRecord(TypedDict):
    """A place; `line` and `column` count from 1 and are 0 when unknown."""

    file: str
    line: int
    column: int
    path: str


class FindingRecord(TypedDict):
    """A finding; fields may be added, never changed."""

    code: str
    name: str
    severity: str
    subject: str
    message: str
    hint: str
    expected: str
    got: str
    where: SpanRecord | None
    defined: SpanRecord | None
    doc: str


def finding_record(finding: Finding) -> FindingRecord:
    """The finding as plain data, lone surrogates replaced so that strict JSON readers accept it."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "subject": _encodable(finding.subject),
        "message": _encodable(finding.message),
        "hint": _encodable(finding.hint),
        "expected": _encodable(finding.expected),
        "got": _encodable(finding.got),
        "where": _span_record(finding.where),
        "defined": _span_record(finding.defined),
        "doc": finding.anchor,
    }


def count_by_severity(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings each severity has, gravest first, zeros included."""
    counts = dict.fromkeys((severity.value for severity in reversed(Severity)), 0)
    for finding in findings:
        counts[finding.severity.value] += 1
    return counts


def _span_record(span: Span | None) -> SpanRecord | None:
    if span is None:
        return None
    file = _encodable(shown_path(span.file))
    return {"file": file, "line": span.line, "column": span.column, "path": _encodable(span.path)}


def _encodable(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")
