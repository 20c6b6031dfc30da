"""A DATATYPE symbol or a port takes no type.

Why: No call can be legal where the list is taken at its word.
Bad: .DATATYPE(T, TensorType({}))
Good: .DATATYPE(T, TensorType({DT_FLOAT}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for symbol in operator.proto.symbols:
        if not symbol.types.mask and not symbol.promote:
            yield Problem(f"DATATYPE {symbol.name} has no type", symbol.name)
    if operator.declaration is not None:
        for port in operator.ports:
            if not port.types.mask and not port.symbol:
                yield Problem(f"port `{port.name}` has no type", port.name)


RULE = Rule(
    "DEF125",
    "empty-type-set",
    "warning",
    operator=check,
    covered_by=(
        "type-list-empty",
        "dtype-name-unknown",
        "columns-unequal",
    ),
)
