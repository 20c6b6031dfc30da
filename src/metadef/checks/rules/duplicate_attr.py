"""Two attributes share a name.

Why: The later one silently replaces the earlier one with its type and default.
Bad: .ATTR(axis, Int, 0) .ATTR(axis, Int, 1)
Good: .ATTR(axis, Int, 0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for name, count in Counter(spec.name for spec in operator.proto.attrs).items():
        if count > 1:
            yield Problem(f"{count} attributes are called `{name}`", name, got=name)


RULE = Rule("DEF108", "duplicate-attr", "error", operator=check, covered_by=("port-overridden",))
