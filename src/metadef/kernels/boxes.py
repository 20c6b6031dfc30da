"""Boxes: overlaps, coding, and the suppression of those that overlap better ones."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _corners(boxes: Array, centred: bool) -> Array:
    """[n, 4] as low y, low x, high y, high x; centred boxes come as centre x, centre y, width, height."""
    if centred:
        x, y, width, height = np.moveaxis(boxes, -1, 0)
        return np.stack([y - height / 2, x - width / 2, y + height / 2, x + width / 2], axis=-1)
    first, last = boxes[..., :2], boxes[..., 2:]
    return np.concatenate([np.minimum(first, last), np.maximum(first, last)], axis=-1)


def _overlap(box: Array, others: Array) -> Array:
    """Intersection over union of one box with many."""
    sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    common = np.prod(np.maximum(sides, 0), axis=1)
    areas = np.prod(others[:, 2:] - others[:, :2], axis=1) + np.prod(box[2:] - box[:2]) - common
    return np.where(areas > 0, common / np.where(areas > 0, areas, 1), 0)


def suppress(boxes: Array, scores: Array, most: int, iou: float, least: float) -> list[int]:
    """Indices of the boxes that are kept, best first: scores above `least`, overlaps not above `iou`."""
    kept: list[int] = []
    for index in np.argsort(-scores, kind="stable"):
        if len(kept) >= most or not scores[index] > least:
            break
        if not kept or bool((_overlap(boxes[index], boxes[kept]) <= iou).all()):
            kept.append(int(index))
    return kept


def _number(call: KernelCall, port: str, default: float) -> float:
    return float(call[port].reshape(-1)[0]) if call.has_input(port) and call[port].size else default


def _nms_v6(call: KernelCall) -> Array:
    """For each image and class, rows (image, class, box)."""
    boxes, scores = as_compute(call["boxes"]), as_compute(call["scores"])
    most = int(_number(call, "max_output_size", 0))
    iou, least = _number(call, "iou_threshold", 0), _number(call, "score_threshold", -np.inf)
    rows: list[tuple[int, int, int]] = []
    for image in range(scores.shape[0]):
        corners = _corners(boxes[image], bool(call.int("center_point_box")))
        for label in range(scores.shape[1]):
            kept = suppress(corners, scores[image, label], most, iou, least)
            rows += [(image, label, index) for index in kept]
    return np.asarray(rows, np.int32).reshape(-1, 3)


def _nms(call: KernelCall) -> Array:
    """One image, one class: the indices that are kept."""
    iou = call.float("iou_threshold") if call.has_attr("iou_threshold") else _number(call, "iou_threshold", 0.5)
    least = _number(call, "score_threshold", -np.inf) if "score_threshold" in call.proto.input_index else -np.inf
    corners = _corners(as_compute(call["boxes"]), centred=False)
    kept = suppress(corners, as_compute(call["scores"]), int(_number(call, "max_output_size", 0)), iou, least)
    return np.asarray(kept, np.int32)


def _iou(call: KernelCall) -> Array:
    """Overlaps of boxes (x1, y1, x2, y2): a matrix [ground truths, boxes], or one for each pair with `aligned`.

    Mode "iou" divides by the union, "iof" by the area of the ground truth; `eps` is added to widths and heights.
    """
    boxes, truths = as_compute(call["bboxes"]), as_compute(call["gtboxes"])
    eps = np.asarray(call.float("eps"), boxes.dtype)
    left, right = (boxes, truths) if call.bool("aligned") else (boxes[None, :], truths[:, None])
    sides = np.minimum(left[..., 2:], right[..., 2:]) - np.maximum(left[..., :2], right[..., :2]) + eps
    common = np.prod(np.maximum(sides, 0), axis=-1)
    areas = [np.prod(item[..., 2:] - item[..., :2] + eps, axis=-1) for item in (left, right)]
    union = areas[0] + areas[1] - common if call.str("mode") == "iou" else areas[1]
    result = common / union
    return rounded((result[:, None] if call.bool("aligned") else result).astype(boxes.dtype), call["bboxes"])


KERNELS: dict[str, Kernel] = {
    "Iou": _iou,
    "NonMaxSuppression": _nms,
    "NonMaxSuppressionV2": _nms,
    "NonMaxSuppressionV3": _nms,
    "NonMaxSuppressionV6": _nms_v6,
}
