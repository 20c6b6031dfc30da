"""A port that takes one tensor is typed by a list of types.

Why: ListTensorType gives every member of a dynamic port a type of its own; one tensor has no members.
Bad: .INPUT(x, "T") .DATATYPE(T, ListTensorType({DT_FLOAT}))
Good: .DYNAMIC_INPUT(x, "T") .DATATYPE(T, ListTensorType({DT_FLOAT}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.ops.ports import PortKind

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    lists = {symbol.name for symbol in operator.proto.symbols if symbol.is_list}
    for port in operator.ports:
        if port.symbol in lists and port.kind is not PortKind.DYNAMIC:
            yield Problem(
                f"`{port.name}` takes one tensor and has the list type {port.symbol}", port.name, got=port.symbol
            )


RULE = Rule("DEF126", "list-symbol-on-single-port", "error", operator=check)
