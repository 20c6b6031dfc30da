"""Nothing computes the shapes of an operator's outputs.

Why: Every shape behind the operator is unknown: no memory plan, no format choice, no check.
Bad: IMPL_OP(Add).InferDataType(...)
Good: IMPL_OP(Add).InferShape(...).InferDataType(...)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.evidence import has_function, judged
from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    proto = operator.proto
    if (
        proto.outputs
        and operator.dressed.shape_rule is None
        and judged(operator)
        and not has_function(operator, "InferShape", "SetShapeInfer")
    ):
        yield Problem(
            "no rule computes the shapes of the outputs", hint=f"IMPL_OP_INFERSHAPE({proto.name}).InferShape(...)"
        )


RULE = Rule("DEF130", "missing-shape-rule", "warning", operator=check)
