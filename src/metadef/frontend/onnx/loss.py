"""Losses, written out: they occur in exported training graphs."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.reduce import reduced
from metadef.graph.value import Value

__all__ = ["OPS"]


def negative_log_likelihood(node: OnnxNode) -> Value:
    """Minus the log-probability of the target class, weighted, and reduced."""
    return _nll(node, node.value(0), node.value(1), node.optional(2))


def softmax_cross_entropy(node: OnnxNode) -> Sequence[Value]:
    """The same of the log-softmax over axis 1."""
    log = node.add("LogSoftmaxV2", [node.value(0)], {"axes": (1,)}, tag="log_probability")
    return _nll(node, log, node.value(1), node.optional(2)), log


def _nll(node: OnnxNode, log: Value, target: Value, weight: Value | None) -> Value:
    reduction = node.choice("reduction", "none", "sum", "mean")
    rank = node.need_rank(log, "a loss over all elements")
    ignored: Value | None = None
    if node.has("ignore_index"):
        index = node.const_int(node.int("ignore_index"), "ignored", node.need_dtype(target))
        ignored = node.add("Equal", [target, index], tag="is_ignored")
        target = node.add("SelectV2", [ignored, node.const_like(0, target, "class"), target], tag="class")
    column = node.add("Unsqueeze", [target], {"axes": (1,)}, tag="column")
    picked = node.add("GatherElements", [log, column], {"dim": 1}, tag="picked")
    factor = _factors(node, log, target, weight, ignored)
    is_plain = reduction == "none" and factor is None
    loss = node.add(
        "Neg", [node.add("Squeeze", [picked], {"axis": (1,)}, tag="chosen")], tag="" if is_plain else "loss"
    )
    if factor is not None:
        loss = node.add("Mul", [loss, factor], tag="" if reduction == "none" else "weighted")
    axes = tuple(range(rank - 1))
    if reduction == "none":
        return loss
    if reduction == "sum":
        return reduced(node, "ReduceSum", loss, axes, False)
    if factor is None:
        return reduced(node, "ReduceMean", loss, axes, False)
    total = reduced(node, "ReduceSum", loss, axes, False, "sum")
    return node.add("RealDiv", [total, reduced(node, "ReduceSum", factor, axes, False, "weight_sum")])


def _factors(node: OnnxNode, log: Value, target: Value, weight: Value | None, ignored: Value | None) -> Value | None:
    """The weight of each element: of its class, and zero where it is ignored."""
    one = node.const_like(1.0, log, "weight")
    if weight is not None:
        one = node.add("GatherV2", [weight, target, node.const_int(0, "axis")], tag="weights")
    elif ignored is None:
        return None
    return (
        one
        if ignored is None
        else node.add("SelectV2", [ignored, node.const_like(0.0, log, "weight"), one], tag="factors")
    )


OPS = {
    "NegativeLogLikelihoodLoss": onnx_op(
        negative_log_likelihood, "input target weight?", "ignore_index:i reduction:s=mean", since=12
    ),
    "SoftmaxCrossEntropyLoss": onnx_op(
        softmax_cross_entropy, "scores labels weights?", "ignore_index:i reduction:s=mean", since=12
    ),
}
