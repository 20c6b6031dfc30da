"""What a definition says about chips: the dtype and format columns of its ports, per chip.

A column is one joint choice: the n-th dtype and the n-th format of every port belong together. The records are plain,
so that `targets` can turn them into its own tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from metadef.types.dtype import DataType
from metadef.types.format import Format

__all__ = ["ANY_SOC", "OpColumns", "PortColumns", "SocColumns", "usual_length"]

ANY_SOC = ""  # the chip of columns that hold for every chip


@dataclass(frozen=True, slots=True)
class PortColumns:
    """The choices of one port; entry n belongs to entry n of every other port."""

    name: str
    dtypes: tuple[DataType, ...]
    formats: tuple[Format, ...]
    unknown_shape_formats: tuple[Format, ...] = ()  # formats for shapes unknown at compile time; empty = `formats`
    param_type: str = "required"  # required | optional | dynamic
    value_depend: str = ""  # required | optional, "" when values are not needed
    extra: Mapping[str, str] = field(default_factory=dict[str, str])  # other keys, such as reshapeType

    @property
    def count(self) -> int:
        """How many columns the port has."""
        return max(len(self.dtypes), len(self.formats))


@dataclass(frozen=True, slots=True)
class SocColumns:
    """The columns of one chip family."""

    soc: str  # `ascend910b`; `ANY_SOC` for all
    inputs: tuple[PortColumns, ...] = ()
    outputs: tuple[PortColumns, ...] = ()
    flags: Mapping[str, str] = field(default_factory=dict[str, str])  # `dynamicShapeSupport.flag` to `true`

    @property
    def count(self) -> int:
        """How many joint choices there are: the longest port's."""
        return max((port.count for port in (*self.inputs, *self.outputs)), default=0)


@dataclass(frozen=True, slots=True)
class OpColumns:
    """The columns of one operator on every chip that its definition names."""

    op: str
    socs: tuple[SocColumns, ...] = ()

    def soc(self, name: str) -> SocColumns | None:
        """The columns of a chip family by its lower-case short name, or those for every chip, or None."""
        wanted = name.lower()
        fallback = None
        for columns in self.socs:
            if columns.soc == wanted:
                return columns
            if columns.soc == ANY_SOC:
                fallback = columns
        return fallback


def usual_length(lengths: Iterable[int]) -> int:
    """The length that most lists have, so that the odd one out is blamed; the larger of two that are as frequent.

    >>> usual_length([2, 3, 2]), usual_length([2, 3]), usual_length([])
    (2, 3, 0)
    """
    counts = Counter(lengths)
    return max(counts, key=lambda length: (counts[length], length), default=0)
