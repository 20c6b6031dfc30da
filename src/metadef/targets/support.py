"""What a chip family offers of an operator: joint columns of data types and formats over all ports.

Column n is one choice: the n-th data type and the n-th format of every port belong together. Source of the notion:
facts on formats, section 2 (op-info libraries).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from metadef.types.dtype import DataType
from metadef.types.format import Format
from metadef.version import CannVersion

__all__ = ["ANY_FAMILY", "Column", "OpSupport", "PortSupport", "Support"]

ANY_FAMILY = "*"  # the family of columns that a definition gives for every chip


@dataclass(frozen=True, slots=True)
class PortSupport:
    """The choices of one port; entry n belongs to entry n of every other port. A port without types takes any."""

    name: str
    kind: str  # required | optional | dynamic
    dtypes: tuple[DataType, ...]
    formats: tuple[Format, ...]
    unknown_shape_formats: tuple[Format, ...] = ()  # for shapes unknown at compile time; empty = `formats`


@dataclass(frozen=True, slots=True)
class Column:
    """One joint choice, as `(port, dtype, format)` over inputs and outputs."""

    inputs: tuple[tuple[str, DataType, Format], ...]
    outputs: tuple[tuple[str, DataType, Format], ...]

    def __str__(self) -> str:
        """`x FLOAT16 ND, bias FLOAT16 ND -> y FLOAT16 ND`."""
        left, right = (
            ", ".join(f"{name} {dtype.name} {layout.name}" for name, dtype, layout in side)
            for side in (self.inputs, self.outputs)
        )
        return f"{left} -> {right}"


@dataclass(frozen=True, slots=True)
class OpSupport:
    """The columns of one operator on one chip family."""

    op: str
    inputs: tuple[PortSupport, ...] = ()
    outputs: tuple[PortSupport, ...] = ()
    flags: Mapping[str, str] = field(default_factory=dict[str, str])  # `dynamicShapeSupport.flag` to `true`
    source: str = ""  # the file or files that say so
    driver: CannVersion | None = None  # the first that has the operator; None when nobody says so
    dtype_drivers: Mapping[DataType, CannVersion] = field(default_factory=dict[DataType, CannVersion])

    @property
    def count(self) -> int:
        """How many columns there are; 0 when the operator chooses its formats itself at compile time."""
        return max((max(len(port.dtypes), len(port.formats)) for port in (*self.inputs, *self.outputs)), default=0)

    def column(self, index: int) -> Column:
        """The column of a number from 0."""
        sides = (
            tuple((port.name, port.dtypes[index], port.formats[index]) for port in side if port.dtypes)
            for side in (self.inputs, self.outputs)
        )
        return Column(*sides)

    def columns(self) -> Iterator[Column]:
        """Every column in order."""
        return map(self.column, range(self.count))


@dataclass(frozen=True, slots=True)
class Support:
    """What is known of a chip family's operators; several of them can be laid over one another."""

    family: str  # "ascend910b", or `ANY_FAMILY`
    operators: Mapping[str, OpSupport]
    complete: bool = False  # whether an operator that is not listed is not offered at all
    source: str = ""
    dtype_drivers: Mapping[DataType, CannVersion] = field(default_factory=dict[DataType, CannVersion])
    absent: int = 0  # types that the family does not have, as a mask
