"""Softmax and its fused forms."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
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
    not_empty,
    op,
)
from metadef.infer.dtypes import follow, widened
from metadef.infer.shape import common, loss

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
    .shape(loss.same_pair("grad", "x"))
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
    .input("x", FLOAT16 | FLOAT, doc="scores of any rank")
    .output("y", FLOAT16 | FLOAT, doc="1 at the first largest element along the axis, 0 elsewhere")
    .attr("axis", Int, -1, doc="axis to look along; negative counts from the end")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("softmax")
)

LogSoftmaxGrad = (
    op("LogSoftmaxGrad")
    .doc("Gradient of the logarithm of softmax.")
    .input("grad", FLOAT16 | FLOAT | BF16, doc="gradient that arrives at the result of log-softmax")
    .input("x", FLOAT16 | FLOAT | BF16, doc="result that log-softmax gave")
    .output("y", FLOAT16 | FLOAT | BF16, doc="grad - exp(x) * sum of grad over the axes")
    .attr("axis", ListInt, (-1,), not_empty, doc="axes of the forward pass; negative counts from the end")
    .law(*axes_within("axis", "grad"))
    .shape(loss.same_pair("grad", "x"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("softmax")
)

LogSoftmaxV2 = (
    op("LogSoftmaxV2")
    .doc("Logarithm of softmax over the given axes.")
    .input("logits", DOUBLE | FLOAT16 | BF16 | FLOAT, doc="scores of any rank")
    .output(
        "logsoftmax",
        DOUBLE | FLOAT16 | BF16 | FLOAT,
        doc="logarithm of softmax, never above zero, computed without overflow",
    )
    .attr(
        "axes",
        ListInt,
        (-1,),
        not_empty,
        doc="axes over which the exponentials add up to 1; negative counts from the end",
    )
    .law(*axes_within("axes", "logits"))
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
    .input("x", FLOAT16 | FLOAT | BF16, doc="scores, [N, heads, S, T]")
    .optional_input(
        "mask", BOOL | UINT1, doc="places that must get no weight, where true; of a shape that broadcasts with x"
    )
    .output("y", FLOAT16 | FLOAT | BF16, doc="softmax over the last axis")
    .attr("scale", Float, 1.0, doc="factor on the scores before the softmax")
    .attr(
        "fixed_triu_mask",
        Bool,
        False,
        doc="whether everything above the diagonal is masked instead of what the mask says",
    )
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
    .input("softmax", FLOAT16 | BF16 | FLOAT, doc="result that softmax gave")
    .input("grad_softmax", FLOAT16 | BF16 | FLOAT, doc="gradient that arrives at that result")
    .output("grad_x", FLOAT16 | BF16 | FLOAT, doc="softmax * (grad_softmax - sum of their product over the axes)")
    .attr("axes", ListInt, (-1,), not_empty, doc="axes of the forward pass; negative counts from the end")
    .law(*axes_within("axes", "softmax"))
    .shape(loss.same_pair("softmax", "grad_softmax"))
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
    .shape(common.broadcast("grad", "x1", "x2"))
    .dtype(follow("grad"))
    .traits(PURE)
    .category("softmax")
)

SoftmaxV2 = (
    op("SoftmaxV2")
    .doc("Exponentials divided by their sum over the given axes.")
    .input("x", DOUBLE | FLOAT16 | BF16 | FLOAT, doc="scores of any rank")
    .output("y", DOUBLE | FLOAT16 | BF16 | FLOAT, doc="exp(x) / sum of exp(x) over the axes; each part adds up to 1")
    .attr("axes", ListInt, (-1,), not_empty, doc="axes over which the parts add up to 1; negative counts from the end")
    .attr("half_to_float", Bool, False, doc="whether FLOAT16 scores give a FLOAT result")
    .law(*axes_within("axes"))
    .shape(common.same("x"))
    .dtype(widened("x", "half_to_float"))
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
