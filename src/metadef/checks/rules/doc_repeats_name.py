"""A description only repeats a name.

Why: It takes the place of a description and says nothing.
Bad: @li axis: axis.
Good: @li axis: the axis to reduce, counted from the end when negative.
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import letters

__all__ = ["RULE"]

_FILLERS = frozenset({"a", "an", "the", "is", "op", "operator", "tensor", "input", "output", "attr"})


def check(operator: Operator) -> Iterator[Problem]:
    parts = [("", operator.proto.name, operator.proto.summary)]
    parts += [(port.name, port.name, port.doc) for port in operator.ports]
    parts += [(spec.name, spec.name, spec.doc) for spec in operator.proto.attrs]
    for at, name, doc in parts:
        words = [word for word in letters(doc).split() if word not in _FILLERS]
        if doc.strip() and "".join(words) in ("", letters(name).replace(" ", "")):
            yield Problem(f"the description of `{name}` only repeats the name", at, got=doc[:80])


RULE = Rule("DOC109", "doc-repeats-name", "info", operator=check)
