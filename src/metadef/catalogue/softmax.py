"""Softmax and its fused forms."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    PURE,
    UINT1,
    UINT8,
    Bool,
    Float,
    Int,
    ListInt,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common

AxpyWithSoftmaxAndDropOutDoMask = (
    op("AxpyWithSoftmaxAndDropOutDoMask")
    .input("x1", FLOAT16 | FLOAT)
    .input("x2", FLOAT16 | FLOAT)
    .input("mask", UINT8)
    .output("y1", FLOAT16 | FLOAT)
    .output("y2", FLOAT16 | FLOAT)
    .required_attr("alpha", Float)
    .required_attr("input_keep_prob", Float)
    .attr("axis", ListInt, (-1,))
    .shape(common.same("x1"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("softmax")
)

ConfusionSoftmaxGrad = (
    op("ConfusionSoftmaxGrad")
    .input("grad", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.same("grad"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("softmax")
)

DropoutWithMulsAndSoftmaxGrad = (
    op("DropoutWithMulsAndSoftmaxGrad")
    .input("y_grad", FLOAT16 | FLOAT)
    .input("mask", UINT8)
    .input("softmax_output", FLOAT16 | FLOAT)
    .output("x_grad", FLOAT16 | FLOAT)
    .required_attr("input_keep_prob", Float)
    .required_attr("alpha", Float)
    .attr("axes", ListInt, (-1,))
    .shape(common.same("y_grad"))
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("softmax")
)

HardMax = (
    op("HardMax")
    .doc("One where the largest element of an axis lies, zero elsewhere.")
    .input("x", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("axis", Int, -1)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("softmax")
)

LogSoftmaxGrad = (
    op("LogSoftmaxGrad")
    .doc("Gradient of the logarithm of softmax.")
    .input("grad", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("axis", ListInt, (-1,))
    .shape(common.same("grad"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("softmax")
)

LogSoftmaxV2 = (
    op("LogSoftmaxV2")
    .doc("Logarithm of softmax over the given axes.")
    .input("logits", DOUBLE | FLOAT16 | BF16 | FLOAT)
    .output("logsoftmax", DOUBLE | FLOAT16 | BF16 | FLOAT)
    .attr("axes", ListInt, (-1,))
    .shape(common.same("logits"))
    .dtype(follow("logits"))
    .traits(PURE)
    .category("softmax")
)

MaskedSoftmaxWithRelPosBias = (
    op("MaskedSoftmaxWithRelPosBias")
    .doc("Softmax of scores with a mask and a bias by relative position.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .optional_input("atten_mask", FLOAT16 | FLOAT | BF16)
    .input("relative_pos_bias", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("scale_value", Float, 1.0)
    .attr("inner_precision_mode", Int, 0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("softmax")
)

ScaledMaskedSoftmax = (
    op("ScaledMaskedSoftmax")
    .doc("Softmax of a scaled tensor under a mask.")
    .input("x", FLOAT16 | FLOAT | BF16)
    .optional_input("mask", BOOL | UINT1)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("scale", Float, 1.0)
    .attr("fixed_triu_mask", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("softmax")
)

ScaledMaskedSoftmaxGrad = (
    op("ScaledMaskedSoftmaxGrad")
    .input("y_grad", FLOAT16 | FLOAT | BF16)
    .input("y", FLOAT16 | FLOAT | BF16)
    .optional_input("mask", BOOL | UINT1)
    .output("x_grad", FLOAT16 | FLOAT | BF16)
    .attr("scale", Float, 1.0)
    .attr("fixed_triu_mask", Bool, False)
    .shape(common.same("y_grad"))
    .dtype(follow("y_grad"))
    .traits(PURE)
    .category("softmax")
)

SoftmaxGrad = (
    op("SoftmaxGrad")
    .doc("Gradient of softmax.")
    .input("softmax", FLOAT16 | BF16 | FLOAT)
    .input("grad_softmax", FLOAT16 | BF16 | FLOAT)
    .output("grad_x", FLOAT16 | BF16 | FLOAT)
    .attr("axes", ListInt, (-1,))
    .shape(common.same("softmax"))
    .dtype(follow("softmax"))
    .traits(PURE)
    .category("softmax")
)

SoftmaxGradExt = (
    op("SoftmaxGradExt")
    .input("grad", FLOAT16 | FLOAT | BF16)
    .input("x1", FLOAT16 | FLOAT | BF16)
    .input("x2", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("axes", Int, 1)
    .attr("keep_dims", Bool, True)
    .shape(common.same("grad"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("softmax")
)

SoftmaxV2 = (
    op("SoftmaxV2")
    .doc("Exponentials divided by their sum over the given axes.")
    .input("x", DOUBLE | FLOAT16 | BF16 | FLOAT)
    .output("y", DOUBLE | FLOAT16 | BF16 | FLOAT)
    .attr("axes", ListInt, (-1,))
    .attr("half_to_float", Bool, False)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("softmax")
)

SoftmaxV2WithDropOutDoMaskV3D = (
    op("SoftmaxV2WithDropOutDoMaskV3D")
    .input("x", FLOAT16)
    .input("mask", UINT8)
    .output("y1", FLOAT16)
    .output("y2", FLOAT16)
    .required_attr("keep_prob", Float)
    .attr("axes", ListInt, (-1,))
    .shape(common.same("x"))
    .traits(PURE)
    .category("softmax")
)

OPS = (
    AxpyWithSoftmaxAndDropOutDoMask,
    ConfusionSoftmaxGrad,
    DropoutWithMulsAndSoftmaxGrad,
    HardMax,
    LogSoftmaxGrad,
    LogSoftmaxV2,
    MaskedSoftmaxWithRelPosBias,
    ScaledMaskedSoftmax,
    ScaledMaskedSoftmaxGrad,
    SoftmaxGrad,
    SoftmaxGradExt,
    SoftmaxV2,
    SoftmaxV2WithDropOutDoMaskV3D,
)
