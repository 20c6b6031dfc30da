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
    not_negative,
    op,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common, quantize, transform, vector_search
from metadef.infer.value import known_arithmetic, known_layout

ApproximateEqual = (
    op("ApproximateEqual")
    .doc("Whether elements of two tensors differ by less than a tolerance.")
    .input("x1", NumberType, doc="first operand")
    .input("x2", NumberType, doc="second operand, of the shape of the first")
    .output("y", BOOL, doc="whether |x1 - x2| is below the tolerance")
    .attr("tolerance", Float, 1e-05, not_negative, doc="largest difference, exclusive, that still counts as equal")
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

BitwiseAnd = (
    op("BitwiseAnd")
    .doc("Bits set in both integers.")
    .input("x1", IntegerDataType, doc="first integers")
    .input("x2", IntegerDataType, doc="second integers, of the same type and of a shape that broadcasts")
    .output("y", IntegerDataType, doc="bits that are set in both")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

BitwiseOr = (
    op("BitwiseOr")
    .doc("Bits set in either integer.")
    .input("x1", IntegerDataType, doc="first integers")
    .input("x2", IntegerDataType, doc="second integers, of the same type and of a shape that broadcasts")
    .output("y", IntegerDataType, doc="bits that are set in at least one")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

BitwiseXor = (
    op("BitwiseXor")
    .doc("Bits set in exactly one of two integers.")
    .input("x1", IntegerDataType, doc="first integers")
    .input("x2", IntegerDataType, doc="second integers, of the same type and of a shape that broadcasts")
    .output("y", IntegerDataType, doc="bits that are set in exactly one")
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
    .shape(vector_search.taken)
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
        doc="first operand",
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
        doc="second operand, of the same type and of a shape that broadcasts",
    )
    .output("y", BOOL, doc="true where the operands are the same; NaN equals nothing")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.equal)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

Greater = (
    op("Greater")
    .doc("Whether elements of the first tensor are greater, with broadcasting.")
    .input("x1", RealNumberType, doc="left side of the comparison")
    .input("x2", RealNumberType, doc="right side, of the same type and of a shape that broadcasts")
    .output("y", BOOL, doc="true where x1 > x2")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.greater)
    .traits(PURE, BROADCAST)
    .category("compare")
)

GreaterEqual = (
    op("GreaterEqual")
    .doc("Whether elements of the first tensor are greater or equal, with broadcasting.")
    .input("x1", RealNumberType, doc="left side of the comparison")
    .input("x2", RealNumberType, doc="right side, of the same type and of a shape that broadcasts")
    .output("y", BOOL, doc="true where x1 >= x2")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.greater_equal)
    .traits(PURE, BROADCAST)
    .category("compare")
)

Invert = (
    op("Invert")
    .doc("All bits of an integer flipped.")
    .input("x", IntegerDataType, doc="integers of any shape")
    .output("y", IntegerDataType, doc="integers with every bit flipped, -x - 1 for signed types")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsClose = (
    op("IsClose")
    .doc("Whether elements of two tensors are equal within tolerances.")
    .input("x1", BasicType | BOOL, doc="values to judge")
    .input("x2", BasicType | BOOL, doc="reference, of a shape that broadcasts")
    .output("y", BOOL, doc="whether |x1 - x2| <= atol + rtol * |x2|")
    .attr("rtol", Float, 1e-05, not_negative, doc="tolerance relative to the magnitude of the reference")
    .attr("atol", Float, 1e-08, not_negative, doc="absolute tolerance")
    .attr("equal_nan", Bool, False, doc="whether two NaN count as close")
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

IsFinite = (
    op("IsFinite")
    .doc("Whether elements are neither infinite nor NaN.")
    .input("x", RealNumberType | BOOL, doc="floating-point numbers of any shape")
    .output("y", BOOL, doc="true where the element is neither infinite nor NaN")
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsInf = (
    op("IsInf")
    .doc("Whether elements are infinite.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="floating-point numbers of any shape")
    .output("y", BOOL, doc="true where the element is plus or minus infinity")
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsNan = (
    op("IsNan")
    .doc("Whether elements are not numbers.")
    .input("x", FLOAT16 | BF16 | FLOAT | DOUBLE, doc="floating-point numbers of any shape")
    .output("y", BOOL, doc="true where the element is not a number")
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsNegInf = (
    op("IsNegInf")
    .doc("Whether elements are minus infinity.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="floating-point numbers of any shape")
    .output("y", BOOL, doc="true where the element is minus infinity")
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

IsPosInf = (
    op("IsPosInf")
    .doc("Whether elements are plus infinity.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="floating-point numbers of any shape")
    .output("y", BOOL, doc="true where the element is plus infinity")
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

LeftShift = (
    op("LeftShift")
    .doc("Bits of an integer moved towards the high end.")
    .input("x", IntegerDataType, doc="integers to shift")
    .input(
        "y",
        IntegerDataType,
        doc="number of places, from 0 to the width of the type less one, of a shape that broadcasts",
    )
    .output("z", IntegerDataType, doc="x * 2^y, dropping the bits that leave the type")
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

Less = (
    op("Less")
    .doc("Whether elements of the first tensor are less, with broadcasting.")
    .input("x1", RealNumberType, doc="left side of the comparison")
    .input("x2", RealNumberType, doc="right side, of the same type and of a shape that broadcasts")
    .output("y", BOOL, doc="true where x1 < x2")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.less)
    .traits(PURE, BROADCAST)
    .category("compare")
)

LessEqual = (
    op("LessEqual")
    .doc("Whether elements of the first tensor are less or equal, with broadcasting.")
    .input("x1", RealNumberType, doc="left side of the comparison")
    .input("x2", RealNumberType, doc="right side, of the same type and of a shape that broadcasts")
    .output("y", BOOL, doc="true where x1 <= x2")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.less_equal)
    .traits(PURE, BROADCAST)
    .category("compare")
)

LogicalAnd = (
    op("LogicalAnd")
    .doc("Both elements are true.")
    .input("x1", BOOL, doc="first truth values")
    .input("x2", BOOL, doc="second truth values, of a shape that broadcasts")
    .output("y", BOOL, doc="true where both are")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.logical_and)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

LogicalNot = (
    op("LogicalNot")
    .doc("Element is false.")
    .input("x", BOOL, doc="truth values of any shape")
    .output("y", BOOL, doc="true where x is false")
    .shape(common.same("x"))
    .value(known_arithmetic.logical_not)
    .traits(PURE, ELEMENTWISE)
    .category("compare")
)

LogicalOr = (
    op("LogicalOr")
    .doc("At least one of two elements is true.")
    .input("x1", SignedDataType | BOOL | UINT8 | FLOAT16 | BF16 | FLOAT, doc="first truth values")
    .input(
        "x2",
        SignedDataType | BOOL | UINT8 | FLOAT16 | BF16 | FLOAT,
        doc="second truth values, of a shape that broadcasts",
    )
    .output("y", BOOL, doc="true where at least one is")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.logical_or)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

NotEqual = (
    op("NotEqual")
    .doc("Whether elements of two tensors differ, with broadcasting.")
    .input("x1", RealNumberType, doc="first operand")
    .input("x2", RealNumberType, doc="second operand, of the same type and of a shape that broadcasts")
    .output("y", BOOL, doc="true where the operands differ; NaN differs from everything")
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.not_equal)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("compare")
)

PopulationCount = (
    op("PopulationCount")
    .doc("Number of bits that are set in each integer.")
    .input("x", IntegerDataType, doc="integers of any shape")
    .output("y", UINT8, doc="number of ones in the binary form of each element")
    .traits(PURE, ELEMENTWISE)
    .category("compare")
    .shape(common.same("x"))
)

RightShift = (
    op("RightShift")
    .doc("Bits of an integer moved towards the low end.")
    .input("x", IntegerDataType, doc="integers to shift")
    .input(
        "y",
        IntegerDataType,
        doc="number of places, from 0 to the width of the type less one, of a shape that broadcasts",
    )
    .output("z", IntegerDataType, doc="x shifted down; signed types keep their sign")
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

Select = (
    op("Select")
    .doc("Elements of one tensor where a condition holds, of another elsewhere.")
    .input("condition", BOOL, doc="truth values of the shape of the choices, or one for each row of them")
    .input("x1", BasicType | BOOL | STRING, doc="elements to take where the condition is true")
    .input("x2", BasicType | BOOL | STRING, doc="elements to take where it is false, of the shape of the first")
    .output("y", BasicType | BOOL | STRING, doc="chosen elements")
    .shape(transform.select)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("compare")
)

SelectV2 = (
    op("SelectV2")
    .doc("Elements of one tensor where a condition holds, of another elsewhere, with broadcasting.")
    .input("condition", BOOL, doc="truth values")
    .input(
        "then",
        RealNumberType | COMPLEX128 | COMPLEX64 | BOOL,
        doc="elements to take where the condition is true, of a shape that broadcasts with it",
    )
    .input(
        "else",
        RealNumberType | COMPLEX128 | COMPLEX64 | BOOL,
        doc="elements to take where it is false, of the type of the other choice",
    )
    .output(
        "result",
        RealNumberType | COMPLEX128 | COMPLEX64 | BOOL,
        doc="chosen elements, of the broadcast shape of all three",
    )
    .shape(common.broadcast("condition", "then", "else"))
    .dtype(follow("then"))
    .value(known_layout.select("condition", "then", "else"))
    .traits(PURE, BROADCAST)
    .category("compare")
)

Signbit = (
    op("Signbit")
    .doc("Whether elements have their sign bit set.")
    .input("x", RealNumberType, doc="numbers of any shape")
    .output("y", BOOL, doc="true where the sign bit is set, also for minus zero")
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
    .input("input_x", RealNumberType | BOOL, doc="first tensor")
    .input("input_y", RealNumberType | BOOL, doc="second tensor, of the same type")
    .output("output_z", BOOL, doc="one truth value: whether shapes and all elements are equal")
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
