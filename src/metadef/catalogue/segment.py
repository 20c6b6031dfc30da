"""Reductions by segment number."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    PURE,
    UINT8,
    Bool,
    IndexNumberType,
    Int,
    ListInt,
    NumberType,
    RealNumberType,
    every,
    not_negative,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import segment

SegmentMax = (
    op("SegmentMax")
    .doc("Largest elements over rows with the same sorted segment number.")
    .input("x", RealNumberType, doc="rows along the first axis")
    .input("segment_ids", IndexNumberType, doc="number of the segment of each row, rising from 0, [rows]")
    .output("y", RealNumberType, doc="largest elements over the rows of each segment")
    .shape(segment.segments)
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

SegmentMaxD = (
    op("SegmentMaxD")
    .doc("Largest elements over rows with the same sorted segment number, given as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT32, doc="rows along the first axis")
    .output("y", FLOAT16 | FLOAT | INT32, doc="largest elements over the rows of each segment")
    .required_attr("segment_ids", ListInt, every(not_negative), doc="number of the segment of each row, rising from 0")
    .shape(segment.segment_max_by_attr)
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

SegmentSum = (
    op("SegmentSum")
    .doc("Sum over rows with the same sorted segment number.")
    .input("x", NumberType, doc="rows along the first axis")
    .input("segment_ids", IndexNumberType, doc="number of the segment of each row, rising from 0, [rows]")
    .output("y", NumberType, doc="sum of the rows of each segment")
    .shape(segment.segments)
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentMax = (
    op("UnsortedSegmentMax")
    .doc("Largest element over rows with the same segment number.")
    .input("x", RealNumberType, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", IndexNumberType, doc="number of the segment of each slice; negative ones are dropped")
    .input("num_segments", IndexNumberType, doc="number of segments, one whole number")
    .output(
        "y",
        RealNumberType,
        doc=("largest elements of the slices of each segment; the smallest number of the type where there are none"),
    )
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentMaxD = (
    op("UnsortedSegmentMaxD")
    .doc("Largest elements over slices with the same segment number; their count is an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", INT32, doc="number of the segment of each slice; negative ones are dropped")
    .output("y", FLOAT | FLOAT16 | INT32, doc="largest elements over the slices of each segment, [num_segments, ...]")
    .required_attr("num_segments", Int, not_negative, doc="number of segments")
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentMin = (
    op("UnsortedSegmentMin")
    .doc("Smallest elements over slices with the same segment number.")
    .input("x", RealNumberType, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", IndexNumberType, doc="number of the segment of each slice; negative ones are dropped")
    .input("num_segments", IndexNumberType, doc="number of segments, one whole number")
    .output("y", RealNumberType, doc="smallest elements over the slices of each segment, [num_segments, ...]")
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentMinD = (
    op("UnsortedSegmentMinD")
    .doc("Smallest elements over slices with the same segment number; their count is an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32 | INT16, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", INT32, doc="number of the segment of each slice; negative ones are dropped")
    .output(
        "y",
        FLOAT | FLOAT16 | INT32 | INT16,
        doc="smallest elements over the slices of each segment, [num_segments, ...]",
    )
    .required_attr("num_segments", Int, not_negative, doc="number of segments")
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentProd = (
    op("UnsortedSegmentProd")
    .doc("Product over slices with the same segment number.")
    .input("x", NumberType, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", IndexNumberType, doc="number of the segment of each slice; negative ones are dropped")
    .input("num_segments", IndexNumberType, doc="number of segments, one whole number")
    .output("y", NumberType, doc="product over the slices of each segment, [num_segments, ...]")
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentProdD = (
    op("UnsortedSegmentProdD")
    .doc("Product over slices with the same segment number; their count is an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", INT32, doc="number of the segment of each slice; negative ones are dropped")
    .output("y", FLOAT | FLOAT16 | INT32, doc="product over the slices of each segment, [num_segments, ...]")
    .required_attr("num_segments", Int, not_negative, doc="number of segments")
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentSum = (
    op("UnsortedSegmentSum")
    .doc("Sum over rows with the same segment number.")
    .input("x", NumberType, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", IndexNumberType, doc="number of the segment of each slice; negative ones are dropped")
    .input("num_segments", IndexNumberType, doc="number of segments, one whole number")
    .output("y", NumberType, doc="sum of the slices of each segment, [num_segments, ...]")
    .attr(
        "is_preprocessed", Bool, False, doc="whether the numbers were already brought into a form that the kernel likes"
    )
    .attr("check_ids", Bool, False, doc="whether numbers outside of the range are an error")
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentSumD = (
    op("UnsortedSegmentSumD")
    .doc("Sum over slices with the same segment number; their count is an attribute.")
    .input("x", FLOAT | FLOAT16 | INT32, doc="tensor whose leading axes have the shape of the numbers")
    .input("segment_ids", INT32, doc="number of the segment of each slice; negative ones are dropped")
    .output("y", FLOAT | FLOAT16 | INT32 | INT8 | UINT8, doc="sum over the slices of each segment, [num_segments, ...]")
    .required_attr("num_segments", Int, not_negative, doc="number of segments")
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

OPS = (
    SegmentMax,
    SegmentMaxD,
    SegmentSum,
    UnsortedSegmentMax,
    UnsortedSegmentMaxD,
    UnsortedSegmentMin,
    UnsortedSegmentMinD,
    UnsortedSegmentProd,
    UnsortedSegmentProdD,
    UnsortedSegmentSum,
    UnsortedSegmentSumD,
)
