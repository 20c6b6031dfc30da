"""An optional input stands before a required one.

Why: A call by position must write a gap for the optional input, and builders cannot give it a default.
Bad: .OPTIONAL_INPUT(bias, ...) .INPUT(scale, ...)
Good: .INPUT(scale, ...) .OPTIONAL_INPUT(bias, ...)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.ops.ports import PortKind

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    last = max((at for at, port in enumerate(operator.proto.inputs) if port.kind is PortKind.REQUIRED), default=-1)
    for port in operator.proto.inputs[: max(last, 0)]:
        if port.kind is PortKind.OPTIONAL:
            after = operator.proto.inputs[last].name
            yield Problem(f"optional input `{port.name}` stands before the required `{after}`", port.name)


RULE = Rule("DEF111", "optional-before-required", "warning", operator=check)
