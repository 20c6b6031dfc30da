"""A promotion has fewer than two symbols.

Why: There is nothing to promote; the other operand was forgotten, or the symbol itself was meant.
Bad: .DATATYPE(T3, Promote({"T1"}))
Good: .DATATYPE(T3, Promote({"T1", "T2"}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    for symbol in operator.proto.symbols:
        if symbol.promote and len(set(symbol.promote)) < 2:
            yield Problem(
                f"{symbol.name} promotes {symbol.promote[0]} alone", symbol.name, got=", ".join(symbol.promote)
            )


RULE = Rule("DEF122", "promote-needs-two-symbols", "error", operator=check)
