"""An output that overwrites an input has other types.

Why: An output with the name of an input is the same memory, so it has the same type.
Bad: .INPUT(var, TensorType({DT_FLOAT})) .OUTPUT(var, TensorType({DT_INT32}))
Good: .INPUT(var, TensorType({DT_FLOAT})) .OUTPUT(var, TensorType({DT_FLOAT}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    proto = operator.proto
    for port in proto.outputs:
        index = proto.input_index.get(port.name)
        if index is None:
            continue
        source = proto.inputs[index]
        if (port.symbol or source.symbol) and port.symbol == source.symbol:
            continue
        if port.types != source.types and port.types.mask and source.types.mask:
            message = f"output `{port.name}` overwrites the input of that name and has other types"
            yield Problem(message, port.name, expected=repr(source.types), got=repr(port.types))


RULE = Rule("DEF128", "inplace-dtype-mismatch", "error", operator=check)
