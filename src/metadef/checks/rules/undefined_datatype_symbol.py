"""A port is typed by a symbol that is never defined.

Why: Nothing says which types the port takes, and the type of an output so typed cannot be inferred.
Bad: .INPUT(x, "T1")
Good: .INPUT(x, "T1") .DATATYPE(T1, TensorType({DT_FLOAT}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    proto = operator.proto
    known = {symbol.name for symbol in proto.symbols} | {spec.name for spec in proto.attrs}
    for port in operator.ports:
        if port.symbol and port.symbol not in known:
            yield Problem(
                f"port `{port.name}` has the type {port.symbol}, which nothing defines", port.name, got=port.symbol
            )


RULE = Rule("DEF120", "undefined-datatype-symbol", "error", operator=check, covered_by=("datatype-symbol-undefined",))
