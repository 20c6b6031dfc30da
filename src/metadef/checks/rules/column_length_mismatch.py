"""The dtype and format columns of an operator differ in length.

Why: Entry n of every list is one joint choice; with lists of different length they cannot be paired.
Bad: .DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).Format({ge::FORMAT_ND})
Good: .DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).Format({ge::FORMAT_ND, ge::FORMAT_ND})
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.definitions.columns import SocColumns

__all__ = ["RULE"]


def check(operator: Operator, columns: SocColumns) -> Iterator[Problem]:
    for port in (*columns.inputs, *columns.outputs):
        for what, entries in (
            ("dtypes", port.dtypes),
            ("formats", port.formats),
            ("formats for unknown shapes", port.unknown_shape_formats),
        ):
            if entries and len(entries) != columns.count:
                message = f"`{port.name}` has {len(entries)} {what} where other lists have {columns.count}"
                yield Problem(message, port.name, expected=str(columns.count), got=str(len(entries)))


RULE = Rule("DEF140", "column-length-mismatch", "error", columns=check, covered_by=("columns-unequal",))
