"""Shapes of operators on points and boxes: overlaps, coders, and choices among boxes."""

from __future__ import annotations

from collections.abc import Callable

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    int_at,
    need_rank,
    need_rank_within,
    positive_attr,
    product_of,
)
from metadef.ops.call import Call
from metadef.types.dim import dim_min
from metadef.types.shape import Shape

__all__ = [
    "ball_query",
    "batch_selection",
    "bucketized",
    "coded",
    "combined_selection",
    "decoded_by_priors",
    "distorted",
    "masked",
    "overlaps",
    "padded_selection",
    "pair_overlaps",
    "proposals",
    "rotated_overlaps",
    "selection",
    "stack_ball_query",
    "suppressed",
]

_CORNERS = 4  # numbers of an upright box
_ROTATED = 5  # numbers of a box with an angle


def ball_query(call: Call) -> Shape:
    """BallQuery: points [B, 3, N] and centres [M, B, 3] -> [M, B, samples] point numbers.

    C1: the smaller radius comes first. C2: a point has three coordinates.
    """
    points, centres = call.shape("xyz"), call.shape("center_xyz")
    need_rank(call, points, "xyz", 3)
    if call.float_attr("min_radius") > call.float_attr("max_radius"):
        call.fail("attr-constraint", "`min_radius` is the smaller one [C1]", got=str(call.float_attr("min_radius")))
    if need_rank(call, centres, "center_xyz", 3) is None:
        return Shape.unknown(3)
    batch = agree(call, points[0] if points.rank else None, centres[1], "batches of points and centres")
    for what, size in (("points", points[1] if points.rank else None), ("centres", centres[2])):
        agree(call, size, 3, f"coordinates of {what} [C2]")
    return Shape((centres[0], batch, call.int_attr("sample_num")))


def stack_ball_query(call: Call) -> Shape:
    """StackBallQuery: centres of all batches [M, 3] -> [M, samples] point numbers."""
    centres = call.shape("center_xyz")
    need_rank(call, centres, "center_xyz", 2)
    return Shape((centres[0] if centres.rank else None, call.int_attr("sample_num")))


def overlaps(call: Call) -> Shape:
    """GIoU, DIoU, CIoU: boxes are columns, [4, N] and [4, M] -> [M, N] with `is_cross`, else [1, N].

    CIoU's differences of angles are as many. Source: what torch_npu allocates for npu_ciou and documents of npu_diou.
    C1: a box has four numbers. C2: without `is_cross` there are as many boxes as ground truths.
    """
    counts = [_columns(call, port, 2, _CORNERS) for port in ("gtboxes", "bboxes")]
    if call.bool_attr("is_cross"):
        return Shape(counts)
    return Shape((1, agree(call, counts[0], counts[1], "boxes and ground truths [C2]")))


def _columns(call: Call, port: str, rank: int, numbers: int) -> Axis:
    """How many boxes there are, which are columns."""
    shape = call.shape(port)
    if need_rank(call, shape, port, rank) is None:
        return None
    agree(call, shape[-2], numbers, f"numbers a box in {port} [C1]")
    return shape[-1]


def pair_overlaps(call: Call) -> Shape:
    """PtIou: boxes are rows, [N, 4] and [M, 4] -> [M, N].

    C1: a box has four numbers.
    """
    counts: list[Axis] = []
    for port in ("gtboxes", "bboxes"):
        shape = call.shape(port)
        if need_rank(call, shape, port, 2) is not None:
            agree(call, shape[1], _CORNERS, f"numbers a box in {port} [C1]")
        counts.append(shape[0] if shape.rank else None)
    return Shape(counts)


def rotated_overlaps(call: Call) -> Shape:
    """RotatedIou, RotatedOverlaps: boxes are columns, [B, 5, N] and [B, 5, K] -> [B, N, K].

    C1: a box has five numbers. C2: both have one batch. Without `is_cross` the layout is not known.
    """
    counts = [_columns(call, port, 3, _ROTATED) for port in ("boxes", "query_boxes")]
    first, second = call.shape("boxes"), call.shape("query_boxes")
    batch = agree(call, first[0] if first.rank else None, second[0] if second.rank else None, "batches of boxes [C2]")
    if "is_cross" in call.proto.attr_index and not call.bool_attr("is_cross"):
        return UNKNOWN
    return Shape((batch, *counts))


def coded(*ports: str) -> Callable[[Call], Shape]:
    """Boxes in another form, all like the first port.

    C1: boxes and anchors are as many, and have as many numbers.
    """

    def rule(call: Call) -> Shape:
        shape = call.shape(ports[0])
        for port in ports[1:]:
            shape = agree_shapes(call, shape, call.shape(port), f"axes of {ports[0]} and {port} [C1]")
        return shape

    return rule


def decoded_by_priors(call: Call) -> Shape:
    """YoloxBoundingBoxDecode: priors [N, 4], boxes [B, N, 4] -> [B, N, 4].

    C1: there is a prior for each box. C2: a box has four numbers.
    """
    priors, boxes = call.shape("priors"), call.shape("bboxes")
    need_rank(call, priors, "priors", 2)
    if need_rank(call, boxes, "bboxes", 3) is None:
        return Shape((None, priors[0] if priors.rank else None, _CORNERS))
    agree(call, boxes[2], _CORNERS, "numbers a box [C2]")
    count = agree(call, boxes[1], priors[0] if priors.rank else None, "boxes and priors [C1]")
    return Shape((boxes[0], count, _CORNERS))


def masked(call: Call) -> list[Shape]:
    """NMSWithMask: rows of a box, its score and perhaps more, [N, 5] or [N, 8] -> [N, 5], numbers [N], marks [N].

    Source: the documents of torch_npu's npu_nms_with_mask, and MindSpore's of NMSWithMask.
    C1: a row has at least four numbers and a score.
    """
    boxes = call.shape("box_scores")
    rows = boxes[0] if need_rank(call, boxes, "box_scores", 2) is not None else None
    width = boxes[1] if boxes.rank else None
    if isinstance(width, int) and width < _CORNERS + 1:
        call.fail("shape-mismatch", "a row is a box and a score [C1]", expected="5 or more", got=str(width))
    return [Shape((rows, _CORNERS + 1)), Shape((rows,)), Shape((rows,))]


def _at_most(call: Call, port: str) -> Axis:
    """How many boxes can be chosen: not more than are wanted, nor than there are.

    C1: `max_output_size` is not negative.
    """
    boxes, wanted = call.shape(port), int_at(call, "max_output_size")
    if wanted is not None and wanted < 0:
        call.fail("attr-constraint", "`max_output_size` is not negative [C1]", expected="0 or more", got=str(wanted))
    count = boxes[0] if boxes.rank else None
    return wanted if count is None else count if wanted is None else dim_min(count, wanted)


def _chosen(call: Call, port: str) -> Axis:
    most = _at_most(call, port)
    return call.store.fresh("kept", 0, most, call.subject) if most is not None else None


def selection(port: str) -> Callable[[Call], Shape]:
    """SortedNMS, NonMaxSuppressionWithOverlaps: the numbers of the boxes that stay, at most `max_output_size`.

    C1: `max_output_size` is not negative.
    """

    def rule(call: Call) -> Shape:
        return Shape((_chosen(call, port),))

    return rule


def _scored(call: Call) -> None:
    """A box has four numbers, and each has a score [C2]."""
    boxes, scores = call.shape("boxes"), call.shape("scores")
    need_rank(call, boxes, "boxes", 2)
    need_rank(call, scores, "scores", 1)
    if boxes.rank:
        agree(call, boxes[1], _CORNERS, "numbers a box [C2]")
        agree(call, boxes[0], scores[0] if scores.rank else None, "boxes and scores [C2]")


def suppressed(call: Call) -> Shape:
    """NonMaxSuppression, V2 and V3: the numbers of the boxes that stay, at most `max_output_size`.

    C1: `max_output_size` is not negative. C2: there is a score for each box of four numbers.
    """
    _scored(call)
    return Shape((call.store.fresh("kept", 0, _at_most(call, "boxes"), call.subject),))


def padded_selection(call: Call) -> list[Shape]:
    """NonMaxSuppressionV4, V5: numbers (and scores) of the boxes that stay, and how many these are.

    With `pad_to_max_output_size` there are always as many as are wanted. Source: TensorFlow.
    C1: `max_output_size` is not negative. C2: there is a score for each box of four numbers.
    """
    _scored(call)
    count = _chosen(call, "boxes")
    if call.bool_attr("pad_to_max_output_size"):
        count = int_at(call, "max_output_size")
    vectors = len(call.proto.outputs) - 1
    return [*[Shape((count,))] * vectors, Shape(())]


def combined_selection(call: Call) -> list[Shape]:
    """CombinedNonMaxSuppression (TensorFlow): boxes [B, N, classes or 1, 4], scores [B, N, classes].

    Each image has `max_total_size` boxes, with `pad_per_class` not more than all classes can give.
    C1: boxes have rank 4, scores 3. C2: they have one batch and number of boxes. C3: a box has four numbers.
    C4: there is one box for all classes, or one for each.
    """
    boxes, scores = call.shape("boxes"), call.shape("scores")
    need_rank(call, boxes, "boxes", 4)
    need_rank(call, scores, "scores", 3)
    batch = boxes[0] if boxes.rank else scores[0] if scores.rank else None
    if boxes.rank:
        agree(call, boxes[3], _CORNERS, "numbers a box [C3]")
    if boxes.rank and scores.rank:
        batch = agree(call, boxes[0], scores[0], "batches of boxes and scores [C2]")
        agree(call, boxes[1], scores[1], "boxes and scores of an image [C2]")
        if isinstance(boxes[2], int) and boxes[2] != 1:
            agree(call, boxes[2], scores[2], "classes of boxes and scores [C4]")
    total: Axis = int_at(call, "max_total_size")
    if call.bool_attr("pad_per_class"):
        each = product_of((int_at(call, "max_output_size_per_class"), scores[2] if scores.rank else None))
        total = None if total is None or each is None else dim_min(total, each)
    rows = Shape((batch, total))
    return [Shape((batch, total, _CORNERS)), rows, rows, Shape((batch,))]


def batch_selection(call: Call) -> list[Shape]:
    """BatchMultiClassNonMaxSuppression: `max_total_size` boxes an image, columns with `transpose_box`.

    Source: torch_npu's npu_batch_nms.
    C1: `max_total_size` is positive.
    """
    boxes, total = call.shape("boxes"), positive_attr(call, "max_total_size", "C1")
    batch = boxes[0] if boxes.rank else None
    flip = call.bool_attr("transpose_box")
    rows = Shape((batch, total))
    every = (_CORNERS, total) if flip else (total, _CORNERS)
    return [Shape((batch, *every)), rows, rows, UNKNOWN if flip else Shape((batch,))]


def bucketized(call: Call) -> list[Shape]:
    """NonMaxSuppressionBucketize: boxes, scores and classes, cut to a size that depends on how many are valid.

    C1: boxes have rank 3.
    """
    boxes = call.shape("input_nmsed_boxes")
    batch, count = (boxes[0], boxes[1]) if need_rank(call, boxes, "input_nmsed_boxes", 3) is not None else (None, None)
    kept = call.store.fresh("kept", 0, count, call.subject) if count is not None else None
    rows = Shape((batch, kept))
    return [Shape((batch, kept, _CORNERS)), rows, rows]


def proposals(call: Call) -> list[Shape]:
    """GenerateBoundingBoxProposals (TensorFlow): `post_nms_topn` boxes an image, and a probability each.

    C1: scores are [B, H, W, anchors]. C2: `post_nms_topn` is positive.
    """
    scores, count = call.shape("scores"), positive_attr(call, "post_nms_topn", "C2")
    need_rank_within(call, "scores", 4, 4)
    batch = scores[0] if scores.rank else None
    return [Shape((batch, count, _CORNERS)), Shape((batch, count))]


def distorted(call: Call) -> list[Shape]:
    """SampleDistortedBoundingBox (TensorFlow): where a window begins, its size, and the window as one box.

    C1: an image has three sizes. C2: boxes are [B, N, 4].
    """
    size, boxes = call.shape("image_size"), call.shape("bounding_boxes")
    if need_rank(call, size, "image_size", 1) is not None:
        agree(call, size[0], 3, "sizes of an image [C1]")
    if need_rank(call, boxes, "bounding_boxes", 3) is not None:
        agree(call, boxes[2], _CORNERS, "numbers a box [C2]")
    return [Shape((3,)), Shape((3,)), Shape((1, 1, _CORNERS))]
