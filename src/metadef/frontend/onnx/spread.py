"""Numbers for some axes as numbers for all axes, also where only the run time knows them."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["spread"]


def spread(node: OnnxNode, base: Value, axes: Value | Sequence[int], numbers: Value, rank: int, tag: str) -> Value:
    """The vector `base`, one number an axis, with `numbers` at `axes`; negative axes count from the end."""
    if isinstance(axes, Value):
        axes = node.add("FloorMod", [axes, node.const_like(rank, axes, "rank")], tag=f"{tag}_axes")
    else:
        axes = node.const_ints(axes, "axes")
    return node.add("ScatterElements", [base, axes, numbers], {"axis": 0, "reduction": "none"}, tag=tag)
