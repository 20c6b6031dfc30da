"""The nearest number of a narrower floating-point type, ties to even, infinite beyond the largest (IEEE 754)."""

from __future__ import annotations

import struct
from math import copysign, inf

__all__ = ["to_half", "to_single"]

_HALF, _SINGLE = struct.Struct("<e"), struct.Struct("<f")


def to_single(value: float) -> float:
    """As FLOAT holds it.

    >>> to_single(16777217.0), to_single(-1e39)
    (16777216.0, -inf)
    """
    return _packed(value, _SINGLE)


def to_half(value: float) -> float:
    """As FLOAT16 holds it.

    >>> to_half(2049.0), to_half(131008.0)
    (2048.0, inf)
    """
    return _packed(value, _HALF)


def _packed(value: float, form: struct.Struct) -> float:
    try:
        (found,) = form.unpack(form.pack(value))
    except OverflowError:
        return copysign(inf, value)
    assert isinstance(found, float)
    return found
