"""Shapes of operators on points and boxes."""

from __future__ import annotations

from metadef.infer.shape.common import agree, need_rank
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["ball_query", "stack_ball_query"]


def ball_query(call: Call) -> Shape:
    """BallQuery: points [B, 3, N] and centres [M, B, 3] -> [M, B, samples] point numbers.

    C1: the smaller radius comes first.
    """
    points, centres = call.shape("xyz"), call.shape("center_xyz")
    need_rank(call, points, "xyz", 3)
    if call.float_attr("min_radius") > call.float_attr("max_radius"):
        call.fail("attr-constraint", "`min_radius` is the smaller one [C1]", got=str(call.float_attr("min_radius")))
    if need_rank(call, centres, "center_xyz", 3) is None:
        return Shape.unknown(3)
    batch = agree(call, points[0] if points.rank else None, centres[1], "batches of points and centres")
    return Shape((centres[0], batch, call.int_attr("sample_num")))


def stack_ball_query(call: Call) -> Shape:
    """StackBallQuery: centres of all batches [M, 3] -> [M, samples] point numbers."""
    centres = call.shape("center_xyz")
    need_rank(call, centres, "center_xyz", 2)
    return Shape((centres[0] if centres.rank else None, call.int_attr("sample_num")))
