"""Two inputs, or two outputs, share a name.

Why: Only one of them can be fed or read by name; the readers of JSON keep the later one.
Bad: .INPUT(x, ...) .INPUT(x, ...)
Good: .INPUT(x1, ...) .INPUT(x2, ...)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for what, ports in (("inputs", operator.proto.inputs), ("outputs", operator.proto.outputs)):
        for name, count in Counter(port.name for port in ports).items():
            if count > 1:
                yield Problem(f"{count} {what} are called `{name}`", name, got=name)


RULE = Rule("DEF107", "duplicate-port", "error", operator=check, covered_by=("port-overridden",))
