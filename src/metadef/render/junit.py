"""`--format junit`: a test report that CI servers read. A finding is a test case; errors are failures.

Without findings there is one test case that passes, because servers take an empty report for a broken run.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from metadef.errors import Finding
from metadef.render.escape import shown_path, visible

__all__ = ["render"]


def render(findings: Sequence[Finding], color: bool) -> str:
    """The XML document."""
    failures = sum(finding.is_error for finding in findings)
    counts = {"tests": str(len(findings) or 1), "failures": str(failures), "errors": "0", "skipped": "0"}
    suites = ElementTree.Element("testsuites", {"name": "metadef", **counts})
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "metadef", **counts})
    if not findings:
        ElementTree.SubElement(suite, "testcase", {"classname": "metadef", "name": "no findings"})
    for finding in findings:
        _add_case(suite, finding)
    ElementTree.indent(suites)
    body = ElementTree.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{body}\n'


def _add_case(suite: ElementTree.Element, finding: Finding) -> None:
    attributes = {"classname": f"{finding.code} {finding.name}", "name": _legal(finding.subject)}
    if finding.where:
        attributes["file"] = _legal(shown_path(finding.where.file))
        if finding.where.line:
            attributes["line"] = str(finding.where.line)
    case = ElementTree.SubElement(suite, "testcase", attributes)
    details = {
        "want": finding.expected,
        "got": finding.got,
        "in": str(finding.where or ""),
        "from": str(finding.defined or ""),
        "try": finding.hint,
    }
    text = "\n".join([finding.message, *(f"{label}: {value}" for label, value in details.items() if value)])
    if finding.is_error:
        child = ElementTree.SubElement(case, "failure", {"type": finding.name, "message": _legal(finding.message)})
    else:
        child = ElementTree.SubElement(case, "system-out")
    child.text = "\n".join(_legal(line) for line in text.split("\n"))


def _legal(text: str) -> str:
    # WHY: XML 1.0 has no way to write controls or the two non-characters U+FFFE and U+FFFF
    return visible(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
