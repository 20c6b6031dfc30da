"""An attribute has the name of an input or output.

Why: A call by name cannot tell which is meant, and generated builders have two parameters of one name.
Bad: .INPUT(dim, ...) .ATTR(dim, Int, 0)
Good: .INPUT(dim, ...) .ATTR(dim_value, Int, 0)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    ports = {port.name for port in operator.ports}
    for spec in operator.proto.attrs:
        if spec.name in ports:
            yield Problem(f"`{spec.name}` is an attribute and a port", spec.name, got=spec.name)


RULE = Rule("DEF109", "attr-shares-input-name", "warning", operator=check)
