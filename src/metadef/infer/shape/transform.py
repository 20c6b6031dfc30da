"""Shapes of operators that move elements: transpositions, space and batch, patches, rolls.

SpaceToDepth: [N, H, W, C] -> [N, H/b, W/b, C*b*b]; DepthToSpace is its inverse. SpaceToBatch moves blocks into the
batch after padding, BatchToSpace moves them back and crops. Im2col: one row an output window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metadef.infer.shape.common import (
    UNKNOWN,
    Axis,
    agree,
    agree_shapes,
    dims_at,
    divided,
    ints_of,
    need_at_least,
    need_rank,
    normalise_axis,
    normalise_distinct,
    product_of,
    vector_length,
)
from metadef.infer.shape.shape import reshape_to
from metadef.ops.call import Call
from metadef.types.dim import ceil_div, floor_div
from metadef.types.format import Format
from metadef.types.shape import Shape

__all__ = [
    "batch_to_space",
    "bit_packed",
    "col2im",
    "confusion_transpose",
    "depth_to_space",
    "im2col",
    "image_patches",
    "permute",
    "reverse_sequence",
    "roll",
    "select",
    "shuffled_channels",
    "space_to_batch",
    "space_to_depth",
    "transpose",
    "transposed",
    "volume_patches",
]


def shuffled_channels(call: Call) -> Shape:
    """ShuffleChannel: the shape of x, whose channels are interleaved.

    C1: the group divides the channels.
    """
    x, axes = call.shape("x"), call.format("x").axes
    place = axes.index("C") if axes is not None and len(axes) == x.rank else 1
    if x.rank is not None and x.rank > place:
        divided(call, x[place], call.int_attr("group"), "channels in groups [C1]")
    return x


def transpose(name: str = "perm", port: str = "x") -> Callable[[Call], Shape]:
    """Output axis i is input axis perm[i].

    C1: perm names every axis once.
    """

    def rule(call: Call) -> Shape:
        x = call.shape(port)
        if call.attrs.get("_inserted_by_fe") == 1:
            return x  # WHY: the engine put it in to change what is stored; what is meant stays as it is
        perm = ints_of(call, name)
        if perm is None:
            sizes = dims_at(call, name) if x.rank is None else [None] * x.rank
            return UNKNOWN if sizes is None else Shape.unknown(len(sizes))
        if x.rank is None:
            x = Shape.unknown(len(perm))
        return transposed(call, x, perm)

    return rule


def transposed(call: Call, x: Shape, perm: Sequence[int]) -> Shape:
    """The shape with its axes in the order of `perm`."""
    rank = len(x)
    if len(perm) != rank:
        call.fail("rank-mismatch", "perm names every axis once [C1]", expected=f"{rank} axes", got=str(list(perm)))
    places = normalise_distinct(call, perm, rank, "perm")
    dims = x.dims
    return Shape.of_dims(tuple([dims[place] for place in places]))


def permute(call: Call) -> Shape:
    """Permute: like Transpose; axes that `order` leaves out follow in their own order (Caffe)."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    order = normalise_distinct(call, call.ints_attr("order"), x.rank, "order")
    return transposed(call, x, order + [axis for axis in range(x.rank) if axis not in order])


def confusion_transpose(call: Call) -> Shape:
    """ConfusionTranspose: transpose then reshape, or reshape then transpose."""
    x = call.shape("x")
    perm = call.ints_attr("perm")
    target = dims_at(call, "shape") if "shape" in call.proto.input_index else list(call.ints_attr("shape"))
    if target is None:
        return UNKNOWN
    if call.bool_attr("transpose_first"):
        return reshape_to(call, transposed(call, x, perm) if x.rank is not None else x, target)
    return transposed(call, reshape_to(call, x, target), perm)


def _image_axes(call: Call, rank: int, default: str) -> str:
    given = call.attrs.get("data_format")
    origin = call.format("x")
    letters = given if isinstance(given, str) else origin.axes if origin is not Format.ND else None
    letters = letters or default
    if letters not in ("NCHW", "NHWC") or rank != 4:
        call.fail(
            "attr-constraint", "the layout is NCHW or NHWC", expected="NCHW or NHWC", got=f"{letters}, rank {rank}"
        )
    return letters


def depth_to_space(call: Call) -> Shape:
    """DepthToSpace: C shrinks by block_size squared, H and W grow by block_size.

    C1: block_size squared divides C.
    """
    return _depth(call, grow=True)


def space_to_depth(call: Call) -> Shape:
    """SpaceToDepth: the inverse.

    C1: block_size divides H and W.
    """
    return _depth(call, grow=False)


def _depth(call: Call, *, grow: bool) -> Shape:
    x = call.shape("x")
    if need_rank(call, x, "x", 4) is None:
        return Shape.unknown(4)
    letters = _image_axes(call, 4, call.str_attr("data_format"))
    block = call.int_attr("block_size")
    if block <= 0:
        call.fail("attr-constraint", "`block_size` must be positive", expected="> 0", got=str(block))
    sizes = dict(zip(letters, x, strict=True))
    if grow:
        sizes["C"] = divided(call, sizes["C"], block * block, "block_size squared and the channels [C1]")
        sizes["H"], sizes["W"] = product_of((sizes["H"], block)), product_of((sizes["W"], block))
    else:
        sizes["C"] = product_of((sizes["C"], block * block))
        sizes["H"] = divided(call, sizes["H"], block, "block_size and the height [C1]")
        sizes["W"] = divided(call, sizes["W"], block, "block_size and the width [C1]")
    return Shape([sizes[axis] for axis in letters])


def space_to_batch(call: Call) -> Shape:
    """SpaceToBatch(ND): spatial axes are padded and cut into blocks, which become batches.

    C1: a block divides its padded axis.
    """
    return _blocks(call, forward=True)


def batch_to_space(call: Call) -> Shape:
    """BatchToSpace(ND): the inverse, with crops.

    C1: the product of the blocks divides the batch. C2: crops fit.
    """
    return _blocks(call, forward=False)


def _blocks(call: Call, *, forward: bool) -> Shape:
    x = call.shape("x")
    margin_name = "paddings" if forward else "crops"
    margins = _pairs(call, margin_name)
    block = _block_shape(call)
    if "block_size" in call.proto.attr_index:
        need_rank(call, x, "x", 4)
    if x.rank is None:
        return UNKNOWN
    if block is None:
        count = vector_length(call, "block_shape")
        return Shape.unknown(x.rank) if count is None else _cut_by_unknown(call, x, count)
    if x.rank < len(block) + 1:
        call.fail(
            "rank-mismatch", "x has a batch and one axis a block", expected=f"{len(block) + 1} or more", got=f"{x}"
        )
    if margins is not None and len(margins) != len(block):
        call.fail(
            "shape-mismatch", f"`{margin_name}` has one row a block", expected=f"{len(block)}", got=f"{len(margins)}"
        )
    out: list[Axis] = list(x)
    cells = 1
    first = _first_cut(call, x, len(block))
    for index, size in enumerate(block):
        if size <= 0:
            call.fail("attr-constraint", "blocks are positive", expected="> 0", got=str(size))
        cells *= size
        axis = first + index
        own = x[axis]
        before, after = margins[index] if margins is not None else (None, None)
        for edge in (before, after):
            if isinstance(edge, int) and edge < 0:
                call.fail("shape-mismatch", f"`{margin_name}` are >= 0", got=str(edge))
        if own is None or before is None or after is None:
            out[axis] = None
        elif forward:
            out[axis] = divided(call, own + before + after, size, "a block and its padded axis [C1]")
        else:
            grown = own * size - before - after
            if isinstance(grown, int) and grown < 0:
                call.fail("shape-mismatch", "the crops are larger than the axis [C2]", got=str(grown))
            out[axis] = grown
    batch = x[0]
    out[0] = product_of((batch, cells)) if forward else divided(call, batch, cells, "the blocks and the batch [C1]")
    return Shape(out)


def _first_cut(call: Call, x: Shape, count: int) -> int:
    return 2 if count == 2 and x.rank == 4 and call.format("x") is Format.NCHW else 1


def _cut_by_unknown(call: Call, x: Shape, count: int) -> Shape:
    """What is known where blocks are not: the axes that no block cuts."""
    first = _first_cut(call, x, count)
    return Shape([None if at == 0 or first <= at < first + count else size for at, size in enumerate(x)])


def _pairs(call: Call, name: str) -> list[tuple[Axis, Axis]] | None:
    flat: Sequence[Axis] | None
    flat = dims_at(call, name) if name in call.proto.input_index else call.ints_attr(name)
    if flat is None:
        return None
    return [(flat[at], flat[at + 1]) for at in range(0, len(flat) - 1, 2)]


def _block_shape(call: Call) -> tuple[int, ...] | None:
    if "block_size" in call.proto.attr_index:
        size = call.int_attr("block_size")
        return (size, size)
    return ints_of(call, "block_shape")


def _window_count(
    call: Call, size: Axis, kernel: int, stride: int, rate: int, mode: str, pads: tuple[int, int]
) -> Axis:
    if size is None:
        return None
    if mode == "SAME":
        return ceil_div(size, stride)
    room = size + (0 if mode == "VALID" else sum(pads))
    need_at_least(call, room, rate * (kernel - 1) + 1, "a window fits the input [C4]")
    return floor_div(room - rate * (kernel - 1) - 1, stride) + 1


def _by_letter(call: Call, name: str, letters: str) -> dict[str, int]:
    """A list with one positive number an axis, by the letter of the axis."""
    values = call.ints_attr(name)
    if len(values) != len(letters) or min(values) < 1:
        expected = f"{len(letters)} values > 0, for {', '.join(letters)}"
        call.fail("attr-constraint", f"`{name}` holds a number for each axis", expected=expected, got=str(values))
    return dict(zip(letters, values, strict=True))


def image_patches(call: Call) -> Shape:
    """ExtractImagePatches: every window becomes one vector of kernel height * width * C.

    C4: a window fits.
    """
    x = call.shape("x")
    if need_rank(call, x, "x", 4) is None:
        return Shape.unknown(4)
    letters = _image_axes(call, 4, "NHWC")
    kernel, stride, rate = (_by_letter(call, name, letters) for name in ("ksizes", "strides", "rates"))
    sizes = dict(zip(letters, x, strict=True))
    for axis in "HW":
        sizes[axis] = _window_count(
            call, sizes[axis], kernel[axis], stride[axis], rate[axis], call.str_attr("padding"), (0, 0)
        )
    sizes["C"] = product_of((sizes["C"], kernel["H"] * kernel["W"]))
    return Shape([sizes[axis] for axis in letters])


def volume_patches(call: Call) -> Shape:
    """ExtractVolumePatches: the same with depth, C4 included."""
    x = call.shape("x")
    if need_rank(call, x, "x", 5) is None:
        return Shape.unknown(5)
    letters = call.format("x").axes or "NDHWC"
    kernel, stride = (_by_letter(call, name, letters) for name in ("ksizes", "strides"))
    sizes = dict(zip(letters, x, strict=True))
    for axis in "DHW":
        sizes[axis] = _window_count(call, sizes[axis], kernel[axis], stride[axis], 1, call.str_attr("padding"), (0, 0))
    sizes["C"] = product_of((sizes["C"], kernel["D"] * kernel["H"] * kernel["W"]))
    return Shape([sizes[axis] for axis in letters])


def im2col(call: Call) -> Shape:
    """Im2col: every window of an image becomes one column, laid out as an image of windows.

    [N, C, H, W] -> [N, C * kernel height * width, windows down, windows across]; likewise in NHWC.
    C1: the image is NCHW or NHWC. C2: `ksizes` holds two positive numbers. C3: pads are >= 0. C4: a window fits.
    """
    x = call.shape("x")
    letters = call.format("x").axes
    if x.rank is None:
        return UNKNOWN
    if letters not in ("NCHW", "NHWC") or x.rank != 4:
        call.fail(
            "rank-mismatch", "x is an image in NCHW or NHWC [C1]", expected="rank 4", got=f"{x} in {letters or 'ND'}"
        )
    sizes = dict(zip(letters, x, strict=True))
    kernel = call.ints_attr("ksizes")
    if len(kernel) != 2 or min(kernel) <= 0:
        call.fail(
            "attr-constraint", "`ksizes` holds kernel height and width [C2]", expected="2 values > 0", got=str(kernel)
        )
    stride, rate = (_pair(call, name) for name in ("strides", "dilations"))
    mode = call.str_attr("padding_mode")
    if mode not in ("CALCULATED", "SAME", "VALID"):
        call.fail("attr-constraint", "`padding_mode` is CALCULATED, SAME or VALID", got=mode)
    pads = _four(call, call.ints_attr("pads"))
    if min(pads) < 0:
        call.fail("attr-constraint", "`pads` are >= 0 [C3]", expected=">= 0", got=str(pads))
    for i, axis in enumerate("HW"):
        pair = (pads[2 * i], pads[2 * i + 1])
        count = _window_count(call, sizes[axis], kernel[i], stride[i], rate[i], mode, pair)
        if isinstance(count, int) and count <= 0:
            call.fail(
                "shape-mismatch", "the window is larger than the padded image [C4]", expected="> 0", got=str(count)
            )
        sizes[axis] = count
    sizes["C"] = product_of((sizes["C"], kernel[0] * kernel[1]))
    return Shape([sizes[axis] for axis in letters])


def col2im(call: Call) -> Shape:
    """Col2im, Col2ImV2: elements of windows added up to an image, [N, C, taps, windows] -> [N, C, H, W].

    C1: x has four axes, and `output_size` holds H and W. C2: kernel, dilation and stride are two positive numbers each,
    padding two that are not negative. C3: axis 2 of x has an element for each tap of the kernel. C4: axis 3 has one for
    each window that fits.
    """
    x, sizes = call.shape("x"), _two(call, "output_size", 0)
    if need_rank(call, x, "x", 4) is None:
        return Shape((None, None, *sizes))
    kernel = _two(call, "kernel_size", 1)
    stride, rate = (_two_numbers(call, name, 1) for name in ("stride", "dilation"))
    pads = _two_numbers(call, "padding", 0)
    agree(call, product_of(kernel), x[2], "taps of the kernel and axis 2 of x [C3]")
    counts: list[Axis] = []
    for axis in (0, 1):
        taps, both = kernel[axis], 2 * pads[axis]
        size = sizes[axis]
        span = None if size is None or taps is None else size + both - rate[axis] * (taps - 1) - 1
        counts.append(None if span is None else floor_div(span, stride[axis]) + 1)
    agree(call, product_of(counts), x[3], "windows and axis 3 of x [C4]")
    return Shape((x[0], x[1], *sizes))


def _two(call: Call, name: str, least: int) -> Sequence[Axis]:
    """Two numbers that are an input in one version of an operator and an attribute in the other."""
    if name not in call.proto.input_index:
        return _two_numbers(call, name, least)
    found = dims_at(call, name) or [None, None]
    if len(found) != 2 or any(isinstance(size, int) and size < least for size in found):
        call.fail(
            "shape-mismatch", f"`{name}` holds two numbers [C1]", expected=f"2 numbers >= {least}", got=str(found)
        )
    return found


def _two_numbers(call: Call, name: str, least: int) -> tuple[int, ...]:
    values = call.ints_attr(name)
    if len(values) != 2 or min(values) < least:
        call.fail(
            "attr-constraint", f"`{name}` holds two numbers [C2]", expected=f"2 numbers >= {least}", got=str(values)
        )
    return values


def _pair(call: Call, name: str) -> tuple[int, int]:
    values = call.ints_attr(name)
    if len(values) not in (1, 2) or any(value <= 0 for value in values):
        call.fail("attr-constraint", f"`{name}` holds one or two positive numbers", got=str(values))
    return values[0], values[-1]


def _four(call: Call, pads: tuple[int, ...]) -> tuple[int, int, int, int]:
    match pads:
        case (every,):
            return every, every, every, every
        case (height, width):
            return height, height, width, width
        case (top, bottom, left, right):
            return top, bottom, left, right
        case _:
            call.fail("attr-constraint", "`pads` holds 1, 2 or 4 numbers", got=str(pads))


_BITS = 8


def bit_packed(call: Call) -> Shape:
    """CompareAndBitpack: the last axis holds eight comparisons a byte.

    C1: eight divides the last axis. C2: the threshold is one number.
    """
    x, count = call.shape("x"), vector_length(call, "threshold")
    if count not in (None, 1):
        call.fail("shape-mismatch", "the threshold is one number [C2]", expected="1", got=str(count))
    if x.rank == 0:
        call.fail("rank-mismatch", "comparisons are packed along the last axis", expected="rank 1 or more", got="0")
    return x if x.rank is None else x.with_dim(-1, divided(call, x[-1], _BITS, "8 and the last axis [C1]"))


def select(call: Call) -> Shape:
    """Select: x1 and x2 have one shape; the condition has it too, or is one truth value a row, or a single one.

    C1: x1 and x2 agree. C2: the condition fits them.
    """
    both = agree_shapes(call, call.shape("x1"), call.shape("x2"), "sizes of x1 and x2 [C1]")
    condition = call.shape("condition")
    if condition.rank in (None, 0) or both.rank is None or condition.numel() == 1:
        return both
    if condition.rank == 1 and both.rank > 1:
        agree(call, condition[0], both[0], "the condition and the rows of x1 [C2]")
    else:
        both = agree_shapes(call, condition, both, "sizes of the condition and x1 [C2]")
    return both


def roll(call: Call) -> Shape:
    """Roll: the shape of x.

    C1: as many shifts as axes, one where the flattened tensor is rolled.
    """
    shifts, axes = call.ints_attr("shifts"), call.ints_attr("dims")
    if len(shifts) != max(len(axes), 1):
        call.fail(
            "attr-constraint",
            "`shifts` has a number for each axis [C1]",
            expected=str(max(len(axes), 1)),
            got=str(len(shifts)),
        )
    return call.shape("x")


def reverse_sequence(call: Call) -> Shape:
    """ReverseSequence: the shape of x.

    C3: lengths are a vector with one a sequence. C4: a sequence does not run along its own number.
    """
    x, lengths = call.shape("x"), call.shape("seq_lengths")
    need_rank(call, lengths, "seq_lengths", 1)
    if x.rank is None:
        return UNKNOWN
    batch = normalise_axis(call, call.int_attr("batch_dim"), x.rank, "batch_dim")
    if batch == normalise_axis(call, call.int_attr("seq_dim"), x.rank, "seq_dim"):
        call.fail("attr-constraint", "`seq_dim` and `batch_dim` are two axes [C4]", got=str(batch))
    count = lengths[0] if lengths.rank else None
    return x.with_dim(batch, agree(call, x[batch], count, "sequences and their lengths [C3]"))
