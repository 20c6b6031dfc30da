"""Layout classes: which operators choose their formats in the same way. A new class is one function in `columns`.

An operator's prototype may name its class (`.formats("conv")`); this table says it for the common ones, and traits
decide for the rest: elementwise operators are agnostic, broadcasting ones broadcast, reductions reduce, views
keep what they do not cut, the rest stays as meant.
"""

from __future__ import annotations

from metadef.graph.node import Node
from metadef.ops.builtin import CONST, DATA, is_opaque
from metadef.ops.traits import BROADCAST, ELEMENTWISE, REDUCTION, VIEW

__all__ = ["CLASSES", "layout_class"]

CLASSES: dict[str, str] = {
    **dict.fromkeys(("Conv2D", "Conv2DV2", "DepthwiseConv2D", "Conv3D", "Conv3DV2", "ExtendConv2D"), "conv"),
    **dict.fromkeys(("MatMul", "MatMulV2", "MatMulV3", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"), "matmul"),
    **dict.fromkeys(("MaxPool", "MaxPoolV3", "AvgPool", "AvgPoolV2", "GlobalAveragePool"), "pool"),
    **dict.fromkeys(("BNInfer",), "norm"),
    **dict.fromkeys(("ConcatD", "ConcatV2D"), "concat"),
    "BiasAdd": "plain",
    "PRelu": "plain",
}


def layout_class(node: Node) -> str:
    """`conv`, `matmul`, `pool`, `norm`, `concat`, `agnostic`, `broadcast`, `reduce`, `view` or `plain`."""
    proto = node.proto
    if proto is CONST or proto is DATA or is_opaque(proto) or node.subgraphs:
        return "plain"
    if proto.layout_class:
        return proto.layout_class
    named = CLASSES.get(proto.name)
    if named is not None:
        return named
    if proto.has_trait(ELEMENTWISE) and len(node.outputs) == 1:
        return "agnostic"
    if proto.has_trait(BROADCAST) and len(node.outputs) == 1:
        return "broadcast"
    if proto.has_trait(REDUCTION) and "keep_dims" in proto.attr_index and len(node.outputs) == 1 and node.inputs:
        return "reduce"
    return "view" if proto.has_trait(VIEW) and node.outputs else "plain"
