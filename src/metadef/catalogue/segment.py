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
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import segment

SegmentMax = (
    op("SegmentMax")
    .input("x", RealNumberType)
    .input("segment_ids", IndexNumberType)
    .output("y", RealNumberType)
    .shape(segment.segments)
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

SegmentMaxD = (
    op("SegmentMaxD")
    .input("x", FLOAT16 | FLOAT | INT32)
    .output("y", FLOAT16 | FLOAT | INT32)
    .required_attr("segment_ids", ListInt)
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
    .input("x", FLOAT | FLOAT16 | INT32)
    .input("segment_ids", INT32)
    .output("y", FLOAT | FLOAT16 | INT32)
    .required_attr("num_segments", Int)
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentMin = (
    op("UnsortedSegmentMin")
    .input("x", RealNumberType)
    .input("segment_ids", IndexNumberType)
    .input("num_segments", IndexNumberType)
    .output("y", RealNumberType)
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentMinD = (
    op("UnsortedSegmentMinD")
    .input("x", FLOAT | FLOAT16 | INT32 | INT16)
    .input("segment_ids", INT32)
    .output("y", FLOAT | FLOAT16 | INT32 | INT16)
    .required_attr("num_segments", Int)
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentProd = (
    op("UnsortedSegmentProd")
    .input("x", NumberType)
    .input("segment_ids", IndexNumberType)
    .input("num_segments", IndexNumberType)
    .output("y", NumberType)
    .shape(segment.segments_by_count())
    .dtype(follow("x"))
    .traits(PURE)
    .category("segment")
)

UnsortedSegmentProdD = (
    op("UnsortedSegmentProdD")
    .input("x", FLOAT | FLOAT16 | INT32)
    .input("segment_ids", INT32)
    .output("y", FLOAT | FLOAT16 | INT32)
    .required_attr("num_segments", Int)
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
    .input("x", FLOAT | FLOAT16 | INT32)
    .input("segment_ids", INT32)
    .output("y", FLOAT | FLOAT16 | INT32 | INT8 | UINT8)
    .required_attr("num_segments", Int)
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
