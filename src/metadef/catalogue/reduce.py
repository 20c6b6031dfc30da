"""Reductions, positions of extremes and running sums."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX32,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    REDUCTION,
    UINT8,
    UNDEFINED,
    BasicType,
    Bool,
    Float,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListInt,
    NumberType,
    OrdinaryType,
    String,
    Type,
    one_of,
    op,
)
from metadef.infer.dtypes import each, follow, from_attr
from metadef.infer.shape import common, reduce, segment
from metadef.infer.shape.common import same
from metadef.infer.value import known_reduce

AdjacentDifference = (
    op("AdjacentDifference")
    .input("x", IntegerDataType | FLOAT16 | FLOAT | BF16)
    .output("y", INT32 | INT64)
    .attr("y_dtype", Int, INT32.ge_value)
    .shape(common.same("x"))
    .dtype(from_attr("y_dtype"))
    .traits(PURE)
    .category("reduce")
)

ArgMaxD = (
    op("ArgMaxD")
    .doc("Position of the largest element along an axis given as an attribute.")
    .input("x", FLOAT | FLOAT16, doc="numbers of any shape")
    .output("y", INT32, doc="position of the largest element along the axis, which disappears; the first of equals")
    .required_attr("dimension", Int, doc="axis to look along; negative counts from the end")
    .attr("dtype", Type, INT64, doc="type of the positions, INT32 or INT64")
    .shape(reduce.arg_extreme())
    .dtype(from_attr("dtype"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMaxGrad = (
    op("ArgMaxGrad")
    .input("var", FLOAT | FLOAT16 | INT32 | INT8)
    .input("indices", INT32)
    .input("updates", FLOAT | FLOAT16 | INT32 | INT8)
    .output("y", FLOAT | FLOAT16 | INT32 | INT8)
    .required_attr("dimension", Int)
    .shape(same("var"))
    .dtype(follow("var"))
    .traits(PURE)
    .category("reduce")
)

ArgMaxGradD = (
    op("ArgMaxGradD")
    .input("var", FLOAT | FLOAT16 | INT32 | INT8)
    .input("indices", INT32)
    .input("updates", FLOAT | FLOAT16 | INT32 | INT8)
    .input("assist", INT32)
    .output("y", FLOAT | FLOAT16 | INT32 | INT8)
    .required_attr("dimension", Int)
    .shape(same("var"))
    .dtype(follow("var"))
    .traits(PURE)
    .category("reduce")
)

ArgMaxV2 = (
    op("ArgMaxV2")
    .doc("Position of the largest element along an axis given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("dimension", IndexNumberType, doc="axis to look along, one whole number; negative counts from the end")
    .output(
        "y", INT32 | INT64, doc="position of the largest element along that axis, which disappears; the first of equals"
    )
    .attr("dtype", Type, INT64, doc="type of the positions, INT32 or INT64")
    .shape(reduce.arg_extreme())
    .dtype(from_attr("dtype"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMaxWithK = (
    op("ArgMaxWithK")
    .input("x", FLOAT | FLOAT16)
    .output("indices", INT32 | FLOAT | FLOAT16)
    .output("values", FLOAT | FLOAT16)
    .attr("axis", Int, 10000)
    .attr("out_max_val", Bool, False)
    .attr("topk", Int, 1)
    .shape(reduce.largest)
    .dtype(each(INT32, "x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMaxWithValue = (
    op("ArgMaxWithValue")
    .doc("Largest element along an axis and its position.")
    .input("x", FLOAT | FLOAT16 | BF16 | INT64 | INT32, doc="numbers of any shape")
    .output("indice", INT32 | INT64, doc="position of the largest element along the axis")
    .output("values", FLOAT | FLOAT16 | BF16 | INT64 | INT32, doc="largest element along the axis")
    .required_attr("dimension", Int, doc="axis to look along; negative counts from the end")
    .attr("keep_dims", Bool, False, doc="whether the axis stays with length 1")
    .attr("indice_dtype", Type, INT32, doc="type of the positions")
    .shape(reduce.arg_extreme())
    .dtype(each(from_attr("indice_dtype"), "x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMin = (
    op("ArgMin")
    .doc("Position of the smallest element along an axis given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("dimension", IndexNumberType, doc="axis to look along, one whole number; negative counts from the end")
    .output(
        "y",
        INT32 | INT64,
        doc="position of the smallest element along that axis, which disappears; the first of equals",
    )
    .attr("dtype", Type, INT64, doc="type of the positions, INT32 or INT64")
    .shape(reduce.arg_extreme())
    .dtype(from_attr("dtype"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMinD = (
    op("ArgMinD")
    .doc("Position of the smallest element along an axis given as an attribute.")
    .input("x", FLOAT | FLOAT16, doc="numbers of any shape")
    .output("y", INT32, doc="position of the smallest element along the axis, which disappears; the first of equals")
    .required_attr("dimension", Int, doc="axis to look along; negative counts from the end")
    .attr("dtype", Type, INT64, doc="type of the positions, INT32 or INT64")
    .shape(reduce.arg_extreme())
    .dtype(from_attr("dtype"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMinWithValue = (
    op("ArgMinWithValue")
    .doc("Smallest element along an axis and its position.")
    .input("x", FLOAT | FLOAT16 | BF16 | INT64 | INT32, doc="numbers of any shape")
    .output("indice", INT32 | INT64, doc="position of the smallest element along the axis")
    .output("values", FLOAT | FLOAT16 | BF16 | INT64 | INT32, doc="smallest element along the axis")
    .required_attr("dimension", Int, doc="axis to look along; negative counts from the end")
    .attr("keep_dims", Bool, False, doc="whether the axis stays with length 1")
    .attr("indice_dtype", Type, INT32, doc="type of the positions")
    .shape(reduce.arg_extreme())
    .dtype(each(from_attr("indice_dtype"), "x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

BiasAddGrad = (
    op("BiasAddGrad")
    .doc("Sum over all axes but the channels: the gradient of BiasAdd.")
    .input("x", NumberType, doc="gradient that arrives at the result of BiasAdd")
    .output("y", NumberType, doc="sum over everything but the channels, [C]")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc="where the channels lie: on axis 1 in NCHW and NCDHW, on the last axis in NHWC and NDHWC",
    )
    .shape(reduce.bias_gradient)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

Bincount = (
    op("Bincount")
    .doc("Counts how often each integer occurs, optionally weighted.")
    .input("array", INT32, doc="whole numbers, not negative")
    .input("size", INT32, doc="how many counts to give, one number; larger elements are dropped")
    .input(
        "weights",
        FLOAT | INT32 | INT64 | DOUBLE,
        doc="what each element adds to its count, the shape of the array; empty counts ones",
    )
    .output("bins", FLOAT | INT32 | INT64 | DOUBLE, doc="count of each number from 0 on, [size]")
    .shape(segment.bins)
    .dtype(follow("weights"))
    .traits(PURE)
    .category("reduce")
)

Cummax = (
    op("Cummax")
    .doc("Running maximum along an axis and its positions.")
    .input("x", BasicType, doc="numbers of any shape")
    .output("y", BasicType, doc="largest element up to each place, the shape of x")
    .output("indices", BasicType, doc="place along the axis where that element last appeared")
    .required_attr("dim", Int, doc="axis to run along; negative counts from the end")
    .law(*axes_within("dim"))
    .shape(common.same("x"))
    .dtype(each("x", INT64))
    .traits(PURE)
    .category("reduce")
)

Cummin = (
    op("Cummin")
    .doc("Running minimum along an axis and its positions.")
    .input("x", BasicType, doc="numbers of any shape")
    .output("y", BasicType, doc="smallest element up to each place, the shape of x")
    .output("indices", BasicType, doc="place along the axis where that element last appeared")
    .required_attr("axis", Int, doc="axis to run along; negative counts from the end")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(each("x", INT64))
    .traits(PURE)
    .category("reduce")
)

Cumprod = (
    op("Cumprod")
    .doc("Running product along an axis given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("axis", IndexNumberType, doc="axis to run along, one whole number; negative counts from the end")
    .output("y", NumberType, doc="product of each element and all before it, the shape of x")
    .attr("exclusive", Bool, False, doc="whether each element is left out of its own product")
    .attr("reverse", Bool, False, doc="whether it runs from the end of the axis to its start")
    .shape(common.along("axis"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumprodD = (
    op("CumprodD")
    .doc("Running product along an axis given as an attribute.")
    .input("x", NumberType, doc="numbers of any shape")
    .output("y", NumberType, doc="product of each element and all before it, the shape of x")
    .required_attr("axis", Int, doc="axis to run along; negative counts from the end")
    .attr("exclusive", Bool, False, doc="whether each element is left out of its own product")
    .attr("reverse", Bool, False, doc="whether it runs from the end of the axis to its start")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

Cumsum = (
    op("Cumsum")
    .doc("Running sum along an axis given as a tensor.")
    .input("x", OrdinaryType - (BOOL | COMPLEX32), doc="numbers of any shape")
    .input("axis", INT32 | INT64, doc="axis to run along, one whole number; negative counts from the end")
    .output("y", OrdinaryType - (BOOL | COMPLEX32), doc="sum of each element and all before it, the shape of x")
    .attr("exclusive", Bool, False, doc="whether each element is left out of its own sum")
    .attr("reverse", Bool, False, doc="whether it runs from the end of the axis to its start")
    .shape(common.along("axis"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumsumD = (
    op("CumsumD")
    .doc("Running sum along an axis given as an attribute.")
    .input("x", FLOAT | INT32 | UINT8 | INT8 | FLOAT16, doc="numbers of any shape")
    .output("y", FLOAT | INT32 | UINT8 | INT8 | FLOAT16, doc="sum of each element and all before it, the shape of x")
    .required_attr("axis", Int, doc="axis to run along; negative counts from the end")
    .attr("exclusive", Bool, False, doc="whether each element is left out of its own sum")
    .attr("reverse", Bool, False, doc="whether it runs from the end of the axis to its start")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumulativeLogsumexp = (
    op("CumulativeLogsumexp")
    .doc("Running logarithm of the sum of exponentials along an axis.")
    .input("x", FLOAT | FLOAT16, doc="numbers of any shape")
    .input("axis", INT32 | INT64 | INT16, doc="axis to run along, one whole number; negative counts from the end")
    .output("y", FLOAT | FLOAT16, doc="logarithm of the sum of the exponentials of each element and all before it")
    .attr("exclusive", Bool, False, doc="whether each element is left out of its own sum")
    .attr("reverse", Bool, False, doc="whether it runs from the end of the axis to its start")
    .shape(common.along("axis"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumulativeLogsumexpD = (
    op("CumulativeLogsumexpD")
    .doc("Running logarithm of the sum of exponentials along an axis given as an attribute.")
    .input("x", DOUBLE | FLOAT | FLOAT16, doc="numbers of any shape")
    .output(
        "y", DOUBLE | FLOAT | FLOAT16, doc="logarithm of the sum of the exponentials of each element and all before it"
    )
    .required_attr("axis", Int, doc="axis to run along; negative counts from the end")
    .attr("exclusive", Bool, False, doc="whether each element is left out of its own sum")
    .attr("reverse", Bool, False, doc="whether it runs from the end of the axis to its start")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

DenseBincount = (
    op("DenseBincount")
    .input("input", INT32 | INT64)
    .input("size", INT32 | INT64)
    .input("weights", INT32 | INT64 | FLOAT | DOUBLE)
    .output("output", INT32 | INT64 | FLOAT | DOUBLE)
    .attr("binary_output", Bool, False)
    .shape(segment.dense_bins)
    .dtype(follow("weights"))
    .traits(PURE)
    .category("reduce")
)

GroupedBiasAddGrad = (
    op("GroupedBiasAddGrad")
    .input("grad_y", "T")
    .optional_input("group_idx", INT32 | INT64)
    .output("grad_bias", "T")
    .attr("group_idx_type", Int, 0, one_of(0, 1))
    .datatype("T", FLOAT16 | BF16 | FLOAT)
    .shape(segment.grouped_bias_grad)
    .traits(PURE)
    .category("reduce")
)

MovingSumWithSigmoid = (
    op("MovingSumWithSigmoid")
    .input("alpha", BasicType)
    .input("energy", BasicType)
    .input("offset", INT32)
    .output("y", BasicType)
    .required_attr("ksize", Int)
    .shape(reduce.moving_sum)
    .dtype(follow("energy"))
    .traits(PURE)
    .category("reduce")
)

ReduceAll = (
    op("ReduceAll")
    .doc("Whether all elements are true over axes given as a tensor.")
    .input("x", BOOL | BF16 | FLOAT | FLOAT16, doc="truth values of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", BOOL, doc="true where all elements over the axes are true")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceAllD = (
    op("ReduceAllD")
    .doc("Whether all elements are true over axes given as an attribute.")
    .input("x", BOOL, doc="truth values of any shape")
    .output("y", BOOL, doc="true where all elements over the axes are true")
    .required_attr("axes", ListInt, doc="axes to reduce; negative ones count from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceAny = (
    op("ReduceAny")
    .doc("Whether any element is true over axes given as a tensor.")
    .input("x", BOOL | FLOAT, doc="truth values of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", BOOL, doc="true where any element over the axes is true")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceAnyD = (
    op("ReduceAnyD")
    .doc("Whether any element is true over axes given as an attribute.")
    .input("x", BOOL, doc="truth values of any shape")
    .output("y", BOOL, doc="true where any element over the axes is true")
    .required_attr("axes", ListInt, doc="axes to reduce; negative ones count from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceLogSum = (
    op("ReduceLogSum")
    .doc("Logarithm of the sum over axes given as a tensor.")
    .input("x", NumberType, doc="positive numbers of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", NumberType, doc="log(sum of x over the axes)")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceLogSumExp = (
    op("ReduceLogSumExp")
    .doc("Logarithm of the sum of exponentials over axes given as a tensor.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="numbers of any shape")
    .input("axes", INT32 | INT64, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", FLOAT | FLOAT16 | BF16, doc="log(sum of exp(x) over the axes), without overflow")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        False,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMax = (
    op("ReduceMax")
    .doc("Largest element over axes given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", NumberType, doc="largest element over the axes")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        True,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.maximum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMaxD = (
    op("ReduceMaxD")
    .doc("Largest element over axes given as an attribute.")
    .input("x", FLOAT | UINT8 | INT8 | FLOAT16 | INT32 | BF16, doc="numbers of any shape")
    .output("y", FLOAT | UINT8 | INT8 | FLOAT16 | INT32 | BF16, doc="largest element over the axes")
    .required_attr("axes", ListInt, doc="axes to reduce; negative ones count from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.maximum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMean = (
    op("ReduceMean")
    .doc("Mean over axes given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", NumberType, doc="sum over the axes divided by the number of summands")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        True,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMeanD = (
    op("ReduceMeanD")
    .doc("Mean over axes given as an attribute.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="numbers of any shape")
    .output("y", FLOAT16 | FLOAT | BF16, doc="sum over the axes divided by the number of summands")
    .required_attr("axes", ListInt, doc="axes to reduce; negative ones count from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        False,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMeanVariance = (
    op("ReduceMeanVariance")
    .doc("Mean and variance over the given axes.")
    .input("x", FLOAT16 | FLOAT, doc="numbers of any shape")
    .output("mean", FLOAT16 | FLOAT, doc="mean over the axes")
    .output("variance", FLOAT16 | FLOAT, doc="mean squared distance from the mean, divided by the full count")
    .attr("axes", ListInt, (), doc="axes to reduce; empty for all")
    .attr("keep_dims", Bool, True, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMeanWithCast = (
    op("ReduceMeanWithCast")
    .input("x", "T1")
    .input("axes", "T2")
    .output("y", "T3")
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, True)
    .attr("dtype", Type, UNDEFINED)
    .datatype("T1", NumberType)
    .datatype("T2", IndexNumberType)
    .datatype("T3", NumberType)
    .shape(reduce.reduce)
    .dtype(from_attr("dtype", "x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMeanWithCount = (
    op("ReduceMeanWithCount")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("count", FLOAT | FLOAT16 | BF16)
    .input("count_sum", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMin = (
    op("ReduceMin")
    .doc("Smallest element over axes given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", NumberType, doc="smallest element over the axes")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        True,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.minimum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMinD = (
    op("ReduceMinD")
    .doc("Smallest element over axes given as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT8 | UINT8 | INT32 | BF16, doc="numbers of any shape")
    .output("y", FLOAT16 | FLOAT | INT8 | UINT8 | INT32 | BF16, doc="smallest element over the axes")
    .required_attr("axes", ListInt, doc="axes to reduce; negative ones count from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.minimum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceNansum = (
    op("ReduceNansum")
    .doc("Sum over the given axes that counts NaN as zero.")
    .input("x", "T1", doc="floating-point numbers of any shape")
    .input("axes", "T2", doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", "T1", doc="sum over the axes in which NaN counts as zero")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .datatype("T1", FLOAT16 | FLOAT | BF16)
    .datatype("T2", IndexNumberType)
    .shape(reduce.reduce)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceProd = (
    op("ReduceProd")
    .doc("Product over axes given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", NumberType, doc="product over the axes; 1 where an axis is empty")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        True,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.multiply)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceProdD = (
    op("ReduceProdD")
    .doc("Product over axes given as an attribute.")
    .input("x", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | BF16, doc="numbers of any shape")
    .output("y", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | BF16, doc="product over the axes; 1 where an axis is empty")
    .required_attr("axes", ListInt, doc="axes to reduce; negative ones count from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.multiply)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceStd = (
    op("ReduceStd")
    .doc("Standard deviation and mean over the given axes.")
    .input("x", FLOAT | FLOAT16, doc="numbers of any shape")
    .output("y1", FLOAT | FLOAT16, doc="standard deviation over the axes")
    .output("y2", FLOAT | FLOAT16, doc="mean over the axes")
    .attr("dim", ListInt, (), doc="axes to reduce; empty for all")
    .attr("unbiased", Bool, True, doc="whether the count less one divides instead of the count")
    .attr("keepdim", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr("dim", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceStdV2 = (
    op("ReduceStdV2")
    .doc("Standard deviation over the given axes.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="numbers of any shape")
    .output("std", FLOAT | FLOAT16 | BF16, doc="standard deviation over the axes")
    .output("mean", FLOAT | FLOAT16 | BF16, doc="mean over the axes")
    .attr("dim", ListInt, (), doc="axes to reduce; empty for all")
    .attr("correction", Int, 1, doc="number subtracted from the count before dividing; 1 is the unbiased estimate")
    .attr("keepdim", Bool, False, doc="whether reduced axes stay with length 1")
    .attr("is_mean_out", Bool, True, doc="whether the mean is given out as well")
    .shape(reduce.reduce_attr("dim", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceStdV2Update = (
    op("ReduceStdV2Update")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("mean", FLOAT | FLOAT16 | BF16)
    .output("output_var", FLOAT | FLOAT16 | BF16)
    .required_attr("dim", ListInt)
    .attr("if_std", Bool, False)
    .attr("unbiased", Bool, True)
    .attr("keepdim", Bool, False)
    .attr("correction", Int, 1)
    .shape(reduce.reduce_attr("dim", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

ReduceStdWithMean = (
    op("ReduceStdWithMean")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("mean", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("dim", ListInt, ())
    .attr("unbiased", Bool, True)
    .attr("keepdim", Bool, False)
    .attr("invert", Bool, False)
    .attr("epsilon", Float, 0.001)
    .attr("correction", Int, 1)
    .shape(reduce.reduce_attr("dim", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceSum = (
    op("ReduceSum")
    .doc("Sum over axes given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", NumberType, doc="sum over the axes; 0 where an axis is empty")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        True,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.total)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceSumD = (
    op("ReduceSumD")
    .doc("Sum over axes given as an attribute.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="numbers of any shape")
    .output("y", FLOAT16 | FLOAT | BF16, doc="sum over the axes; 0 where an axis is empty")
    .required_attr("axes", ListInt, doc="axes to reduce; negative ones count from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.total)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceVar = (
    op("ReduceVar")
    .doc("Variance over the given axes.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="numbers of any shape")
    .output("var", FLOAT | FLOAT16 | BF16, doc="variance over the axes")
    .output("mean", FLOAT | FLOAT16 | BF16, doc="mean over the axes")
    .attr("dim", ListInt, (), doc="axes to reduce; empty for all")
    .attr("correction", Int, 1, doc="number subtracted from the count before dividing; 1 is the unbiased estimate")
    .attr("keepdim", Bool, False, doc="whether reduced axes stay with length 1")
    .attr("is_mean_out", Bool, True, doc="whether the mean is given out as well")
    .shape(reduce.reduce_attr("dim", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

Reduction = (
    op("Reduction")
    .doc("Sum, sum of magnitudes, sum of squares or mean over the trailing axes, as Caffe defines it.")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("operation", Int, 1)
    .attr("axis", Int, 0)
    .attr("coeff", Float, 1.0)
    .shape(reduce.leading)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

SquareSumAll = (
    op("SquareSumAll")
    .input("x1", FLOAT)
    .input("x2", FLOAT)
    .output("y1", FLOAT)
    .output("y2", FLOAT)
    .shape(common.scalar)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

SquareSumV1 = (
    op("SquareSumV1")
    .doc("Sum of squares over the given axes.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="numbers of any shape")
    .output("y", FLOAT16 | FLOAT | BF16, doc="sum of x^2 over the axes")
    .required_attr("axis", ListInt, doc="axes to reduce; negative counts from the end")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .attr(
        "noop_with_empty_axes",
        Bool,
        False,
        doc="whether an empty list of axes leaves x as it is; otherwise it means all axes",
    )
    .shape(reduce.reduce_attr("axis"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

SquareSumV2 = (
    op("SquareSumV2")
    .input("x", FLOAT16 | FLOAT)
    .output("y1", FLOAT16 | FLOAT)
    .output("y2", FLOAT16 | FLOAT)
    .required_attr("axis", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(common.each_of(reduce.reduce_attr("axis"), "x"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

OPS = (
    AdjacentDifference,
    ArgMaxD,
    ArgMaxGrad,
    ArgMaxGradD,
    ArgMaxV2,
    ArgMaxWithK,
    ArgMaxWithValue,
    ArgMin,
    ArgMinD,
    ArgMinWithValue,
    BiasAddGrad,
    Bincount,
    Cummax,
    Cummin,
    Cumprod,
    CumprodD,
    Cumsum,
    CumsumD,
    CumulativeLogsumexp,
    CumulativeLogsumexpD,
    DenseBincount,
    GroupedBiasAddGrad,
    MovingSumWithSigmoid,
    ReduceAll,
    ReduceAllD,
    ReduceAny,
    ReduceAnyD,
    ReduceLogSum,
    ReduceLogSumExp,
    ReduceMax,
    ReduceMaxD,
    ReduceMean,
    ReduceMeanD,
    ReduceMeanVariance,
    ReduceMeanWithCast,
    ReduceMeanWithCount,
    ReduceMin,
    ReduceMinD,
    ReduceNansum,
    ReduceProd,
    ReduceProdD,
    ReduceStd,
    ReduceStdV2,
    ReduceStdV2Update,
    ReduceStdWithMean,
    ReduceSum,
    ReduceSumD,
    ReduceVar,
    Reduction,
    SquareSumAll,
    SquareSumV1,
    SquareSumV2,
)
