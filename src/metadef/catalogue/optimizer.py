"""Steps of the other optimisers on dense gradients: momentum, Adagrad, RMSProp, FTRL and kin."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    PURE,
    RESOURCE,
    Bool,
    Float,
    NumberType,
    not_negative,
    op,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, optimizer

ApplyAdadelta = (
    op("ApplyAdadelta")
    .doc("One step of Adadelta.")
    .input("var", NumberType, doc="parameters before the step")
    .input("accum", NumberType, doc="running mean of squared gradients")
    .input("accum_update", NumberType, doc="running mean of squared steps")
    .input("lr", NumberType, doc="learning rate, one number")
    .input("rho", NumberType, doc="share of the running means that is kept, one number")
    .input("epsilon", NumberType, doc="summand under both roots, one number")
    .input("grad", NumberType, doc="gradient of the parameters, their shape")
    .output(
        "var",
        NumberType,
        doc="parameters after the step lr * grad * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)",
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAdadeltaD = (
    op("ApplyAdadeltaD")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("accum_update", NumberType)
    .input("lr", NumberType)
    .input("rho", NumberType)
    .input("epsilon", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .output("accum_update", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAdagrad = (
    op("ApplyAdagrad")
    .doc("One step of Adagrad.")
    .input("var", NumberType, doc="parameters before the step")
    .input("accum", NumberType, doc="sum of squared gradients so far, the shape of the parameters")
    .input("lr", NumberType, doc="learning rate, one number")
    .input("grad", NumberType, doc="gradient of the parameters, their shape")
    .output("var", NumberType, doc="var - lr * grad / sqrt(accum)")
    .attr("update_slots", Bool, True, doc="whether the squared gradient is added to the sum")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAdagradD = (
    op("ApplyAdagradD")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .attr("update_slots", Bool, True)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAdagradDA = (
    op("ApplyAdagradDA")
    .input("var", NumberType)
    .input("gradient_accumulator", NumberType)
    .input("gradient_squared_accumulator", NumberType)
    .input("grad", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("global_step", INT32 | INT64)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAdagradDAD = (
    op("ApplyAdagradDAD")
    .input("var", NumberType)
    .input("gradient_accumulator", NumberType)
    .input("gradient_squared_accumulator", NumberType)
    .input("grad", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("global_step", INT32 | INT64)
    .output("var", NumberType)
    .output("gradient_accumulator", NumberType)
    .output("gradient_squared_accumulator", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAdagradV2 = (
    op("ApplyAdagradV2")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("epsilon", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .attr("update_slots", Bool, True)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAdagradV2D = (
    op("ApplyAdagradV2D")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .required_attr("epsilon", Float)
    .attr("update_slots", Bool, True)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAddSign = (
    op("ApplyAddSign")
    .input("var", NumberType)
    .input("m", NumberType)
    .input("lr", NumberType)
    .input("alpha", NumberType)
    .input("sign_decay", NumberType)
    .input("beta", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyAddSignD = (
    op("ApplyAddSignD")
    .input("var", NumberType)
    .input("m", NumberType)
    .input("lr", NumberType)
    .input("alpha", NumberType)
    .input("sign_decay", NumberType)
    .input("beta", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("m", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyCenteredRMSProp = (
    op("ApplyCenteredRMSProp")
    .input("var", NumberType)
    .input("mg", NumberType)
    .input("ms", NumberType)
    .input("mom", NumberType)
    .input("lr", NumberType)
    .input("rho", NumberType)
    .input("momentum", NumberType)
    .input("epsilon", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyCenteredRMSPropD = (
    op("ApplyCenteredRMSPropD")
    .input("var", NumberType)
    .input("mg", NumberType)
    .input("ms", NumberType)
    .input("mom", NumberType)
    .input("lr", NumberType)
    .input("rho", NumberType)
    .input("momentum", NumberType)
    .input("epsilon", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("mg", NumberType)
    .output("ms", NumberType)
    .output("mom", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyFtrl = (
    op("ApplyFtrl")
    .doc("One step of follow-the-regularised-leader.")
    .input("var", NumberType, doc="parameters before the step")
    .input("accum", NumberType, doc="sum of squared gradients")
    .input("linear", NumberType, doc="linear term of the objective")
    .input("grad", NumberType, doc="gradient of the parameters, their shape")
    .input("lr", NumberType, doc="learning rate, one number")
    .input("l1", NumberType, doc="weight of the sum of magnitudes in the penalty, one number")
    .input("l2", NumberType, doc="weight of the sum of squares in the penalty, one number")
    .input("lr_power", NumberType, doc="exponent of the learning rate's decay, one number not above zero")
    .output("var", NumberType, doc="parameters after the step")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyFtrlD = (
    op("ApplyFtrlD")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("linear", NumberType)
    .input("grad", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("lr_power", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .output("linear", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyFtrlV2 = (
    op("ApplyFtrlV2")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("linear", NumberType)
    .input("grad", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("l2_shrinkage", NumberType)
    .input("lr_power", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyFtrlV2D = (
    op("ApplyFtrlV2D")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("linear", NumberType)
    .input("grad", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("l2_shrinkage", NumberType)
    .input("lr_power", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .output("linear", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyGradientDescent = (
    op("ApplyGradientDescent")
    .doc("One step of plain gradient descent.")
    .input("var", NumberType, doc="parameters before the step")
    .input("alpha", NumberType, doc="learning rate, one number")
    .input("delta", NumberType, doc="gradient of the parameters, their shape")
    .output("var", NumberType, doc="var - alpha * delta")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyKerasMomentum = (
    op("ApplyKerasMomentum")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .input("momentum", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .attr("use_nesterov", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyKerasMomentumD = (
    op("ApplyKerasMomentumD")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .input("momentum", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .attr("use_locking", Bool, False)
    .attr("use_nesterov", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyMomentum = (
    op("ApplyMomentum")
    .doc("One step of gradient descent with momentum.")
    .input("var", NumberType, doc="parameters before the step")
    .input("accum", NumberType, doc="running gradient, the shape of the parameters; becomes accum * momentum + grad")
    .input("lr", NumberType, doc="learning rate, one number")
    .input("grad", NumberType, doc="gradient of the parameters, their shape")
    .input("momentum", NumberType, doc="share of the running gradient that is kept, one number")
    .output("var", NumberType, doc="parameters less lr * accum")
    .attr("use_nesterov", Bool, False, doc="whether the step looks ahead: lr * (grad + momentum * accum)")
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyMomentumD = (
    op("ApplyMomentumD")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .input("momentum", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .attr("use_nesterov", Bool, False)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyPowerSign = (
    op("ApplyPowerSign")
    .input("var", NumberType)
    .input("m", NumberType)
    .input("lr", NumberType)
    .input("logbase", NumberType)
    .input("sign_decay", NumberType)
    .input("beta", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyPowerSignD = (
    op("ApplyPowerSignD")
    .input("var", NumberType)
    .input("m", NumberType)
    .input("lr", NumberType)
    .input("logbase", NumberType)
    .input("sign_decay", NumberType)
    .input("beta", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("m", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyProximalAdagrad = (
    op("ApplyProximalAdagrad")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyProximalAdagradD = (
    op("ApplyProximalAdagradD")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyProximalGradientDescent = (
    op("ApplyProximalGradientDescent")
    .input("var", NumberType)
    .input("alpha", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("delta", NumberType)
    .output("var", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyRMSProp = (
    op("ApplyRMSProp")
    .doc("One step of RMSProp.")
    .input("var", NumberType, doc="parameters before the step")
    .input("ms", NumberType, doc="running mean of squared gradients")
    .input("mom", NumberType, doc="running step")
    .input("lr", NumberType, doc="learning rate, one number")
    .input("rho", NumberType, doc="share of the running mean that is kept, one number")
    .input("momentum", NumberType, doc="share of the running step that is kept, one number")
    .input("epsilon", NumberType, doc="summand under the root, one number")
    .input("grad", NumberType, doc="gradient of the parameters, their shape")
    .output(
        "var", NumberType, doc="parameters less the new running step momentum * mom + lr * grad / sqrt(ms + epsilon)"
    )
    .attr("use_locking", Bool, False, doc="kept for TensorFlow; whether the update is guarded by a lock")
    .shape(optimizer.dense)
    .category("optimizer")
)

ApplyRMSPropD = (
    op("ApplyRMSPropD")
    .input("var", NumberType)
    .input("ms", NumberType)
    .input("mom", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("ms", NumberType)
    .output("mom", NumberType)
    .required_attr("rho", Float)
    .required_attr("momentum", Float)
    .required_attr("epsilon", Float)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

ExponentialDecayLR = (
    op("ExponentialDecayLR")
    .input("var_handle", RESOURCE | INT32)
    .input("initial_learning_rate", FLOAT | FLOAT16)
    .input("decay_rate", FLOAT | FLOAT16)
    .input("decay_steps", INT32 | INT64)
    .optional_input("global_step", INT32 | INT64)
    .output("decayed_lr", FLOAT | FLOAT16)
    .attr("staircase", Bool, False)
    .shape(common.same("initial_learning_rate"))
    .dtype(follow("initial_learning_rate"))
    .traits(PURE)
    .category("optimizer")
)

FusedMulApplyKerasMomentum = (
    op("FusedMulApplyKerasMomentum")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("x1", NumberType)
    .input("momentum", NumberType)
    .input("x2", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .attr("use_locking", Bool, False)
    .attr("use_nesterov", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

FusedMulApplyMomentum = (
    op("FusedMulApplyMomentum")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("x1", NumberType)
    .input("momentum", NumberType)
    .input("x2", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .attr("use_nesterov", Bool, False)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

FusedMulApplyMomentumExtern = (
    op("FusedMulApplyMomentumExtern")
    .input("var", FLOAT)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("x1", NumberType)
    .input("momentum", NumberType)
    .input("x2", NumberType)
    .input("var_copy", FLOAT16)
    .output("var", FLOAT)
    .output("var_copy", FLOAT16)
    .output("accum", NumberType)
    .attr("use_nesterov", Bool, False)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyAdadelta = (
    op("InplaceApplyAdadelta")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("accum_update", NumberType)
    .input("lr", NumberType)
    .input("rho", NumberType)
    .input("epsilon", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .output("accum_update", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyAdagradDA = (
    op("InplaceApplyAdagradDA")
    .input("var", NumberType)
    .input("gradient_accumulator", NumberType)
    .input("gradient_squared_accumulator", NumberType)
    .input("grad", NumberType)
    .input("lr", NumberType)
    .input("l1", NumberType)
    .input("l2", NumberType)
    .input("global_step", INT32 | INT64)
    .output("var", NumberType)
    .output("gradient_accumulator", NumberType)
    .output("gradient_squared_accumulator", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyAdagradV2 = (
    op("InplaceApplyAdagradV2")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .required_attr("epsilon", Float)
    .attr("update_slots", Bool, True)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyCenteredRMSProp = (
    op("InplaceApplyCenteredRMSProp")
    .input("var", FLOAT16 | FLOAT)
    .input("mg", FLOAT16 | FLOAT)
    .input("ms", FLOAT16 | FLOAT)
    .input("mom", FLOAT16 | FLOAT)
    .input("lr", FLOAT16 | FLOAT)
    .input("rho", FLOAT16 | FLOAT)
    .input("momentum", FLOAT16 | FLOAT)
    .input("epsilon", FLOAT16 | FLOAT)
    .input("grad", FLOAT16 | FLOAT)
    .output("var", FLOAT16 | FLOAT)
    .output("mg", FLOAT16 | FLOAT)
    .output("ms", FLOAT16 | FLOAT)
    .output("mom", FLOAT16 | FLOAT)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyKerasMomentum = (
    op("InplaceApplyKerasMomentum")
    .input("var", FLOAT | FLOAT16 | BF16)
    .input("accum", FLOAT | FLOAT16 | BF16)
    .input("lr", FLOAT)
    .input("grad", FLOAT | FLOAT16 | BF16)
    .input("momentum", FLOAT)
    .output("var", FLOAT | FLOAT16 | BF16)
    .output("accum", FLOAT | FLOAT16 | BF16)
    .attr("use_locking", Bool, False)
    .attr("use_nesterov", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyMomentum = (
    op("InplaceApplyMomentum")
    .input("var", NumberType)
    .input("accum", NumberType)
    .input("lr", NumberType)
    .input("grad", NumberType)
    .input("momentum", NumberType)
    .output("var", NumberType)
    .output("accum", NumberType)
    .attr("use_nesterov", Bool, False)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyPowerSign = (
    op("InplaceApplyPowerSign")
    .input("var", NumberType)
    .input("m", NumberType)
    .input("lr", NumberType)
    .input("logbase", NumberType)
    .input("sign_decay", NumberType)
    .input("beta", NumberType)
    .input("grad", NumberType)
    .output("var", NumberType)
    .output("m", NumberType)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

InplaceApplyProximalAdagrad = (
    op("InplaceApplyProximalAdagrad")
    .input("var", FLOAT | FLOAT16 | BF16)
    .input("accum", FLOAT | FLOAT16 | BF16)
    .input("lr", FLOAT | FLOAT16 | BF16)
    .input("l1", FLOAT | FLOAT16 | BF16)
    .input("l2", FLOAT | FLOAT16 | BF16)
    .input("grad", FLOAT | FLOAT16 | BF16)
    .output("var", FLOAT | FLOAT16 | BF16)
    .output("accum", FLOAT | FLOAT16 | BF16)
    .attr("use_locking", Bool, False)
    .shape(optimizer.dense)
    .category("optimizer")
)

LarsV2 = (
    op("LarsV2")
    .input("w", FLOAT)
    .input("g", FLOAT)
    .input("weight_decay", FLOAT)
    .input("learning_rate", FLOAT)
    .output("g_new", FLOAT)
    .attr("hyperpara", Float, 0.001)
    .attr("epsilon", Float, 1e-05)
    .attr("use_clip", Bool, False)
    .shape(optimizer.lars)
    .traits(PURE)
    .category("optimizer")
)

LarsV2Update = (
    op("LarsV2Update")
    .input("w", FLOAT)
    .input("g", FLOAT)
    .input("w_square_sum", FLOAT)
    .input("g_square_sum", FLOAT)
    .input("weight_decay", FLOAT)
    .input("learning_rate", FLOAT)
    .output("g_new", FLOAT)
    .attr("hyperpara", Float, 0.001)
    .attr("epsilon", Float, 1e-05)
    .attr("use_clip", Bool, False)
    .shape(optimizer.lars)
    .traits(PURE)
    .category("optimizer")
)

SGD = (
    op("SGD")
    .doc("One step of stochastic gradient descent with momentum.")
    .input("parameters", FLOAT16 | FLOAT | BF16, doc="parameters before the step")
    .input("gradient", FLOAT16 | FLOAT | BF16, doc="their gradient, the same shape")
    .input("learning_rate", FLOAT16 | FLOAT | BF16, doc="size of the step, one number")
    .input("accum", FLOAT16 | FLOAT | BF16, doc="running gradient, the shape of the parameters")
    .input("momentum", FLOAT16 | FLOAT | BF16, doc="share of the running gradient that is kept, one number")
    .input(
        "stat", FLOAT16 | FLOAT | BF16, doc="1 where the running gradient is still empty, the shape of the parameters"
    )
    .output("parameters", FLOAT16 | FLOAT | BF16, doc="parameters after the step")
    .attr("dampening", Float, 0.0, doc="share of the new gradient that momentum leaves out")
    .attr("weight_decay", Float, 0.0, not_negative, doc="factor on the parameters that is added to their gradient")
    .attr("nesterov", Bool, False, doc="whether the step looks ahead along the running gradient")
    .shape(optimizer.dense)
    .category("optimizer")
)

OPS = (
    ApplyAdadelta,
    ApplyAdadeltaD,
    ApplyAdagrad,
    ApplyAdagradD,
    ApplyAdagradDA,
    ApplyAdagradDAD,
    ApplyAdagradV2,
    ApplyAdagradV2D,
    ApplyAddSign,
    ApplyAddSignD,
    ApplyCenteredRMSProp,
    ApplyCenteredRMSPropD,
    ApplyFtrl,
    ApplyFtrlD,
    ApplyFtrlV2,
    ApplyFtrlV2D,
    ApplyGradientDescent,
    ApplyKerasMomentum,
    ApplyKerasMomentumD,
    ApplyMomentum,
    ApplyMomentumD,
    ApplyPowerSign,
    ApplyPowerSignD,
    ApplyProximalAdagrad,
    ApplyProximalAdagradD,
    ApplyProximalGradientDescent,
    ApplyRMSProp,
    ApplyRMSPropD,
    ExponentialDecayLR,
    FusedMulApplyKerasMomentum,
    FusedMulApplyMomentum,
    FusedMulApplyMomentumExtern,
    InplaceApplyAdadelta,
    InplaceApplyAdagradDA,
    InplaceApplyAdagradV2,
    InplaceApplyCenteredRMSProp,
    InplaceApplyKerasMomentum,
    InplaceApplyMomentum,
    InplaceApplyPowerSign,
    InplaceApplyProximalAdagrad,
    LarsV2,
    LarsV2Update,
    SGD,
)
