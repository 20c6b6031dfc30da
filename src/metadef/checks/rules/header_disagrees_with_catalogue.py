"""A definition differs from the one that metadef's catalogue has.

Why: A graph checked against one of them may be refused by the other; the header may be newer, or the
    operator's name taken.
Bad: REG_OP(Relu).INPUT(x, TensorType({DT_FLOAT})) .INPUT(alpha, ...)
Good: REG_OP(Relu).INPUT(x, ...)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.compare import differences
from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    if operator.declaration is None or operator.has_columns or operator.is_data:
        return
    known = operator.library.catalogue(operator.proto.name)
    if known is not None:
        for at, message in differences(known, operator.proto, "the catalogue", "this definition"):
            yield Problem(message, at, defined=known.span)


RULE = Rule("DEF134", "header-disagrees-with-catalogue", "warning", operator=check)
