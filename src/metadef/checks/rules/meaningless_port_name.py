"""The name of an input or output says nothing.

Why: A call by name, an error message and a generated binding show this name and nothing else.
Bad: .INPUT(input1, ...)
Good: .INPUT(boxes, ...)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]

# WHY: x, y, x1, dy are the convention of CANN's own operators and stay silent
_EMPTY = re.compile(r"(?:in|out|input|output|data|tensor|tmp|temp|arg|param|foo|bar|test)_?\d*")


def check(operator: Operator) -> Iterator[Problem]:
    for port in operator.ports:
        if _EMPTY.fullmatch(port.name):
            yield Problem(f"the name `{port.name}` does not say what the tensor is", port.name, got=port.name)


RULE = Rule("DEF104", "meaningless-port-name", "info", operator=check)
