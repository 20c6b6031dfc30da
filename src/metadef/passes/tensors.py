"""What rules ask about values: known dimensions, permutations, factors that belong to channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from metadef.graph.node import Node
from metadef.graph.value import Value
from metadef.passes.base import Context
from metadef.patterns.constants import array_of
from metadef.types.shape import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["along_axis", "dims_of", "permutation", "reshape_call", "swaps_last_two"]


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


def reshape_call(before: Shape, after: Shape) -> tuple[list[int], dict[str, int]] | str:
    """(target, attributes) of the Reshape from one shape to another, or why it cannot be written down.

    One length that is not known is -1. Where there are more, equal lengths before and behind stay as they are: `axis`
    and `num_axes` say which axes the target replaces.

    >>> reshape_call(Shape(["b", "s", 64]), Shape(["b", "s", 4, 16]))
    ([4, 16], {'axis': 2, 'num_axes': 1})
    >>> reshape_call(Shape(["b", 64]), Shape(["b", 4, 16]))
    ([-1, 4, 16], {})
    """
    if after.rank is None:
        return "the rank of the result is not known"
    target, attrs = list(after), dict[str, int]()
    if before.rank is not None and sum(not isinstance(size, int) for size in target) > 1:
        most = min(before.rank, after.rank) - 1  # WHY: at least one axis is replaced, and by at least one
        first = _equal_run(before.dims, after.dims, most)
        last = _equal_run(before.dims[::-1], after.dims[::-1], most - first)
        target = target[first : len(target) - last]
        attrs = {"axis": first, "num_axes": before.rank - first - last}
    sizes = [size if isinstance(size, int) else -1 for size in target]
    if sizes.count(-1) > 1 or (0 in sizes and (-1 in sizes or attrs)):
        return "more than one length of the result is not known"
    return sizes, attrs


def _equal_run(left: Sequence[object], right: Sequence[object], most: int) -> int:
    """How many lengths at the start are known to be equal, up to `most`."""
    for count, (one, other) in enumerate(zip(left, right, strict=False)):
        if count == most or one is None or one != other:
            return count
    return max(0, min(most, len(left), len(right)))


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
