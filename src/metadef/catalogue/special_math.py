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
    .input("x", SignedDataType | FLOAT16 | FLOAT | COMPLEX64 | BOOL | UINT8 | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
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
    .input("real", "T")
    .input("imag", "T")
    .output("out", "Tout")
    .attr("Tout", Int, COMPLEX64.ge_value)
    .datatype("T", FLOAT16 | FLOAT | DOUBLE)
    .datatype("Tout", COMPLEX32 | COMPLEX64 | COMPLEX128)
    .shape(common.broadcast("real", "imag"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

ComplexAbs = (
    op("ComplexAbs")
    .doc("Absolute value of a complex tensor.")
    .input("x", COMPLEX32 | COMPLEX64 | COMPLEX128)
    .output("y", FLOAT16 | FLOAT | DOUBLE)
    .attr("Tout", Type, FLOAT)
    .shape(common.same("x"))
    .dtype(from_attr("Tout"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Conj = (
    op("Conj")
    .doc("Complex conjugate.")
    .input("input", COMPLEX64 | COMPLEX128)
    .output("output", COMPLEX64 | COMPLEX128)
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
    .input("x", FLOAT | DOUBLE | FLOAT16)
    .output("y", FLOAT | DOUBLE | FLOAT16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Erf = (
    op("Erf")
    .doc("Error function.")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Erfc = (
    op("Erfc")
    .doc("One minus the error function.")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
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
    .input("input", COMPLEX64 | COMPLEX128)
    .output("output", FLOAT | DOUBLE)
    .attr("Tout", Type, FLOAT)
    .shape(common.same("input"))
    .dtype(from_attr("Tout"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Lgamma = (
    op("Lgamma")
    .doc("Logarithm of the absolute value of the gamma function.")
    .input("x", FLOAT | DOUBLE | FLOAT16)
    .output("y", FLOAT | DOUBLE | FLOAT16)
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
    .input("x1", FLOAT | DOUBLE)
    .input("x2", FLOAT | DOUBLE)
    .output("output", FLOAT | DOUBLE)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

Real = (
    op("Real")
    .doc("Real part of a complex tensor.")
    .input("input", "TSrc")
    .output("output", "Tout")
    .attr("Tout", Int, FLOAT.ge_value)
    .datatype("TSrc", FLOAT16 | FLOAT | COMPLEX32 | COMPLEX64 | COMPLEX128)
    .datatype("Tout", FLOAT16 | FLOAT | DOUBLE)
    .shape(common.same("input"))
    .traits(PURE, ELEMENTWISE)
    .category("special-math")
)

Sinc = (
    op("Sinc")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
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
    .input("x1", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x2", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(common.broadcast("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

Xlog1py = (
    op("Xlog1py")
    .input("x", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("y", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("z", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE, BROADCAST)
    .category("special-math")
)

Xlogy = (
    op("Xlogy")
    .input("x1", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("x2", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .output("y", BF16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
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
