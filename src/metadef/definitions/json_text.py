"""JSON text to Python values: every failure is a finding with its place, none an exception."""

from __future__ import annotations

import json

from metadef.definitions.source_text import SourceText
from metadef.errors import Finding, finding

__all__ = ["parse_json"]

_MAX_CHARACTERS = 64 << 20


def parse_json(text: str, file: str, findings: list[Finding]) -> object:
    """The value of a JSON text, None with a finding when it is none.

    >>> found = []
    >>> parse_json('{"a": ', "a.json", found), found[0].where.line
    (None, 1)
    """
    source = SourceText(text, file)

    def report(message: str, offset: int) -> None:
        findings.append(finding("definition-syntax", file or "JSON", message, where=source.span(offset)))

    if len(text) > _MAX_CHARACTERS:
        report(f"more than {_MAX_CHARACTERS} characters", 0)
        return None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        report(f"the JSON is broken: {error.msg}", min(error.pos, len(text)))
    except RecursionError:
        report("the JSON nests too deep", 0)
    except ValueError as error:  # a number of thousands of digits
        report(f"the JSON cannot be read: {str(error)[:100]}", 0)
    return None
