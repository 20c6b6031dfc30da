"""Shapes of detection: regions of interest, overlaps, non-maximum suppression."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, Axis, agree, need_rank, positive_attr, product_of, size_attr
from metadef.ops.call import Call
from metadef.types.dim import ceil_div
from metadef.types.shape import Shape

__all__ = [
    "anchor_flags",
    "balanced",
    "best_regions",
    "extracted",
    "iou",
    "pooled_regions",
    "pooled_with_places",
    "proposals",
    "regions",
    "regions_by_group",
    "regions_by_group_grad",
    "rpn_boxes",
    "selected_triples",
    "ssd_output",
    "yolo",
    "yolo_output",
]


def _kept(call: Call, most: Axis) -> Axis:
    return call.store.fresh("kept", 0, most, call.subject)


def selected_triples(call: Call) -> Shape:
    """onnx's NonMaxSuppression: rows of (batch, class, box), at most batches * classes * boxes.

    C1: boxes are [batches, boxes, 4], scores [batches, classes, boxes].
    """
    boxes, scores = call.shape("boxes"), call.shape("scores")
    need_rank(call, scores, "scores", 3)
    if need_rank(call, boxes, "boxes", 3) is not None:
        agree(call, boxes[2], 4, "numbers of a box [C1]")
        if scores.rank is not None:
            agree(call, boxes[0], scores[0], "batches of boxes and scores [C1]")
            agree(call, boxes[1], scores[2], "boxes and their scores [C1]")
    return Shape((_kept(call, scores.numel()), 3))


def iou(call: Call) -> Shape:
    """Iou: an overlap of each ground truth with each box, [boxes of gtboxes, boxes of bboxes]; aligned, [boxes, 1]."""
    boxes, truth = call.shape("bboxes"), call.shape("gtboxes")
    first, second = (shape[0] if shape.rank else None for shape in (truth, boxes))
    aligned = "aligned" in call.proto.attr_index and call.bool_attr("aligned")
    return Shape((first, 1)) if aligned else Shape((first, second))


def regions(call: Call) -> Shape:
    """ROIAlign: one pooled patch a region, [regions, C, pooled_height, pooled_width].

    C1: a region is the number of its sample and four corners; with `rois_n` the number may be left out.
    """
    features, rois = call.shape("features"), call.shape("rois")
    channels = features[1] if need_rank(call, features, "features", 4) else None
    count = rois[0] if need_rank(call, rois, "rois", 2) else None
    if rois.rank == 2 and isinstance(rois[1], int):
        legal = (4, 5) if call.has("rois_n") else (5,)
        if rois[1] not in legal:
            numbers = " or ".join(map(str, legal))
            call.fail("shape-mismatch", f"a region is {numbers} numbers [C1]", expected=numbers, got=str(rois[1]))
    return Shape((count, channels, call.int_attr("pooled_height"), call.int_attr("pooled_width")))


def regions_by_group(call: Call) -> Shape:
    """PSROIPooling: rois [N, 5, regions] -> [N * regions, output_dim, group_size, group_size].

    C1: x has output_dim channels for each cell of a group. C2: output_dim and group_size are not negative.
    """
    rois, x = call.shape("rois"), call.shape("x")
    size, depth = size_attr(call, "group_size", "C2"), size_attr(call, "output_dim", "C2")
    if need_rank(call, x, "x", 4) is not None:
        agree(call, x[1], depth * size * size, "channels, output_dim * group_size squared [C1]")
    parts = (rois[0], rois[2]) if rois.rank == 3 else (None, None)
    count = parts[0] * parts[1] if parts[0] is not None and parts[1] is not None else None
    return Shape((count, depth, size, size))


def pooled_regions(call: Call) -> Shape:
    """ROIPooling: one pooled patch a region; rois are [regions, 5] or [N, 5, regions].

    C1: the patch has sizes, which are not negative.
    """
    x, rois = call.shape("x"), call.shape("rois")
    channels = x[1] if need_rank(call, x, "x", 4) else None
    rank = need_rank(call, rois, "rois", 2, 3)
    count: Axis = None if rank is None else rois[0] if rank == 2 else product_of((rois[0], rois[2]))
    return Shape((count, channels, size_attr(call, "pooled_h", "C1"), size_attr(call, "pooled_w", "C1")))


_CORNERS = 4  # numbers of a box


def anchor_flags(call: Call) -> Shape:
    """AnchorResponseFlags: one mark for each of the anchors at each place, [H * W * num_base_anchors].

    C1: `featmap_size` is H and W. C2: `num_base_anchors` is positive.
    """
    sizes, anchors = call.ints_attr("featmap_size"), positive_attr(call, "num_base_anchors", "C2")
    if len(sizes) != 2 or min(sizes) < 0:
        call.fail("attr-constraint", "`featmap_size` is H and W [C1]", expected="two sizes", got=str(sizes))
    return Shape((sizes[0] * sizes[1] * anchors,))


def balanced(call: Call) -> list[Shape]:
    """BalanceRois: the regions in another order, and the number of each.

    C1: regions are rows.
    """
    rois = call.shape("rois")
    need_rank(call, rois, "rois", 2)
    return [rois, Shape((rois[0] if rois.rank else None,))]


def best_regions(call: Call) -> list[Shape]:
    """FastrcnnPredictions: the `k` best regions [k, 4]; the layout of their scores and classes is not known.

    C1: `k` is positive.
    """
    return [Shape((positive_attr(call, "k", "C1"), _CORNERS)), UNKNOWN, UNKNOWN]


def rpn_boxes(call: Call) -> Shape:
    """RpnProposals and its parts: the best boxes after suppression, [post_nms_num, 4].

    C1: `post_nms_num` is positive.
    """
    return Shape((positive_attr(call, "post_nms_num", "C1"), _CORNERS))


def regions_by_group_grad(call: Call) -> Shape:
    """PSROIPoolingGradV2D: the gradient of the maps [N, output_dim * group_size * group_size, H, W].

    C1: `input_size` is H and W. C2: rois are [N, 5, regions]. C3: output_dim and group_size are positive.
    """
    sizes, rois = call.ints_attr("input_size"), call.shape("rois")
    groups = positive_attr(call, "group_size", "C3")
    if len(sizes) != 2 or min(sizes) < 0:
        call.fail("attr-constraint", "`input_size` is H and W [C1]", expected="two sizes", got=str(sizes))
    batch = rois[0] if need_rank(call, rois, "rois", 3) is not None else None
    return Shape((batch, positive_attr(call, "output_dim", "C3") * groups * groups, *sizes))


_PACKED = 16  # regions that lie together


def proposals(call: Call) -> list[Shape]:
    """Proposal: regions of each image, a batch number and four corners as rows, [N, 5, post_nms_topn].

    Whether a number that is no multiple of 16 is rounded up is not known.
    C1: `post_nms_topn` is positive. C2: cls_prob has rank 4.
    """
    scores, count = call.shape("cls_prob"), positive_attr(call, "post_nms_topn", "C1")
    batch = scores[0] if need_rank(call, scores, "cls_prob", 4) is not None else None
    return [Shape((batch, _CORNERS + 1, None if count % _PACKED else count)), UNKNOWN]


def extracted(call: Call) -> Shape:
    """RoiExtractor: one patch a region from the map of its size, [regions, C, pooled_height, pooled_width].

    C1: maps have rank 4. C2: they have one number of channels. C3: pooled_height and pooled_width are positive.
    """
    rois, channels = call.shape("rois"), None
    for shape in call.shapes("features"):
        if need_rank(call, shape, "features", 4) is not None:
            channels = agree(call, channels, shape[1], "channels of the maps [C2]")
    sizes = positive_attr(call, "pooled_height", "C3"), positive_attr(call, "pooled_width", "C3")
    return Shape((rois[0] if rois.rank else None, channels, *sizes))


def pooled_with_places(call: Call) -> Shape:
    """RoiPoolingWithArgMax: patches and the places of their maxima, [regions, C, pooled_h, pooled_w].

    C1: x has rank 4; rois are [regions, 5] or [N, 5, regions]. C2: `pool_channel` is the number of channels.
    C3: pooled_h, pooled_w and `pool_channel` are positive.
    """
    for name in ("pooled_h", "pooled_w", "pool_channel"):
        positive_attr(call, name, "C3")
    patches = pooled_regions(call)
    return patches.with_dim(
        1, agree(call, patches[1], call.int_attr("pool_channel"), "channels and `pool_channel` [C2]")
    )


def ssd_output(call: Call) -> list[Shape]:
    """SSDDetectionOutput: eight numbers a box, [N, boxes, 8]; room for how many boxes is the kernel's own matter."""
    delta = call.shape("bbox_delta")
    return [UNKNOWN, Shape((delta[0] if delta.rank else None, None, 8))]


_HALF_BYTES, _ALIGNED_BYTES = 2, 32


def _padded(count: Axis) -> Axis:
    """Elements of a row that ends on 32 bytes and has 32 more, counted in 16-bit numbers."""
    if count is None:
        return None
    return ceil_div(count * _HALF_BYTES + _ALIGNED_BYTES, _ALIGNED_BYTES) * (_ALIGNED_BYTES // _HALF_BYTES)


def yolo(call: Call) -> list[Shape]:
    """Yolo, YoloPreDetection: a map [N, boxes * (coords + 1 + classes), H, W], taken apart.

    Coordinates [N, boxes * coords, H * W], objectness [N, boxes * H * W], classes [N, classes, boxes * H * W]; the last
    axis has room for 32 more bytes and ends on a multiple of 32. Source: the header's own description.
    C1: x has rank 4. C2: the channels are as many as `boxes`, `coords` and `classes` say.
    """
    x = call.shape("x")
    boxes, coords, classes = (positive_attr(call, name, "C2") for name in ("boxes", "coords", "classes"))
    batch, channels, height, width = x.dims if need_rank(call, x, "x", 4) is not None else (None,) * 4
    if not call.bool_attr("background"):
        agree(call, channels, boxes * (coords + 1 + classes), "channels and boxes * (coords + 1 + classes) [C2]")
    each = product_of((height, width))
    every = _padded(product_of((boxes, each)))
    return [Shape((batch, boxes * coords, _padded(each))), Shape((batch, every)), Shape((batch, classes, every))]


_BOX_ROWS = 6  # four corners, a score, a class


def yolo_output(call: Call) -> list[Shape]:
    """YoloV2DetectionOutput to V5: `post_nms_topn` boxes an image, [N, 6, topn], and how many, [N, 8, 1, 1].

    With `out_box_dim` 2 the boxes are one row, [N, 6 * topn]. Source: the header's own description.
    C1: `post_nms_topn` is positive. C2: `out_box_dim` is 2 or 3.
    """
    count, form = positive_attr(call, "post_nms_topn", "C1"), 3
    if "out_box_dim" in call.proto.attr_index:
        form = call.int_attr("out_box_dim")
    if form not in (2, 3):
        call.fail("attr-constraint", "`out_box_dim` is 2 or 3 [C2]", expected="2 or 3", got=str(form))
    first = call.shapes(call.proto.inputs[0].name)
    batch = first[0][0] if first and first[0].rank else None
    return [Shape((batch, _BOX_ROWS * count) if form == 2 else (batch, _BOX_ROWS, count)), Shape((batch, 8, 1, 1))]
