"""`--format sarif`: SARIF 2.1.0, what code-scanning services read.

Source: the OASIS standard, sections 3.11 (messages), 3.27 (results), 3.29 (locations), 3.49 (rules).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from urllib.parse import quote

from metadef.errors import Finding, Severity
from metadef.errors.codes import code_numbered
from metadef.render.escape import shown_path, visible
from metadef.source import Span
from metadef.version import __version__

__all__ = ["render"]

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(findings: Sequence[Finding], color: bool) -> str:
    """The log: one run whose rules are those that were found."""
    names = {finding.code: finding.name for finding in findings}
    index = {code: number for number, code in enumerate(names)}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "metadef",
                        "semanticVersion": __version__,
                        "rules": [_rule(code, name) for code, name in names.items()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, index[finding.code]) for finding in findings],
            }
        ],
    }
    return json.dumps(log, indent=2) + "\n"


def _rule(number: str, name: str) -> dict[str, object]:
    code = code_numbered(number)
    rule: dict[str, object] = {"id": number, "name": "".join(word.capitalize() for word in name.split("-"))}
    if code is not None:
        rule["shortDescription"] = {"text": _text(code.what)}
        rule["fullDescription"] = {"text": _text(f"{code.what} {code.why}")}
        rule["help"] = {"text": _text(f"Reported: {code.bad}. Right: {code.good}.")}
        rule["defaultConfiguration"] = {"level": _LEVELS[Severity(code.severity)]}
    return rule


def _result(finding: Finding, rule_index: int) -> dict[str, object]:
    parts = [f"{finding.subject}: {finding.message}"]
    parts += [f"expected {finding.expected}"] if finding.expected else []
    parts += [f"got {finding.got}"] if finding.got else []
    parts += [f"try {finding.hint}"] if finding.hint else []
    identity = "\0".join((finding.code, finding.subject, finding.message)).encode("utf-8", "surrogatepass")
    location: dict[str, object] = {"logicalLocations": [{"fullyQualifiedName": visible(finding.subject)}]}
    if finding.where:
        location["physicalLocation"] = _physical(finding.where)
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": {"text": _text("; ".join(parts))},
        "locations": [location],
        "partialFingerprints": {"metadefFinding/v1": hashlib.sha256(identity).hexdigest()},
    }
    if finding.defined:
        result["relatedLocations"] = [
            {"id": 1, "message": {"text": "defined here"}, "physicalLocation": _physical(finding.defined)}
        ]
    return result


def _physical(span: Span) -> dict[str, object]:
    location: dict[str, object] = {"artifactLocation": {"uri": _uri(shown_path(span.file))}}
    if span.line:
        location["region"] = {"startLine": span.line, **({"startColumn": span.column} if span.column else {})}
    return location


def _uri(file: str) -> str:
    """A relative reference, or a file URI for an absolute path.

    >>> _uri("a b/c:d.onnx")
    'a%20b/c%3Ad.onnx'
    """
    try:
        data = os.fsencode(file.replace(os.sep, "/"))
    except UnicodeEncodeError:  # a lone surrogate that stands for no byte of a file name
        data = file.encode("utf-8", "surrogatepass")
    return ("file://" if os.path.isabs(file) else "") + quote(data, safe="/")


def _text(text: str) -> str:
    # WHY: SARIF reads {0} as a placeholder and [text](target) as a link; doubling and escaping turn both off
    text = re.sub(r"\{(\d+)\}", r"{{\1}}", visible(text))
    return re.sub(r"[\[\]\\]", r"\\\g<0>", text) if "](" in text else text
