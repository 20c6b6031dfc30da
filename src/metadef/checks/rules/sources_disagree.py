"""Two sources of one operator contradict each other.

Why: Header, OpDef, JSON and op-info library are read by different tools, so each tool sees another operator.
Bad: header: INPUT(x), INPUT(bias); _def.cpp: Input("x")
Good: header and _def.cpp with the same ports
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from metadef.checks.compare import differences, shown
from metadef.checks.record import Operator, Problem, Rule

__all__ = ["RULE"]


def check(operators: Sequence[Operator]) -> Iterator[tuple[Operator, Problem]]:
    first, *others = sorted(operators, key=lambda item: item.has_columns or item.is_data)
    for other in others:
        if other.span.file == first.span.file and not other.has_columns:
            continue  # operator-defined-twice
        for at, message in differences(
            first.proto, other.proto, shown(first), shown(other), types=not (first.has_columns or other.has_columns)
        ):
            yield other, Problem(message, at, defined=first.span)


RULE = Rule("DEF135", "sources-disagree", "error", sources=check)
