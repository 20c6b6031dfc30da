"""`--format json`: one JSON document."""

from __future__ import annotations

import json
from collections.abc import Sequence

from metadef.errors import Finding
from metadef.render.record import count_by_severity, finding_record

__all__ = ["render"]


def render(findings: Sequence[Finding], color: bool) -> str:
    """The document; ASCII only, so that no terminal obeys what stands in it."""
    counts = count_by_severity(findings)
    document = {
        "schema_version": 1,
        "ok": not counts["error"],
        "counts": counts,
        "findings": [finding_record(finding) for finding in findings],
    }
    return json.dumps(document, indent=2) + "\n"
