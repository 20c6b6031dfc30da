"""Tilings: where each part of each logical axis lies in a storage format. One line of text a format.

A tiling splits logical axes into blocks and says in which order the parts lie in memory. `C1` is the outermost part
of C and `C0` its innermost, so `N C1 H W C0` reads: N, blocks of C, H, W, elements within a block. `A*B` merges parts
into one storage axis, slowest first. The same table gives shapes, axis maps, alignments and the movement of data, so
these cannot contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Literal, TypeAlias

from metadef.formats.extents import Extent, blocks_of, product
from metadef.types.format import Format

__all__ = ["TILINGS", "Part", "Tiling", "matrix_tiling", "nd_tiling", "plain_tiling"]

Block: TypeAlias = 'int | Literal["c0", "m0"]'


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a logical axis; level 0 is the innermost, the highest level counts whole blocks."""

    axis: str
    level: int


@dataclass(frozen=True, slots=True)
class Tiling:
    """The storage axes of a format, each a sequence of parts from slowest to fastest."""

    dims: tuple[tuple[Part, ...], ...]
    blocks: Mapping[str, tuple[Block, ...]]  # axis: sizes of its inner parts, outermost first; absent = not split
    widened: int | None = None  # the storage axis that is padded to C0 although its part is shorter
    axes: tuple[str, ...] = field(init=False)  # the logical axes in the order of first appearance

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", tuple(dict.fromkeys(part.axis for dim in self.dims for part in dim)))

    @staticmethod
    def of(text: str, **blocks: Block | tuple[Block, ...]) -> Tiling:
        """From the notation of the module's head; `Co` is N0 padded to C0 elements.

        >>> Tiling.of("C1 N", C="c0").dims
        ((Part(axis='C', level=1),), (Part(axis='N', level=0),))
        """
        dims: list[tuple[Part, ...]] = []
        widened: int | None = None
        for position, token in enumerate(text.split()):
            if token == "Co":
                widened = position
                token = "N0"
            matches = (re.fullmatch(r"([A-Z])(\d?)", part) for part in token.split("*"))
            dims.append(tuple(Part(match[1], int(match[2] or 0)) for match in matches if match))
        sizes: dict[str, tuple[Block, ...]] = {}
        for axis, block in blocks.items():
            sizes[axis] = block if isinstance(block, tuple) else (block,)
        return Tiling(tuple(dims), sizes, widened)

    def block_sizes(self, axis: str, c0: int, m0: int) -> tuple[int, ...]:
        """The inner parts of an axis in elements, outermost first; () when it is not split."""
        blocks = self.blocks.get(axis)
        if blocks is None:
            return ()
        return tuple([c0 if block == "c0" else m0 if block == "m0" else block for block in blocks])

    def alignment(self, axis: str, c0: int, m0: int) -> int:
        """The number of elements to whose multiple an axis is padded; 1 when it is not split."""
        return prod(self.block_sizes(axis, c0, m0))

    def part_extents(self, axis: str, extent: Extent, c0: int, m0: int) -> list[Extent]:
        """The length of every part of an axis, outermost first."""
        inner = self.block_sizes(axis, c0, m0)
        return [blocks_of(extent, prod(inner)), *inner]

    def storage_extents(self, extents: Mapping[str, Extent], c0: int, m0: int = 16) -> list[Extent]:
        """The storage shape; an axis that is missing counts 1."""
        parts = {axis: self.part_extents(axis, extents.get(axis, 1), c0, m0)[::-1] for axis in self.axes}
        shape = [product(parts[part.axis][part.level] for part in dim) for dim in self.dims]
        if self.widened is not None:
            shape[self.widened] = c0
        return shape


def plain_tiling(letters: str) -> Tiling:
    """A format without blocks, such as NHWC."""
    return Tiling(tuple((Part(letter, 0),) for letter in letters), {})


# G holds the blocks of grouped filters, see `groups`; it is 1 without groups. N0 is 16 in every format.
TILINGS: Mapping[Format, Tiling] = {
    Format.NC1HWC0: Tiling.of("N C1 H W C0", C="c0"),
    Format.NC1HWC0_C04: Tiling.of("N C1 H W C0", C="c0"),
    Format.NDC1HWC0: Tiling.of("N D C1 H W C0", C="c0"),
    Format.C1HWC0: Tiling.of("N1 H W N0", N="c0"),  # blocks N, not C: depthwise filters with C = 1
    Format.C1HWNCoC0: Tiling.of("C1 H W N1 Co C0", C="c0", N=16),
    Format.FRACTAL_Z: Tiling.of("G*D*C1*H*W N1 N0 C0", C="c0", N=16),
    Format.FRACTAL_Z_3D: Tiling.of("G*D*C1*H*W N1 N0 C0", C="c0", N=16),
    Format.FRACTAL_Z_3D_TRANSPOSE: Tiling.of("D*N1*H*W C1 N0 C0", C="c0", N=16),
    Format.FRACTAL_Z_WINO: Tiling.of("C1 N2 N1 H*W N0 C0", C="c0", N=(2, 8)),
}

_MATRIX = Tiling.of("K1 N1 N0 K0", K="c0", N=16)


def matrix_tiling() -> Tiling:
    """FRACTAL_Z of a matrix [K, N]; also FRACTAL_Z_C04, whose K is H, W and four channels merged."""
    return _MATRIX


def nd_tiling(rank: int, storage: Format) -> Tiling:
    """FRACTAL_NZ, FRACTAL_NZ_C0_x and FRACTAL_ZZ: the last two axes in blocks [M0, K0], all others kept.

    The blocks lie column by column in NZ and row by row in ZZ. Axes are called "0", "1", ... by position.

    >>> [[part.axis for part in dim] for dim in nd_tiling(3, Format.FRACTAL_NZ).dims]
    [['0'], ['2'], ['1'], ['1'], ['2']]
    """
    rows, columns = str(rank - 2), str(rank - 1)
    outer = [Part(rows, 1), Part(columns, 1)] if storage is Format.FRACTAL_ZZ else [Part(columns, 1), Part(rows, 1)]
    order = [*(Part(str(axis), 0) for axis in range(rank - 2)), *outer, Part(rows, 0), Part(columns, 0)]
    return Tiling(tuple((part,) for part in order), {rows: ("m0",), columns: ("c0",)})
