"""A deprecation names an operator that does not exist.

Why: The way out leads nowhere.
Bad: DEPRECATED. Please use BatchNormalisation instead.
Good: DEPRECATED. Please use BatchNorm instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.evidence import deprecation, replacements
from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import hint_of

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    names = replacements(deprecation(operator), operator.proto.name)
    if names and not any(name in operator.library.names for name in names):
        # WHY: measuring all 1,900 names for each operator of a large file would take minutes
        close = sorted(name for name in operator.library.names if name[:2] == names[0][:2])
        hint = hint_of(names[0], close)
        yield Problem(f"the replacement {names[0]} is no operator", got=names[0], hint=hint)


RULE = Rule("DEF133", "deprecated-replacement-unknown", "warning", operator=check)
