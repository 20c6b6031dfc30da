"""Numbers as ONNX keeps them."""

from __future__ import annotations

import struct
from functools import lru_cache

__all__ = ["as_float32", "shortest"]

_FLOAT = struct.Struct("<f")


@lru_cache(maxsize=4096)
def shortest(value: float) -> float:
    """The number with the fewest digits that is the same 32-bit float: attributes are written and read as such.

    >>> shortest(9.999999747378752e-06)
    1e-05
    """
    try:
        raw = _FLOAT.pack(value)
    except OverflowError:
        return value
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        try:
            if _FLOAT.pack(short) == raw:
                return short
        except OverflowError:
            continue
    return value  # not a number


def as_float32(value: float) -> float:
    """The nearest 32-bit float, written shortly; infinite beyond the largest.

    >>> as_float32(0.1 + 1e-12), as_float32(1e300)
    (0.1, inf)
    """
    try:
        return shortest(_FLOAT.unpack(_FLOAT.pack(value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
