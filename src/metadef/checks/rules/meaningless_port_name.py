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
_EMPTY = re.compile(r"(?:in|out|input|output|data|tensor|tmp|temp|arg|param|foo|bar|test)_?(\d*)")


def check(operator: Operator) -> Iterator[Problem]:
    for ports in (operator.proto.inputs, operator.proto.outputs):
        for port in ports:
            match = _EMPTY.fullmatch(port.name)
            # WHY: a single input called `input` leaves nothing to confuse; `input1` says that there are more
            if match and (match[1] or len(ports) > 1):
                yield Problem(f"the name `{port.name}` does not say what the tensor is", port.name, got=port.name)


RULE = Rule("DEF104", "meaningless-port-name", "info", operator=check)
