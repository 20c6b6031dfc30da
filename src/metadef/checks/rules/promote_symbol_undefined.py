"""A promotion names a symbol that is not defined.

Why: The promoted type is never known, so neither is the output's.
Bad: .DATATYPE(T3, Promote({"T1", "T9"}))
Good: .DATATYPE(T3, Promote({"T1", "T2"}))
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.checks.words import hint_of

__all__ = ["RULE"]


def check(operator: Operator) -> Iterator[Problem]:
    names = [symbol.name for symbol in operator.proto.symbols][:201]
    known = {symbol.name for symbol in operator.proto.symbols}
    for symbol in operator.proto.symbols:
        for name in dict.fromkeys(symbol.promote):
            if name not in known:
                hint = hint_of(name, [other for other in names if other != symbol.name])
                yield Problem(f"{symbol.name} promotes {name}, which nothing defines", symbol.name, got=name, hint=hint)


RULE = Rule("DEF123", "promote-symbol-undefined", "error", operator=check)
