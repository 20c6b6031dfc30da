"""The passes: name to `"module:class"`. A new pass is one file and one line here; plug-ins join by entry points."""

from __future__ import annotations

from importlib import import_module

from metadef.errors import MetadefError, did_you_mean
from metadef.passes.base import Pass

__all__ = ["PASSES", "default_passes", "find_pass"]

PASSES: dict[str, str] = {
    "activation-fusion": "metadef.passes.activation_fusion:ActivationFusion",
    "arithmetic-simplification": "metadef.passes.arithmetic_simplification:ArithmeticSimplification",
    "common-subexpression-elimination": "metadef.passes.common_subexpression_elimination:CommonSubexpressions",
    "constant-folding": "metadef.passes.constant_folding:ConstantFolding",
    "convolution-folding": "metadef.passes.convolution_folding:ConvolutionFolding",
    "dead-node-elimination": "metadef.passes.dead_node_elimination:DeadNodeElimination",
    "gather-merging": "metadef.passes.gather_merging:GatherMerging",
    "gelu-fusion": "metadef.passes.gelu_fusion:GeluFusion",
    "identity-elimination": "metadef.passes.identity_elimination:IdentityElimination",
    "matmul-activation-fusion": "metadef.passes.matmul_activation_fusion:MatMulActivationFusion",
    "matmul-folding": "metadef.passes.matmul_folding:MatMulFolding",
    "normalisation-fusion": "metadef.passes.normalisation_fusion:NormalisationFusion",
    "projection-merging": "metadef.passes.projection_merging:ProjectionMerging",
    "reshape-transpose-merging": "metadef.passes.reshape_transpose_merging:ReshapeTransposeMerging",
    "transpose-reshape-fusion": "metadef.passes.transpose_reshape_fusion:TransposeReshapeFusion",
}


def find_pass(name: str) -> Pass:
    """A new instance of the pass called `name`.

    Raises:
        MetadefError: with near misses, if there is none.
    """
    target = PASSES.get(name)
    if target is None:
        raise MetadefError.of(
            "unknown-pass", f"pass {name[:200]}", "there is no such pass", hint=did_you_mean(name, PASSES)
        )
    module, _, attribute = target.partition(":")
    made: Pass = getattr(import_module(module), attribute)()
    return made


def default_passes() -> list[Pass]:
    """Every pass that `compile` runs; the schedule puts them in order."""
    return [find_pass(name) for name in PASSES]
