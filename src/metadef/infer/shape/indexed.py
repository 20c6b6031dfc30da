"""Shapes of indexing as in NumPy and PyTorch: x[i, :, j] with index tensors for some axes."""

from __future__ import annotations

from metadef.infer.shape.common import UNKNOWN, broadcast_shapes, dims_at
from metadef.ops.call import Call
from metadef.types.shape import Shape

__all__ = ["by_mask_attr", "by_sizes"]


def by_sizes(call: Call) -> Shape:
    """Index: `indexed_sizes` has a 1 for each axis that an index tensor is for.

    The indices broadcast; the result stands where the indexed axes were if they are neighbours, else in front.
    C1: there is an index tensor for each axis that is marked.
    """
    known = dims_at(call, "indexed_sizes")
    if known is None or None in known:
        x, picked = call.shape("x"), broadcast_shapes(call, call.shapes("indices"))
        gone = len(call.shapes("indices"))
        if x.rank is None or picked.rank is None or gone > x.rank:
            return UNKNOWN
        return Shape.unknown(x.rank - gone + picked.rank)
    return _indexed(call, [size == 1 for size in known])


def by_mask_attr(call: Call) -> Shape:
    """IndexByTensor: `indices_mask` has a 1 for each axis that is indexed; without it the first are meant."""
    mask = [item == 1 for item in call.ints_attr("indices_mask")]
    return _indexed(call, mask or [True] * len(call.members("indices")))


def _indexed(call: Call, mask: list[bool]) -> Shape:
    x, indices = call.shape("x"), call.shapes("indices")
    marked = [axis for axis, taken in enumerate(mask) if taken]
    if len(marked) != len(indices):
        call.fail(
            "shape-mismatch",
            "there is an index tensor for each axis that is marked [C1]",
            expected=str(len(marked)),
            got=str(len(indices)),
        )
    if x.rank is None:
        return UNKNOWN
    if marked and marked[-1] >= x.rank:
        call.fail(
            "axis-out-of-range", "more axes are indexed than x has", expected=str(x.rank), got=str(marked[-1] + 1)
        )
    if not marked:
        return x
    picked = broadcast_shapes(call, indices)
    if picked.rank is None:
        return UNKNOWN
    rest = [size for axis, size in enumerate(x) if axis not in marked]
    neighbours = marked[-1] - marked[0] + 1 == len(marked)
    at = marked[0] if neighbours else 0
    return Shape((*rest[:at], *picked, *rest[at:]))
