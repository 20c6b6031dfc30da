"""Promotions depend on one another in a circle.

Why: None of the types can be computed.
Bad: .DATATYPE(T1, Promote({"T2", "T3"})) .DATATYPE(T2, Promote({"T1", "T3"}))
Good: .DATATYPE(T1, Promote({"T2", "T3"})) .DATATYPE(T2, TensorType({DT_FLOAT}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    edges = {symbol.name: symbol.promote for symbol in operator.proto.symbols}
    for start in edges:
        reached: set[str] = set()
        pending = list(edges[start])
        while pending:
            name = pending.pop()
            if name not in reached:
                reached.add(name)
                pending += edges.get(name, ())
        if start in reached:
            yield Problem(f"the promotion {start} depends on itself", start, got=", ".join(edges[start]))


RULE = Rule("DEF124", "promote-cycle", "error", operator=check)
