"""A Bool attribute does not begin with is_ or has_.

Why: The prefix says at the call that the value is true or false and what true means.
Bad: .ATTR(training, Bool, true)
Good: .ATTR(is_training, Bool, true)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import snake_case
from metadef.types.attrs import AttrKind

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for spec in operator.proto.attrs:
        if spec.kind is AttrKind.Bool and not spec.name.startswith(("is_", "has_")):
            message = f"Bool attribute `{spec.name}` does not begin with is_ or has_"
            yield Problem(message, spec.name, got=spec.name, hint=f"is_{snake_case(spec.name)}")


RULE = Rule("DEF103", "bool-attr-without-prefix", "info", operator=check)
