"""A description names a port that the operator does not have.

Why: The port was renamed or removed and its description left behind, so the real one has none.
Bad: @li x9: a tensor. for INPUT(x1, ...)
Good: @li x1: a tensor. for INPUT(x1, ...)
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
    everything = {*proto.input_index, *proto.output_index, *proto.attr_index}
    sections = (
        ("input", operator.declaration.doc.inputs, proto.input_index),
        ("output", operator.declaration.doc.outputs, proto.output_index),
    )
    for what, named, declared in sections:
        free = [port for port in declared if port not in named]
        for name in named:
            if name not in everything:
                hint = hint_of(name, free)
                yield Problem(
                    f"the description has an {what} `{name}`, which is not declared", name, got=name, hint=hint
                )


RULE = Rule("DOC103", "doc-names-unknown-port", "warning", operator=check)
