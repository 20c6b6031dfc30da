"""Boxes: overlap, coding, clipping and suppression."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    RANDOM,
    UINT8,
    Bool,
    Float,
    Int,
    ListFloat,
    ListInt,
    String,
    Type,
    between,
    not_negative,
    one_of,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import boxes, common, detection
from metadef.infer.shape.common import same, same_as_each

BatchMultiClassNonMaxSuppression = (
    op("BatchMultiClassNonMaxSuppression")
    .input("boxes", FLOAT16)
    .input("scores", FLOAT16)
    .optional_input("clip_window", FLOAT16)
    .optional_input("num_valid_boxes", INT32)
    .output("nmsed_boxes", FLOAT16)
    .output("nmsed_scores", FLOAT16)
    .output("nmsed_classes", FLOAT16)
    .output("nmsed_num", INT32)
    .required_attr("score_threshold", Float)
    .required_attr("iou_threshold", Float)
    .required_attr("max_size_per_class", Int)
    .required_attr("max_total_size", Int)
    .attr("change_coordinate_frame", Bool, False)
    .attr("transpose_box", Bool, False)
    .attr("image_size", ListInt, ())
    .shape(boxes.batch_selection)
    .traits(PURE)
    .category("boxes")
)

BoundingBoxDecode = (
    op("BoundingBoxDecode")
    .input("rois", FLOAT16 | FLOAT)
    .input("deltas", FLOAT16 | FLOAT)
    .output("bboxes", FLOAT16 | FLOAT)
    .attr("means", ListFloat, (0.0, 0.0, 0.0, 0.0))
    .attr("stds", ListFloat, (1.0, 1.0, 1.0, 1.0))
    .required_attr("max_shape", ListInt)
    .attr("wh_ratio_clip", Float, 0.016)
    .shape(common.same("rois"))
    .dtype(follow("rois"))
    .traits(PURE)
    .category("boxes")
)

BoundingBoxEncode = (
    op("BoundingBoxEncode")
    .input("anchor_box", FLOAT16 | FLOAT)
    .input("ground_truth_box", FLOAT16 | FLOAT)
    .output("delats", FLOAT16 | FLOAT)
    .attr("means", ListFloat, (0.0, 0.0, 0.0, 0.0))
    .attr("stds", ListFloat, (1.0, 1.0, 1.0, 1.0))
    .shape(boxes.coded("anchor_box", "ground_truth_box"))
    .dtype(follow("anchor_box"))
    .traits(PURE)
    .category("boxes")
)

CheckValid = (
    op("CheckValid")
    .input("bbox_tensor", FLOAT16 | FLOAT)
    .input("img_metas", FLOAT16 | FLOAT)
    .output("valid_tensor", INT8)
    .traits(PURE)
    .category("boxes")
)

CIoU = (
    op("CIoU")
    .input("bboxes", FLOAT16 | FLOAT)
    .input("gtboxes", FLOAT16 | FLOAT)
    .output("overlap", FLOAT16 | FLOAT)
    .output("atan_sub", FLOAT16 | FLOAT)
    .attr("trans", Bool, False)
    .attr("is_cross", Bool, True)
    .attr("mode", String, "iou")
    .attr("atan_sub_flag", Bool, False)
    .shape(boxes.overlaps)
    .dtype(follow("bboxes"))
    .traits(PURE)
    .category("boxes")
)

CIoUGrad = (
    op("CIoUGrad")
    .input("dy", FLOAT16 | FLOAT)
    .input("bboxes", FLOAT16 | FLOAT)
    .input("gtboxes", FLOAT16 | FLOAT)
    .input("atan_sub", FLOAT16 | FLOAT)
    .output("dbboxes", FLOAT16 | FLOAT)
    .output("dgtboxes", FLOAT16 | FLOAT)
    .attr("trans", Bool, False)
    .attr("is_cross", Bool, True)
    .attr("mode", String, "iou")
    .shape(same_as_each("bboxes", "gtboxes"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("boxes")
)

ClipBoxes = (
    op("ClipBoxes")
    .input("boxes_input", FLOAT16)
    .input("img_size", INT32)
    .output("boxes_output", FLOAT16)
    .shape(same("boxes_input"))
    .traits(PURE)
    .category("boxes")
)

ClipBoxesD = (
    op("ClipBoxesD")
    .input("boxes_input", FLOAT16)
    .output("boxes_output", FLOAT16)
    .required_attr("img_size", ListInt)
    .shape(same("boxes_input"))
    .traits(PURE)
    .category("boxes")
)

CombinedNonMaxSuppression = (
    op("CombinedNonMaxSuppression")
    .input("boxes", FLOAT)
    .input("scores", FLOAT)
    .input("max_output_size_per_class", INT32)
    .input("max_total_size", INT32)
    .input("iou_threshold", FLOAT)
    .input("score_threshold", FLOAT)
    .output("nmsed_boxes", FLOAT)
    .output("nmsed_scores", FLOAT)
    .output("nmsed_classes", FLOAT)
    .output("valid_detections", INT32)
    .attr("pad_per_class", Bool, False)
    .attr("clip_boxes", Bool, True)
    .shape(boxes.combined_selection)
    .traits(PURE)
    .category("boxes")
)

DecodeBbox = (
    op("DecodeBbox")
    .input("box_predictions", FLOAT16)
    .input("anchors", FLOAT16)
    .output("decoded_boxes", FLOAT16)
    .required_attr("decode_clip", Float)
    .shape(same("box_predictions"))
    .traits(PURE)
    .category("boxes")
)

DecodeBboxV2 = (
    op("DecodeBboxV2")
    .input("boxes", FLOAT16 | FLOAT)
    .input("anchors", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("scales", ListFloat, (1.0, 1.0, 1.0, 1.0))
    .attr("decode_clip", Float, 0.0)
    .attr("reversed_box", Bool, False)
    .shape(common.same("boxes"))
    .dtype(follow("boxes"))
    .traits(PURE)
    .category("boxes")
)

DecodeBoundariesTarget = (
    op("DecodeBoundariesTarget")
    .input("boundary_predictions", FLOAT16)
    .input("anchors", FLOAT16)
    .output("boundary_encoded", FLOAT16)
    .shape(same("boundary_predictions"))
    .traits(PURE)
    .category("boxes")
)

DecodeCornerpointsTargetBG = (
    op("DecodeCornerpointsTargetBG")
    .input("keypoints_prediction", FLOAT16)
    .input("anchors", FLOAT16)
    .output("keypoints_decoded", FLOAT16)
    .shape(same("keypoints_prediction"))
    .traits(PURE)
    .category("boxes")
)

DecodeCornerpointsTargetWrtCenterV1 = (
    op("DecodeCornerpointsTargetWrtCenterV1")
    .input("keypoints_prediction", FLOAT16)
    .input("anchors", FLOAT16)
    .output("keypoints_decoded", FLOAT16)
    .shape(same("keypoints_prediction"))
    .traits(PURE)
    .category("boxes")
)

DecodeWheelsTarget = (
    op("DecodeWheelsTarget")
    .input("boundary_predictions", FLOAT16)
    .input("anchors", FLOAT16)
    .output("boundary_encoded", FLOAT16)
    .shape(same("boundary_predictions"))
    .traits(PURE)
    .category("boxes")
)

DIoU = (
    op("DIoU")
    .input("bboxes", FLOAT16 | FLOAT)
    .input("gtboxes", FLOAT16 | FLOAT)
    .output("overlap", FLOAT16 | FLOAT)
    .attr("trans", Bool, False)
    .attr("is_cross", Bool, True)
    .attr("mode", String, "iou")
    .shape(boxes.overlaps)
    .dtype(follow("bboxes"))
    .traits(PURE)
    .category("boxes")
)

DIoUGrad = (
    op("DIoUGrad")
    .input("dy", FLOAT16 | FLOAT)
    .input("bboxes", FLOAT16 | FLOAT)
    .input("gtboxes", FLOAT16 | FLOAT)
    .output("dbboxes", FLOAT16 | FLOAT)
    .output("dgtboxes", FLOAT16 | FLOAT)
    .attr("trans", Bool, False)
    .attr("is_cross", Bool, True)
    .attr("mode", String, "iou")
    .shape(same_as_each("bboxes", "gtboxes"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("boxes")
)

DrawBoundingBoxes = (
    op("DrawBoundingBoxes")
    .input("images", FLOAT)
    .input("boxes", FLOAT)
    .output("y", FLOAT)
    .shape(common.same("images"))
    .traits(PURE)
    .category("boxes")
)

DrawBoundingBoxesV2 = (
    op("DrawBoundingBoxesV2")
    .input("images", FLOAT)
    .input("boxes", FLOAT)
    .input("colors", FLOAT)
    .output("y", FLOAT)
    .shape(common.same("images"))
    .traits(PURE)
    .category("boxes")
)

GenerateBoundingBoxProposals = (
    op("GenerateBoundingBoxProposals")
    .input("scores", FLOAT)
    .input("bbox_deltas", FLOAT)
    .input("image_info", FLOAT)
    .input("anchors", FLOAT)
    .input("nms_threshold", FLOAT)
    .input("pre_nms_topn", INT32)
    .input("min_size", FLOAT)
    .output("rois", FLOAT)
    .output("rois_probabilities", FLOAT)
    .attr("post_nms_topn", Int, 300)
    .shape(boxes.proposals)
    .traits(PURE)
    .category("boxes")
)

GIoU = (
    op("GIoU")
    .input("bboxes", FLOAT16 | FLOAT)
    .input("gtboxes", FLOAT16 | FLOAT)
    .output("overlap", FLOAT16 | FLOAT)
    .attr("trans", Bool, False)
    .attr("is_cross", Bool, True)
    .attr("mode", String, "iou")
    .shape(boxes.overlaps)
    .dtype(follow("bboxes"))
    .traits(PURE)
    .category("boxes")
)

GIoUGrad = (
    op("GIoUGrad")
    .input("dy", FLOAT16 | FLOAT)
    .input("bboxes", FLOAT16 | FLOAT)
    .input("gtboxes", FLOAT16 | FLOAT)
    .output("dbboxes", FLOAT16 | FLOAT)
    .output("dgtboxes", FLOAT16 | FLOAT)
    .attr("trans", Bool, False)
    .attr("is_cross", Bool, True)
    .attr("mode", String, "iou")
    .shape(same_as_each("bboxes", "gtboxes"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("boxes")
)

Iou = (
    op("Iou")
    .doc("Intersection over union of all pairs of boxes.")
    .input("bboxes", FLOAT16 | FLOAT, doc="first boxes as corners, [N, 4]")
    .input("gtboxes", FLOAT16 | FLOAT, doc="second boxes as corners, [M, 4]")
    .output(
        "overlap",
        FLOAT16 | FLOAT,
        doc=("common area divided by the joint one, for all pairs, or for equal numbers when aligned is set"),
    )
    .attr(
        "mode", String, "iou", one_of("iou", "iof"), doc="iou divides by the joint area, iof by that of the first box"
    )
    .attr("eps", Float, 1.0, doc="what is added to widths and heights")
    .attr("aligned", Bool, False, doc="whether boxes of equal number are compared instead of all pairs")
    .shape(detection.iou)
    .dtype(follow("bboxes"))
    .traits(PURE)
    .category("boxes")
)

Iou3D = op("Iou3D").input("bboxes", FLOAT).input("gtboxes", FLOAT).output("iou", FLOAT).traits(PURE).category("boxes")

NMSWithMask = (
    op("NMSWithMask")
    .input("box_scores", FLOAT | FLOAT16 | BF16)
    .output("selected_boxes", FLOAT | FLOAT16 | BF16)
    .output("selected_idx", INT32)
    .output("selected_mask", UINT8)
    .attr("iou_threshold", Float, 0.5)
    .shape(boxes.masked)
    .dtype(follow("box_scores"))
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppression = (
    op("NonMaxSuppression")
    .doc("Boxes kept after those that overlap a better one are dropped.")
    .input("boxes", FLOAT, doc="corners of each box, [boxes, 4]")
    .input("scores", FLOAT, doc="score of each box, [boxes]")
    .input("max_output_size", INT32, doc="how many boxes to keep at most, one whole number")
    .output("selected_indices", INT32, doc="numbers of the kept boxes, best first")
    .attr("iou_threshold", Float, 0.5, between(0.0, 1.0), doc="overlap above which a box falls to a better one")
    .shape(boxes.suppressed)
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionBucketize = (
    op("NonMaxSuppressionBucketize")
    .input("input_nmsed_boxes", FLOAT16)
    .input("input_nmsed_score", FLOAT16)
    .input("input_nmsed_class", FLOAT16)
    .input("input_nmsed_num", INT32)
    .output("output_nmsed_boxes", FLOAT)
    .output("output_nmsed_score", FLOAT)
    .output("output_nmsed_class", FLOAT)
    .shape(boxes.bucketized)
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionV2 = (
    op("NonMaxSuppressionV2")
    .doc("Boxes kept after those that overlap a better one are dropped, threshold as a tensor.")
    .input("boxes", FLOAT16 | FLOAT, doc="corners of each box, [boxes, 4]")
    .input("scores", FLOAT16 | FLOAT, doc="score of each box, [boxes]")
    .input("max_output_size", INT32, doc="how many boxes to keep at most, one whole number")
    .input("iou_threshold", FLOAT16 | FLOAT, doc="overlap above which a box falls to a better one, one number")
    .output("selected_indices", INT32, doc="numbers of the kept boxes, best first")
    .shape(boxes.suppressed)
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionV3 = (
    op("NonMaxSuppressionV3")
    .doc("Boxes kept after suppression, with a score threshold.")
    .input("boxes", FLOAT16 | FLOAT, doc="corners of each box, [boxes, 4]")
    .input("scores", FLOAT16 | FLOAT, doc="score of each box, [boxes]")
    .input("max_output_size", INT32, doc="how many boxes to keep at most, one whole number")
    .input("iou_threshold", FLOAT16 | FLOAT, doc="overlap above which a box falls to a better one, one number")
    .input("score_threshold", FLOAT16 | FLOAT, doc="score that a box must exceed, one number")
    .output("selected_indices", INT32, doc="numbers of the kept boxes, best first")
    .attr("offset", Int, 0, one_of(0, 1), doc="what is added to widths and heights when areas are computed: 0 or 1")
    .shape(boxes.suppressed)
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionV4 = (
    op("NonMaxSuppressionV4")
    .input("boxes", FLOAT16 | FLOAT)
    .input("scores", FLOAT16 | FLOAT)
    .input("max_output_size", INT32)
    .input("iou_threshold", FLOAT16 | FLOAT)
    .input("score_threshold", FLOAT16 | FLOAT)
    .output("selected_indices", INT32)
    .output("valid_outputs", INT32)
    .attr("pad_to_max_output_size", Bool, False)
    .shape(boxes.padded_selection)
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionV5 = (
    op("NonMaxSuppressionV5")
    .input("boxes", FLOAT16 | FLOAT)
    .input("scores", FLOAT16 | FLOAT)
    .input("max_output_size", INT32)
    .input("iou_threshold", FLOAT16 | FLOAT)
    .input("score_threshold", FLOAT16 | FLOAT)
    .input("soft_nms_sigma", FLOAT16 | FLOAT)
    .output("selected_indices", INT32)
    .output("selected_scores", FLOAT16 | FLOAT)
    .output("valid_outputs", INT32)
    .attr("pad_to_max_output_size", Bool, False)
    .required_attr("T", Type)
    .shape(boxes.padded_selection)
    .dtype(follow("scores"))
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionV6 = (
    op("NonMaxSuppressionV6")
    .doc("Boxes kept after suppression for every batch and class, as ONNX defines it.")
    .input("boxes", FLOAT16 | FLOAT, doc="corners or centres of each box, [batch, boxes, 4]")
    .input("scores", FLOAT16 | FLOAT, doc="score of each box in each class, [batch, classes, boxes]")
    .optional_input("max_output_size", INT32, doc="how many boxes of a class to keep at most, one whole number")
    .optional_input(
        "iou_threshold", FLOAT, doc="overlap above which a box falls to a better one of its class, one number"
    )
    .optional_input("score_threshold", FLOAT, doc="score that a box must exceed, one number")
    .output("selected_indices", INT32, doc="batch, class and number of each kept box, [kept, 3]")
    .attr(
        "center_point_box",
        Int,
        0,
        one_of(0, 1),
        doc="0 for two corners as y1, x1, y2, x2, 1 for centre, width and height",
    )
    .attr("max_boxes_size", Int, 0, not_negative, doc="bound on the number of kept boxes; 0 for none")
    .shape(detection.selected_triples)
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionV7 = (
    op("NonMaxSuppressionV7")
    .doc("Boxes kept after suppression for every batch and class, with index ids.")
    .input("boxes", FLOAT16 | FLOAT)
    .input("scores", FLOAT16 | FLOAT)
    .optional_input("max_output_size", INT32)
    .optional_input("iou_threshold", FLOAT)
    .optional_input("score_threshold", FLOAT)
    .optional_input("index_id", FLOAT16)
    .output("selected_indices", INT32)
    .attr("center_point_box", Int, 0)
    .attr("max_boxes_size", Int, 0)
    .shape(detection.selected_triples)
    .traits(PURE)
    .category("boxes")
)

NonMaxSuppressionWithOverlaps = (
    op("NonMaxSuppressionWithOverlaps")
    .input("overlaps", FLOAT)
    .input("scores", FLOAT)
    .input("max_output_size", INT32)
    .input("overlap_threshold", FLOAT)
    .input("score_threshold", FLOAT)
    .output("selected_indices", INT32)
    .shape(boxes.selection("overlaps"))
    .traits(PURE)
    .category("boxes")
)

PtIou = (
    op("PtIou")
    .input("bboxes", FLOAT16 | FLOAT)
    .input("gtboxes", FLOAT16 | FLOAT)
    .output("overlap", FLOAT16 | FLOAT)
    .attr("mode", String, "iou")
    .shape(boxes.pair_overlaps)
    .dtype(follow("bboxes"))
    .traits(PURE)
    .category("boxes")
)

RotatedBoxDecode = (
    op("RotatedBoxDecode")
    .input("anchor_box", FLOAT16 | FLOAT)
    .input("deltas", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("weight", ListFloat, (1.0, 1.0, 1.0, 1.0, 1.0))
    .shape(boxes.coded("anchor_box", "deltas"))
    .dtype(follow("anchor_box"))
    .traits(PURE)
    .category("boxes")
)

RotatedBoxEncode = (
    op("RotatedBoxEncode")
    .input("anchor_box", FLOAT16 | FLOAT)
    .input("gt_box", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("weight", ListFloat, (1.0, 1.0, 1.0, 1.0, 1.0))
    .shape(boxes.coded("anchor_box", "gt_box"))
    .dtype(follow("anchor_box"))
    .traits(PURE)
    .category("boxes")
)

RotatedIou = (
    op("RotatedIou")
    .input("boxes", FLOAT)
    .input("query_boxes", FLOAT)
    .output("iou", FLOAT)
    .attr("trans", Bool, False)
    .attr("mode", String, "iou")
    .attr("is_cross", Bool, True)
    .attr("v_threshold", Float, 0.0)
    .attr("e_threshold", Float, 0.0)
    .shape(boxes.rotated_overlaps)
    .traits(PURE)
    .category("boxes")
)

RotatedOverlaps = (
    op("RotatedOverlaps")
    .input("boxes", FLOAT)
    .input("query_boxes", FLOAT)
    .output("overlaps", FLOAT)
    .attr("trans", Bool, False)
    .shape(boxes.rotated_overlaps)
    .traits(PURE)
    .category("boxes")
)

SampleDistortedBoundingBox = (
    op("SampleDistortedBoundingBox")
    .input("image_size", UINT8 | INT8 | INT16 | INT32 | INT64)
    .input("bounding_boxes", FLOAT)
    .output("begin", UINT8 | INT8 | INT16 | INT32 | INT64)
    .output("size", UINT8 | INT8 | INT16 | INT32 | INT64)
    .output("bboxes", FLOAT)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .attr("min_object_covered", Float, 0.1)
    .attr("aspect_ratio_range", ListFloat, (0.75, 1.33))
    .attr("area_range", ListFloat, (0.05, 1.0))
    .attr("max_attempts", Int, 100)
    .attr("use_image_if_no_bounding_boxes", Bool, False)
    .shape(boxes.distorted)
    .dtype(follow("image_size"))
    .traits(RANDOM)
    .category("boxes")
)

SampleDistortedBoundingBoxExt2 = (
    op("SampleDistortedBoundingBoxExt2")
    .input("image_size", UINT8 | INT8 | INT16 | INT32 | INT64)
    .input("bounding_boxes", FLOAT)
    .input("min_object_covered", FLOAT)
    .output("begin", UINT8 | INT8 | INT16 | INT32 | INT64)
    .output("size", UINT8 | INT8 | INT16 | INT32 | INT64)
    .output("bboxes", FLOAT)
    .attr("seed", Int, 0)
    .attr("seed2", Int, 0)
    .attr("aspect_ratio_range", ListFloat, (0.75, 1.33))
    .attr("area_range", ListFloat, (0.05, 1.0))
    .attr("max_attempts", Int, 100)
    .attr("use_image_if_no_bounding_boxes", Bool, False)
    .shape(boxes.distorted)
    .dtype(follow("image_size"))
    .traits(RANDOM)
    .category("boxes")
)

SortedNMS = (
    op("SortedNMS")
    .input("boxes", FLOAT16 | FLOAT)
    .input("sorted_scores", FLOAT16 | FLOAT)
    .input("input_indices", INT32)
    .input("max_output_size", INT32)
    .input("iou_threshold", FLOAT16 | FLOAT)
    .input("score_threshold", FLOAT16 | FLOAT)
    .output("selected_indices", INT32)
    .attr("offset", Int, 0)
    .shape(boxes.selection("boxes"))
    .traits(PURE)
    .category("boxes")
)

StatelessSampleDistortedBoundingBox = (
    op("StatelessSampleDistortedBoundingBox")
    .input("image_size", UINT8 | INT8 | INT16 | INT32 | INT64)
    .input("bounding_boxes", FLOAT)
    .input("min_object_covered", FLOAT)
    .input("seed", INT32 | INT64)
    .output("begin", UINT8 | INT8 | INT16 | INT32 | INT64)
    .output("size", UINT8 | INT8 | INT16 | INT32 | INT64)
    .output("bboxes", FLOAT)
    .attr("aspect_ratio_range", ListFloat, (0.75, 1.33))
    .attr("area_range", ListFloat, (0.05, 1.0))
    .attr("max_attempts", Int, 100)
    .attr("use_image_if_no_bounding_boxes", Bool, False)
    .shape(boxes.distorted)
    .dtype(follow("image_size"))
    .traits(PURE, RANDOM)
    .category("boxes")
)

ToAbsoluteBBox = (
    op("ToAbsoluteBBox")
    .input("normalized_boxes", FLOAT16 | FLOAT)
    .input("shape_hw", INT32)
    .output("y", FLOAT16 | FLOAT)
    .attr("reversed_box", Bool, False)
    .shape(same("normalized_boxes"))
    .dtype(follow("normalized_boxes"))
    .traits(PURE)
    .category("boxes")
)

YoloBoxesEncode = (
    op("YoloBoxesEncode")
    .input("anchor_boxes", FLOAT16 | FLOAT)
    .input("gt_bboxes", FLOAT16 | FLOAT)
    .input("stride", INT32)
    .output("encoded_bboxes", FLOAT16 | FLOAT)
    .attr("performance_mode", String, "high_precision")
    .shape(boxes.coded("anchor_boxes", "gt_bboxes"))
    .dtype(follow("anchor_boxes"))
    .traits(PURE)
    .category("boxes")
)

YoloxBoundingBoxDecode = (
    op("YoloxBoundingBoxDecode")
    .input("priors", FLOAT16 | FLOAT)
    .input("bboxes", FLOAT16 | FLOAT)
    .output("decoded_bboxes", FLOAT16 | FLOAT)
    .shape(boxes.decoded_by_priors)
    .dtype(follow("priors"))
    .traits(PURE)
    .category("boxes")
)

OPS = (
    BatchMultiClassNonMaxSuppression,
    BoundingBoxDecode,
    BoundingBoxEncode,
    CheckValid,
    CIoU,
    CIoUGrad,
    ClipBoxes,
    ClipBoxesD,
    CombinedNonMaxSuppression,
    DecodeBbox,
    DecodeBboxV2,
    DecodeBoundariesTarget,
    DecodeCornerpointsTargetBG,
    DecodeCornerpointsTargetWrtCenterV1,
    DecodeWheelsTarget,
    DIoU,
    DIoUGrad,
    DrawBoundingBoxes,
    DrawBoundingBoxesV2,
    GenerateBoundingBoxProposals,
    GIoU,
    GIoUGrad,
    Iou,
    Iou3D,
    NMSWithMask,
    NonMaxSuppression,
    NonMaxSuppressionBucketize,
    NonMaxSuppressionV2,
    NonMaxSuppressionV3,
    NonMaxSuppressionV4,
    NonMaxSuppressionV5,
    NonMaxSuppressionV6,
    NonMaxSuppressionV7,
    NonMaxSuppressionWithOverlaps,
    PtIou,
    RotatedBoxDecode,
    RotatedBoxEncode,
    RotatedIou,
    RotatedOverlaps,
    SampleDistortedBoundingBox,
    SampleDistortedBoundingBoxExt2,
    SortedNMS,
    StatelessSampleDistortedBoundingBox,
    ToAbsoluteBBox,
    YoloBoxesEncode,
    YoloxBoundingBoxDecode,
)
