"""Sorting, top k, distinct elements and histograms."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT8,
    UINT32,
    UINT64,
    BasicType,
    Bool,
    Float,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListFloat,
    QuantifiedType,
    RealNumberType,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import each, follow, from_attr, when
from metadef.infer.shape import common, loss, segment, sort

BoostedTreesBucketize = (
    op("BoostedTreesBucketize")
    .dynamic_input("float_values", FLOAT)
    .dynamic_input("bucket_boundaries", FLOAT)
    .dynamic_output("y", INT32)
    .required_attr("num_features", Int)
    .traits(PURE)
    .category("sort")
)

Bucketize = (
    op("Bucketize")
    .doc("Number of the interval in which each element lies.")
    .input("x", INT32 | INT64 | DOUBLE | FLOAT)
    .output("y", INT32 | INT64)
    .required_attr("boundaries", ListFloat)
    .attr("dtype", Type, INT32)
    .attr("right", Bool, True)
    .shape(common.same("x"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("sort")
)

BucketizeV2 = (
    op("BucketizeV2")
    .input("x", SignedDataType | FLOAT16 | FLOAT | BF16 | UINT8)
    .input("boundaries", SignedDataType | FLOAT16 | FLOAT | BF16 | UINT8)
    .output("y", INT32 | INT64)
    .attr("out_int32", Bool, False)
    .attr("right", Bool, False)
    .shape(common.same("x"))
    .dtype(when("out_int32", INT32, INT64))
    .traits(PURE)
    .category("sort")
)

DynSeqOuter = (
    op("DynSeqOuter")
    .input("x1", BasicType)
    .input("x2", BasicType)
    .input("seq_len1", INT32)
    .input("seq_len2", INT32)
    .output("y", BasicType)
    .traits(PURE)
    .category("sort")
)

Histogram = (
    op("Histogram")
    .input("x", FLOAT16 | FLOAT | INT64 | INT32 | INT16 | INT8 | UINT8)
    .output("y", FLOAT | INT64 | INT32 | INT16 | INT8 | UINT8)
    .attr("bins", Int, 100)
    .attr("min", Float, 0.0)
    .attr("max", Float, 0.0)
    .shape(segment.histogram("bins"))
    .dtype(follow("x", FLOAT))
    .traits(PURE)
    .category("sort")
)

HistogramFixedWidth = (
    op("HistogramFixedWidth")
    .doc("Counts of elements in equally wide bins of a range.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT64)
    .input("range", FLOAT16 | FLOAT | INT32 | INT64)
    .input("nbins", INT32)
    .output("y", INT32)
    .attr("dtype", Int, 3)
    .shape(segment.histogram())
    .traits(PURE)
    .category("sort")
)

HistogramFixedWidthD = (
    op("HistogramFixedWidthD")
    .input("x", FLOAT16 | FLOAT | INT32 | INT64)
    .input("range", FLOAT16 | FLOAT | INT32 | INT64)
    .output("y", INT32)
    .required_attr("nbins", Int)
    .attr("dtype", Int, 3)
    .shape(segment.histogram())
    .traits(PURE)
    .category("sort")
)

HistogramV2 = (
    op("HistogramV2")
    .input("x", FLOAT16 | FLOAT | INT64 | INT32 | INT16 | INT8 | UINT8)
    .input("min", FLOAT16 | FLOAT | INT64 | INT32 | INT16 | INT8 | UINT8)
    .input("max", FLOAT16 | FLOAT | INT64 | INT32 | INT16 | INT8 | UINT8)
    .output("y", INT32 | FLOAT)
    .attr("bins", Int, 100)
    .attr("y_dtype", Type, INT32)
    .shape(segment.histogram("bins"))
    .dtype(from_attr("y_dtype"))
    .traits(PURE)
    .category("sort")
)

InplaceTopKDistance = (
    op("InplaceTopKDistance")
    .input("topk_pq_distance", FLOAT16 | FLOAT)
    .input("topk_pq_index", INT32)
    .input("topk_pq_ivf", INT32)
    .input("pq_distance", FLOAT16 | FLOAT)
    .input("pq_index", INT32)
    .input("pq_ivf", INT32)
    .attr("order", String, "asc")
    .category("sort")
)

InTopK = (
    op("InTopK")
    .doc("Whether the target class is among the k largest predictions.")
    .input("x1", FLOAT)
    .input("x2", IndexNumberType)
    .input("k", IndexNumberType)
    .output("y", BOOL)
    .shape(common.same("x2"))
    .traits(PURE)
    .category("sort")
)

InTopKD = (
    op("InTopKD")
    .input("x1", FLOAT)
    .input("x2", IndexNumberType)
    .output("y", BOOL)
    .required_attr("k", Int)
    .shape(common.same("x2"))
    .traits(PURE)
    .category("sort")
)

InTopKV2 = (
    op("InTopKV2")
    .input("predictions", FLOAT)
    .input("targets", IndexNumberType)
    .input("k", IndexNumberType)
    .output("precision", BOOL)
    .shape(common.same("targets"))
    .traits(PURE)
    .category("sort")
)

IsotonicRegression = (
    op("IsotonicRegression")
    .input("input", RealNumberType)
    .output("output", FLOAT16 | FLOAT | DOUBLE)
    .output("segments", INT32)
    .attr("output_dtype", Type, FLOAT)
    .traits(PURE)
    .category("sort")
)

ListDiff = (
    op("ListDiff")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("y", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("out", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("idx", INT32 | INT64)
    .attr("out_idx", Type, INT32)
    .traits(PURE)
    .category("sort")
)

LowerBound = (
    op("LowerBound")
    .input("sorted_x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("values", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("y", INT32 | INT64)
    .attr("out_type", Type, INT32)
    .shape(sort.search("sorted_x", "values"))
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("sort")
)

MultiMerge = (
    op("MultiMerge")
    .input("input_proposal", FLOAT16 | FLOAT)
    .output("output_proposal", FLOAT16 | FLOAT)
    .output("output_index", INT32)
    .required_attr("k_num", Int)
    .attr("include_index", Bool, False)
    .attr("largest", Bool, True)
    .traits(PURE)
    .category("sort")
)

NthElement = (
    op("NthElement")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("n", INT32)
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64))
    .attr("reverse", Bool, False)
    .shape(sort.without_last("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

SearchSorted = (
    op("SearchSorted")
    .doc("Positions at which values would be inserted into a sorted sequence.")
    .input("sorted_sequence", FLOAT16 | FLOAT | INT16 | INT8 | UINT8 | INT32 | INT64)
    .input("values", FLOAT16 | FLOAT | INT16 | INT8 | UINT8 | INT32 | INT64)
    .optional_input("sorter", INT64)
    .output("out", INT32 | INT64)
    .attr("dtype", Type, INT64)
    .attr("right", Bool, False)
    .shape(sort.search("sorted_sequence", "values"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("sort")
)

SegmentSort = (
    op("SegmentSort")
    .input("input_data", FLOAT16 | FLOAT)
    .input("input_index", FLOAT16 | INT32)
    .output("output_proposal", FLOAT16 | FLOAT)
    .required_attr("k_num", Int)
    .attr("largest", Bool, True)
    .traits(PURE)
    .category("sort")
)

SingleMerge = (
    op("SingleMerge")
    .input("input_proposal", FLOAT16)
    .output("output_data", FLOAT16)
    .output("output_index", INT32)
    .required_attr("k_num", Int)
    .attr("largest", Bool, True)
    .traits(PURE)
    .category("sort")
)

Sort = (
    op("Sort")
    .doc("Elements sorted along an axis and their former positions.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .output("y1", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .output("y2", INT32 | INT64)
    .attr("axis", Int, -1)
    .attr("descending", Bool, False)
    .attr("stable", Bool, False)
    .attr("y2_dtype", Type, INT32)
    .shape(common.same("x"))
    .dtype(each("x", from_attr("y2_dtype")))
    .traits(PURE)
    .category("sort")
)

SortV2 = (
    op("SortV2")
    .doc("Elements sorted along an axis.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("y", FLOAT16 | FLOAT | DOUBLE | BF16)
    .attr("axis", Int, -1)
    .attr("descending", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

SortWithIndex = (
    op("SortWithIndex")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .input("index", INT32 | INT64)
    .output("y", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .output("sorted_index", INT32 | INT64)
    .attr("axis", Int, -1)
    .attr("descending", Bool, False)
    .attr("stable", Bool, False)
    .shape(loss.same_pair("x", "index"))
    .dtype(each("x", "index"))
    .traits(PURE)
    .category("sort")
)

TopK = (
    op("TopK")
    .doc("Largest elements of the last axis and their positions; k as a tensor.")
    .input("x", RealNumberType)
    .input("k", INT32)
    .output("values", RealNumberType)
    .output("indices", INT32)
    .attr("sorted", Bool, True)
    .attr("largest", Bool, True)
    .attr("dim", Int, -1)
    .shape(sort.topk())
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

TopKD = (
    op("TopKD")
    .doc("Largest elements of the last axis and their positions; k as an attribute.")
    .input("x", RealNumberType)
    .input("assist_seq", FLOAT16)
    .output("values", RealNumberType)
    .output("indices", INT32)
    .required_attr("k", Int)
    .attr("sorted", Bool, True)
    .attr("dim", Int, -1)
    .attr("largest", Bool, True)
    .shape(sort.topk())
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

TopKV2 = (
    op("TopKV2")
    .doc("Largest or smallest elements of an axis and their positions; k as a tensor.")
    .input("x", RealNumberType)
    .input("k", IndexNumberType)
    .output("values", RealNumberType)
    .output("indices", IndexNumberType)
    .attr("sorted", Bool, True)
    .attr("dim", Int, -1)
    .attr("largest", Bool, True)
    .attr("indices_dtype", Int, INT32.ge_value)
    .shape(sort.topk())
    .dtype(each("x", from_attr("indices_dtype")))
    .traits(PURE)
    .category("sort")
)

TopKV2D = (
    op("TopKV2D")
    .input("x", RealNumberType)
    .input("k", INT32)
    .input("assist_seq", FLOAT16)
    .output("values", RealNumberType)
    .output("indices", INT32)
    .attr("sorted", Bool, True)
    .attr("dim", Int, -1)
    .attr("largest", Bool, True)
    .shape(sort.topk())
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

Unique = (
    op("Unique")
    .doc("Distinct elements of a vector and the index of each element among them.")
    .input("x", RealNumberType)
    .output("y", RealNumberType)
    .output("idx", INT32 | INT64)
    .attr("out_idx", Type, INT32)
    .shape(sort.unique("count", "each"))
    .dtype(each("x", from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

UniqueConsecutive = (
    op("UniqueConsecutive")
    .doc("Elements with equal neighbours merged.")
    .input("x", BasicType | BOOL)
    .output("y", BasicType | BOOL)
    .output("idx", IndexNumberType)
    .output("count", IndexNumberType)
    .attr("return_idx", Bool, False)
    .attr("return_counts", Bool, False)
    .attr("axis", Int, 1000)
    .attr("out_idx", Type, INT64)
    .shape(sort.consecutive)
    .dtype(each("x", from_attr("out_idx"), from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

UniqueExt2 = (
    op("UniqueExt2")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("axis", INT32 | INT64)
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("idx", INT32 | INT64)
    .attr("out_idx", Type, INT32)
    .traits(PURE)
    .category("sort")
)

UniqueWithCounts = (
    op("UniqueWithCounts")
    .doc("Distinct elements of a vector, indices and counts.")
    .input("x", RealNumberType | STRING)
    .output("y", RealNumberType | STRING)
    .output("idx", INT32 | INT64)
    .output("count", INT32 | INT64)
    .required_attr("out_idx", Type)
    .shape(sort.unique("count", "each", "count"))
    .dtype(each("x", from_attr("out_idx"), from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

UniqueWithCountsAndSorting = (
    op("UniqueWithCountsAndSorting")
    .input("x", BasicType)
    .output("y", BasicType)
    .output("indices", INT32 | INT64)
    .output("counts", INT32 | INT64)
    .attr("return_inverse", Bool, False)
    .attr("return_counts", Bool, False)
    .attr("sorted", Bool, True)
    .attr("out_idx", Type, INT64)
    .shape(sort.distinct)
    .dtype(each("x", from_attr("out_idx"), from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

UniqueWithCountsExt2 = (
    op("UniqueWithCountsExt2")
    .input("x", RealNumberType | QuantifiedType | COMPLEX64 | COMPLEX128 | BOOL)
    .input("axis", INT32 | INT64)
    .output("y", RealNumberType | QuantifiedType | COMPLEX64 | COMPLEX128 | BOOL)
    .output("idx", INT32 | INT64)
    .output("count", INT32 | INT64)
    .output("inverse_idx", INT32 | INT64)
    .attr("out_idx", Type, INT64)
    .attr("sorted", Bool, False)
    .attr("return_inverse", Bool, False)
    .traits(PURE)
    .category("sort")
)

UpperBound = (
    op("UpperBound")
    .input("sorted_x", RealNumberType - (BF16 | UINT32 | UINT64))
    .input("values", RealNumberType - (BF16 | UINT32 | UINT64))
    .output("y", INT32 | INT64)
    .required_attr("out_type", Type)
    .shape(sort.search("sorted_x", "values"))
    .dtype(from_attr("out_type"))
    .traits(PURE)
    .category("sort")
)

OPS = (
    BoostedTreesBucketize,
    Bucketize,
    BucketizeV2,
    DynSeqOuter,
    Histogram,
    HistogramFixedWidth,
    HistogramFixedWidthD,
    HistogramV2,
    InplaceTopKDistance,
    InTopK,
    InTopKD,
    InTopKV2,
    IsotonicRegression,
    ListDiff,
    LowerBound,
    MultiMerge,
    NthElement,
    SearchSorted,
    SegmentSort,
    SingleMerge,
    Sort,
    SortV2,
    SortWithIndex,
    TopK,
    TopKD,
    TopKV2,
    TopKV2D,
    Unique,
    UniqueConsecutive,
    UniqueExt2,
    UniqueWithCounts,
    UniqueWithCountsAndSorting,
    UniqueWithCountsExt2,
    UpperBound,
)
