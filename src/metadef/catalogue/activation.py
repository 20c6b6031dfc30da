"""Activation functions of one tensor and their gradients."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    DOUBLE,
    ELEMENTWISE,
    FLOAT,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    HIFLOAT8,
    INT8,
    INT32,
    INT64,
    PURE,
    QINT8,
    UINT1,
    UINT8,
    UINT16,
    Bool,
    Float,
    FloatingDataType,
    Int,
    RealNumberType,
    SignedDataType,
    String,
    UnaryDataType,
    op,
)
from metadef.infer.dtypes import each, follow, quantised
from metadef.infer.shape import activation, common, quantize

BNLL = (
    op("BNLL")
    .doc("log(1 + exp(x)), written so that it does not overflow.")
    .input("x", FloatingDataType)
    .output("y", FloatingDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Celu = (
    op("Celu")
    .doc("Elu that is continuously differentiable for every alpha.")
    .input("x", FLOAT | FLOAT16)
    .output("y", FLOAT | FLOAT16)
    .attr("alpha1", Float, 1.0)
    .attr("alpha2", Float, 1.0)
    .attr("alpha3", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

CeluV2 = (
    op("CeluV2")
    .doc("Elu that is continuously differentiable for every alpha, newer form.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("alpha", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Elu = (
    op("Elu")
    .doc("x where positive, a scaled exponential minus one elsewhere.")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .attr("alpha", Float, 1.0)
    .attr("scale", Float, 1.0)
    .attr("input_scale", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

EluGrad = (
    op("EluGrad")
    .input("grads", FloatingDataType | BF16)
    .input("activations", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.broadcast("grads", "activations"))
    .dtype(follow("grads"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

EluGradV2 = (
    op("EluGradV2")
    .input("grads", FLOAT | FLOAT16 | BF16)
    .input("activations", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("alpha", Float, 1.0)
    .attr("scale", Float, 1.0)
    .attr("input_scale", Float, 1.0)
    .attr("is_result", Bool, False)
    .shape(common.broadcast("grads", "activations"))
    .dtype(follow("grads"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

FastGelu = (
    op("FastGelu")
    .doc("Gaussian error linear unit approximated by a sigmoid.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

FastGeluGrad = (
    op("FastGeluGrad")
    .input("dy", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("z", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("dy", "x"))
    .dtype(follow("dy"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

FastGeluV2 = (
    op("FastGeluV2")
    .doc("Gaussian error linear unit approximated by a polynomial of erf.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

FusedBiasLeakyRelu = (
    op("FusedBiasLeakyRelu")
    .input("x", FLOAT | FLOAT16 | DOUBLE)
    .input("bias", FLOAT | FLOAT16 | DOUBLE)
    .output("y", FLOAT | FLOAT16 | DOUBLE)
    .attr("negative_slope", Float, 0.2)
    .attr("scale", Float, 1.414213562373)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("activation")
)

FusedBiasLeakyReluGrad = (
    op("FusedBiasLeakyReluGrad")
    .input("y_grad", FLOAT16 | FLOAT | DOUBLE)
    .input("features", FLOAT16 | FLOAT | DOUBLE)
    .output("x_grad", FLOAT16 | FLOAT | DOUBLE)
    .attr("negative_slope", Float, 0.2)
    .attr("scale", Float, 1.414213562373)
    .shape(common.same("y_grad"))
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("activation")
)

Gelu = (
    op("Gelu")
    .doc("Gaussian error linear unit in its tanh form.")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

GeluGrad = (
    op("GeluGrad")
    .input("dy", BF16 | FLOAT16 | FLOAT)
    .input("x", BF16 | FLOAT16 | FLOAT)
    .input("y", BF16 | FLOAT16 | FLOAT)
    .output("z", BF16 | FLOAT16 | FLOAT)
    .shape(common.broadcast("dy", "x", "y"))
    .dtype(follow("dy"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

GeluGradV2 = (
    op("GeluGradV2")
    .input("dy", "T")
    .input("x", "T")
    .output("z", "T")
    .attr("approximate", String, "none")
    .datatype("T", BF16 | FLOAT16 | FLOAT)
    .shape(common.broadcast("dy", "x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

GeluQuant = (
    op("GeluQuant")
    .input("x", FLOAT16 | BF16 | FLOAT)
    .optional_input("input_scale", FLOAT16 | BF16 | FLOAT)
    .optional_input("input_offset", FLOAT16 | BF16 | FLOAT)
    .output("y", INT8 | FLOAT8_E5M2 | HIFLOAT8 | FLOAT8_E4M3FN)
    .output("out_scale", FLOAT)
    .attr("approximate", String, "none")
    .attr("quant_mode", String, "dynamic")
    .attr("dst_type", Int, INT8.ge_value)
    .attr("round_mode", String, "rint")
    .shape(quantize.by_mode("x", "scale"))
    .dtype(quantised("dst_type", "x"))
    .traits(PURE)
    .category("activation")
)

GeluV2 = (
    op("GeluV2")
    .doc("Gaussian error linear unit, exact or in its tanh form.")
    .input("x", "T")
    .output("y", "T")
    .attr("approximate", String, "none")
    .datatype("T", BF16 | FLOAT16 | FLOAT)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardShrink = (
    op("HardShrink")
    .doc("x outside a band around zero, zero inside.")
    .input("input_x", FLOAT16 | FLOAT | BF16)
    .output("output_y", FLOAT16 | FLOAT | BF16)
    .attr("lambd", Float, 0.5)
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardShrinkGrad = (
    op("HardShrinkGrad")
    .input("gradients", FLOAT16 | FLOAT | BF16)
    .input("features", FLOAT16 | FLOAT | BF16)
    .output("backprops", FLOAT16 | FLOAT | BF16)
    .attr("lambd", Float, 0.5)
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSigmoid = (
    op("HardSigmoid")
    .doc("alpha * x + beta limited to the range from 0 to 1.")
    .input("input_x", FLOAT | FLOAT16 | BF16 | INT32)
    .output("output_y", FLOAT | FLOAT16 | BF16 | INT32)
    .attr("alpha", Float, 0.16666666)
    .attr("beta", Float, 0.5)
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSigmoidGrad = (
    op("HardSigmoidGrad")
    .input("grads", FLOAT | FLOAT16 | BF16)
    .input("input_x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("alpha", Float, 0.16666666)
    .attr("beta", Float, 0.5)
    .shape(common.broadcast("grads", "input_x"))
    .dtype(follow("grads"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSwish = (
    op("HardSwish")
    .doc("x * relu6(x + 3) / 6.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSwishGrad = (
    op("HardSwishGrad")
    .input("grad", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("grad", "x"))
    .dtype(follow("grad"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSwishGradV2 = (
    op("HardSwishGradV2")
    .input("gradOutput", FLOAT16 | FLOAT | BF16)
    .input("self", FLOAT16 | FLOAT | BF16)
    .output("out", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("gradOutput", "self"))
    .dtype(follow("gradOutput"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardtanhGrad = (
    op("HardtanhGrad")
    .input("result", BF16 | FLOAT16 | FLOAT)
    .input("grad", BF16 | FLOAT16 | FLOAT)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .attr("min_val", Float, -1.0)
    .attr("max_val", Float, 1.0)
    .shape(common.broadcast("result", "grad"))
    .dtype(follow("result"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Heaviside = (
    op("Heaviside")
    .doc("0 below zero, 1 above, a given value at zero.")
    .input("input", BF16 | FLOAT16 | FLOAT)
    .input("values", BF16 | FLOAT16 | FLOAT)
    .output("output", BF16 | FLOAT16 | FLOAT)
    .shape(common.same("input"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("activation")
)

LeakyRelu = (
    op("LeakyRelu")
    .doc("x where positive, a fixed slope times x elsewhere.")
    .input("x", FLOAT | FLOAT16 | DOUBLE | BF16)
    .output("y", FLOAT | FLOAT16 | DOUBLE | BF16)
    .attr("negative_slope", Float, 0.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

LeakyReluGrad = (
    op("LeakyReluGrad")
    .input("gradients", FLOAT16 | FLOAT | DOUBLE | BF16)
    .input("features", FLOAT16 | FLOAT | DOUBLE | BF16)
    .output("backprops", FLOAT16 | FLOAT | DOUBLE | BF16)
    .attr("negative_slope", Float, 0.0)
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

LogSigmoid = (
    op("LogSigmoid")
    .doc("Logarithm of the sigmoid.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

LogSigmoidGrad = (
    op("LogSigmoidGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("features", FLOAT16 | FLOAT | BF16)
    .output("backprops", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("grads", "features"))
    .dtype(follow("grads"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Mish = (
    op("Mish")
    .doc("x * tanh(softplus(x)).")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

MishGrad = (
    op("MishGrad")
    .input("grad", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .optional_input("tanhx", FLOAT | FLOAT16 | BF16)
    .output("x_grad", FLOAT | FLOAT16 | BF16)
    .shape(common.same("grad"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("activation")
)

PRelu = (
    op("PRelu")
    .doc("x where positive, a learned slope times x elsewhere.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("weight", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("activation")
)

PReluGrad = (
    op("PReluGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("features", FLOAT16 | FLOAT | BF16)
    .input("weights", FLOAT16 | FLOAT | BF16)
    .output("dx", FLOAT16 | FLOAT | BF16)
    .output("da", FLOAT16 | FLOAT | BF16)
    .shape(common.each_of("features", "weights"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("activation")
)

Relu = (
    op("Relu")
    .doc("Larger of x and zero.")
    .input("x", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16)
    .output("y", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Relu6 = (
    op("Relu6")
    .doc("x limited to the range from 0 to 6.")
    .input("x", FLOAT16 | FLOAT | INT32 | BF16)
    .output("y", FLOAT16 | FLOAT | INT32 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Relu6D = (
    op("Relu6D")
    .doc("x limited to the range from 0 to 6 times a scale.")
    .input("x", RealNumberType)
    .output("y", RealNumberType)
    .attr("scale", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Relu6Grad = (
    op("Relu6Grad")
    .input("gradients", FLOAT16 | FLOAT | BF16)
    .input("features", FLOAT16 | FLOAT | BF16)
    .output("backprops", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ReluGrad = (
    op("ReluGrad")
    .doc("Gradient of Relu.")
    .input("gradients", RealNumberType)
    .input("features", RealNumberType)
    .output("backprops", RealNumberType)
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ReluGradV2 = (
    op("ReluGradV2")
    .input("gradients", RealNumberType)
    .input("mask", UINT8 | UINT1)
    .output("backprops", RealNumberType)
    .shape(common.broadcast("gradients", "mask"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ReluV2 = (
    op("ReluV2")
    .doc("Larger of x and zero, with the mask that its gradient needs.")
    .input("x", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16)
    .output("y", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16)
    .output("mask", UINT8 | UINT1)
    .shape(activation.relu_mask)
    .dtype(each("x", UINT8))
    .traits(PURE)
    .category("activation")
)

Selu = (
    op("Selu")
    .doc("Elu with the two constants that keep mean and variance.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | BF16)
    .output("y", FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SeluGrad = (
    op("SeluGrad")
    .input("gradients", RealNumberType)
    .input("outputs", RealNumberType)
    .output("y", RealNumberType)
    .shape(common.broadcast("gradients", "outputs"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Shrink = (
    op("Shrink")
    .doc("x moved towards zero by a bias outside a band, zero inside.")
    .input("input_x", FLOAT16 | FLOAT)
    .output("output_y", FLOAT16 | FLOAT)
    .attr("lambd", Float, 0.5)
    .attr("bias", Float, 0.0)
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Sigmoid = (
    op("Sigmoid")
    .doc("1 / (1 + exp(-x)).")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SigmoidGrad = (
    op("SigmoidGrad")
    .doc("Gradient of the sigmoid.")
    .input("y", UnaryDataType)
    .input("dy", UnaryDataType)
    .output("z", UnaryDataType)
    .attr("complex_conj", Bool, False)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SiluGrad = (
    op("SiluGrad")
    .input("dy", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("dx", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("dy", "x"))
    .dtype(follow("dy"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Softplus = (
    op("Softplus")
    .doc("log(1 + exp(x)).")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftplusGrad = (
    op("SoftplusGrad")
    .input("gradients", FloatingDataType | BF16)
    .input("features", FloatingDataType | BF16)
    .output("backprops", FloatingDataType | BF16)
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftplusV2 = (
    op("SoftplusV2")
    .doc("log(1 + exp(beta * x)) / beta, linear above a threshold.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("beta", Float, 1.0)
    .attr("threshold", Float, 20.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftplusV2Grad = (
    op("SoftplusV2Grad")
    .input("input_gradients", FLOAT | FLOAT16 | BF16)
    .input("input_features", FLOAT | FLOAT16 | BF16)
    .output("output_backprops", FLOAT | FLOAT16 | BF16)
    .attr("beta", Float, 1.0)
    .attr("threshold", Float, 20.0)
    .shape(common.broadcast("input_gradients", "input_features"))
    .dtype(follow("input_gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftShrink = (
    op("SoftShrink")
    .doc("x moved towards zero by lambda, zero in between.")
    .input("input_x", FLOAT16 | FLOAT | BF16)
    .output("output_y", FLOAT16 | FLOAT | BF16)
    .attr("lambd", Float, 0.5)
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftShrinkGrad = (
    op("SoftShrinkGrad")
    .input("input_grad", FLOAT16 | FLOAT | BF16)
    .input("input_x", FLOAT16 | FLOAT | BF16)
    .output("output_y", FLOAT16 | FLOAT | BF16)
    .attr("lambd", Float, 0.5)
    .shape(common.broadcast("input_grad", "input_x"))
    .dtype(follow("input_grad"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Softsign = (
    op("Softsign")
    .doc("x / (1 + |x|).")
    .input("x", FloatingDataType | BF16)
    .output("y", FloatingDataType | BF16)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftsignGrad = (
    op("SoftsignGrad")
    .input("gradients", FloatingDataType | BF16)
    .input("features", FloatingDataType | BF16)
    .output("output", FloatingDataType | BF16)
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SquaredRelu = (
    op("SquaredRelu")
    .doc("Square of Relu.")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Swish = (
    op("Swish")
    .doc("x * sigmoid(scale * x).")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("scale", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SwishGrad = (
    op("SwishGrad")
    .input("grad", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("y", FLOAT16 | FLOAT | BF16)
    .output("grad_x", FLOAT16 | FLOAT | BF16)
    .attr("scale", Float, 1.0)
    .shape(common.broadcast("grad", "x", "y"))
    .dtype(follow("grad"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Tanh = (
    op("Tanh")
    .doc("Hyperbolic tangent.")
    .input("x", UnaryDataType)
    .output("y", UnaryDataType)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

TanhGrad = (
    op("TanhGrad")
    .doc("Gradient of the hyperbolic tangent.")
    .input("y", UnaryDataType)
    .input("dy", UnaryDataType)
    .output("z", UnaryDataType)
    .attr("complex_conj", Bool, False)
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Threshold = (
    op("Threshold")
    .doc("One where x exceeds a threshold, zero elsewhere.")
    .input("x", FLOAT | FLOAT16 | BF16)
    .output("y", FLOAT | FLOAT16 | BF16)
    .attr("threshold", Float, 0.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ThresholdedRelu = (
    op("ThresholdedRelu")
    .doc("x where it exceeds alpha, zero elsewhere.")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("alpha", Float, 1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ThresholdGradV2D = (
    op("ThresholdGradV2D")
    .input("gradients", INT32 | FLOAT16 | BF16)
    .input("features", INT32 | FLOAT16 | BF16)
    .output("backprops", INT32 | FLOAT16 | BF16)
    .required_attr("threshold", Float)
    .shape(common.same("gradients"))
    .dtype(follow("gradients"))
    .traits(PURE)
    .category("activation")
)

ThresholdV2 = (
    op("ThresholdV2")
    .doc("x where it exceeds a threshold, a given value elsewhere.")
    .input("x", FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT)
    .input("threshold", FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT)
    .optional_input("value", FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT)
    .output("y", FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("activation")
)

ThresholdV2D = (
    op("ThresholdV2D")
    .input("x", RealNumberType)
    .output("y", RealNumberType)
    .required_attr("threshold", Float)
    .required_attr("value", Float)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

OPS = (
    BNLL,
    Celu,
    CeluV2,
    Elu,
    EluGrad,
    EluGradV2,
    FastGelu,
    FastGeluGrad,
    FastGeluV2,
    FusedBiasLeakyRelu,
    FusedBiasLeakyReluGrad,
    Gelu,
    GeluGrad,
    GeluGradV2,
    GeluQuant,
    GeluV2,
    HardShrink,
    HardShrinkGrad,
    HardSigmoid,
    HardSigmoidGrad,
    HardSwish,
    HardSwishGrad,
    HardSwishGradV2,
    HardtanhGrad,
    Heaviside,
    LeakyRelu,
    LeakyReluGrad,
    LogSigmoid,
    LogSigmoidGrad,
    Mish,
    MishGrad,
    PRelu,
    PReluGrad,
    Relu,
    Relu6,
    Relu6D,
    Relu6Grad,
    ReluGrad,
    ReluGradV2,
    ReluV2,
    Selu,
    SeluGrad,
    Shrink,
    Sigmoid,
    SigmoidGrad,
    SiluGrad,
    Softplus,
    SoftplusGrad,
    SoftplusV2,
    SoftplusV2Grad,
    SoftShrink,
    SoftShrinkGrad,
    Softsign,
    SoftsignGrad,
    SquaredRelu,
    Swish,
    SwishGrad,
    Tanh,
    TanhGrad,
    Threshold,
    ThresholdedRelu,
    ThresholdGradV2D,
    ThresholdV2,
    ThresholdV2D,
)
