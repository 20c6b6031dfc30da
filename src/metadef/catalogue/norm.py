"""Instance, group, local response and p-norm normalisation."""

from __future__ import annotations

from metadef.catalogue.laws import axes_within
from metadef.catalogue.vocabulary import (
    BF16,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    PURE,
    REDUCTION,
    BasicType,
    Bool,
    Float,
    IndexNumberType,
    Int,
    ListInt,
    NumberType,
    String,
    Type,
    at_least,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import follow, from_attr
from metadef.infer.shape import common, norm, reduce

Centralization = (
    op("Centralization")
    .doc("Subtracts the mean over the given axes.")
    .input("x", FLOAT | FLOAT16, doc="tensor of any shape")
    .output("y", FLOAT | FLOAT16, doc="x less its mean over the axes")
    .attr("axes", ListInt, (-1,), doc="axes that the mean is taken over; negative counts from the end")
    .law(*axes_within("axes"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

EuclideanNorm = (
    op("EuclideanNorm")
    .doc("Euclidean norm over axes given as a tensor.")
    .input("x", NumberType, doc="numbers of any shape")
    .input("axes", IndexNumberType, doc="axes to reduce, whole numbers; negative ones count from the end")
    .output("y", NumberType, doc="square root of the sum of squares over the axes")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce)
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("norm")
)

EuclideanNormD = (
    op("EuclideanNormD")
    .doc("Euclidean norm over axes given as an attribute.")
    .input("x", FLOAT | INT32 | FLOAT16, doc="numbers of any shape")
    .output("y", FLOAT | INT32 | FLOAT16, doc="square root of the sum of squares over the axes")
    .attr("axes", ListInt, (), doc="axes to reduce; empty for all")
    .attr("keep_dims", Bool, False, doc="whether reduced axes stay with length 1")
    .shape(reduce.reduce_attr())
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("norm")
)

GNTrainingReduce = (
    op("GNTrainingReduce")
    .input("x", FLOAT16 | FLOAT)
    .output("sum", FLOAT)
    .output("square_sum", FLOAT)
    .attr("num_groups", Int, 2)
    .shape(norm.group_sums)
    .traits(PURE)
    .category("norm")
)

GNTrainingUpdate = (
    op("GNTrainingUpdate")
    .input("x", FLOAT16 | FLOAT)
    .input("sum", FLOAT)
    .input("square_sum", FLOAT)
    .optional_input("scale", FLOAT)
    .optional_input("offset", FLOAT)
    .optional_input("mean", FLOAT)
    .optional_input("variance", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .attr("num_groups", Int, 2)
    .attr("epsilon", Float, 0.0001)
    .shape(common.each_of("x", "sum", "sum"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

GroupNorm = (
    op("GroupNorm")
    .doc("Normalises groups of channels of every sample.")
    .input("x", FLOAT16 | FLOAT, doc="feature map, [N, C, ...]")
    .input("gamma", FLOAT16 | FLOAT, doc="factor on each channel after normalising, [C]")
    .input("beta", FLOAT16 | FLOAT, doc="summand of each channel after scaling, [C]")
    .output("y", FLOAT16 | FLOAT, doc="normalised feature map, the shape of x")
    .output("mean", FLOAT16 | FLOAT, doc="mean of each group of each sample")
    .output("variance", FLOAT16 | FLOAT, doc="variance of each group of each sample")
    .required_attr("num_groups", Int, positive, doc="number of groups; it divides C")
    .attr("data_format", String, "NCHW", doc="order of the axes, NCHW or NHWC")
    .attr("eps", Float, 0.0001, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("is_training", Bool, True, doc="whether the call belongs to training; statistics come from x either way")
    .shape(norm.group_norm())
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

GroupNormGrad = (
    op("GroupNormGrad")
    .doc("Gradients of group normalisation.")
    .input("dy", FLOAT16 | FLOAT | BF16)
    .input("mean", FLOAT16 | FLOAT | BF16)
    .input("rstd", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("gamma", FLOAT16 | FLOAT | BF16)
    .output("dx", FLOAT16 | FLOAT | BF16)
    .output("dgamma", FLOAT16 | FLOAT | BF16)
    .output("dbeta", FLOAT16 | FLOAT | BF16)
    .required_attr("num_groups", Int)
    .attr("data_format", String, "NCHW")
    .attr("dx_is_require", Bool, True)
    .attr("dgamma_is_require", Bool, True)
    .attr("dbeta_is_require", Bool, True)
    .shape(norm.gradients(("dy", "x"), "x", "gamma", "gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("norm")
)

GroupNormRelu = (
    op("GroupNormRelu")
    .doc("Group normalisation followed by Relu.")
    .input("x", FLOAT | FLOAT16, doc="feature map, [N, C, ...]")
    .input("gamma", FLOAT | FLOAT16, doc="factor on each channel after normalising, [C]")
    .input("beta", FLOAT | FLOAT16, doc="summand of each channel after scaling, [C]")
    .output("y", FLOAT | FLOAT16, doc="activated feature map, the shape of x")
    .required_attr("num_groups", Int, positive, doc="number of groups; it divides C")
    .attr("eps", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .shape(norm.group_norm(stats=0))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

GroupNormSilu = (
    op("GroupNormSilu")
    .doc("Group normalisation followed by SiLU.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="feature map, [N, C, ...]")
    .optional_input(
        "gamma", BF16 | FLOAT16 | FLOAT, doc="factor on each channel after normalising, [C]; left out for ones"
    )
    .optional_input(
        "beta", BF16 | FLOAT16 | FLOAT, doc="summand of each channel after scaling, [C]; left out for zeros"
    )
    .output("y", BF16 | FLOAT16 | FLOAT, doc="activated feature map, the shape of x")
    .output("mean", BF16 | FLOAT16 | FLOAT, doc="mean of each group of each sample, [N, groups]")
    .output("rstd", BF16 | FLOAT16 | FLOAT, doc="1 / sqrt(variance + eps) of each group of each sample, [N, groups]")
    .required_attr("num_groups", Int, positive, doc="number of groups; it divides C")
    .attr("eps", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("activate_silu", Bool, True, doc="whether x * sigmoid(x) follows; otherwise the normalised map is given out")
    .shape(norm.group_norm())
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

GroupNormSiluQuant = (
    op("GroupNormSiluQuant")
    .input("x", BF16 | FLOAT16)
    .optional_input("gamma", BF16 | FLOAT16)
    .optional_input("beta", BF16 | FLOAT16)
    .input("quantScale", FLOAT)
    .output("yOut", INT8)
    .output("meanOut", BF16 | FLOAT16)
    .output("rstdOut", BF16 | FLOAT16)
    .required_attr("num_groups", Int)
    .attr("eps", Float, 1e-05)
    .attr("activate_silu", Bool, True)
    .shape(norm.group_norm())
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

GroupNormSwish = (
    op("GroupNormSwish")
    .doc("Group normalisation followed by Swish.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="feature map, [N, C, ...]")
    .input("gamma", BF16 | FLOAT16 | FLOAT, doc="factor on each channel after normalising, [C]")
    .input("beta", BF16 | FLOAT16 | FLOAT, doc="summand of each channel after scaling, [C]")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="activated feature map, the shape of x")
    .output("mean", BF16 | FLOAT16 | FLOAT, doc="mean of each group of each sample, [N, groups]")
    .output("rstd", BF16 | FLOAT16 | FLOAT, doc="1 / sqrt(variance + eps) of each group of each sample, [N, groups]")
    .required_attr("num_groups", Int, positive, doc="number of groups; it divides C")
    .attr("data_format", String, "NCHW", doc="order of the axes, NCHW or NHWC")
    .attr("eps", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("activate_swish", Bool, True, doc="whether Swish follows; otherwise the normalised map is given out")
    .attr("swish_scale", Float, 1.0, doc="factor inside the sigmoid of Swish")
    .shape(norm.group_norm())
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

GroupNormSwishGrad = (
    op("GroupNormSwishGrad")
    .input("dy", FLOAT16 | FLOAT | BF16)
    .input("mean", FLOAT16 | FLOAT | BF16)
    .input("rstd", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("gamma", FLOAT16 | FLOAT | BF16)
    .input("beta", FLOAT16 | FLOAT | BF16)
    .output("dx", FLOAT16 | FLOAT | BF16)
    .output("dgamma", FLOAT16 | FLOAT | BF16)
    .output("dbeta", FLOAT16 | FLOAT | BF16)
    .required_attr("num_groups", Int)
    .attr("data_format", String, "NCHW")
    .attr("swish_scale", Float, 1.0)
    .attr("dgamma_is_require", Bool, True)
    .attr("dbeta_is_require", Bool, True)
    .shape(norm.gradients(("dy", "x"), "x", "gamma", "gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("norm")
)

GroupNormV2 = (
    op("GroupNormV2")
    .doc("Group normalisation that returns mean and reciprocal standard deviation.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="feature map, [N, C, ...]")
    .input("gamma", BF16 | FLOAT16 | FLOAT, doc="factor on each channel after normalising, [C]")
    .input("beta", BF16 | FLOAT16 | FLOAT, doc="summand of each channel after scaling, [C]")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="normalised feature map, the shape of x")
    .output("mean", BF16 | FLOAT16 | FLOAT, doc="mean of each group of each sample, [N, groups]")
    .output("rstd", BF16 | FLOAT16 | FLOAT, doc="1 / sqrt(variance + eps) of each group of each sample, [N, groups]")
    .required_attr("num_groups", Int, positive, doc="number of groups; it divides C")
    .attr("data_format", String, "NHWC", doc="order of the axes, NCHW or NHWC")
    .attr("eps", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("is_training", Bool, True, doc="whether the call belongs to training; statistics come from x either way")
    .shape(norm.group_norm())
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

INInferV2 = (
    op("INInferV2")
    .input("x", FLOAT16 | FLOAT)
    .optional_input("gamma", FLOAT)
    .optional_input("beta", FLOAT)
    .optional_input("mean", FLOAT)
    .optional_input("variance", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .attr("epsilon", Float, 1e-05)
    .shape(norm.instance_norm(2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

INInferV2D = (
    op("INInferV2D")
    .input("x", FLOAT16 | FLOAT)
    .optional_input("gamma", FLOAT)
    .optional_input("beta", FLOAT)
    .optional_input("mean", FLOAT)
    .optional_input("variance", FLOAT)
    .optional_input("variance_sqrt", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .shape(norm.instance_norm(2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

InstanceNorm = (
    op("InstanceNorm")
    .doc("Normalises every channel of every sample on its own.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="feature map, [N, C, ...] or [N, ..., C]")
    .input("gamma", BF16 | FLOAT16 | FLOAT, doc="factor on each channel after normalising, [C]")
    .input("beta", BF16 | FLOAT16 | FLOAT, doc="summand of each channel after scaling, [C]")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="normalised feature map, the shape of x")
    .output("mean", BF16 | FLOAT16 | FLOAT, doc="mean of each channel of each sample, with spatial axes of length 1")
    .output(
        "variance", BF16 | FLOAT16 | FLOAT, doc="variance of each channel of each sample, with spatial axes of length 1"
    )
    .attr("data_format", String, "NDHWC", doc="order of the axes, such as NDHWC, NCDHW, NHWC or NCHW")
    .attr("epsilon", Float, 1e-06, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .shape(norm.instance_norm(2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

InstanceNormGrad = (
    op("InstanceNormGrad")
    .input("dy", FLOAT | FLOAT16)
    .input("x", FLOAT | FLOAT16)
    .input("variance", FLOAT | FLOAT16)
    .input("mean", FLOAT | FLOAT16)
    .input("gamma", FLOAT | FLOAT16)
    .output("pd_x", FLOAT | FLOAT16)
    .output("pd_gamma", FLOAT | FLOAT16)
    .output("pd_beta", FLOAT | FLOAT16)
    .shape(norm.gradients(("dy", "x"), "x", "gamma", "gamma"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("norm")
)

InstanceNormV2 = (
    op("InstanceNormV2")
    .doc("Instance normalisation with running statistics.")
    .input("x", FLOAT16 | FLOAT)
    .optional_input("gamma", FLOAT)
    .optional_input("beta", FLOAT)
    .optional_input("mean", FLOAT)
    .optional_input("variance", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .attr("is_training", Bool, True)
    .attr("momentum", Float, 0.1)
    .attr("epsilon", Float, 1e-05)
    .shape(norm.instance_norm(2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

INTrainingReduceGrad = (
    op("INTrainingReduceGrad")
    .input("dy", FLOAT16 | FLOAT)
    .input("x", FLOAT16 | FLOAT)
    .input("variance", FLOAT)
    .input("mean", FLOAT)
    .input("res_gamma", FLOAT)
    .input("res_beta", FLOAT)
    .input("gamma", FLOAT)
    .output("pd_x", FLOAT16 | FLOAT)
    .shape(norm.gradients(("dy", "x"), "dy"))
    .dtype(follow("dy"))
    .traits(PURE)
    .category("norm")
)

INTrainingReduceV2 = (
    op("INTrainingReduceV2")
    .input("x", FLOAT16 | FLOAT)
    .output("sum", FLOAT)
    .output("square_sum", FLOAT)
    .shape(norm.stacked)
    .traits(PURE)
    .category("norm")
)

INTrainingUpdateGrad = (
    op("INTrainingUpdateGrad")
    .input("dy", FLOAT16 | FLOAT)
    .input("x", FLOAT16 | FLOAT)
    .input("variance", FLOAT)
    .input("mean", FLOAT)
    .output("res_gamma", FLOAT)
    .output("res_beta", FLOAT)
    .shape(norm.gradients(("dy", "x"), "variance", "variance"))
    .traits(PURE)
    .category("norm")
)

INTrainingUpdateGradGammaBeta = (
    op("INTrainingUpdateGradGammaBeta")
    .input("res_gamma", FLOAT)
    .input("res_beta", FLOAT)
    .output("pd_gamma", FLOAT)
    .output("pd_beta", FLOAT)
    .shape(norm.over_batch)
    .traits(PURE)
    .category("norm")
)

INTrainingUpdateV2 = (
    op("INTrainingUpdateV2")
    .input("x", FLOAT16 | FLOAT)
    .input("sum", FLOAT)
    .input("square_sum", FLOAT)
    .optional_input("gamma", FLOAT)
    .optional_input("beta", FLOAT)
    .optional_input("mean", FLOAT)
    .optional_input("variance", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .attr("momentum", Float, 0.1)
    .attr("epsilon", Float, 1e-05)
    .shape(norm.instance_norm(2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

L2Normalize = (
    op("L2Normalize")
    .doc("Divides by the Euclidean norm over the given axes.")
    .input("x", FLOAT16 | FLOAT, doc="tensor of any rank")
    .output("y", FLOAT16 | FLOAT, doc="x / sqrt(max(sum of squares, eps)), the shape of x")
    .attr("axis", ListInt, (), doc="axes that are normalised together; empty for the channels, axis 1")
    .attr("eps", Float, 0.0001, not_negative, doc="smallest sum of squares that is divided by")
    .law(*axes_within("axis"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

L2NormalizeGrad = (
    op("L2NormalizeGrad")
    .input("x", FLOAT | FLOAT16)
    .input("y", FLOAT | FLOAT16)
    .input("dy", FLOAT | FLOAT16)
    .output("dx", FLOAT | FLOAT16)
    .attr("dim", ListInt, (1,))
    .attr("eps", Float, 0.0001)
    .shape(norm.gradients(("dy", "x", "y"), "x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

LpNorm = (
    op("LpNorm")
    .doc("p-norm over the given axes.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="tensor of any rank")
    .output("y", FLOAT16 | FLOAT | BF16, doc="p-norm over the axes")
    .attr(
        "p",
        Int,
        2,
        doc=(
            "exponent of the norm; 2147483647 takes the largest magnitude, -2147483647 the smallest, 0 counts nonzeros"
        ),
    )
    .attr("axes", ListInt, (), doc="axes that disappear; empty for all")
    .attr("keepdim", Bool, False, doc="whether reduced axes stay with length 1")
    .attr("epsilon", Float, 1e-12, not_negative, doc="smallest norm that a division may use")
    .shape(reduce.reduce_attr("axes", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("norm")
)

LpNormReduce = (
    op("LpNormReduce")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("p", Int, 2)
    .attr("axes", ListInt, ())
    .attr("keepdim", Bool, False)
    .attr("epsilon", Float, 1e-12)
    .shape(reduce.reduce_attr("axes", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("norm")
)

LpNormReduceV2 = (
    op("LpNormReduceV2")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("p", Float, 2.0)
    .attr("axes", ListInt, ())
    .attr("keepdim", Bool, False)
    .attr("epsilon", Float, 1e-12)
    .shape(reduce.reduce_attr("axes", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("norm")
)

LpNormUpdate = (
    op("LpNormUpdate")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("p", Int, 2)
    .attr("epsilon", Float, 1e-12)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

LpNormUpdateV2 = (
    op("LpNormUpdateV2")
    .input("x", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("p", Float, 2.0)
    .attr("epsilon", Float, 1e-12)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

LpNormV2 = (
    op("LpNormV2")
    .doc("p-norm over the given axes, newer form.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="tensor of any rank")
    .output("y", FLOAT16 | FLOAT | BF16, doc="p-norm over the axes")
    .attr(
        "p",
        Float,
        2.0,
        doc=(
            "exponent of the norm; infinity takes the largest magnitude, minus infinity the smallest, 0 counts nonzeros"
        ),
    )
    .attr("axes", ListInt, (), doc="axes that disappear; empty for all")
    .attr("keepdim", Bool, False, doc="whether reduced axes stay with length 1")
    .attr("epsilon", Float, 1e-12, not_negative, doc="smallest norm that a division may use")
    .shape(reduce.reduce_attr("axes", "keepdim"))
    .dtype(follow("x"))
    .traits(PURE, REDUCTION)
    .category("norm")
)

LRN = (
    op("LRN")
    .doc("Divides every element by a power of the squared sum over neighbouring channels.")
    .input("x", FLOAT16 | FLOAT, doc="feature map of rank 4")
    .output("y", FLOAT16 | FLOAT, doc="x / (bias + alpha * sum of squares over 2 * depth_radius + 1 channels)^beta")
    .attr("depth_radius", Int, 5, not_negative, doc="number of neighbouring channels on each side that count")
    .attr("bias", Float, 1.0, doc="summand in the base, which keeps it from zero")
    .attr("alpha", Float, 1.0, doc="weight of the sum of squares")
    .attr("beta", Float, 0.5, doc="exponent of the divisor")
    .attr(
        "norm_region",
        String,
        "ACROSS_CHANNELS",
        one_of("ACROSS_CHANNELS", "WITHIN_CHANNEL"),
        doc="ACROSS_CHANNELS sums over channels, WITHIN_CHANNEL over neighbours in the plane",
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

LRNGrad = (
    op("LRNGrad")
    .input("grads", FLOAT16 | FLOAT)
    .input("x", FLOAT16 | FLOAT)
    .input("y", FLOAT16 | FLOAT)
    .output("z", FLOAT16 | FLOAT)
    .attr("depth_radius", Int, 5)
    .attr("bias", Float, 1.0)
    .attr("alpha", Float, 1.0)
    .attr("beta", Float, 0.5)
    .shape(norm.gradients(("grads", "x", "y"), "x"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("norm")
)

MVN = (
    op("MVN")
    .doc("Subtracts the mean and optionally divides by the standard deviation.")
    .input("x", FLOAT | FLOAT16, doc="feature map, [N, C, H, W]")
    .output("y", FLOAT | FLOAT16, doc="x less its mean, divided by the deviation where asked for")
    .attr("normalize_variance", Bool, True, doc="whether the result is divided by the standard deviation")
    .attr("across_channels", Bool, False, doc="whether mean and deviation are taken over the channels too")
    .attr("eps", Float, 1e-09, not_negative, doc="number added to the deviation so that nothing is divided by zero")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

MVNV2 = (
    op("MVNV2")
    .doc("Mean and variance normalisation over the given axes.")
    .input("x", FLOAT16 | FLOAT, doc="feature map, [N, C, H, W]")
    .output("y", FLOAT16 | FLOAT, doc="x less its mean, divided by the deviation")
    .attr("eps", Float, 1e-09, not_negative, doc="number added to the deviation so that nothing is divided by zero")
    .attr("axes", ListInt, (0, 2, 3), doc="axes that mean and deviation are taken over; negative counts from the end")
    .law(*axes_within("axes"))
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

Normalize = (
    op("Normalize")
    .doc("Divides by a norm as SSD detectors do, with a learned scale.")
    .input("x1", FLOAT16 | FLOAT | INT8)
    .input("x2", FLOAT16 | FLOAT | INT8)
    .output("y", FLOAT16 | FLOAT | INT8)
    .attr("across_spatial", Bool, True)
    .attr("channel_shared", Bool, True)
    .attr("eps", Float, 1e-10)
    .shape(common.same("x1"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("norm")
)

NormalizeBatch = (
    op("NormalizeBatch")
    .input("input_x", FLOAT)
    .input("seq_len", INT32)
    .output("output_y", FLOAT)
    .required_attr("normalize_type", String)
    .attr("epsilon", Float, 1e-05)
    .shape(common.same("input_x"))
    .traits(PURE)
    .category("norm")
)

NormalizeBBox = (
    op("NormalizeBBox")
    .input("boxes", FLOAT16 | FLOAT)
    .input("shape_hw", INT32)
    .output("y", FLOAT16 | FLOAT)
    .attr("reversed_box", Bool, False)
    .shape(common.same("boxes"))
    .dtype(follow("boxes"))
    .traits(PURE)
    .category("norm")
)

NormalizeV2 = (
    op("NormalizeV2")
    .input("x", FLOAT16 | FLOAT)
    .input("mean", FLOAT)
    .input("variance", FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("dtype", Type, FLOAT)
    .shape(common.same("x"))
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("norm")
)

Renorm = (
    op("Renorm")
    .doc("What each slice along `dim` is multiplied by so that its norm does not exceed a bound: 1 in all other axes.")
    .input("x", BasicType, doc="tensor of rank 2 or more")
    .output("y", BasicType, doc="factor for each slice, with length 1 on all other axes")
    .required_attr("p", Float, positive, doc="exponent of the norm")
    .required_attr("dim", Int, doc="axis of the slices; negative counts from the end")
    .required_attr("maxnorm", Float, not_negative, doc="largest norm that a slice may keep")
    .shape(norm.renorm_factors)
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

Scale = (
    op("Scale")
    .doc("Multiplies by a scale and optionally adds a bias along an axis.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="feature map")
    .input("scale", FLOAT | FLOAT16 | BF16, doc="factors along the given axes")
    .optional_input("bias", FLOAT | FLOAT16 | BF16, doc="summands along the same axes")
    .output("y", FLOAT | FLOAT16 | BF16, doc="x * scale + bias")
    .attr("axis", Int, 1, doc="first axis that the factors belong to; negative counts from the end")
    .attr("num_axes", Int, 1, at_least(-1), doc="number of axes that they span; -1 for all that follow")
    .attr(
        "scale_from_blob", Bool, True, doc="whether the shape of the factors comes from the tensor instead of num_axes"
    )
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("norm")
)

OPS = (
    Centralization,
    EuclideanNorm,
    EuclideanNormD,
    GNTrainingReduce,
    GNTrainingUpdate,
    GroupNorm,
    GroupNormGrad,
    GroupNormRelu,
    GroupNormSilu,
    GroupNormSiluQuant,
    GroupNormSwish,
    GroupNormSwishGrad,
    GroupNormV2,
    INInferV2,
    INInferV2D,
    InstanceNorm,
    InstanceNormGrad,
    InstanceNormV2,
    INTrainingReduceGrad,
    INTrainingReduceV2,
    INTrainingUpdateGrad,
    INTrainingUpdateGradGammaBeta,
    INTrainingUpdateV2,
    L2Normalize,
    L2NormalizeGrad,
    LpNorm,
    LpNormReduce,
    LpNormReduceV2,
    LpNormUpdate,
    LpNormUpdateV2,
    LpNormV2,
    LRN,
    LRNGrad,
    MVN,
    MVNV2,
    Normalize,
    NormalizeBatch,
    NormalizeBBox,
    NormalizeV2,
    Renorm,
    Scale,
)
