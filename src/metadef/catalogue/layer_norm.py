"""Layer and root-mean-square normalisation and their fused forms."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
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
    UINT8,
    Bool,
    Float,
    Int,
    ListBool,
    ListInt,
    String,
    not_negative,
    op,
)
from metadef.infer.dtypes import each, follow, quantised
from metadef.infer.shape import common, creation, norm

AdaLayerNormGrad = (
    op("AdaLayerNormGrad")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("rstd", FLOAT)
    .input("mean", FLOAT)
    .input("scale", FLOAT | FLOAT16 | BF16)
    .input("gamma", FLOAT | FLOAT16 | BF16)
    .input("beta", FLOAT | FLOAT16 | BF16)
    .output("pd_x", FLOAT | FLOAT16 | BF16)
    .output("pd_scale", FLOAT | FLOAT16 | BF16)
    .output("pd_shift", FLOAT | FLOAT16 | BF16)
    .output("pd_gamma", FLOAT | FLOAT16 | BF16)
    .output("pd_beta", FLOAT | FLOAT16 | BF16)
    .shape(norm.gradients(("dy", "x"), "dy", "scale", "scale", "gamma", "beta"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("layer-norm")
)

AddLayerNorm = (
    op("AddLayerNorm")
    .doc("Adds two tensors and normalises the sum by layer.")
    .input("x1", FLOAT16 | BF16 | FLOAT, doc="first summand, [..., D]")
    .input("x2", FLOAT16 | BF16 | FLOAT, doc="second summand, the shape of the first")
    .input("gamma", FLOAT16 | BF16 | FLOAT, doc="factor after normalising, [D]")
    .input("beta", FLOAT16 | BF16 | FLOAT, doc="summand after scaling, [D]")
    .optional_input("bias", FLOAT16 | BF16 | FLOAT, doc="third summand, which broadcasts to the first")
    .output("y", FLOAT16 | BF16 | FLOAT, doc="normalised sum, the shape of x1")
    .output("mean", FLOAT, doc="mean over the last axis, with length 1 there")
    .output("rstd", FLOAT, doc="1 / sqrt(variance + epsilon) over the last axis")
    .output("x", FLOAT16 | BF16 | FLOAT, doc="sum before normalising; computed when additional_output is set")
    .attr("epsilon", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("additional_output", Bool, False, doc="whether the sum is given out as well")
    .shape(norm.rms_norm("x", "rstd", "rstd", "x"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddLayerNormGrad = (
    op("AddLayerNormGrad")
    .input("dy", FLOAT16 | BF16 | FLOAT)
    .input("x1", FLOAT16 | BF16 | FLOAT)
    .input("x2", FLOAT16 | BF16 | FLOAT)
    .input("rstd", FLOAT)
    .input("mean", FLOAT)
    .input("gamma", FLOAT16 | BF16 | FLOAT)
    .optional_input("dsum", FLOAT16 | BF16 | FLOAT)
    .output("dx", FLOAT16 | BF16 | FLOAT)
    .output("dgamma", FLOAT)
    .output("dbeta", FLOAT)
    .shape(norm.gradients(("dy", "x1", "x2"), "dy", "gamma", "gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

AddLayerNormQuant = (
    op("AddLayerNormQuant")
    .input("x1", FLOAT16 | BF16 | FLOAT)
    .input("x2", FLOAT16 | BF16 | FLOAT)
    .input("gamma", FLOAT16 | BF16 | FLOAT)
    .input("beta", FLOAT16 | BF16 | FLOAT)
    .optional_input("bias", FLOAT16 | BF16 | FLOAT)
    .optional_input("scales1", FLOAT16 | BF16 | FLOAT)
    .optional_input("scales2", FLOAT16 | BF16 | FLOAT)
    .optional_input("zero_points1", FLOAT16 | BF16 | FLOAT)
    .optional_input("zero_points2", FLOAT16 | BF16 | FLOAT)
    .output("y1", INT8)
    .output("y2", INT8)
    .output("x", FLOAT16 | BF16 | FLOAT)
    .output("out_scales1", FLOAT)
    .output("out_scales2", FLOAT)
    .attr("quant_mode", String, "dynamic")
    .attr("epsilon", Float, 1e-05)
    .attr("additional_output", Bool, False)
    .attr("div_mode", Bool, True)
    .shape(norm.rms_norm("x", "x", "x", "scale", "scale"))
    .dtype(quantised("", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddLayerNormQuantV2 = (
    op("AddLayerNormQuantV2")
    .input("x1", FLOAT16 | BF16 | FLOAT)
    .input("x2", FLOAT16 | BF16 | FLOAT)
    .input("gamma", FLOAT16 | BF16 | FLOAT)
    .input("beta", FLOAT16 | BF16 | FLOAT)
    .optional_input("bias", FLOAT16 | BF16 | FLOAT)
    .optional_input("scales1", FLOAT16 | BF16 | FLOAT)
    .optional_input("scales2", FLOAT16 | BF16 | FLOAT)
    .optional_input("zero_points1", FLOAT16 | BF16 | FLOAT)
    .optional_input("zero_points2", FLOAT16 | BF16 | FLOAT)
    .output("y1", INT8)
    .output("y2", INT8)
    .output("x", FLOAT16 | BF16 | FLOAT)
    .output("layernorm_res", FLOAT16 | BF16 | FLOAT)
    .output("out_scales1", FLOAT)
    .output("out_scales2", FLOAT)
    .attr("quant_mode", String, "dynamic")
    .attr("epsilon", Float, 1e-05)
    .attr("additional_output", Bool, False)
    .attr("div_mode", Bool, True)
    .shape(norm.rms_norm("x", "x", "x", "x", "scale", "scale"))
    .dtype(quantised("", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddRmsNorm = (
    op("AddRmsNorm")
    .doc("Adds two tensors and normalises the sum by its root mean square.")
    .input("x1", FLOAT | FLOAT16 | BF16, doc="first summand")
    .input("x2", FLOAT | FLOAT16 | BF16, doc="second summand, the shape of the first")
    .input(
        "gamma",
        FLOAT | FLOAT16 | BF16,
        doc="factor after normalising; its shape says which trailing axes belong together",
    )
    .output("y", FLOAT | FLOAT16 | BF16, doc="normalised sum, the shape of x1")
    .output("rstd", FLOAT, doc="1 / sqrt(mean of the squared sum + epsilon) of each part")
    .output("x", FLOAT | FLOAT16 | BF16, doc="sum before normalising")
    .attr(
        "epsilon", Float, 1e-06, not_negative, doc="number added to the mean square so that nothing is divided by zero"
    )
    .shape(norm.rms_norm("x", "rstd", "x"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddRmsNormCast = (
    op("AddRmsNormCast")
    .doc("Adds two tensors, normalises the sum by its root mean square and gives it in two types.")
    .input("x1", FLOAT16 | BF16, doc="first summand")
    .input("x2", FLOAT16 | BF16, doc="second summand, the shape of the first")
    .input("gamma", FLOAT16 | BF16, doc="factor after normalising; its shape says which trailing axes belong together")
    .output("y1", FLOAT, doc="normalised sum as FLOAT")
    .output("y2", FLOAT16 | BF16, doc="normalised sum in the type of the summands")
    .output("rstd", FLOAT, doc="1 / sqrt(mean of the squared sum + epsilon) of each part")
    .output("x", FLOAT16 | BF16, doc="sum before normalising")
    .attr(
        "epsilon", Float, 1e-06, not_negative, doc="number added to the mean square so that nothing is divided by zero"
    )
    .shape(norm.rms_norm("x", "x", "rstd", "x"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddRmsNormDynamicMxQuant = (
    op("AddRmsNormDynamicMxQuant")
    .input("x1", FLOAT16 | BF16)
    .input("x2", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16 | FLOAT)
    .optional_input("beta", FLOAT16 | BF16 | FLOAT)
    .output("y", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("x", FLOAT16 | BF16)
    .output("mxscale", FLOAT8_E8M0)
    .output("rstd", FLOAT)
    .attr("epsilon", Float, 1e-06)
    .attr("scale_alg", Int, 0)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, 40)
    .attr("output_rstd", Bool, False)
    .shape(norm.rms_norm("x", "x", "mx", "rstd"))
    .dtype(quantised("dst_type", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddRmsNormDynamicQuant = (
    op("AddRmsNormDynamicQuant")
    .input("x1", FLOAT16 | BF16)
    .input("x2", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16)
    .optional_input("smooth_scale1", FLOAT16 | BF16)
    .optional_input("smooth_scale2", FLOAT16 | BF16)
    .optional_input("beta", FLOAT16 | BF16)
    .output("y1", INT8 | HIFLOAT8 | INT4 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("y2", INT8 | HIFLOAT8 | INT4 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("x", FLOAT16 | BF16)
    .output("scale1", FLOAT)
    .output("scale2", FLOAT)
    .attr("epsilon", Float, 1e-06)
    .attr("output_mask", ListBool, ())
    .attr("dst_type", Int, INT8.ge_value)
    .shape(norm.rms_norm("x", "x", "x", "row", "row"))
    .dtype(quantised("dst_type", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddRmsNormDynamicQuantV2 = (
    op("AddRmsNormDynamicQuantV2")
    .input("x1", FLOAT16 | BF16)
    .input("x2", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16)
    .optional_input("smooth_scale1", FLOAT16 | BF16)
    .optional_input("smooth_scale2", FLOAT16 | BF16)
    .optional_input("beta", FLOAT16 | BF16)
    .output("y1", INT8 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | INT4)
    .output("y2", INT8 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | INT4)
    .output("y3", FLOAT)
    .output("y4", FLOAT16 | BF16)
    .output("x", FLOAT16 | BF16)
    .output("scale1", FLOAT)
    .output("scale2", FLOAT)
    .attr("epsilon", Float, 1e-06)
    .attr("output_mask", ListBool, ())
    .attr("dst_type", Int, INT8.ge_value)
    .shape(norm.rms_norm("x", "x", "x", "x", "x", "row", "row"))
    .dtype(quantised("dst_type", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddRmsNormQuant = (
    op("AddRmsNormQuant")
    .input("x1", FLOAT16 | FLOAT | BF16)
    .input("x2", FLOAT16 | FLOAT | BF16)
    .input("gamma", FLOAT16 | FLOAT | BF16)
    .input("scales1", FLOAT16 | FLOAT | BF16)
    .optional_input("scales2", FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points1", INT32 | FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points2", INT32 | FLOAT16 | FLOAT | BF16)
    .optional_input("beta", FLOAT16 | FLOAT | BF16)
    .output("y1", INT8 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("y2", INT8 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("x", FLOAT16 | FLOAT | BF16)
    .attr("axis", Int, -1)
    .attr("epsilon", Float, 1e-06)
    .attr("div_mode", Bool, True)
    .attr("dst_type", Int, INT8.ge_value)
    .shape(norm.rms_norm("x", "x", "x"))
    .dtype(quantised("dst_type", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

AddRmsNormQuantV2 = (
    op("AddRmsNormQuantV2")
    .input("x1", FLOAT16 | FLOAT | BF16)
    .input("x2", FLOAT16 | FLOAT | BF16)
    .input("gamma", FLOAT16 | FLOAT | BF16)
    .input("scales1", FLOAT16 | FLOAT | BF16)
    .optional_input("scales2", FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points1", INT32 | FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points2", INT32 | FLOAT16 | FLOAT | BF16)
    .optional_input("bias", FLOAT16 | FLOAT | BF16)
    .output("y1", INT8 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("y2", INT8 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("x", FLOAT16 | FLOAT | BF16)
    .output("resOut", FLOAT16 | FLOAT | BF16)
    .attr("axis", Int, -1)
    .attr("epsilon", Float, 1e-06)
    .attr("div_mode", Bool, True)
    .attr("dst_type", Int, INT8.ge_value)
    .attr("output_res", Bool, False)
    .shape(norm.rms_norm("x", "x", "x", "x"))
    .dtype(quantised("dst_type", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

DeepNorm = (
    op("DeepNorm")
    .doc("Layer normalisation of x * alpha + gx as deep transformers use it.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="input of a sublayer")
    .input("gx", FLOAT | FLOAT16 | BF16, doc="result of that sublayer, the shape of x")
    .input("beta", FLOAT | FLOAT16 | BF16, doc="summand after scaling, [D]")
    .input("gamma", FLOAT | FLOAT16 | BF16, doc="factor after normalising, [D]")
    .output("mean", FLOAT, doc="mean over the last axes, with length 1 there")
    .output("rstd", FLOAT, doc="1 / sqrt(variance + epsilon) over the last axes")
    .output("y", FLOAT | FLOAT16 | BF16, doc="normalised x * alpha + gx")
    .attr("alpha", Float, 0.3, doc="weight of the input against the result of the sublayer")
    .attr("epsilon", Float, 1e-06, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .shape(norm.rms_norm("rstd", "rstd", "x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("layer-norm")
)

DeepNormGrad = (
    op("DeepNormGrad")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("gx", FLOAT | FLOAT16 | BF16)
    .input("gamma", FLOAT | FLOAT16 | BF16)
    .input("mean", FLOAT)
    .input("rstd", FLOAT)
    .output("dx", FLOAT | FLOAT16 | BF16)
    .output("dgx", FLOAT | FLOAT16 | BF16)
    .output("dbeta", FLOAT)
    .output("dgamma", FLOAT)
    .attr("alpha", Float, 0.3)
    .shape(norm.gradients(("dy", "x", "gx"), "dy", "dy", "gamma", "gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

DuaQuantizeAddLayerNorm = (
    op("DuaQuantizeAddLayerNorm")
    .input("x1", FLOAT16 | BF16 | FLOAT)
    .input("x2", FLOAT16 | BF16 | FLOAT)
    .input("gamma", FLOAT16 | BF16 | FLOAT)
    .input("beta", FLOAT16 | BF16 | FLOAT)
    .input("bias", FLOAT16 | BF16 | FLOAT)
    .input("scales1", BF16 | FLOAT)
    .input("scales2", BF16 | FLOAT)
    .optional_input("zero_points1", INT8 | UINT8 | BF16 | INT32)
    .optional_input("zero_points2", INT8 | UINT8 | BF16 | INT32)
    .output("y1", INT8 | UINT8 | INT32)
    .output("y2", INT8 | UINT8 | INT32)
    .output("x", FLOAT16 | BF16 | FLOAT)
    .required_attr("dtype", Int)
    .attr("axis", Int, -1)
    .attr("epsilon", Float, 1e-05)
    .attr("additional_output", Bool, False)
    .shape(norm.rms_norm("x", "x", "x"))
    .dtype(quantised("dtype", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

GemmaRmsNorm = (
    op("GemmaRmsNorm")
    .doc("Root-mean-square normalisation scaled by one plus the weight.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="tensor whose trailing axes are normalised")
    .input("gamma", FLOAT | FLOAT16 | BF16, doc="factor less one; its shape says which trailing axes belong together")
    .output("y", FLOAT | FLOAT16 | BF16, doc="x / sqrt(mean(x^2) + epsilon) * (1 + gamma)")
    .output("rstd", FLOAT, doc="1 / sqrt(mean(x^2) + epsilon) of each part")
    .attr(
        "epsilon", Float, 1e-06, not_negative, doc="number added to the mean square so that nothing is divided by zero"
    )
    .shape(norm.rms_norm("x", "rstd"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("layer-norm")
)

InplaceAddLayerNorm = (
    op("InplaceAddLayerNorm")
    .doc("Adds two tensors in place and normalises the sum by layer.")
    .input("x1", FLOAT16 | BF16 | FLOAT, doc="first summand, [..., D]")
    .input("x2", FLOAT16 | BF16 | FLOAT, doc="second summand, the shape of the first")
    .input("gamma", FLOAT16 | BF16 | FLOAT, doc="factor after normalising, [D]")
    .input("beta", FLOAT16 | BF16 | FLOAT, doc="summand after scaling, [D]")
    .optional_input("bias", FLOAT16 | BF16 | FLOAT, doc="third summand, which broadcasts to the first")
    .output("x1", FLOAT16 | BF16 | FLOAT, doc="normalised sum, in place of the first summand")
    .output("mean", FLOAT, doc="mean over the last axis, with length 1 there")
    .output("rstd", FLOAT, doc="1 / sqrt(variance + epsilon) over the last axis")
    .output("x2", FLOAT16 | BF16 | FLOAT, doc="sum before normalising, in place of the second summand")
    .attr("epsilon", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("additional_output", Bool, False, doc="whether the sum is given out as well")
    .shape(norm.rms_norm("x", "rstd", "rstd", "x"))
    .category("layer-norm")
)

InplaceAddRmsNorm = (
    op("InplaceAddRmsNorm")
    .doc("Adds two tensors in place and normalises the sum by its root mean square.")
    .input("x1", FLOAT | FLOAT16 | BF16, doc="first summand")
    .input("x2", FLOAT | FLOAT16 | BF16, doc="second summand, the shape of the first")
    .input(
        "gamma",
        FLOAT | FLOAT16 | BF16,
        doc="factor after normalising; its shape says which trailing axes belong together",
    )
    .output("x1", FLOAT | FLOAT16 | BF16, doc="normalised sum, in place of the first summand")
    .output("rstd", FLOAT, doc="1 / sqrt(mean of the squared sum + epsilon) of each part")
    .output("x2", FLOAT | FLOAT16 | BF16, doc="sum before normalising, in place of the second summand")
    .attr(
        "epsilon", Float, 1e-06, not_negative, doc="number added to the mean square so that nothing is divided by zero"
    )
    .shape(norm.rms_norm("x", "rstd", "x"))
    .category("layer-norm")
)

LayerNorm = (
    op("LayerNorm")
    .doc("Normalises over the axes from a given one on, then scales and shifts.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="tensor of rank 1 or more")
    .input("gamma", FLOAT | FLOAT16 | BF16, doc="factor after normalising, of the shape of the normalised axes")
    .input("beta", FLOAT | FLOAT16 | BF16, doc="summand after scaling, of the shape of the normalised axes")
    .output("y", FLOAT | FLOAT16 | BF16, doc="normalised tensor, the shape of x")
    .output("mean", FLOAT | FLOAT16 | BF16, doc="mean of each normalised part, with axes of length 1")
    .output("variance", FLOAT | FLOAT16 | BF16, doc="variance of each normalised part, with axes of length 1")
    .attr("begin_norm_axis", Int, 0, doc="first of the axes that are normalised together; negative counts from the end")
    .attr("begin_params_axis", Int, 0, doc="first of the axes that gamma and beta have; negative counts from the end")
    .attr("epsilon", Float, 1e-07, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .shape(norm.layer_norm)
    .dtype(follow("x"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormBetaGammaBackprop = (
    op("LayerNormBetaGammaBackprop")
    .input("dy", FLOAT | FLOAT16)
    .input("x", FLOAT | FLOAT16)
    .input("variance", FLOAT | FLOAT16)
    .input("mean", FLOAT | FLOAT16)
    .output("pd_gamma", FLOAT | FLOAT16)
    .output("pd_beta", FLOAT | FLOAT16)
    .required_attr("shape_gamma", ListInt)
    .shape(creation.by_attr("shape_gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormBetaGammaBackpropV2 = (
    op("LayerNormBetaGammaBackpropV2")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("res_for_gamma", FLOAT)
    .output("pd_gamma", FLOAT | FLOAT16 | BF16)
    .output("pd_beta", FLOAT | FLOAT16 | BF16)
    .required_attr("shape_gamma", ListInt)
    .shape(creation.by_attr("shape_gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormGrad = (
    op("LayerNormGrad")
    .doc("Gradients of layer normalisation.")
    .input("dy", FLOAT | FLOAT16 | BF16, doc="gradient that arrives at the normalised tensor")
    .input("x", FLOAT | FLOAT16 | BF16, doc="tensor of the forward pass")
    .input("variance", FLOAT | FLOAT16 | BF16, doc="variance of each part, kept from the forward pass")
    .input("mean", FLOAT | FLOAT16 | BF16, doc="mean of each part, kept from the forward pass")
    .input("gamma", FLOAT | FLOAT16 | BF16, doc="factor of the forward pass")
    .output("pd_x", FLOAT | FLOAT16 | BF16, doc="gradient with respect to x")
    .output("pd_gamma", FLOAT | FLOAT16 | BF16, doc="gradient with respect to gamma")
    .output("pd_beta", FLOAT | FLOAT16 | BF16, doc="gradient with respect to beta")
    .shape(norm.gradients(("dy", "x"), "dy", "gamma", "gamma"))
    .dtype(each("dy", "gamma", "gamma"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormGradV3 = (
    op("LayerNormGradV3")
    .doc("Gradients of layer normalisation from saved reciprocal deviation.")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("rstd", FLOAT | FLOAT16 | BF16)
    .input("mean", FLOAT | FLOAT16 | BF16)
    .input("gamma", FLOAT | FLOAT16 | BF16)
    .output("pd_x", FLOAT | FLOAT16 | BF16)
    .output("pd_gamma", FLOAT | FLOAT16 | BF16)
    .output("pd_beta", FLOAT | FLOAT16 | BF16)
    .attr("output_mask", ListBool, (True, True, True))
    .shape(norm.gradients(("dy", "x"), "dy", "gamma", "gamma"))
    .dtype(each("dy", "gamma", "gamma"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormUpdate = (
    op("LayerNormUpdate")
    .input("x1", FLOAT16)
    .input("beta", FLOAT16)
    .input("gamma", FLOAT16)
    .input("sum", FLOAT)
    .input("square_sum", FLOAT)
    .output("y", FLOAT16)
    .attr("epsilon", Float, 1e-05)
    .shape(common.same("x1"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormV3 = (
    op("LayerNormV3")
    .doc("Layer normalisation that returns mean and reciprocal standard deviation.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="tensor of rank 1 or more")
    .input("gamma", FLOAT | FLOAT16 | BF16, doc="factor after normalising, of the shape of the normalised axes")
    .input("beta", FLOAT | FLOAT16 | BF16, doc="summand after scaling, of the shape of the normalised axes")
    .output("y", FLOAT | FLOAT16 | BF16, doc="normalised tensor, the shape of x")
    .output("mean", FLOAT | FLOAT16 | BF16, doc="mean of each normalised part, with axes of length 1")
    .output("rstd", FLOAT | FLOAT16 | BF16, doc="1 / sqrt(variance + epsilon) of each part, with axes of length 1")
    .attr("begin_norm_axis", Int, 0, doc="first of the axes that are normalised together; negative counts from the end")
    .attr("begin_params_axis", Int, 0, doc="first of the axes that gamma and beta have; negative counts from the end")
    .attr("epsilon", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .shape(norm.layer_norm)
    .dtype(follow("x"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormV4 = (
    op("LayerNormV4")
    .doc("Layer normalisation whose normalised shape is given as a tensor.")
    .input("x", "T1", doc="tensor of rank 1 or more")
    .input("normalized_shape", "T2", doc="lengths of the trailing axes that are normalised together")
    .optional_input("gamma", "T3", doc="factor after normalising, of that shape; left out for ones")
    .optional_input("beta", "T4", doc="summand after scaling, of that shape; left out for zeros")
    .output("y", "T5", doc="normalised tensor, the shape of x")
    .output("mean", "T6", doc="mean of each normalised part, with axes of length 1")
    .output("rstd", "T6", doc="1 / sqrt(variance + epsilon) of each part, with axes of length 1")
    .attr("epsilon", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .datatype("T1", FLOAT | FLOAT16 | BF16)
    .datatype("T2", INT32 | INT64)
    .datatype("T3", FLOAT | FLOAT16 | BF16)
    .datatype("T4", FLOAT | FLOAT16 | BF16)
    .datatype("T5", FLOAT | FLOAT16 | BF16)
    .datatype("T6", FLOAT | FLOAT16 | BF16)
    .shape(norm.layer_norm_of)
    .dtype(each("x", FLOAT, FLOAT))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormXBackprop = (
    op("LayerNormXBackprop")
    .input("dy", FLOAT | FLOAT16)
    .input("x", FLOAT | FLOAT16)
    .input("variance", FLOAT | FLOAT16)
    .input("mean", FLOAT | FLOAT16)
    .input("gamma", FLOAT | FLOAT16)
    .output("pd_x", FLOAT | FLOAT16)
    .shape(common.same("x"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormXBackpropV2 = (
    op("LayerNormXBackpropV2")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("variance", FLOAT | FLOAT16 | BF16)
    .input("mean", FLOAT | FLOAT16 | BF16)
    .input("gamma", FLOAT | FLOAT16 | BF16)
    .output("pd_x", FLOAT | FLOAT16 | BF16)
    .output("res_for_gamma", FLOAT)
    .shape(common.same("x"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

LayerNormXBackpropV3 = (
    op("LayerNormXBackpropV3")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("rstd", FLOAT | FLOAT16 | BF16)
    .input("mean", FLOAT | FLOAT16 | BF16)
    .input("gamma", FLOAT | FLOAT16 | BF16)
    .output("pd_x", FLOAT | FLOAT16 | BF16)
    .output("res_for_gamma", FLOAT)
    .shape(common.same("x"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

LNDropoutGrad = (
    op("LNDropoutGrad")
    .input("dy", FLOAT | FLOAT16)
    .input("x", FLOAT | FLOAT16)
    .input("variance", FLOAT | FLOAT16)
    .input("mean", FLOAT | FLOAT16)
    .input("gamma", FLOAT | FLOAT16)
    .input("mask", UINT8 | BOOL)
    .output("pd_x", FLOAT | FLOAT16)
    .output("pd_x_dropout", FLOAT | FLOAT16)
    .output("pd_gamma", FLOAT | FLOAT16)
    .output("pd_beta", FLOAT | FLOAT16)
    .required_attr("keep_prob", Float)
    .shape(common.each_of("x", "x", "gamma", "gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

MultiAddRmsNormDynamicQuant = (
    op("MultiAddRmsNormDynamicQuant")
    .dynamic_input("x1", FLOAT16 | BF16)
    .input("x2", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16)
    .optional_input("smooth_scale1", FLOAT16 | BF16)
    .optional_input("smooth_scale2", FLOAT16 | BF16)
    .output("y1", INT8)
    .output("y2", INT8)
    .output("x", FLOAT16 | BF16)
    .output("y", FLOAT16 | BF16)
    .output("scale1", FLOAT)
    .output("scale2", FLOAT)
    .attr("epsilon", Float, 1e-06)
    .shape(norm.rms_norm("x", "x", "x", "x", "row", "row"))
    .dtype(quantised("", "x2"))
    .traits(PURE)
    .category("layer-norm")
)

QuantizeAddLayerNorm = (
    op("QuantizeAddLayerNorm")
    .input("x1", FLOAT16 | FLOAT | BF16)
    .input("x2", FLOAT16 | FLOAT | BF16)
    .input("gamma", FLOAT16 | FLOAT | BF16)
    .input("beta", FLOAT16 | FLOAT | BF16)
    .input("bias", FLOAT16 | FLOAT | BF16)
    .input("scales", FLOAT | BF16)
    .optional_input("zero_points", FLOAT | BF16)
    .output("y", INT8)
    .output("x", FLOAT16 | FLOAT | BF16)
    .required_attr("dtype", Int)
    .attr("axis", Int, -1)
    .attr("epsilon", Float, 1e-05)
    .attr("additional_output", Bool, False)
    .shape(norm.rms_norm("x", "x"))
    .dtype(quantised("dtype", "x1"))
    .traits(PURE)
    .category("layer-norm")
)

RmsNorm = (
    op("RmsNorm")
    .doc("Divides by the root mean square over the last axes, then scales.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="tensor whose trailing axes are normalised")
    .input(
        "gamma",
        FLOAT | FLOAT16 | BF16,
        doc="factor after normalising; its shape says which trailing axes belong together",
    )
    .output("y", FLOAT | FLOAT16 | BF16, doc="x / sqrt(mean(x^2) + epsilon) * gamma")
    .output("rstd", FLOAT, doc="1 / sqrt(mean(x^2) + epsilon) of each part")
    .attr(
        "epsilon", Float, 1e-06, not_negative, doc="number added to the mean square so that nothing is divided by zero"
    )
    .shape(norm.rms_norm("x", "rstd"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("layer-norm")
)

RmsNormDynamicMxQuant = (
    op("RmsNormDynamicMxQuant")
    .input("x", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16 | FLOAT)
    .optional_input("beta", FLOAT16 | BF16 | FLOAT)
    .output("y", FLOAT4_E2M1 | FLOAT4_E1M2 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("mxscale", FLOAT8_E8M0)
    .output("rstd", FLOAT)
    .attr("epsilon", Float, 1e-06)
    .attr("scale_alg", Int, 0)
    .attr("round_mode", String, "rint")
    .attr("dst_type", Int, 40)
    .attr("output_rstd", Bool, False)
    .shape(norm.rms_norm("x", "mx", "rstd"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("layer-norm")
)

RmsNormDynamicQuant = (
    op("RmsNormDynamicQuant")
    .input("x", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16)
    .optional_input("smooth_scales", FLOAT16 | BF16)
    .optional_input("beta", FLOAT16 | BF16)
    .output("y", INT8)
    .output("scale", FLOAT)
    .attr("epsilon", Float, 1e-06)
    .attr("dst_type", Int, INT8.ge_value)
    .shape(norm.rms_norm("x", "row"))
    .traits(PURE)
    .category("layer-norm")
)

RmsNormGrad = (
    op("RmsNormGrad")
    .doc("Gradients of root-mean-square normalisation.")
    .input("dy", FLOAT | FLOAT16 | BF16, doc="gradient that arrives at the normalised tensor")
    .input("x", FLOAT | FLOAT16 | BF16, doc="tensor of the forward pass")
    .input("rstd", FLOAT, doc="reciprocal root mean square of each part, kept from the forward pass")
    .input("gamma", FLOAT | FLOAT16 | BF16, doc="factor of the forward pass")
    .output("dx", FLOAT | FLOAT16 | BF16, doc="gradient with respect to x")
    .output("dgamma", FLOAT, doc="gradient with respect to gamma")
    .shape(norm.rms_norm("x", "g"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("layer-norm")
)

RmsNormGradQuant = (
    op("RmsNormGradQuant")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("rstd", FLOAT)
    .input("gamma", FLOAT | FLOAT16 | BF16)
    .input("scales_x", FLOAT | FLOAT16 | BF16)
    .optional_input("offset_x", INT32)
    .output("dx", INT8 | HIFLOAT8)
    .output("dgamma", FLOAT)
    .attr("quant_mode", String, "static")
    .attr("div_mode", Bool, True)
    .attr("dst_type", Int, INT8.ge_value)
    .shape(norm.gradients(("dy", "x"), "dy", "gamma"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("layer-norm")
)

RmsNormQuantV2 = (
    op("RmsNormQuantV2")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("gamma", FLOAT16 | FLOAT | BF16)
    .input("scales1", FLOAT16 | FLOAT | BF16)
    .optional_input("scales2", FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points1", INT32 | INT8 | FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points2", INT32 | INT8 | FLOAT16 | FLOAT | BF16)
    .optional_input("beta", FLOAT16 | FLOAT | BF16)
    .output("y1", INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("y2", INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .attr("epsilon", Float, 1e-06)
    .attr("div_mode", Bool, True)
    .attr("dst_type", Int, INT8.ge_value)
    .shape(norm.rms_norm("x", "x"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("layer-norm")
)

RmsNormQuantV3 = (
    op("RmsNormQuantV3")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("gamma", FLOAT16 | FLOAT | BF16)
    .input("scales1", FLOAT16 | FLOAT | BF16)
    .optional_input("scales2", FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points1", INT32 | INT8 | FLOAT16 | FLOAT | BF16)
    .optional_input("zero_points2", INT32 | INT8 | FLOAT16 | FLOAT | BF16)
    .optional_input("beta", FLOAT16 | FLOAT | BF16)
    .output("y1", INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("y2", INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("rstd", FLOAT)
    .attr("epsilon", Float, 1e-06)
    .attr("div_mode", Bool, True)
    .attr("dst_type", Int, INT8.ge_value)
    .attr("output_rstd", Bool, False)
    .shape(norm.rms_norm("x", "x", "rstd"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("layer-norm")
)

OPS = (
    AdaLayerNormGrad,
    AddLayerNorm,
    AddLayerNormGrad,
    AddLayerNormQuant,
    AddLayerNormQuantV2,
    AddRmsNorm,
    AddRmsNormCast,
    AddRmsNormDynamicMxQuant,
    AddRmsNormDynamicQuant,
    AddRmsNormDynamicQuantV2,
    AddRmsNormQuant,
    AddRmsNormQuantV2,
    DeepNorm,
    DeepNormGrad,
    DuaQuantizeAddLayerNorm,
    GemmaRmsNorm,
    InplaceAddLayerNorm,
    InplaceAddRmsNorm,
    LayerNorm,
    LayerNormBetaGammaBackprop,
    LayerNormBetaGammaBackpropV2,
    LayerNormGrad,
    LayerNormGradV3,
    LayerNormUpdate,
    LayerNormV3,
    LayerNormV4,
    LayerNormXBackprop,
    LayerNormXBackpropV2,
    LayerNormXBackpropV3,
    LNDropoutGrad,
    MultiAddRmsNormDynamicQuant,
    QuantizeAddLayerNorm,
    RmsNorm,
    RmsNormDynamicMxQuant,
    RmsNormDynamicQuant,
    RmsNormGrad,
    RmsNormGradQuant,
    RmsNormQuantV2,
    RmsNormQuantV3,
)
