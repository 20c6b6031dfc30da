"""How far two arrays are apart: absolutely, relatively, and in units in the last place."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metadef.kernels.call import Array

__all__ = ["Difference", "difference", "tolerance_for"]

# relative error that two orders of summation may differ by, for each type of element; whole numbers must be equal
_TOLERANCES = {"float64": 1e-6, "float32": 1e-3, "float16": 1e-2, "bfloat16": 5e-2, "complex64": 1e-3}
_COARSE = 0.25  # floats of 8 bits and fewer


@dataclass(frozen=True, slots=True)
class Difference:
    """Two arrays compared. Numbers are 0 where the arrays are equal and infinite where they cannot be compared."""

    name: str
    max_abs: float
    max_rel: float  # relative to the expected element, or to the mean size where that is larger
    max_ulp: float  # steps between neighbouring numbers of the type; whole numbers: their difference
    tolerance: float  # on max_rel
    at: tuple[int, ...] = ()  # where the relative difference is largest
    note: str = ""  # why they cannot be compared

    @property
    def ok(self) -> bool:
        return not self.note and self.max_rel <= self.tolerance


def tolerance_for(dtype_name: str) -> float:
    """The relative error that is taken for rounding."""
    if dtype_name.startswith(("float", "bfloat", "complex")):
        return _TOLERANCES.get(dtype_name, 1e-6 if dtype_name == "complex128" else _COARSE)
    return 0.0


def difference(name: str, expected: Array, found: Array, tolerance: float | None = None) -> Difference:
    """Compare two arrays element by element; equal infinities and NaNs are equal.

    >>> import numpy as np
    >>> one = np.float32(1)
    >>> difference("y", np.array([one]), np.array([np.nextafter(one, np.float32(2))])).max_ulp
    1.0
    """
    import numpy as np

    limit = tolerance if tolerance is not None else tolerance_for(expected.dtype.name)
    if expected.dtype != found.dtype:
        return _apart(name, limit, f"type {found.dtype}, not {expected.dtype}")
    if expected.shape != found.shape:
        return _apart(name, limit, f"shape {list(found.shape)}, not {list(expected.shape)}")
    if expected.dtype.kind in "OSU":
        equal = bool(np.all(expected == found))
        return Difference(name, 0, 0, 0, limit) if equal else _apart(name, limit, "other strings")
    if not expected.size:
        return Difference(name, 0.0, 0.0, 0.0, limit)
    wide = np.complex128 if expected.dtype.kind == "c" else np.longdouble if expected.dtype.kind in "iu" else np.float64
    left, right = expected.astype(wide), found.astype(wide)
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    finite = np.isfinite(left) & np.isfinite(right)
    gap = np.where(same, 0, np.where(finite, np.abs(np.where(finite, left, 0) - np.where(finite, right, 0)), np.inf))
    size = np.where(np.isfinite(left), np.abs(left), 0)
    floor = max(float(size.mean()), 1e-30)
    relative = gap / np.maximum(size, floor)
    worst = np.unravel_index(int(np.argmax(relative)), relative.shape)
    return Difference(
        name,
        float(gap.max()),
        float(relative.max()),
        _ulp(expected, found, same),
        limit,
        tuple(int(i) for i in worst) if relative.max() > 0 else (),
    )


def _apart(name: str, limit: float, note: str) -> Difference:
    return Difference(name, math.inf, math.inf, math.inf, limit, note=note)


def _ulp(expected: Array, found: Array, same: Array) -> float:
    """The largest distance in representable numbers, by the order of their bit patterns."""
    import numpy as np

    kind, bits = expected.dtype.kind, expected.dtype.itemsize * 8
    if kind == "c":
        parts = [(np.real(expected), np.real(found)), (np.imag(expected), np.imag(found))]
        return max(_ulp(a, b, (a == b) | (np.isnan(a) & np.isnan(b))) for a, b in parts)
    if bool(same.all()):
        return 0.0
    is_whole = kind in "biu" or expected.dtype.name.startswith(("int", "uint"))
    if is_whole or bits not in (8, 16, 32, 64) or expected.dtype.name.startswith(("float4_", "float6_")):
        gap = np.abs(expected.astype(np.float64) - found.astype(np.float64))
        return float(gap.max()) if is_whole else math.inf
    if not bool((same | (np.isfinite(expected.astype(np.float64)) & np.isfinite(found.astype(np.float64)))).all()):
        return math.inf
    left, right = (_ordered(array, bits) for array in (expected, found))
    gap = np.where(same, 0, np.abs(left.astype(np.longdouble) - right.astype(np.longdouble)))
    return float(gap.max())


def _ordered(array: Array, bits: int) -> Array:
    """Whole numbers in the order of the floats: negative ones count down from 0."""
    import numpy as np

    raw = np.ascontiguousarray(array).view(f"u{bits // 8}").astype(np.int64)
    if bits == 64:
        raw = np.ascontiguousarray(array).view(np.int64)
        return np.where(raw < 0, np.iinfo(np.int64).min - raw, raw)
    half = 1 << (bits - 1)
    return np.where(raw >= half, half - raw, raw)
