"""An operator has no output.

Why: Nothing can follow from its work; only an operator that changes state or orders execution may do that.
Bad: REG_OP(Scale).INPUT(x, ...) without OUTPUT
Good: REG_OP(Scale).INPUT(x, ...) .OUTPUT(y, ...)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.ops.traits import CONTROL_FLOW, STATEFUL

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    proto = operator.proto
    # WHY: what has no input either, such as NoOp, is there to order others or to reset the chip
    if (
        proto.inputs
        and not proto.outputs
        and not operator.dressed.trait_set & {STATEFUL, CONTROL_FLOW}
        and not proto.graphs
    ):
        yield Problem("the operator has no output", hint=".OUTPUT(y, ...), or the trait `stateful`")


RULE = Rule("DEF110", "no-output", "warning", operator=check)
