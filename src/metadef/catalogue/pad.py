"""Padding."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
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
    INT8,
    INT32,
    INT64,
    PURE,
    UINT8,
    UINT16,
    BasicType,
    Bool,
    IndexNumberType,
    Int,
    ListListInt,
    RealNumberType,
    SignedDataType,
    String,
    every,
    length,
    one_of,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import pad

AscendPadding = (
    op("AscendPadding")
    .input("x", BasicType)
    .output("y", BasicType)
    .attr("pad_dim_size", Int, 8)
    .shape(pad.last_axis_to("pad_dim_size"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

CircularPad = (
    op("CircularPad")
    .doc("Surrounds a tensor with its periodic continuation.")
    .input("x", INT8 | FLOAT16 | BF16 | FLOAT | INT32, doc="tensor of rank r")
    .input("paddings", INT64, doc="elements to add before and after each axis")
    .output("y", INT8 | FLOAT16 | BF16 | FLOAT | INT32, doc="x continued periodically")
    .shape(pad.circular_pad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

MirrorPad = (
    op("MirrorPad")
    .doc("Surrounds a tensor with its reflection.")
    .input(
        "x",
        RealNumberType | BOOL | COMPLEX64 | COMPLEX128 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0,
        doc="tensor of rank r",
    )
    .input("paddings", INT32 | INT64, doc="elements to add before and after each axis, [r, 2]")
    .output(
        "y",
        RealNumberType | BOOL | COMPLEX64 | COMPLEX128 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0,
        doc="x surrounded by its mirror image",
    )
    .required_attr(
        "mode", String, one_of("REFLECT", "SYMMETRIC"), doc="REFLECT mirrors without the border, SYMMETRIC with it"
    )
    .shape(pad.mirror_pad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

MirrorPadGrad = (
    op("MirrorPadGrad")
    .input("x", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .input("paddings", INT32 | INT64)
    .output("y", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | DOUBLE | COMPLEX64 | COMPLEX128)
    .required_attr("mode", String)
    .shape(pad.pad_grad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

Pad = (
    op("Pad")
    .doc("Surrounds a tensor with zeros, widths given as a tensor.")
    .input(
        "x",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="tensor of rank r",
    )
    .input("paddings", IndexNumberType, doc="zeros to add before and after each axis, [r, 2]")
    .output(
        "y",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="x surrounded by zeros",
    )
    .shape(pad.pad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

PadD = (
    op("PadD")
    .doc("Surrounds a tensor with zeros, widths given as an attribute.")
    .input("x", BF16 | FLOAT16 | FLOAT | INT32, doc="tensor of rank r")
    .output("y", BF16 | FLOAT16 | FLOAT | INT32, doc="x surrounded by zeros")
    .required_attr("paddings", ListListInt, every(length(2)), doc="zeros to add before and after each axis, r pairs")
    .shape(pad.pad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

PadV2 = (
    op("PadV2")
    .doc("Surrounds a tensor with a value, both given as tensors.")
    .input(
        "x",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="tensor of rank r",
    )
    .input("paddings", IndexNumberType, doc="elements to add before and after each axis, [r, 2]")
    .input(
        "constant_values",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="what is added, one number",
    )
    .output(
        "y",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="x surrounded by that number",
    )
    .shape(pad.pad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

PadV2D = (
    op("PadV2D")
    .doc("Surrounds a tensor with a value, widths given as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT32, doc="tensor of rank r")
    .input("constant_values", FLOAT16 | FLOAT | INT32, doc="what is added, one number")
    .output("y", FLOAT16 | FLOAT | INT32, doc="x surrounded by that number")
    .required_attr("paddings", ListListInt, every(length(2)), doc="elements to add before and after each axis, r pairs")
    .shape(pad.pad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

PadV3 = (
    op("PadV3")
    .doc("Surrounds a tensor with a constant, its edge, or its reflection; widths given as a tensor.")
    .input(
        "x",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="tensor of rank r",
    )
    .input("paddings", IndexNumberType, doc="elements to add before and after each axis, 2 * r numbers")
    .optional_input(
        "constant_values",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="what is added in the constant mode, one number; zero when it is not fed",
    )
    .output(
        "y",
        BasicType | BOOL | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT8_E8M0 | FLOAT4_E2M1 | FLOAT4_E1M2,
        doc="x with its surroundings",
    )
    .attr(
        "mode",
        String,
        "constant",
        doc=(
            "constant adds a number, edge repeats the border, reflect mirrors without it, symmetric with "
            "it, circular continues"
        ),
    )
    .attr(
        "paddings_contiguous",
        Bool,
        True,
        doc="whether the two numbers of an axis stand together; otherwise all befores come first",
    )
    .shape(pad.pad_by_mode)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

PadV3D = (
    op("PadV3D")
    .doc("Surrounds a tensor with a constant, its edge, or its reflection; widths given as an attribute.")
    .input("x", FLOAT16 | FLOAT | INT8 | UINT8, doc="tensor of rank r")
    .output("y", FLOAT16 | FLOAT | INT8 | UINT8, doc="x with its surroundings")
    .required_attr("paddings", ListListInt, doc="elements to add before and after each axis, r pairs")
    .attr("constant_values", Int, 0, doc="what is added in the constant mode")
    .attr("mode", String, "constant", doc="constant adds a number, edge repeats the border, reflect mirrors without it")
    .attr(
        "paddings_contiguous",
        Bool,
        True,
        doc="whether the two numbers of an axis stand together; otherwise all befores come first",
    )
    .shape(pad.pad_by_mode)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

PadV3Grad = (
    op("PadV3Grad")
    .doc("Gradient of PadV3.")
    .input("x", BasicType)
    .input("paddings", IndexNumberType)
    .output("y", BasicType)
    .attr("mode", String, "reflect")
    .attr("paddings_contiguous", Bool, True)
    .shape(pad.pad_grad)
    .dtype(follow("x"))
    .traits(PURE)
    .category("pad")
)

OPS = (
    AscendPadding,
    CircularPad,
    MirrorPad,
    MirrorPadGrad,
    Pad,
    PadD,
    PadV2,
    PadV2D,
    PadV3,
    PadV3D,
    PadV3Grad,
)
