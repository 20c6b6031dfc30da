"""Batch normalisation: inference, training halves, synchronised forms and gradients."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    FLOAT,
    FLOAT16,
    INT32,
    PURE,
    Bool,
    Float,
    Int,
    ListBool,
    String,
    between,
    not_negative,
    op,
)
from metadef.infer.dtypes import each, follow
from metadef.infer.shape import common, norm
from metadef.infer.shape.common import same

BatchNorm = (
    op("BatchNorm")
    .doc("Normalises every channel with the statistics of the batch or with given ones.")
    .input("x", "T1", doc="feature map of rank 4")
    .input("scale", "T2", doc="factor on each channel after normalising, [C]")
    .input("offset", "T2", doc="summand of each channel after scaling, [C]")
    .optional_input("mean", "T2", doc="given mean of each channel, [C]; fed for inference")
    .optional_input("variance", "T2", doc="given variance of each channel, [C]; fed for inference")
    .output("y", "T1", doc="normalised feature map, the shape of x")
    .output("batch_mean", "T2", doc="mean that was used for each channel, [C]")
    .output("batch_variance", "T2", doc="variance that was used for each channel, [C]")
    .output("reserve_space_1", "T2", doc="mean of the batch, kept for the gradient, [C]")
    .output("reserve_space_2", "T2", doc="variance of the batch, kept for the gradient, [C]")
    .output("reserve_space_3", "T2", doc="further room that an implementation may use for the gradient")
    .attr("epsilon", Float, 0.0001, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .attr("is_training", Bool, True, doc="whether the statistics come from the batch instead of the inputs")
    .attr(
        "exponential_avg_factor",
        Float,
        1.0,
        between(0.0, 1.0),
        doc="share of the batch in updated running statistics; 1 takes the batch alone",
    )
    .datatype("T1", FLOAT | FLOAT16 | BF16)
    .datatype("T2", FLOAT)
    .shape(norm.batch_norm_v3)
    .traits(PURE)
    .category("batch-norm")
)

BatchNorm3D = (
    op("BatchNorm3D")
    .doc("Batch normalisation of volumes.")
    .input("x", FLOAT16 | FLOAT, doc="volume of rank 5")
    .input("scale", FLOAT, doc="factor on each channel after normalising, [C]")
    .input("offset", FLOAT, doc="summand of each channel after scaling, [C]")
    .optional_input("mean", FLOAT, doc="given mean of each channel, [C]; fed for inference")
    .optional_input("variance", FLOAT, doc="given variance of each channel, [C]; fed for inference")
    .output("y", FLOAT16 | FLOAT, doc="normalised feature map, the shape of x")
    .output("batch_mean", FLOAT, doc="mean that was used for each channel, [C]")
    .output("batch_variance", FLOAT, doc="variance that was used for each channel, [C]")
    .output("reserve_space_1", FLOAT, doc="mean of the batch, kept for the gradient, [C]")
    .output("reserve_space_2", FLOAT, doc="variance of the batch, kept for the gradient, [C]")
    .attr("epsilon", Float, 0.0001, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("data_format", String, "NCDHW", doc="order of the axes, NCDHW or NDHWC")
    .attr("is_training", Bool, True, doc="whether the statistics come from the batch instead of the inputs")
    .shape(norm.batch_norm(4))
    .dtype(follow("x"))
    .traits(PURE)
    .category("batch-norm")
)

BatchNorm3DGrad = (
    op("BatchNorm3DGrad")
    .input("y_backprop", FLOAT16 | FLOAT)
    .input("x", FLOAT16 | FLOAT)
    .input("scale", FLOAT)
    .input("reserve_space_1", FLOAT)
    .input("reserve_space_2", FLOAT)
    .output("x_backprop", FLOAT16 | FLOAT)
    .output("scale_backprop", FLOAT)
    .output("offset_backprop", FLOAT)
    .output("reserve_space_4", FLOAT)
    .output("reserve_space_5", FLOAT)
    .attr("epsilon", Float, 0.0001)
    .attr("data_format", String, "NCDHW")
    .attr("is_training", Bool, True)
    .shape(norm.gradients(("y_backprop", "x"), "x", "scale", "scale", "reserve_space_1", "reserve_space_2"))
    .dtype(follow("y_backprop"))
    .traits(PURE)
    .category("batch-norm")
)

BatchNormExt2 = (
    op("BatchNormExt2")
    .doc("Batch normalisation, in an older form with longer names.")
    .input("input_x", FLOAT16 | FLOAT, doc="feature map of rank 4")
    .input("input_scale", FLOAT, doc="factor on each channel after normalising, [C]")
    .input("input_offset", FLOAT, doc="summand of each channel after scaling, [C]")
    .optional_input("input_mean", FLOAT, doc="given mean of each channel, [C]; fed for inference")
    .optional_input("input_variance", FLOAT, doc="given variance of each channel, [C]; fed for inference")
    .output("output_y", FLOAT16 | FLOAT, doc="normalised feature map, the shape of the input")
    .output("output_mean", FLOAT, doc="mean that was used for each channel, [C]")
    .output("output_variance", FLOAT, doc="variance that was used for each channel, [C]")
    .output("output_reserve_space_1", FLOAT, doc="mean of the batch, kept for the gradient, [C]")
    .output("output_reserve_space_2", FLOAT, doc="variance of the batch, kept for the gradient, [C]")
    .attr("epsilon", Float, 0.0001, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .attr("is_training", Bool, True, doc="whether the statistics come from the batch instead of the inputs")
    .shape(norm.batch_norm(4, "input_scale", "input_x"))
    .dtype(follow("input_x"))
    .traits(PURE)
    .category("batch-norm")
)

BatchNormGrad = (
    op("BatchNormGrad")
    .doc("Gradients of batch normalisation.")
    .input("y_backprop", FLOAT | FLOAT16 | BF16, doc="gradient that arrives at the normalised feature map")
    .input("x", FLOAT | FLOAT16 | BF16, doc="feature map of the forward pass")
    .input("scale", FLOAT, doc="factor on each channel of the forward pass, [C]")
    .input("reserve_space_1", FLOAT, doc="mean that the forward pass kept, [C]")
    .input("reserve_space_2", FLOAT, doc="variance that the forward pass kept, [C]")
    .optional_input("reserve_space_3", FLOAT, doc="further data that the forward pass kept")
    .output("x_backprop", FLOAT | FLOAT16 | BF16, doc="gradient with respect to the feature map")
    .output("scale_backprop", FLOAT, doc="gradient with respect to the factors, [C]")
    .output("offset_backprop", FLOAT, doc="gradient with respect to the summands, [C]")
    .output("reserve_space_4", FLOAT, doc="unused room, kept for the order of outputs")
    .output("reserve_space_5", FLOAT, doc="unused room, kept for the order of outputs")
    .attr("epsilon", Float, 0.0001, not_negative, doc="number that the forward pass added to the variance")
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .attr("is_training", Bool, True, doc="whether the forward pass took its statistics from the batch")
    .attr("output_mask", ListBool, (True, False, False), doc="which of the three gradients are wanted")
    .shape(norm.gradients(("y_backprop", "x"), "x", "scale", "scale", "reserve_space_1", "reserve_space_2"))
    .dtype(follow("y_backprop"))
    .traits(PURE)
    .category("batch-norm")
)

BatchNormGradExt2 = (
    op("BatchNormGradExt2")
    .input("y_backprop", FLOAT16 | FLOAT)
    .input("x", FLOAT16 | FLOAT)
    .input("scale", FLOAT)
    .input("reserve_space_1", FLOAT)
    .input("reserve_space_2", FLOAT)
    .output("x_backprop", FLOAT16 | FLOAT)
    .output("scale_backprop", FLOAT)
    .output("offset_backprop", FLOAT)
    .output("reserve_space_3", FLOAT)
    .output("reserve_space_4", FLOAT)
    .attr("epsilon", Float, 0.0001)
    .attr("data_format", String, "NHWC")
    .attr("is_training", Bool, True)
    .shape(norm.gradients(("y_backprop", "x"), "x", "scale", "scale", "reserve_space_1", "reserve_space_2"))
    .dtype(follow("y_backprop"))
    .traits(PURE)
    .category("batch-norm")
)

BatchNormGradV3 = (
    op("BatchNormGradV3")
    .input("dy", FLOAT | FLOAT16 | BF16)
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("weight", FLOAT | FLOAT16 | BF16)
    .input("running_mean", FLOAT | FLOAT16 | BF16)
    .input("running_var", FLOAT | FLOAT16 | BF16)
    .input("save_mean", FLOAT)
    .input("save_rstd", FLOAT)
    .output("dx", FLOAT | FLOAT16 | BF16)
    .output("dweight", FLOAT | FLOAT16 | BF16)
    .output("dbias", FLOAT | FLOAT16 | BF16)
    .attr("is_training", Bool, True)
    .attr("epsilon", Float, 1e-05)
    .shape(norm.gradients(("dy", "x"), "x", "weight", "weight"))
    .dtype(each("dy", "weight", "weight"))
    .traits(PURE)
    .category("batch-norm")
)

BatchNormV3 = (
    op("BatchNormV3")
    .doc("Batch normalisation that also updates running statistics.")
    .input("x", "T1")
    .input("weight", "T2")
    .input("bias", "T2")
    .input("running_mean", "T4")
    .input("running_var", "T4")
    .output("y", "T1")
    .output("running_mean", "T4")
    .output("running_var", "T4")
    .output("save_mean", "T3")
    .output("save_rstd", "T3")
    .attr("epsilon", Float, 1e-05)
    .attr("momentum", Float, 0.1)
    .attr("is_training", Bool, True)
    .datatype("T1", FLOAT | FLOAT16 | BF16)
    .datatype("T2", FLOAT | FLOAT16 | BF16)
    .datatype("T3", FLOAT)
    .datatype("T4", FLOAT | FLOAT16 | BF16)
    .shape(norm.batch_norm(4, "weight"))
    .category("batch-norm")
)

BN3DTrainingReduce = (
    op("BN3DTrainingReduce")
    .doc("Sum and sum of squares of every channel of volumes.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="volume, [N, C, D, H, W] in NCDHW")
    .output("sum", FLOAT, doc="sum of each channel over batch and space, the other axes of length 1")
    .output("square_sum", FLOAT, doc="sum of the squares of each channel, the other axes of length 1")
    .shape(norm.channel_sums(2))
    .traits(PURE)
    .category("batch-norm")
)

BN3DTrainingReduceGrad = (
    op("BN3DTrainingReduceGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("diff_scale", FLOAT)
    .input("diff_offset", FLOAT)
    .input("scale", FLOAT)
    .input("batch_mean", FLOAT)
    .input("batch_variance", FLOAT)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("epsilon", Float, 0.0001)
    .shape(norm.gradients(("grads", "x"), "grads"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("batch-norm")
)

BN3DTrainingUpdate = (
    op("BN3DTrainingUpdate")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("sum", FLOAT)
    .input("square_sum", FLOAT)
    .input("scale", FLOAT)
    .input("offset", FLOAT)
    .input("mean", FLOAT)
    .input("variance", FLOAT)
    .output("y", FLOAT16 | FLOAT | BF16)
    .output("mean", FLOAT)
    .output("variance", FLOAT)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .required_attr("factor", Float)
    .required_attr("epsilon", Float)
    .shape(norm.batch_norm(4))
    .dtype(follow("x"))
    .category("batch-norm")
)

BN3DTrainingUpdateGrad = (
    op("BN3DTrainingUpdateGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("batch_mean", FLOAT)
    .input("batch_variance", FLOAT)
    .output("diff_scale", FLOAT)
    .output("diff_offset", FLOAT)
    .attr("epsilon", Float, 0.0001)
    .shape(norm.gradients(("grads", "x"), "batch_mean", "batch_mean"))
    .traits(PURE)
    .category("batch-norm")
)

BNInfer = (
    op("BNInfer")
    .doc("Normalises every channel with given mean and variance, for inference.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="feature map with the channels on axis 1, [N, C, ...]")
    .input("scale", FLOAT, doc="factor on each channel after normalising, [C]")
    .input("offset", FLOAT, doc="summand of each channel after scaling, [C]")
    .input("mean", FLOAT, doc="mean of each channel from training, [C]")
    .input("variance", FLOAT, doc="variance of each channel from training, [C], not negative")
    .output("y", FLOAT16 | FLOAT | BF16, doc="scale * (x - mean) / sqrt(variance + epsilon) + offset")
    .required_attr(
        "epsilon", Float, not_negative, doc="number added to the variance so that nothing is divided by zero"
    )
    .shape(norm.batch_norm(0))
    .dtype(follow("x"))
    .traits(PURE)
    .category("batch-norm")
)

BNInference = (
    op("BNInference")
    .doc("Normalises every channel with given statistics as Caffe defines it.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="feature map with the channels on axis 1, [N, C, ...]")
    .input("mean", FLOAT16 | FLOAT | BF16, doc="sum of means, one for each channel, [C]")
    .input("variance", FLOAT16 | FLOAT | BF16, doc="sum of variances, one for each channel, [C]")
    .input("momentum", FLOAT16 | FLOAT | BF16, doc="number that both sums are divided by, [1]")
    .optional_input("scale", FLOAT16 | FLOAT | BF16, doc="factor on each channel after normalising, [C]")
    .optional_input("offset", FLOAT16 | FLOAT | BF16, doc="summand of each channel after scaling, [C]")
    .output("y", FLOAT16 | FLOAT | BF16, doc="normalised feature map, the shape of x")
    .attr("epsilon", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("use_global_stats", Bool, True, doc="whether given statistics are used; the only mode of inference")
    .attr("mode", Int, 1, doc="kept for Caffe; how the statistics are scaled")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("batch-norm")
)

BNInferenceD = (
    op("BNInferenceD")
    .doc("Normalises every channel with statistics prepared ahead, as Caffe defines it.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="feature map with the channels on axis 1, [N, C, ...]")
    .input("mean", FLOAT16 | FLOAT | BF16, doc="prepared mean of each channel, [C]")
    .input("variance", FLOAT16 | FLOAT | BF16, doc="prepared variance of each channel, [C]")
    .optional_input("scale", FLOAT16 | FLOAT | BF16, doc="factor on each channel, [C]")
    .optional_input("b", FLOAT16 | FLOAT | BF16, doc="summand of each channel, [C]")
    .output("y", FLOAT16 | FLOAT | BF16, doc="normalised feature map, the shape of x")
    .attr("momentum", Float, 0.9, doc="weight that the statistics were prepared with")
    .attr("epsilon", Float, 1e-05, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("use_global_stats", Bool, True, doc="whether given statistics are used; the only mode of inference")
    .attr("mode", Int, 1, doc="kept for Caffe; how the statistics are scaled")
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("batch-norm")
)

BNInferGrad = (
    op("BNInferGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("scale", FLOAT)
    .input("batch_variance", FLOAT)
    .output("x_backprop", FLOAT16 | FLOAT | BF16)
    .attr("epsilon", Float, 0.0001)
    .shape(common.same("grads"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("batch-norm")
)

BNTrainingReduce = (
    op("BNTrainingReduce")
    .doc("Sum and sum of squares of every channel, the first half of batch normalisation in training.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="feature map")
    .output("sum", FLOAT, doc="sum of each channel over batch and space, the other axes of length 1")
    .output("square_sum", FLOAT, doc="sum of the squares of each channel, the other axes of length 1")
    .shape(norm.channel_sums(2))
    .traits(PURE)
    .category("batch-norm")
)

BNTrainingReduceGrad = (
    op("BNTrainingReduceGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("diff_scale", FLOAT)
    .input("diff_offset", FLOAT)
    .input("scale", FLOAT)
    .input("batch_mean", FLOAT)
    .input("batch_variance", FLOAT)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("epsilon", Float, 0.0001)
    .shape(norm.gradients(("grads", "x"), "grads"))
    .dtype(follow("grads"))
    .traits(PURE)
    .category("batch-norm")
)

BNTrainingUpdate = (
    op("BNTrainingUpdate")
    .doc("Normalises from the sums and updates running statistics, the second half of batch normalisation in training.")
    .input("x", FLOAT16 | FLOAT | BF16, doc="feature map")
    .input("sum", FLOAT, doc="sum of each channel, from BNTrainingReduce")
    .input("square_sum", FLOAT, doc="sum of the squares of each channel, from BNTrainingReduce")
    .input("scale", FLOAT, doc="factor on each channel after normalising")
    .input("offset", FLOAT, doc="summand of each channel after scaling")
    .input("mean", FLOAT, doc="running mean of each channel before this step")
    .input("variance", FLOAT, doc="running variance of each channel before this step")
    .output("y", FLOAT16 | FLOAT | BF16, doc="normalised feature map, the shape of x")
    .output("mean", FLOAT, doc="running mean after this step")
    .output("variance", FLOAT, doc="running variance after this step")
    .output("batch_mean", FLOAT, doc="mean of each channel in this step, without the running one")
    .output("batch_variance", FLOAT, doc="variance of each channel in this step, without the running one")
    .required_attr("factor", Float, between(0.0, 1.0), doc="share of the batch in the new running statistics")
    .required_attr(
        "epsilon", Float, not_negative, doc="number added to the variance so that nothing is divided by zero"
    )
    .shape(norm.batch_norm(4))
    .dtype(follow("x"))
    .category("batch-norm")
)

BNTrainingUpdateGrad = (
    op("BNTrainingUpdateGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("batch_mean", FLOAT)
    .input("batch_variance", FLOAT)
    .output("diff_scale", FLOAT)
    .output("diff_offset", FLOAT)
    .attr("epsilon", Float, 0.0001)
    .shape(norm.gradients(("grads", "x"), "batch_mean", "batch_mean"))
    .traits(PURE)
    .category("batch-norm")
)

BNTrainingUpdateV2 = (
    op("BNTrainingUpdateV2")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("sum", FLOAT)
    .input("square_sum", FLOAT)
    .input("scale", FLOAT)
    .input("offset", FLOAT)
    .output("y", FLOAT16 | FLOAT | BF16)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .required_attr("epsilon", Float)
    .shape(norm.batch_norm(2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("batch-norm")
)

BNTrainingUpdateV3 = (
    op("BNTrainingUpdateV3")
    .input("x", FLOAT16 | FLOAT | BF16)
    .input("sum", FLOAT)
    .input("square_sum", FLOAT)
    .input("scale", FLOAT)
    .input("offset", FLOAT)
    .output("y", FLOAT16 | FLOAT | BF16)
    .output("batch_mean", FLOAT)
    .output("batch_variance", FLOAT)
    .output("reserve_1", FLOAT)
    .output("reserve_2", FLOAT)
    .required_attr("epsilon", Float)
    .shape(norm.batch_norm(4))
    .dtype(follow("x"))
    .traits(PURE)
    .category("batch-norm")
)

FusedBatchNormV2 = (
    op("FusedBatchNormV2")
    .doc("Batch normalisation with an average of old and new statistics.")
    .input("x", FLOAT16 | FLOAT, doc="feature map of rank 4")
    .input("scale", FLOAT, doc="factor on each channel after normalising, [C]")
    .input("offset", FLOAT, doc="summand of each channel after scaling, [C]")
    .optional_input("mean", FLOAT, doc="given mean of each channel, [C]; fed for inference")
    .optional_input("variance", FLOAT, doc="given variance of each channel, [C]; fed for inference")
    .output("y", FLOAT16 | FLOAT, doc="normalised feature map, the shape of x")
    .output("batch_mean", FLOAT, doc="mean that was used for each channel, [C]")
    .output("batch_variance", FLOAT, doc="variance that was used for each channel, [C]")
    .output("reserve_space_1", FLOAT, doc="mean of the batch, kept for the gradient, [C]")
    .output("reserve_space_2", FLOAT, doc="variance of the batch, kept for the gradient, [C]")
    .attr("epsilon", Float, 0.0001, not_negative, doc="number added to the variance so that nothing is divided by zero")
    .attr("data_format", String, "NHWC", doc="order of the axes, NHWC or NCHW")
    .attr("is_training", Bool, True, doc="whether the statistics come from the batch instead of the inputs")
    .attr(
        "exponential_avg_factor",
        Float,
        1.0,
        between(0.0, 1.0),
        doc="share of the batch in updated running statistics; 1 takes the batch alone",
    )
    .shape(norm.batch_norm(4))
    .dtype(follow("x"))
    .traits(PURE)
    .category("batch-norm")
)

SyncBatchNormBackwardElemt = (
    op("SyncBatchNormBackwardElemt")
    .input("grad_output", FLOAT16 | BF16 | FLOAT)
    .input("save_input", FLOAT16 | BF16 | FLOAT)
    .input("mean", FLOAT16 | BF16 | FLOAT)
    .input("invstd", FLOAT16 | BF16 | FLOAT)
    .input("weight", FLOAT16 | BF16 | FLOAT)
    .input("mean_dy", FLOAT16 | BF16 | FLOAT)
    .input("mean_dy_xmu", FLOAT16 | BF16 | FLOAT)
    .output("grad_input", FLOAT16 | BF16 | FLOAT)
    .shape(norm.gradients(("grad_output", "save_input"), "grad_output"))
    .dtype(follow("grad_output"))
    .traits(PURE)
    .category("batch-norm")
)

SyncBatchNormBackwardReduce = (
    op("SyncBatchNormBackwardReduce")
    .input("sum_dy", FLOAT16 | FLOAT | BF16)
    .input("sum_dy_dx_pad", FLOAT16 | FLOAT | BF16)
    .input("mean", FLOAT16 | FLOAT | BF16)
    .input("invert_std", FLOAT16 | FLOAT | BF16)
    .output("sum_dy_xmu", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .shape(common.same("sum_dy"))
    .dtype(follow("sum_dy"))
    .traits(PURE)
    .category("batch-norm")
)

SyncBatchNormGatherStats = (
    op("SyncBatchNormGatherStats")
    .input("total_sum", FLOAT | FLOAT16 | BF16)
    .input("total_square_sum", FLOAT | FLOAT16 | BF16)
    .input("sample_count", INT32)
    .input("mean", FLOAT | FLOAT16 | BF16)
    .input("variance", FLOAT | FLOAT16 | BF16)
    .output("batch_mean", FLOAT | FLOAT16 | BF16)
    .output("batch_invstd", FLOAT | FLOAT16 | BF16)
    .output("mean", FLOAT | FLOAT16 | BF16)
    .output("variance", FLOAT | FLOAT16 | BF16)
    .attr("momentum", Float, 0.1)
    .attr("eps", Float, 1e-05)
    .shape(norm.gathered_statistics)
    .dtype(follow("mean"))
    .category("batch-norm")
)

SyncBatchNormGatherStatsWithCounts = (
    op("SyncBatchNormGatherStatsWithCounts")
    .input("mean_all", FLOAT | FLOAT16 | BF16)
    .input("invert_std_all", FLOAT | FLOAT16 | BF16)
    .input("count_all", FLOAT | FLOAT16 | BF16)
    .input("mean_broadcast", FLOAT | FLOAT16 | BF16)
    .input("count_sum", FLOAT | FLOAT16 | BF16)
    .input("running_var", FLOAT | FLOAT16 | BF16)
    .output("invert_std", FLOAT | FLOAT16 | BF16)
    .output("running_var_update", FLOAT | FLOAT16 | BF16)
    .attr("momentum", Float, 0.1)
    .attr("epsilon", Float, 0.001)
    .shape(same("running_var"))
    .dtype(follow("running_var"))
    .traits(PURE)
    .category("batch-norm")
)

SyncBNTrainingUpdate = (
    op("SyncBNTrainingUpdate")
    .input("mean", FLOAT | FLOAT16 | BF16)
    .input("running_mean", FLOAT | FLOAT16 | BF16)
    .output("running_mean_update", FLOAT | FLOAT16 | BF16)
    .attr("momentum", Float, 0.1)
    .shape(common.same("mean"))
    .dtype(follow("mean"))
    .traits(PURE)
    .category("batch-norm")
)

OPS = (
    BatchNorm,
    BatchNorm3D,
    BatchNorm3DGrad,
    BatchNormExt2,
    BatchNormGrad,
    BatchNormGradExt2,
    BatchNormGradV3,
    BatchNormV3,
    BN3DTrainingReduce,
    BN3DTrainingReduceGrad,
    BN3DTrainingUpdate,
    BN3DTrainingUpdateGrad,
    BNInfer,
    BNInference,
    BNInferenceD,
    BNInferGrad,
    BNTrainingReduce,
    BNTrainingReduceGrad,
    BNTrainingUpdate,
    BNTrainingUpdateGrad,
    BNTrainingUpdateV2,
    BNTrainingUpdateV3,
    FusedBatchNormV2,
    SyncBatchNormBackwardElemt,
    SyncBatchNormBackwardReduce,
    SyncBatchNormGatherStats,
    SyncBatchNormGatherStatsWithCounts,
    SyncBNTrainingUpdate,
)
