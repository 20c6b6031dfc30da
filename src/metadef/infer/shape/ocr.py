"""Shapes of the steps of text recognition.

Polygons and cut-out images lie one behind the other in buffers whose layout is not documented; they stay unknown.
"""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, need_rank
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["resized"]


def resized(call: Call) -> list[Shape]:
    """OCRDetectionPreHandle: one image with another height and width, and how much these were scaled.

    C1: an image has rank 3.
    """
    image = call.shape("img")
    if need_rank(call, image, "img", 3) is None:
        return [Shape.unknown(3), UNKNOWN, UNKNOWN]
    first = call.str_attr("data_format") == "NCHW"
    sizes = (image[0], None, None) if first else (None, None, image[2])
    return [Shape(sizes), UNKNOWN, UNKNOWN]
