"""Shapes of slices.

One axis of size n with begin b, end e, step s > 0: both ends count from the back when negative and are clamped to
[0, n]; size = ceil(max(e - b, 0) / s). For s < 0 they are clamped to [-1, n - 1] and the walk goes down.
Source: TensorFlow's StridedSlice with its masks, onnx's Slice (StridedSliceV2/V3), TensorFlow's Slice.
"""

from __future__ import annotations

from collections.abc import Sequence

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    dims_at,
    ints_of,
    need_rank,
    normalise_axis,
    normalise_distinct,
    within_limits,
)
from metadef.ops.call import Call
from metadef.types.dim import Dim, DimLike, ceil_div, dim_max, dim_min
from metadef.types.shape import Shape

__all__ = [
    "crop",
    "slice_by_size",
    "slice_last",
    "slice_size",
    "slice_with_axes",
    "strided_slice",
    "strided_slice_axes",
    "strided_slice_grad",
]

_FAR = (1 << 31) - 1  # ends at or beyond this mean "to the last element"


def slice_size(call: Call, size: Axis, begin: Axis, end: Axis, step: Axis) -> Axis:
    """How many elements of an axis `begin:end:step` takes; `begin` or `end` may be negative, None is unknown.

    Raises:
        MetadefError: attr-constraint, for a step of 0.
    """
    if isinstance(step, int) and step == 0:
        call.fail("attr-constraint", "a step of 0 goes nowhere", expected="not 0", got="0")
    if not isinstance(step, int) or size is None:
        return None
    if isinstance(size, int):
        return _slice_length(call, size, begin, end, step)
    return within_limits(lambda: _slice_length(call, size, begin, end, step))


def _slice_length(call: Call, size: DimLike, begin: Axis, end: Axis, step: int) -> Axis:
    if step > 0 and isinstance(size, Dim) and isinstance(begin, int) and isinstance(end, int):
        return ceil_div(_crop_length(call, size, begin, end), step)
    low, high = (0, size) if step > 0 else (-1, size - 1)
    first = _clamped(call, begin, size, low, high)
    last = _clamped(call, end, size, low, high)
    if first is None or last is None:
        return None
    span = last - first if step > 0 else first - last
    return ceil_div(_at_least(call, span, 0), abs(step))


def _crop_length(call: Call, size: Dim, begin: int, end: int) -> DimLike:
    """`begin:end` of a symbolic axis in one maximum or minimum, so that crops of crops stay short."""
    if begin >= 0 and end < 0:
        return _at_least(call, size + (end - begin), 0)
    if begin >= 0 and end >= _FAR:
        return _at_least(call, size - min(begin, _FAR), 0)
    if begin >= 0:
        return _at_least(call, _at_most(call, size, end) - begin, 0) if end > begin else 0
    if end >= _FAR:
        return _at_most(call, size, -begin)
    if end < 0:
        return _at_most(call, _at_least(call, size + end, 0), end - begin) if end > begin else 0
    return _at_least(call, _at_most(call, size, end) - _at_least(call, size + begin, 0), 0)


def _clamped(call: Call, at: Axis, size: DimLike, low: DimLike, high: DimLike) -> Axis:
    if at is None:
        return None
    if isinstance(at, int):
        if at >= _FAR:
            return high
        if at < -_FAR:
            return low
        place: DimLike = at if at >= 0 else at + size
    elif call.store.at_least(at, 0):
        place = at
    elif call.store.at_least(-1, at):
        place = at + size
    elif isinstance(low, int) and isinstance(past := at - size, int) and past >= -2 - low:
        # WHY: `size - 1` is negative for a size of 0 only, `size - 2` below 2; counted from the end both are <= 0 then
        place = at
    else:
        return None
    return _at_most(call, _at_least(call, place, low), high)


def _at_least(call: Call, value: DimLike, low: DimLike) -> DimLike:
    if isinstance(value, int) and isinstance(low, int):
        return max(value, low)
    if call.store.at_least(value, low):
        return value
    return low if call.store.at_least(low, value) else dim_max(value, low)


def _at_most(call: Call, value: DimLike, high: DimLike) -> DimLike:
    if isinstance(value, int) and isinstance(high, int):
        return min(value, high)
    if call.store.at_least(high, value):
        return value
    return high if call.store.at_least(value, high) else dim_min(value, high)


def _elements(call: Call, name: str) -> list[Axis] | None:
    """What an input or attribute says, element by element."""
    if name in call.proto.input_index:
        return dims_at(call, name)
    return list(call.ints_attr(name))


def strided_slice(call: Call) -> Shape:
    """StridedSlice with TensorFlow's five masks; bits count the entries of `begin`.

    C1: begin, end and strides have one length. C2: the entries do not outnumber the axes. C3: no step is 0.
    C4: at most one ellipsis.
    """
    x = call.shape("x")
    parts = [_elements(call, name) for name in ("begin", "end", "strides")]
    lengths = {len(part) for part in parts if part is not None}
    if len(lengths) > 1:
        call.fail("shape-mismatch", "begin, end and strides have one length [C1]", got=str(sorted(lengths)))
    masks = {name: call.int_attr(f"{name}_mask") for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")}
    if not lengths or x.rank is None:
        plain = not masks["new_axis"] and not masks["shrink_axis"]
        return Shape.unknown(x.rank) if plain and x.rank is not None else UNKNOWN
    count = lengths.pop()
    unknown: list[Axis] = [None] * count
    begin, end, step = (part if part is not None else unknown for part in parts)
    if masks["ellipsis"] & (masks["ellipsis"] - 1):
        call.fail("attr-constraint", "at most one ellipsis [C4]", got=bin(masks["ellipsis"]))
    return Shape(_walk(call, x, begin, end, step, masks))


def _walk(
    call: Call, x: Shape, begin: list[Axis], end: list[Axis], step: list[Axis], masks: dict[str, int]
) -> list[Axis]:
    count, dims = len(begin), x.dims

    def has(name: str, at: int) -> bool:
        return bool(masks[name] >> at & 1)

    taken = sum(not has("new_axis", at) and not has("ellipsis", at) for at in range(count))
    if taken > len(dims):
        call.fail("shape-mismatch", "more slices than axes [C2]", expected=f"at most {len(dims)}", got=str(taken))
    out: list[Axis] = []
    axis = 0
    for at in range(count):
        if has("ellipsis", at):
            after = sum(not has("new_axis", later) for later in range(at + 1, count))
            out += dims[axis : len(dims) - after]
            axis = len(dims) - after
        elif has("new_axis", at):
            out.append(1)
        elif has("shrink_axis", at):
            if _sign(step[at]) < 0:
                call.fail("attr-constraint", "an axis that is taken out has step 1", expected="1", got=str(step[at]))
            _require_element(call, dims[axis], begin[at])
            axis += 1
        else:
            first = 0 if has("begin", at) and _sign(step[at]) > 0 else _FAR if has("begin", at) else begin[at]
            last = _FAR if has("end", at) and _sign(step[at]) > 0 else -_FAR - 1 if has("end", at) else end[at]
            out.append(slice_size(call, dims[axis], first, last, step[at]))
            axis += 1
    return [*out, *dims[axis:]]


def _sign(step: Axis) -> int:
    return -1 if isinstance(step, int) and step < 0 else 1


def _require_element(call: Call, size: Axis, at: Axis) -> None:
    if isinstance(size, int) and isinstance(at, int) and not -size <= at < size:
        call.fail("axis-out-of-range", f"there is no element {at} in an axis of {size}", got=str(at))


def strided_slice_axes(call: Call) -> Shape:
    """StridedSliceV2 and V3: begin and end of the axes named in `axes` (all when absent), steps 1 when absent.

    C1: one begin, end and step an axis. C2: axes are distinct. C3: no step is 0.
    """
    x = call.shape("x")
    begin, end = dims_at(call, "begin"), dims_at(call, "end")
    masks = [call.int_attr(f"{n}_mask") if f"{n}_mask" in call.proto.attr_index else 0 for n in ("begin", "end")]
    if x.rank is None:
        return UNKNOWN
    if begin is None or end is None:
        return Shape.unknown(x.rank)
    if len(begin) != len(end):
        call.fail("shape-mismatch", "begin and end have one length [C1]", got=f"{len(begin)} and {len(end)}")
    axes = ints_of(call, "axes") if call.has("axes") else tuple(range(len(begin)))
    ones: list[Axis] = [1] * len(begin)
    step = dims_at(call, "strides") if call.has("strides") else ones
    if axes is None:
        return Shape.unknown(x.rank)
    if len(axes) != len(begin) or (step is not None and len(step) != len(begin)):
        got = f"{len(begin)} and {len(axes)}" + (f" and {len(step)}" if step is not None else "")
        call.fail("shape-mismatch", "one begin, end and step an axis [C1]", got=got)
    places = normalise_distinct(call, axes, x.rank, "axes")
    out: list[Axis] = list(x)
    for at, place in enumerate(places):
        one = step[at] if step is not None else None
        first = begin[at] if not masks[0] >> at & 1 else 0 if _sign(one) > 0 else _FAR
        last = end[at] if not masks[1] >> at & 1 else _FAR if _sign(one) > 0 else -_FAR - 1
        out[place] = slice_size(call, x[place], first, last, one)
    return Shape(out)


def slice_by_size(call: Call) -> Shape:
    """Slice: `size` elements from `offsets` on; -1 takes all that is left.

    C1: offsets and size have one entry an axis. C2: the slice lies inside x.
    """
    x = call.shape("x")
    offsets, sizes = _elements(call, "offsets"), _elements(call, "size")
    if x.rank is None:
        rank = len(sizes) if sizes is not None else len(offsets) if offsets is not None else None
        known = sizes if sizes is not None else [None] * (rank or 0)
        return UNKNOWN if rank is None else Shape([None if size == -1 else size for size in known])
    for part in (offsets, sizes):
        if part is not None and len(part) != x.rank:
            call.fail("shape-mismatch", "one offset and size an axis [C1]", expected=str(x.rank), got=str(len(part)))
    unknown: list[Axis] = [None] * x.rank
    return Shape(_cut(call, x.dims, offsets or unknown, sizes or unknown))


def _cut(call: Call, dims: Sequence[Axis], offsets: Sequence[Axis], sizes: Sequence[Axis]) -> list[Axis]:
    out: list[Axis] = []
    for whole, offset, size in zip(dims, offsets, sizes, strict=True):
        if isinstance(size, int) and size == -1:
            rest = whole - offset if whole is not None and offset is not None else None
            if isinstance(rest, int) and rest < 0:
                call.fail(
                    "shape-mismatch", "the slice starts behind the axis [C2]", expected=str(whole), got=str(offset)
                )
            out.append(rest)
            continue
        if isinstance(size, int) and size < -1:
            call.fail("shape-mismatch", "a size is >= -1 [C2]", got=str(size))
        if isinstance(offset, int) and offset < 0:
            call.fail("shape-mismatch", "an offset is >= 0 [C2]", got=str(offset))
        if isinstance(whole, int) and isinstance(offset, int) and isinstance(size, int) and offset + size > whole:
            call.fail(
                "shape-mismatch", "the slice ends behind the axis [C2]", expected=str(whole), got=str(offset + size)
            )
        out.append(size)
    return out


def slice_with_axes(call: Call) -> Shape:
    """SliceWithAxes: like Slice, for the axes named."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    axes = normalise_distinct(call, call.ints_attr("axes"), x.rank, "axes")
    offsets, sizes = dims_at(call, "offsets"), dims_at(call, "size")
    out: list[Axis] = list(x)
    unknown: list[Axis] = [None] * len(axes)
    offsets, sizes = offsets or unknown, sizes or unknown
    if len(offsets) != len(axes) or len(sizes) != len(axes):
        call.fail("shape-mismatch", "one offset and size an axis [C1]", expected=str(len(axes)), got=str(len(sizes)))
    parts = _cut(call, [x[axis] for axis in axes], offsets, sizes)
    for axis, part in zip(axes, parts, strict=True):
        out[axis] = part
    return Shape(out)


def slice_last(call: Call) -> Shape:
    """SliceLastDim: `start:end:stride` of the last axis."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    if x.rank == 0:
        call.fail("rank-mismatch", "a scalar has no last axis", expected="rank 1 or more", got="0")
    return x.with_dim(
        -1, slice_size(call, x[-1], call.int_attr("start"), call.int_attr("end"), call.int_attr("stride"))
    )


def crop(call: Call) -> Shape:
    """Crop: from `axis` on, x is cut to the shape of `size` (Caffe)."""
    x, size = call.shape("x"), call.shape("size")
    if x.rank is None or size.rank is None:
        return UNKNOWN
    if x.rank != size.rank:
        call.fail("rank-mismatch", "x and size have one rank", expected=str(x.rank), got=str(size.rank))
    axis = normalise_axis(call, call.int_attr("axis"), x.rank)
    return Shape((*x.dims[:axis], *size.dims[axis:]))


def strided_slice_grad(call: Call) -> Shape:
    """StridedSliceGrad: the shape of what was sliced, an input.

    C1: it has the rank of the slice, unless masks added or took out axes. C2: its elements are
    sizes.
    """
    sizes = call.shape("shape")
    if need_rank(call, sizes, "shape", 1) is None:
        return UNKNOWN
    plain = not any(call.int_attr(f"{name}_mask") for name in ("ellipsis", "new_axis", "shrink_axis"))
    dy = call.shape("dy")
    if plain and dy.rank is not None and isinstance(sizes[0], int) and sizes[0] != dy.rank:
        call.fail(
            "rank-mismatch",
            "the sliced tensor has the rank of the slice [C1]",
            expected=f"{dy.rank}",
            got=f"{sizes[0]}",
        )
    dims = dims_at(call, "shape")
    least = min((size for size in dims or () if isinstance(size, int)), default=0)
    if least < 0:
        call.fail("shape-mismatch", "`shape` holds sizes [C2]", expected=">= 0", got=str(least))
    return UNKNOWN if dims is None else Shape(dims)
