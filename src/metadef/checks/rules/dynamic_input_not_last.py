"""A dynamic input is followed by another input.

Why: Where the next port begins in the flat list of tensors depends on the number of members, which every
    caller must give.
Bad: .DYNAMIC_INPUT(x, ...) .INPUT(axis, ...)
Good: .INPUT(axis, ...) .DYNAMIC_INPUT(x, ...)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from metadef.checks.record import Operator, Problem, Rule
from metadef.ops.ports import PortKind

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    inputs = operator.proto.inputs
    for port, following in pairwise(inputs):
        if port.kind is PortKind.DYNAMIC:
            yield Problem(f"dynamic input `{port.name}` is followed by `{following.name}`", port.name)


RULE = Rule("DEF112", "dynamic-input-not-last", "info", operator=check)
