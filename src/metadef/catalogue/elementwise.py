"""Functions of one tensor applied to each element, and casts."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    BROADCAST,
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
    INT4,
    INT8,
    INT32,
    INT64,
    PURE,
    STRING,
    UINT1,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    BasicType,
    Float,
    FloatingDataType,
    Int,
    NumberType,
    OrdinaryType,
    UnaryDataType,
    op,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common
from metadef.infer.value import known_arithmetic

Abs = (
    op("Abs")
    .doc("Absolute value.")
    .input("x", "T")
    .output("y", "T")
    .datatype("T", OrdinaryType - (COMPLEX128 | UINT16 | UINT32 | UINT64))
    .shape(common.same("x"))
    .value(known_arithmetic.absolute)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AbsGrad = (
    op("AbsGrad")
    .input("y", FLOAT16 | FLOAT | BF16)
    .input("dy", FLOAT16 | FLOAT | BF16)
    .output("z", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Acos = (
    op("Acos")
    .doc("Arc cosine.")
    .input("x", "T")
    .output("y", "T")
    .datatype("T", BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AcosGrad = (
    op("AcosGrad")
    .input("y", BF16 | FLOAT16 | FLOAT)
    .input("dy", BF16 | FLOAT16 | FLOAT)
    .output("z", BF16 | FLOAT16 | FLOAT)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Acosh = (
    op("Acosh")
    .doc("Inverse hyperbolic cosine.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AcoshGrad = (
    op("AcoshGrad")
    .input("y", FLOAT16 | BF16 | FLOAT)
    .input("dy", FLOAT16 | BF16 | FLOAT)
    .output("z", FLOAT16 | BF16 | FLOAT)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AdaCast = (
    op("AdaCast")
    .input("x", "T1")
    .output("y", "T2")
    .attr("pixel", Int, 65535)
    .datatype("T1", UINT16)
    .datatype("T2", FLOAT16)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Asin = (
    op("Asin")
    .doc("Arc sine.")
    .input("x", FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .output("y", FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AsinGrad = (
    op("AsinGrad")
    .input("y", FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .input("dy", FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .output("z", FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Asinh = (
    op("Asinh")
    .doc("Inverse hyperbolic sine.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AsinhGrad = (
    op("AsinhGrad")
    .input("y", FLOAT16 | FLOAT | BF16)
    .input("dy", FLOAT16 | FLOAT | BF16)
    .output("z", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Atan = (
    op("Atan")
    .doc("Arc tangent.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Atan2 = (
    op("Atan2")
    .doc("Angle of the point (x2, x1).")
    .input("x1", FloatingDataType | BF16)
    .input("x2", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("elementwise")
)

AtanGrad = (
    op("AtanGrad")
    .input("y", FLOAT16 | FLOAT | BF16)
    .input("dy", FLOAT16 | FLOAT | BF16)
    .output("z", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Atanh = (
    op("Atanh")
    .doc("Inverse hyperbolic tangent.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Cast = (
    op("Cast")
    .doc("Converts elements to another data type.")
    .input("x", BasicType | BOOL | UINT1 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT4_E1M2 | FLOAT4_E2M1)
    .output("y", BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT4_E1M2 | FLOAT4_E2M1 | INT4)
    .required_attr("dst_type", Int)
    .shape(common.same("x"))
    .dtype(from_attr("dst_type"))
    .value(known_arithmetic.cast)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

CastLike = (
    op("CastLike")
    .doc("Converts elements to the data type of another tensor.")
    .input("x", BasicType | BOOL | STRING)
    .input("target", BasicType | BOOL | STRING)
    .output("y", BasicType | BOOL | STRING)
    .shape(common.same("x"))
    .dtype(follow("target"))
    .traits(PURE)
    .category("elementwise")
)

Ceil = (
    op("Ceil")
    .doc("x rounded up.")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_arithmetic.ceiling)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

ClipByNormNoDivSum = (
    op("ClipByNormNoDivSum")
    .input("x", FLOAT16 | FLOAT)
    .input("greater_zeros", FLOAT16 | FLOAT)
    .input("select_ones", FLOAT16 | FLOAT)
    .input("maximum_ones", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("elementwise")
)

ClipByValue = (
    op("ClipByValue")
    .doc("Limits x to the range between two tensors.")
    .input("x", NumberType - (UINT32 | UINT64))
    .input("clip_value_min", NumberType - (UINT32 | UINT64))
    .input("clip_value_max", NumberType - (UINT32 | UINT64))
    .output("y", NumberType - (UINT32 | UINT64))
    .shape(common.broadcast("x", "clip_value_min", "clip_value_max"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("elementwise")
)

ClipByValueV2 = (
    op("ClipByValueV2")
    .doc("Limits x to the range between two tensors, newer form.")
    .input("x", NumberType)
    .input("clip_value_min", NumberType)
    .input("clip_value_max", NumberType)
    .output("y", NumberType)
    .shape(common.broadcast("x", "clip_value_min", "clip_value_max"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("elementwise")
)

Cos = (
    op("Cos")
    .doc("Cosine.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Cosh = (
    op("Cosh")
    .doc("Hyperbolic cosine.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Exp = (
    op("Exp")
    .doc("Exponential, optionally of another base and with scale and shift.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .attr("base", Float, -1.0)
    .attr("scale", Float, 1.0)
    .attr("shift", Float, 0.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Expm1 = (
    op("Expm1")
    .doc("exp(x) - 1, exact near zero.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Floor = (
    op("Floor")
    .doc("x rounded down.")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_arithmetic.floored)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Inv = (
    op("Inv")
    .doc("1 / x.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128 | BF16)
    .output("y", FLOAT16 | FLOAT | INT32 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

InvGrad = (
    op("InvGrad")
    .input("x", FLOAT | BF16 | FLOAT16 | INT32 | INT8)
    .input("grad", FLOAT | BF16 | FLOAT16 | INT32 | INT8)
    .output("y", FLOAT | BF16 | FLOAT16 | INT32 | INT8)
    .shape(common.broadcast("x", "grad"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Log = (
    op("Log")
    .doc("Logarithm, optionally of another base and with scale and shift.")
    .input("x", OrdinaryType - (COMPLEX32 | UINT16 | UINT32 | UINT64))
    .output("y", UnaryDataType)
    .attr("base", Float, -1.0)
    .attr("scale", Float, 1.0)
    .attr("shift", Float, 0.0)
    .shape(common.same("x"))
    .dtype(follow("x", FLOAT))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Log1p = (
    op("Log1p")
    .doc("log(1 + x), exact near zero.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

NanToNum = (
    op("NanToNum")
    .doc("Replaces NaN and the infinities by given numbers.")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .required_attr("nan", Float)
    .required_attr("posinf", Float)
    .required_attr("neginf", Float)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Neg = (
    op("Neg")
    .doc("x with its sign changed.")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_arithmetic.negate)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Power = (
    op("Power")
    .doc("(shift + scale * x) to a fixed power.")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .attr("power", Float, 1.0)
    .attr("scale", Float, 1.0)
    .attr("shift", Float, 0.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Reciprocal = (
    op("Reciprocal")
    .doc("1 / x.")
    .input("x", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128 | BF16)
    .output("y", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

ReciprocalGrad = (
    op("ReciprocalGrad")
    .input("y", UnaryDataType)
    .input("dy", UnaryDataType)
    .output("z", UnaryDataType)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Rint = (
    op("Rint")
    .doc("x rounded to the nearest integer, halves to even.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("y", FLOAT16 | FLOAT | DOUBLE | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Round = (
    op("Round")
    .doc("x rounded to the nearest, optionally to a number of decimals.")
    .input("x", FLOAT16 | BF16 | FLOAT | INT32 | INT64 | DOUBLE)
    .output("y", FLOAT16 | BF16 | FLOAT | INT32 | INT64 | DOUBLE)
    .attr("decimals", Int, 0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Rsqrt = (
    op("Rsqrt")
    .doc("1 / sqrt(x).")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

RsqrtGrad = (
    op("RsqrtGrad")
    .input("y", UnaryDataType | INT32 | INT8)
    .input("dy", UnaryDataType | INT32 | INT8)
    .output("z", UnaryDataType | INT32 | INT8)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sign = (
    op("Sign")
    .doc("-1, 0 or 1 by the sign of x.")
    .input("x", OrdinaryType - (BOOL | COMPLEX32))
    .output("y", OrdinaryType - (BOOL | COMPLEX32))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sin = (
    op("Sin")
    .doc("Sine.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sinh = (
    op("Sinh")
    .doc("Hyperbolic sine.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sqrt = (
    op("Sqrt")
    .doc("Square root.")
    .input("x", BF16 | FLOAT | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", BF16 | FLOAT | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

SqrtGrad = (
    op("SqrtGrad")
    .input("y", UnaryDataType)
    .input("dy", UnaryDataType)
    .output("z", UnaryDataType)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Square = (
    op("Square")
    .doc("x * x.")
    .input("x", DOUBLE | FLOAT16 | FLOAT | BF16 | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .output("y", DOUBLE | FLOAT16 | FLOAT | BF16 | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Tan = (
    op("Tan")
    .doc("Tangent.")
    .input("x", FLOAT | BF16 | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128 | INT32)
    .output("y", FLOAT | BF16 | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128 | INT32)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Trunc = (
    op("Trunc")
    .doc("x rounded towards zero.")
    .input("input_x", FLOAT16 | BF16 | FLOAT | INT8 | INT32 | UINT8)
    .output("output_y", FLOAT16 | BF16 | FLOAT | INT8 | INT32 | UINT8)
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

OPS = (
    Abs,
    AbsGrad,
    Acos,
    AcosGrad,
    Acosh,
    AcoshGrad,
    AdaCast,
    Asin,
    AsinGrad,
    Asinh,
    AsinhGrad,
    Atan,
    Atan2,
    AtanGrad,
    Atanh,
    Cast,
    CastLike,
    Ceil,
    ClipByNormNoDivSum,
    ClipByValue,
    ClipByValueV2,
    Cos,
    Cosh,
    Exp,
    Expm1,
    Floor,
    Inv,
    InvGrad,
    Log,
    Log1p,
    NanToNum,
    Neg,
    Power,
    Reciprocal,
    ReciprocalGrad,
    Rint,
    Round,
    Rsqrt,
    RsqrtGrad,
    Sign,
    Sin,
    Sinh,
    Sqrt,
    SqrtGrad,
    Square,
    Tan,
    Trunc,
)
