"""A heading of a doc comment is misspelled.

Why: Tools that do not guess lose the whole section.
Bad: @par Ouputs:
Good: @par Outputs:
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from metadef.checks.record import Edit, Operator, Problem, Rule
from metadef.source import Span

__all__ = ["RULE"]

_HEADING = re.compile(r"[@\\]\s*(?:par\s+)?([A-Za-z]+)")
_MISSPELLED = {
    "ouputs": "outputs",
    "ouput": "output",
    "outouts": "outputs",
    "ouptuts": "outputs",
    "intputs": "inputs",
    "inpus": "inputs",
    "attribuites": "attributes",
    "atrributes": "attributes",
    "bref": "brief",
    "breif": "brief",
    "thridparty": "third-party",
    "restrctions": "restrictions",
    "constrants": "constraints",
    "attation": "attention",
}


def check(operator: Operator, lines: Sequence[tuple[int, str]]) -> Iterator[Problem]:
    for number, line in lines:
        for match in _HEADING.finditer(line):
            right = _MISSPELLED.get(match[1].lower())
            if right:
                where = Span(operator.span.file, number, match.start(1) + 1)
                new = right.capitalize() if match[1][:1].isupper() else right
                edit = Edit(operator.span.file, number, match.start(1) + 1, match[1], new)
                yield Problem(f"the heading {match[1]!r} is misspelled", got=match[1], hint=new, where=where, edit=edit)


RULE = Rule("DOC108", "doc-section-misspelled", "warning", comment=check)
