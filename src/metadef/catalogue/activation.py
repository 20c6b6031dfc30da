"""Activation functions of one tensor and their gradients."""

from __future__ import annotations

from metadef.catalogue.laws import not_above
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
    not_negative,
    not_zero,
    one_of,
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
    .input("x", FLOAT | FLOAT16, doc="any shape")
    .output(
        "y", FLOAT | FLOAT16, doc="max(0, alpha3 * x) + min(0, alpha1 * (exp(x / alpha2) - 1)), the shape and type of x"
    )
    .attr("alpha1", Float, 1.0, doc="height of the plateau that large negative elements approach, with a minus sign")
    .attr("alpha2", Float, 1.0, not_zero, doc="width over which negative elements reach the plateau; not zero")
    .attr("alpha3", Float, 1.0, doc="slope of the positive side")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

CeluV2 = (
    op("CeluV2")
    .doc("Elu that is continuously differentiable for every alpha, newer form.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="any shape")
    .output(
        "y", FLOAT | FLOAT16 | BF16, doc="max(0, x) + min(0, alpha * (exp(x / alpha) - 1)), the shape and type of x"
    )
    .attr("alpha", Float, 1.0, not_zero, doc="depth and width of the curve on the negative side; not zero")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Elu = (
    op("Elu")
    .doc("x where positive, a scaled exponential minus one elsewhere.")
    .input("x", FloatingDataType | BF16, doc="any shape")
    .output(
        "y",
        FloatingDataType | BF16,
        doc="scale * x where x is positive, scale * alpha * (exp(input_scale * x) - 1) elsewhere",
    )
    .attr("alpha", Float, 1.0, doc="depth of the plateau on the negative side before scaling")
    .attr("scale", Float, 1.0, doc="factor on the whole result")
    .attr("input_scale", Float, 1.0, doc="factor on x inside the exponential")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

EluGrad = (
    op("EluGrad")
    .doc("Gradient of Elu with alpha 1, from the result of the forward pass.")
    .input("grads", FloatingDataType | BF16, doc="gradient that arrives at the result of Elu")
    .input(
        "activations",
        FloatingDataType | BF16,
        doc="result of Elu, whose negative values give exp(x) as themselves plus one",
    )
    .output("y", FloatingDataType | BF16, doc="gradient with respect to the input of Elu, the shape of grads")
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
    .input("x", FLOAT16 | FLOAT | BF16, doc="any shape")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16,
        doc="x * sigmoid(1.702 * x), the shape and type of x",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

FastGeluGrad = (
    op("FastGeluGrad")
    .doc("Gradient of FastGelu.")
    .input("dy", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of FastGelu")
    .input("x", FLOAT16 | FLOAT | BF16, doc="input that FastGelu had, the shape of dy")
    .output("z", FLOAT16 | FLOAT | BF16, doc="gradient with respect to that input")
    .shape(common.broadcast("dy", "x"))
    .dtype(follow("dy"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

FastGeluV2 = (
    op("FastGeluV2")
    .doc("Gaussian error linear unit approximated by a polynomial of erf.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="any shape")
    .output(
        "y",
        FLOAT16 | FLOAT | BF16,
        doc="x times a parabola in place of the normal distribution function, the shape and type of x",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

FusedBiasLeakyRelu = (
    op("FusedBiasLeakyRelu")
    .doc("Adds a bias, applies LeakyRelu and multiplies by a scale.")
    .input("x", FLOAT | FLOAT16 | DOUBLE, doc="any shape")
    .input("bias", FLOAT | FLOAT16 | DOUBLE, doc="summand of the shape of x")
    .output("y", FLOAT | FLOAT16 | DOUBLE, doc="scale * LeakyRelu(x + bias)")
    .attr("negative_slope", Float, 0.2, doc="factor on the negative side")
    .attr("scale", Float, 1.414213562373, doc="factor on the result; the square root of two keeps the variance")
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
    .input("x", BF16 | FLOAT16 | FLOAT, doc="any shape")
    .output(
        "y",
        BF16 | FLOAT16 | FLOAT,
        doc="0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))), the shape and type of x",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

GeluGrad = (
    op("GeluGrad")
    .doc("Gradient of Gelu in its tanh form.")
    .input("dy", BF16 | FLOAT16 | FLOAT, doc="gradient that arrives at the result of Gelu")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="input that Gelu had, the shape of dy")
    .input("y", BF16 | FLOAT16 | FLOAT, doc="result that Gelu gave; saves work, its values follow from x")
    .output("z", BF16 | FLOAT16 | FLOAT, doc="gradient with respect to x")
    .shape(common.broadcast("dy", "x", "y"))
    .dtype(follow("dy"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

GeluGradV2 = (
    op("GeluGradV2")
    .doc("Gradient of GeluV2, exact or in its tanh form.")
    .input("dy", "T", doc="gradient that arrives at the result of GeluV2")
    .input("x", "T", doc="input that GeluV2 had, the shape of dy")
    .output("z", "T", doc="gradient with respect to x")
    .attr(
        "approximate",
        String,
        "none",
        one_of("none", "tanh"),
        doc="form of the forward pass: none for the error function, tanh for the approximation",
    )
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
    .input("x", "T", doc="any shape")
    .output("y", "T", doc="x times the normal distribution function of x, the shape and type of x")
    .attr(
        "approximate",
        String,
        "none",
        one_of("none", "tanh"),
        doc="none computes with the error function, tanh with the cheaper approximation",
    )
    .datatype("T", BF16 | FLOAT16 | FLOAT)
    .shape(common.same("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardShrink = (
    op("HardShrink")
    .doc("x outside a band around zero, zero inside.")
    .input("input_x", FLOAT16 | FLOAT | BF16, doc="any shape")
    .output("output_y", FLOAT16 | FLOAT | BF16, doc="input where its magnitude exceeds lambd, zero elsewhere")
    .attr("lambd", Float, 0.5, doc="half the width of the band around zero that is set to zero")
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardShrinkGrad = (
    op("HardShrinkGrad")
    .doc("Gradient of HardShrink.")
    .input("gradients", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of HardShrink")
    .input("features", FLOAT16 | FLOAT | BF16, doc="input that HardShrink had, the shape of the gradients")
    .output(
        "backprops",
        FLOAT16 | FLOAT | BF16,
        doc="gradients where the magnitude of the input exceeds lambd, zero elsewhere",
    )
    .attr("lambd", Float, 0.5, doc="half the width of the band that the forward pass set to zero")
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSigmoid = (
    op("HardSigmoid")
    .doc("alpha * x + beta limited to the range from 0 to 1.")
    .input("input_x", FLOAT | FLOAT16 | BF16 | INT32, doc="any shape")
    .output(
        "output_y", FLOAT | FLOAT16 | BF16 | INT32, doc="alpha * x + beta cut off at 0 and 1, the shape of the input"
    )
    .attr("alpha", Float, 0.16666666, doc="slope of the line")
    .attr("beta", Float, 0.5, doc="value of the line at zero")
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSigmoidGrad = (
    op("HardSigmoidGrad")
    .doc("Gradient of HardSigmoid.")
    .input("grads", FLOAT | FLOAT16 | BF16, doc="gradient that arrives at the result of HardSigmoid")
    .input("input_x", FLOAT | FLOAT16 | BF16, doc="input that HardSigmoid had, the shape of grads")
    .output(
        "y", FLOAT | FLOAT16 | BF16, doc="alpha * grads where the line lies strictly between 0 and 1, zero elsewhere"
    )
    .attr("alpha", Float, 0.16666666, doc="slope of the line in the forward pass")
    .attr("beta", Float, 0.5, doc="value of that line at zero")
    .shape(common.broadcast("grads", "input_x"))
    .dtype(follow("grads"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSwish = (
    op("HardSwish")
    .doc("x * relu6(x + 3) / 6.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="any shape")
    .output("y", FLOAT16 | FLOAT | BF16, doc="x * min(max(x + 3, 0), 6) / 6, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

HardSwishGrad = (
    op("HardSwishGrad")
    .doc("Gradient of HardSwish.")
    .input("grad", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of HardSwish")
    .input("x", FLOAT16 | FLOAT | BF16, doc="input that HardSwish had, the shape of grad")
    .output("y", FLOAT16 | FLOAT | BF16, doc="zero below -3, grad above 3, grad * (2 * x + 3) / 6 between")
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
    .doc("Gradient of the limitation to a range.")
    .input("result", BF16 | FLOAT16 | FLOAT, doc="input or result of the limitation")
    .input("grad", BF16 | FLOAT16 | FLOAT, doc="gradient that arrives at that result, the same shape")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="grad where the element lies strictly between the bounds, zero elsewhere")
    .attr("min_val", Float, -1.0, doc="lower bound of the range")
    .attr("max_val", Float, 1.0, doc="upper bound of the range")
    .law(*not_above("min_val", "max_val"))
    .shape(common.broadcast("result", "grad"))
    .dtype(follow("result"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Heaviside = (
    op("Heaviside")
    .doc("0 below zero, 1 above, a given value at zero.")
    .input("input", BF16 | FLOAT16 | FLOAT, doc="any shape")
    .input(
        "values",
        BF16 | FLOAT16 | FLOAT,
        doc="what to give where the input is exactly zero, of a shape that broadcasts with it",
    )
    .output(
        "output", BF16 | FLOAT16 | FLOAT, doc="0 for negative elements, 1 for positive ones, the given value at zero"
    )
    .shape(common.broadcast("input", "values"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("activation")
)

LeakyRelu = (
    op("LeakyRelu")
    .doc("x where positive, a fixed slope times x elsewhere.")
    .input("x", FLOAT | FLOAT16 | DOUBLE | BF16, doc="any shape")
    .output("y", FLOAT | FLOAT16 | DOUBLE | BF16, doc="x where it is positive or zero, negative_slope * x elsewhere")
    .attr("negative_slope", Float, 0.0, doc="factor on the negative side; zero makes it Relu")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

LeakyReluGrad = (
    op("LeakyReluGrad")
    .doc("Gradient of LeakyRelu.")
    .input("gradients", FLOAT16 | FLOAT | DOUBLE | BF16, doc="gradient that arrives at the result of LeakyRelu")
    .input("features", FLOAT16 | FLOAT | DOUBLE | BF16, doc="input that LeakyRelu had, the shape of the gradients")
    .output(
        "backprops",
        FLOAT16 | FLOAT | DOUBLE | BF16,
        doc="gradients where the input is positive, negative_slope times them elsewhere",
    )
    .attr("negative_slope", Float, 0.0, doc="factor that the forward pass used on the negative side")
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

LogSigmoid = (
    op("LogSigmoid")
    .doc("Logarithm of the sigmoid.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="any shape")
    .output("y", FLOAT16 | FLOAT | BF16, doc="-log(1 + exp(-x)), never above zero, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

LogSigmoidGrad = (
    op("LogSigmoidGrad")
    .doc("Gradient of LogSigmoid.")
    .input("grads", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of LogSigmoid")
    .input("features", FLOAT16 | FLOAT | BF16, doc="input that LogSigmoid had, the shape of grads")
    .output("backprops", FLOAT16 | FLOAT | BF16, doc="grads * sigmoid(-features)")
    .shape(common.broadcast("grads", "features"))
    .dtype(follow("grads"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Mish = (
    op("Mish")
    .doc("x * tanh(softplus(x)).")
    .input("x", FLOAT | FLOAT16 | BF16, doc="any shape")
    .output("y", FLOAT | FLOAT16 | BF16, doc="x * tanh(log(1 + exp(x))), the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

MishGrad = (
    op("MishGrad")
    .doc("Gradient of Mish.")
    .input("grad", FLOAT | FLOAT16 | BF16, doc="gradient that arrives at the result of Mish")
    .input("x", FLOAT | FLOAT16 | BF16, doc="input that Mish had, the shape of grad")
    .optional_input(
        "tanhx",
        FLOAT | FLOAT16 | BF16,
        doc="tanh(softplus(x)) kept from the forward pass; computed again when it is not fed",
    )
    .output("x_grad", FLOAT | FLOAT16 | BF16, doc="gradient with respect to x")
    .shape(common.same("grad"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("activation")
)

PRelu = (
    op("PRelu")
    .doc("x where positive, a learned slope times x elsewhere.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="feature map with the channels on axis 1, [N, C, ...]")
    .input(
        "weight",
        FLOAT | FLOAT16 | BF16,
        doc="slopes of the negative side: one for each channel, [C], or a single one for all, [1]",
    )
    .output("y", FLOAT | FLOAT16 | BF16, doc="x where it is positive or zero, weight * x elsewhere")
    .shape(activation.prelu)
    .dtype(follow("x"))
    .traits(PURE)
    .category("activation")
)

PReluGrad = (
    op("PReluGrad")
    .doc("Gradients of PRelu with respect to its input and its slopes.")
    .input("grads", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of PRelu")
    .input("features", FLOAT16 | FLOAT | BF16, doc="input that PRelu had, the shape of grads")
    .input("weights", FLOAT16 | FLOAT | BF16, doc="slopes that PRelu used, [C] or [1]")
    .output("dx", FLOAT16 | FLOAT | BF16, doc="gradient with respect to the input")
    .output(
        "da",
        FLOAT16 | FLOAT | BF16,
        doc="gradient with respect to the slopes, summed over all elements that share a slope",
    )
    .shape(common.each_of("features", "weights"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("activation")
)

Relu = (
    op("Relu")
    .doc("Larger of x and zero.")
    .input("x", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16, doc="any shape")
    .output(
        "y",
        SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16,
        doc="max(x, 0), the shape and type of x",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Relu6 = (
    op("Relu6")
    .doc("x limited to the range from 0 to 6.")
    .input("x", FLOAT16 | FLOAT | INT32 | BF16, doc="any shape")
    .output("y", FLOAT16 | FLOAT | INT32 | BF16, doc="min(max(x, 0), 6), the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Relu6D = (
    op("Relu6D")
    .doc("x limited to the range from 0 to 6 times a scale.")
    .input("x", RealNumberType, doc="any shape")
    .output("y", RealNumberType, doc="scale * min(max(x, 0), 6), the shape and type of x")
    .attr("scale", Float, 1.0, doc="factor on the limited value")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Relu6Grad = (
    op("Relu6Grad")
    .doc("Gradient of Relu6.")
    .input("gradients", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of Relu6")
    .input(
        "features",
        FLOAT16 | FLOAT | BF16,
        doc="input or result of Relu6; only whether it lies strictly between 0 and 6 counts",
    )
    .output("backprops", FLOAT16 | FLOAT | BF16, doc="gradients inside that range, zero elsewhere")
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ReluGrad = (
    op("ReluGrad")
    .doc("Gradient of Relu.")
    .input("gradients", RealNumberType, doc="gradient that arrives at the result of Relu")
    .input("features", RealNumberType, doc="input or result of Relu; only its sign counts")
    .output("backprops", RealNumberType, doc="gradients where the features are positive, zero elsewhere")
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ReluGradV2 = (
    op("ReluGradV2")
    .doc("Gradient of ReluV2 from the mask that it kept.")
    .input("gradients", RealNumberType, doc="gradient that arrives at the result of ReluV2")
    .input("mask", UINT8 | UINT1, doc="packed bits of ReluV2")
    .output("backprops", RealNumberType, doc="gradients where the bit is set, zero elsewhere")
    .shape(common.same("gradients"))
    .dtype(follow("gradients"))
    .traits(PURE)
    .category("activation")
)

ReluV2 = (
    op("ReluV2")
    .doc("Larger of x and zero, with the mask that its gradient needs.")
    .input(
        "x", SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16, doc="feature map of any shape"
    )
    .output(
        "y",
        SignedDataType | FLOAT | FLOAT16 | DOUBLE | UINT8 | UINT16 | QINT8 | BF16,
        doc="max(x, 0), the shape and type of x",
    )
    .output("mask", UINT8 | UINT1, doc="one bit for each element, set where x is positive, packed for ReluGradV2")
    .shape(activation.relu_mask)
    .dtype(each("x", UINT8))
    .traits(PURE)
    .category("activation")
)

Selu = (
    op("Selu")
    .doc("Elu with the two constants that keep mean and variance.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | BF16, doc="any shape")
    .output(
        "y",
        FLOAT16 | FLOAT | DOUBLE | INT8 | INT32 | BF16,
        doc="1.0507 * x where x is positive, 1.0507 * 1.6733 * (exp(x) - 1) elsewhere",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SeluGrad = (
    op("SeluGrad")
    .doc("Gradient of Selu from the result of the forward pass.")
    .input("gradients", RealNumberType, doc="gradient that arrives at the result of Selu")
    .input("outputs", RealNumberType, doc="result that Selu gave, the shape of the gradients")
    .output("y", RealNumberType, doc="gradient with respect to the input of Selu")
    .shape(common.broadcast("gradients", "outputs"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Shrink = (
    op("Shrink")
    .doc("x moved towards zero by a bias outside a band, zero inside.")
    .input("input_x", FLOAT16 | FLOAT, doc="any shape")
    .output("output_y", FLOAT16 | FLOAT, doc="x + bias below -lambd, x - bias above lambd, zero between")
    .attr("lambd", Float, 0.5, doc="half the width of the band that is set to zero")
    .attr("bias", Float, 0.0, doc="distance by which the remaining elements move towards zero")
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Sigmoid = (
    op("Sigmoid")
    .doc("1 / (1 + exp(-x)).")
    .input("x", UnaryDataType, doc="any shape")
    .output("y", UnaryDataType, doc="1 / (1 + exp(-x)), between 0 and 1, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SigmoidGrad = (
    op("SigmoidGrad")
    .doc("Gradient of the sigmoid.")
    .input("y", UnaryDataType, doc="result that Sigmoid gave")
    .input("dy", UnaryDataType, doc="gradient that arrives at that result, the shape of y")
    .output("z", UnaryDataType, doc="dy * y * (1 - y)")
    .attr("complex_conj", Bool, False, doc="whether y is conjugated first; matters for complex numbers only")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SiluGrad = (
    op("SiluGrad")
    .doc("Gradient of x * sigmoid(x).")
    .input("dy", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of the activation")
    .input("x", FLOAT16 | FLOAT | BF16, doc="input that the activation had, the shape of dy")
    .output("dx", FLOAT16 | FLOAT | BF16, doc="dy * sigmoid(x) * (1 + x * (1 - sigmoid(x)))")
    .shape(common.broadcast("dy", "x"))
    .dtype(follow("dy"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Softplus = (
    op("Softplus")
    .doc("log(1 + exp(x)).")
    .input("x", FloatingDataType | BF16, doc="any shape")
    .output("y", FloatingDataType | BF16, doc="log(1 + exp(x)), always positive, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftplusGrad = (
    op("SoftplusGrad")
    .doc("Gradient of Softplus.")
    .input("gradients", FloatingDataType | BF16, doc="gradient that arrives at the result of Softplus")
    .input("features", FloatingDataType | BF16, doc="input that Softplus had, the shape of the gradients")
    .output("backprops", FloatingDataType | BF16, doc="gradients * sigmoid(features)")
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftplusV2 = (
    op("SoftplusV2")
    .doc("log(1 + exp(beta * x)) / beta, linear above a threshold.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="any shape")
    .output(
        "y",
        FLOAT | FLOAT16 | BF16,
        doc="log(1 + exp(beta * x)) / beta, or x itself where beta * x exceeds the threshold",
    )
    .attr("beta", Float, 1.0, not_zero, doc="sharpness of the bend at zero; not zero")
    .attr(
        "threshold",
        Float,
        20.0,
        doc="value of beta * x above which the function is taken as linear, for numeric stability",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftplusV2Grad = (
    op("SoftplusV2Grad")
    .doc("Gradient of SoftplusV2.")
    .input("input_gradients", FLOAT | FLOAT16 | BF16, doc="gradient that arrives at the result of SoftplusV2")
    .input("input_features", FLOAT | FLOAT16 | BF16, doc="input that SoftplusV2 had, the shape of the gradients")
    .output("output_backprops", FLOAT | FLOAT16 | BF16, doc="gradient with respect to that input")
    .attr("beta", Float, 1.0, not_zero, doc="sharpness of the bend in the forward pass; not zero")
    .attr("threshold", Float, 20.0, doc="value of beta times the input above which the function was linear")
    .shape(common.broadcast("input_gradients", "input_features"))
    .dtype(follow("input_gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftShrink = (
    op("SoftShrink")
    .doc("x moved towards zero by lambda, zero in between.")
    .input("input_x", FLOAT16 | FLOAT | BF16, doc="any shape")
    .output(
        "output_y",
        FLOAT16 | FLOAT | BF16,
        doc="x moved towards zero by lambd, and zero where that would change its sign",
    )
    .attr("lambd", Float, 0.5, not_negative, doc="distance to move, zero or more")
    .shape(common.same("input_x"))
    .dtype(follow("input_x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftShrinkGrad = (
    op("SoftShrinkGrad")
    .doc("Gradient of SoftShrink.")
    .input("input_grad", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of SoftShrink")
    .input("input_x", FLOAT16 | FLOAT | BF16, doc="input that SoftShrink had, the shape of the gradient")
    .output(
        "output_y",
        FLOAT16 | FLOAT | BF16,
        doc="gradient where the magnitude of the input exceeds lambd, zero elsewhere",
    )
    .attr("lambd", Float, 0.5, not_negative, doc="distance that the forward pass used, zero or more")
    .shape(common.broadcast("input_grad", "input_x"))
    .dtype(follow("input_grad"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Softsign = (
    op("Softsign")
    .doc("x / (1 + |x|).")
    .input("x", FloatingDataType | BF16, doc="any shape")
    .output("y", FloatingDataType | BF16, doc="x / (1 + |x|), between -1 and 1, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SoftsignGrad = (
    op("SoftsignGrad")
    .doc("Gradient of Softsign.")
    .input("gradients", FloatingDataType | BF16, doc="gradient that arrives at the result of Softsign")
    .input("features", FloatingDataType | BF16, doc="input that Softsign had, the shape of the gradients")
    .output("output", FloatingDataType | BF16, doc="gradients / (1 + |features|)^2")
    .shape(common.broadcast("gradients", "features"))
    .dtype(follow("gradients"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SquaredRelu = (
    op("SquaredRelu")
    .doc("Square of Relu.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="any shape")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="max(x, 0)^2, the shape and type of x")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Swish = (
    op("Swish")
    .doc("x * sigmoid(scale * x).")
    .input("x", FLOAT16 | FLOAT | BF16, doc="any shape")
    .output("y", FLOAT16 | FLOAT | BF16, doc="x * sigmoid(scale * x), the shape and type of x")
    .attr("scale", Float, 1.0, doc="factor on x inside the sigmoid; one makes it SiLU")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

SwishGrad = (
    op("SwishGrad")
    .doc("Gradient of Swish.")
    .input("grad", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of Swish")
    .input("x", FLOAT16 | FLOAT | BF16, doc="input that Swish had, the shape of grad")
    .input("y", FLOAT16 | FLOAT | BF16, doc="result that Swish gave; its values follow from x")
    .output("grad_x", FLOAT16 | FLOAT | BF16, doc="gradient with respect to x")
    .attr("scale", Float, 1.0, doc="factor that the forward pass used inside the sigmoid")
    .shape(common.broadcast("grad", "x", "y"))
    .dtype(follow("grad"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Tanh = (
    op("Tanh")
    .doc("Hyperbolic tangent.")
    .input("x", UnaryDataType, doc="any shape")
    .output("y", UnaryDataType, doc="(exp(x) - exp(-x)) / (exp(x) + exp(-x)), between -1 and 1")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

TanhGrad = (
    op("TanhGrad")
    .doc("Gradient of the hyperbolic tangent.")
    .input("y", UnaryDataType, doc="result that Tanh gave")
    .input("dy", UnaryDataType, doc="gradient that arrives at that result, the shape of y")
    .output("z", UnaryDataType, doc="dy * (1 - y^2)")
    .attr("complex_conj", Bool, False, doc="whether y is conjugated first; matters for complex numbers only")
    .shape(common.broadcast("y", "dy"))
    .dtype(follow("y"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

Threshold = (
    op("Threshold")
    .doc("One where x exceeds a threshold, zero elsewhere.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="any shape")
    .output("y", FLOAT | FLOAT16 | BF16, doc="1 where x exceeds the threshold, 0 elsewhere, in the type of x")
    .attr("threshold", Float, 0.0, doc="bound that an element must exceed")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ThresholdedRelu = (
    op("ThresholdedRelu")
    .doc("x where it exceeds alpha, zero elsewhere.")
    .input("x", FLOAT16 | FLOAT, doc="any shape")
    .output("y", FLOAT16 | FLOAT, doc="x where it exceeds alpha, zero elsewhere")
    .attr("alpha", Float, 1.0, doc="bound that an element must exceed to pass")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE, ELEMENTWISE)
    .category("activation")
)

ThresholdGradV2D = (
    op("ThresholdGradV2D")
    .doc("Gradient of the threshold.")
    .input("gradients", INT32 | FLOAT16 | BF16, doc="gradient that arrives at the result of the threshold")
    .input("features", INT32 | FLOAT16 | BF16, doc="input that the threshold had, the shape of the gradients")
    .output("backprops", INT32 | FLOAT16 | BF16, doc="gradients where the input exceeds the threshold, zero elsewhere")
    .required_attr("threshold", Float, doc="bound that the forward pass used")
    .shape(common.same("gradients"))
    .dtype(follow("gradients"))
    .traits(PURE)
    .category("activation")
)

ThresholdV2 = (
    op("ThresholdV2")
    .doc("x where it exceeds a threshold, a given value elsewhere.")
    .input("x", FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT, doc="any shape")
    .input(
        "threshold",
        FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT,
        doc="bound that an element must exceed, a single number in a tensor",
    )
    .optional_input(
        "value",
        FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT,
        doc="what stands in place of the other elements, a single number; zero when it is not fed",
    )
    .output(
        "y",
        FLOAT16 | INT8 | INT32 | UINT8 | INT64 | BF16 | FLOAT,
        doc="x where it exceeds the bound, the value elsewhere",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("activation")
)

ThresholdV2D = (
    op("ThresholdV2D")
    .doc("x where it exceeds a threshold, a given value elsewhere; both as attributes.")
    .input("x", RealNumberType, doc="any shape")
    .output("y", RealNumberType, doc="x where it exceeds the threshold, the value elsewhere")
    .required_attr("threshold", Float, doc="bound that an element must exceed")
    .required_attr("value", Float, doc="what stands in place of the other elements")
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
