"""Comparisons, logic, selection and bit operations."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    BROADCAST,
    COMMUTATIVE,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    ELEMENTWISE,
    FLOAT,
    FLOAT16,
    INT32,
    PURE,
    QINT8,
    QINT32,
    QUINT8,
    STRING,
    UINT8,
    BasicType,
    Bool,
    Float,
    Int,
    IntegerDataType,
    NumberType,
    RealNumberType,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common, quantize, transform
from metadef.infer.value import known_arithmetic, known_layout

ApproximateEqual = (
    op("ApproximateEqual")
    .doc("Whether elements of two tensors differ by less than a tolerance.")
    .input("x1", NumberType)
    .input("x2", NumberType)
    .output("y", BOOL)
    .attr("tolerance", Float, 1e-05)
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

BitwiseAnd = (
    op("BitwiseAnd")
    .doc("Bits set in both integers.")
    .input("x1", IntegerDataType)
    .input("x2", IntegerDataType)
    .output("y", IntegerDataType)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

BitwiseOr = (
    op("BitwiseOr")
    .doc("Bits set in either integer.")
    .input("x1", IntegerDataType)
    .input("x2", IntegerDataType)
    .output("y", IntegerDataType)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

BitwiseXor = (
    op("BitwiseXor")
    .doc("Bits set in exactly one of two integers.")
    .input("x1", IntegerDataType)
    .input("x2", IntegerDataType)
    .output("y", IntegerDataType)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

CompareAndBitpack = (
    op("CompareAndBitpack")
    .input("x", SignedDataType | FLOAT | FLOAT16 | DOUBLE | BOOL)
    .input("threshold", SignedDataType | FLOAT | FLOAT16 | DOUBLE | BOOL)
    .output("y", UINT8)
    .shape(transform.bit_packed)
    .traits(PURE)
    .category("compare")
)

CondTake = (
    op("CondTake")
    .input("data", FLOAT)
    .input("mask", FLOAT)
    .output("out_data", FLOAT)
    .output("out_index", INT32)
    .output("valid_num", INT32)
    .required_attr("mode", String)
    .required_attr("val", Float)
    .attr("eps", Float, 1e-06)
    .traits(PURE)
    .category("compare")
)

Equal = (
    op("Equal")
    .doc("Whether elements of two tensors are equal, with broadcasting.")
    .input(
        "x1",
        SignedDataType
        | FLOAT
        | BF16
        | FLOAT16
        | UINT8
        | DOUBLE
        | COMPLEX64
        | COMPLEX128
        | QUINT8
        | QINT8
        | QINT32
        | STRING
        | BOOL,
    )
    .input(
        "x2",
        SignedDataType
        | FLOAT
        | BF16
        | FLOAT16
        | UINT8
        | DOUBLE
        | COMPLEX64
        | COMPLEX128
        | QUINT8
        | QINT8
        | QINT32
        | STRING
        | BOOL,
    )
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.equal)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

Greater = (
    op("Greater")
    .doc("Whether elements of the first tensor are greater, with broadcasting.")
    .input("x1", RealNumberType)
    .input("x2", RealNumberType)
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.greater)
    .traits(PURE, BROADCAST)
    .category("compare")
)

GreaterEqual = (
    op("GreaterEqual")
    .doc("Whether elements of the first tensor are greater or equal, with broadcasting.")
    .input("x1", RealNumberType)
    .input("x2", RealNumberType)
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.greater_equal)
    .traits(PURE, BROADCAST)
    .category("compare")
)

Invert = (
    op("Invert")
    .doc("All bits of an integer flipped.")
    .input("x", IntegerDataType)
    .output("y", IntegerDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsClose = (
    op("IsClose")
    .doc("Whether elements of two tensors are equal within tolerances.")
    .input("x1", BasicType | BOOL)
    .input("x2", BasicType | BOOL)
    .output("y", BOOL)
    .attr("rtol", Float, 1e-05)
    .attr("atol", Float, 1e-08)
    .attr("equal_nan", Bool, False)
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

IsFinite = (
    op("IsFinite")
    .doc("Whether elements are neither infinite nor NaN.")
    .input("x", RealNumberType | BOOL)
    .output("y", BOOL)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsInf = (
    op("IsInf")
    .doc("Whether elements are infinite.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("y", BOOL)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsNan = (
    op("IsNan")
    .doc("Whether elements are not numbers.")
    .input("x", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .output("y", BOOL)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsNegInf = (
    op("IsNegInf")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("y", BOOL)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsPosInf = (
    op("IsPosInf")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("y", BOOL)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

LeftShift = (
    op("LeftShift")
    .doc("Bits of an integer moved towards the high end.")
    .input("x", IntegerDataType)
    .input("y", IntegerDataType)
    .output("z", IntegerDataType)
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

Less = (
    op("Less")
    .doc("Whether elements of the first tensor are less, with broadcasting.")
    .input("x1", RealNumberType)
    .input("x2", RealNumberType)
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.less)
    .traits(PURE, BROADCAST)
    .category("compare")
)

LessEqual = (
    op("LessEqual")
    .doc("Whether elements of the first tensor are less or equal, with broadcasting.")
    .input("x1", RealNumberType)
    .input("x2", RealNumberType)
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.less_equal)
    .traits(PURE, BROADCAST)
    .category("compare")
)

LogicalAnd = (
    op("LogicalAnd")
    .doc("Both elements are true.")
    .input("x1", BOOL)
    .input("x2", BOOL)
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.logical_and)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

LogicalNot = (
    op("LogicalNot")
    .doc("Element is false.")
    .input("x", BOOL)
    .output("y", BOOL)
    .shape(common.same("x"))
    .value(known_arithmetic.logical_not)
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

LogicalOr = (
    op("LogicalOr")
    .doc("At least one of two elements is true.")
    .input("x1", SignedDataType | BOOL | UINT8 | FLOAT16 | BF16 | FLOAT)
    .input("x2", SignedDataType | BOOL | UINT8 | FLOAT16 | BF16 | FLOAT)
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.logical_or)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

NotEqual = (
    op("NotEqual")
    .doc("Whether elements of two tensors differ, with broadcasting.")
    .input("x1", RealNumberType)
    .input("x2", RealNumberType)
    .output("y", BOOL)
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.not_equal)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

PopulationCount = (
    op("PopulationCount")
    .input("x", IntegerDataType)
    .output("y", UINT8)
    .traits(PURE, ELEMENTWISE)
    .category("compare")
    .shape(common.same("x"))
)

RightShift = (
    op("RightShift")
    .doc("Bits of an integer moved towards the low end.")
    .input("x", IntegerDataType)
    .input("y", IntegerDataType)
    .output("z", IntegerDataType)
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

Select = (
    op("Select")
    .doc("Elements of one tensor where a condition holds, of another elsewhere.")
    .input("condition", BOOL)
    .input("x1", BasicType | BOOL | STRING)
    .input("x2", BasicType | BOOL | STRING)
    .output("y", BasicType | BOOL | STRING)
    .shape(transform.select)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("compare")
)

SelectV2 = (
    op("SelectV2")
    .doc("Elements of one tensor where a condition holds, of another elsewhere, with broadcasting.")
    .input("condition", BOOL)
    .input("then", RealNumberType | COMPLEX128 | COMPLEX64 | BOOL)
    .input("else", RealNumberType | COMPLEX128 | COMPLEX64 | BOOL)
    .output("result", RealNumberType | COMPLEX128 | COMPLEX64 | BOOL)
    .shape(common.broadcast("condition", "then", "else"))
    .dtype(follow("then"))
    .value(known_layout.select("condition", "then", "else"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

Signbit = (
    op("Signbit")
    .input("x", RealNumberType)
    .output("y", BOOL)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

SignBitsPack = (
    op("SignBitsPack")
    .input("x", FLOAT | FLOAT16)
    .output("y", UINT8)
    .required_attr("size", Int)
    .shape(quantize.sign_bits_pack)
    .traits(PURE)
    .category("compare")
)

SignBitsUnpack = (
    op("SignBitsUnpack")
    .input("x", UINT8)
    .output("y", FLOAT | FLOAT16)
    .required_attr("size", Int)
    .required_attr("dtype", Type)
    .shape(quantize.sign_bits_unpack)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("compare")
)

TensorEqual = (
    op("TensorEqual")
    .doc("Whether two tensors are equal as a whole.")
    .input("input_x", RealNumberType | BOOL)
    .input("input_y", RealNumberType | BOOL)
    .output("output_z", BOOL)
    .shape(common.scalar)
    .traits(PURE)
    .category("compare")
)

OPS = (
    ApproximateEqual,
    BitwiseAnd,
    BitwiseOr,
    BitwiseXor,
    CompareAndBitpack,
    CondTake,
    Equal,
    Greater,
    GreaterEqual,
    Invert,
    IsClose,
    IsFinite,
    IsInf,
    IsNan,
    IsNegInf,
    IsPosInf,
    LeftShift,
    Less,
    LessEqual,
    LogicalAnd,
    LogicalNot,
    LogicalOr,
    NotEqual,
    PopulationCount,
    RightShift,
    Select,
    SelectV2,
    Signbit,
    SignBitsPack,
    SignBitsUnpack,
    TensorEqual,
)
