"""Steps along an axis of known length, written out one by one."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["MOST_STEPS", "joined", "slices", "steps_along"]

MOST_STEPS = 512  # WHY: a graph grows by a body for each; longer sequences are for a loop


def steps_along(node: OnnxNode, x: Value, axis: int) -> int:
    """The length of an axis.

    Raises:
        MetadefError: shape-unknown if nobody knows it, attr-constraint for one that is too long to be written out.
    """
    dims = node.dims(x)
    count = dims[axis] if dims is not None and axis < len(dims) else None
    if not isinstance(count, int):
        hint = "an input of known length"
        node.fail(
            "shape-unknown", f"steps are written out, and the length of axis {axis} of {x} is unknown",
            hint=hint, as_error=True,
        )  # fmt: skip
    if not 1 <= count <= MOST_STEPS:
        node.fail(
            "attr-constraint",
            "steps are written out one by one",
            expected=f"1 to {MOST_STEPS} steps",
            got=str(count),
            hint="Loop",
        )
    return count


def slices(node: OnnxNode, x: Value, axis: int, tag: str) -> Sequence[Value]:
    """All slices along an axis, without that axis."""
    count = steps_along(node, x, axis)
    made = node.add_node("Unpack", [x], {"num": count, "axis": axis}, tag=tag, output_counts=[count])
    return made.outputs


def joined(node: OnnxNode, parts: Sequence[Value], axis: int, tag: str = "") -> Value:
    """Slices put together along a new axis."""
    return node.add("Pack", [list(parts)], {"axis": axis, "N": len(parts)}, tag=tag)
