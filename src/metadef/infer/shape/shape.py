"""Shapes of operators that only regroup elements: Reshape, Squeeze, Unsqueeze, Flatten, Bitcast; and Shape itself.

Reshape: a target element 0 copies the input's dimension at the same place, -1 takes what is left over:
left over = product(input) / product(other targets). Source: Caffe's and onnx's Reshape; CANN's Reshape attributes
`axis` and `num_axes` are Caffe's and choose the part of the input that is replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from metadef.errors import MetadefError
from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    dims_at,
    divided,
    ints_at,
    ints_of,
    normalise_axis,
    normalise_distinct,
    product_of,
    vector_length,
)
from metadef.ops.call import Call
from metadef.types.dim import DimLike, exact_divide, floor_div
from metadef.types.dtype import DataType
from metadef.types.shape import Shape

__all__ = [
    "bitcast",
    "chosen_sizes",
    "dims_vector",
    "expand_dims",
    "flatten",
    "flatten_v2",
    "open_dims",
    "reshape",
    "reshape_to",
    "shape_of",
    "shape_of_each",
    "squeeze",
    "unsqueeze",
]


def reshape(call: Call) -> Shape:
    """Reshape by an input `shape`, with Caffe's `axis` and `num_axes`.

    C1: the number of elements stays. C2: at most one element of the target is -1. C3: a 0 has a dimension to copy.
    """
    x = call.shape("x")
    target = dims_at(call, "shape")
    if target is None:
        return UNKNOWN
    start, count = call.int_attr("axis"), call.int_attr("num_axes")
    if start == 0 and count == -1:
        return reshape_to(call, x, target)
    if x.rank is None:
        return UNKNOWN
    first = normalise_axis(call, start if start >= 0 else start + 1 + x.rank, x.rank + 1)
    last = x.rank if count == -1 else first + count
    if last > x.rank:
        call.fail(
            "axis-out-of-range", "`num_axes` reaches past the last axis", expected=f"{x.rank - first}", got=f"{count}"
        )
    middle = reshape_to(call, Shape(x.dims[first:last]), target)
    return Shape((*x.dims[:first], *middle, *x.dims[last:]))


def reshape_to(call: Call, x: Shape, target: Sequence[Axis]) -> Shape:
    """The shape with the input's elements and the target's dimensions: 0 copies, -1 or one unknown takes the rest.

    Raises:
        MetadefError: shape-mismatch where the counts cannot be equal.
    """
    sizes = x.known_dims()
    plain = _reshape_numbers(sizes, target) if sizes is not None else None
    if plain is not None:
        return plain
    out: list[Axis] = list(target)
    copied: set[int] = set()
    free = [at for at, size in enumerate(out) if isinstance(size, int) and size == -1]
    if len(free) > 1:
        call.fail("shape-mismatch", "only one dimension of the target may be -1 [C2]", got=str(list(target)))
    for at, size in enumerate(out):
        if isinstance(size, int) and size < -1:
            call.fail("shape-mismatch", "a target dimension is >= -1", expected="-1, 0 or a size", got=str(size))
        if isinstance(size, int) and size == 0:
            if _keeps_literal_zeros(x, out):
                continue
            if x.rank is None:
                out[at] = None
            elif at >= x.rank:
                call.fail("shape-mismatch", f"0 at place {at} copies no dimension [C3]", got=f"{list(target)} of {x}")
            else:
                out[at] = x[at]
                copied.add(at)
    if not free:
        free = [at for at, size in enumerate(out) if size is None and at not in copied]
        if len(free) != 1:
            free = []
            _check_count(call, x, out)
    if not free:
        return Shape(out)
    at = free[0]
    rest = [size for place, size in enumerate(out) if place != at and place not in copied]
    source = [size for place, size in enumerate(x.dims) if place not in copied] if x.rank is not None else [None]
    out[at] = _left_over(call, source, rest)
    return Shape(out)


def _reshape_numbers(sizes: tuple[int, ...], target: Sequence[Axis]) -> Shape | None:
    """The same where all is known, no 0 copies and nothing is wrong, as it nearly always is; else None."""
    product, free = 1, -1
    out: list[int] = []
    for size in target:
        if type(size) is not int or size < -1 or size == 0:
            return None
        if size > 0:
            product *= size
        elif free >= 0:
            return None
        else:
            free = len(out)
        out.append(size)
    total = prod(sizes)
    if free >= 0 and total % product == 0:
        out[free] = total // product
    elif free >= 0 or total != product:
        return None
    return Shape.of_ints(tuple(out))


def _keeps_literal_zeros(x: Shape, target: Sequence[Axis]) -> bool:
    """WHY: an empty tensor may be reshaped to an empty shape that does not copy its zeros (onnx's allowzero)."""
    if x.rank is None or -1 in target or 0 not in x.dims:
        return False
    copies = [x.dims[at] if size == 0 and at < len(x) else size for at, size in enumerate(target)]
    return len(target) > len(x) or 0 not in copies


def _check_count(call: Call, x: Shape, out: list[Axis]) -> None:
    have, want = x.numel(), product_of(out)
    if have is None or want is None or have == want:
        return
    if isinstance(have, int) and isinstance(want, int):
        call.fail(
            "shape-mismatch", "a reshape keeps the number of elements [C1]", expected=f"{have} of {x}", got=str(want)
        )
    agree(call, have, want, "the number of elements before and after [C1]")


def _left_over(call: Call, source: Sequence[Axis], rest: Sequence[Axis]) -> Axis:
    """What the free dimension must be: dimensions found on both sides cancel, even unknown sizes of symbols."""
    over, under = list(source), list(rest)
    for size in rest:
        if size is not None and size != 0 and size in over:
            over.remove(size)
            under.remove(size)
    total, part = product_of(over), product_of(under)
    if part is None or total is None:
        return None
    if isinstance(part, int):
        if part == 0:
            return 0
        if isinstance(total, int):
            if total % part:
                call.fail(
                    "shape-mismatch",
                    "the other dimensions do not divide the number of elements [C1]",
                    expected=f"a divisor of {total}",
                    got=str(part),
                )
            return total // part
    exact = exact_divide(total, part)
    if exact is not None:
        return exact
    result = floor_div(total, part)
    _demand_divisible(call, total, part, result)
    return result


def _demand_divisible(call: Call, total: DimLike, part: DimLike, result: DimLike) -> None:
    problem = (
        call.store.require_divisible(total, part, call.subject)
        if isinstance(part, int)
        else call.store.require_equal(total, part * result, call.subject)
    )
    if problem is not None:
        raise MetadefError(problem)


def squeeze(name: str) -> Callable[[Call], Shape]:
    """Squeeze: the named axes, or all axes of size 1, disappear.

    C1: every named axis has size 1.
    """

    def rule(call: Call) -> Shape:
        x = call.shape("x")
        axes = _optional_axes(call, name)
        if x.rank is None:
            return UNKNOWN
        if axes is None:
            return Shape.unknown(x.rank - 1) if x.rank and vector_length(call, name) == 1 else UNKNOWN
        if not axes:
            sizes = [_is_one(call, size) for size in x]
            return UNKNOWN if None in sizes else Shape([d for d, one in zip(x, sizes, strict=True) if not one])
        gone = {normalise_axis(call, axis, x.rank) for axis in axes}
        for axis in gone:
            size = x[axis]
            if isinstance(size, int) and size != 1:
                call.fail("shape-mismatch", f"axis {axis} has not size 1 [C1]", expected="1", got=str(size))
            agree(call, size, 1, f"the size of squeezed axis {axis} [C1]")
        return Shape([size for axis, size in enumerate(x) if axis not in gone])

    return rule


def _optional_axes(call: Call, name: str) -> tuple[int, ...] | None:
    """The axes of an attribute or optional input; empty when absent, None when not known."""
    if name in call.proto.input_index and not call.has(name):
        return ()
    return ints_of(call, name)


def _is_one(call: Call, size: Axis) -> bool | None:
    if size is None or isinstance(size, int):
        return None if size is None else size == 1
    return call.store.equal(size, 1)


def unsqueeze(name: str) -> Callable[[Call], Shape]:
    """Unsqueeze: axes of size 1 appear at the named places of the output.

    C1: the places are distinct and inside the output's rank.
    """

    def rule(call: Call) -> Shape:
        x = call.shape("x")
        axes = ints_of(call, name)
        if x.rank is None:
            return UNKNOWN
        if axes is None:
            sizes = dims_at(call, name)
            return UNKNOWN if sizes is None else Shape.unknown(x.rank + len(sizes))
        rank = x.rank + len(axes)
        places = set(normalise_distinct(call, axes, rank))
        rest = iter(x)
        return Shape([1 if axis in places else next(rest) for axis in range(rank)])

    return rule


def expand_dims(call: Call) -> Shape:
    """ExpandDims: one axis of size 1 appears before the given one."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    axes = ints_at(call, "axis")
    if axes is None:
        return Shape.unknown(x.rank + 1)
    if len(axes) != 1:
        call.fail("shape-mismatch", "`axis` holds one number", expected="1", got=str(len(axes)))
    place = normalise_axis(call, axes[0], x.rank + 1)
    return Shape((*x.dims[:place], 1, *x.dims[place:]))


def flatten(call: Call) -> Shape:
    """Flatten: [product of the axes before `axis`, product of the others]."""
    x = call.shape("x")
    if x.rank is None:
        return Shape.unknown(2)
    axis = call.int_attr("axis")
    if not -x.rank <= axis <= x.rank:
        call.fail("axis-out-of-range", f"axis {axis} is outside a tensor of rank {x.rank}", got=str(axis))
    axis = axis + x.rank if axis < 0 else axis
    return Shape((product_of(x.dims[:axis]), product_of(x.dims[axis:])))


def flatten_v2(call: Call) -> Shape:
    """FlattenV2: the axes from `axis` to `end_axis`, both included, become one."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    if x.rank == 0:
        return Shape((1,))
    first = normalise_axis(call, call.int_attr("axis"), x.rank)
    last = normalise_axis(call, call.int_attr("end_axis"), x.rank, "end_axis")
    if first > last:
        call.fail("axis-out-of-range", "`axis` must not follow `end_axis`", expected=f"at most {last}", got=str(first))
    return Shape((*x.dims[:first], product_of(x.dims[first : last + 1]), *x.dims[last + 1 :]))


def bitcast(call: Call) -> Shape:
    """Bitcast: a smaller type adds a last axis, a larger one takes it away, the number of bytes stays.

    C1: the last axis holds exactly one element of the larger type.
    """
    x, target = call.shape("x"), call.attr_as("type", DataType)
    if x.rank is None:
        return UNKNOWN
    old, new = call.dtype("x").bits, target.bits
    if old == new or min(old, new) <= 0:
        return x
    keep = call.bool_attr("keep_dim")
    if old > new:
        factor = old // new
        return x.with_dim(-1, product_of((x[-1], factor))) if keep and x.rank else Shape((*x, factor))
    factor = new // old
    if x.rank == 0:
        call.fail("rank-mismatch", "a scalar has no last axis to join [C1]", expected="rank 1 or more", got="0")
    if keep:
        return x.with_dim(-1, divided(call, x[-1], factor, "the sizes of the types and the last axis [C1]"))
    agree(call, x[-1], factor, "the last axis and the ratio of the types' sizes [C1]")
    return Shape(x.dims[:-1])


def shape_of(call: Call) -> Shape:
    """Shape: a vector with one element an axis of x."""
    rank = call.shape("x").rank
    return Shape.unknown(1) if rank is None else Shape((rank,))


def shape_of_each(call: Call) -> list[Shape]:
    """ShapeN: one such vector an input."""
    return [Shape((shape.rank,)) if shape.rank is not None else Shape.unknown(1) for shape in call.shapes("x")]


def dims_vector(call: Call) -> Shape:
    """GetShape: all inputs' dimensions one after the other."""
    ranks = [shape.rank for shape in call.shapes("x")]
    known = [rank for rank in ranks if rank is not None]
    return Shape((sum(known),)) if len(known) == len(ranks) else Shape.unknown(1)


def open_dims(call: Call) -> Shape:
    """GetDynamicDims: `shape_info` has the rank and the sizes of each input; as many numbers as sizes are -1.

    C1: N says how many inputs there are. C2: a size is open, or there were nothing to get.
    """
    count, inputs = call.int_attr("N"), len(call.shapes("input"))
    if count != inputs:
        call.fail("port-count", "N says how many inputs there are [C1]", expected=str(count), got=str(inputs))
    info = call.ints_attr("shape_info")
    if -1 not in info:
        call.fail("attr-constraint", "`shape_info` has an open size [C2]", expected="-1 among them", got=str(info))
    return Shape((info.count(-1),))


def chosen_sizes(call: Call) -> Shape:
    """GatherShapes: a number for each pair (input, axis) in `axes`.

    C1: the pairs name inputs and axes that exist.
    """
    pairs, shapes = call.attr_as("axes", tuple), call.shapes("x")
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            call.fail("attr-constraint", "`axes` has pairs of an input and an axis [C1]", got=str(pair))
        member, axis = pair
        if not isinstance(member, int) or not isinstance(axis, int) or not 0 <= member < len(shapes):
            call.fail("attr-constraint", "`axes` names inputs [C1]", expected=f"0 to {len(shapes) - 1}", got=str(pair))
        rank = shapes[member].rank
        if rank is not None:
            normalise_axis(call, axis, rank, "axis [C1]")
    return Shape((len(pairs),))
