"""How messages write columns, conversions and axis patterns."""

from __future__ import annotations

from collections.abc import Callable

from metadef.types.dtype import DataType
from metadef.types.format import Format

__all__ = ["column_text", "conversion_text", "pattern_ranks"]


def column_text(column: tuple[tuple[str, Format, DataType | None], ...]) -> str:
    """A joint choice: each port with its format and type.

    >>> column_text((("x", Format.NCHW, DataType.FLOAT), ("y", Format.ND, None)))
    'x NCHW FLOAT, y ND'
    """
    return ", ".join(f"{port} {form.name}{f' {dtype.name}' if dtype else ''}" for port, form, dtype in column)


def conversion_text(pair: tuple[Format, Format]) -> str:
    """A conversion: from one format to another."""
    return f"{pair[0].name} to {pair[1].name}"


def pattern_ranks(pattern: str) -> Callable[[int], bool]:
    """Whether a rank suits a pattern such as "N C H W" or "... M N"; the empty pattern takes every rank.

    >>> [pattern_ranks("N ... C")(rank) for rank in (1, 2, 3)], pattern_ranks("N C")(3)
    ([False, True, True], False)
    """
    axes = pattern.split()
    if not axes:
        return lambda rank: True
    if "..." in axes:
        return lambda rank: rank >= len(axes) - 1
    return lambda rank: rank == len(axes)
