"""Shapes of pooling.

One axis: out = floor or ceil((in + pads - dilation * (kernel - 1) - 1) / stride) + 1; SAME gives ceil(in / stride).
Prototypes differ in how they spell the window: all axes in the order of `data_format`, the spatial ones only, or the
places 1 and 2 of four (MaxPoolWithArgmaxV1 and V2).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor

from metadef.infer.shape.common import UNKNOWN, Axis, agree, dims_at, ints_at, need_rank, need_rank_within, product_of
from metadef.infer.shape.conv import padding_mode, sized, spatial_axes, tensor_axes, window_out_size
from metadef.ops.call import Call
from metadef.types.dim import ceil_div, floor_div
from metadef.types.shape import Shape

__all__ = [
    "adaptive",
    "averaging_matrix",
    "dilated",
    "dilation",
    "fractional",
    "global_pool",
    "of_size",
    "pool",
    "pool_1d",
    "pool_bitmask",
    "pool_by_input",
    "pool_with_mask",
]

_MASK_BLOCK = 16  # windows that one row of an argmax mask holds


def _first(call: Call, *names: str) -> tuple[int, ...]:
    """The attribute that goes by one of several names; empty when none is declared."""
    for name in names:
        if name in call.proto.attr_index:
            value = call.attr(name)
            return (value,) if isinstance(value, int) else call.ints_attr(name)
    return ()


def _spatial(call: Call, values: tuple[int, ...], letters: str, axes: str, what: str) -> list[int]:
    if not values:
        return [1] * len(axes)
    if len(values) == len(letters):
        if letters.endswith(axes):
            return list(values[-len(axes) :])
        return [values[letters.index(axis)] for axis in axes]
    if len(values) == len(axes):
        return list(values)
    if len(values) == 1:
        return list(values) * len(axes)
    call.fail("attr-constraint", f"`{what}` needs {len(axes)} or {len(letters)} values", got=str(values))


def _pads(call: Call, values: tuple[int, ...], letters: str, axes: str) -> list[tuple[int, int]]:
    if not values:
        return [(0, 0)] * len(axes)
    if len(values) == len(axes):
        return [(pad, pad) for pad in values]
    if len(values) == 2 * len(axes):
        return [(values[2 * i], values[2 * i + 1]) for i in range(len(axes))]
    if len(values) == 1:
        return [(values[0], values[0])] * len(axes)
    if len(values) == len(letters):
        return [(values[letters.index(axis)], values[letters.index(axis)]) for axis in axes]
    call.fail("attr-constraint", f"`pads` needs {2 * len(axes)} values", got=str(values))


def _is_set(call: Call, name: str) -> bool:
    return name in call.proto.attr_index and bool(call.attr(name))


def _pooled(
    call: Call, axes: str, order: str, window: tuple[int, ...], strides: tuple[int, ...], *, single: bool = False
) -> Shape:
    letters = spatial_axes(call) if "data_format" in call.proto.attr_index or not order else order
    if len(letters) != len(axes) + 2:
        letters = _by_default(call, axes)
    x = call.shape("x")
    count = len(letters)
    rank = need_rank(call, x, "x", *((count, count - 1) if single else (count,)))
    if rank is None:
        return UNKNOWN
    own = tensor_axes(call, "NC" + axes if order and call.format("x").axes is None else letters)
    own = own if rank == len(own) else own.replace("N", "")
    if _is_set(call, "global_pooling"):
        return Shape([1 if axis in axes else size for axis, size in zip(own, x, strict=True)])
    # WHY: four pads in the order [1, top, left, 1] go with windows in that order; elsewhere four are two pairs
    pad_values = _first(call, "pads", "pad")
    pads = (
        [(pad_values[order.index(axis)], pad_values[order.index(axis)]) for axis in axes]
        if order and len(pad_values) == len(order)
        else _pads(call, pad_values, letters, axes)
    )
    spell = order or letters
    kernel = _spatial(call, window, spell, axes, "ksize")
    step = _spatial(call, strides, spell, axes, "strides")
    apart = _spatial(call, _first(call, "dilation", "dilations", "rates"), spell, axes, "dilation")
    mode = padding_mode(call)
    ceil = _is_set(call, "ceil_mode")
    sizes = list(x.dims)
    for at, axis in enumerate(axes):
        if kernel[at] <= 0:
            call.fail("attr-constraint", "windows are positive", expected="> 0", got=str(kernel[at]))
        place = own.index(axis)
        sizes[place] = window_out_size(call, sizes[place], kernel[at], step[at], pads[at], apart[at], mode, ceil)
    return Shape.of_dims(tuple(sizes))


def _by_default(call: Call, axes: str) -> str:
    """The letters where those of x's format are others.

    Raises:
        MetadefError: attr-constraint, where it is the attribute that names another number of axes.
    """
    given = call.attrs.get("data_format")
    if isinstance(given, str) and given != "ND":
        call.fail("attr-constraint", "`data_format` has the axes of x", expected=f"NC{axes} or N{axes}C", got=given)
    return "NC" + axes


def pool(axes: str = "HW", order: str = "", *, single: bool = False) -> Callable[[Call], Shape]:
    """Pooling over the given axes; every output has the pooled shape.

    With `single` x may lack the batch axis, and windows without strides lie side by side, as in PyTorch.
    C1: the window fits the padded input. C2: strides are positive.
    """

    def rule(call: Call) -> Shape:
        window = _first(call, "ksize", "window")
        own = order if order and len(call.ints_attr("ksize")) == len(order) else ""
        strides = _first(call, "strides", "stride") or (window if single else ())
        return _pooled(call, axes, own, window, strides, single=single)

    return rule


def pool_by_input(call: Call) -> Shape:
    """MaxPoolV2: window and strides are inputs; where they are unknown batch and channels stay as they are."""
    window, strides = ints_at(call, "ksize"), ints_at(call, "strides")
    if window is not None and strides is not None:
        return _pooled(call, "HW", "", window, strides)
    x = call.shape("x")
    return UNKNOWN if need_rank(call, x, "x", 4) is None else _channels_kept(call, x)


def pool_with_mask(call: Call) -> list[Shape]:
    """MaxPoolWithArgmaxV1 and V2: the pooled shape, and a mask of [N, C, kernel size, ceil(windows / 16) + 1].

    Source: torch_npu's max_pool2d_with_indices, which allocates the mask that the kernel fills.
    """
    y = pool("HW", "NHWC")(call)
    window = call.ints_attr("ksize")
    if y.rank != 4 or len(window) != 4:
        return [y, Shape.unknown(4)]
    windows = product_of((y[2], y[3]))
    blocks = None if windows is None else ceil_div(windows, _MASK_BLOCK) + 1
    return [y, Shape((y[0], y[1], window[1] * window[2], blocks))]


def pool_bitmask(call: Call) -> list[Shape]:
    """MaxPool3DWithArgmax: the pooled shape twice; the mask's own size is a matter of the kernel."""
    y = pool("DHW")(call)
    return [y, Shape.unknown(y.rank) if call.str_attr("argmax_type") == "bitmask" else y]


def pool_1d(call: Call) -> Shape:
    """AvgPool1D: the axis W of x's format, else the last axis.

    C1: the window fits the padded input. C2: window and stride are positive.
    """
    x, window, given = call.shape("x"), call.int_attr("ksize"), call.ints_attr("pads")
    if window <= 0:
        call.fail("attr-constraint", "`ksize` is positive [C2]", expected="> 0", got=str(window))
    if x.rank is None:
        return UNKNOWN
    if x.rank == 0:
        call.fail("rank-mismatch", "x has an axis of windows", expected="rank 1 or more", got="0")
    place = _width(call, x.rank)
    pads = (given[0], given[-1]) if given else (0, 0)
    out = window_out_size(call, x[place], window, call.int_attr("strides"), pads, 1, "", call.bool_attr("ceil_mode"))
    return x.with_dim(place, out)


_CHANNEL_BLOCK = 16


def averaging_matrix(call: Call) -> Shape:
    """AvgPool1DAvgMatrix: a factor for each window of x [N, C, 1, W], for one batch and one block of 16 channels."""
    need_rank_within(call, "x", 3, 4)
    x = pool_1d(call)
    if x.rank is None:
        return UNKNOWN
    letters = call.format("x").axes
    if letters is None or len(letters) != x.rank or "C" not in letters:
        letters = "NCHW" if x.rank == 4 else "NCW"
    fixed = {"N": 1, "C": _CHANNEL_BLOCK, "H": 1}
    return Shape([fixed.get(axis, size) for axis, size in zip(letters, x, strict=True)])


def _width(call: Call, rank: int) -> int:
    letters = call.format("x").axes
    return letters.index("W") if letters is not None and len(letters) == rank and "W" in letters else rank - 1


def global_pool(call: Call) -> Shape:
    """Global pooling: every spatial axis becomes 1."""
    x = call.shape("x")
    if x.rank is None:
        return UNKNOWN
    if x.rank < 3:
        call.fail("rank-mismatch", "x has a batch, channels and spatial axes", expected="rank 3 or more", got=f"{x}")
    letters = call.format("x").axes
    keep = {letters.index("N"), letters.index("C")} if letters and len(letters) == x.rank and "N" in letters else {0, 1}
    return Shape([size if axis in keep else 1 for axis, size in enumerate(x)])


def adaptive(axes: str, name: str = "output_size") -> Callable[[Call], Shape]:
    """Adaptive pooling: the spatial axes get the given sizes; -1 keeps an axis, one number serves all."""

    def rule(call: Call) -> Shape:
        x = call.shape("x")
        letters = spatial_axes(call) if "data_format" in call.proto.attr_index else call.format("x").axes or "NC" + axes
        letters = letters if len(letters) == len(axes) + 2 else _by_default(call, axes)
        rank = need_rank(call, x, "x", len(letters), len(letters) - 1)
        sizes = ints_at(call, name) if name in call.proto.input_index else call.ints_attr(name)
        if rank is None or sizes is None:
            return Shape.unknown(rank)
        if len(sizes) != len(axes):
            call.fail("attr-constraint", f"`{name}` has {len(axes)} numbers", expected=f"{len(axes)}", got=str(sizes))
        own = letters if rank == len(letters) else letters.replace("N", "")
        out: dict[str, Axis] = dict(zip(own, x, strict=True))
        for at, axis in enumerate(axes):
            size = sizes[at % len(sizes)]
            if size < -1:
                call.fail("attr-constraint", f"`{name}` holds sizes", expected=">= 0, or -1", got=str(size))
            out[axis] = out[axis] if size == -1 else size
        return Shape([out[axis] for axis in own])

    return rule


def of_size(name: str, gradient: str) -> Callable[[Call], Shape]:
    """The shape that an input or attribute spells: `orig_input_shape` of a gradient.

    C1: it has as many axes as the gradient of the output.
    """

    def rule(call: Call) -> Shape:
        sizes = dims_at(call, name) if name in call.proto.input_index else call.ints_attr(name)
        rank = call.shape(gradient).rank
        if sizes is None:
            return Shape.unknown(rank)
        if rank is not None and rank != len(sizes):
            call.fail("rank-mismatch", f"`{name}` has a size an axis [C1]", expected=str(rank), got=str(len(sizes)))
        return sized(sizes)

    return rule


def dilation(call: Call) -> Shape:
    """Dilation2D: like a pooling whose window is the filter [kH, kW, C] in NHWC, [C, kH, kW] in NCHW.

    C3: x and the filter have one number of channels.
    """
    x, kernel, letters = call.shape("x"), call.shape("filter"), spatial_axes(call)
    need_rank(call, x, "x", 4)
    if need_rank(call, kernel, "filter", 3) is None:
        return _channels_kept(call, x)
    *taps, channels = kernel.dims if letters == "NHWC" else (*kernel.dims[1:], kernel[0])
    if x.rank:
        own = x[tensor_axes(call, letters).index("C")]
        agree(call, own, channels, "channels of x and the filter [C3]")
    known = tuple([tap for tap in taps if isinstance(tap, int)])
    return _pooled(call, "HW", "", known, call.ints_attr("strides")) if len(known) == 2 else _channels_kept(call, x)


def _channels_kept(call: Call, x: Shape) -> Shape:
    if x.rank is None:
        return Shape.unknown(4)
    letters = tensor_axes(call, spatial_axes(call))
    return Shape([size if axis in "NC" else None for axis, size in zip(letters, x, strict=True)])


def dilated(call: Call) -> Shape:
    """Dilation: elements of an axis are `dilations` apart, (size - 1) * dilation + 1; pads are not followed.

    C1: dilations are positive.
    """
    x, apart = call.shape("x"), call.ints_attr("dilations")
    if any(step <= 0 for step in apart):
        call.fail("attr-constraint", "dilations are positive [C1]", expected="> 0", got=str(apart))
    if x.rank is None or len(apart) != x.rank or any(call.ints_attr("pads")):
        return Shape.unknown(x.rank) if x.rank == len(apart) else UNKNOWN
    return Shape([size if size in (None, 0) else (size - 1) * step + 1 for size, step in zip(x, apart, strict=True)])


_SIDES = 4  # N, H, W, C
_MAX_DENOMINATOR = 1 << 10


def _shrunk(size: Axis, ratio: float) -> Axis:
    """floor(size / ratio); symbolic where the ratio is a simple fraction."""
    if size is None or isinstance(size, int):
        return None if size is None else floor(size / ratio)
    exact = Fraction(ratio)
    return floor_div(size * exact.denominator, exact.numerator) if exact.denominator <= _MAX_DENOMINATOR else None


def fractional(call: Call) -> list[Shape]:
    """FractionalAvgPool, FractionalMaxPool (TensorFlow): each axis over its ratio; the borders of rows and columns.

    C1: x has rank 4. C2: `pooling_ratio` has four numbers from 1 on, and leaves batch and channels as they are.
    """
    x, given = call.shape("x"), call.attr("pooling_ratio")
    ratios = [float(item) for item in given if isinstance(item, int | float)] if isinstance(given, tuple) else []
    need_rank(call, x, "x", _SIDES)
    if ratios and (len(ratios) != _SIDES or min(ratios) < 1 or ratios[0] != 1 or ratios[3] != 1):
        call.fail(
            "attr-constraint", "`pooling_ratio` is 1, rows, columns, 1 [C2]", expected="1 or more", got=str(ratios)
        )
    if not ratios or x.rank is None:
        return [Shape.unknown(_SIDES), Shape((None,)), Shape((None,))]
    sizes = [_shrunk(size, ratio) for size, ratio in zip(x, ratios, strict=True)]
    borders = [Shape((None if size is None else size + 1,)) for size in sizes[1:3]]
    return [Shape(sizes), *borders]
