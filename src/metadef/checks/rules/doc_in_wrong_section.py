"""A port or attribute is described under the wrong heading.

Why: Tools read the headings: the description is lost, and the port counts as undescribed.
Bad: @par Inputs: @li axis: ... for ATTR(axis, Int, 0)
Good: @par Attributes: @li axis: ...
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    if operator.declaration is None:
        return
    proto, doc = operator.proto, operator.declaration.doc
    kinds = (
        ("inputs", doc.inputs, set(proto.input_index)),
        ("outputs", doc.outputs, set(proto.output_index)),
        ("attributes", doc.attrs, set(proto.attr_index)),
    )
    for heading, named, own in kinds:
        for name in named:
            right = [other for other, _, names in kinds if name in names]
            if right and name not in own:
                message = f"`{name}` is described under the {heading} and belongs to the {right[0]}"
                yield Problem(message, name, expected=right[0], got=heading)


RULE = Rule("DOC105", "doc-in-wrong-section", "info", operator=check)
