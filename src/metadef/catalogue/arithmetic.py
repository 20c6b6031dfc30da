"""Arithmetic of two and more tensors with broadcasting."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    BROADCAST,
    COMMUTATIVE,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    ELEMENTWISE,
    FLOAT,
    FLOAT16,
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
    Bool,
    Float,
    Int,
    ListFloat,
    ListInt,
    NumberType,
    OrdinaryType,
    RealNumberType,
    SignedDataType,
    String,
    UnaryDataType,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import arithmetic, common, segment, shape
from metadef.infer.value import known_arithmetic

AccumulateNV2 = (
    op("AccumulateNV2")
    .doc("Sum of any number of equally shaped tensors.")
    .dynamic_input("x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8)
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8)
    .required_attr("N", Int)
    .shape(arithmetic.sum_of)
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

Add = (
    op("Add")
    .doc("Sum of two tensors with broadcasting.")
    .input("x1", UnaryDataType | SignedDataType | BOOL | UINT8 | STRING)
    .input("x2", UnaryDataType | SignedDataType | BOOL | UINT8 | STRING)
    .output("y", UnaryDataType | SignedDataType | BOOL | UINT8 | STRING)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.add)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Addcdiv = (
    op("Addcdiv")
    .doc("input + value * x1 / x2.")
    .input("input_data", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64)
    .input("x1", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64)
    .input("x2", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64)
    .input("value", FLOAT16 | BF16 | FLOAT | INT32 | DOUBLE | INT64)
    .output("y", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64)
    .shape(common.broadcast("input_data", "x1", "x2", "value"))
    .dtype(follow("input_data"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Addcmul = (
    op("Addcmul")
    .doc("input + value * x1 * x2.")
    .input("input_data", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .input("x2", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .input("value", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .output("y", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .shape(common.broadcast("input_data", "x1", "x2", "value"))
    .dtype(follow("input_data"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

AddMatMatElements = (
    op("AddMatMatElements")
    .input("c", FLOAT | FLOAT16)
    .input("a", FLOAT | FLOAT16)
    .input("b", FLOAT | FLOAT16)
    .input("beta", FLOAT | FLOAT16)
    .input("alpha", FLOAT | FLOAT16)
    .output("c", FLOAT | FLOAT16)
    .shape(common.in_place)
    .category("arithmetic")
)

AddN = (
    op("AddN")
    .doc("Sum of any number of equally shaped tensors.")
    .dynamic_input("x", NumberType | VARIANT)
    .output("y", NumberType | VARIANT)
    .required_attr("N", Int)
    .shape(arithmetic.sum_of_n)
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

Adds = (
    op("Adds")
    .doc("Adds a number to a tensor.")
    .input("x", FLOAT | INT16 | INT32 | FLOAT16 | BF16 | INT64)
    .output("y", FLOAT | INT16 | INT32 | FLOAT16 | BF16 | INT64)
    .required_attr("value", Float)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

AddV2 = (
    op("AddV2")
    .doc("Sum of two tensors with broadcasting; mixed types are promoted.")
    .input("x1", SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE | COMPLEX64 | BF16 | COMPLEX128)
    .input("x2", SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE | COMPLEX64 | BF16 | COMPLEX128)
    .output("y", SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE | COMPLEX64 | BF16 | COMPLEX128)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.add)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Axpy = (
    op("Axpy")
    .doc("x1 + alpha * x2 with a number alpha.")
    .input("x1", FLOAT | INT32 | FLOAT16 | BF16)
    .input("x2", FLOAT | INT32 | FLOAT16 | BF16)
    .output("y", FLOAT | INT32 | FLOAT16 | BF16)
    .required_attr("alpha", Float)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

AxpyV2 = (
    op("AxpyV2")
    .doc("x1 + alpha * x2 with a tensor alpha.")
    .input("x1", "T1")
    .input("x2", "T2")
    .input("alpha", "T3")
    .output("y", "T4")
    .datatype("T1", FLOAT16 | FLOAT | INT32 | BF16 | INT64 | UINT8 | INT8 | BOOL)
    .datatype("T2", FLOAT16 | FLOAT | INT32 | BF16 | INT64 | UINT8 | INT8 | BOOL)
    .datatype("T3", FLOAT16 | FLOAT | INT32 | BF16 | INT64 | UINT8 | INT8 | BOOL)
    .datatype("T4", promote=("T1", "T2", "T3"))
    .shape(common.broadcast("x1", "x2", "alpha"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Bias = (
    op("Bias")
    .doc("Adds a tensor whose axes match from a given axis on.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("bias", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("axis", Int, 1)
    .attr("num_axes", Int, 1)
    .attr("bias_from_blob", Bool, True)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("arithmetic")
)

BiasAdd = (
    op("BiasAdd")
    .doc("Adds a vector along the channel axis.")
    .input("x", NumberType)
    .input("bias", NumberType)
    .output("y", NumberType)
    .attr("data_format", String, "NHWC")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("arithmetic")
)

ConfusionMulGrad = (
    op("ConfusionMulGrad")
    .input("input0", FLOAT16 | FLOAT)
    .input("input1", FLOAT16 | FLOAT)
    .input("input2", FLOAT16 | FLOAT)
    .output("output0", FLOAT16 | FLOAT)
    .output("output1", FLOAT16 | FLOAT)
    .attr("axes", ListInt, ())
    .attr("keep_dims", Bool, False)
    .traits(PURE)
    .category("arithmetic")
)

Div = (
    op("Div")
    .doc("Quotient of two tensors with broadcasting; integers divide as integers.")
    .input("x1", OrdinaryType - (BOOL | UINT32 | UINT64))
    .input("x2", OrdinaryType - (BOOL | UINT32 | UINT64))
    .output("y", OrdinaryType - (BOOL | UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

DivNoNan = (
    op("DivNoNan")
    .doc("Quotient with broadcasting, zero where the divisor is zero.")
    .input("x1", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | DOUBLE | BF16)
    .input("x2", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | DOUBLE | BF16)
    .output("y", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | DOUBLE | BF16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Eltwise = (
    op("Eltwise")
    .doc("Product, weighted sum or maximum of any number of tensors, as Caffe defines it.")
    .dynamic_input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .required_attr("N", Int)
    .attr("mode", Int, 1)
    .attr("coeff", ListFloat, ())
    .shape(shape.broadcast_members)
    .dtype(follow("x"))
    .traits(PURE)
    .category("arithmetic")
)

FloorDiv = (
    op("FloorDiv")
    .doc("Quotient with broadcasting, rounded down.")
    .input("x1", RealNumberType - (UINT32 | UINT64))
    .input("x2", RealNumberType - (UINT32 | UINT64))
    .output("y", RealNumberType - (UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.floor_divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

FloorMod = (
    op("FloorMod")
    .doc("Remainder with the sign of the divisor.")
    .input("x1", INT32 | INT64 | FLOAT | FLOAT16 | DOUBLE | BF16)
    .input("x2", INT32 | INT64 | FLOAT | FLOAT16 | DOUBLE | BF16)
    .output("y", INT32 | INT64 | FLOAT | FLOAT16 | DOUBLE | BF16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.floor_modulo)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

FusedMulAdd = (
    op("FusedMulAdd")
    .doc("x1 * x2 + x3.")
    .input("x1", FLOAT16 | FLOAT | INT32)
    .input("x2", FLOAT16 | FLOAT | INT32)
    .input("x3", FLOAT16 | FLOAT | INT32)
    .output("y", FLOAT16 | FLOAT | INT32)
    .shape(common.broadcast("x1", "x2", "x3"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

FusedMulAddAdd = (
    op("FusedMulAddAdd")
    .input("x1", FLOAT16 | FLOAT | INT32)
    .input("x2", FLOAT16 | FLOAT | INT32)
    .input("x3", FLOAT16 | FLOAT | INT32)
    .input("x4", FLOAT16 | FLOAT | INT32)
    .output("y", FLOAT16 | FLOAT | INT32)
    .shape(common.broadcast("x1", "x2", "x3", "x4"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("arithmetic")
)

FusedMulAddN = (
    op("FusedMulAddN")
    .input("x1", FLOAT | FLOAT16 | INT32 | INT16 | BF16)
    .input("x2", FLOAT | FLOAT16 | INT32 | INT16 | BF16)
    .input("x3", FLOAT | FLOAT16 | INT32 | INT16 | BF16)
    .output("y", FLOAT | FLOAT16 | INT32 | INT16 | BF16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("arithmetic")
)

Gcd = (
    op("Gcd")
    .doc("Greatest common divisor of two integer tensors.")
    .input("x1", "T")
    .input("x2", "T")
    .output("y", "T")
    .datatype("T", UINT8 | INT8 | INT16 | INT32 | INT64)
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Lerp = (
    op("Lerp")
    .doc("start + weight * (end - start).")
    .input("start", FLOAT16 | FLOAT | BF16)
    .input("end", FLOAT16 | FLOAT | BF16)
    .input("weight", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("start", "end", "weight"))
    .dtype(follow("start"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

LogAddExp = (
    op("LogAddExp")
    .doc("Logarithm of the sum of two exponentials.")
    .input("x1", BF16 | FLOAT16 | FLOAT)
    .input("x2", BF16 | FLOAT16 | FLOAT)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .attr("base", Float, -1.0)
    .attr("scale", Float, 1.0)
    .attr("shift", Float, 0.0)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Maximum = (
    op("Maximum")
    .doc("Larger element of two tensors with broadcasting.")
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .input("x2", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .output("y", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.maximum)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

MaximumGrad = (
    op("MaximumGrad")
    .input("grads", FLOAT | FLOAT16 | INT32)
    .input("x1", FLOAT | FLOAT16 | INT32)
    .input("x2", FLOAT | FLOAT16 | INT32)
    .output("y1", FLOAT | FLOAT16 | INT32)
    .output("y2", FLOAT | FLOAT16 | INT32)
    .attr("grad_x", Bool, True)
    .attr("grad_y", Bool, True)
    .traits(PURE)
    .category("arithmetic")
)

MaxN = (
    op("MaxN")
    .dynamic_input("x", FLOAT16 | FLOAT | INT32 | INT64 | DOUBLE)
    .output("y", FLOAT16 | FLOAT | INT32 | INT64 | DOUBLE)
    .shape(shape.broadcast_members)
    .dtype(follow("x"))
    .traits(PURE)
    .category("arithmetic")
)

Minimum = (
    op("Minimum")
    .doc("Smaller element of two tensors with broadcasting.")
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .input("x2", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .output("y", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.minimum)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

MinimumGrad = (
    op("MinimumGrad")
    .input("grads", FLOAT | FLOAT16 | INT32)
    .input("x1", FLOAT | FLOAT16 | INT32)
    .input("x2", FLOAT | FLOAT16 | INT32)
    .output("y1", FLOAT | FLOAT16 | INT32)
    .output("y2", FLOAT | FLOAT16 | INT32)
    .attr("grad_x", Bool, True)
    .attr("grad_y", Bool, True)
    .traits(PURE)
    .category("arithmetic")
)

Mod = (
    op("Mod")
    .doc("Remainder with the sign of the dividend.")
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .input("x2", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .output("y", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.modulo)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Mul = (
    op("Mul")
    .doc("Product of two tensors with broadcasting.")
    .input("x1", "T1")
    .input("x2", "T2")
    .output("y", "T3")
    .datatype("T1", OrdinaryType - (UINT32 | UINT64))
    .datatype("T2", OrdinaryType - (UINT32 | UINT64))
    .datatype("T3", promote=("T1", "T2"))
    .shape(common.broadcast("x1", "x2"))
    .value(known_arithmetic.multiply)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

MulAddn = (
    op("MulAddn")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .required_attr("N", Int)
    .shape(segment.paired_products)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("arithmetic")
)

MulNoNan = (
    op("MulNoNan")
    .doc("Product with broadcasting, zero where the second factor is zero.")
    .input("x1", FLOAT16 | FLOAT | INT32 | BF16)
    .input("x2", FLOAT16 | FLOAT | INT32 | BF16)
    .output("y", FLOAT16 | FLOAT | INT32 | BF16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Muls = (
    op("Muls")
    .doc("Multiplies a tensor by a number.")
    .input("x", FLOAT | INT16 | INT32 | INT64 | FLOAT16 | BF16 | COMPLEX32 | COMPLEX64)
    .output("y", FLOAT | INT16 | INT32 | INT64 | FLOAT16 | BF16 | COMPLEX32 | COMPLEX64)
    .required_attr("value", Float)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

Pow = (
    op("Pow")
    .doc("First tensor to the power of the second, with broadcasting.")
    .input("x1", "T1")
    .input("x2", "T2")
    .output("y", "T3")
    .datatype("T1", SignedDataType | BF16 | FLOAT16 | FLOAT | UINT8 | DOUBLE | COMPLEX64 | COMPLEX128)
    .datatype("T2", SignedDataType | BF16 | FLOAT16 | FLOAT | UINT8 | DOUBLE | COMPLEX64 | COMPLEX128)
    .datatype("T3", promote=("T1", "T2"))
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Pows = (
    op("Pows")
    .doc("Tensor to the power of a one-element tensor.")
    .input("x1", "T")
    .input("x2", "T")
    .output("y", "T")
    .datatype("T", BF16 | FLOAT16 | FLOAT)
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE)
    .category("arithmetic")
)

RealDiv = (
    op("RealDiv")
    .doc("Quotient of two tensors with broadcasting, as real numbers.")
    .input("x1", OrdinaryType - (COMPLEX32 | UINT32 | UINT64))
    .input("x2", OrdinaryType - (COMPLEX32 | UINT32 | UINT64))
    .output("y", OrdinaryType - (BOOL | COMPLEX32 | UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1", FLOAT))
    .value(known_arithmetic.divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

SquaredDifference = (
    op("SquaredDifference")
    .doc("Square of the difference of two tensors with broadcasting.")
    .input("x1", BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .input("x2", BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Sub = (
    op("Sub")
    .doc("Difference of two tensors with broadcasting.")
    .input("x1", OrdinaryType - (UINT32 | UINT64))
    .input("x2", OrdinaryType - (UINT32 | UINT64))
    .output("y", OrdinaryType - (UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.subtract)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Sxpy = (
    op("Sxpy")
    .input("x1", "T1")
    .input("x2", "T2")
    .optional_input("alpha", "T3")
    .output("y", "T4")
    .datatype("T1", OrdinaryType - (BOOL | UINT32 | UINT64))
    .datatype("T2", OrdinaryType - (BOOL | UINT32 | UINT64))
    .datatype("T3", OrdinaryType - (BOOL | UINT32 | UINT64))
    .datatype("T4", promote=("T1", "T2", "T3"))
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE)
    .category("arithmetic")
)

TruncateDiv = (
    op("TruncateDiv")
    .doc("Quotient rounded towards zero.")
    .input("x1", RealNumberType - (UINT32 | UINT64))
    .input("x2", RealNumberType - (UINT32 | UINT64))
    .output("y", RealNumberType - (UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

TruncateMod = (
    op("TruncateMod")
    .doc("Remainder of the division that rounds towards zero.")
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .input("x2", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .output("y", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64))
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.modulo)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

OPS = (
    AccumulateNV2,
    Add,
    Addcdiv,
    Addcmul,
    AddMatMatElements,
    AddN,
    Adds,
    AddV2,
    Axpy,
    AxpyV2,
    Bias,
    BiasAdd,
    ConfusionMulGrad,
    Div,
    DivNoNan,
    Eltwise,
    FloorDiv,
    FloorMod,
    FusedMulAdd,
    FusedMulAddAdd,
    FusedMulAddN,
    Gcd,
    Lerp,
    LogAddExp,
    Maximum,
    MaximumGrad,
    MaxN,
    Minimum,
    MinimumGrad,
    Mod,
    Mul,
    MulAddn,
    MulNoNan,
    Muls,
    Pow,
    Pows,
    RealDiv,
    SquaredDifference,
    Sub,
    Sxpy,
    TruncateDiv,
    TruncateMod,
)
