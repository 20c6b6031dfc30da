"""The length of an axis that is resized by a FLOAT scale, as engines compute it: in FLOAT, and then rounded down."""

from __future__ import annotations

import struct
from math import floor, isfinite

__all__ = ["scaled_length"]

_SINGLE = struct.Struct("<f")


def scaled_length(size: int, scale: float) -> int | None:
    """floor(size * scale) of the product rounded to FLOAT; None where that is no finite number.

    The standard's formula does not say in which precision; onnxruntime and onnx's shape inference take FLOAT, in which
    30 * 2.3 is 69 although the FLOAT nearest to 2.3 is a little smaller.

    >>> scaled_length(30, 2.3), scaled_length(7, 1.5), scaled_length(3, float("inf"))
    (69, 10, None)
    """
    product = _single(_single(float(size)) * _single(scale))
    return floor(product) if isfinite(product) else None


def _single(value: float) -> float:
    try:
        (found,) = _SINGLE.unpack(_SINGLE.pack(value))
    except OverflowError:
        return float("inf")
    assert isinstance(found, float)
    return found
