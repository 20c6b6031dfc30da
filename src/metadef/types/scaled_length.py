"""The length of an axis that is resized by a FLOAT scale, as engines compute it: in FLOAT, and then rounded down."""

from __future__ import annotations

from math import floor, isfinite

from metadef.types.rounding import to_single

__all__ = ["scaled_length"]


def scaled_length(size: int, scale: float) -> int | None:
    """floor(size * scale) of the product rounded to FLOAT; None where that is no finite number.

    The standard's formula does not say in which precision; onnxruntime and onnx's shape inference take FLOAT, in which
    30 * 2.3 is 69 although the FLOAT nearest to 2.3 is a little smaller.

    >>> scaled_length(30, 2.3), scaled_length(7, 1.5), scaled_length(3, float("inf"))
    (69, 10, None)
    """
    product = to_single(to_single(float(size)) * to_single(scale))
    return floor(product) if isfinite(product) else None
