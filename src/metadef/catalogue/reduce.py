"""Reductions, positions of extremes and running sums."""

from __future__ import annotations

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
    op,
)
from metadef.infer.dtypes import each, follow, from_attr
from metadef.infer.shape import common, reduce, segment
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
    .input("x", FLOAT | FLOAT16)
    .output("y", INT32)
    .required_attr("dimension", Int)
    .attr("dtype", Type, INT64)
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
    .traits(PURE)
    .category("reduce")
)

ArgMaxV2 = (
    op("ArgMaxV2")
    .doc("Position of the largest element along an axis given as a tensor.")
    .input("x", NumberType)
    .input("dimension", IndexNumberType)
    .output("y", INT32 | INT64)
    .attr("dtype", Type, INT64)
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
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMaxWithValue = (
    op("ArgMaxWithValue")
    .doc("Largest element along an axis and its position.")
    .input("x", FLOAT | FLOAT16 | BF16 | INT64 | INT32)
    .output("indice", INT32 | INT64)
    .output("values", FLOAT | FLOAT16 | BF16 | INT64 | INT32)
    .required_attr("dimension", Int)
    .attr("keep_dims", Bool, False)
    .attr("indice_dtype", Type, INT32)
    .shape(reduce.arg_extreme())
    .dtype(each(from_attr("indice_dtype"), "x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMin = (
    op("ArgMin")
    .doc("Position of the smallest element along an axis given as a tensor.")
    .input("x", NumberType)
    .input("dimension", IndexNumberType)
    .output("y", INT32 | INT64)
    .attr("dtype", Type, INT64)
    .shape(reduce.arg_extreme())
    .dtype(from_attr("dtype"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMinD = (
    op("ArgMinD")
    .doc("Position of the smallest element along an axis given as an attribute.")
    .input("x", FLOAT | FLOAT16)
    .output("y", INT32)
    .required_attr("dimension", Int)
    .attr("dtype", Type, INT64)
    .shape(reduce.arg_extreme())
    .dtype(from_attr("dtype"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ArgMinWithValue = (
    op("ArgMinWithValue")
    .doc("Smallest element along an axis and its position.")
    .input("x", FLOAT | FLOAT16 | BF16 | INT64 | INT32)
    .output("indice", INT32 | INT64)
    .output("values", FLOAT | FLOAT16 | BF16 | INT64 | INT32)
    .required_attr("dimension", Int)
    .attr("keep_dims", Bool, False)
    .attr("indice_dtype", Type, INT32)
    .shape(reduce.arg_extreme())
    .dtype(each(from_attr("indice_dtype"), "x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

BiasAddGrad = (
    op("BiasAddGrad")
    .doc("Sum over all axes but the channels: the gradient of BiasAdd.")
    .input("x", NumberType)
    .output("y", NumberType)
    .attr("data_format", String, "NHWC")
    .shape(reduce.bias_gradient)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

Bincount = (
    op("Bincount")
    .doc("Counts how often each integer occurs, optionally weighted.")
    .input("array", INT32)
    .input("size", INT32)
    .input("weights", FLOAT | INT32 | INT64 | DOUBLE)
    .output("bins", FLOAT | INT32 | INT64 | DOUBLE)
    .shape(segment.bins)
    .dtype(follow("weights"))
    .traits(PURE)
    .category("reduce")
)

Cummax = (
    op("Cummax")
    .doc("Running maximum along an axis and its positions.")
    .input("x", BasicType)
    .output("y", BasicType)
    .output("indices", BasicType)
    .required_attr("dim", Int)
    .shape(common.same("x"))
    .dtype(each("x", INT64))
    .traits(PURE)
    .category("reduce")
)

Cummin = (
    op("Cummin")
    .doc("Running minimum along an axis and its positions.")
    .input("x", BasicType)
    .output("y", BasicType)
    .output("indices", BasicType)
    .required_attr("axis", Int)
    .shape(common.same("x"))
    .dtype(each("x", INT64))
    .traits(PURE)
    .category("reduce")
)

Cumprod = (
    op("Cumprod")
    .doc("Running product along an axis given as a tensor.")
    .input("x", NumberType)
    .input("axis", IndexNumberType)
    .output("y", NumberType)
    .attr("exclusive", Bool, False)
    .attr("reverse", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumprodD = (
    op("CumprodD")
    .doc("Running product along an axis given as an attribute.")
    .input("x", NumberType)
    .output("y", NumberType)
    .required_attr("axis", Int)
    .attr("exclusive", Bool, False)
    .attr("reverse", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

Cumsum = (
    op("Cumsum")
    .doc("Running sum along an axis given as a tensor.")
    .input("x", OrdinaryType - (BOOL | COMPLEX32))
    .input("axis", INT32 | INT64)
    .output("y", OrdinaryType - (BOOL | COMPLEX32))
    .attr("exclusive", Bool, False)
    .attr("reverse", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumsumD = (
    op("CumsumD")
    .doc("Running sum along an axis given as an attribute.")
    .input("x", FLOAT | INT32 | UINT8 | INT8 | FLOAT16)
    .output("y", FLOAT | INT32 | UINT8 | INT8 | FLOAT16)
    .required_attr("axis", Int)
    .attr("exclusive", Bool, False)
    .attr("reverse", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumulativeLogsumexp = (
    op("CumulativeLogsumexp")
    .doc("Running logarithm of the sum of exponentials along an axis.")
    .input("x", FLOAT | FLOAT16)
    .input("axis", INT32 | INT64 | INT16)
    .output("y", FLOAT | FLOAT16)
    .attr("exclusive", Bool, False)
    .attr("reverse", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("reduce")
)

CumulativeLogsumexpD = (
    op("CumulativeLogsumexpD")
    .input("x", DOUBLE | FLOAT | FLOAT16)
    .output("y", DOUBLE | FLOAT | FLOAT16)
    .required_attr("axis", Int)
    .attr("exclusive", Bool, False)
    .attr("reverse", Bool, False)
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
    .attr("group_idx_type", Int, 0)
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
    .traits(PURE)
    .category("reduce")
)

ReduceAll = (
    op("ReduceAll")
    .doc("Whether all elements are true over axes given as a tensor.")
    .input("x", BOOL | BF16 | FLOAT | FLOAT16)
    .input("axes", IndexNumberType)
    .output("y", BOOL)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceAllD = (
    op("ReduceAllD")
    .doc("Whether all elements are true over axes given as an attribute.")
    .input("x", BOOL)
    .output("y", BOOL)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce_attr())
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceAny = (
    op("ReduceAny")
    .doc("Whether any element is true over axes given as a tensor.")
    .input("x", BOOL | FLOAT)
    .input("axes", IndexNumberType)
    .output("y", BOOL)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceAnyD = (
    op("ReduceAnyD")
    .doc("Whether any element is true over axes given as an attribute.")
    .input("x", BOOL)
    .output("y", BOOL)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce_attr())
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceLogSum = (
    op("ReduceLogSum")
    .doc("Logarithm of the sum over axes given as a tensor.")
    .input("x", NumberType)
    .input("axes", IndexNumberType)
    .output("y", NumberType)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceLogSumExp = (
    op("ReduceLogSumExp")
    .doc("Logarithm of the sum of exponentials over axes given as a tensor.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("axes", INT32 | INT64)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, False)
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMax = (
    op("ReduceMax")
    .doc("Largest element over axes given as a tensor.")
    .input("x", NumberType)
    .input("axes", IndexNumberType)
    .output("y", NumberType)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, True)
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.maximum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMaxD = (
    op("ReduceMaxD")
    .doc("Largest element over axes given as an attribute.")
    .input("x", FLOAT | UINT8 | INT8 | FLOAT16 | INT32 | BF16)
    .output("y", FLOAT | UINT8 | INT8 | FLOAT16 | INT32 | BF16)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.maximum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMean = (
    op("ReduceMean")
    .doc("Mean over axes given as a tensor.")
    .input("x", NumberType)
    .input("axes", IndexNumberType)
    .output("y", NumberType)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, True)
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMeanD = (
    op("ReduceMeanD")
    .doc("Mean over axes given as an attribute.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, False)
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMeanVariance = (
    op("ReduceMeanVariance")
    .doc("Mean and variance over the given axes.")
    .input("x", FLOAT16 | FLOAT)
    .output("mean", FLOAT16 | FLOAT)
    .output("variance", FLOAT16 | FLOAT)
    .attr("axes", ListInt, ())
    .attr("keep_dims", Bool, True)
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
    .input("x", NumberType)
    .input("axes", IndexNumberType)
    .output("y", NumberType)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, True)
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.minimum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceMinD = (
    op("ReduceMinD")
    .doc("Smallest element over axes given as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT8 | UINT8 | INT32 | BF16)
    .output("y", FLOAT16 | FLOAT | INT8 | UINT8 | INT32 | BF16)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.minimum)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceNansum = (
    op("ReduceNansum")
    .doc("Sum over the given axes that counts NaN as zero.")
    .input("x", "T1")
    .input("axes", "T2")
    .output("y", "T1")
    .attr("keep_dims", Bool, False)
    .datatype("T1", FLOAT16 | FLOAT | BF16)
    .datatype("T2", IndexNumberType)
    .shape(reduce.reduce)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceProd = (
    op("ReduceProd")
    .doc("Product over axes given as a tensor.")
    .input("x", NumberType)
    .input("axes", IndexNumberType)
    .output("y", NumberType)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, True)
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.multiply)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceProdD = (
    op("ReduceProdD")
    .doc("Product over axes given as an attribute.")
    .input("x", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | BF16)
    .output("y", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | BF16)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.multiply)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceStd = (
    op("ReduceStd")
    .doc("Standard deviation and mean over the given axes.")
    .input("x", FLOAT | FLOAT16)
    .output("y1", FLOAT | FLOAT16)
    .output("y2", FLOAT | FLOAT16)
    .attr("dim", ListInt, ())
    .attr("unbiased", Bool, True)
    .attr("keepdim", Bool, False)
    .shape(reduce.reduce_attr("dim", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceStdV2 = (
    op("ReduceStdV2")
    .doc("Standard deviation over the given axes.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("std", FLOAT | FLOAT16 | BF16)
    .output("mean", FLOAT | FLOAT16 | BF16)
    .attr("dim", ListInt, ())
    .attr("correction", Int, 1)
    .attr("keepdim", Bool, False)
    .attr("is_mean_out", Bool, True)
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
    .input("x", NumberType)
    .input("axes", IndexNumberType)
    .output("y", NumberType)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, True)
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .value(known_reduce.total)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceSumD = (
    op("ReduceSumD")
    .doc("Sum over axes given as an attribute.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .required_attr("axes", ListInt)
    .attr("keep_dims", Bool, False)
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .value(known_reduce.total)
    .traits(PURE, REDUCTION)
    .category("reduce")
)

ReduceVar = (
    op("ReduceVar")
    .doc("Variance over the given axes.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("var", FLOAT | FLOAT16 | BF16)
    .output("mean", FLOAT | FLOAT16 | BF16)
    .attr("dim", ListInt, ())
    .attr("correction", Int, 1)
    .attr("keepdim", Bool, False)
    .attr("is_mean_out", Bool, True)
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
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .required_attr("axis", ListInt)
    .attr("keep_dims", Bool, False)
    .attr("noop_with_empty_axes", Bool, False)
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
