"""An output that overwrites an input takes another number of tensors.

Why: A dynamic input cannot be overwritten by one tensor, nor one tensor by many.
Bad: .DYNAMIC_INPUT(x, ...) .OUTPUT(x, ...)
Good: .DYNAMIC_INPUT(x, ...) .DYNAMIC_OUTPUT(x, ...)
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.ops.ports import PortKind

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    proto = operator.proto
    for port in proto.outputs:
        index = proto.input_index.get(port.name)
        if index is not None and (proto.inputs[index].kind is PortKind.DYNAMIC) != (port.kind is PortKind.DYNAMIC):
            kind = proto.inputs[index].kind.value
            yield Problem(f"output `{port.name}` is {port.kind.value} and overwrites a {kind} input", port.name)


RULE = Rule("DEF129", "inplace-kind-mismatch", "warning", operator=check)
