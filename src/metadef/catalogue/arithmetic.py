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
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import arithmetic, common, norm, repeat, segment
from metadef.infer.shape.common import same_as_each
from metadef.infer.value import known_arithmetic

AccumulateNV2 = (
    op("AccumulateNV2")
    .doc("Sum of any number of equally shaped tensors.")
    .dynamic_input("x", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="summands, all of one shape and type")
    .output("y", FLOAT16 | FLOAT | INT32 | INT8 | UINT8, doc="sum over all summands, element by element")
    .required_attr("N", Int, positive, doc="how many summands there are, at least one")
    .shape(arithmetic.sum_of)
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

Add = (
    op("Add")
    .doc("Sum of two tensors with broadcasting.")
    .input("x1", UnaryDataType | SignedDataType | BOOL | UINT8 | STRING, doc="first summand")
    .input(
        "x2",
        UnaryDataType | SignedDataType | BOOL | UINT8 | STRING,
        doc="second summand, of the same type and of a shape that broadcasts with the first",
    )
    .output("y", UnaryDataType | SignedDataType | BOOL | UINT8 | STRING, doc="sum, of the broadcast shape")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.add)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Addcdiv = (
    op("Addcdiv")
    .doc("input + value * x1 / x2.")
    .input("input_data", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64, doc="base that the quotient is added to")
    .input("x1", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64, doc="dividend, of a shape that broadcasts with the others")
    .input("x2", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64, doc="divisor, of a shape that broadcasts with the others")
    .input("value", FLOAT16 | BF16 | FLOAT | INT32 | DOUBLE | INT64, doc="factor on the quotient, one number")
    .output("y", FLOAT16 | BF16 | FLOAT | DOUBLE | INT64, doc="input_data + value * x1 / x2, of the broadcast shape")
    .shape(common.broadcast("input_data", "x1", "x2", "value"))
    .dtype(follow("input_data"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Addcmul = (
    op("Addcmul")
    .doc("input + value * x1 * x2.")
    .input("input_data", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="base that the product is added to")
    .input(
        "x1",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="first factor, of a shape that broadcasts with the others",
    )
    .input(
        "x2",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="second factor, of a shape that broadcasts with the others",
    )
    .input("value", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="factor on the product, one number")
    .output(
        "y",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="input_data + value * x1 * x2, of the broadcast shape",
    )
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
    .dynamic_input("x", NumberType | VARIANT, doc="summands, all of one shape and type")
    .output("y", NumberType | VARIANT, doc="sum over all summands, element by element")
    .required_attr("N", Int, positive, doc="how many summands there are, at least one")
    .shape(arithmetic.sum_of_n)
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

Adds = (
    op("Adds")
    .doc("Adds a number to a tensor.")
    .input("x", FLOAT | INT16 | INT32 | FLOAT16 | BF16 | INT64, doc="any shape")
    .output("y", FLOAT | INT16 | INT32 | FLOAT16 | BF16 | INT64, doc="x + value, the shape and type of x")
    .required_attr("value", Float, doc="number that is added to every element")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

AddV2 = (
    op("AddV2")
    .doc("Sum of two tensors with broadcasting; mixed types are promoted.")
    .input("x1", SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE | COMPLEX64 | BF16 | COMPLEX128, doc="first summand")
    .input(
        "x2",
        SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE | COMPLEX64 | BF16 | COMPLEX128,
        doc="second summand, of a shape that broadcasts with the first; another type is allowed",
    )
    .output(
        "y",
        SignedDataType | FLOAT | FLOAT16 | UINT8 | DOUBLE | COMPLEX64 | BF16 | COMPLEX128,
        doc="sum, of the broadcast shape and the promoted type",
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.add)
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Axpy = (
    op("Axpy")
    .doc("x1 + alpha * x2 with a number alpha.")
    .input("x1", FLOAT | INT32 | FLOAT16 | BF16, doc="summand that stays as it is")
    .input(
        "x2", FLOAT | INT32 | FLOAT16 | BF16, doc="summand that is scaled, of a shape that broadcasts with the first"
    )
    .output("y", FLOAT | INT32 | FLOAT16 | BF16, doc="x1 + alpha * x2, of the broadcast shape")
    .required_attr("alpha", Float, doc="factor on the second summand")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

AxpyV2 = (
    op("AxpyV2")
    .doc("x1 + alpha * x2 with a tensor alpha.")
    .input("x1", "T1", doc="summand that stays as it is")
    .input("x2", "T2", doc="summand that is scaled, of a shape that broadcasts with the first")
    .input("alpha", "T3", doc="factor on the second summand, a tensor with one element")
    .output("y", "T4", doc="x1 + alpha * x2, of the broadcast shape")
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
    .input("x", NumberType, doc="feature map of rank 2 or more")
    .input("bias", NumberType, doc="one number for each channel, [C]")
    .output("y", NumberType, doc="feature map with the bias of its channel on every element")
    .attr(
        "data_format",
        String,
        "NHWC",
        doc="where the channels lie: on axis 1 in NCHW and NCDHW, on the last axis in NHWC and NDHWC",
    )
    .shape(norm.bias_add)
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
    .shape(arithmetic.product_and_sum)
    .dtype(follow("input0"))
    .traits(PURE)
    .category("arithmetic")
)

Div = (
    op("Div")
    .doc("Quotient of two tensors with broadcasting; integers divide as integers.")
    .input("x1", OrdinaryType - (BOOL | UINT32 | UINT64), doc="dividend")
    .input("x2", OrdinaryType - (BOOL | UINT32 | UINT64), doc="divisor, of a shape that broadcasts with the dividend")
    .output("y", OrdinaryType - (BOOL | UINT32 | UINT64), doc="x1 / x2; integers round towards zero")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

DivNoNan = (
    op("DivNoNan")
    .doc("Quotient with broadcasting, zero where the divisor is zero.")
    .input("x1", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | DOUBLE | BF16, doc="dividend")
    .input(
        "x2",
        FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | DOUBLE | BF16,
        doc="divisor, of a shape that broadcasts with the dividend; may hold zeros",
    )
    .output(
        "y", FLOAT | UINT8 | INT8 | INT32 | FLOAT16 | DOUBLE | BF16, doc="x1 / x2, and zero where the divisor is zero"
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Eltwise = (
    op("Eltwise")
    .doc("Product, weighted sum or maximum of any number of tensors, as Caffe defines it.")
    .dynamic_input("x", FLOAT16 | FLOAT | BF16, doc="operands, all of one shape and type")
    .output("y", FLOAT16 | FLOAT | BF16, doc="operands joined element by element")
    .required_attr("N", Int, positive, doc="how many operands there are")
    .attr(
        "mode",
        Int,
        1,
        one_of(0, 1, 2),
        doc="how they are joined: 0 multiplies, 1 adds with weights, 2 takes the largest",
    )
    .attr("coeff", ListFloat, (), doc="weight of each operand when adding; empty means all ones")
    .shape(repeat.broadcast_members)
    .dtype(follow("x"))
    .traits(PURE)
    .category("arithmetic")
)

FloorDiv = (
    op("FloorDiv")
    .doc("Quotient with broadcasting, rounded down.")
    .input("x1", RealNumberType - (UINT32 | UINT64), doc="dividend")
    .input("x2", RealNumberType - (UINT32 | UINT64), doc="divisor, of a shape that broadcasts with the dividend")
    .output("y", RealNumberType - (UINT32 | UINT64), doc="largest integer that is not above x1 / x2")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.floor_divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

FloorMod = (
    op("FloorMod")
    .doc("Remainder with the sign of the divisor.")
    .input("x1", INT32 | INT64 | FLOAT | FLOAT16 | DOUBLE | BF16, doc="dividend")
    .input(
        "x2",
        INT32 | INT64 | FLOAT | FLOAT16 | DOUBLE | BF16,
        doc="divisor, of a shape that broadcasts with the dividend",
    )
    .output(
        "y",
        INT32 | INT64 | FLOAT | FLOAT16 | DOUBLE | BF16,
        doc="x1 - floor(x1 / x2) * x2, which has the sign of the divisor",
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.floor_modulo)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

FusedMulAdd = (
    op("FusedMulAdd")
    .doc("x1 * x2 + x3.")
    .input("x1", FLOAT16 | FLOAT | INT32, doc="first factor")
    .input("x2", FLOAT16 | FLOAT | INT32, doc="second factor, of a shape that broadcasts with the first")
    .input("x3", FLOAT16 | FLOAT | INT32, doc="summand, of a shape that broadcasts with the product")
    .output("y", FLOAT16 | FLOAT | INT32, doc="x1 * x2 + x3, of the broadcast shape")
    .shape(common.broadcast("x1", "x2", "x3"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

FusedMulAddAdd = (
    op("FusedMulAddAdd")
    .doc("x1 * x2 + x3 + x4.")
    .input("x1", FLOAT16 | FLOAT | INT32, doc="first factor")
    .input("x2", FLOAT16 | FLOAT | INT32, doc="second factor, of a shape that broadcasts with the first")
    .input("x3", FLOAT16 | FLOAT | INT32, doc="first summand")
    .input("x4", FLOAT16 | FLOAT | INT32, doc="second summand")
    .output("y", FLOAT16 | FLOAT | INT32, doc="product and both summands, added")
    .shape(common.broadcast("x1", "x2", "x3", "x4"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("arithmetic")
)

FusedMulAddN = (
    op("FusedMulAddN")
    .doc("x1 * x3 + x2 with a number x3.")
    .input("x1", FLOAT | FLOAT16 | INT32 | INT16 | BF16, doc="factor of any shape")
    .input("x2", FLOAT | FLOAT16 | INT32 | INT16 | BF16, doc="summand, the shape of the factor")
    .input("x3", FLOAT | FLOAT16 | INT32 | INT16 | BF16, doc="number that the factor is multiplied by, one element")
    .output("y", FLOAT | FLOAT16 | INT32 | INT16 | BF16, doc="x1 * x3 + x2")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("arithmetic")
)

Gcd = (
    op("Gcd")
    .doc("Greatest common divisor of two integer tensors.")
    .input("x1", "T", doc="integers of either sign")
    .input("x2", "T", doc="integers, of a shape that broadcasts with the first")
    .output("y", "T", doc="greatest common divisor, never negative; gcd(0, 0) is 0")
    .datatype("T", UINT8 | INT8 | INT16 | INT32 | INT64)
    .shape(common.broadcast("x1", "x2"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Lerp = (
    op("Lerp")
    .doc("start + weight * (end - start).")
    .input("start", FLOAT16 | FLOAT | BF16, doc="values for weight zero")
    .input("end", FLOAT16 | FLOAT | BF16, doc="values for weight one, of a shape that broadcasts with the start")
    .input("weight", FLOAT16 | FLOAT | BF16, doc="position between start and end; beyond 0 and 1 it extrapolates")
    .output("y", FLOAT16 | FLOAT | BF16, doc="start + weight * (end - start), of the broadcast shape")
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
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="first candidate")
    .input(
        "x2",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="second candidate, of a shape that broadcasts with the first",
    )
    .output("y", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="larger of the two, element by element")
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
    .shape(same_as_each("x1", "x2"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("arithmetic")
)

MaxN = (
    op("MaxN")
    .doc("Largest elements of any number of tensors.")
    .dynamic_input("x", FLOAT16 | FLOAT | INT32 | INT64 | DOUBLE, doc="tensors of shapes that broadcast")
    .output("y", FLOAT16 | FLOAT | INT32 | INT64 | DOUBLE, doc="largest element at each place")
    .shape(repeat.broadcast_members)
    .dtype(follow("x"))
    .traits(PURE)
    .category("arithmetic")
)

Minimum = (
    op("Minimum")
    .doc("Smaller element of two tensors with broadcasting.")
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="first candidate")
    .input(
        "x2",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="second candidate, of a shape that broadcasts with the first",
    )
    .output("y", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="smaller of the two, element by element")
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
    .shape(same_as_each("x1", "x2"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("arithmetic")
)

Mod = (
    op("Mod")
    .doc("Remainder with the sign of the dividend.")
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="dividend")
    .input(
        "x2",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="divisor, of a shape that broadcasts with the dividend",
    )
    .output(
        "y",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="remainder of the division that rounds towards zero; it has the sign of the dividend",
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.modulo)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Mul = (
    op("Mul")
    .doc("Product of two tensors with broadcasting.")
    .input("x1", "T1", doc="first factor")
    .input("x2", "T2", doc="second factor, of the same type and of a shape that broadcasts with the first")
    .output("y", "T3", doc="product, of the broadcast shape")
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
    .input("x1", FLOAT16 | FLOAT | INT32 | BF16, doc="first factor, which may hold infinities and NaN")
    .input("x2", FLOAT16 | FLOAT | INT32 | BF16, doc="second factor, of a shape that broadcasts with the first")
    .output("y", FLOAT16 | FLOAT | INT32 | BF16, doc="x1 * x2, and zero where x2 is zero whatever x1 is")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

Muls = (
    op("Muls")
    .doc("Multiplies a tensor by a number.")
    .input("x", FLOAT | INT16 | INT32 | INT64 | FLOAT16 | BF16 | COMPLEX32 | COMPLEX64, doc="any shape")
    .output(
        "y",
        FLOAT | INT16 | INT32 | INT64 | FLOAT16 | BF16 | COMPLEX32 | COMPLEX64,
        doc="x * value, the shape and type of x",
    )
    .required_attr("value", Float, doc="number that every element is multiplied by")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("arithmetic")
)

Pow = (
    op("Pow")
    .doc("First tensor to the power of the second, with broadcasting.")
    .input("x1", "T1", doc="base of the power")
    .input("x2", "T2", doc="exponent, of a shape that broadcasts with the base")
    .output("y", "T3", doc="x1 to the power of x2; a negative base needs a whole exponent")
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
    .input("x1", OrdinaryType - (COMPLEX32 | UINT32 | UINT64), doc="dividend")
    .input(
        "x2", OrdinaryType - (COMPLEX32 | UINT32 | UINT64), doc="divisor, of a shape that broadcasts with the dividend"
    )
    .output(
        "y",
        OrdinaryType - (BOOL | COMPLEX32 | UINT32 | UINT64),
        doc="x1 / x2 as real numbers, without rounding to integers for floats",
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1", FLOAT))
    .value(known_arithmetic.divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

SquaredDifference = (
    op("SquaredDifference")
    .doc("Square of the difference of two tensors with broadcasting.")
    .input(
        "x1", BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128, doc="what is subtracted from"
    )
    .input(
        "x2",
        BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="what is subtracted, of a shape that broadcasts with the first",
    )
    .output(
        "y",
        BF16 | FLOAT16 | FLOAT | DOUBLE | INT32 | INT64 | COMPLEX64 | COMPLEX128,
        doc="(x1 - x2)^2, of the broadcast shape",
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST, COMMUTATIVE)
    .category("arithmetic")
)

Sub = (
    op("Sub")
    .doc("Difference of two tensors with broadcasting.")
    .input("x1", OrdinaryType - (UINT32 | UINT64), doc="what is subtracted from")
    .input(
        "x2",
        OrdinaryType - (UINT32 | UINT64),
        doc="what is subtracted, of the same type and of a shape that broadcasts with the first",
    )
    .output("y", OrdinaryType - (UINT32 | UINT64), doc="x1 - x2, of the broadcast shape")
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
    .input("x1", RealNumberType - (UINT32 | UINT64), doc="dividend")
    .input("x2", RealNumberType - (UINT32 | UINT64), doc="divisor, of a shape that broadcasts with the dividend")
    .output("y", RealNumberType - (UINT32 | UINT64), doc="x1 / x2 rounded towards zero")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .value(known_arithmetic.divide)
    .traits(PURE, BROADCAST)
    .category("arithmetic")
)

TruncateMod = (
    op("TruncateMod")
    .doc("Remainder of the division that rounds towards zero.")
    .input("x1", RealNumberType - (INT16 | UINT16 | UINT32 | UINT64), doc="dividend")
    .input(
        "x2",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="divisor, of a shape that broadcasts with the dividend",
    )
    .output(
        "y",
        RealNumberType - (INT16 | UINT16 | UINT32 | UINT64),
        doc="x1 - trunc(x1 / x2) * x2, which has the sign of the dividend",
    )
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
