"""The bridge between `DataType` and NumPy; the only place in `types` that imports NumPy."""

from __future__ import annotations

from functools import cache
from typing import cast

import ml_dtypes
import numpy as np

from metadef.types.dtype import DataType

__all__ = ["from_numpy", "to_numpy"]


@cache
def to_numpy(dtype: DataType) -> np.dtype[np.generic]:
    """The NumPy dtype that stores one element of `dtype`.

    Raises:
        TypeError: if NumPy and ml_dtypes have none.
    """
    name = dtype.numpy_name
    if not name:
        raise TypeError(f"{dtype.name} has no NumPy representation")
    return np.dtype(getattr(ml_dtypes, name, name))


@cache
def _table() -> dict[np.dtype[np.generic], DataType]:
    table: dict[np.dtype[np.generic], DataType] = {}
    for member in DataType:
        if member.numpy_name and not member.name.startswith(("QINT", "QUINT")):
            table.setdefault(to_numpy(member), member)
    return table


def from_numpy(dtype: object) -> DataType:
    """The `DataType` of a NumPy dtype, scalar type or name.

    Raises:
        TypeError: if no Ascend type corresponds.
    """
    if isinstance(dtype, str):
        dtype = getattr(ml_dtypes, dtype, dtype)
    resolved: np.dtype[np.generic] = np.dtype(cast("type[np.generic]", dtype))
    if resolved.kind in "SUT":
        return DataType.STRING
    found = _table().get(resolved.newbyteorder("="))
    if found is None:
        raise TypeError(f"no Ascend data type corresponds to NumPy {resolved}")
    return found
