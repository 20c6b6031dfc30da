"""A description names an attribute that the operator does not have.

Why: The attribute was renamed or removed and its description left behind.
Bad: @li axes: ... for ATTR(axis, Int, 0)
Good: @li axis: ... for ATTR(axis, Int, 0)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import hint_of

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    if operator.declaration is None:
        return
    proto = operator.proto
    everything = {*proto.input_index, *proto.output_index, *proto.attr_index, *(graph.name for graph in proto.graphs)}
    named = operator.declaration.doc.attrs
    free = [attr for attr in proto.attr_index if attr not in named]
    for name in named:
        if name not in everything:
            hint = hint_of(name, free)
            yield Problem(
                f"the description has an attribute `{name}`, which is not declared", name, got=name, hint=hint
            )


RULE = Rule("DOC104", "doc-names-unknown-attr", "warning", operator=check)
