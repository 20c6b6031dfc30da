"""An operator has no description.

Why: The reference, the bindings and the help of every tool are made from it.
Bad: REG_OP(Add) without a comment
Good: /** @brief Adds two tensors. */ REG_OP(Add)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    if operator.has_docs and not operator.proto.summary.strip():
        yield Problem("the operator has no description", hint="@brief")


RULE = Rule("DOC100", "doc-missing", "warning", operator=check)
