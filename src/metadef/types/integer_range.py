"""The smallest and the largest number of every integer type."""

from __future__ import annotations

from collections.abc import Mapping

from metadef.types.dtype import DataType

__all__ = ["INTEGER_RANGES"]

INTEGER_RANGES: Mapping[DataType, tuple[int, int]] = {
    dtype: (-(1 << dtype.bits - 1), (1 << dtype.bits - 1) - 1) if dtype.name[0] == "I" else (0, (1 << dtype.bits) - 1)
    for dtype in DataType
    if dtype.is_integer
}
