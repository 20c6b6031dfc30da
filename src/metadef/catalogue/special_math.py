"""Special functions and complex numbers."""

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
    FLOAT16,
    PURE,
    UINT8,
    FloatingDataType,
    Int,
    SignedDataType,
    Type,
    op,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common

Angle = (
    op("Angle")
    .input("input", COMPLEX64 | COMPLEX128)
    .output("output", FLOAT | DOUBLE)
    .attr("Tout", Type, FLOAT)
    .shape(common.same("input"))
    .dtype(from_attr("Tout"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

AngleV2 = (
    op("AngleV2")
    .doc("Angle of complex numbers in the plane.")
    .input(
        "x",
        SignedDataType | FLOAT16 | FLOAT | COMPLEX64 | BOOL | UINT8 | BF16,
        doc="real or complex numbers of any shape",
    )
    .output("y", FLOAT16 | FLOAT | BF16, doc="angles between -pi and pi, in radians; pi for negative real numbers")
    .shape(common.same("x"))
    .dtype(follow("x", FLOAT))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

BesselI0e = (
    op("BesselI0e")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

BesselI1e = (
    op("BesselI1e")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Betainc = (
    op("Betainc")
    .input("a", DOUBLE | FLOAT)
    .input("b", DOUBLE | FLOAT)
    .input("x", DOUBLE | FLOAT)
    .output("z", DOUBLE | FLOAT)
    .shape(common.broadcast("a", "b", "x"))
    .dtype(follow("a"))
    .traits(PURE)
    .category("special-math")
)

Complex = (
    op("Complex")
    .doc("Complex tensor from real and imaginary parts.")
    .input("real", "T", doc="real parts")
    .input("imag", "T", doc="imaginary parts, of the type of the real parts and of a shape that broadcasts")
    .output("out", "Tout", doc="complex numbers, of the broadcast shape")
    .attr("Tout", Int, COMPLEX64.ge_value, doc="number of the complex type, 16 for complex64 and 17 for complex128")
    .datatype("T", FLOAT16 | FLOAT | DOUBLE)
    .datatype("Tout", COMPLEX32 | COMPLEX64 | COMPLEX128)
    .shape(common.broadcast("real", "imag"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

ComplexAbs = (
    op("ComplexAbs")
    .doc("Absolute value of a complex tensor.")
    .input("x", COMPLEX32 | COMPLEX64 | COMPLEX128, doc="complex numbers of any shape")
    .output("y", FLOAT16 | FLOAT | DOUBLE, doc="sqrt(re^2 + im^2) as real numbers")
    .attr("Tout", Type, FLOAT, doc="real type of the result: FLOAT for complex64, DOUBLE for complex128")
    .shape(common.same("x"))
    .dtype(from_attr("Tout"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Conj = (
    op("Conj")
    .doc("Complex conjugate.")
    .input("input", COMPLEX64 | COMPLEX128, doc="complex numbers of any shape")
    .output("output", COMPLEX64 | COMPLEX128, doc="the same numbers with the sign of the imaginary part changed")
    .shape(common.same("input"))
    .dtype(follow("input"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Dawsn = (
    op("Dawsn")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Digamma = (
    op("Digamma")
    .doc("Derivative of the logarithm of the gamma function.")
    .input("x", FLOAT | DOUBLE | FLOAT16, doc="any shape; zero and the negative integers are poles")
    .output("y", FLOAT | DOUBLE | FLOAT16, doc="derivative of log|gamma(x)|")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Erf = (
    op("Erf")
    .doc("Error function.")
    .input("x", FloatingDataType | BF16, doc="any shape")
    .output(
        "y", FloatingDataType | BF16, doc="2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x, between -1 and 1"
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Erfc = (
    op("Erfc")
    .doc("One minus the error function.")
    .input("x", FloatingDataType | BF16, doc="any shape")
    .output("y", FloatingDataType | BF16, doc="1 - erf(x) without the loss of digits for large x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Erfinv = (
    op("Erfinv")
    .doc("Inverse of the error function.")
    .input("input_x", FLOAT | FLOAT16 | BF16)
    .output("output_y", FLOAT | FLOAT16 | BF16)
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Expint = (
    op("Expint")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

FresnelCos = (
    op("FresnelCos")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

FresnelSin = (
    op("FresnelSin")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Igamma = (
    op("Igamma")
    .input("a", FLOAT | DOUBLE)
    .input("x", FLOAT | DOUBLE)
    .output("z", FLOAT | DOUBLE)
    .shape(common.broadcast("a", "x"))
    .dtype(follow("a"))
    .traits(PURE)
    .category("special-math")
)

Igammac = (
    op("Igammac")
    .input("a", FLOAT | DOUBLE)
    .input("x", FLOAT | DOUBLE)
    .output("z", FLOAT | DOUBLE)
    .shape(common.broadcast("a", "x"))
    .dtype(follow("a"))
    .traits(PURE)
    .category("special-math")
)

IgammaGradA = (
    op("IgammaGradA")
    .input("a", FLOAT | DOUBLE)
    .input("x", FLOAT | DOUBLE)
    .output("z", FLOAT | DOUBLE)
    .shape(common.broadcast("a", "x"))
    .dtype(follow("a"))
    .traits(PURE)
    .category("special-math")
)

Imag = (
    op("Imag")
    .doc("Imaginary part of a complex tensor.")
    .input("input", COMPLEX64 | COMPLEX128, doc="complex numbers of any shape")
    .output("output", FLOAT | DOUBLE, doc="imaginary parts")
    .attr("Tout", Type, FLOAT, doc="real type of the result: FLOAT for complex64, DOUBLE for complex128")
    .shape(common.same("input"))
    .dtype(from_attr("Tout"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Lgamma = (
    op("Lgamma")
    .doc("Logarithm of the absolute value of the gamma function.")
    .input("x", FLOAT | DOUBLE | FLOAT16, doc="any shape; zero and the negative integers give infinity")
    .output("y", FLOAT | DOUBLE | FLOAT16, doc="log|gamma(x)|")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Ndtri = (
    op("Ndtri")
    .input("x", "T")
    .output("y", "T")
    .datatype("T", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

NextAfter = (
    op("NextAfter")
    .doc("Nearest floating-point number in the direction of another.")
    .input("x1", FLOAT | DOUBLE, doc="numbers to start from")
    .input("x2", FLOAT | DOUBLE, doc="numbers to go towards, of a shape that broadcasts")
    .output("output", FLOAT | DOUBLE, doc="next number after x1 towards x2, or x1 where both are equal")
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

Real = (
    op("Real")
    .doc("Real part of a complex tensor.")
    .input("input", "TSrc", doc="complex numbers of any shape")
    .output("output", "Tout", doc="real parts")
    .attr("Tout", Int, FLOAT.ge_value, doc="number of the real type: 0 for FLOAT, 11 for DOUBLE")
    .datatype("TSrc", FLOAT16 | FLOAT | COMPLEX32 | COMPLEX64 | COMPLEX128)
    .datatype("Tout", FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("input"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Sinc = (
    op("Sinc")
    .doc("Normalised sinc: sin(pi * x) / (pi * x).")
    .input("x", FLOAT | FLOAT16 | BF16, doc="any shape")
    .output("y", FLOAT | FLOAT16 | BF16, doc="sin(pi * x) / (pi * x), and 1 at zero")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Spence = (
    op("Spence")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Xdivy = (
    op("Xdivy")
    .doc("Quotient with broadcasting, zero where the dividend is zero.")
    .input("x1", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="dividend")
    .input(
        "x2",
        BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="divisor, of a shape that broadcasts with the dividend",
    )
    .output(
        "y",
        BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="x1 / x2, and zero where x1 is zero even if x2 is zero too",
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

Xlog1py = (
    op("Xlog1py")
    .doc("x * log(1 + y), zero where x is zero.")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="factor before the logarithm")
    .input(
        "y",
        BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="argument less one, of a shape that broadcasts with the factor",
    )
    .output(
        "z",
        BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="x * log(1 + y), and zero where x is zero whatever y is",
    )
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

Xlogy = (
    op("Xlogy")
    .doc("x1 * log(x2), zero where x1 is zero.")
    .input("x1", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128, doc="factor before the logarithm")
    .input(
        "x2",
        BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="argument of the logarithm, of a shape that broadcasts with the factor",
    )
    .output(
        "y",
        BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128,
        doc="x1 * log(x2), and zero where x1 is zero whatever x2 is",
    )
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

Zeta = (
    op("Zeta")
    .input("x", DOUBLE | FLOAT)
    .input("q", DOUBLE | FLOAT)
    .output("z", DOUBLE | FLOAT)
    .shape(common.broadcast("x", "q"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("special-math")
)

OPS = (
    Angle,
    AngleV2,
    BesselI0e,
    BesselI1e,
    Betainc,
    Complex,
    ComplexAbs,
    Conj,
    Dawsn,
    Digamma,
    Erf,
    Erfc,
    Erfinv,
    Expint,
    FresnelCos,
    FresnelSin,
    Igamma,
    Igammac,
    IgammaGradA,
    Imag,
    Lgamma,
    Ndtri,
    NextAfter,
    Real,
    Sinc,
    Spence,
    Xdivy,
    Xlog1py,
    Xlogy,
    Zeta,
)
