"""Axes and elements in other places: regrouped, moved, interleaved, taken along an axis or from a diagonal."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.frontend.torch.program import Argument

__all__ = ["OPS"]

_END = (1 << 63) - 1
_MAX_INDICES = 1 << 16  # that are written out as a constant


def _middle(call: Lowered, x: str, axis: int, sizes: Sequence[Argument], shaped: str = "") -> str:
    """A value with the shape of `x` but for one axis, in whose place are other sizes."""
    shape = call.op("Shape", x)
    front = call.op("Slice", shape, call.constant([0]), call.constant([axis]))
    behind = call.op("Slice", shape, call.constant([axis + 1]), call.constant([_END]))
    return call.op("Reshape", shaped or x, call.op("Concat", front, call.numbers(sizes), behind, axis=0))


def unflatten(call: Lowered) -> None:
    """One axis as several, of which one size may be left open."""
    x, sizes = call.tensor("self"), call.get("sizes")
    items = sizes if isinstance(sizes, tuple) else (sizes,)
    axis = call.axis("dim", x)
    behind = call.sizes(x)[axis + 1 :]
    known = [size for size in behind if isinstance(size, int)]
    if len(known) == len(behind) and 0 not in known and 0 not in items:
        call.give(call.op("Reshape", x, call.numbers([0] * axis + [*items, *known])))
    else:
        call.give(_middle(call, x, axis, items))


def moved(call: Lowered) -> None:
    """Axes to other places; the others keep their order."""
    x = call.tensor("self")
    rank = call.rank(x)
    sources = [axis % rank for axis in call.integers("source")]
    targets = [axis % rank for axis in call.integers("destination")]
    order: dict[int, int] = dict(zip(targets, sources, strict=True))
    rest = iter(axis for axis in range(rank) if axis not in sources)
    call.give(call.op("Transpose", x, perm=[order[at] if at in order else next(rest) for at in range(rank)]))


def swapped(first: str, second: str) -> Lowering:
    """Two axes for each other."""

    def lower(call: Lowered) -> None:
        x = call.tensor("self")
        order = list(range(call.rank(x)))
        a, b = call.axis(first, x), call.axis(second, x)
        order[a], order[b] = b, a
        call.give(call.op("Transpose", x, perm=order))

    return lower


def broadcast(call: Lowered) -> None:
    """All tensors in the shape that they have in common."""
    names = call.tensors("tensors")
    shapes = [call.op("Shape", name) for name in names]
    found: list[str] = []
    for name in names:
        for other, shape in zip(names, shapes, strict=True):
            name = name if other == name else call.op("Expand", name, shape)
        found.append(name)
    call.give(*found)


def tensor_split(call: Lowered) -> None:
    """A number of parts, of which the first are longer by one, or parts between places."""
    x = call.tensor("self")
    axis = call.axis("dim", x, 0)
    whole = call.sizes(x)[axis]
    if not isinstance(whole, int):
        call.refuse("the length that is split is not known")
    if "sections" in call.call.arguments:
        count = call.integer("sections")
        sizes = [whole // count + (at < whole % count) for at in range(count)]
    else:
        places = [min(max(at + whole if at < 0 else at, 0), whole) for at in call.integers("indices")]
        sizes = [max(end - start, 0) for start, end in zip([0, *places], [*places, whole], strict=True)]
    if sum(sizes) != whole:
        call.refuse("the parts overlap")
    call.give(*([x] if len(sizes) == 1 else call.ops("Split", (x, call.constant(sizes)), len(sizes), axis=axis)))


def _channels(call: Lowered, x: str) -> int:
    channels = call.sizes(x)[-3] if call.rank(x) >= 3 else None
    if not isinstance(channels, int) or channels > _MAX_INDICES:
        call.refuse("the number of channels is not known")
    return channels


def pixel_unshuffle(call: Lowered) -> None:
    """Space into channels; a channel's own pixels stay side by side, while ONNX keeps the channels of a pixel so."""
    x, factor = call.tensor("self"), call.integer("downscale_factor")
    if call.rank(x) != 4:
        call.refuse("only a batch of images has a counterpart")
    order = np.arange(_channels(call, x) * factor * factor).reshape(factor * factor, -1).T.reshape(-1)
    found = call.op("SpaceToDepth", x, blocksize=factor)
    call.give(call.op("Gather", found, call.constant(order), axis=1))


def channel_shuffle(call: Lowered) -> None:
    """The channels of each group in turn."""
    x, groups = call.tensor("self"), call.integer("groups")
    channels = call.sizes(x)[1]
    if not isinstance(channels, int) or channels > _MAX_INDICES or channels % groups:
        call.refuse("the number of channels is not known, or not a multiple of the groups")
    call.give(call.op("Gather", x, call.constant(np.arange(channels).reshape(groups, -1).T.reshape(-1)), axis=1))


def quarter_turns(call: Lowered) -> None:
    """A plane turned by right angles from its first axis to its second."""
    x, times = call.tensor("self"), call.integer("k", 1) % 4
    rank = call.rank(x)
    first, second = (axis % rank for axis in call.integers("dims", (0, 1)))
    backwards = {0: [], 1: [second], 2: [first, second], 3: [first]}[times]
    if backwards:
        ends = ([-1] * len(backwards), [-_END] * len(backwards), backwards, [-1] * len(backwards))
        x = call.op("Slice", x, *(call.constant(item) for item in ends))
    order = list(range(rank))
    if times % 2:
        order[first], order[second] = second, first
    call.give(call.op("Transpose", x, perm=order))


def difference(call: Lowered) -> None:
    """Each element less the one before."""
    x = call.tensor("self")
    if call.get("prepend") is not None or call.get("append") is not None:
        call.refuse("differences of a longer tensor have no counterpart")
    axis = call.constant([call.axis("dim", x, -1)])
    for _ in range(call.integer("n", 1)):
        later = call.op("Slice", x, call.constant([1]), call.constant([_END]), axis)
        x = call.op("Sub", later, call.op("Slice", x, call.constant([0]), call.constant([-1]), axis))
    call.give(x)


def take_along(call: Lowered) -> None:
    """Elements along an axis, one an index; along other axes both broadcast."""
    x, index = call.tensor("self"), call.tensor("indices")
    if call.get("dim") is None:
        flat = call.constant([-1])
        call.give(call.op("GatherElements", call.op("Reshape", x, flat), call.op("Reshape", index, flat), axis=0))
        return
    axis = call.axis("dim", x)
    own, other = (tuple(size for at, size in enumerate(call.sizes(name)) if at != axis) for name in (x, index))
    if own != other:
        shapes = [call.op("Shape", name) for name in (x, index)]
        fitting = [_with_one(call, shape, axis) for shape in shapes]
        x, index = call.op("Expand", x, fitting[1]), call.op("Expand", index, fitting[0])
    call.give(call.op("GatherElements", x, index, axis=axis))


def _with_one(call: Lowered, shape: str, axis: int) -> str:
    front = call.op("Slice", shape, call.constant([0]), call.constant([axis]))
    behind = call.op("Slice", shape, call.constant([axis + 1]), call.constant([_END]))
    return call.op("Concat", front, call.constant([1]), behind, axis=0)


def interleave(call: Lowered) -> None:
    """Each element several times, one behind the other."""
    x, times = call.tensor("self"), call.integer("repeats")
    if call.get("dim") is None:
        column = call.op("Reshape", x, call.constant([-1, 1]))
        call.give(call.op("Reshape", call.op("Tile", column, call.constant([1, times])), call.constant([-1])))
        return
    axis, rank = call.axis("dim", x), call.rank(x)
    counts = [times if at == axis + 1 else 1 for at in range(rank + 1)]
    copies = call.op("Tile", call.op("Unsqueeze", x, call.constant([axis + 1])), call.constant(counts))
    behind = call.sizes(x)[axis + 1 :]
    if all(isinstance(size, int) and size for size in behind):
        call.give(call.op("Reshape", copies, call.numbers([0] * axis + [-1, *_ints(behind)])))
    else:
        call.give(_middle(call, x, axis, [-1], copies))


def _ints(sizes: Sequence[int | str]) -> list[int]:
    return [size for size in sizes if isinstance(size, int)]


def meshgrid(call: Lowered) -> None:
    """Each vector along an axis of its own."""
    names = call.tensors("tensors")
    places = list(range(len(names)))
    if str(call.get("indexing", "ij")) == "xy" and len(names) > 1:
        places[0], places[1] = 1, 0
    vectors = [call.op("Reshape", name, call.constant([-1])) for name in names]
    lengths = [""] * len(names)
    for vector, place in zip(vectors, places, strict=True):
        lengths[place] = call.op("Shape", vector)
    shape = call.op("Concat", *lengths, axis=0)
    found: list[str] = []
    for vector, place in zip(vectors, places, strict=True):
        column = call.op("Reshape", vector, call.constant([-1] + [1] * (len(names) - place - 1)))
        found.append(call.op("Expand", column, shape))
    call.give(*found)


def _diagonal(call: Lowered) -> str:
    """The diagonal of two axes, which becomes the last one."""
    x = call.tensor("self")
    rank = call.rank(x)
    first, second = call.axis("dim1", x, 0), call.axis("dim2", x, 1)
    height, width = call.sizes(x)[first], call.sizes(x)[second]
    if not isinstance(height, int) or not isinstance(width, int) or max(height, width) > _MAX_INDICES:
        call.refuse("the axes of the diagonal are not known")
    offset = call.integer("offset", 0)
    rows, columns = np.arange(height), np.arange(height) + offset
    places = (rows * width + columns)[(columns >= 0) & (columns < width)]
    others = [axis for axis in range(rank) if axis not in (first, second)]
    matrices = call.op("Transpose", x, perm=[*others, first, second])
    flat = call.op("Reshape", matrices, call.constant([0] * len(others) + [height * width]))
    return call.op("Gather", flat, call.constant(places), axis=len(others))


def diagonal(call: Lowered) -> None:
    """Elements whose places along two axes are alike, or differ by an offset."""
    call.give(_diagonal(call))


def trace(call: Lowered) -> None:
    """The sum of a diagonal."""
    call.give(
        call.cast(call.op("ReduceSum", _diagonal(call), keepdims=0), call.out_dtype, call.dtype(call.tensor("self")))
    )


def windows(call: Lowered) -> None:
    """Windows along an axis, which get an axis of their own at the end."""
    x, size, step = call.tensor("self"), call.integer("size"), call.integer("step")
    axis, rank = call.axis("dimension", x), call.rank(x)
    whole = call.sizes(x)[axis]
    if not isinstance(whole, int):
        call.refuse("the length that is cut into windows is not known")
    starts = np.arange(0, whole - size + 1, step)
    if starts.size * size > _MAX_INDICES:
        call.refuse("there are too many windows")
    found = call.op("Gather", x, call.constant(starts[:, None] + np.arange(size)), axis=axis)
    order = [at for at in range(rank + 1) if at != axis + 1]
    call.give(call.op("Transpose", found, perm=[*order, axis + 1]))


def kron(call: Lowered) -> None:
    """Every element of the first times the whole second."""
    sides = call.tensor("self"), call.tensor("other")
    rank = max(map(call.rank, sides))
    sizes = [(1,) * (rank - call.rank(side)) + call.sizes(side) for side in sides]
    left, right = map(_ints, sizes)
    if len(left) != rank or len(right) != rank:
        call.refuse("the sizes are not known")
    dtype = call.out_dtype
    spread = [
        call.op("Reshape", call.cast(sides[0], dtype), call.constant([part for size in left for part in (size, 1)])),
        call.op("Reshape", call.cast(sides[1], dtype), call.constant([part for size in right for part in (1, size)])),
    ]
    whole = [prod(pair) for pair in zip(left, right, strict=True)]
    call.give(call.op("Reshape", call.op("Mul", *spread), call.constant(np.array(whole, np.int64))))


def written(call: Lowered) -> None:
    """A tensor written over another, whose shape and type it takes."""
    call.give(call.op("Expand", call.cast(call.tensor("src"), call.out_dtype), call.op("Shape", call.tensor("self"))))


def slice_written(call: Lowered) -> None:
    """A part along an axis written anew."""
    x = call.tensor("self")
    if call.integer("step", 1) != 1:
        call.refuse("only parts without gaps have a counterpart")
    source = call.cast(call.tensor("src"), call.out_dtype)
    _written_between(call, x, source, call.axis("dim", x, 0), call.get("start"), call.get("end"))


def _written_between(call: Lowered, x: str, source: str, axis: int, start: Argument, end: Argument) -> None:
    size = call.sizes(x)[axis]
    place, parts = call.constant([axis]), [source]
    if start not in (None, 0):
        parts.insert(0, call.op("Slice", x, call.constant([0]), call.numbers((start,)), place))
    is_to_the_end = end in (None, _END) or (isinstance(end, int) and isinstance(size, int) and end >= size)
    if not is_to_the_end:
        parts.append(call.op("Slice", x, call.numbers((end,)), call.constant([_END]), place))
    call.give(parts[0] if len(parts) == 1 else call.op("Concat", *parts, axis=axis))


def select_written(call: Lowered) -> None:
    """One slice written anew."""
    x, index = call.tensor("self"), call.integer("index")
    axis = call.axis("dim", x)
    source = call.op("Unsqueeze", call.cast(call.tensor("src"), call.out_dtype), call.constant([axis]))
    _written_between(call, x, source, axis, index, _END if index == -1 else index + 1)


OPS: dict[str, Lowering] = {
    "aten.unflatten.int": unflatten, "aten.movedim.int": moved, "aten.movedim.intlist": moved,
    "aten.moveaxis.int": moved, "aten.moveaxis.intlist": moved, "aten.swapaxes.default": swapped("axis0", "axis1"),
    "aten.swapdims.default": swapped("dim0", "dim1"), "aten.broadcast_tensors.default": broadcast,
    "aten.tensor_split.sections": tensor_split, "aten.tensor_split.indices": tensor_split,
    "aten.pixel_unshuffle.default": pixel_unshuffle, "aten.channel_shuffle.default": channel_shuffle,
    "aten.diff.default": difference, "aten.rot90.default": quarter_turns, "aten.take_along_dim.default": take_along,
    "aten.repeat_interleave.self_int": interleave, "aten.meshgrid.indexing": meshgrid,
    "aten.meshgrid.default": meshgrid, "aten.diagonal.default": diagonal, "aten.trace.default": trace,
    "aten.unfold.default": windows, "aten.kron.default": kron, "aten.copy.default": written,
    "aten.slice_scatter.default": slice_written, "aten.select_scatter.default": select_written,
}  # fmt: skip
