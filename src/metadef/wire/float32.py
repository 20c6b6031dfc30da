"""Numbers of files that keep floats of 32 bits."""

from __future__ import annotations

import struct
from functools import lru_cache

__all__ = ["shortest"]

_FLOAT = struct.Struct("<f")
_SMALLEST_NORMAL = 2.0**-126
_DIGITS = range(6, 10)  # WHY from 6: `g` drops zeros at the end, and 6 digits never name two numbers
_FEW_DIGITS = range(1, 10)  # numbers below the normal ones have less precision


def shortest(value: float) -> float:
    """The number with the fewest digits that is the same 32-bit float: attributes are written and read as such.

    >>> shortest(9.999999747378752e-06)
    1e-05
    """
    return _shortest(value) if value else value  # WHY: a cache takes 0.0 and -0.0 for one key


@lru_cache(maxsize=4096)
def _shortest(value: float) -> float:
    try:
        raw = _FLOAT.pack(value)
    except OverflowError:
        return value
    for digits in _DIGITS if abs(value) >= _SMALLEST_NORMAL else _FEW_DIGITS:
        short = float(f"{value:.{digits}g}")
        try:
            if _FLOAT.pack(short) == raw:
                return short
        except OverflowError:
            continue
    return value  # not a number
