"""What may be fused, and which fused operators a target has.

`FUSED_OPERATORS` says for operators that fusions make which families of chips have a kernel, and what it takes. One
that is not listed is in every family's public header. `CONSTRAINTS` says how operators take part in fusions: as
producer (its result is read inside), as consumer (it ends the fusion), by which patterns, and up to how many nodes.

Without a target no kernel is known to be missing; types and ranks hold all the same.

Sources: an operator of the header package for the 910 generation is in every family that runs it; one that only the
later operator repositories declare is listed for the families given here. `assumed` marks what no public file says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from metadef.graph.node import Node
from metadef.targets.table import default_table
from metadef.types.dtype import DataType

__all__ = ["CONSTRAINTS", "FUSED_OPERATORS", "FusedOperator", "OpFusionConstraint", "illegal_on", "refuses_fusion"]


@dataclass(frozen=True, slots=True)
class OpFusionConstraint:
    """How one operator may take part in fusions."""

    can_be_producer: bool = True
    can_be_consumer: bool = True
    allowed_patterns: frozenset[str] | None = None  # names of rules; None allows all
    max_fused_ops: int = 64  # nodes in one fusion that this operator belongs to


@dataclass(frozen=True, slots=True)
class FusedOperator:
    """Which kernels exist for an operator that a fusion makes."""

    families: frozenset[str]
    dtypes: frozenset[DataType]  # of the first input
    ranks: Mapping[int, frozenset[int]]  # by index of the input; others take any rank
    assumed: bool = False


_FLOATS = frozenset({DataType.FLOAT, DataType.FLOAT16, DataType.BF16})
_LATE = frozenset({"Ascend910B", "Ascend910_93", "Ascend950"})
_INFERENCE = _LATE | {"Ascend310P"}


def _fused(
    families: frozenset[str],
    dtypes: frozenset[DataType] = _FLOATS,
    ranks: Mapping[int, Sequence[int]] | None = None,
    assumed: bool = False,
) -> FusedOperator:
    taken = {index: frozenset(allowed) for index, allowed in (ranks or {}).items()}
    return FusedOperator(families, dtypes, taken, assumed)


FUSED_OPERATORS: Mapping[str, FusedOperator] = {
    "AddLayerNorm": _fused(_INFERENCE),
    "AddRmsNorm": _fused(_INFERENCE),
    "ExtendConv2D": _fused(frozenset({"Ascend950"}), ranks={0: (4,), 1: (4,)}),
    "FlashAttentionScore": _fused(_LATE, ranks={0: (3, 4)}),
    # WHY rank 2 only: the prototype speaks of matrices, and no public file says that a kernel takes leading axes
    "FusedMatMul": _fused(_LATE, ranks={0: (2,), 1: (2,)}, assumed=True),
    "GeluV2": _fused(_INFERENCE, assumed=True),
    "GroupNormSilu": _fused(_INFERENCE, ranks={0: (2, 3, 4, 5, 6, 7, 8)}),
    "RmsNorm": _fused(_INFERENCE),
    "RotaryMul": _fused(_INFERENCE, ranks={0: (4,)}),
    "SwiGlu": _fused(_LATE),
}

_PRODUCTS = OpFusionConstraint(max_fused_ops=16)
CONSTRAINTS: Mapping[str, OpFusionConstraint] = {
    "BatchMatMul": _PRODUCTS,
    "BatchMatMulV2": _PRODUCTS,
    "Conv2D": OpFusionConstraint(can_be_consumer=False, max_fused_ops=8),
    "MatMul": _PRODUCTS,
    "MatMulV2": _PRODUCTS,
    "MaxPoolV3": OpFusionConstraint(can_be_producer=False, can_be_consumer=False),
}


@cache
def _family(target: str) -> str:
    return default_table().chip(target).family


def illegal_on(target: str, node: Node) -> str:
    """Why a target has no kernel for a node that a fusion made; empty when it has.

    Raises:
        UsageError: for a target that nobody knows.
    """
    known = FUSED_OPERATORS.get(node.op)
    if known is None:
        return ""
    family = _family(target) if target else ""
    if family and family not in known.families:
        return f"{family} has no {node.op}; {', '.join(sorted(known.families))} have it"
    first = node.inputs[0]
    if first is not None and first.desc.dtype not in known.dtypes:
        return f"{node.op} does not take {first.desc.dtype.name}"
    for index, allowed in known.ranks.items():
        value = node.inputs[index]
        rank = value.desc.origin_shape.rank if value is not None else None
        if rank is not None and rank not in allowed:
            return f"input {index} of {node.op} has {rank} axes, not {' or '.join(map(str, sorted(allowed)))}"
    return ""


def refuses_fusion(pattern: str, nodes: Sequence[Node]) -> str:
    """Why the operators of a match, root first, may not be fused by a pattern; empty when they may."""
    for place, node in enumerate(nodes):
        known = CONSTRAINTS.get(node.op)
        if known is None:
            continue
        if place == 0 and len(nodes) > 1 and not known.can_be_consumer:
            return f"{node.op} does not end a fusion"
        if place > 0 and not known.can_be_producer:
            return f"{node.op} is not read inside a fusion"
        if known.allowed_patterns is not None and pattern not in known.allowed_patterns:
            return f"{node.op} does not take part in {pattern}"
        if len(nodes) > known.max_fused_ops:
            return f"{len(nodes)} nodes, and {node.op} is fused with up to {known.max_fused_ops}"
    return ""
