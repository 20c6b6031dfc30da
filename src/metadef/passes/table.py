"""The passes: name to `"module:class"`. A new pass is one file and one line here; plug-ins join by entry points."""

from __future__ import annotations

from functools import cache

from metadef.errors import MetadefError, did_you_mean, finding
from metadef.passes.base import Pass
from metadef.passes.declarations import make_pass
from metadef.plugins import PluginError, Table, UnknownEntryError

__all__ = ["PASSES", "default_passes", "find_pass", "pass_names"]

PASSES: dict[str, str] = {
    "activation-fusion": "metadef.passes.activation_fusion:ActivationFusion",
    "arithmetic-simplification": "metadef.passes.arithmetic_simplification:ArithmeticSimplification",
    "attention-fusion": "metadef.passes.attention_fusion:AttentionFusion",
    "attention-layout": "metadef.passes.attention_layout:AttentionLayout",
    "common-subexpression-elimination": "metadef.passes.common_subexpression_elimination:CommonSubexpressions",
    "constant-folding": "metadef.passes.constant_folding:ConstantFolding",
    "control-flow-simplification": "metadef.passes.control_flow_simplification:ControlFlowSimplification",
    "convolution-activation-fusion": "metadef.passes.convolution_activation_fusion:ConvolutionActivationFusion",
    "convolution-folding": "metadef.passes.convolution_folding:ConvolutionFolding",
    "dead-node-elimination": "metadef.passes.dead_node_elimination:DeadNodeElimination",
    "flatten-fusion": "metadef.passes.flatten_fusion:FlattenFusion",
    "gated-fusion": "metadef.passes.gated_fusion:GatedFusion",
    "gather-merging": "metadef.passes.gather_merging:GatherMerging",
    "gelu-fusion": "metadef.passes.gelu_fusion:GeluFusion",
    "group-normalisation-fusion": "metadef.passes.group_normalisation_fusion:GroupNormalisationFusion",
    "identity-elimination": "metadef.passes.identity_elimination:IdentityElimination",
    "matmul-activation-fusion": "metadef.passes.matmul_activation_fusion:MatMulActivationFusion",
    "matmul-folding": "metadef.passes.matmul_folding:MatMulFolding",
    "normalisation-fusion": "metadef.passes.normalisation_fusion:NormalisationFusion",
    "padding-folding": "metadef.passes.padding_folding:PaddingFolding",
    "projection-merging": "metadef.passes.projection_merging:ProjectionMerging",
    "quantization-folding": "metadef.passes.quantization_folding:QuantizationFolding",
    "recurrent-fusion": "metadef.passes.recurrent_fusion:RecurrentFusion",
    "reshape-transpose-merging": "metadef.passes.reshape_transpose_merging:ReshapeTransposeMerging",
    "rotary-fusion": "metadef.passes.rotary_fusion:RotaryFusion",
    "shape-simplification": "metadef.passes.shape_simplification:ShapeSimplification",
    "transpose-reshape-fusion": "metadef.passes.transpose_reshape_fusion:TransposeReshapeFusion",
    "view-sinking": "metadef.passes.view_sinking:ViewSinking",
}


@cache
def _all() -> Table:
    return Table("metadef.passes", PASSES)


def pass_names() -> list[str]:
    """Every pass, those of other packages after ours."""
    return list(_all())


def find_pass(name: str) -> Pass:
    """A new instance of the pass called `name`.

    Raises:
        MetadefError: with near misses, if there is none; if another package's pass cannot be loaded or is ill-typed.
    """
    try:
        found = _all().load(name)
    except UnknownEntryError as error:
        hint = did_you_mean(name, error.known)
        raise MetadefError.of("unknown-pass", f"pass {name[:200]}", "there is no such pass", hint=hint) from error
    except PluginError as error:
        raise MetadefError.of("plugin-unusable", f"pass {name[:200]}", str(error)) from error
    if not (isinstance(found, type) and issubclass(found, Pass) and found.name == name):
        message = "its entry point leads to no pass of this name"
        raise MetadefError.of("plugin-unusable", f"pass {name[:200]}", message, got=repr(found)[:200])
    try:
        return make_pass(found)
    except ValueError as error:
        raise MetadefError.of("plugin-unusable", f"pass {name[:200]}", str(error)) from error


def default_passes() -> list[Pass]:
    """Every pass that `compile` runs, those of other packages included; the schedule puts them in order.

    Raises:
        MetadefError: if a pass of another package cannot be loaded, or two packages claim one name.
    """
    clashes = _all().clashes
    if clashes:
        raise MetadefError(finding("plugin-unusable", f"pass {clash.name}", str(clash)) for clash in clashes)
    return [find_pass(name) for name in pass_names()]
