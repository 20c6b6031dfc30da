"""Arithmetic on extents: one axis length that is a number, a symbolic `Dim`, or unknown (None).

An unknown operand makes the result unknown, whatever the other one is. This module knows no formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Generic, SupportsIndex, TypeAlias, TypeVar, cast

from metadef.types.dim import DimLike, ceil_div
from metadef.types.shape import Shape

if TYPE_CHECKING:
    from metadef.types.shape import DimInput

__all__ = ["Extent", "Notation", "S", "blocks_of", "product", "read_shape", "round_up"]

Extent: TypeAlias = DimLike | None
# What shapes are written as; the answer has the type of the question.
S = TypeVar("S", "Shape", list[int], list[Extent], tuple[int, ...], tuple[Extent, ...])

UNKNOWN_DIM = -1  # how files write an unknown axis
UNKNOWN_RANK = -2  # how files write an unknown number of axes


def blocks_of(extent: Extent, block: int) -> Extent:
    """How many blocks of `block` elements cover the axis: rounded up, 0 for an empty axis.

    >>> blocks_of(33, 16), blocks_of(0, 16), blocks_of(None, 16)
    (3, 0, None)
    """
    if extent is None or block == 1:
        return extent
    return -(-extent // block) if isinstance(extent, int) else ceil_div(extent, block)


def round_up(extent: Extent, block: int) -> Extent:
    """The axis padded to whole blocks.

    >>> round_up(33, 16)
    48
    """
    return product((blocks_of(extent, block), block))


def product(extents: Iterable[Extent]) -> Extent:
    """All extents multiplied; unknown as soon as one is, even next to a 0, as GE has it.

    >>> product((2, 3, 5)), product((0, None)), product(())
    (30, None, 1)
    """
    total: DimLike = 1
    for extent in extents:
        if extent is None:
            return None
        total = total * extent
    return total


@dataclass(frozen=True, slots=True)
class Notation(Generic[S]):
    """How the caller wrote a shape, so that the answer can be written the same way."""

    kind: type  # Shape, list or tuple
    negative_unknown: bool  # unknown axes came as -1, as in files

    def write(self, extents: Sequence[Extent] | None) -> S:
        """The extents, or None for unknown rank, as the caller writes shapes."""
        if self.kind is Shape:
            return cast("S", Shape(extents))
        if extents is None:
            return cast("S", self.kind((UNKNOWN_RANK,)))
        unknown = UNKNOWN_DIM if self.negative_unknown else None
        return cast("S", self.kind(unknown if extent is None else extent for extent in extents))


def read_shape(shape: S) -> tuple[list[Extent] | None, Notation[S]]:
    """The extents (None for unknown rank: `Shape(None)` or `[-2]`) and the notation of a shape.

    In a plain sequence a negative number is an unknown axis, as in files; a string is a symbol or an expression.
    """
    if isinstance(shape, Shape):
        return (None if shape.rank is None else list(shape)), Notation(Shape, False)
    items: tuple[DimInput, ...] = tuple(shape)
    kind = list if isinstance(shape, list) else tuple
    sizes = [item for item in items if type(item) is int and item >= 0]
    if len(sizes) == len(items):
        return list[Extent](sizes), Notation(kind, False)
    negative = [_is_negative(item) for item in items]
    notation: Notation[S] = Notation(kind, any(negative))
    if negative == [True] and items[0] == UNKNOWN_RANK:
        return None, notation
    dims = (None if unknown else item for unknown, item in zip(negative, items, strict=True))
    return list(Shape(dims)), notation


def _is_negative(item: DimInput) -> bool:
    return isinstance(item, SupportsIndex) and index(item) < 0
