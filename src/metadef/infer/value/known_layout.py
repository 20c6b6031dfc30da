"""Known elements through operators that pick, join, reorder or repeat elements.

Each such operator is an index map: the elements are replaced by their places, the places are moved, and the elements
are read off. `own_dims` gives the output's dimensions from the operator's own shape rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product as combinations
from math import isfinite, prod

from metadef.infer.shape.common import ints_of, normalise_axis
from metadef.infer.value.element_type import exact_integers, rounded
from metadef.infer.value.lift import broadcast_items, own_dims
from metadef.ops.call import Call
from metadef.ops.proto import ValueRule
from metadef.types.dim import Dim
from metadef.types.dtype import DataType
from metadef.types.known_value import LIMIT, Element, KnownValue

__all__ = [
    "chosen_sizes",
    "concat",
    "fill",
    "gather",
    "gather_elements",
    "gather_nd",
    "pack",
    "rank_of",
    "regroup",
    "same_items",
    "select",
    "sequence",
    "shape_of",
    "shape_of_each",
    "size_of",
    "slice_by_size",
    "split",
    "stretch",
    "strided_slice",
    "tile",
    "transpose",
    "unpack",
    "zeros_or_ones",
]


def regroup(call: Call) -> KnownValue | None:
    """Reshape, Squeeze, Unsqueeze, Flatten: the same elements under the output's dimensions."""
    known = call.value("x")
    if known is None:
        return None
    dims = own_dims(call)
    return KnownValue(dims, known.items) if dims is not None and prod(dims) == len(known.items) else None


def same_items(port: str = "x") -> ValueRule:
    """The same value."""

    def rule(call: Call) -> KnownValue | None:
        return call.value(port)

    return rule


def shape_of(call: Call) -> KnownValue | None:
    """Shape: the dimensions of x, unknown ones included."""
    shape = call.shape("x")
    return None if shape.rank is None else KnownValue((shape.rank,), shape.dims)


def shape_of_each(call: Call) -> list[KnownValue | None]:
    """ShapeN: likewise for every input."""
    return [None if shape.rank is None else KnownValue((shape.rank,), shape.dims) for shape in call.shapes("x")]


def chosen_sizes(call: Call) -> KnownValue | None:
    """GatherShapes: the dimension that each pair (input, axis) names, unknown where the input's rank is."""
    shapes = call.shapes("x")
    found: list[Element] = []
    for pair in call.attr_as("axes", tuple):
        if not isinstance(pair, tuple) or len(pair) != 2:
            return None
        member, axis = pair
        if not isinstance(member, int) or not isinstance(axis, int) or not 0 <= member < len(shapes):
            return None
        rank = shapes[member].rank
        found.append(shapes[member][axis] if rank is not None and -rank <= axis < rank else None)
    return KnownValue((len(found),), tuple(found))


def size_of(call: Call) -> KnownValue | None:
    """Size: the number of elements."""
    size = call.shape("x").numel()
    return None if size is None else KnownValue.scalar(size)


def rank_of(call: Call) -> KnownValue | None:
    """Rank: the number of axes."""
    rank = call.shape("x").rank
    return None if rank is None else KnownValue.scalar(rank)


def _strides(dims: Sequence[int]) -> list[int]:
    out: list[int] = []
    step = 1
    for size in reversed(dims):
        out.append(step)
        step *= size
    return out[::-1]


def _axis(call: Call, name: str, rank: int) -> int | None:
    axes = ints_of(call, name)
    return normalise_axis(call, axes[0], rank) if axes is not None and len(axes) == 1 and rank else None


def concat(name: str = "concat_dim") -> ValueRule:
    """Concat: elements one after the other along the axis; a member that is not known gives unknown elements."""

    def rule(call: Call) -> KnownValue | None:
        values, shapes = call.values("x"), call.shapes("x")
        parts: list[KnownValue] = []
        for value, shape in zip(values, shapes, strict=True):
            size = shape.numel()
            if value is not None:
                parts.append(value)
            elif isinstance(size, int) and size <= LIMIT and (dims := shape.known_dims()) is not None:
                parts.append(KnownValue(dims, (None,) * size))
            else:
                return None
        if not parts or all(value is None for value in values):
            return None
        rank = len(parts[0].dims)
        axis = _axis(call, name, rank)
        if axis is None:
            return None
        return _joined(parts, axis)

    return rule


def _joined(parts: Sequence[KnownValue], axis: int) -> KnownValue | None:
    dims = parts[0].dims
    outer = prod(dims[:axis])
    total = sum(part.dims[axis] for part in parts)
    items: list[Element] = []
    for row in range(outer):
        for part in parts:
            width = prod(part.dims[axis:])
            items += part.items[row * width : (row + 1) * width]
    out = (*dims[:axis], total, *dims[axis + 1 :])
    return KnownValue(out, tuple(items)) if prod(out) == len(items) else None


def pack(call: Call) -> KnownValue | None:
    """Pack: each member becomes one entry along a new axis."""
    values, shapes = call.values("x"), call.shapes("x")
    known = next((value for value in values if value is not None), None)
    if known is None or len(known.items) * len(values) > LIMIT:
        return None
    axis = normalise_axis(call, call.int_attr("axis"), len(known.dims) + 1)
    dims = (*known.dims[:axis], 1, *known.dims[axis:])
    if any(shape.rank is None or len(shape) != len(known.dims) for shape in shapes):
        return None
    blank = (None,) * len(known.items)
    return _joined([KnownValue(dims, value.items if value is not None else blank) for value in values], axis)


def _parts(known: KnownValue, axis: int, sizes: Sequence[int]) -> list[KnownValue]:
    outer, inner = prod(known.dims[:axis]), prod(known.dims[axis + 1 :])
    width = known.dims[axis] * inner
    out: list[KnownValue] = []
    start = 0
    for size in sizes:
        items: list[Element] = []
        for row in range(outer):
            at = row * width + start * inner
            items += known.items[at : at + size * inner]
        out.append(KnownValue((*known.dims[:axis], size, *known.dims[axis + 1 :]), tuple(items)))
        start += size
    return out


def split(name: str = "split_dim") -> ValueRule:
    """Split and SplitV: consecutive parts, as long as the shape rule says."""

    def rule(call: Call) -> list[KnownValue | None] | None:
        known = call.value("x")
        shape_rule = call.proto.shape_rule
        if known is None or shape_rule is None:
            return None
        axis = _axis(call, name, len(known.dims))
        shapes = shape_rule(call)
        if axis is None or not isinstance(shapes, Sequence):
            return None
        sizes = [shape[axis] for shape in shapes]
        plain = [size for size in sizes if isinstance(size, int)]
        return list(_parts(known, axis, plain)) if len(plain) == len(sizes) else None

    return rule


def unpack(call: Call) -> list[KnownValue | None] | None:
    """Unpack: one output an index of the axis."""
    known = call.value("x")
    if known is None or not known.dims:
        return None
    axis = normalise_axis(call, call.int_attr("axis"), len(known.dims))
    parts = _parts(known, axis, [1] * known.dims[axis])
    return [KnownValue((*part.dims[:axis], *part.dims[axis + 1 :]), part.items) for part in parts]


def gather(name: str = "") -> ValueRule:
    """Gather and GatherV2 without batch axes: known indices pick elements, unknown ones give unknown elements."""

    def rule(call: Call) -> KnownValue | None:
        known, indices = call.value("x"), call.value("indices")
        if known is None or indices is None or not known.dims:
            return None
        if "batch_dims" in call.proto.attr_index and call.int_attr("batch_dims"):
            return None
        axis = _axis(call, name, len(known.dims)) if name else 0
        if axis is None:
            return None
        size, inner = known.dims[axis], prod(known.dims[axis + 1 :])
        if prod(known.dims[:axis]) * len(indices.items) * inner > LIMIT:
            return None
        items: list[Element] = []
        for row in range(prod(known.dims[:axis])):
            for index in indices.items:
                if isinstance(index, int) and -size <= index < size:
                    at = (row * size + index % size) * inner
                    items += known.items[at : at + inner]
                else:
                    items += [None] * inner
        return KnownValue((*known.dims[:axis], *indices.dims, *known.dims[axis + 1 :]), tuple(items))

    return rule


def gather_elements(call: Call) -> KnownValue | None:
    """GatherElements of vectors."""
    known, index = call.value("x"), call.value("index")
    if known is None or index is None or len(known.dims) != 1:
        return None
    size = known.dims[0]
    items = [
        known.items[at % size] if isinstance(at, int) and size and -size <= at < size else None for at in index.items
    ]
    return KnownValue(index.dims, tuple(items))


def gather_nd(call: Call) -> KnownValue | None:
    """GatherNd with full coordinates."""
    known, indices = call.value("x"), call.value("indices")
    if known is None or indices is None or not indices.dims or indices.dims[-1] != len(known.dims):
        return None
    strides, width = _strides(known.dims), indices.dims[-1]
    items: list[Element] = []
    for row in range(prod(indices.dims[:-1])):
        at: int | None = 0
        for place, step, size in zip(
            indices.items[row * width : row * width + width], strides, known.dims, strict=True
        ):
            at = (
                at + (place % size) * step
                if at is not None and isinstance(place, int) and -size <= place < size
                else None
            )
        items.append(known.items[at] if at is not None else None)
    return KnownValue(indices.dims[:-1], tuple(items))


def _picked(known: KnownValue, places: Sequence[Sequence[int]], dims: tuple[int, ...]) -> KnownValue | None:
    """The elements at every combination of places along the axes."""
    strides = _strides(known.dims)
    if prod(map(len, places)) != prod(dims):
        return None
    offsets = [[at * step for at in axis] for axis, step in zip(places, strides, strict=True)]
    return KnownValue(dims, tuple([known.items[sum(spot)] for spot in combinations(*offsets)]))


def strided_slice(call: Call) -> KnownValue | None:
    """StridedSlice and its versions, with numbers for begin, end and strides; masks but for ellipsis and new axis."""
    known = call.value("x")
    if known is None:
        return None
    dims = own_dims(call)
    begin, end = ints_of(call, "begin"), ints_of(call, "end")
    names = call.proto.input_index.keys() | call.proto.attr_index.keys()
    given = "strides" in call.proto.attr_index or call.has("strides")
    step = ints_of(call, "strides") if given else (1,) * len(begin or ())
    axes = ints_of(call, "axes") if "axes" in names and call.has("axes") else tuple(range(len(begin or ())))
    masks = {n: call.int_attr(n) if n in call.proto.attr_index else 0 for n in _MASKS}
    if dims is None or begin is None or end is None or step is None or axes is None:
        return None
    if masks["ellipsis_mask"] or masks["new_axis_mask"] or not len(begin) == len(end) == len(step) == len(axes):
        return None
    places: list[Sequence[int]] = [range(size) for size in known.dims]
    for at, axis in enumerate(axes):
        place = normalise_axis(call, axis, len(known.dims))
        size = known.dims[place]
        if masks["shrink_axis_mask"] >> at & 1:
            places[place] = range(size)[begin[at] : begin[at] + 1] if begin[at] != -1 else range(size)[-1:]
        else:
            first = None if masks["begin_mask"] >> at & 1 else begin[at]
            last = None if masks["end_mask"] >> at & 1 else end[at]
            places[place] = range(size)[slice(first, last, step[at])]
    return _picked(known, places, dims)


_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def slice_by_size(call: Call) -> KnownValue | None:
    """Slice: `size` elements from `offsets` on."""
    known = call.value("x")
    if known is None:
        return None
    dims, offsets = own_dims(call), ints_of(call, "offsets")
    if dims is None or offsets is None or not len(dims) == len(offsets) == len(known.dims):
        return None
    return _picked(known, [range(at, at + size) for at, size in zip(offsets, dims, strict=True)], dims)


def transpose(call: Call) -> KnownValue | None:
    """Transpose: axes in the order of perm."""
    known, perm = call.value("x"), ints_of(call, "perm")
    if known is None or perm is None or len(perm) != len(known.dims):
        return None
    axes = [normalise_axis(call, axis, len(perm)) for axis in perm]
    strides = _strides(known.dims)
    dims = tuple(known.dims[axis] for axis in axes)
    offsets = [[at * strides[axis] for at in range(known.dims[axis])] for axis in axes]
    return KnownValue(dims, tuple([known.items[sum(spot)] for spot in combinations(*offsets)]))


def tile(call: Call) -> KnownValue | None:
    """Tile: every element at its place modulo the input's size."""
    known = call.value("x")
    if known is None:
        return None
    dims = own_dims(call)
    if dims is None:
        return None
    padded = KnownValue((1,) * (len(dims) - len(known.dims)) + known.dims, known.items)
    places = [[at % own for at in range(size)] if own else [] for size, own in zip(dims, padded.dims, strict=True)]
    return _picked(padded, places, dims)


def stretch(call: Call) -> KnownValue | None:
    """Expand and BroadcastTo: elements repeated."""
    known = call.value("x")
    if known is None:
        return None
    dims = own_dims(call)
    return KnownValue(dims, tuple(broadcast_items(known, dims))) if dims is not None else None


def fill(name: str = "value") -> ValueRule:
    """Fill: one number, an input or an attribute, everywhere."""

    def rule(call: Call) -> KnownValue | None:
        item: Element
        if name in call.proto.input_index:
            known = call.value(name)
            item = known.item() if known is not None else None
        else:
            given = call.attr(name)
            item = given if isinstance(given, int | float) else None
        if item is None:
            return None
        dims = own_dims(call)
        return KnownValue(dims, (item,) * prod(dims)) if dims is not None else None

    return rule


def zeros_or_ones(item: int) -> ValueRule:
    """ZerosLike and OnesLike."""

    def rule(call: Call) -> KnownValue | None:
        dims = call.shape("x").known_dims()
        return KnownValue(dims, (item,) * prod(dims)) if dims is not None and prod(dims) <= LIMIT else None

    return rule


def select(condition: str, first: str, second: str) -> ValueRule:
    """SelectV2: elements of one or the other; an unknown condition is harmless where both are equal."""

    def rule(call: Call) -> KnownValue | None:
        which, a, b = call.value(condition), call.value(first), call.value(second)
        if which is None or a is None or b is None:
            return None
        dims = own_dims(call)
        if dims is None:
            return None
        items: list[Element] = []
        columns = (broadcast_items(value, dims) for value in (which, a, b))
        for chosen, left, right in zip(*columns, strict=True):
            if isinstance(chosen, bool | int):
                items.append(left if chosen else right)
            else:
                items.append(left if left is right or left == right else None)
        return KnownValue(dims, tuple(items))

    return rule


def sequence(call: Call) -> KnownValue | None:
    """Range: start, start + delta, ... when the length is a number."""
    dims = own_dims(call)
    start, delta = call.value("start"), call.value("delta")
    if dims is None or start is None or delta is None:
        return None
    first, step = start.item(), delta.item()
    if first is None or step is None or (isinstance(first, Dim) != isinstance(step, Dim) and isinstance(step, float)):
        return None
    if isinstance(first, float) and isinstance(step, Dim):
        return None
    dtype = call.dtype("start")
    return KnownValue(dims, tuple([_advance(first, step, at, dtype) for at in range(dims[0])]))


def _advance(first: Element, step: Element, count: int, dtype: DataType) -> Element:
    if isinstance(first, Dim) or isinstance(step, Dim):
        if isinstance(first, float) or isinstance(step, float) or first is None or step is None:
            return None
        return first + step * count
    if first is None or step is None:
        return None
    item = first + step * count
    if isinstance(item, float) and exact_integers(dtype):
        # WHY: kernels add the step again and again or multiply it; both give one result where nothing is rounded
        exact = Fraction(first) + Fraction(step) * count if isfinite(item) else None
        return item if count == 0 or (exact == item and rounded(item, dtype) == item) else None
    return item
