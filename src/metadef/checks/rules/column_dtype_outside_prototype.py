"""A column has a type that the operator's prototype does not take.

Why: A graph with that type is refused before the column is looked at.
Bad: header: x takes float; op-info: x has float, int8
Good: header: x takes float, int8
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.evidence import paired, prototype_of
from metadef.checks.record import Operator, Problem, Rule
from metadef.definitions.columns import SocColumns

__all__ = ["RULE"]


def check(operator: Operator, columns: SocColumns) -> Iterator[Problem]:
    proto = prototype_of(operator)
    if proto is None:
        return
    for port, taken in paired(columns, proto):
        extra = [
            dtype for dtype in dict.fromkeys(port.dtypes) if dtype not in taken.types and dtype.name != "UNDEFINED"
        ]
        if taken.types.mask and extra:
            names = ", ".join(dtype.name for dtype in extra)
            message = f"`{port.name}` has columns of {names}, which the prototype does not take"
            yield Problem(message, port.name, expected=repr(taken.types), got=names, defined=proto.span)


RULE = Rule("DEF143", "column-dtype-outside-prototype", "warning", columns=check)
