"""Regions of interest."""

from __future__ import annotations

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS"]

# how the corners of a region count: Ascend's number for it
_END_MODES = {"output_half_pixel": 0, "half_pixel": 2}


def roi_align(node: OnnxNode) -> Value:
    """ROIAlign, whose regions start with the number of their image.

    Before opset 16 corners were elements, not squares around them. ONNX's `max` takes the largest of the products that
    a bilinear sample is the sum of, Ascend's the largest sample.
    """
    x, rois, batch = node.value(0), node.value(1), node.value(2)
    kind = "output_half_pixel"
    if node.has("coordinate_transformation_mode"):
        kind = node.choice("coordinate_transformation_mode", *_END_MODES)
    attrs = {
        "spatial_scale": node.float("spatial_scale"),
        "pooled_height": node.int("output_height"),
        "pooled_width": node.int("output_width"),
        "sample_num": node.int("sampling_ratio"),
        "roi_end_mode": _END_MODES[kind],
        "pool_mode": node.choice("mode", "avg"),
    }
    numbers = node.add("Unsqueeze", [node.cast(batch, node.need_dtype(rois), "numbers")], {"axes": (1,)}, tag="column")
    axis = {"concat_dim": 1, "N": 2}
    regions = node.add("ConcatD", [[numbers, rois]], axis, tag="regions")
    return node.add("ROIAlign", [x, regions], attrs)


OPS = {
    "RoiAlign": onnx_op(
        roi_align,
        "X rois batch_indices",
        "coordinate_transformation_mode:s=half_pixel[16:] mode:s=avg output_height:i=1 output_width:i=1"
        " sampling_ratio:i=0 spatial_scale:f=1",
        since=10,
    ),
}
