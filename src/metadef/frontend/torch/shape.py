"""Regrouping and moving elements, and sizes as numbers."""

from __future__ import annotations

from metadef.frontend.torch.lowering import Lowered, Lowering
from metadef.frontend.torch.program import Argument, Ref

__all__ = ["OPS"]

_END = (1 << 63) - 1  # PyTorch's "to the end" of a slice


def _items(call: Lowered, name: str) -> tuple[Argument, ...]:
    value = call.get(name)
    return value if isinstance(value, tuple) else (value,)


def view(name: str = "size") -> Lowering:
    """Another shape, of which one size may be left open; a size of 0 means 0."""

    def lower(call: Lowered) -> None:
        target = call.numbers(_items(call, name))
        call.give(call.op("Reshape", call.tensor("self"), target, allowzero=1 if 0 in _items(call, name) else None))

    return lower


def permute(call: Lowered) -> None:
    """Axes in another order."""
    x = call.tensor("self")
    rank = call.rank(x)
    call.give(call.op("Transpose", x, perm=[axis % rank for axis in call.integers("dims")]))


def swap(call: Lowered) -> None:
    """Two axes for each other."""
    x = call.tensor("self")
    _swapped(call, x, call.axis("dim0", x), call.axis("dim1", x))


def _swapped(call: Lowered, x: str, first: int, second: int) -> None:
    order = list(range(call.rank(x)))
    order[first], order[second] = second, first
    call.give(call.op("Transpose", x, perm=order))


def transposed(call: Lowered) -> None:
    """A matrix on its side; a vector stays."""
    x = call.tensor("self")
    if call.rank(x) < 2:
        call.give(x)
    else:
        _swapped(call, x, 0, 1)


def matrices_transposed(call: Lowered) -> None:
    """The last two axes for each other."""
    x = call.tensor("self")
    _swapped(call, x, call.rank(x) - 1, call.rank(x) - 2)


def unsqueeze(call: Lowered) -> None:
    """A new axis of length 1."""
    x = call.tensor("self")
    call.give(call.op("Unsqueeze", x, call.constant([call.integer("dim") % (call.rank(x) + 1)])))


def squeeze(call: Lowered) -> None:
    """Axes of length 1 disappear; an axis that is longer stays."""
    x = call.tensor("self")
    sizes = call.sizes(x)
    given = call.integers("dim") if "dim" in call.call.arguments else range(len(sizes))
    axes = sorted({axis % len(sizes) for axis in given if sizes}) if sizes else []
    gone = [axis for axis in axes if sizes[axis] == 1]
    if len(call.sizes(call.call.outputs[0])) != len(sizes) - len(gone):
        call.refuse("which axes have length 1 is not known")
    call.give(call.op("Squeeze", x, call.constant(gone)) if gone else x)


def expand(call: Lowered) -> None:
    """Axes of length 1 repeated; -1 keeps an axis."""
    items = tuple(1 if item == -1 else item for item in _items(call, "size"))
    call.give(call.op("Expand", call.tensor("self"), call.numbers(items)))


def expand_as(call: Lowered) -> None:
    """To the shape of another tensor."""
    call.give(call.op("Expand", call.tensor("self"), call.op("Shape", call.tensor("other"))))


def concat(call: Lowered) -> None:
    """Along an axis; PyTorch skips empty vectors."""
    tensors = [name for name in call.tensors("tensors") if call.sizes(name) != (0,)]
    if not tensors:
        call.refuse("there is nothing to concatenate")
    dtype = call.out_dtype
    axis = call.axis("dim", tensors[0], 0)
    call.give(call.op("Concat", *(call.cast(name, dtype) for name in tensors), axis=axis))


def stack(call: Lowered) -> None:
    """Along a new axis."""
    tensors = call.tensors("tensors")
    axis = call.integer("dim", 0) % (call.rank(tensors[0]) + 1)
    place = call.constant([axis])
    parts = [call.op("Unsqueeze", call.cast(name, call.out_dtype), place) for name in tensors]
    call.give(call.op("Concat", *parts, axis=axis))


def split(call: Lowered) -> None:
    """Parts of one length, of which the last may be shorter; or parts of given lengths."""
    x = call.tensor("self")
    axis = call.axis("dim", x, 0)
    given = call.get("split_size", call.get("split_sizes"))
    if isinstance(given, tuple):
        sizes = call.integers("split_sizes" if "split_sizes" in call.call.arguments else "split_size")
    else:
        size, whole = call.integer("split_size"), call.sizes(x)[axis]
        if not isinstance(whole, int) or size <= 0:
            call.refuse("the length that is split is not known")
        sizes = [min(size, whole - start) for start in range(0, whole, size)] or [0]
    _parts(call, x, axis, sizes)


def chunk(call: Lowered) -> None:
    """A number of parts, all but the last of one length."""
    x = call.tensor("self")
    axis, count = call.axis("dim", x, 0), call.integer("chunks")
    whole = call.sizes(x)[axis]
    if not isinstance(whole, int) or count <= 0:
        call.refuse("the length that is split is not known")
    size = max(1, -(-whole // count))
    _parts(call, x, axis, [min(size, whole - start) for start in range(0, whole, size)] or [0])


def _parts(call: Lowered, x: str, axis: int, sizes: list[int]) -> None:
    if len(sizes) == 1:
        call.give(x)
    else:
        call.give(*call.ops("Split", (x, call.constant(sizes)), len(sizes), axis=axis))


def unbind(call: Lowered) -> None:
    """Slices of length 1 without their axis."""
    x = call.tensor("self")
    axis = call.axis("dim", x, 0)
    place = call.constant([axis])
    count = len(call.call.outputs)
    parts = [x] if count == 1 else call.ops("Split", (x,), count, axis=axis, num_outputs=count)
    call.give(*(call.op("Squeeze", part, place) for part in parts))


def cut(call: Lowered) -> None:
    """From start to end by step along an axis."""
    x = call.tensor("self")
    axis = call.constant([call.axis("dim", x, 0)])
    bounds = [_or(call.get("start"), 0), _or(call.get("end"), _END), call.get("step", 1)]
    start, end, step = (call.numbers((item,)) for item in bounds)
    call.give(call.op("Slice", x, start, end, axis, step))


def _or(value: Argument, default: int) -> Argument:
    return default if value is None else value


def narrow(call: Lowered) -> None:
    """A length from a start on."""
    x = call.tensor("self")
    start, length = call.number(call.get("start")), call.number(call.get("length"))
    vector = call.constant([1])
    first, last = (call.op("Reshape", item, vector) for item in (start, call.op("Add", start, length)))
    call.give(call.op("Slice", x, first, last, call.constant([call.axis("dim", x)])))


def select(call: Lowered) -> None:
    """One slice without its axis."""
    x = call.tensor("self")
    call.give(call.op("Gather", x, call.number(call.get("index")), axis=call.axis("dim", x)))


def flatten(call: Lowered) -> None:
    """Axes from start to end as one."""
    x = call.tensor("self")
    sizes = call.sizes(x)
    first, last = call.axis("start_dim", x, 0), call.axis("end_dim", x, -1)
    if not sizes:
        call.give(call.op("Reshape", x, call.constant([1])))
        return
    # WHY: 0 keeps a size of the input and -1 takes the rest, so that symbols in front and behind need no number
    if all(isinstance(size, int) for size in sizes[last + 1 :]):
        target = [0] * first + [-1, *[size for size in sizes[last + 1 :] if isinstance(size, int)]]
        call.give(call.op("Reshape", x, call.constant(target)))
        return
    shape = call.op("Shape", x)
    ends = [call.op("Slice", shape, *(call.constant([at]) for at in pair)) for pair in ((0, first), (last + 1, _END))]
    call.give(call.op("Reshape", x, call.op("Concat", ends[0], call.constant([-1]), ends[1], axis=0)))


def repeat(name: str) -> Lowering:
    """Copies along each axis; new axes in front."""

    def lower(call: Lowered) -> None:
        x, counts = call.tensor("self"), list(_items(call, name))
        new = len(counts) - call.rank(x)
        if new < 0:
            counts = [1] * -new + counts
        elif new:
            x = call.op("Unsqueeze", x, call.constant(list(range(new))))
        call.give(call.op("Tile", x, call.numbers(counts)))

    return lower


def pad(call: Lowered) -> None:
    """Pairs from the last axis on."""
    x, given = call.tensor("self"), call.integers("pad")
    mode = str(call.get("mode", "constant"))
    if mode == "circular":
        _padded_around(call, x, given)
        return
    modes = {"constant": "constant", "reflect": "reflect", "replicate": "edge"}
    if mode not in modes:
        call.refuse(f"padding mode {mode} has no counterpart")
    rank = call.rank(x)
    begin, end = [0] * rank, [0] * rank
    for index in range(len(given) // 2):
        begin[rank - 1 - index], end[rank - 1 - index] = given[2 * index], given[2 * index + 1]
    value = call.operand(call.get("value") or 0, call.dtype(x)) if mode == "constant" else ""
    call.give(call.op("Pad", x, call.constant(begin + end), value, mode=modes[mode]))


def _padded_around(call: Lowered, x: str, given: list[int]) -> None:
    """What is behind an axis is what is in front of it, and the other way round."""
    if min(given, default=0) < 0:
        call.refuse("a circular padding that takes away has no counterpart")
    rank = call.rank(x)
    for index in range(len(given) // 2):
        axis = rank - 1 - index
        before, behind = given[2 * index], given[2 * index + 1]
        place, parts = call.constant([axis]), [x]
        if before:
            parts.insert(0, call.op("Slice", x, call.constant([-before]), call.constant([_END]), place))
        if behind:
            parts.append(call.op("Slice", x, call.constant([0]), call.constant([behind]), place))
        x = call.op("Concat", *parts, axis=axis) if len(parts) > 1 else x
    call.give(x)


def flip(call: Lowered) -> None:
    """Axes backwards."""
    x, axes = call.tensor("self"), call.integers("dims")
    count = len(axes)
    bounds = ([-1] * count, [-_END] * count, [axis % call.rank(x) for axis in axes], [-1] * count)
    call.give(call.op("Slice", x, *(call.constant(item) for item in bounds)))


def pixel_shuffle(call: Lowered) -> None:
    """Channels into space."""
    factor = call.integer("upscale_factor")
    call.give(call.op("DepthToSpace", call.tensor("self"), blocksize=factor, mode="CRD"))


def converted(call: Lowered) -> None:
    """Another type; devices and layouts mean nothing here."""
    name = "self" if "self" in call.call.arguments else "input"
    call.give(call.cast(call.tensor(name), call.out_dtype))


def size_of(call: Lowered) -> None:
    """One dimension as a number."""
    x = call.tensor("self")
    shape = call.op("Shape", x)
    call.give(call.op("Gather", shape, call.constant(call.axis("dim", x)), axis=0))


def count_of(call: Lowered) -> None:
    """The number of elements."""
    call.give(call.op("Size", call.tensor("self")))


def symbolic(op: str) -> Lowering:
    """Arithmetic of sizes, which are not negative."""

    def lower(call: Lowered) -> None:
        call.give(call.op(op, *(call.number(value) for value in call.call.arguments.values())))

    return lower


def symbolic_compare(op: str) -> Lowering:
    """Comparisons of sizes; they guard what was traced and compute nothing."""

    def lower(call: Lowered) -> None:
        if call.call.outputs and call.call.outputs[0]:
            call.give(call.op(op, *(call.number(value) for value in call.call.arguments.values())))

    return lower


def nothing(call: Lowered) -> None:
    """An assertion of what was traced; the guards of the inferred shapes say it again."""
    if any(call.call.outputs):
        value = next(iter(call.call.arguments.values()), None)
        if not isinstance(value, Ref):
            call.refuse("an assertion has a result")
        call.give(value.name)


def cumulative(call: Lowered) -> None:
    """Running sums."""
    x = call.cast(call.tensor("self"), call.out_dtype)
    axis = call.constant(call.axis("dim", call.tensor("self")))
    call.give(call.op("CumSum", x, axis))


def triangle(upper: int) -> Lowering:
    """What is above or below a diagonal."""

    def lower(call: Lowered) -> None:
        call.give(call.op("Trilu", call.tensor("self"), call.number(call.get("diagonal", 0)), upper=upper))

    return lower


def roll(call: Lowered) -> None:
    """Around the end."""
    x = call.tensor("self")
    shifts, axes = call.integers("shifts"), call.integers("dims", ())
    if len(shifts) != len(axes):
        call.refuse("a roll of the flat tensor has no counterpart")
    for shift, axis in zip(shifts, axes, strict=True):
        place = call.constant([axis % call.rank(call.tensor("self"))])
        tail = call.op("Slice", x, call.constant([-shift]), call.constant([_END]), place)
        x = call.op("Concat", tail, call.op("Slice", x, call.constant([0]), call.constant([-shift]), place),
                    axis=axis % call.rank(call.tensor("self")))  # fmt: skip
    call.give(x)


def like(call: Lowered) -> None:
    """In the type of another tensor."""
    call.give(call.cast(call.tensor("self"), call.dtype(call.tensor("other"))))


_ARITHMETIC = {"add": "Add", "sub": "Sub", "mul": "Mul", "floordiv": "Div", "mod": "Mod"}
_COMPARISONS = {"eq": "Equal", "lt": "Less", "le": "LessOrEqual", "gt": "Greater", "ge": "GreaterOrEqual"}

OPS: dict[str, Lowering] = {
    "aten.view.default": view(), "aten.reshape.default": view("shape"), "aten._unsafe_view.default": view(),
    "aten.permute.default": permute, "aten.transpose.int": swap, "aten.t.default": transposed,
    "aten.mT.default": matrices_transposed,
    "aten.numpy_T.default": lambda call: call.give(call.op("Transpose", call.tensor("self"))),
    "aten.unsqueeze.default": unsqueeze, "aten.squeeze.default": squeeze, "aten.squeeze.dim": squeeze,
    "aten.squeeze.dims": squeeze, "aten.expand.default": expand, "aten.expand_as.default": expand_as,
    "aten.broadcast_to.default": expand,
    "aten.cat.default": concat, "aten.concat.default": concat, "aten.stack.default": stack,
    "aten.split.Tensor": split, "aten.split.sizes": split, "aten.split_with_sizes.default": split,
    "aten.chunk.default": chunk, "aten.unbind.int": unbind, "aten.slice.Tensor": cut, "aten.narrow.default": narrow,
    "aten.select.int": select, "aten.flatten.using_ints": flatten, "aten.repeat.default": repeat("repeats"),
    "aten.tile.default": repeat("dims"), "aten.constant_pad_nd.default": pad, "aten.pad.default": pad,
    "aten.flip.default": flip, "aten.roll.default": roll, "aten.pixel_shuffle.default": pixel_shuffle,
    **{f"aten.{name}": converted for name in ("to.dtype", "to.dtype_layout", "to.device", "to.other",
       "_to_copy.default", "float.default")},
    "aten.type_as.default": like,
    "aten.sym_size.int": size_of, "aten.sym_numel.default": count_of, "aten.cumsum.default": cumulative,
    "aten.tril.default": triangle(0), "aten.triu.default": triangle(1),
    **{f"_operator.{name}": symbolic(op) for name, op in _ARITHMETIC.items()},
    **{f"_operator.{name}": symbolic_compare(op) for name, op in _COMPARISONS.items()},
    **{f"aten.{name}": nothing for name in ("_assert_scalar.default", "sym_constrain_range.default",
       "sym_constrain_range_for_size.default", "_assert_async.msg", "_assert_tensor_metadata.default")},
}  # fmt: skip
