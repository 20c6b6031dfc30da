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
    edges = {symbol.name: set(symbol.promote) for symbol in operator.proto.symbols}
    users: dict[str, list[str]] = {}
    for name, promoted in edges.items():
        promoted &= edges.keys()
        for other in promoted:
            users.setdefault(other, []).append(name)
    # what can be computed, from the plain symbols on; whatever is left hangs on a circle
    ready = [name for name, promoted in edges.items() if not promoted]
    while ready:
        done = ready.pop()
        for name in users.get(done, ()):
            edges[name].discard(done)
            if not edges[name]:
                ready.append(name)
    for name, open_symbols in edges.items():
        if open_symbols:
            yield Problem(f"the promotion {name} hangs on a circle", name, got=", ".join(sorted(open_symbols))[:120])


RULE = Rule("DEF124", "promote-cycle", "error", operator=check)
