"""The description of a required attribute speaks of a default.

Why: A caller who trusts it leaves the attribute out, and the call is refused.
Bad: REQUIRED_ATTR(axis, Int) with: axis: Defaults to 0.
Good: ATTR(axis, Int, 0) with: axis: Defaults to 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import DEFAULT

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for spec in operator.proto.attrs:
        if spec.required and (match := DEFAULT.search(spec.doc)):
            message = f"`{spec.name}` is required, and its description gives a default"
            yield Problem(message, spec.name, got=match[0], hint=f"ATTR({spec.name}, {spec.kind.name}, {match[1]})")


RULE = Rule("DOC106", "required-attr-with-default-in-doc", "warning", operator=check)
