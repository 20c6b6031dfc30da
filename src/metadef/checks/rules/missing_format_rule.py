"""Nothing says which formats an operator takes and gives.

Why: Layout falls back to ND and inserts a TransData at every border; the articles call this the commonest pitfall.
Bad: SetTypeInfer(...) without SetFormatInfer(...)
Good: SetTypeInfer(...).SetFormatInfer(...)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.evidence import has_function, judged
from metadef.checks.record import Operator, Problem, Rule
from metadef.layout.classes import CLASSES
from metadef.ops.traits import BROADCAST, CONTROL_FLOW, ELEMENTWISE, VIEW

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    proto = operator.proto
    if not proto.inputs or not proto.outputs or proto.format_rule is not None or proto.columns:
        return
    if proto.layout_class or (operator.declaration is None and proto.name in CLASSES):
        return
    # WHY: what works element by element, or on bytes, passes any format through
    if proto.trait_set & {ELEMENTWISE, BROADCAST, VIEW, CONTROL_FLOW} or operator.has_columns:
        return
    if judged(operator) and not has_function(operator, "InferFormat", "SetFormatInfer", "SetSupportFormat"):
        yield Problem(
            "no rule and no columns say which formats the ports have", hint=".formats(...) or .infer_format(...)"
        )


RULE = Rule("DEF131", "missing-format-rule", "info", operator=check)
