"""Shapes of detection: regions of interest, overlaps, non-maximum suppression."""

from __future__ import annotations

from metadef.infer.shape.common import Axis, int_at, need_rank, product_of
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["iou", "pooled_regions", "regions", "regions_by_group", "selected", "selected_triples"]


def _kept(call: Call, most: Axis) -> Axis:
    return call.store.fresh("kept", 0, most, call.subject)


def selected(call: Call) -> Shape:
    """NonMaxSuppression: the numbers of the boxes that stay, at most `max_output_size`."""
    boxes = call.shape("boxes") if "boxes" in call.proto.input_index else call.shape("scores")
    return Shape((_kept(call, int_at(call, "max_output_size") or (boxes[0] if boxes.rank else None)),))


def selected_triples(call: Call) -> Shape:
    """onnx's NonMaxSuppression: rows of (batch, class, box), at most batches * classes * boxes."""
    scores = call.shape("scores")
    need_rank(call, scores, "scores", 3)
    return Shape((_kept(call, scores.numel()), 3))


def iou(call: Call) -> Shape:
    """Iou: an overlap of each ground truth with each box, [boxes of gtboxes, boxes of bboxes]; aligned, [boxes, 1]."""
    boxes, truth = call.shape("bboxes"), call.shape("gtboxes")
    first, second = (shape[0] if shape.rank else None for shape in (truth, boxes))
    aligned = "aligned" in call.proto.attr_index and call.bool_attr("aligned")
    return Shape((first, 1)) if aligned else Shape((first, second))


def regions(call: Call) -> Shape:
    """ROIAlign: one pooled patch a region, [regions, C, pooled_height, pooled_width]."""
    features, rois = call.shape("features"), call.shape("rois")
    channels = features[1] if need_rank(call, features, "features", 4) else None
    count = rois[0] if rois.rank else None
    return Shape((count, channels, call.int_attr("pooled_height"), call.int_attr("pooled_width")))


def regions_by_group(call: Call) -> Shape:
    """PSROIPooling: rois [N, 5, regions] -> [N * regions, output_dim, group_size, group_size]."""
    rois, size = call.shape("rois"), call.int_attr("group_size")
    parts = (rois[0], rois[2]) if rois.rank == 3 else (None, None)
    count = parts[0] * parts[1] if parts[0] is not None and parts[1] is not None else None
    return Shape((count, call.int_attr("output_dim"), size, size))


def pooled_regions(call: Call) -> Shape:
    """ROIPooling: one pooled patch a region; rois are [regions, 5] or [N, 5, regions]."""
    x, rois = call.shape("x"), call.shape("rois")
    channels = x[1] if need_rank(call, x, "x", 4) else None
    rank = need_rank(call, rois, "rois", 2, 3)
    count: Axis = None if rank is None else rois[0] if rank == 2 else product_of((rois[0], rois[2]))
    return Shape((count, channels, call.int_attr("pooled_h"), call.int_attr("pooled_w")))
