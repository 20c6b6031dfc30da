"""Activations that gate one half of an axis with the other, some with quantisation."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
from metadef.catalogue.vocabulary import (
    BF16,
    FLOAT,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    HIFLOAT8,
    INT4,
    INT8,
    INT32,
    INT64,
    PURE,
    Bool,
    Float,
    FloatingDataType,
    Int,
    String,
    one_of,
    op,
)
from metadef.infer.dtypes import each, follow, from_attr, quantised, when
from metadef.infer.shape import common, gated_activation, mx_quantize

AGLU = (
    op("AGLU")
    .input("x", FLOAT16)
    .input("weight1", FLOAT16)
    .optional_input("bias1", FLOAT16)
    .optional_input("weight2", FLOAT16)
    .optional_input("bias2", FLOAT16)
    .output("y", FLOAT16)
    .required_attr("activate_func", String)
    .attr("activate_left", Bool, False)
    .shape(gated_activation.product)
    .traits(PURE)
    .category("gated-activation")
)

ClippedSwiglu = (
    op("ClippedSwiglu")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .optional_input("group_index", INT64)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .attr("dim", Int, -1)
    .attr("alpha", Float, 1.702)
    .attr("limit", Float, 7.0)
    .attr("bias", Float, 1.0)
    .attr("interleaved", Bool, True)
    .attr("clamp_mode", Int, 0)
    .shape(gated_activation.halved("dim"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

ClippedSwigluGrad = (
    op("ClippedSwigluGrad")
    .input("grad_y", BF16 | FLOAT16 | FLOAT)
    .input("x", BF16 | FLOAT16 | FLOAT)
    .optional_input("group_index", INT64)
    .output("grad_x", BF16 | FLOAT16 | FLOAT)
    .attr("dim", Int, -1)
    .attr("alpha", Float, 1.702)
    .attr("limit", Float, 7.0)
    .attr("bias", Float, 1.0)
    .attr("interleaved", Bool, True)
    .shape(gated_activation.gradient("grad_y", axis="dim"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

DequantSituQuant = (
    op("DequantSituQuant")
    .input("x", INT8 | INT32 | BF16 | FLOAT16)
    .optional_input("weight_scale", FLOAT)
    .optional_input("activation_scale", FLOAT)
    .optional_input("bias", FLOAT)
    .optional_input("quant_scale", FLOAT)
    .optional_input("quant_offset", FLOAT)
    .optional_input("group_index", INT64)
    .output("y", INT8)
    .output("y_scale", FLOAT)
    .attr("beta", Float, 4.0)
    .attr("linear_beta", Float, 25.0)
    .attr("activate_left", Bool, True)
    .attr("quant_type", String, "dynamic")
    .shape(mx_quantize.gated_rows(gated_activation.halved_last))
    .traits(PURE)
    .category("gated-activation")
)

DequantSwigluQuant = (
    op("DequantSwigluQuant")
    .input("x", FLOAT16 | BF16 | INT32)
    .optional_input("weight_scale", FLOAT)
    .optional_input("activation_scale", FLOAT)
    .optional_input("bias", FLOAT16 | BF16 | INT32 | FLOAT)
    .optional_input("quant_scale", BF16 | FLOAT16 | FLOAT)
    .optional_input("quant_offset", BF16 | FLOAT16 | FLOAT)
    .optional_input("group_index", INT32 | INT64)
    .output("y", INT8 | HIFLOAT8 | FLOAT8_E4M3FN | FLOAT8_E5M2 | FLOAT4_E2M1 | FLOAT4_E1M2)
    .output("scale", FLOAT)
    .attr("activate_left", Bool, False)
    .attr("quant_mode", String, "static")
    .attr("dst_type", Int, INT8.ge_value)
    .attr("round_mode", String, "rint")
    .attr("activate_dim", Int, -1)
    .attr("swiglu_mode", Int, 0)
    .attr("clamp_limit", Float, 7.0)
    .attr("glu_alpha", Float, 1.702)
    .attr("glu_bias", Float, 1.0)
    .shape(mx_quantize.gated_rows(gated_activation.halved("activate_dim")))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("gated-activation")
)

FatreluMul = (
    op("FatreluMul")
    .doc("Thresholded first half of the last axis times the second half.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="tensor whose last axis has an even length")
    .input("threshold", FLOAT, doc="bound that an element of the first half must exceed to count, one number")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="first half where it exceeds the bound, else zero, times the second half")
    .shape(gated_activation.halved_last)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

GeGluGradV2 = (
    op("GeGluGradV2")
    .input("dy", "T")
    .input("x", "T")
    .input("gelu", "T")
    .output("dx", "T")
    .attr("dim", Int, -1)
    .attr("approximate", Int, 1)
    .attr("activate_left", Bool, False)
    .datatype("T", FLOAT16 | BF16 | FLOAT)
    .shape(gated_activation.gradient("dy", "gelu", axis="dim"))
    .traits(PURE)
    .category("gated-activation")
)

GeGluV2 = (
    op("GeGluV2")
    .doc("Gelu of one half of an axis times the other half.")
    .input("x", "T", doc="tensor whose axis dim has an even length")
    .output("y", "T", doc="gelu of the gating half * the other half")
    .output("gelu", "T", doc="gelu of the gating half, kept for the gradient")
    .attr("dim", Int, -1, doc="axis that is split into halves; negative counts from the end")
    .attr("approximate", Int, 1, one_of(0, 1), doc="0 computes gelu with the error function, 1 with its tanh form")
    .attr("activate_left", Bool, False, doc="whether the first half gates instead of the second")
    .datatype("T", BF16 | FLOAT16 | FLOAT)
    .shape(gated_activation.halved("dim"))
    .traits(PURE)
    .category("gated-activation")
)

GeluMul = (
    op("GeluMul")
    .doc("Gelu of the first half of the last axis times the second half.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="tensor whose last axis has an even length")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="gelu(first half) * second half, with half the length on the last axis")
    .attr(
        "approximate",
        String,
        "none",
        one_of("none", "tanh"),
        doc="none computes gelu with the error function, tanh with its approximation",
    )
    .shape(gated_activation.halved_last)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

GLU = (
    op("GLU")
    .doc("First half of an axis times the sigmoid of the second half.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="tensor whose axis dim has an even length")
    .output("y", FLOAT16 | FLOAT | BF16, doc="first half * sigmoid(second half), with half the length on that axis")
    .attr("dim", Int, -1, doc="axis that is split into halves; negative counts from the end")
    .shape(gated_activation.halved("dim"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

GLUGrad = (
    op("GLUGrad")
    .doc("Gradient of GLU.")
    .input("y_grad", FloatingDataType, doc="gradient that arrives at the result of GLU")
    .input("x", FloatingDataType, doc="input that GLU had")
    .output("x_grad", FloatingDataType, doc="gradient with respect to that input, its shape")
    .attr("dim", Int, -1, doc="axis that the forward pass split; negative counts from the end")
    .law(*axes_within("dim"))
    .shape(gated_activation.gradient("y_grad", axis="dim"))
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("gated-activation")
)

SituGlu = (
    op("SituGlu")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("dim", Int, -1)
    .attr("beta", Float, 1.0)
    .attr("linear_beta", Float, 0.0)
    .attr("activate_left", Bool, True)
    .shape(gated_activation.halved("dim"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

SituGluGrad = (
    op("SituGluGrad")
    .input("grad_y", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("grad_x", FLOAT | FLOAT16 | BF16)
    .attr("dim", Int, -1)
    .attr("beta", Float, 1.0)
    .attr("linear_beta", Float, 0.0)
    .attr("activate_left", Bool, True)
    .shape(gated_activation.gradient("grad_y", axis="dim"))
    .dtype(follow("grad_y"))
    .traits(PURE)
    .category("gated-activation")
)

SituMxQuant = (
    op("SituMxQuant")
    .input("x", FLOAT16 | BF16)
    .output("y", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("y_scale", FLOAT8_E8M0)
    .attr("beta", Float, 1.0)
    .attr("linear_beta", Float, 0.0)
    .attr("activate_left", Bool, False)
    .attr("axis", Int, -1)
    .attr("dst_type", Int, FLOAT4_E2M1.ge_value)
    .attr("round_mode", String, "rint")
    .shape(mx_quantize.gated_exponents("axis"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("gated-activation")
)

SwiGlu = (
    op("SwiGlu")
    .doc("Swish of the first half of an axis times the second half.")
    .input("x", "T", doc="tensor whose axis dim has an even length, the gated half first")
    .output("y", "T", doc="swish(first half) * second half, with half the length on that axis")
    .attr("dim", Int, -1, doc="axis that is split into halves; negative counts from the end")
    .datatype("T", BF16 | FLOAT16 | FLOAT)
    .shape(gated_activation.halved("dim"))
    .traits(PURE)
    .category("gated-activation")
)

SwiGluGrad = (
    op("SwiGluGrad")
    .doc("Gradient of SwiGlu.")
    .input("y_grad", "T", doc="gradient that arrives at the result of SwiGlu")
    .input("x", "T", doc="input that SwiGlu had")
    .output("x_grad", "T", doc="gradient with respect to that input, its shape")
    .attr("dim", Int, -1, doc="axis that the forward pass split; negative counts from the end")
    .datatype("T", BF16 | FLOAT16 | FLOAT)
    .law(*axes_within("dim"))
    .shape(gated_activation.gradient("y_grad", axis="dim"))
    .traits(PURE)
    .category("gated-activation")
)

SwigluGroup = (
    op("SwigluGroup")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .optional_input("weight", FLOAT)
    .optional_input("group_index", INT64)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .attr("clamp_limit", Float, -1.0)
    .shape(gated_activation.halved_last)
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

SwigluGroupGrad = (
    op("SwigluGroupGrad")
    .input("grad_y", BF16 | FLOAT16 | FLOAT)
    .input("x", BF16 | FLOAT16 | FLOAT)
    .optional_input("weight", FLOAT)
    .optional_input("y_origin", BF16 | FLOAT16 | FLOAT)
    .optional_input("group_index", INT64)
    .output("grad_x", BF16 | FLOAT16 | FLOAT)
    .output("grad_weight", FLOAT)
    .attr("clamp_limit", Float, 0.0)
    .shape(common.each_of(gated_activation.gradient("grad_y"), "weight"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

SwigluGroupQuant = (
    op("SwigluGroupQuant")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .optional_input("weight", FLOAT)
    .optional_input("group_index", INT64)
    .optional_input("scale", FLOAT)
    .output("y", FLOAT8_E4M3FN | FLOAT8_E5M2 | FLOAT4_E2M1 | FLOAT4_E1M2 | HIFLOAT8)
    .output("y_scale", FLOAT | FLOAT8_E8M0)
    .output("y_origin", FLOAT16 | BF16 | FLOAT)
    .attr("dst_type", Int, FLOAT8_E4M3FN.ge_value)
    .attr("quant_mode", Int, 0)
    .attr("block_size", Int, 0)
    .attr("round_scale", Bool, False)
    .attr("clamp_limit", Float, -1.0)
    .attr("dst_type_max", Float, 15.0)
    .attr("output_origin", Bool, False)
    .shape(gated_activation.gated_groups)
    .dtype(each(from_attr("dst_type"), when("round_scale", FLOAT8_E8M0, FLOAT), "x"))
    .traits(PURE)
    .category("gated-activation")
)

SwigluGroupQuantGrad = (
    op("SwigluGroupQuantGrad")
    .input("grad_y", FLOAT16 | BF16 | FLOAT)
    .input("x", FLOAT16 | BF16 | FLOAT)
    .optional_input("weight", FLOAT)
    .optional_input("y_origin", FLOAT16 | BF16 | FLOAT)
    .optional_input("group_index", INT64)
    .output("grad_x", FLOAT16 | BF16 | FLOAT)
    .output("grad_weight", FLOAT)
    .attr("clamp_limit", Float, -1.0)
    .shape(common.each_of(gated_activation.gradient("grad_y"), "weight"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("gated-activation")
)

SwigluMxQuant = (
    op("SwigluMxQuant")
    .input("x", FLOAT16 | BF16)
    .optional_input("group_index", INT32 | INT64)
    .output("y", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("mxscale", FLOAT8_E8M0)
    .attr("activate_dim", Int, -1)
    .attr("activate_left", Bool, False)
    .attr("swiglu_mode", Int, 0)
    .attr("clamp_limit", Float, 7.0)
    .attr("glu_alpha", Float, 1.702)
    .attr("glu_bias", Float, 1.0)
    .attr("group_mode", Int, 0)
    .attr("axis", Int, -1)
    .attr("dst_type", Int, FLOAT4_E2M1.ge_value)
    .attr("round_mode", String, "rint")
    .attr("scale_alg", Int, 0)
    .attr("max_dtype_value", Float, 0.0)
    .shape(mx_quantize.gated_exponents("activate_dim"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("gated-activation")
)

SwiGluQuant = (
    op("SwiGluQuant")
    .doc("SwiGlu followed by quantisation.")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .optional_input("smooth_scales", FLOAT)
    .optional_input("offsets", FLOAT)
    .optional_input("group_index", INT32)
    .output("y", INT8 | INT4)
    .output("scale", FLOAT)
    .attr("activate_left", Bool, False)
    .attr("quant_mode", String, "dynamic")
    .attr("group_list_type", Int, 0)
    .attr("dst_type", Int, INT8.ge_value)
    .shape(mx_quantize.gated_rows(gated_activation.halved_last))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("gated-activation")
)

OPS = (
    AGLU,
    ClippedSwiglu,
    ClippedSwigluGrad,
    DequantSituQuant,
    DequantSwigluQuant,
    FatreluMul,
    GeGluGradV2,
    GeGluV2,
    GeluMul,
    GLU,
    GLUGrad,
    SituGlu,
    SituGluGrad,
    SituMxQuant,
    SwiGlu,
    SwiGluGrad,
    SwigluGroup,
    SwigluGroupGrad,
    SwigluGroupQuant,
    SwigluGroupQuantGrad,
    SwigluMxQuant,
    SwiGluQuant,
)
