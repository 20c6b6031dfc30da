"""Joining, splitting, stacking and unstacking."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    HIFLOAT8,
    INT32,
    INT64,
    PURE,
    STRING,
    BasicType,
    Bool,
    IndexNumberType,
    Int,
    IntegerDataType,
    ListInt,
    QuantifiedType,
    RealNumberType,
    at_least,
    every,
    not_negative,
    op,
    positive,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import concat_split
from metadef.infer.value import known_layout

ChunkCat = (
    op("ChunkCat")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .required_attr("dim", Int)
    .required_attr("num_chunks", Int)
    .shape(concat_split.chunk_cat)
    .dtype(follow("x"))
    .traits(PURE)
    .category("concat-split")
)

Concat = (
    op("Concat")
    .doc("Joins tensors along an axis given as a tensor before them.")
    .input("concat_dim", IndexNumberType, doc="axis to join along, one whole number; negative counts from the end")
    .dynamic_input(
        "x",
        BasicType | BOOL | FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8 | FLOAT8_E8M0,
        doc="tensors that agree in all other axes",
    )
    .output(
        "y",
        BasicType | BOOL | FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8 | FLOAT8_E8M0,
        doc="tensors one after another along the axis",
    )
    .attr("N", Int, 1, positive, doc="number of tensors")
    .shape(concat_split.concat())
    .dtype(follow("x"))
    .value(known_layout.concat())
    .traits(PURE)
    .category("concat-split")
)

ConcatD = (
    op("ConcatD")
    .doc("Joins tensors along an axis given as an attribute.")
    .dynamic_input(
        "x",
        RealNumberType
        | BOOL
        | COMPLEX64
        | FLOAT8_E4M3FN
        | FLOAT8_E5M2
        | HIFLOAT8
        | FLOAT8_E8M0
        | FLOAT4_E1M2
        | FLOAT4_E2M1,
        doc="tensors that agree in all axes but one",
    )
    .output(
        "y",
        RealNumberType
        | BOOL
        | COMPLEX64
        | FLOAT8_E4M3FN
        | FLOAT8_E5M2
        | HIFLOAT8
        | FLOAT8_E8M0
        | FLOAT4_E1M2
        | FLOAT4_E2M1,
        doc="tensors one after another along the axis",
    )
    .required_attr("concat_dim", Int, doc="axis to join along; negative counts from the end")
    .attr("N", Int, 1, positive, doc="number of tensors")
    .shape(concat_split.concat())
    .dtype(follow("x"))
    .value(known_layout.concat())
    .traits(PURE)
    .category("concat-split")
)

ConcatOffset = (
    op("ConcatOffset")
    .doc("Offsets of every part inside the joined tensor.")
    .input("concat_dim", INT32, doc="axis that the tensors would be joined along, one whole number")
    .dynamic_input("x", INT32, doc="shapes of the tensors, each [rank]")
    .dynamic_output("y", INT32, doc="for each tensor, where its first element comes in the joined one, [rank]")
    .required_attr("N", Int, positive, doc="number of tensors")
    .shape(concat_split.concat_offset)
    .traits(PURE)
    .category("concat-split")
)

ConcatOffsetD = (
    op("ConcatOffsetD")
    .doc("Offsets of every part inside the joined tensor, axis given as an attribute.")
    .dynamic_input("x", INT32, doc="shapes of the tensors, each [rank]")
    .dynamic_output("y", INT32, doc="for each tensor, where its first element comes in the joined one, [rank]")
    .required_attr("concat_dim", Int, doc="axis that the tensors would be joined along")
    .required_attr("N", Int, positive, doc="number of tensors")
    .shape(concat_split.concat_offset)
    .traits(PURE)
    .category("concat-split")
)

ConcatV2 = (
    op("ConcatV2")
    .doc("Joins tensors along an axis given as a tensor.")
    .dynamic_input(
        "x",
        BasicType | BOOL | STRING | FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8 | FLOAT8_E8M0,
        doc="tensors that agree in all axes but one",
    )
    .input("concat_dim", IndexNumberType, doc="axis to join along, one whole number; negative counts from the end")
    .output(
        "y",
        BasicType | BOOL | STRING | FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8 | FLOAT8_E8M0,
        doc="tensors one after another along the axis",
    )
    .attr("N", Int, 1, positive, doc="number of tensors")
    .shape(concat_split.concat())
    .dtype(follow("x"))
    .value(known_layout.concat())
    .traits(PURE)
    .category("concat-split")
)

ConcatV2D = (
    op("ConcatV2D")
    .doc("Joins tensors along an axis given as an attribute.")
    .dynamic_input("x", IntegerDataType | BF16 | FLOAT16 | FLOAT, doc="tensors that agree in all axes but one")
    .output("y", IntegerDataType | BF16 | FLOAT16 | FLOAT, doc="tensors one after another along the axis")
    .required_attr("concat_dim", Int, doc="axis to join along; negative counts from the end")
    .attr("N", Int, 1, positive, doc="number of tensors")
    .shape(concat_split.concat())
    .dtype(follow("x"))
    .value(known_layout.concat())
    .traits(PURE)
    .category("concat-split")
)

Pack = (
    op("Pack")
    .doc("Stacks tensors along a new axis.")
    .dynamic_input("x", BasicType | BOOL | STRING, doc="tensors of one shape")
    .output("y", BasicType | BOOL | STRING, doc="tensors stacked along a new axis")
    .attr("axis", Int, 0, doc="place of the new axis in the result; negative counts from its end")
    .attr("N", Int, 1, positive, doc="number of tensors")
    .shape(concat_split.pack)
    .dtype(follow("x"))
    .value(known_layout.pack)
    .traits(PURE)
    .category("concat-split")
)

ParallelConcat = (
    op("ParallelConcat")
    .dynamic_input("values", RealNumberType - (BF16 | DOUBLE))
    .output("output_data", RealNumberType - (BF16 | DOUBLE))
    .required_attr("shape", ListInt)
    .required_attr("N", Int)
    .shape(concat_split.parallel_concat)
    .dtype(follow("values"))
    .traits(PURE)
    .category("concat-split")
)

PhonyConcat = (
    op("PhonyConcat")
    .dynamic_input("x", ALL)
    .output("y", ALL)
    .required_attr("concat_dim", ListInt)
    .required_attr("N", ListInt)
    .attr("keep_input_offset", Bool, True)
    .shape(concat_split.phony_concat)
    .dtype(follow("x"))
    .traits(PURE)
    .category("concat-split")
)

PhonySplit = (
    op("PhonySplit")
    .input("x", ALL)
    .dynamic_output("y", ALL)
    .required_attr("split_dim", ListInt)
    .required_attr("num_split", ListInt)
    .attr("keep_output_offset", Bool, True)
    .shape(concat_split.phony_split)
    .dtype(follow("x"))
    .traits(PURE)
    .category("concat-split")
)

Split = (
    op("Split")
    .doc("Cuts a tensor into equal parts along an axis given as a tensor.")
    .input("split_dim", INT32, doc="axis to cut, one whole number; negative counts from the end")
    .input(
        "x",
        RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL,
        doc="tensor whose axis is a multiple of num_split",
    )
    .dynamic_output(
        "y", RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL, doc="equal parts in their order"
    )
    .required_attr("num_split", Int, positive, doc="number of parts")
    .shape(concat_split.split())
    .dtype(follow("x"))
    .value(known_layout.split())
    .traits(PURE)
    .category("concat-split")
)

SplitD = (
    op("SplitD")
    .doc("Cuts a tensor into equal parts along an axis given as an attribute.")
    .input("x", IntegerDataType | BF16 | FLOAT | FLOAT16 | BOOL, doc="tensor whose axis is a multiple of num_split")
    .dynamic_output("y", IntegerDataType | BF16 | FLOAT | FLOAT16 | BOOL, doc="equal parts in their order")
    .required_attr("split_dim", Int, doc="axis to cut; negative counts from the end")
    .required_attr("num_split", Int, positive, doc="number of parts")
    .shape(concat_split.split())
    .dtype(follow("x"))
    .value(known_layout.split())
    .traits(PURE)
    .category("concat-split")
)

SplitV = (
    op("SplitV")
    .doc("Cuts a tensor into parts of given sizes, sizes and axis as tensors.")
    .input("x", RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL | STRING, doc="tensor to cut")
    .input("size_splits", IndexNumberType, doc="length of each part along the axis; a single -1 takes the rest")
    .input("split_dim", INT32 | INT64, doc="axis to cut, one whole number; negative counts from the end")
    .dynamic_output(
        "y", RealNumberType | QuantifiedType | COMPLEX128 | COMPLEX64 | BOOL | STRING, doc="parts in their order"
    )
    .required_attr("num_split", Int, positive, doc="number of parts")
    .shape(concat_split.split_v)
    .dtype(follow("x"))
    .value(known_layout.split())
    .traits(PURE)
    .category("concat-split")
)

SplitVD = (
    op("SplitVD")
    .doc("Cuts a tensor into parts of given sizes, sizes and axis as attributes.")
    .input("x", IntegerDataType | BF16 | FLOAT | FLOAT16 | BOOL, doc="tensor to cut")
    .dynamic_output("y", IntegerDataType | BF16 | FLOAT | FLOAT16 | BOOL, doc="parts in their order")
    .required_attr(
        "size_splits",
        ListInt,
        every(at_least(-1)),
        doc="length of each part along the axis; a single -1 takes the rest",
    )
    .required_attr("split_dim", Int, doc="axis to cut; negative counts from the end")
    .required_attr("num_split", Int, positive, doc="number of parts")
    .shape(concat_split.split_v)
    .dtype(follow("x"))
    .value(known_layout.split())
    .traits(PURE)
    .category("concat-split")
)

Unpack = (
    op("Unpack")
    .doc("Splits a tensor into slices along an axis and drops the axis.")
    .input("x", BasicType, doc="tensor to take apart")
    .dynamic_output("y", BasicType, doc="its slices along the axis, which disappears; num tensors")
    .required_attr("num", Int, not_negative, doc="number of slices, the length of the axis")
    .attr("axis", Int, 0, doc="axis to take apart; negative counts from the end")
    .shape(concat_split.unpack)
    .dtype(follow("x"))
    .value(known_layout.unpack)
    .traits(PURE)
    .category("concat-split")
)

OPS = (
    ChunkCat,
    Concat,
    ConcatD,
    ConcatOffset,
    ConcatOffsetD,
    ConcatV2,
    ConcatV2D,
    Pack,
    ParallelConcat,
    PhonyConcat,
    PhonySplit,
    Split,
    SplitD,
    SplitV,
    SplitVD,
    Unpack,
)
