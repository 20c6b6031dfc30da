"""Nothing says which type an output has.

Why: The output may have several types, and neither a rule, a shared symbol, an attribute nor an input with the
    same types decides.
Bad: .INPUT(x, TensorType({DT_INT8})) .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
Good: .INPUT(x, TensorType({DT_INT8})) .REQUIRED_ATTR(dtype, Type) .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.evidence import has_function
from metadef.checks.record import Operator, Problem, Rule
from metadef.types.attrs import AttrKind

__all__ = ["RULE"]

_DECIDING = (AttrKind.Type, AttrKind.ListType, AttrKind.Tensor)


def check(operator: Operator) -> Iterator[Problem]:
    proto = operator.proto
    if (
        operator.has_columns
        or operator.dressed.dtype_rule is not None
        or proto.graphs
        or has_function(operator, "InferDataType", "SetTypeInfer")
    ):
        return
    bound = {port.symbol for port in proto.inputs if port.symbol} | {spec.name for spec in proto.attrs}
    inputs = {port.name for port in proto.inputs}
    masks = {port.types.mask for port in proto.inputs}
    promoted = {symbol.name: symbol for symbol in proto.symbols}
    if any(spec.kind in _DECIDING or "type" in spec.name for spec in proto.attrs):
        return
    for port in proto.outputs:
        symbol = promoted.get(port.symbol)
        if len(port.types) <= 1 and not (symbol and symbol.promote):
            continue  # nothing to decide, or any type at all
        if port.symbol and (port.symbol in bound or (symbol and symbol.promote)):
            continue
        if not port.symbol and (port.name in inputs or port.types.mask in masks):
            continue
        message = f"nothing decides which of {len(port.types)} types `{port.name}` has"
        yield Problem(message, port.name, expected="a rule, a symbol, a Type attribute or an input of the same types")


RULE = Rule("DEF127", "output-dtype-not-derivable", "warning", operator=check)
