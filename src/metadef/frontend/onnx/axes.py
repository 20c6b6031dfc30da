"""Axes as ONNX writes them: negative ones count from the end."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["axis_of", "normalised"]


def normalised(node: OnnxNode, axes: Sequence[int], rank: int) -> tuple[int, ...]:
    """The axes counted from the front.

    Raises:
        MetadefError: axis-out-of-range for one that the rank does not have, or that comes twice.
    """
    if any(not -rank <= axis < rank for axis in axes):
        node.fail(
            "axis-out-of-range", "an axis lies outside of the rank", expected=f"{-rank} to {rank - 1}", got=str([*axes])
        )
    found = tuple(axis + rank if axis < 0 else axis for axis in axes)
    if len(set(found)) < len(found):
        node.fail("axis-out-of-range", "an axis comes twice", got=str([*axes]))
    return found


def axis_of(node: OnnxNode, x: Value, name: str = "axis") -> int:
    """The attribute `axis`, counted from the front where the rank of `x` is known, else as it is written.

    Raises:
        MetadefError: axis-out-of-range for one that the rank does not have.
    """
    axis = node.int(name)
    rank = node.rank(x)
    return axis if rank is None else normalised(node, (axis,), rank)[0]
