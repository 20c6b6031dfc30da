"""A default is no value of the attribute's type.

Why: A call that leaves the attribute out gets a value that no kernel understands.
Bad: .ATTR(axis, Int, "last")
Good: .ATTR(axis, Int, -1)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for spec in operator.proto.attrs:
        if spec.required:
            continue
        try:
            legal = spec.default is not None and spec.kind.convert(spec.default) == spec.default
        except (ValueError, TypeError):
            legal = False
        # WHY: nan equals nothing, itself included, and is a legal Float
        if not legal and spec.default == spec.default:
            message = f"the default of `{spec.name}` is no {spec.kind.name}"
            yield Problem(message, spec.name, expected=spec.kind.name, got=repr(spec.default))


RULE = Rule(
    "DEF113",
    "default-illegal-for-type",
    "error",
    operator=check,
    covered_by=(
        "attr-default-malformed",
        "attr-default-symbolic",
        "attr-kind-unknown",
    ),
)
