"""Reading text in images."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    FLOAT,
    FLOAT16,
    INT32,
    PURE,
    UINT8,
    Int,
    ListInt,
    String,
    op,
)
from metadef.infer.shape import ocr

BatchDilatePolys = (
    op("BatchDilatePolys")
    .input("polys_data", INT32)
    .input("polys_offset", INT32)
    .input("polys_size", INT32)
    .input("score", FLOAT)
    .input("min_border", INT32)
    .input("min_area_thr", INT32)
    .input("score_thr", FLOAT)
    .input("expands_cale", FLOAT)
    .output("dilated_polys_data", INT32)
    .output("dilated_polys_offset", INT32)
    .output("dilated_polys_size", INT32)
    .traits(PURE)
    .category("ocr")
)

OCRDetectionPostHandle = (
    op("OCRDetectionPostHandle")
    .input("img", UINT8)
    .input("polys_data", INT32)
    .input("polys_offset", INT32)
    .input("polys_size", INT32)
    .output("imgs_data", UINT8)
    .output("imgs_offset", INT32)
    .output("imgs_size", INT32)
    .output("rect_points", INT32)
    .attr("data_format", String, "NHWC")
    .traits(PURE)
    .category("ocr")
)

OCRDetectionPreHandle = (
    op("OCRDetectionPreHandle")
    .input("img", UINT8)
    .output("resized_img", UINT8)
    .output("h_scale", FLOAT)
    .output("w_scale", FLOAT)
    .attr("data_format", String, "NHWC")
    .shape(ocr.resized)
    .traits(PURE)
    .category("ocr")
)

OCRFindContours = (
    op("OCRFindContours")
    .input("img", UINT8)
    .output("polys_data", INT32)
    .output("polys_offset", INT32)
    .output("polys_size", INT32)
    .attr("value_mode", Int, 0)
    .traits(PURE)
    .category("ocr")
)

OCRIdentifyPreHandle = (
    op("OCRIdentifyPreHandle")
    .input("imgs_data", UINT8)
    .input("imgs_offset", INT32)
    .input("imgs_size", INT32)
    .output("resized_imgs", UINT8)
    .required_attr("size", ListInt)
    .attr("data_format", String, "NHWC")
    .traits(PURE)
    .category("ocr")
)

OCRRecognitionPreHandle = (
    op("OCRRecognitionPreHandle")
    .input("imgs_data", UINT8)
    .input("imgs_offset", INT32)
    .input("imgs_size", INT32)
    .input("langs", INT32)
    .input("langs_score", FLOAT | FLOAT16)
    .output("imgs", UINT8)
    .output("imgs_relation", INT32)
    .output("imgs_lang", INT32)
    .output("imgs_piece_fillers", INT32)
    .attr("batch_size", Int, 8)
    .attr("data_format", String, "NHWC")
    .attr("pad_mode", String, "REPLICATE")
    .traits(PURE)
    .category("ocr")
)

ResizeAndClipPolys = (
    op("ResizeAndClipPolys")
    .input("polys_data", INT32)
    .input("polys_offset", INT32)
    .input("polys_size", INT32)
    .input("h_scale", FLOAT)
    .input("w_scale", FLOAT)
    .input("img_h", INT32)
    .input("img_w", INT32)
    .output("clipped_polys_data", INT32)
    .output("clipped_polys_offset", INT32)
    .output("clipped_polys_size", INT32)
    .output("clipped_polys_num", INT32)
    .traits(PURE)
    .category("ocr")
)

OPS = (
    BatchDilatePolys,
    OCRDetectionPostHandle,
    OCRDetectionPreHandle,
    OCRFindContours,
    OCRIdentifyPreHandle,
    OCRRecognitionPreHandle,
    ResizeAndClipPolys,
)
