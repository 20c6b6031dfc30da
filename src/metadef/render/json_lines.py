"""`--format jsonl`: one JSON object a line and finding."""

from __future__ import annotations

import json
from collections.abc import Sequence

from metadef.errors import Finding
from metadef.render.record import finding_record

__all__ = ["render"]


def render(findings: Sequence[Finding], color: bool) -> str:
    """The lines; ASCII only."""
    return "".join(json.dumps(finding_record(finding)) + "\n" for finding in findings)
