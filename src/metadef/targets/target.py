"""`Target`: a chip, and what is known of the operators that it offers.

What is known comes from capability files, the best first: the nearest file that lists an operator decides its columns.
metadef itself ships no columns, because no installed CANN's tables are published; it ships what each core cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metadef.targets.chip import Chip
from metadef.targets.support import ANY_FAMILY, OpSupport, Support
from metadef.types.dtype import DataType
from metadef.version import CannVersion

if TYPE_CHECKING:
    from metadef.targets.capability_file import CapabilityFile  # WHY: listing chips needs no reader of files

__all__ = ["ABSENT_DTYPES", "Target"]

_BF16 = DataType.BF16.mask
_LOW_BIT = sum(
    DataType[name].mask
    for name in (
        *("HIFLOAT8", "FLOAT8_E5M2", "FLOAT8_E4M3FN", "FLOAT8_E8M0", "FLOAT6_E3M2", "FLOAT6_E2M3"),
        *("FLOAT4_E2M1", "FLOAT4_E1M2", "HIFLOAT4"),
    )
)
# Architecture: the float types that its cores do not have, as type masks. Source: the public operator pages, which say
# of these products that BFLOAT16 is not supported, and list the 8-bit and 4-bit floats for later products only.
ABSENT_DTYPES: dict[str, int] = {
    "AIC-M-100": _BF16 | _LOW_BIT,
    "AIC-M-200": _BF16 | _LOW_BIT,
    "AIC-C-100": _BF16 | _LOW_BIT,
    "AIC-M-300": _LOW_BIT,
    "AIC-C-220": _LOW_BIT,
}


@dataclass(frozen=True, slots=True)
class Target:
    """A chip with the support that is known for it; immutable."""

    chip: Chip
    supports: tuple[Support, ...] = ()  # the best first

    @classmethod
    def of(cls, chip: Chip, files: Iterable[CapabilityFile] = ()) -> Target:
        """A chip with what capability files say of its family; a later file goes before an earlier one."""
        found: list[Support] = []
        for file in files:
            layers = (file.families.get(chip.family.lower()), file.families.get(ANY_FAMILY))
            found[:0] = [item for item in layers if item is not None]
        return cls(chip, tuple(found))

    def columns(self, op: str) -> OpSupport | None:
        """The joint columns of an operator on this chip; None when nothing is known of it."""
        told = None
        for support in self.supports:
            found = support.operators.get(op)
            if found is None:
                continue
            if found.count or (found.driver is None and not found.dtype_drivers):
                return found
            told = told or found  # WHY: a file that says since when there is an operator hides no columns
        return told

    @property
    def is_complete(self) -> bool:
        """Whether an operator that is not listed is not offered at all."""
        return any(support.complete for support in self.supports)

    @property
    def operators(self) -> Mapping[str, str]:
        """The operators that are listed, to the file that decides."""
        names: dict[str, str] = {}
        for support in self.supports:
            for name in support.operators:
                names.setdefault(name, support.source)
        return dict(sorted(names.items()))

    def driver_of(self, op: str) -> tuple[CannVersion, str] | None:
        """The first driver that has an operator, and the file that says so; None when nobody does."""
        for support in self.supports:
            found = support.operators.get(op)
            if found is not None and found.driver is not None:
                return found.driver, support.source
        return None

    def dtype_driver_of(self, dtype: DataType, op: str = "") -> tuple[CannVersion, str] | None:
        """The same for a data type: in one operator, or in all of them where `op` is empty."""
        for support in self.supports:
            found = support.operators.get(op) if op else support
            if found is not None and dtype in found.dtype_drivers:
                return found.dtype_drivers[dtype], support.source
        return None

    def lacks(self, dtype: DataType) -> bool:
        """Whether no core of the chip can hold a data type, or a file says that the family does not have it.

        >>> from metadef.targets import chip
        >>> [Target(chip(name)).lacks(DataType.BF16) for name in ("Ascend310P3", "Ascend910B1")]
        [True, False]
        """
        absent = ABSENT_DTYPES.get(self.chip.architecture, 0)
        return bool((absent & dtype.mask) or any(support.absent & dtype.mask for support in self.supports))
