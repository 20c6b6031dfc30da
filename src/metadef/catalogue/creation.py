"""Tensors made from a shape, a range or a number."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    ELEMENTWISE,
    FLOAT,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    HIFLOAT8,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    VARIANT,
    BasicType,
    Bool,
    Float,
    IndexNumberType,
    Int,
    ListInt,
    OrdinaryType,
    QuantifiedType,
    RealNumberType,
    SignedDataType,
    String,
    at_least,
    every,
    not_negative,
    not_zero,
    op,
    positive,
)
from metadef.infer.dtypes import always, follow, from_attr, from_text
from metadef.infer.shape import common, creation, random, segment
from metadef.infer.value import known_layout

Combinations = (
    op("Combinations")
    .input("x", ALL)
    .output("y", ALL)
    .attr("r", Int, 2)
    .attr("with_replacement", Bool, False)
    .shape(creation.combinations)
    .dtype(follow("x"))
    .traits(PURE)
    .category("creation")
)

ConfusionMatrix = (
    op("ConfusionMatrix")
    .doc("Counts of each pair of true and predicted class.")
    .input("labels", FLOAT | INT32 | FLOAT16 | INT8 | UINT8, doc="true class of each sample, [n]")
    .input("predictions", FLOAT | INT32 | FLOAT16 | INT8 | UINT8, doc="predicted class of each sample, [n]")
    .optional_input(
        "weights",
        FLOAT | INT32 | FLOAT16 | INT8 | UINT8,
        doc="what each sample adds to its cell, [n]; left out for ones",
    )
    .output(
        "y",
        FLOAT | INT32 | FLOAT16 | INT8 | UINT8,
        doc="counts with the true class as row and the prediction as column, [num_classes, num_classes]",
    )
    .required_attr("num_classes", Int, positive, doc="number of classes")
    .required_attr("dtype", String, doc="name of the type of the counts, such as int32")
    .shape(segment.confusion)
    .dtype(from_text("dtype"))
    .traits(PURE)
    .category("creation")
)

Empty = (
    op("Empty")
    .doc("Tensor of a given shape, optionally initialised to zero.")
    .input("shape", INT32, doc="lengths of the axes, whole numbers")
    .output("y", RealNumberType | BOOL | STRING | COMPLEX64 | COMPLEX128, doc="tensor of that shape")
    .attr("dtype", Int, INT32.ge_value, doc="number of the type of the result; 3 is INT32")
    .attr("init", Bool, False, doc="whether the elements are set to zero; otherwise they are undefined")
    .shape(creation.by_value("shape"))
    .dtype(from_attr("dtype"))
    .category("creation")
)

Eye = (
    op("Eye")
    .doc("Identity matrices.")
    .output(
        "y", BasicType | BOOL, doc="ones on the diagonal and zeros elsewhere, [batch_shape..., num_rows, num_columns]"
    )
    .required_attr("num_rows", Int, not_negative, doc="height of the matrices")
    .attr("num_columns", Int, 0, not_negative, doc="width of the matrices; 0 makes them square")
    .attr("batch_shape", ListInt, (), every(not_negative), doc="leading axes over which the matrix is repeated")
    .attr("dtype", Int, 0, doc="number of the type of the result; 0 is FLOAT")
    .shape(creation.eye)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("creation")
)

Fill = (
    op("Fill")
    .doc("Tensor of a shape given as a tensor, filled with one value.")
    .input("dims", IndexNumberType, doc="lengths of the axes of the result, whole numbers")
    .input("value", "T", doc="what every element becomes, one number")
    .output("y", "T", doc="tensor of the given shape")
    .datatype("T", RealNumberType | QuantifiedType | COMPLEX64 | BOOL | COMPLEX128 | STRING)
    .shape(creation.by_value("dims"))
    .value(known_layout.fill())
    .traits(PURE)
    .category("creation")
)

FillD = (
    op("FillD")
    .doc("Tensor of a shape given as an attribute, filled with one value.")
    .input("value", RealNumberType | BOOL, doc="what every element becomes, one number")
    .output("y", RealNumberType | BOOL, doc="tensor of the given shape")
    .required_attr("dims", ListInt, every(at_least(-1)), doc="lengths of the axes of the result")
    .shape(creation.by_attr("dims"))
    .dtype(follow("value"))
    .value(known_layout.fill())
    .traits(PURE)
    .category("creation")
)

Fills = (
    op("Fills")
    .doc("Tensor of another tensor's shape, filled with a number.")
    .input("x", BasicType | BOOL, doc="tensor of which only shape and type count")
    .output("y", BasicType | BOOL, doc="tensor of that shape with the number in every element")
    .required_attr("value", Float, doc="number that fills it")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("creation")
)

FillV2 = (
    op("FillV2")
    .doc("Tensor of a shape given as a tensor, filled with a number.")
    .input("dims", INT16 | INT32 | INT64, doc="lengths of the axes of the result, whole numbers")
    .output("y", FLOAT16 | FLOAT | DOUBLE | INT8 | INT16 | INT32 | INT64, doc="tensor of the given shape")
    .attr("value", Float, 0.0, doc="number that fills it")
    .shape(creation.by_value("dims"))
    .dtype(always(FLOAT))
    .value(known_layout.fill())
    .traits(PURE)
    .category("creation")
)

FillV2D = (
    op("FillV2D")
    .doc("Tensor of a shape given as an attribute, filled with a number.")
    .output("y", SignedDataType | FLOAT16 | FLOAT | DOUBLE | UINT8, doc="tensor of the given shape")
    .attr("value", Float, 0.0, doc="number that fills it")
    .required_attr("dims", ListInt, every(at_least(-1)), doc="lengths of the axes of the result")
    .shape(creation.by_attr("dims"))
    .dtype(always(FLOAT))
    .value(known_layout.fill())
    .traits(PURE)
    .category("creation")
)

InvertPermutation = (
    op("InvertPermutation")
    .doc("Inverse of a permutation.")
    .input("x", INT32 | INT64, doc="permutation of the numbers 0 to n - 1, [n]")
    .output("y", INT32 | INT64, doc="permutation that undoes it: y[x[i]] is i")
    .shape(common.ranked("x", 1, 1))
    .dtype(follow("x"))
    .traits(PURE)
    .category("creation")
)

LinSpace = (
    op("LinSpace")
    .doc("A given number of equally spaced numbers between two ends.")
    .input("start", RealNumberType - (INT64 | UINT16 | UINT32 | UINT64), doc="first number")
    .input("stop", RealNumberType - (INT64 | UINT16 | UINT32 | UINT64), doc="last number, included")
    .input("num", IndexNumberType, doc="how many numbers, at least one")
    .output("output", RealNumberType - (INT64 | UINT16 | UINT32 | UINT64), doc="numbers at equal distances, [num]")
    .shape(creation.length_by_value("num", least=1))
    .dtype(follow("start"))
    .traits(PURE)
    .category("creation")
)

LinSpaceD = (
    op("LinSpaceD")
    .input("assist", FLOAT)
    .input("start", FLOAT)
    .input("stop", FLOAT)
    .input("num", IndexNumberType)
    .output("output", FLOAT)
    .shape(creation.length_by_value("num", least=1))
    .traits(PURE)
    .category("creation")
)

LogSpaceD = (
    op("LogSpaceD")
    .input("assist", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .required_attr("start", Float)
    .required_attr("end", Float)
    .attr("steps", Int, 100)
    .attr("base", Float, 10.0)
    .attr("dtype", Int, 1)
    .shape(random.one_by_attr("steps"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("creation")
)

OneHot = (
    op("OneHot")
    .doc("Vectors with one value at an index and another elsewhere; depth as a tensor.")
    .input("x", UINT8 | INT32 | INT64, doc="class numbers, of any shape")
    .input("depth", INT32 | INT64, doc="number of classes, one whole number")
    .input("on_value", BasicType, doc="what stands at the class number, one number")
    .input("off_value", BasicType, doc="what stands elsewhere, one number")
    .output("y", BasicType, doc="x with a new axis of length depth")
    .attr("axis", Int, -1, at_least(-1), doc="place of the new axis; -1 puts it last")
    .shape(creation.one_hot)
    .dtype(follow("on_value"))
    .traits(PURE)
    .category("creation")
)

OneHotD = (
    op("OneHotD")
    .doc("Vectors with one value at an index and another elsewhere; depth as an attribute.")
    .input("x", UINT8 | INT32, doc="class numbers, of any shape")
    .input("on_value", FLOAT16 | FLOAT | INT32 | UINT8 | INT8, doc="what stands at the class number, one number")
    .input("off_value", FLOAT16 | FLOAT | INT32 | UINT8 | INT8, doc="what stands elsewhere, one number")
    .output("y", FLOAT16 | FLOAT | INT32 | UINT8 | INT8, doc="x with a new axis of length depth")
    .required_attr("depth", Int, not_negative, doc="number of classes")
    .attr("axis", Int, -1, at_least(-1), doc="place of the new axis; -1 puts it last")
    .shape(creation.one_hot)
    .dtype(follow("on_value"))
    .traits(PURE)
    .category("creation")
)

OnesLike = (
    op("OnesLike")
    .doc("Ones of another tensor's shape and type.")
    .input(
        "x", OrdinaryType - (COMPLEX32 | COMPLEX64 | UINT32 | UINT64), doc="tensor of which only shape and type count"
    )
    .output("y", OrdinaryType - (COMPLEX32 | COMPLEX64 | UINT32 | UINT64), doc="tensor of ones")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_layout.zeros_or_ones(1))
    .traits(PURE, ELEMENTWISE)
    .category("creation")
)

Range = (
    op("Range")
    .doc("Numbers from start to limit in equal steps, given as tensors.")
    .input("start", FLOAT16 | FLOAT | INT32 | DOUBLE | INT64 | BF16, doc="first number")
    .input("limit", FLOAT16 | FLOAT | INT32 | DOUBLE | INT64 | BF16, doc="bound that is not reached")
    .input("delta", FLOAT16 | FLOAT | INT32 | DOUBLE | INT64 | BF16, doc="step, not zero; negative counts down")
    .output("y", FLOAT16 | FLOAT | INT32 | DOUBLE | INT64 | BF16, doc="start, start + delta and so on, up to the limit")
    .attr("is_closed", Bool, False, doc="whether the limit itself belongs to the result")
    .shape(creation.sequence)
    .dtype(follow("start"))
    .value(known_layout.sequence)
    .traits(PURE)
    .category("creation")
)

RangeD = (
    op("RangeD")
    .doc("Numbers from start to limit in equal steps, given as attributes.")
    .input("x", FLOAT | INT32, doc="the numbers from 0 on, which the kernel scales")
    .output("y", FLOAT | INT32, doc="start, start + delta and so on, up to the limit")
    .required_attr("start", Float, doc="first number")
    .required_attr("limit", Float, doc="bound that is not reached")
    .required_attr("delta", Float, not_zero, doc="step; negative counts down")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("creation")
)

UnravelIndex = (
    op("UnravelIndex")
    .doc("Coordinates of flat positions in a tensor of a given shape.")
    .input("indices", INT32 | INT64, doc="flat positions, a scalar or [n]")
    .input("dims", INT32 | INT64, doc="shape of the tensor, [r]")
    .output("y", INT32 | INT64, doc="coordinate on each axis as a row, [r] or [r, n]")
    .shape(creation.unravel)
    .dtype(follow("indices"))
    .traits(PURE)
    .category("creation")
)

ZerosLike = (
    op("ZerosLike")
    .doc("Zeros of another tensor's shape and type.")
    .input(
        "x",
        BasicType | VARIANT | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8 | FLOAT4_E1M2 | FLOAT4_E2M1,
        doc="tensor of which only shape and type count",
    )
    .output(
        "y",
        BasicType | VARIANT | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8 | FLOAT4_E1M2 | FLOAT4_E2M1,
        doc="tensor of zeros",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_layout.zeros_or_ones(0))
    .traits(PURE, ELEMENTWISE)
    .category("creation")
)

OPS = (
    Combinations,
    ConfusionMatrix,
    Empty,
    Eye,
    Fill,
    FillD,
    Fills,
    FillV2,
    FillV2D,
    InvertPermutation,
    LinSpace,
    LinSpaceD,
    LogSpaceD,
    OneHot,
    OneHotD,
    OnesLike,
    Range,
    RangeD,
    UnravelIndex,
    ZerosLike,
)
