"""A column has a format or a type that stands for nothing.

Why: RESERVED and UNDEFINED mark absent tensors; a column with them is never chosen.
Bad: .Format({ge::FORMAT_RESERVED})
Good: .Format({ge::FORMAT_ND})
"""

from __future__ import annotations

from collections.abc import Iterator

from metadef.checks.record import Operator, Problem, Rule
from metadef.definitions.columns import SocColumns
from metadef.types.dtype import DataType
from metadef.types.format import Format

__all__ = ["RULE"]


def check(operator: Operator, columns: SocColumns) -> Iterator[Problem]:
    for port in (*columns.inputs, *columns.outputs):
        for at, format in enumerate((*port.formats, *port.unknown_shape_formats)):
            if format is Format.RESERVED:
                yield Problem(f"format {at} of `{port.name}` is RESERVED", port.name, got="RESERVED")
        for at, dtype in enumerate(port.dtypes):
            if dtype is DataType.UNDEFINED:
                yield Problem(f"type {at} of `{port.name}` is UNDEFINED", port.name, got="UNDEFINED")


RULE = Rule(
    "DEF141",
    "unknown-format-in-columns",
    "error",
    columns=check,
    covered_by=(
        "format-name-unknown",
        "dtype-name-unknown",
    ),
)
