"""`--format concise`: one line a finding, for `grep` and for editors that jump to `file:line:column`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from metadef.errors import Finding
from metadef.render.escape import shown_path, visible
from metadef.render.paint import SEVERITY_STYLES, Painter, painter

__all__ = ["render"]


def render(findings: Sequence[Finding], color: bool) -> str:
    """The lines."""
    paint = painter(color)
    return "".join(_line(finding, paint) + "\n" for finding in findings)


def _line(finding: Finding, paint: Painter) -> str:
    where = finding.where and replace(finding.where, file=shown_path(finding.where.file))
    place = f"{paint('bold', visible(str(where)))}: " if where else ""
    level = paint(SEVERITY_STYLES[finding.severity], finding.severity.value)
    hint = f"; try {visible(finding.hint)}" if finding.hint else ""
    law = f"[{finding.code} {finding.name}]"
    return f"{place}{level}{law} {visible(finding.subject)}: {visible(finding.message)}{hint}"
