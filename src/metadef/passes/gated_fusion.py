"""Recognise sums before a root mean square normalisation, and gated activations.

RmsNorm(a + b, gamma)                  -> AddRmsNorm(a, b, gamma)       the sum may have other readers
Swish(x₁) · x₂                         -> SwiGlu(x)        x₁, x₂ the halves of one axis of x, in this order
Swish(GroupNormV2(x, gamma, beta))     -> GroupNormSilu(x, gamma, beta)
"""

from __future__ import annotations

from typing import ClassVar

from metadef.graph.value import Value
from metadef.passes.base import Stage
from metadef.passes.rewrite import Rewrite, RewritePass, Rule
from metadef.passes.tensors import dims_of
from metadef.patterns.expression import op, result, var

__all__ = ["GatedFusion"]

_SPLIT_D = op("SplitD", var("x"), name="split", num_split=2)


def _add_rms(rewrite: Rewrite) -> Value | str:
    a, b, gamma = (rewrite.match[name] for name in ("a", "b", "gamma"))
    if a.desc.origin_shape != b.desc.origin_shape:
        return "one summand broadcasts"
    if len(dims_of(gamma) or ()) != 1:
        return "it does not normalise the last axis alone"
    node = rewrite.add("AddRmsNorm", [a, b, gamma], {"epsilon": rewrite.root.attr("epsilon")})
    rewrite.also[rewrite.match["sum"]] = node.outputs[2]
    return node.output


def _swiglu(rewrite: Rewrite) -> Value | str:
    split, swish = rewrite.match["split"].producer, rewrite.match["swish"].producer
    if swish.attr("scale") != 1.0:
        return "the gate is scaled"
    return rewrite.add("SwiGlu", [rewrite.match["x"]], {"dim": split.attr("split_dim")}).output


def _group_norm(rewrite: Rewrite) -> Value | str:
    norm, root = rewrite.match["norm"].producer, rewrite.root
    if root.attr("scale") != 1.0 or norm.attr("data_format") != "NCHW":
        return "the activation is scaled, or the channels come last"
    attrs = {"num_groups": norm.attr("num_groups"), "eps": norm.attr("eps"), "activate_silu": True}
    return rewrite.add("GroupNormSilu", norm.inputs[:3], attrs).output


class GatedFusion(RewritePass):
    """A sum, a gate or an activation goes into the operator beside it."""

    name = "gated-fusion"
    stage = Stage.FUSION
    after = ("activation-fusion", "normalisation-fusion")
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "add-rms-norm",
            op("RmsNorm", op("Add", var("a"), var("b"), name="sum"), var("gamma")),
            _add_rms,
            fuses=True,
            may_escape=("sum",),
        ),
        Rule(
            "swiglu",
            op("Mul", op("Swish", result(_SPLIT_D, 0), name="swish"), result(_SPLIT_D, 1)),
            _swiglu,
            fuses=True,
        ),
        Rule(
            "group-norm-silu",
            op("Swish", op("GroupNormV2", var("g"), var("gamma"), var("beta"), name="norm")),
            _group_norm,
            fuses=True,
        ),
    )
