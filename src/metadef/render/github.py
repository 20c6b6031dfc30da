"""`--format github`: workflow commands that GitHub Actions shows as annotations.

Source: GitHub's documentation of workflow commands: `%`, CR and LF are escaped in the message, and also `:` and `,` in
the properties.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.errors import Finding, Severity
from metadef.render.escape import shown_path, visible

__all__ = ["render"]

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(findings: Sequence[Finding], color: bool) -> str:
    """One command a line and finding."""
    return "".join(_command(finding) + "\n" for finding in findings)


def _command(finding: Finding) -> str:
    properties = {"title": f"{finding.code} {finding.name}"}
    if finding.where:
        properties["file"] = shown_path(finding.where.file)
        if finding.where.line:
            properties["line"] = str(finding.where.line)
        if finding.where.column:
            properties["col"] = str(finding.where.column)
    text = f"{finding.subject}: {finding.message}"
    if finding.hint:
        text += f"; try {finding.hint}"
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{_LEVELS[finding.severity]} {written}::{_data(text)}"


def _data(text: str) -> str:
    # WHY visible first: it turns CR and LF into escapes, so a name cannot start a command of its own
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
