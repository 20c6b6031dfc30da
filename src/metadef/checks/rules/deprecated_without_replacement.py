"""A deprecated operator does not say what to use instead.

Why: Its users know that they must move, and not where to.
Bad: @par Restrictions: Warning: THIS FUNCTION IS DEPRECATED.
Good: @par Restrictions: Warning: THIS FUNCTION IS DEPRECATED. Please use AddV2 instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.evidence import deprecation, replacements
from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    text = deprecation(operator)
    if text and not replacements(text, operator.proto.name):
        yield Problem(
            "the deprecation names no operator to use instead", got=text[:120], hint="Please use NAME instead."
        )


RULE = Rule("DEF132", "deprecated-without-replacement", "warning", operator=check)
