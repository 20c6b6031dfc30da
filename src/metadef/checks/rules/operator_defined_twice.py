"""One file, or two headers, define an operator twice.

Why: Which of the two is registered depends on the order of static initialisation.
Bad: REG_OP(Add)... REG_OP(Add)...
Good: REG_OP(Add)... REG_OP(AddV2)...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operators: Sequence[Operator]) -> Iterator[tuple[Operator, Problem]]:
    headers = [item for item in operators if not item.has_columns and not item.is_data]
    for other in headers[1:]:
        yield other, Problem("the operator is defined before", defined=headers[0].span)


RULE = Rule("DEF136", "operator-defined-twice", "warning", sources=check)
