"""Losses and their gradients."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    UINT8,
    Bool,
    Float,
    FloatingDataType,
    Int,
    NumberType,
    String,
    between,
    not_negative,
    one_of,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, loss
from metadef.infer.shape.common import same

BinaryCrossEntropy = (
    op("BinaryCrossEntropy")
    .doc("Cross entropy of probabilities and binary targets.")
    .input("x", FLOAT | FLOAT16 | BF16, doc="probabilities between 0 and 1")
    .input("y", FLOAT | FLOAT16 | BF16, doc="targets between 0 and 1, the shape of x")
    .optional_input("weight", FLOAT | FLOAT16 | BF16, doc="factor on each loss, of a shape that broadcasts")
    .output("output", FLOAT | FLOAT16 | BF16, doc="-(y * log(x) + (1 - y) * log(1 - x)), reduced")
    .attr(
        "reduction",
        String,
        "mean",
        one_of("none", "mean", "sum"),
        doc="none keeps every loss, mean and sum reduce them",
    )
    .shape(loss.reduced_loss("x", "y"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

BinaryCrossEntropyGrad = (
    op("BinaryCrossEntropyGrad")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("y", FLOAT | FLOAT16 | BF16)
    .input("grad_output", FLOAT | FLOAT16 | BF16)
    .optional_input("weight", FLOAT | FLOAT16 | BF16)
    .output("output", FLOAT | FLOAT16 | BF16)
    .attr("reduction", String, "mean")
    .shape(common.broadcast("x", "y"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

ChamferDistance = (
    op("ChamferDistance")
    .input("xyz1", FLOAT | BF16 | FLOAT16)
    .input("xyz2", FLOAT | BF16 | FLOAT16)
    .output("dist1", FLOAT | BF16 | FLOAT16)
    .output("dist2", FLOAT | BF16 | FLOAT16)
    .output("idx1", INT32)
    .output("idx2", INT32)
    .shape(loss.chamfer)
    .dtype(follow("xyz1"))
    .traits(PURE)
    .category("loss")
)

ChamferDistanceGrad = (
    op("ChamferDistanceGrad")
    .input("xyz1", FLOAT | FLOAT16)
    .input("xyz2", FLOAT | FLOAT16)
    .input("idx1", INT32)
    .input("idx2", INT32)
    .input("grad_dist1", FLOAT | FLOAT16)
    .input("grad_dist2", FLOAT | FLOAT16)
    .output("grad_xyz1", FLOAT | FLOAT16)
    .output("grad_xyz2", FLOAT | FLOAT16)
    .shape(loss.chamfer_gradient)
    .dtype(follow("xyz1"))
    .traits(PURE)
    .category("loss")
)

CosineEmbeddingLoss = (
    op("CosineEmbeddingLoss")
    .input("x1", INT32 | FLOAT16 | FLOAT)
    .input("x2", INT32 | FLOAT16 | FLOAT)
    .input("target", INT32 | FLOAT16 | FLOAT)
    .output("y", FLOAT)
    .attr("margin", Float, 0.0)
    .attr("reduction", String, "mean")
    .shape(loss.cosine_embedding)
    .traits(PURE)
    .category("loss")
)

CrossEntropyLoss = (
    op("CrossEntropyLoss")
    .doc("Cross entropy between logits and class numbers with optional weights and smoothing.")
    .input("input", FLOAT | FLOAT16 | BF16, doc="logits, [N, C]")
    .input("target", INT64 | INT32, doc="class number of each sample, [N]")
    .optional_input("weight", FLOAT, doc="factor on each class, [C]")
    .output("loss", FLOAT | FLOAT16 | BF16, doc="-log softmax at the target class, reduced")
    .output("log_prob", FLOAT | FLOAT16 | BF16, doc="log softmax of the logits, [N, C]")
    .output("zloss", FLOAT | FLOAT16 | BF16, doc="extra loss on the size of the logits")
    .output(
        "lse_for_zloss",
        FLOAT | FLOAT16 | BF16,
        doc="log of the sum of exponentials, kept for the gradient of that loss",
    )
    .attr(
        "reduction",
        String,
        "mean",
        one_of("none", "mean", "sum"),
        doc="none keeps every loss, mean and sum reduce them",
    )
    .attr("ignore_index", Int, -100, doc="class number whose samples do not count")
    .attr(
        "label_smoothing",
        Float,
        0.0,
        between(0.0, 1.0),
        doc="share of the target that is spread evenly over all classes",
    )
    .attr("lse_square_scale_for_zloss", Float, 0.0, doc="weight of the extra loss")
    .attr("return_zloss", Bool, False, doc="whether the extra loss is given out")
    .shape(loss.cross_entropy)
    .dtype(follow("input"))
    .traits(PURE)
    .category("loss")
)

CrossEntropyLossGrad = (
    op("CrossEntropyLossGrad")
    .input("grad_loss", FLOAT16 | BF16 | FLOAT)
    .input("log_prob", FLOAT16 | BF16 | FLOAT)
    .input("target", INT64 | INT32)
    .optional_input("weight", FLOAT)
    .optional_input("grad_zloss", FLOAT16 | BF16 | FLOAT)
    .optional_input("lse_gor_zloss", FLOAT16 | BF16 | FLOAT)
    .output("x_grad", FLOAT16 | BF16 | FLOAT)
    .attr("reduction", String, "mean")
    .attr("ignore_index", Int, -100)
    .attr("label_smoothing", Float, 0.0)
    .attr("lse_square_scale_for_zloss", Float, 0.0)
    .shape(loss.row_gradient("log_prob"))
    .dtype(follow("log_prob"))
    .traits(PURE)
    .category("loss")
)

CrossEntropySumExpAndIndexLogit = (
    op("CrossEntropySumExpAndIndexLogit")
    .input("vocab_parallel_logits", FLOAT | BF16)
    .input("target", INT32)
    .input("global_logits_max", FLOAT | BF16)
    .output("predicted_logits", FLOAT)
    .output("sum_exp_logits", FLOAT)
    .output("exp_logits", FLOAT)
    .output("target_offset", INT32)
    .output("target_mask", INT32)
    .required_attr("vocab_start_index", Int)
    .required_attr("vocab_end_index", Int)
    .shape(loss.vocabulary_part)
    .traits(PURE)
    .category("loss")
)

CTCBeamSearchDecoder = (
    op("CTCBeamSearchDecoder")
    .input("inputs", FLOAT | DOUBLE)
    .input("sequence_length", INT32)
    .dynamic_output("decoded_indices", INT64)
    .dynamic_output("decoded_values", INT64)
    .dynamic_output("decoded_shape", INT64)
    .output("log_probability", FLOAT | DOUBLE)
    .required_attr("beam_width", Int)
    .required_attr("top_paths", Int)
    .attr("merge_repeated", Bool, True)
    .shape(loss.ctc_beams)
    .dtype(follow("inputs"))
    .traits(PURE)
    .category("loss")
)

CTCGreedyDecoder = (
    op("CTCGreedyDecoder")
    .input("inputs", FLOAT | DOUBLE)
    .input("sequence_length", INT32)
    .output("decoded_indices", INT64)
    .output("decoded_values", INT64)
    .output("decoded_shape", INT64)
    .output("log_probability", FLOAT | DOUBLE)
    .attr("merge_repeated", Bool, False)
    .shape(loss.ctc_greedy)
    .dtype(follow("inputs"))
    .traits(PURE)
    .category("loss")
)

CTCLoss = (
    op("CTCLoss")
    .input("inputs", FLOAT | DOUBLE)
    .input("labels_indices", INT64)
    .input("labels_values", INT32)
    .input("sequence_length", INT32)
    .output("loss", FLOAT | DOUBLE)
    .output("gradient", FLOAT | DOUBLE)
    .attr("preprocess_collapse_repeated", Bool, False)
    .attr("ctc_merge_repeated", Bool, True)
    .attr("ignore_longer_outputs_than_inputs", Bool, False)
    .shape(loss.ctc_dense_loss)
    .dtype(follow("inputs"))
    .traits(PURE)
    .category("loss")
)

CTCLossV2 = (
    op("CTCLossV2")
    .doc("Connectionist temporal classification loss with the table of log-alphas.")
    .input("log_probs", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .input("targets", INT32 | INT64)
    .input("input_lengths", INT32 | INT64)
    .input("target_lengths", INT32 | INT64)
    .output("neg_log_likelihood", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .output("log_alpha", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .attr("blank", Int, 0)
    .attr("reduction", String, "mean")
    .attr("zero_infinity", Bool, False)
    .shape(loss.ctc_loss)
    .dtype(follow("log_probs"))
    .traits(PURE)
    .category("loss")
)

CTCLossV2Grad = (
    op("CTCLossV2Grad")
    .input("grad_out", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .input("log_probs", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .input("targets", INT32 | INT64)
    .input("input_lengths", INT32 | INT64)
    .input("target_lengths", INT32 | INT64)
    .input("neg_log_likelihood", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .input("log_alpha", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .output("grad", FLOAT16 | BF16 | FLOAT | DOUBLE)
    .attr("blank", Int, 0)
    .attr("reduction", String, "mean")
    .attr("zero_infinity", Bool, False)
    .shape(common.same("log_probs"))
    .dtype(follow("log_probs"))
    .traits(PURE)
    .category("loss")
)

FusedMulAddNL2loss = (
    op("FusedMulAddNL2loss")
    .input("x1", NumberType)
    .input("x2", NumberType)
    .input("x3", NumberType)
    .output("y1", NumberType)
    .output("y2", NumberType)
    .shape(common.each_of(common.broadcast("x1", "x2"), common.scalar))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("loss")
)

KLDiv = (
    op("KLDiv")
    .doc("Divergence of two distributions.")
    .input("x", FLOAT16 | FLOAT | DOUBLE | BF16, doc="logarithms of the predicted distribution")
    .input("target", FLOAT16 | FLOAT | DOUBLE | BF16, doc="true distribution, the shape of x")
    .output("y", FLOAT16 | FLOAT | DOUBLE | BF16, doc="target * (log(target) - x), reduced")
    .required_attr(
        "reduction",
        String,
        one_of("none", "mean", "sum", "batchmean"),
        doc="none keeps every term, mean, sum and batchmean reduce them",
    )
    .shape(loss.reduced_loss("x", "target"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

KlDivLossGrad = (
    op("KlDivLossGrad")
    .input("grad", FLOAT16 | FLOAT | BF16)
    .input("input", FLOAT16 | FLOAT | BF16)
    .input("target", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("reduction", String, "mean")
    .attr("log_target", Bool, False)
    .shape(common.broadcast("input", "target"))
    .dtype(follow("input"))
    .traits(PURE)
    .category("loss")
)

KLDivV2 = (
    op("KLDivV2")
    .doc("Divergence of two distributions with optional logarithmic target.")
    .input("x", BF16 | FLOAT16 | FLOAT, doc="logarithms of the predicted distribution")
    .input("target", BF16 | FLOAT16 | FLOAT, doc="true distribution, the shape of x")
    .output("y", BF16 | FLOAT16 | FLOAT, doc="target * (log(target) - x), reduced")
    .attr(
        "reduction",
        String,
        "mean",
        one_of("none", "mean", "sum", "batchmean"),
        doc="none keeps every term, mean, sum and batchmean reduce them",
    )
    .attr("log_target", Bool, False, doc="whether the target is given as logarithms too")
    .shape(loss.reduced_loss("x", "target"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

L1LossGrad = (
    op("L1LossGrad")
    .input("grads", FLOAT16 | FLOAT | BF16)
    .input("predict", FLOAT16 | FLOAT | BF16)
    .input("label", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .attr("reduction", String, "mean")
    .shape(common.broadcast("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

L2Loss = (
    op("L2Loss")
    .doc("Half the sum of squares.")
    .input("x", FloatingDataType | BF16, doc="numbers of any shape")
    .output("y", FloatingDataType | BF16, doc="sum(x^2) / 2, a scalar")
    .shape(common.scalar)
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

Logit = (
    op("Logit")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .output("y", BF16 | FLOAT16 | FLOAT)
    .attr("eps", Float, -1.0)
    .shape(common.same("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

LogitGrad = (
    op("LogitGrad")
    .input("x", BF16 | FLOAT16 | FLOAT)
    .input("dy", BF16 | FLOAT16 | FLOAT)
    .output("dx", BF16 | FLOAT16 | FLOAT)
    .attr("eps", Float, -1.0)
    .shape(loss.same_pair("x", "dy"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

LpLoss = (
    op("LpLoss")
    .input("predict", FLOAT16 | FLOAT | BF16)
    .input("label", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | FLOAT | BF16)
    .required_attr("p", Int)
    .attr("reduction", String, "mean")
    .shape(loss.reduced_loss("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

MseLoss = (
    op("MseLoss")
    .doc("Mean, sum or list of squared differences.")
    .input("predict", FLOAT16 | FLOAT | BF16, doc="predicted numbers")
    .input("label", FLOAT16 | FLOAT | BF16, doc="true numbers, the shape of the predicted ones")
    .output("y", FLOAT16 | FLOAT | BF16, doc="squared differences, reduced")
    .attr(
        "reduction",
        String,
        "mean",
        one_of("none", "mean", "sum"),
        doc="none keeps every square, mean and sum reduce them",
    )
    .shape(loss.reduced_loss("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

MseLossGrad = (
    op("MseLossGrad")
    .input("predict", FLOAT16 | BF16 | FLOAT)
    .input("label", FLOAT16 | BF16 | FLOAT)
    .input("dout", FLOAT16 | BF16 | FLOAT)
    .output("y", FLOAT16 | BF16 | FLOAT)
    .attr("reduction", String, "mean")
    .shape(common.broadcast("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

MultilabelMarginLoss = (
    op("MultilabelMarginLoss")
    .input("x", FLOAT | FLOAT16 | BF16)
    .input("target", INT32)
    .output("y", FLOAT | FLOAT16 | BF16)
    .output("is_target", INT32)
    .attr("reduction", String, "mean")
    .shape(loss.multilabel_margin)
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

NLLLoss = (
    op("NLLLoss")
    .doc("Negative log likelihood of the target classes.")
    .input("x", FLOAT | BF16 | FLOAT16, doc="log probabilities, [N, C]")
    .input("target", INT32 | INT64 | UINT8, doc="class number of each sample, [N]")
    .optional_input("weight", FLOAT | BF16 | FLOAT16, doc="factor on each class, [C]; left out for ones")
    .output("y", FLOAT | BF16 | FLOAT16, doc="-weight * x at the target class, reduced")
    .output("total_weight", FLOAT | BF16 | FLOAT16, doc="sum of the weights that counted")
    .attr(
        "reduction",
        String,
        "mean",
        one_of("none", "mean", "sum"),
        doc="none keeps every loss, mean and sum reduce them",
    )
    .attr("ignore_index", Int, -100, doc="class number whose samples do not count")
    .shape(loss.nll_loss)
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

NLLLossGrad = (
    op("NLLLossGrad")
    .input("x", FLOAT | BF16 | FLOAT16)
    .input("y_grad", FLOAT | BF16 | FLOAT16)
    .input("target", INT32 | INT64 | UINT8)
    .input("weight", FLOAT | BF16 | FLOAT16)
    .input("total_weight", FLOAT | BF16 | FLOAT16)
    .output("x_grad", FLOAT | BF16 | FLOAT16)
    .attr("reduction", String, "mean")
    .attr("ignore_index", Int, -100)
    .shape(loss.row_gradient("x"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("loss")
)

PoissonNllLoss = (
    op("PoissonNllLoss")
    .input("input_x", FLOAT16 | FLOAT)
    .input("target", FLOAT16 | FLOAT)
    .output("loss", FLOAT16 | FLOAT)
    .attr("log_input", Bool, True)
    .attr("full", Bool, False)
    .attr("eps", Float, 1e-08)
    .attr("reduction", String, "mean")
    .shape(loss.reduced_loss("input_x", "target"))
    .dtype(follow("input_x"))
    .traits(PURE)
    .category("loss")
)

RNNTLoss = (
    op("RNNTLoss")
    .input("acts", FLOAT)
    .input("labels", INT32)
    .input("input_lengths", INT32)
    .input("label_lengths", INT32)
    .output("costs", FLOAT)
    .output("grads", FLOAT)
    .attr("blank_label", Int, 0)
    .shape(loss.rnnt)
    .traits(PURE)
    .category("loss")
)

SigmoidCrossEntropyWithLogits = (
    op("SigmoidCrossEntropyWithLogits")
    .doc("Cross entropy of logits and binary targets.")
    .input("predict", FLOAT16 | FLOAT | BF16, doc="logits of any shape")
    .input("target", FLOAT16 | FLOAT | BF16, doc="targets between 0 and 1, the shape of the logits")
    .output("loss", FLOAT16 | FLOAT | BF16, doc="max(x, 0) - x * target + log(1 + exp(-|x|)) for each logit x")
    .shape(common.broadcast("predict", "target"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SigmoidCrossEntropyWithLogitsGrad = (
    op("SigmoidCrossEntropyWithLogitsGrad")
    .input("predict", FLOAT16 | FLOAT | BF16)
    .input("target", FLOAT16 | FLOAT | BF16)
    .input("dout", FLOAT16 | FLOAT | BF16)
    .output("gradient", FLOAT16 | FLOAT | BF16)
    .shape(common.broadcast("predict", "target", "dout"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SigmoidCrossEntropyWithLogitsGradV2 = (
    op("SigmoidCrossEntropyWithLogitsGradV2")
    .input("predict", FLOAT16 | FLOAT | BF16)
    .input("target", FLOAT16 | FLOAT | BF16)
    .input("dout", FLOAT16 | FLOAT | BF16)
    .optional_input("weight", FLOAT16 | FLOAT | BF16)
    .optional_input("pos_weight", FLOAT16 | FLOAT | BF16)
    .output("gradient", FLOAT16 | FLOAT | BF16)
    .attr("reduction", String, "mean")
    .shape(common.broadcast("predict", "target"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SigmoidCrossEntropyWithLogitsV2 = (
    op("SigmoidCrossEntropyWithLogitsV2")
    .doc("Cross entropy of logits and binary targets with weights and reduction.")
    .input("predict", FLOAT16 | FLOAT | BF16)
    .input("target", FLOAT16 | FLOAT | BF16)
    .optional_input("weight", FLOAT16 | FLOAT | BF16)
    .optional_input("pos_weight", FLOAT16 | FLOAT | BF16)
    .output("loss", FLOAT16 | FLOAT | BF16)
    .attr("reduction", String, "mean")
    .shape(loss.weighted_logits)
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SigmoidFocalLoss = (
    op("SigmoidFocalLoss")
    .input("pred", FLOAT16 | FLOAT)
    .input("target", INT32)
    .optional_input("weight", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("gamma", Float, 2.0)
    .attr("alpha", Float, 0.25)
    .attr("reduction", String, "mean")
    .shape(loss.reduced_loss("pred"))
    .dtype(follow("pred"))
    .traits(PURE)
    .category("loss")
)

SigmoidFocalLossGrad = (
    op("SigmoidFocalLossGrad")
    .input("pred", FLOAT16 | FLOAT)
    .input("target", INT32)
    .input("dout", FLOAT16 | FLOAT)
    .optional_input("weight", FLOAT16 | FLOAT)
    .output("grad", FLOAT16 | FLOAT)
    .attr("alpha", Float, 0.25)
    .attr("gamma", Float, 2.0)
    .attr("reduction", String, "mean")
    .shape(same("pred"))
    .dtype(follow("pred"))
    .traits(PURE)
    .category("loss")
)

SmoothL1Loss = (
    op("SmoothL1Loss")
    .doc("Absolute difference that is quadratic near zero.")
    .input("predict", FLOAT | FLOAT16 | BF16, doc="predicted numbers")
    .input("label", FLOAT | FLOAT16 | BF16, doc="true numbers, the shape of the predicted ones")
    .output(
        "loss",
        FLOAT | FLOAT16 | BF16,
        doc="d^2 / (2 * sigma) where the difference d is below sigma, |d| - sigma / 2 elsewhere",
    )
    .attr("sigma", Float, 1.0, not_negative, doc="difference at which the square becomes a line")
    .shape(common.broadcast("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SmoothL1LossGrad = (
    op("SmoothL1LossGrad")
    .input("predict", FLOAT16 | FLOAT | BF16)
    .input("label", FLOAT16 | FLOAT | BF16)
    .input("dout", FLOAT16 | FLOAT | BF16)
    .output("gradient", FLOAT16 | FLOAT | BF16)
    .attr("sigma", Float, 1.0)
    .shape(common.broadcast("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SmoothL1LossGradV2 = (
    op("SmoothL1LossGradV2")
    .input("predict", FLOAT | FLOAT16 | BF16)
    .input("label", FLOAT | FLOAT16 | BF16)
    .input("dout", FLOAT | FLOAT16 | BF16)
    .output("gradient", FLOAT | FLOAT16 | BF16)
    .attr("sigma", Float, 1.0)
    .attr("reduction", String, "mean")
    .shape(common.broadcast("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SmoothL1LossV2 = (
    op("SmoothL1LossV2")
    .doc("Absolute difference that is quadratic near zero, optionally reduced.")
    .input("predict", FLOAT | FLOAT16 | BF16, doc="predicted numbers")
    .input("label", FLOAT | FLOAT16 | BF16, doc="true numbers, the shape of the predicted ones")
    .output(
        "loss",
        FLOAT | FLOAT16 | BF16,
        doc="d^2 / (2 * sigma) where the difference d is below sigma, |d| - sigma / 2 elsewhere, reduced",
    )
    .attr("sigma", Float, 1.0, not_negative, doc="difference at which the square becomes a line")
    .attr(
        "reduction",
        String,
        "mean",
        one_of("none", "mean", "sum"),
        doc="none keeps every loss, mean and sum reduce them",
    )
    .shape(loss.reduced_loss("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SoftMarginLoss = (
    op("SoftMarginLoss")
    .input("input_x", FLOAT | FLOAT16 | BF16)
    .input("input_y", FLOAT | FLOAT16 | BF16)
    .output("output_z", FLOAT | FLOAT16 | BF16)
    .attr("reduction", String, "mean")
    .shape(loss.reduced_loss("input_x", "input_y"))
    .dtype(follow("input_x"))
    .traits(PURE)
    .category("loss")
)

SoftMarginLossGrad = (
    op("SoftMarginLossGrad")
    .input("predict", FLOAT16 | FLOAT | BF16)
    .input("label", FLOAT16 | FLOAT | BF16)
    .input("dout", FLOAT16 | FLOAT | BF16)
    .output("gradient", FLOAT16 | FLOAT | BF16)
    .attr("reduction", String, "mean")
    .shape(common.broadcast("predict", "label"))
    .dtype(follow("predict"))
    .traits(PURE)
    .category("loss")
)

SoftmaxCrossEntropyLoss = (
    op("SoftmaxCrossEntropyLoss")
    .doc("Cross entropy between logits and class numbers, as ONNX defines it.")
    .input("scores", DOUBLE | FLOAT16 | FLOAT | BF16, doc="logits, [N, C] or [N, C, d1, ...]")
    .input("labels", INT32 | INT64, doc="class numbers, [N] or [N, d1, ...]")
    .optional_input("weights", DOUBLE | FLOAT16 | FLOAT | BF16, doc="factor on each class, [C]; left out for ones")
    .output("loss", DOUBLE | FLOAT16 | FLOAT | BF16, doc="-log softmax at the label, reduced")
    .output("log_prop", DOUBLE | FLOAT16 | FLOAT | BF16, doc="log softmax of the scores, their shape")
    .attr("ignore_index", Int, 0, doc="label whose elements do not count")
    .attr(
        "reduction",
        String,
        "mean",
        one_of("none", "mean", "sum"),
        doc="none keeps every loss, mean and sum reduce them",
    )
    .shape(loss.class_loss)
    .dtype(follow("scores"))
    .traits(PURE)
    .category("loss")
)

SoftmaxCrossEntropyWithLogits = (
    op("SoftmaxCrossEntropyWithLogits")
    .doc("Cross entropy between logits and label distributions, with its gradient.")
    .input("features", DOUBLE | FLOAT16 | BF16 | FLOAT, doc="logits, [N, C]")
    .input("labels", DOUBLE | FLOAT16 | BF16 | FLOAT, doc="true distribution of each sample, [N, C]")
    .output("loss", DOUBLE | FLOAT16 | BF16 | FLOAT, doc="-sum(labels * log softmax) of each sample, [N]")
    .output("backprop", DOUBLE | FLOAT16 | BF16 | FLOAT, doc="softmax less labels, the gradient of the loss, [N, C]")
    .shape(loss.softmax_cross_entropy)
    .dtype(follow("features"))
    .traits(PURE)
    .category("loss")
)

SoftmaxFocalLoss = (
    op("SoftmaxFocalLoss")
    .input("pred", FLOAT16 | FLOAT)
    .input("target", INT32)
    .optional_input("weight", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .attr("gamma", Float, 2.0)
    .attr("alpha", Float, 0.25)
    .attr("reduction", String, "mean")
    .shape(loss.reduced_loss("pred"))
    .dtype(follow("pred"))
    .traits(PURE)
    .category("loss")
)

SoftmaxFocalLossGrad = (
    op("SoftmaxFocalLossGrad")
    .input("pred", FLOAT16 | FLOAT)
    .input("target", INT32)
    .input("dout", FLOAT16 | FLOAT)
    .optional_input("weight", FLOAT16 | FLOAT)
    .output("grad", FLOAT16 | FLOAT)
    .attr("gamma", Float, 2.0)
    .attr("alpha", Float, 0.25)
    .attr("reduction", String, "mean")
    .shape(common.same("pred"))
    .dtype(follow("pred"))
    .traits(PURE)
    .category("loss")
)

SparseSoftmaxCrossEntropyWithLogits = (
    op("SparseSoftmaxCrossEntropyWithLogits")
    .doc("Cross entropy between logits and class numbers, with its gradient.")
    .input("features", DOUBLE | FLOAT16 | FLOAT | BF16, doc="logits, [N, C]")
    .input("labels", INT32 | INT64, doc="class number of each sample, [N]")
    .output("loss", DOUBLE | FLOAT16 | FLOAT | BF16, doc="-log softmax at the class of each sample, [N]")
    .output("backprop", DOUBLE | FLOAT16 | FLOAT | BF16, doc="gradient of the loss, [N, C]")
    .shape(loss.sparse_cross_entropy)
    .dtype(follow("features"))
    .traits(PURE)
    .category("loss")
)

OPS = (
    BinaryCrossEntropy,
    BinaryCrossEntropyGrad,
    ChamferDistance,
    ChamferDistanceGrad,
    CosineEmbeddingLoss,
    CrossEntropyLoss,
    CrossEntropyLossGrad,
    CrossEntropySumExpAndIndexLogit,
    CTCBeamSearchDecoder,
    CTCGreedyDecoder,
    CTCLoss,
    CTCLossV2,
    CTCLossV2Grad,
    FusedMulAddNL2loss,
    KLDiv,
    KlDivLossGrad,
    KLDivV2,
    L1LossGrad,
    L2Loss,
    Logit,
    LogitGrad,
    LpLoss,
    MseLoss,
    MseLossGrad,
    MultilabelMarginLoss,
    NLLLoss,
    NLLLossGrad,
    PoissonNllLoss,
    RNNTLoss,
    SigmoidCrossEntropyWithLogits,
    SigmoidCrossEntropyWithLogitsGrad,
    SigmoidCrossEntropyWithLogitsGradV2,
    SigmoidCrossEntropyWithLogitsV2,
    SigmoidFocalLoss,
    SigmoidFocalLossGrad,
    SmoothL1Loss,
    SmoothL1LossGrad,
    SmoothL1LossGradV2,
    SmoothL1LossV2,
    SoftMarginLoss,
    SoftMarginLossGrad,
    SoftmaxCrossEntropyLoss,
    SoftmaxCrossEntropyWithLogits,
    SoftmaxFocalLoss,
    SoftmaxFocalLossGrad,
    SparseSoftmaxCrossEntropyWithLogits,
)
