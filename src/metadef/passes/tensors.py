"""What rules ask about values: known dimensions, permutations, factors that belong to channels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Context
from metadef.patterns.constants import array_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["along_axis", "dims_of", "permutation", "swaps_last_two"]


def dims_of(value: Value | None) -> tuple[int, ...] | None:
    """All dimensions as integers, None when one is not known."""
    return value.desc.origin_shape.known_dims() if value is not None else None


def permutation(node: Node, context: Context) -> tuple[int, ...] | None:
    """The permutation of a Transpose or TransposeD, with axes counted from the front."""
    perm = node.attr("perm") if "perm" in node.proto.attr_index else None
    if not isinstance(perm, tuple):
        source = node.input("perm") if "perm" in node.proto.input_index else None
        known = context.known(source) if source is not None else None
        perm = known.ints() if known is not None else None
    if perm is None:
        return None
    axes = [axis for axis in perm if isinstance(axis, int)]
    axes = [axis + len(axes) if axis < 0 else axis for axis in axes]
    return tuple(axes) if sorted(axes) == list(range(len(perm))) else None


def swaps_last_two(perm: tuple[int, ...]) -> bool:
    """Whether a permutation is a matrix transpose under leading axes that stay.

    >>> swaps_last_two((0, 2, 1)), swaps_last_two((1, 0, 2))
    (True, False)
    """
    last = len(perm) - 1
    return last >= 1 and perm == (*range(last - 1), last, last - 1)


def along_axis(value: Value, axis: int, rank: int, size: int) -> NDArray[np.floating[Any]] | None:
    """A constant that broadcasts against a tensor of `rank` axes as one number for each of `size` places of `axis`.

    In float64; None when it varies along another axis, has more axes, or is no constant of floats.
    """
    import numpy as np

    array = array_of(value)
    if array is None or not value.desc.dtype.is_float or array.ndim > rank:
        return None
    full = (1,) * (rank - array.ndim) + array.shape
    if any(length != 1 for place, length in enumerate(full) if place != axis) or full[axis] not in (1, size):
        return None
    return np.broadcast_to(array.reshape(-1).astype(np.float64), (size,))
