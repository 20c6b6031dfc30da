"""A default breaks the constraint of its own attribute.

Why: Every call that leaves the attribute out is illegal.
Bad: .attr("groups", Int, 0, positive)
Good: .attr("groups", Int, 1, positive)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for spec in operator.proto.attrs:
        if (
            not spec.required
            and spec.default is not None
            and spec.constraint
            and not spec.constraint.holds(spec.default)
        ):
            message = f"the default of `{spec.name}` breaks its constraint"
            yield Problem(message, spec.name, expected=spec.constraint.text, got=repr(spec.default))


RULE = Rule("DEF114", "default-breaks-constraint", "error", operator=check)
