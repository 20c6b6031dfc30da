"""An attribute has no description.

Why: Its legal values and the meaning of its default are left to guessing.
Bad: @par Attributes: without axis
Good: @par Attributes: @li axis: the axis to reduce.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    if operator.has_docs:
        for spec in operator.proto.attrs:
            if not spec.doc.strip():
                yield Problem(f"attribute `{spec.name}` has no description", spec.name)


RULE = Rule("DOC102", "attr-doc-missing", "info", operator=check)
