"""Two columns of an operator are the same.

Why: The second is never chosen; often another type or format was meant.
Bad: types float, float with formats ND, ND
Good: types float, float16 with formats ND, ND
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.definitions.columns import SocColumns

__all__ = ["RULE"]


def check(operator: Operator, columns: SocColumns) -> Iterator[Problem]:
    ports = (*columns.inputs, *columns.outputs)
    seen: dict[tuple[object, ...], int] = {}
    for at in range(columns.count):
        if any(len(entries) <= at for port in ports for entries in (port.dtypes, port.formats) if entries):
            return
        key = tuple(
            entries[at]
            for port in ports
            for entries in (port.dtypes, port.formats, port.unknown_shape_formats)
            if len(entries) > at
        )
        if key in seen:
            where = f" of {columns.soc}" if columns.soc else ""
            yield Problem(f"column {at}{where} repeats column {seen[key]}", got=" ".join(map(str, key))[:120])
        seen.setdefault(key, at)


RULE = Rule("DEF142", "column-repeated", "warning", columns=check)
