"""An input or output has no description.

Why: What its axes mean, and what is legal, is left to guessing.
Bad: @par Inputs: names x1 and not x2
Good: @par Inputs: @li x1: ... @li x2: ...
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    if not operator.has_docs:
        return
    for what, ports in (("input", operator.proto.inputs), ("output", operator.proto.outputs)):
        for port in ports:
            in_place = what == "output" and port.name in operator.proto.input_index
            if not port.doc.strip() and not in_place:
                yield Problem(f"{what} `{port.name}` has no description", port.name)


RULE = Rule("DOC101", "port-doc-missing", "info", operator=check)
