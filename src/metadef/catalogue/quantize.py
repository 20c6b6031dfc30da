"""Quantisation, dequantisation and quantisation-aware training."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within, below
from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    FLOAT,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT6_E2M3,
    FLOAT6_E3M2,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    HIFLOAT8,
    INT4,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    QINT8,
    QINT16,
    QINT32,
    QUINT8,
    QUINT16,
    UINT8,
    UINT64,
    Bool,
    Float,
    Int,
    ListFloat,
    String,
    between,
    not_negative,
    one_of,
    op,
)
from metadef.infer.dtypes import each, follow, from_attr, from_text, quantised
from metadef.infer.shape import common, loss, mx_quantize, quantize
from metadef.types.shape import Shape

ActsULQ = (
    op("ActsULQ")
    .input("x", FLOAT16 | FLOAT)
    .input("clamp_min", FLOAT16 | FLOAT)
    .input("clamp_max", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("clamp_min_mask", BOOL | FLOAT16 | FLOAT)
    .output("clamp_max_mask", BOOL | FLOAT16 | FLOAT)
    .output("x_clamped_loss", FLOAT16 | FLOAT)
    .attr("fixed_min", Bool, False)
    .attr("num_bits", Int, 8)
    .shape(quantize.clamped("clamp_min", "clamp_max"))
    .dtype(each("x", BOOL, BOOL, "x"))
    .traits(PURE)
    .category("quantize")
)

ActsULQInputGrad = (
    op("ActsULQInputGrad")
    .input("y_grad", FLOAT16 | FLOAT)
    .input("clamp_min_mask", BOOL | FLOAT16 | FLOAT)
    .input("clamp_max_mask", BOOL | FLOAT16 | FLOAT)
    .output("x_grad", FLOAT16 | FLOAT)
    .shape(quantize.like_all("y_grad", "clamp_min_mask", "clamp_max_mask"))
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("quantize")
)

ActULQClampMaxGrad = (
    op("ActULQClampMaxGrad")
    .input("y_grad", FLOAT16 | FLOAT)
    .input("clamp_max_mask", BOOL | FLOAT16 | FLOAT)
    .input("x_clamped_loss", FLOAT16 | FLOAT)
    .output("clamp_max_grad", FLOAT16 | FLOAT)
    .shape(quantize.clamp_gradient("y_grad", "clamp_max_mask", "x_clamped_loss"))
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("quantize")
)

ActULQClampMinGrad = (
    op("ActULQClampMinGrad")
    .input("y_grad", FLOAT16 | FLOAT)
    .input("clamp_min_mask", BOOL | FLOAT16 | FLOAT)
    .input("x_clamped_loss", FLOAT16 | FLOAT)
    .output("clamp_min_grad", FLOAT16 | FLOAT)
    .shape(quantize.clamp_gradient("y_grad", "clamp_min_mask", "x_clamped_loss"))
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("quantize")
)

AntiMxQuant = (
    op("AntiMxQuant")
    .input("x", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .input("mxscale", FLOAT8_E8M0)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .attr("axis", Int, -1)
    .attr("dst_type", Int, BF16.ge_value)
    .shape(mx_quantize.plain)
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

AscendAntiQuant = (
    op("AscendAntiQuant")
    .doc("Turns low-bit integers into floats by one scale and offset.")
    .input("x", INT8 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN, doc="quantised integers of any shape")
    .output("y", FLOAT16 | FLOAT, doc="(x + offset) * scale as floating-point numbers")
    .required_attr("scale", Float, doc="width of a step")
    .required_attr("offset", Float, doc="summand before scaling")
    .attr("dtype", Int, FLOAT.ge_value, doc="number of the type of the result: 0 for FLOAT, 1 for FLOAT16")
    .attr("sqrt_mode", Bool, False, doc="whether the scale is applied twice")
    .shape(quantize.antiquant())
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("quantize")
)

AscendAntiQuantV2 = (
    op("AscendAntiQuantV2")
    .doc("Turns low-bit integers into floats by scale and offset tensors.")
    .input("x", INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN, doc="quantised tensor")
    .input("scale", FLOAT | BF16, doc="factors, one or one for each element of the last axis")
    .optional_input("offset", FLOAT | BF16, doc="what is added before the factor is applied, of the shape of scale")
    .output("y", FLOAT16 | BF16, doc="(x + offset) * scale")
    .attr("dst_type", Int, FLOAT16.ge_value, doc="C++ number of the type of the result")
    .attr("sqrt_mode", Bool, False, doc="whether the scale is applied twice")
    .shape(quantize.antiquant())
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

AscendDequant = (
    op("AscendDequant")
    .doc("Turns 32-bit integers into floats by scales packed in 64 bits.")
    .input("x", INT32, doc="integer sums of a quantised product or convolution")
    .input("deq_scale", FLOAT16 | UINT64, doc="factors packed in 64 bits, one or one for each channel")
    .output("y", FLOAT16 | FLOAT, doc="x * scale as floating-point numbers")
    .attr("sqrt_mode", Bool, False, doc="whether the scale is applied twice")
    .attr("relu_flag", Bool, False, doc="whether negative results become zero")
    .attr("dtype", Int, FLOAT.ge_value, doc="number of the type of the result: 0 for FLOAT, 1 for FLOAT16")
    .shape(common.same("x"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("quantize")
)

AscendDequantS16 = (
    op("AscendDequantS16")
    .input("x0", INT32)
    .input("deq_scale", UINT64)
    .optional_input("x1", INT16)
    .output("y", INT16)
    .attr("relu_flag", Bool, False)
    .shape(common.same("x0"))
    .traits(PURE)
    .category("quantize")
)

AscendQuant = (
    op("AscendQuant")
    .doc("Quantises by one scale and offset to low-bit integers.")
    .input("x", FLOAT16 | FLOAT, doc="floating-point numbers of any shape")
    .output(
        "y",
        INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="round(x * scale + offset), limited to the range of the type",
    )
    .required_attr("scale", Float, doc="reciprocal of the width of a step")
    .required_attr("offset", Float, doc="number that stands for zero")
    .attr("sqrt_mode", Bool, False, doc="whether the scale is applied twice, so that small types can hold it")
    .attr(
        "round_mode",
        String,
        "Round",
        one_of("Round", "Floor", "Ceil", "Trunc", "round", "floor", "ceil", "trunc", "rint", "hybrid"),
        doc="Round takes the nearest and the even of two, Floor, Ceil and Trunc as they say",
    )
    .attr("dst_type", Int, INT8.ge_value, doc="number of the type of the result: 2 for INT8, 29 for INT4")
    .shape(quantize.packed())
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

AscendQuantV2 = (
    op("AscendQuantV2")
    .doc("Quantises by scale and offset tensors along an axis.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="floating-point numbers of any shape")
    .input(
        "scale",
        FLOAT16 | FLOAT | BF16,
        doc="reciprocal width of a step, one number or one for each slice along the axis",
    )
    .optional_input(
        "offset", FLOAT16 | FLOAT | BF16, doc="number that stands for zero, the shape of the scale; left out for zeros"
    )
    .output(
        "y",
        INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="round(x * scale + offset), limited to the range of the type",
    )
    .attr("sqrt_mode", Bool, False, doc="whether the scale is applied twice, so that small types can hold it")
    .attr(
        "round_mode",
        String,
        "round",
        doc=(
            "round takes the nearest and the even of two, floor, ceil and trunc as they say; hybrid "
            "mixes both for 8-bit floats"
        ),
    )
    .attr("dst_type", Int, INT8.ge_value, doc="number of the type of the result: 2 for INT8, 29 for INT4")
    .attr("axis", Int, -1, doc="axis that the scales belong to; negative counts from the end")
    .law(*axes_within("axis"))
    .shape(quantize.along_axis)
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

AscendRequant = (
    op("AscendRequant")
    .doc("Turns 32-bit integers into 8-bit ones by scales packed in 64 bits.")
    .input("x", INT32, doc="integer sums of a quantised product or convolution")
    .input("req_scale", UINT64, doc="factors and offsets packed in 64 bits, one or one for each channel")
    .output("y", INT8, doc="x rescaled to 8-bit integers")
    .attr("relu_flag", Bool, False, doc="whether negative results become zero")
    .shape(common.same("x"))
    .traits(PURE)
    .category("quantize")
)

AscendRequantS16 = (
    op("AscendRequantS16")
    .input("x0", INT16)
    .input("req_scale", UINT64)
    .optional_input("x1", INT16)
    .output("y0", INT8)
    .output("y1", INT16)
    .attr("dual_output", Bool, False)
    .attr("relu_flag", Bool, False)
    .shape(common.same("x0"))
    .traits(PURE)
    .category("quantize")
)

AscendWeightQuant = (
    op("AscendWeightQuant")
    .doc("Adds an offset to quantised weights.")
    .input("x", INT8)
    .input("offset", INT8)
    .output("y", INT8 | INT4)
    .attr("dst_type", Int, INT8.ge_value)
    .shape(common.same("x"))
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

DequantBias = (
    op("DequantBias")
    .input("x", INT32)
    .input("weight_scale", BF16 | FLOAT)
    .optional_input("activate_scale", FLOAT)
    .optional_input("bias", BF16 | FLOAT16 | INT32 | FLOAT)
    .output("y", FLOAT16 | BF16)
    .required_attr("output_dtype", Int)
    .shape(quantize.dequantised_sums)
    .dtype(from_attr("output_dtype"))
    .traits(PURE)
    .category("quantize")
)

Dequantize = (
    op("Dequantize")
    .doc("Turns quantised values into floats within a range.")
    .input("x", QINT8 | QUINT8 | QINT32 | QINT16 | QUINT16, doc="quantised numbers")
    .input("min_range", FLOAT, doc="real number that the smallest code stands for")
    .input("max_range", FLOAT, doc="real number that the largest code stands for")
    .output("y", FLOAT, doc="real numbers")
    .attr(
        "mode",
        String,
        "MIN_COMBINED",
        one_of("MIN_COMBINED", "MIN_FIRST", "SCALED"),
        doc="how codes are spread over the range",
    )
    .shape(common.same("x"))
    .traits(PURE)
    .category("quantize")
)

DynamicBlockMxQuant = (
    op("DynamicBlockMxQuant")
    .input("x", FLOAT16 | BF16)
    .output("y", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("scale1", FLOAT8_E8M0)
    .output("scale2", FLOAT8_E8M0)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, FLOAT4_E2M1.ge_value)
    .attr("scale_alg", Int, 0)
    .attr("dst_type_max", Float, 0.0)
    .shape(mx_quantize.both_axes("x", "last", "before"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("quantize")
)

DynamicBlockQuant = (
    op("DynamicBlockQuant")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .output("y", INT8 | HIFLOAT8 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("scale", FLOAT)
    .attr("min_scale", Float, 0.0)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, FLOAT8_E5M2.ge_value)
    .attr("row_block_size", Int, 1)
    .attr("col_block_size", Int, 128)
    .attr("dst_type_max", Float, 0.0)
    .shape(quantize.block_scales)
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

DynamicDualLevelMxQuant = (
    op("DynamicDualLevelMxQuant")
    .input("x", FLOAT16 | BF16)
    .optional_input("smooth_scale", FLOAT16 | BF16)
    .output("y", FLOAT4_E2M1)
    .output("level0_scale", FLOAT)
    .output("level1_scale", FLOAT8_E8M0)
    .attr("round_mode", String, "rint")
    .attr("level0_block_size", Int, 512)
    .attr("level1_block_size", Int, 32)
    .shape(mx_quantize.two_levels)
    .traits(PURE)
    .category("quantize")
)

DynamicMxQuant = (
    op("DynamicMxQuant")
    .doc("Quantises blocks to 8- or 4-bit floats with shared exponents.")
    .input("x", FLOAT16 | BF16 | FLOAT, doc="floating-point numbers, blocked along one axis")
    .output(
        "y",
        FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT6_E3M2 | FLOAT6_E2M3 | FLOAT8_E4M3FN | FLOAT8_E5M2,
        doc="8- or 4-bit floats, the shape of x",
    )
    .output("mxscale", FLOAT8_E8M0, doc="shared exponent of each block")
    .attr("axis", Int, -1, doc="axis that is cut into blocks; negative counts from the end")
    .attr("round_mode", String, "rint", doc="how elements are rounded, such as rint, floor or round")
    .attr(
        "dst_type",
        Int,
        FLOAT4_E2M1.ge_value,
        doc="number of the type of the elements, such as 40 for FLOAT4_E2M1 or 36 for FLOAT8_E4M3FN",
    )
    .attr("blocksize", Int, 32, not_negative, doc="number of elements that share an exponent")
    .attr("scale_alg", Int, 0, doc="how the shared exponent is found: 0 as OCP says, others as the chip offers")
    .attr("dst_type_max", Float, 0.0, doc="largest magnitude to scale to; 0 for that of the type")
    .attr("max_low_bound", Float, 0.0, doc="smallest block maximum that the exponent is computed from")
    .shape(quantize.mx_scales)
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

DynamicMxQuantWithDualAxis = (
    op("DynamicMxQuantWithDualAxis")
    .input("x", FLOAT16 | BF16)
    .output("y1", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("mxscale1", FLOAT8_E8M0)
    .output("y2", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("mxscale2", FLOAT8_E8M0)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, FLOAT4_E2M1.ge_value)
    .attr("scale_alg", Int, 0)
    .attr("dst_type_max", Float, 0.0)
    .shape(mx_quantize.both_axes("x", "last", "x", "before"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("quantize")
)

DynamicQuant = (
    op("DynamicQuant")
    .doc("Quantises every token by its own largest magnitude.")
    .input("x", FLOAT16 | BF16, doc="tokens, [..., H]")
    .optional_input(
        "smooth_scales", FLOAT16 | BF16, doc="factor on each feature before quantising, [H] or one row for each group"
    )
    .optional_input("group_index", INT32, doc="last row of each group, when there are several rows of factors")
    .output("y", INT8 | INT4 | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8, doc="quantised tokens, the shape of x")
    .output("scale", FLOAT, doc="width of a step for each token, [...]")
    .attr("dst_type", Int, INT8.ge_value, doc="number of the type of the result: 2 for INT8, 29 for INT4")
    .shape(quantize.smoothed)
    .dtype(each(from_attr("dst_type"), FLOAT))
    .traits(PURE)
    .category("quantize")
)

DynamicQuantV2 = (
    op("DynamicQuantV2")
    .doc("Quantises every token by its own range, with an offset.")
    .input("x", FLOAT16 | BF16)
    .optional_input("smooth_scales", FLOAT16 | BF16)
    .optional_input("group_index", INT32)
    .output("y", INT8 | INT4 | FLOAT8_E5M2 | FLOAT8_E4M3FN | HIFLOAT8)
    .output("scale", FLOAT)
    .output("offset", FLOAT)
    .attr("dst_type", Int, INT8.ge_value)
    .attr("is_symmetrical", Bool, False)
    .attr("quant_mode", String, "pertoken")
    .attr("dst_type_max", Float, 0.0)
    .shape(quantize.dynamic_v2)
    .dtype(each(from_attr("dst_type"), FLOAT, FLOAT))
    .traits(PURE)
    .category("quantize")
)

FakeQuantAffineCachemask = (
    op("FakeQuantAffineCachemask")
    .input("x", FLOAT | FLOAT16)
    .input("scale", FLOAT | FLOAT16)
    .input("zero_point", FLOAT | FLOAT16 | INT32)
    .output("y", FLOAT | FLOAT16)
    .output("mask", BOOL)
    .required_attr("axis", Int)
    .required_attr("quant_min", Int)
    .required_attr("quant_max", Int)
    .shape(quantize.affine("scale", "zero_point"))
    .dtype(each("x", BOOL))
    .traits(PURE)
    .category("quantize")
)

FakeQuantWithMinMaxArgs = (
    op("FakeQuantWithMinMaxArgs")
    .doc("Quantises and dequantises within a range given as attributes.")
    .input("x", FLOAT, doc="floating-point numbers of any shape")
    .output("y", FLOAT, doc="numbers of x after quantising and back")
    .attr("min", Float, -6.0, doc="lower end of the range")
    .attr("max", Float, 6.0, doc="upper end of the range")
    .attr("num_bits", Int, 8, between(2, 16), doc="width of the codes")
    .attr("narrow_range", Bool, False, doc="whether the smallest code is left unused")
    .law(*below("min", "max"))
    .shape(common.same("x"))
    .traits(PURE)
    .category("quantize")
)

FakeQuantWithMinMaxArgsGradient = (
    op("FakeQuantWithMinMaxArgsGradient")
    .input("gradients", FLOAT)
    .input("x", FLOAT)
    .output("y", FLOAT)
    .attr("min", Float, -6.0)
    .attr("max", Float, 6.0)
    .attr("num_bits", Int, 8)
    .attr("narrow_range", Bool, False)
    .shape(loss.same_pair("gradients", "x"))
    .traits(PURE)
    .category("quantize")
)

FakeQuantWithMinMaxVars = (
    op("FakeQuantWithMinMaxVars")
    .doc("Quantises and dequantises within a range given as tensors.")
    .input("x", FLOAT, doc="floating-point numbers of any shape")
    .input("min", FLOAT, doc="lower end of the range, one number")
    .input("max", FLOAT, doc="upper end of the range, one number")
    .output("y", FLOAT, doc="numbers of x after quantising and back")
    .attr("num_bits", Int, 8, between(2, 16), doc="width of the codes")
    .attr("narrow_range", Bool, False, doc="whether the smallest code is left unused")
    .shape(quantize.clamped("min", "max"))
    .traits(PURE)
    .category("quantize")
)

FakeQuantWithMinMaxVarsGradient = (
    op("FakeQuantWithMinMaxVarsGradient")
    .input("gradients", FLOAT)
    .input("x", FLOAT)
    .input("min", FLOAT)
    .input("max", FLOAT)
    .output("backprops_wrt_x", FLOAT)
    .output("backprop_wrt_min", FLOAT)
    .output("backprop_wrt_max", FLOAT)
    .attr("num_bits", Int, 8)
    .attr("narrow_range", Bool, False)
    .shape(common.each_of(loss.same_pair("gradients", "x"), "min", "max"))
    .traits(PURE)
    .category("quantize")
)

FakeQuantWithMinMaxVarsPerChannel = (
    op("FakeQuantWithMinMaxVarsPerChannel")
    .doc("Quantises and dequantises every channel within its own range.")
    .input("x", FLOAT)
    .input("min", FLOAT)
    .input("max", FLOAT)
    .output("y", FLOAT)
    .attr("num_bits", Int, 8)
    .attr("narrow_range", Bool, False)
    .shape(quantize.per_channel("min", "max"))
    .traits(PURE)
    .category("quantize")
)

FakeQuantWithMinMaxVarsPerChannelGradient = (
    op("FakeQuantWithMinMaxVarsPerChannelGradient")
    .input("gradients", FLOAT)
    .input("x", FLOAT)
    .input("min", FLOAT)
    .input("max", FLOAT)
    .output("backprops_wrt_x", FLOAT)
    .output("backprops_wrt_min", FLOAT)
    .output("backprops_wrt_max", FLOAT)
    .attr("num_bits", Int, 8)
    .attr("narrow_range", Bool, False)
    .shape(quantize.per_channel_gradient)
    .traits(PURE)
    .category("quantize")
)

FlatQuant = (
    op("FlatQuant")
    .input("x", FLOAT16 | BF16)
    .input("kronecker_p1", FLOAT16 | BF16)
    .input("kronecker_p2", FLOAT16 | BF16)
    .optional_input("group_list", INT64)
    .output("out", INT4 | FLOAT4_E2M1)
    .output("quant_scale", FLOAT | FLOAT8_E8M0)
    .attr("clip_ratio", Float, 1.0)
    .attr("dst_dtype", Int, INT4.ge_value)
    .attr("dst_type_max", Float, 0.0)
    .attr("group_list_type", Int, 0)
    .shape(quantize.flat)
    .dtype(quantize.with_scales("dst_dtype"))
    .traits(PURE)
    .category("quantize")
)

GroupedDynamicBlockQuant = (
    op("GroupedDynamicBlockQuant")
    .input("x", FLOAT16 | BF16)
    .input("group_list", INT32)
    .output("y", HIFLOAT8 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("scale", FLOAT)
    .attr("min_scale", Float, 0.0)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, FLOAT8_E5M2.ge_value)
    .attr("row_block_size", Int, 1)
    .attr("col_block_size", Int, 128)
    .attr("group_list_type", Int, 0)
    .attr("dst_type_max", Float, 0.0)
    .shape(mx_quantize.grouped_blocks)
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("quantize")
)

GroupedDynamicMxQuant = (
    op("GroupedDynamicMxQuant")
    .input("x", FLOAT16 | BF16)
    .input("group_index", INT32)
    .output("y", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("mxscale", FLOAT8_E8M0)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, FLOAT8_E5M2.ge_value)
    .attr("blocksize", Int, 32)
    .attr("scale_alg", Int, 0)
    .attr("dst_type_max", Float, 0.0)
    .shape(mx_quantize.grouped_exponents)
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("quantize")
)

GroupedQuantMax = (
    op("GroupedQuantMax")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("scale", FLOAT)
    .input("group_list", INT64)
    .output("y", HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("amax", FLOAT | FLOAT16 | BF16)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, FLOAT8_E5M2.ge_value)
    .shape(common.each_of("x", loss.same_pair("scale", "group_list")))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("quantize")
)

GroupQuant = (
    op("GroupQuant")
    .doc("Quantises rows by the scale of their group.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("scale", FLOAT | FLOAT16 | BF16)
    .input("group_index", INT32 | INT64)
    .optional_input("offset", FLOAT | FLOAT16 | BF16)
    .output("y", INT4 | INT8)
    .attr("dst_type", Int, INT8.ge_value)
    .shape(quantize.by_group)
    .dtype(from_attr("dst_type"))
    .traits(PURE)
    .category("quantize")
)

IFMR = (
    op("IFMR")
    .input("data", FLOAT16 | FLOAT)
    .input("data_min", FLOAT16 | FLOAT)
    .input("data_max", FLOAT16 | FLOAT)
    .input("cumsum", INT32)
    .output("scale", FLOAT)
    .output("offset", FLOAT)
    .required_attr("min_percentile", Float)
    .required_attr("max_percentile", Float)
    .required_attr("search_range", ListFloat)
    .required_attr("search_step", Float)
    .required_attr("with_offset", Bool)
    .attr("quant_bits", Int, 8)
    .shape(common.fixed(1))
    .traits(PURE)
    .category("quantize")
)

MxToBlockMxQuant = (
    op("MxToBlockMxQuant")
    .input("x", FLOAT4_E2M1 | FLOAT4_E1M2)
    .input("mxscale", FLOAT8_E8M0)
    .output("y", FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("scale1", FLOAT8_E8M0)
    .output("scale2", FLOAT8_E8M0)
    .attr("dst_type", Int, FLOAT8_E4M3FN.ge_value)
    .shape(mx_quantize.both_axes("x", "last", "before"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("quantize")
)

Quantize = (
    op("Quantize")
    .doc("Quantises by scales and zero points along an axis.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="floating-point numbers")
    .input("scales", FLOAT | BF16, doc="width of a step, one number or one for each slice along the axis")
    .optional_input(
        "zero_points",
        INT8 | UINT8 | INT32 | FLOAT | BF16,
        doc="number that stands for zero, the shape of the scales; left out for zeros",
    )
    .output(
        "y",
        INT8 | UINT8 | INT32 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN,
        doc="round(x / scale + zero point), limited to the range of the type",
    )
    .required_attr("dtype", String, doc="name of the type of the result, such as torch.qint8")
    .attr("axis", Int, 1, doc="axis that the scales belong to; negative counts from the end")
    .shape(quantize.affine("scales", "zero_points"))
    .dtype(from_text("dtype"))
    .traits(PURE)
    .category("quantize")
)

QuantMax = (
    op("QuantMax")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("scale", FLOAT)
    .output("y", HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("amax", FLOAT | FLOAT16 | BF16)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, FLOAT8_E5M2.ge_value)
    .shape(common.each_of("x", Shape((1,))))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("quantize")
)

TransQuantParamV2 = (
    op("TransQuantParamV2")
    .doc("Packs float scales and offsets into 64 bits.")
    .input("scale", FLOAT)
    .optional_input("offset", FLOAT)
    .output("y", UINT64)
    .attr("round_mode", Int, 0)
    .shape(common.broadcast("scale", "offset"))
    .traits(PURE)
    .category("quantize")
)

WtsARQ = (
    op("WtsARQ")
    .input("w", FLOAT16 | FLOAT)
    .input("w_min", FLOAT16 | FLOAT)
    .input("w_max", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("num_bits", Int, 8)
    .attr("offset_flag", Bool, False)
    .shape(common.same("w"))
    .dtype(follow("w"))
    .traits(PURE)
    .category("quantize")
)

OPS = (
    ActsULQ,
    ActsULQInputGrad,
    ActULQClampMaxGrad,
    ActULQClampMinGrad,
    AntiMxQuant,
    AscendAntiQuant,
    AscendAntiQuantV2,
    AscendDequant,
    AscendDequantS16,
    AscendQuant,
    AscendQuantV2,
    AscendRequant,
    AscendRequantS16,
    AscendWeightQuant,
    DequantBias,
    Dequantize,
    DynamicBlockMxQuant,
    DynamicBlockQuant,
    DynamicDualLevelMxQuant,
    DynamicMxQuant,
    DynamicMxQuantWithDualAxis,
    DynamicQuant,
    DynamicQuantV2,
    FakeQuantAffineCachemask,
    FakeQuantWithMinMaxArgs,
    FakeQuantWithMinMaxArgsGradient,
    FakeQuantWithMinMaxVars,
    FakeQuantWithMinMaxVarsGradient,
    FakeQuantWithMinMaxVarsPerChannel,
    FakeQuantWithMinMaxVarsPerChannelGradient,
    FlatQuant,
    GroupedDynamicBlockQuant,
    GroupedDynamicMxQuant,
    GroupedQuantMax,
    GroupQuant,
    IFMR,
    MxToBlockMxQuant,
    Quantize,
    QuantMax,
    TransQuantParamV2,
    WtsARQ,
)
