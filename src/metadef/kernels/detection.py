"""Regions of interest: samples of a feature map over a grid of each region."""

from __future__ import annotations

import math

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _along(start: float, cell: float, cells: int, samples: int, size: int) -> tuple[Array, Array, Array, Array]:
    """The samples of one side: elements before and behind each, the share of the latter, and which ones count.

    A sample up to one element outside is moved to the border; farther out it is 0.
    """
    steps = (np.arange(cells)[:, None] + (np.arange(samples) + 0.5)[None, :] / samples).reshape(-1)
    at = start + cell * steps
    counts = (at >= -1) & (at <= size)
    at = at.clip(0, size - 1)
    low = np.floor(at).astype(np.int64)
    return low, np.minimum(low + 1, size - 1), at - low, counts


def _roi_align(call: KernelCall) -> Array:
    """Each cell of a region holds the mean, or the largest, of bilinear samples spread evenly over it.

    `roi_end_mode` 0: corners are taken as they are, and a region is at least one element long. 2: corners lie half an
    element lower, so that elements are squares around their centres.

    Raises:
        ValueError: for other modes.
    """
    features, rois = as_compute(call["features"]), as_compute(call["rois"]).astype(np.float64)
    mode = call.int("roi_end_mode")
    if mode not in (0, 2):
        raise ValueError(f"ROIAlign of roi_end_mode {mode} is not known")
    if call.has_input("rois_n"):
        samples_of, corners = call["rois_n"].reshape(-1), rois[:, -4:]
    else:
        samples_of, corners = rois[:, 0].astype(np.int64), rois[:, 1:]
    cells = (call.int("pooled_height"), call.int("pooled_width"))
    reduce = np.mean if call.str("pool_mode") == "avg" else np.max
    out = np.zeros((len(rois), features.shape[1], *cells), features.dtype)
    corners = corners * call.float("spatial_scale") - (0.5 if mode == 2 else 0.0)
    for index, (left, top, right, bottom) in enumerate(corners):
        image = features[samples_of[index]]
        sides: list[tuple[Array, Array, Array, Array]] = []
        counts: list[int] = []
        for start, end, pooled, size in zip((top, left), (bottom, right), cells, image.shape[1:], strict=True):
            length = end - start if mode == 2 else max(end - start, 1.0)
            number = call.int("sample_num") or max(math.ceil(length / pooled), 0)
            counts.append(number)
            sides.append(_along(start, length / pooled, pooled, number, size))
        if 0 in counts:
            continue  # nothing is sampled
        (y0, y1, ty, has_y), (x0, x1, tx, has_x) = sides
        upper = image[:, y0[:, None], x0] * (1 - tx) + image[:, y0[:, None], x1] * tx
        lower = image[:, y1[:, None], x0] * (1 - tx) + image[:, y1[:, None], x1] * tx
        sampled = np.where(has_y[:, None] & has_x, upper * (1 - ty)[:, None] + lower * ty[:, None], 0)
        grid = sampled.reshape(-1, cells[0], counts[0], cells[1], counts[1])
        out[index] = reduce(grid, axis=(2, 4))
    return rounded(out, call["features"])


KERNELS: dict[str, Kernel] = {
    "ROIAlign": _roi_align,
}
