"""What a node costs, for rules that must not make things dearer."""

from __future__ import annotations

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.ops.builtin import CONST, DATA

__all__ = ["bytes_moved", "kernel_cost"]

_RESHAPES = frozenset("Reshape Squeeze SqueezeV3 Unsqueeze UnsqueezeV3 ExpandDims Flatten FlattenV2".split())
_LAUNCH_BYTES = 1 << 20  # WHY: starting a kernel takes about as long as a megabyte from memory, on every chip known


def kernel_cost(node: Node) -> float:
    """What a node costs as a kernel of its own: the bytes it moves, and those that could be moved during its launch.

    Reshapes cost nothing: they leave the elements where they are, and the engine takes them out.
    """
    is_free = node.proto is CONST or node.proto is DATA or node.op in _RESHAPES
    return 0.0 if is_free else bytes_moved(node) + _LAUNCH_BYTES


def bytes_moved(node: Node) -> float:
    """Bytes that a node reads and writes; 0 for constants and graph inputs, and for values of unknown size.

    An output that nobody reads is written all the same.
    """
    if node.proto is CONST or node.proto is DATA:
        return 0.0
    return float(sum(_size_bytes(value) for value in (*node.inputs, *node.outputs) if value is not None))


def _size_bytes(value: Value) -> float:
    count = value.desc.origin_shape.numel()
    return count * max(1, value.desc.dtype.bits) / 8 if isinstance(count, int) else 0.0
