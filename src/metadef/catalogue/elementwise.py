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
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common
from metadef.infer.value import known_arithmetic

Abs = (
    op("Abs")
    .doc("Absolute value.")
    .input("x", "T", doc="any shape")
    .output("y", "T", doc="magnitude of every element, the shape and type of x")
    .datatype("T", OrdinaryType - (COMPLEX128 | UINT16 | UINT32 | UINT64))
    .shape(common.same("x"))
    .value(known_arithmetic.absolute)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AbsGrad = (
    op("AbsGrad")
    .doc("Gradient of the absolute value.")
    .input("y", FLOAT16 | FLOAT | BF16, doc="input that Abs had")
    .input("dy", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at its result, the shape of y")
    .output("z", FLOAT16 | FLOAT | BF16, doc="dy times the sign of the input; zero at zero")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Acos = (
    op("Acos")
    .doc("Arc cosine.")
    .input("x", "T", doc="cosines between -1 and 1; NaN comes of anything outside")
    .output("y", "T", doc="angles between 0 and pi, in radians")
    .datatype("T", BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AcosGrad = (
    op("AcosGrad")
    .doc("Gradient of Acos, from its input.")
    .input("y", BF16 | FLOAT16 | FLOAT, doc="input that Acos had")
    .input("dy", BF16 | FLOAT16 | FLOAT, doc="gradient that arrives at the result of Acos, the shape of y")
    .output("z", BF16 | FLOAT16 | FLOAT, doc="-dy / sqrt(1 - y^2)")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Acosh = (
    op("Acosh")
    .doc("Inverse hyperbolic cosine.")
    .input("x", UnaryDataType, doc="numbers not below 1; NaN comes of anything smaller")
    .output("y", UnaryDataType, doc="value, not negative, whose hyperbolic cosine is x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AcoshGrad = (
    op("AcoshGrad")
    .doc("Gradient of Acosh, from its result.")
    .input("y", FLOAT16 | BF16 | FLOAT, doc="result that Acosh gave")
    .input("dy", FLOAT16 | BF16 | FLOAT, doc="gradient that arrives at the result of Acosh, the shape of y")
    .output("z", FLOAT16 | BF16 | FLOAT, doc="dy / sinh(y)")
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
    .input(
        "x",
        FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="sines between -1 and 1; NaN comes of anything outside",
    )
    .output(
        "y",
        FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="angles between -pi / 2 and pi / 2, in radians",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AsinGrad = (
    op("AsinGrad")
    .doc("Gradient of Asin, from its input.")
    .input("y", FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128, doc="input that Asin had")
    .input(
        "dy",
        FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="gradient that arrives at the result of Asin, the shape of y",
    )
    .output("z", FLOAT16 | FLOAT | BF16 | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128, doc="dy / sqrt(1 - y^2)")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Asinh = (
    op("Asinh")
    .doc("Inverse hyperbolic sine.")
    .input("x", UnaryDataType, doc="any real number")
    .output("y", UnaryDataType, doc="value whose hyperbolic sine is x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

AsinhGrad = (
    op("AsinhGrad")
    .doc("Gradient of Asinh, from its result.")
    .input("y", FLOAT16 | FLOAT | BF16, doc="result that Asinh gave")
    .input("dy", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of Asinh, the shape of y")
    .output("z", FLOAT16 | FLOAT | BF16, doc="dy / cosh(y)")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Atan = (
    op("Atan")
    .doc("Arc tangent.")
    .input("x", UnaryDataType, doc="any real number, as a tangent")
    .output("y", UnaryDataType, doc="angles between -pi / 2 and pi / 2, in radians")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Atan2 = (
    op("Atan2")
    .doc("Angle of the point (x2, x1).")
    .input("x1", FloatingDataType | BF16, doc="ordinates of the points")
    .input("x2", FloatingDataType | BF16, doc="abscissas of the points, of a shape that broadcasts with the ordinates")
    .output("y", FloatingDataType | BF16, doc="angles between -pi and pi from the positive abscissa, in radians")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("elementwise")
)

AtanGrad = (
    op("AtanGrad")
    .doc("Gradient of Atan, from its input.")
    .input("y", FLOAT16 | FLOAT | BF16, doc="input that Atan had")
    .input("dy", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of Atan, the shape of y")
    .output("z", FLOAT16 | FLOAT | BF16, doc="dy / (1 + y^2)")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Atanh = (
    op("Atanh")
    .doc("Inverse hyperbolic tangent.")
    .input("x", UnaryDataType, doc="numbers strictly between -1 and 1; the ends give infinities")
    .output("y", UnaryDataType, doc="value whose hyperbolic tangent is x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Cast = (
    op("Cast")
    .doc("Converts elements to another data type.")
    .input(
        "x",
        BasicType | BOOL | UINT1 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT4_E1M2 | FLOAT4_E2M1,
        doc="any shape",
    )
    .output(
        "y",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT4_E1M2 | FLOAT4_E2M1 | INT4,
        doc="elements of x in the other type; floats become integers by dropping the fraction",
    )
    .required_attr(
        "dst_type",
        Int,
        not_negative,
        doc=(
            "number of the wanted data type, in the order of the DataType enumeration; 0 is FLOAT, 1 FLOAT16, 3 INT32"
        ),
    )
    .shape(common.same("x"))
    .dtype(from_attr("dst_type"))
    .value(known_arithmetic.cast)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

CastLike = (
    op("CastLike")
    .doc("Converts elements to the data type of another tensor.")
    .input("x", BasicType | BOOL | STRING, doc="elements to convert, any shape")
    .input("target", BasicType | BOOL | STRING, doc="tensor of which only the type counts")
    .output("y", BasicType | BOOL | STRING, doc="elements of x in the type of the target")
    .shape(common.same("x"))
    .dtype(follow("target"))
    .traits(PURE)
    .category("elementwise")
)

Ceil = (
    op("Ceil")
    .doc("x rounded up.")
    .input("x", FloatingDataType | BF16, doc="any shape")
    .output("y", FloatingDataType | BF16, doc="smallest integer that is not below x, in the type of x")
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
    .shape(common.broadcast("x", "greater_zeros", "select_ones", "maximum_ones"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("elementwise")
)

ClipByValue = (
    op("ClipByValue")
    .doc("Limits x to the range between two tensors.")
    .input("x", NumberType - (UINT32 | UINT64), doc="any shape")
    .input(
        "clip_value_min", NumberType - (UINT32 | UINT64), doc="lower bound, a number or a tensor that broadcasts with x"
    )
    .input(
        "clip_value_max", NumberType - (UINT32 | UINT64), doc="upper bound, a number or a tensor that broadcasts with x"
    )
    .output("y", NumberType - (UINT32 | UINT64), doc="x, with the bounds in place of what lies outside of them")
    .shape(common.broadcast("x", "clip_value_min", "clip_value_max"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("elementwise")
)

ClipByValueV2 = (
    op("ClipByValueV2")
    .doc("Limits x to the range between two tensors, newer form.")
    .input("x", NumberType, doc="any shape")
    .input("clip_value_min", NumberType, doc="lower bound, a number or a tensor that broadcasts with x")
    .input("clip_value_max", NumberType, doc="upper bound, a number or a tensor that broadcasts with x")
    .output("y", NumberType, doc="x, with the bounds in place of what lies outside of them")
    .shape(common.broadcast("x", "clip_value_min", "clip_value_max"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("elementwise")
)

Cos = (
    op("Cos")
    .doc("Cosine.")
    .input("x", UnaryDataType, doc="angles in radians")
    .output("y", UnaryDataType, doc="cosine, between -1 and 1")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Cosh = (
    op("Cosh")
    .doc("Hyperbolic cosine.")
    .input("x", UnaryDataType, doc="any real number")
    .output("y", UnaryDataType, doc="(exp(x) + exp(-x)) / 2, never below 1")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Exp = (
    op("Exp")
    .doc("Exponential, optionally of another base and with scale and shift.")
    .input("x", UnaryDataType, doc="any shape")
    .output("y", UnaryDataType, doc="base^(scale * x + shift), the shape and type of x")
    .attr(
        "base",
        Float,
        -1.0,
        positive | one_of(-1.0),
        doc="number that is raised; -1 stands for the constant e, else it must be positive",
    )
    .attr("scale", Float, 1.0, doc="factor on x in the exponent")
    .attr("shift", Float, 0.0, doc="summand in the exponent")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Expm1 = (
    op("Expm1")
    .doc("exp(x) - 1, exact near zero.")
    .input("x", UnaryDataType, doc="any shape")
    .output("y", UnaryDataType, doc="exp(x) - 1 without the loss of digits near zero")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Floor = (
    op("Floor")
    .doc("x rounded down.")
    .input("x", FloatingDataType | BF16, doc="any shape")
    .output("y", FloatingDataType | BF16, doc="largest integer that is not above x, in the type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_arithmetic.floored)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Inv = (
    op("Inv")
    .doc("1 / x.")
    .input(
        "x", FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128 | BF16, doc="any shape, without zeros"
    )
    .output("y", FLOAT16 | FLOAT | INT32 | BF16, doc="1 / x, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

InvGrad = (
    op("InvGrad")
    .doc("Gradient of the reciprocal, from its result.")
    .input("x", FLOAT | BF16 | FLOAT16 | INT32 | INT8, doc="result that Inv gave")
    .input("grad", FLOAT | BF16 | FLOAT16 | INT32 | INT8, doc="gradient that arrives at that result, the shape of x")
    .output("y", FLOAT | BF16 | FLOAT16 | INT32 | INT8, doc="-grad * x^2")
    .shape(common.broadcast("x", "grad"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Log = (
    op("Log")
    .doc("Logarithm, optionally of another base and with scale and shift.")
    .input(
        "x",
        OrdinaryType - (COMPLEX32 | UINT16 | UINT32 | UINT64),
        doc="positive numbers, or such that scale * x + shift is positive",
    )
    .output("y", UnaryDataType, doc="logarithm of scale * x + shift to the base")
    .attr(
        "base",
        Float,
        -1.0,
        positive | one_of(-1.0),
        doc="base of the logarithm; -1 stands for the constant e, else it must be positive and not 1",
    )
    .attr("scale", Float, 1.0, doc="factor on x before the logarithm")
    .attr("shift", Float, 0.0, doc="summand before the logarithm")
    .shape(common.same("x"))
    .dtype(follow("x", FLOAT))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Log1p = (
    op("Log1p")
    .doc("log(1 + x), exact near zero.")
    .input("x", UnaryDataType, doc="numbers above -1")
    .output("y", UnaryDataType, doc="log(1 + x) without the loss of digits near zero")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

NanToNum = (
    op("NanToNum")
    .doc("Replaces NaN and the infinities by given numbers.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="floating-point numbers of any shape")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="x with finite numbers in place of NaN and infinities")
    .required_attr("nan", Float, doc="what stands in place of NaN")
    .required_attr("posinf", Float, doc="what stands in place of plus infinity")
    .required_attr("neginf", Float, doc="what stands in place of minus infinity")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Neg = (
    op("Neg")
    .doc("x with its sign changed.")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | INT64 | COMPLEX64 | COMPLEX128, doc="any shape")
    .output(
        "y",
        BF16 | FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="-x, the shape and type of x",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .value(known_arithmetic.negate)
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Power = (
    op("Power")
    .doc("(shift + scale * x) to a fixed power.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="any shape")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="(shift + scale * x)^power")
    .attr("power", Float, 1.0, doc="exponent; zero gives ones")
    .attr("scale", Float, 1.0, doc="factor on x before raising")
    .attr("shift", Float, 0.0, doc="summand before raising")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Reciprocal = (
    op("Reciprocal")
    .doc("1 / x.")
    .input("x", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128 | BF16, doc="any shape, without zeros")
    .output("y", FLOAT | DOUBLE | FLOAT16 | COMPLEX64 | COMPLEX128 | BF16, doc="1 / x, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

ReciprocalGrad = (
    op("ReciprocalGrad")
    .doc("Gradient of the reciprocal, from its result.")
    .input("y", UnaryDataType, doc="result that Reciprocal gave")
    .input("dy", UnaryDataType, doc="gradient that arrives at that result, the shape of y")
    .output("z", UnaryDataType, doc="-dy * y^2")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Rint = (
    op("Rint")
    .doc("x rounded to the nearest integer, halves to even.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="any shape")
    .output(
        "y",
        FLOAT16 | FLOAT | DOUBLE | BF16,
        doc="nearest integer, and the even one of two that are equally near, in the type of x",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Round = (
    op("Round")
    .doc("x rounded to the nearest, optionally to a number of decimals.")
    .input("x", FLOAT16 | BF16 | FLOAT | INT32 | INT64 | DOUBLE, doc="any shape")
    .output(
        "y",
        FLOAT16 | BF16 | FLOAT | INT32 | INT64 | DOUBLE,
        doc="nearest number with so many decimals, the even one of two that are equally near",
    )
    .attr(
        "decimals",
        Int,
        0,
        doc="digits to keep behind the decimal point; negative ones round to tens, hundreds and so on",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Rsqrt = (
    op("Rsqrt")
    .doc("1 / sqrt(x).")
    .input("x", UnaryDataType, doc="positive numbers of any shape")
    .output("y", UnaryDataType, doc="1 / sqrt(x), the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

RsqrtGrad = (
    op("RsqrtGrad")
    .doc("Gradient of Rsqrt, from its result.")
    .input("y", UnaryDataType | INT32 | INT8, doc="result that Rsqrt gave")
    .input("dy", UnaryDataType | INT32 | INT8, doc="gradient that arrives at that result, the shape of y")
    .output("z", UnaryDataType | INT32 | INT8, doc="-dy * y^3 / 2")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sign = (
    op("Sign")
    .doc("-1, 0 or 1 by the sign of x.")
    .input("x", OrdinaryType - (BOOL | COMPLEX32), doc="any shape")
    .output("y", OrdinaryType - (BOOL | COMPLEX32), doc="-1, 0 or 1; for complex numbers x / |x|")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sin = (
    op("Sin")
    .doc("Sine.")
    .input("x", UnaryDataType, doc="angles in radians")
    .output("y", UnaryDataType, doc="sine, between -1 and 1")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sinh = (
    op("Sinh")
    .doc("Hyperbolic sine.")
    .input("x", UnaryDataType, doc="any real number")
    .output("y", UnaryDataType, doc="(exp(x) - exp(-x)) / 2")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Sqrt = (
    op("Sqrt")
    .doc("Square root.")
    .input("x", BF16 | FLOAT | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128, doc="numbers not below zero")
    .output(
        "y", BF16 | FLOAT | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128, doc="number, not negative, whose square is x"
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

SqrtGrad = (
    op("SqrtGrad")
    .doc("Gradient of Sqrt, from its result.")
    .input("y", UnaryDataType, doc="result that Sqrt gave")
    .input("dy", UnaryDataType, doc="gradient that arrives at that result, the shape of y")
    .output("z", UnaryDataType, doc="dy / (2 * y)")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Square = (
    op("Square")
    .doc("x * x.")
    .input("x", DOUBLE | FLOAT16 | FLOAT | BF16 | INT32 | INT64 | COMPLEX64 | COMPLEX128, doc="any shape")
    .output(
        "y",
        DOUBLE | FLOAT16 | FLOAT | BF16 | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="x^2, the shape and type of x",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Tan = (
    op("Tan")
    .doc("Tangent.")
    .input(
        "x",
        FLOAT | BF16 | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128 | INT32,
        doc="angles in radians, off the odd multiples of pi / 2",
    )
    .output("y", FLOAT | BF16 | FLOAT16 | DOUBLE | COMPLEX64 | COMPLEX128 | INT32, doc="sin(x) / cos(x)")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("elementwise")
)

Trunc = (
    op("Trunc")
    .doc("x rounded towards zero.")
    .input("input_x", FLOAT16 | BF16 | FLOAT | INT8 | INT32 | UINT8, doc="any shape")
    .output(
        "output_y", FLOAT16 | BF16 | FLOAT | INT8 | INT32 | UINT8, doc="integer part of each element, in the same type"
    )
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
