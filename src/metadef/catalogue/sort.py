"""Sorting, top k, distinct elements and histograms."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
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
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import each, follow, from_attr, when
from metadef.infer.shape import common, loss, segment, sort
from metadef.infer.shape.common import same

BoostedTreesBucketize = (
    op("BoostedTreesBucketize")
    .dynamic_input("float_values", FLOAT)
    .dynamic_input("bucket_boundaries", FLOAT)
    .dynamic_output("y", INT32)
    .required_attr("num_features", Int)
    .shape(sort.bucketize_each)
    .traits(PURE)
    .category("sort")
)

Bucketize = (
    op("Bucketize")
    .doc("Number of the interval in which each element lies.")
    .input("x", INT32 | INT64 | DOUBLE | FLOAT, doc="numbers of any shape")
    .output("y", INT32 | INT64, doc="number of the interval that each element lies in")
    .required_attr("boundaries", ListFloat, doc="rising bounds of the intervals")
    .attr("dtype", Type, INT32, doc="type of the result, INT32 or INT64")
    .attr("right", Bool, True, doc="which side of an interval is closed, as torch.bucketize defines it")
    .shape(common.same("x"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("sort")
)

BucketizeV2 = (
    op("BucketizeV2")
    .doc("Number of the interval in which each element lies, bounds given as a tensor.")
    .input("x", SignedDataType | FLOAT16 | FLOAT | BF16 | UINT8, doc="numbers of any shape")
    .input("boundaries", SignedDataType | FLOAT16 | FLOAT | BF16 | UINT8, doc="rising bounds of the intervals, [n]")
    .output("y", INT32 | INT64, doc="number of the interval that each element lies in")
    .attr("out_int32", Bool, False, doc="whether the numbers are INT32 instead of INT64")
    .attr("right", Bool, False, doc="which side of an interval is closed, as torch.bucketize defines it")
    .shape(sort.bucketize)
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
    .shape(sort.sequence_outer)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("sort")
)

Histogram = (
    op("Histogram")
    .input("x", FLOAT16 | FLOAT | INT64 | INT32 | INT16 | INT8 | UINT8)
    .output("y", FLOAT | INT64 | INT32 | INT16 | INT8 | UINT8)
    .attr("bins", Int, 100, positive)
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
    .input("x", FLOAT16 | FLOAT | INT32 | INT64, doc="numbers of any shape")
    .input("range", FLOAT16 | FLOAT | INT32 | INT64, doc="lower and upper end of the histogram, [2]")
    .input("nbins", INT32, doc="number of bins, one whole number")
    .output("y", INT32, doc="number of elements in each bin, [nbins]; what lies outside counts in the end bins")
    .attr("dtype", Int, 3, one_of(3), doc="number of the type of the counts; 3 is INT32")
    .shape(segment.histogram())
    .traits(PURE)
    .category("sort")
)

HistogramFixedWidthD = (
    op("HistogramFixedWidthD")
    .doc("Counts of elements in equally wide bins of a range; the number of bins is an attribute.")
    .input("x", FLOAT16 | FLOAT | INT32 | INT64, doc="numbers of any shape")
    .input("range", FLOAT16 | FLOAT | INT32 | INT64, doc="lower and upper end of the histogram, [2]")
    .output("y", INT32, doc="number of elements in each bin, [nbins]; what lies outside counts in the end bins")
    .required_attr("nbins", Int, positive, doc="number of bins")
    .attr("dtype", Int, 3, one_of(3), doc="number of the type of the counts; 3 is INT32")
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
    .attr("bins", Int, 100, positive)
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
    .shape(sort.inplace_nearest)
    .category("sort")
)

InTopK = (
    op("InTopK")
    .doc("Whether the target class is among the k largest predictions.")
    .input("x1", FLOAT, doc="scores, [batch, classes]")
    .input("x2", IndexNumberType, doc="target class of each sample, [batch]")
    .input("k", IndexNumberType, doc="how many of the best classes count, one whole number")
    .output("y", BOOL, doc="whether fewer than k classes score above the target, [batch]")
    .shape(sort.in_top_k("x1", "x2"))
    .traits(PURE)
    .category("sort")
)

InTopKD = (
    op("InTopKD")
    .doc("Whether the target class is among the k largest predictions; k as an attribute.")
    .input("x1", FLOAT, doc="scores, [batch, classes]")
    .input("x2", IndexNumberType, doc="target class of each sample, [batch]")
    .output("y", BOOL, doc="whether fewer than k classes score above the target, [batch]")
    .required_attr("k", Int, doc="how many of the best classes count")
    .shape(sort.in_top_k("x1", "x2"))
    .traits(PURE)
    .category("sort")
)

InTopKV2 = (
    op("InTopKV2")
    .doc("Whether the target class is among the k largest predictions, newer form.")
    .input("predictions", FLOAT, doc="scores, [batch, classes]")
    .input("targets", IndexNumberType, doc="class number of each sample, [batch]")
    .input("k", IndexNumberType, doc="how many of the best classes count, one whole number")
    .output("precision", BOOL, doc="whether fewer than k classes score above the target, [batch]")
    .shape(sort.in_top_k("predictions", "targets"))
    .traits(PURE)
    .category("sort")
)

IsotonicRegression = (
    op("IsotonicRegression")
    .input("input", RealNumberType)
    .output("output", FLOAT16 | FLOAT | DOUBLE)
    .output("segments", INT32)
    .attr("output_dtype", Type, FLOAT)
    .shape(same("input"))
    .dtype(each(from_attr("output_dtype"), INT32))
    .traits(PURE)
    .category("sort")
)

KthValue = (
    op("KthValue")
    .doc("The k-th smallest element of every line along an axis, and its position.")
    .input("x", RealNumberType, doc="numbers of any shape")
    .output("values", RealNumberType, doc="the k-th smallest elements; the axis stays with length 1")
    .output("indices", INT32 | INT64, doc="their positions along the axis, as INT64 like PyTorch's")
    .required_attr("k", Int, positive, doc="which to take; 1 is the smallest")
    .attr("dim", Int, -1, doc="axis to look along; negative counts from the end")
    .shape(sort.kth_value)
    .dtype(each("x", INT64))
    .traits(PURE)
    .category("sort")
)

ListDiff = (
    op("ListDiff")
    .doc("Elements of a vector that another one lacks, and their positions.")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64), doc="vector, [n]")
    .input("y", RealNumberType - (BF16 | UINT32 | UINT64), doc="vector of elements to leave out, [m]")
    .output("out", RealNumberType - (BF16 | UINT32 | UINT64), doc="elements of x that are not in y, in order")
    .output("idx", INT32 | INT64, doc="their positions in x")
    .attr("out_idx", Type, INT32, doc="type of the positions, INT32 or INT64")
    .shape(sort.left_over)
    .dtype(each("x", from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

LowerBound = (
    op("LowerBound")
    .doc("Number of sorted elements that are less than each value, row by row.")
    .input("sorted_x", RealNumberType - (BF16 | UINT32 | UINT64), doc="rows of rising numbers, [batch, n]")
    .input("values", RealNumberType - (BF16 | UINT32 | UINT64), doc="numbers to place, [batch, m]")
    .output("y", INT32 | INT64, doc="how many elements of the row are less than the value, [batch, m]")
    .attr("out_type", Type, INT32, doc="type of the counts, INT32 or INT64")
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
    .doc("The n-th smallest element of the last axis.")
    .input("x", RealNumberType - (BF16 | UINT32 | UINT64), doc="numbers, [..., N]")
    .input("n", INT32, doc="which element in order, from 0 on, one whole number")
    .output("y", RealNumberType - (BF16 | UINT32 | UINT64), doc="that element of each row, [...]")
    .attr("reverse", Bool, False, doc="whether it counts from the largest")
    .shape(sort.nth)
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

SearchSorted = (
    op("SearchSorted")
    .doc("Positions at which values would be inserted into a sorted sequence.")
    .input(
        "sorted_sequence",
        FLOAT16 | FLOAT | INT16 | INT8 | UINT8 | INT32 | INT64,
        doc="numbers that rise along the last axis",
    )
    .input(
        "values",
        FLOAT16 | FLOAT | INT16 | INT8 | UINT8 | INT32 | INT64,
        doc="numbers to place, with the same leading axes, or of any shape for a vector",
    )
    .optional_input("sorter", INT64, doc="order that sorts the sequence when it is not sorted itself")
    .output("out", INT32 | INT64, doc="index before which each number would be inserted, the shape of the values")
    .attr("dtype", Type, INT64, doc="type of the indices, INT32 or INT64")
    .attr("right", Bool, False, doc="whether equal elements stay before the new one instead of after it")
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
    .shape(sort.merged)
    .traits(PURE)
    .category("sort")
)

Sort = (
    op("Sort")
    .doc("Elements sorted along an axis and their former positions.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16, doc="numbers of any shape")
    .output("y1", IntegerDataType | FLOAT16 | FLOAT | BF16, doc="elements in order along the axis")
    .output("y2", INT32 | INT64, doc="position that each element had")
    .attr("axis", Int, -1, doc="axis to sort along; negative counts from the end")
    .attr("descending", Bool, False, doc="whether the largest come first")
    .attr("stable", Bool, False, doc="whether equal elements keep their order")
    .attr("y2_dtype", Type, INT32, doc="type of the positions")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(each("x", from_attr("y2_dtype")))
    .traits(PURE)
    .category("sort")
)

SortV2 = (
    op("SortV2")
    .doc("Elements sorted along an axis.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="numbers of any shape")
    .output("y", FLOAT16 | FLOAT | DOUBLE | BF16, doc="elements in order along the axis")
    .attr("axis", Int, -1, doc="axis to sort along; negative counts from the end")
    .attr("descending", Bool, False, doc="whether the largest come first")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

SortWithIndex = (
    op("SortWithIndex")
    .doc("Elements sorted along an axis together with numbers that belong to them.")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16, doc="numbers of any shape")
    .input("index", INT32 | INT64, doc="numbers that follow their elements, the shape of x")
    .output("y", IntegerDataType | FLOAT16 | FLOAT | BF16, doc="elements in order along the axis")
    .output("sorted_index", INT32 | INT64, doc="numbers in the order of their elements")
    .attr("axis", Int, -1, doc="axis to sort along; negative counts from the end")
    .attr("descending", Bool, False, doc="whether the largest come first")
    .attr("stable", Bool, False, doc="whether equal elements keep their order")
    .law(*axes_within("axis"))
    .shape(loss.same_pair("x", "index"))
    .dtype(each("x", "index"))
    .traits(PURE)
    .category("sort")
)

TopK = (
    op("TopK")
    .doc("Largest elements of the last axis and their positions; k as a tensor.")
    .input("x", RealNumberType, doc="numbers of any shape")
    .input("k", INT32, doc="how many to take, one whole number")
    .output("values", RealNumberType, doc="the k largest or smallest elements along the axis")
    .output("indices", INT32, doc="their positions")
    .attr("sorted", Bool, True, doc="whether they come in order")
    .attr("largest", Bool, True, doc="whether the largest are taken instead of the smallest")
    .attr("dim", Int, -1, doc="axis to look along; negative counts from the end")
    .shape(sort.topk())
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

TopKD = (
    op("TopKD")
    .doc("Largest elements of the last axis and their positions; k as an attribute.")
    .input("x", RealNumberType, doc="numbers of any shape")
    .input("assist_seq", FLOAT16, doc="the numbers from 0 on, which the kernel uses as positions")
    .output("values", RealNumberType, doc="the k largest or smallest elements along the axis")
    .output("indices", INT32, doc="their positions")
    .required_attr("k", Int, not_negative, doc="how many to take")
    .attr("sorted", Bool, True, doc="whether they come in order")
    .attr("dim", Int, -1, doc="axis to look along; negative counts from the end")
    .attr("largest", Bool, True, doc="whether the largest are taken instead of the smallest")
    .shape(sort.topk())
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

TopKV2 = (
    op("TopKV2")
    .doc("Largest or smallest elements of an axis and their positions; k as a tensor.")
    .input("x", RealNumberType, doc="numbers of any shape")
    .input("k", IndexNumberType, doc="how many to take, one whole number")
    .output("values", RealNumberType, doc="the k largest or smallest elements along the axis")
    .output("indices", IndexNumberType, doc="their positions")
    .attr("sorted", Bool, True, doc="whether they come in order")
    .attr("dim", Int, -1, doc="axis to look along; negative counts from the end")
    .attr("largest", Bool, True, doc="whether the largest are taken instead of the smallest")
    .attr(
        "indices_dtype",
        Int,
        INT32.ge_value,
        one_of(3, 9),
        doc="number of the type of the positions: 3 for INT32, 9 for INT64",
    )
    .shape(sort.topk())
    .dtype(each("x", from_attr("indices_dtype")))
    .traits(PURE)
    .category("sort")
)

TopKV2D = (
    op("TopKV2D")
    .doc("Largest or smallest elements of an axis and their positions, with prepared positions.")
    .input("x", RealNumberType, doc="numbers of any shape")
    .input("k", INT32, doc="how many to take, one whole number")
    .input("assist_seq", FLOAT16, doc="the numbers from 0 on, which the kernel uses as positions")
    .output("values", RealNumberType, doc="the k largest or smallest elements along the axis")
    .output("indices", INT32, doc="their positions")
    .attr("sorted", Bool, True, doc="whether they come in order")
    .attr("dim", Int, -1, doc="axis to look along; negative counts from the end")
    .attr("largest", Bool, True, doc="whether the largest are taken instead of the smallest")
    .shape(sort.topk())
    .dtype(follow("x"))
    .traits(PURE)
    .category("sort")
)

Unique = (
    op("Unique")
    .doc("Distinct elements of a vector and the index of each element among them.")
    .input("x", RealNumberType, doc="vector, [n]")
    .output("y", RealNumberType, doc="its distinct elements in the order of first appearance")
    .output("idx", INT32 | INT64, doc="for each element of x, its place among the distinct ones, [n]")
    .attr("out_idx", Type, INT32, doc="type of the places, INT32 or INT64")
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
    .shape(sort.along_axis)
    .dtype(each("x", from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

UniqueWithCounts = (
    op("UniqueWithCounts")
    .doc("Distinct elements of a vector, indices and counts.")
    .input("x", RealNumberType | STRING, doc="vector, [n]")
    .output("y", RealNumberType | STRING, doc="its distinct elements in the order of first appearance")
    .output("idx", INT32 | INT64, doc="for each element of x, its place among the distinct ones, [n]")
    .output("count", INT32 | INT64, doc="how often each distinct element occurs")
    .required_attr("out_idx", Type, doc="type of places and counts, INT32 or INT64")
    .shape(sort.unique("count", "each", "count"))
    .dtype(each("x", from_attr("out_idx"), from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

UniqueWithCountsAndSorting = (
    op("UniqueWithCountsAndSorting")
    .doc("Distinct elements of a tensor, where each element stands among them, and how often they occur.")
    .input("x", BasicType, doc="tensor of any rank")
    .output("y", BasicType, doc="distinct elements, [n]")
    .output("indices", INT32 | INT64, doc="place in y of each element of x, the shape of x; empty unless asked for")
    .output("counts", INT32 | INT64, doc="how often each element of y occurs, [n]; empty unless asked for")
    .attr("return_inverse", Bool, False, doc="whether indices are wanted")
    .attr("return_counts", Bool, False, doc="whether counts are wanted")
    .attr("sorted", Bool, True, doc="whether y ascends")
    .attr("out_idx", Type, INT64, doc="type of indices and counts")
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
    .shape(sort.along_axis_counted)
    .dtype(each("x", from_attr("out_idx"), from_attr("out_idx"), from_attr("out_idx")))
    .traits(PURE)
    .category("sort")
)

UpperBound = (
    op("UpperBound")
    .doc("Number of sorted elements that are not above each value, row by row.")
    .input("sorted_x", RealNumberType - (BF16 | UINT32 | UINT64), doc="rows of rising numbers, [batch, n]")
    .input("values", RealNumberType - (BF16 | UINT32 | UINT64), doc="numbers to place, [batch, m]")
    .output("y", INT32 | INT64, doc="how many elements of the row are not above the value, [batch, m]")
    .required_attr("out_type", Type, doc="type of the counts, INT32 or INT64")
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
    KthValue,
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
