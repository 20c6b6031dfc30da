"""The description of an attribute gives another default than the definition.

Why: One of the two is wrong, and callers read the description.
Bad: ATTR(axis, Int, 0) with: axis: Defaults to -1.
Good: ATTR(axis, Int, -1) with: axis: Defaults to -1.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import DEFAULT, value_said

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for spec in operator.proto.attrs:
        match = DEFAULT.search(spec.doc)
        if match is None or spec.required or spec.default is None:
            continue
        said = value_said(match[1], spec.kind)
        if said is not None and said != spec.default:
            message = f"the description gives `{spec.name}` another default"
            yield Problem(message, spec.name, expected=repr(spec.default), got=match[1])


RULE = Rule("DOC107", "default-disagrees-with-doc", "warning", operator=check)
