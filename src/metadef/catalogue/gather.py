"""Gathering by index, mask or position."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    HIFLOAT8,
    INT32,
    INT64,
    PURE,
    QINT8,
    QINT32,
    QUINT8,
    RESOURCE,
    STRING,
    UINT8,
    UINT16,
    BasicType,
    Bool,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListInt,
    QuantifiedType,
    RealNumberType,
    SignedDataType,
    Type,
    op,
    positive,
)
from metadef.infer.dtypes import each, follow, from_attr
from metadef.infer.shape import gather, indexed
from metadef.infer.value import known_layout

DynamicPartition = (
    op("DynamicPartition")
    .doc("Distributes slices to outputs by number.")
    .input(
        "x",
        RealNumberType | BOOL | COMPLEX64 | COMPLEX128 | RESOURCE | STRING | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="tensor whose leading axes have the shape of the partitions",
    )
    .input("partitions", INT32, doc="number of the output for each slice, from 0 on")
    .dynamic_output(
        "y",
        RealNumberType | BOOL | COMPLEX64 | COMPLEX128 | RESOURCE | STRING | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="slices of each partition in their order; num_partitions tensors",
    )
    .attr("num_partitions", Int, 1, positive, doc="number of outputs")
    .shape(gather.dynamic_partition)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gather")
)

DynamicStitch = (
    op("DynamicStitch")
    .doc("Merges slices of several tensors by index.")
    .dynamic_input("indices", INT32, doc="for each member, where its slices go, whole numbers from 0 on")
    .dynamic_input(
        "x",
        RealNumberType | BOOL | QINT32 | QUINT8 | QINT8 | STRING | COMPLEX64 | COMPLEX128,
        doc="members, each with leading axes of the shape of its indices",
    )
    .output(
        "y",
        RealNumberType | BOOL | QINT32 | QUINT8 | QINT8 | STRING | COMPLEX64 | COMPLEX128,
        doc="slices at their places; later members win",
    )
    .attr("N", Int, 1, positive, doc="number of members")
    .shape(gather.dynamic_stitch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gather")
)

Gather = (
    op("Gather")
    .doc("Slices of the first axis chosen by indices.")
    .input(
        "x",
        RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL,
        doc="table whose first axis, after the batch axes, is indexed",
    )
    .input("indices", IndexNumberType, doc="positions along that axis, of any shape")
    .output(
        "y", RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL, doc="slices of x in place of the indices"
    )
    .attr("validate_indices", Bool, True, doc="whether positions outside of the axis are an error")
    .attr("batch_dims", Int, 0, doc="number of leading axes that both inputs share")
    .attr(
        "is_preprocessed", Bool, False, doc="whether the indices were already brought into a form that the kernel likes"
    )
    .attr("negative_index_support", Bool, False, doc="whether negative positions count from the end")
    .shape(gather.gather)
    .dtype(follow("x"))
    .value(known_layout.gather())
    .traits(PURE)
    .category("gather")
)

GatherD = (
    op("GatherD")
    .doc("Elements chosen by an index along one axis, all shapes alike.")
    .input("x", RealNumberType | BOOL, doc="tensor of rank r")
    .input("dim", INT32 | INT64, doc="axis that the positions run along, one whole number")
    .input("index", INT32 | INT64, doc="positions along the axis, a tensor of rank r")
    .output(
        "y",
        RealNumberType | BOOL,
        doc="element of x at each position, all other coordinates unchanged; the shape of the index",
    )
    .attr("dim", Int, 0, doc="the same axis, where it is known when the graph is built")
    .shape(gather.gather_elements)
    .dtype(follow("x"))
    .value(known_layout.gather_elements)
    .traits(PURE)
    .category("gather")
)

GatherElements = (
    op("GatherElements")
    .doc("Elements chosen by an index along one axis, all shapes alike.")
    .input("x", RealNumberType | BOOL | FLOAT8_E5M2 | FLOAT8_E8M0 | FLOAT8_E4M3FN, doc="tensor of rank r")
    .input("index", INT32 | INT64, doc="positions along the axis, a tensor of rank r")
    .output(
        "y",
        RealNumberType | BOOL | FLOAT8_E5M2 | FLOAT8_E8M0 | FLOAT8_E4M3FN,
        doc="element of x at each position, all other coordinates unchanged; the shape of the index",
    )
    .attr("dim", Int, 0, doc="axis that the positions run along; negative counts from the end")
    .law(*axes_within("dim"))
    .shape(gather.gather_elements)
    .dtype(follow("x"))
    .value(known_layout.gather_elements)
    .traits(PURE)
    .category("gather")
)

GatherNd = (
    op("GatherNd")
    .doc("Slices chosen by index tuples.")
    .input("x", RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL | STRING, doc="tensor of rank r")
    .input("indices", IndexNumberType, doc="index tuples along the last axis, [..., k] with k at most r")
    .output(
        "y",
        RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL | STRING,
        doc="slice of x for each tuple, [..., trailing axes of x]",
    )
    .attr("negative_index_support", Bool, False, doc="whether negative positions count from the end")
    .shape(gather.gather_nd)
    .dtype(follow("x"))
    .value(known_layout.gather_nd)
    .traits(PURE)
    .category("gather")
)

GatherV2 = (
    op("GatherV2")
    .doc("Slices of an axis chosen by indices; the axis is a tensor.")
    .input(
        "x",
        RealNumberType
        | QuantifiedType
        | COMPLEX128
        | COMPLEX64
        | BOOL
        | STRING
        | FLOAT8_E5M2
        | FLOAT8_E8M0
        | FLOAT8_E4M3FN,
        doc="table of any rank",
    )
    .input("indices", IndexNumberType, doc="positions along the axis, of any shape")
    .input("axis", IndexNumberType, doc="axis to index, one whole number; negative counts from the end")
    .output(
        "y",
        RealNumberType
        | QuantifiedType
        | COMPLEX128
        | COMPLEX64
        | BOOL
        | STRING
        | FLOAT8_E5M2
        | FLOAT8_E8M0
        | FLOAT8_E4M3FN,
        doc="x with the axis replaced by the shape of the indices",
    )
    .attr(
        "batch_dims",
        Int,
        0,
        doc="number of leading axes that both tensors share; negative counts from the end of the indices",
    )
    .attr(
        "is_preprocessed", Bool, False, doc="whether the indices were already brought into a form that the kernel likes"
    )
    .attr("negative_index_support", Bool, False, doc="whether negative positions count from the end")
    .shape(gather.gather_v2)
    .dtype(follow("x"))
    .value(known_layout.gather("axis"))
    .traits(PURE)
    .category("gather")
)

GatherV2D = (
    op("GatherV2D")
    .doc("Slices of an axis chosen by indices; the axis is an attribute.")
    .input("x", RealNumberType - (BF16 | DOUBLE), doc="table of any rank")
    .input("indices", IndexNumberType, doc="positions along the axis, of any shape")
    .output("y", RealNumberType - (BF16 | DOUBLE), doc="x with the axis replaced by the shape of the indices")
    .required_attr("axis", Int, doc="axis to index; negative counts from the end")
    .shape(gather.gather_v2)
    .dtype(follow("x"))
    .value(known_layout.gather("axis"))
    .traits(PURE)
    .category("gather")
)

Index = (
    op("Index")
    .doc("Elements chosen by index tensors along several axes.")
    .input("x", BasicType)
    .input("indexed_sizes", INT64)
    .input("indexed_strides", INT64)
    .dynamic_input("indices", INT64 | INT32)
    .output("y", BasicType)
    .shape(indexed.by_sizes)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gather")
)

IndexByTensor = (
    op("IndexByTensor")
    .input("x", BasicType | BOOL)
    .dynamic_input("indices", INT64)
    .output("y", BasicType | BOOL)
    .attr("indices_mask", ListInt, ())
    .shape(indexed.by_mask_attr)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gather")
)

MaskedSelect = (
    op("MaskedSelect")
    .doc("Elements where a mask holds, as a vector.")
    .input("x", BasicType, doc="tensor of any shape")
    .input("mask", BOOL, doc="truth values of a shape that broadcasts with x")
    .output("y", BasicType, doc="elements where the mask is true, in order, [count]")
    .shape(gather.masked_select)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gather")
)

MaskedSelectV2 = (
    op("MaskedSelectV2")
    .doc("Elements where a mask holds, as a vector, newer form.")
    .input("x", FLOAT16 | FLOAT, doc="tensor of any shape")
    .input("mask", BOOL, doc="truth values of a shape that broadcasts with x")
    .output("y", FLOAT16 | FLOAT, doc="elements where the mask is true, in order, [count]")
    .shape(gather.masked_select)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gather")
)

NonZero = (
    op("NonZero")
    .doc("Positions of the elements that are not zero.")
    .input("x", RealNumberType | BOOL, doc="numbers of any shape and rank r")
    .output(
        "y",
        INT64 | INT32,
        doc=("coordinates of the elements that are not zero, [count, r], in order; [r, count] when transpose is set"),
    )
    .attr("transpose", Bool, False, doc="whether each axis gets a row instead of a column")
    .attr("dtype", Type, INT64, doc="type of the coordinates, INT32 or INT64")
    .shape(gather.nonzero)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("gather")
)

NonZeroWithValue = (
    op("NonZeroWithValue")
    .input("x", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .output("value", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .output("index", INT32)
    .output("count", INT32)
    .attr("transpose", Bool, False)
    .attr("dtype", Type, INT32)
    .shape(gather.nonzero_with_value)
    .dtype(each("x", INT32, INT32))
    .traits(PURE)
    .category("gather")
)

NonZeroWithValueShape = (
    op("NonZeroWithValueShape")
    .input("value", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .input("index", INT32)
    .input("count", INT32)
    .output("out_value", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .output("out_index", INT32)
    .shape(gather.cropped)
    .dtype(each("value", INT32))
    .traits(PURE)
    .category("gather")
)

NonZeroWithValueShapeV2 = (
    op("NonZeroWithValueShapeV2")
    .input("value", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .input("index", INT32)
    .input("count", INT32)
    .output("value", IntegerDataType | DOUBLE | FLOAT | FLOAT16 | BOOL)
    .output("index", INT32)
    .shape(gather.cropped)
    .category("gather")
)

ParallelDynamicStitch = (
    op("ParallelDynamicStitch")
    .doc("Merges slices of several tensors by index, in any order.")
    .dynamic_input("indices", INT32, doc="for each member, where its slices go, whole numbers from 0 on")
    .dynamic_input(
        "x",
        SignedDataType
        | UINT8
        | UINT16
        | BOOL
        | FLOAT16
        | FLOAT
        | DOUBLE
        | STRING
        | COMPLEX64
        | COMPLEX128
        | QINT8
        | QUINT8
        | QINT32,
        doc="members, each with leading axes of the shape of its indices",
    )
    .output(
        "y",
        SignedDataType
        | UINT8
        | UINT16
        | BOOL
        | FLOAT16
        | FLOAT
        | DOUBLE
        | STRING
        | COMPLEX64
        | COMPLEX128
        | QINT8
        | QUINT8
        | QINT32,
        doc="slices at their places; of equal places any may win",
    )
    .attr("N", Int, 1, positive, doc="number of members")
    .shape(gather.dynamic_stitch)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gather")
)

Where = (
    op("Where")
    .doc("Positions of the elements that are true.")
    .input("x", BasicType | BOOL, doc="numbers or truth values of rank r")
    .output("y", INT64, doc="coordinates of the elements that are true or not zero, [count, r]")
    .shape(gather.where)
    .traits(PURE)
    .category("gather")
)

OPS = (
    DynamicPartition,
    DynamicStitch,
    Gather,
    GatherD,
    GatherElements,
    GatherNd,
    GatherV2,
    GatherV2D,
    Index,
    IndexByTensor,
    MaskedSelect,
    MaskedSelectV2,
    NonZero,
    NonZeroWithValue,
    NonZeroWithValueShape,
    NonZeroWithValueShapeV2,
    ParallelDynamicStitch,
    Where,
)
