"""A DATATYPE symbol types no port.

Why: It has no effect; often a port is typed by a list where the symbol was meant.
Bad: .INPUT(x, TensorType({DT_FLOAT})) .DATATYPE(T, TensorType({DT_FLOAT}))
Good: .INPUT(x, "T") .DATATYPE(T, TensorType({DT_FLOAT}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    used = {port.symbol for port in operator.ports}
    used.update(name for symbol in operator.proto.symbols for name in symbol.promote)
    for symbol in operator.proto.symbols:
        if symbol.name not in used:
            yield Problem(f"DATATYPE {symbol.name} types no port", symbol.name, got=symbol.name)


RULE = Rule("DEF121", "unused-datatype-symbol", "warning", operator=check)
