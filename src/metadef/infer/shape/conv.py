"""Shapes of convolutions.

out = floor((in + pad_before + pad_after - dilation * (kernel - 1) - 1) / stride) + 1; SAME gives ceil(in / stride),
VALID has no pads. Transposed: out = stride * (in - 1) + output_padding + dilation * (kernel - 1) + 1 - pads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from metadef.errors import MetadefError
from metadef.infer.shape.common import Axis, agree, need_rank, product_of
from metadef.ops.call import Call
from metadef.types.dim import ceil_div, dim_min, floor_div
from metadef.types.format import Format
from metadef.types.shape import Shape

__all__ = [
    "conv",
    "conv_compressed",
    "conv_out_size",
    "correlation",
    "default_taps",
    "deformable_conv",
    "deformable_offsets",
    "depthwise_4d",
    "depthwise_6d",
    "padding_mode",
    "padding_pairs",
    "sized",
    "spatial_axes",
    "spread",
    "tensor_axes",
    "two_results",
    "window_out_size",
]

_EXPLICIT_PADS = ("SPECIFIC", "CALCULATED", "EXPLICIT", "NOTSET", "")
_FILTER_OF = {"NCHW": "NCHW", "NHWC": "HWCN", "NCDHW": "NCDHW", "NDHWC": "DHWCN"}


def conv_out_size(size: Axis, kernel: Axis, stride: int, pads: tuple[int, int], dilation: int = 1) -> Axis:
    """Length of one spatial axis after a convolution.

    Args:
        size: input length, in elements, an int or a symbolic `Dim`; None when unknown.
        kernel: kernel length, in elements.
        stride: step between windows, in elements; must be > 0.
        pads: elements added (before, after).
        dilation: distance between kernel taps; 1 means dense.

    Raises:
        ValueError: if `stride` is not positive.

    >>> conv_out_size(224, 7, 2, (3, 3))
    112
    >>> conv_out_size(None, 3, 1, (1, 1)) is None
    True
    """
    if stride <= 0:
        raise ValueError(f"stride must be positive, got {stride}")
    if size is None or kernel is None:
        return None
    return floor_div(size + sum(pads) - dilation * (kernel - 1) - 1, stride) + 1


def window_out_size(
    call: Call,
    size: Axis,
    kernel: Axis,
    stride: int,
    pads: tuple[int, int],
    dilation: int,
    mode: str,
    ceil: bool = False,
) -> Axis:
    """Length of a spatial axis after a window operator with a padding mode (SAME, VALID, or explicit pads).

    Raises:
        MetadefError: attr-constraint for a stride that is not positive, shape-mismatch for a window that does not fit.
    """
    if not mode and not ceil and stride > 0 and type(size) is int and type(kernel) is int:
        room = size + pads[0] + pads[1] - dilation * (kernel - 1) - 1
        if room >= 0:
            return room // stride + 1
    if stride <= 0:
        call.fail("attr-constraint", "strides must be positive", expected="> 0", got=str(stride))
    if size is None or kernel is None:
        return None
    if mode.startswith("SAME"):
        return ceil_div(size, stride)
    if mode == "VALID":
        pads = (0, 0)
    reach = dilation * (kernel - 1)
    span = size + (pads[0] + pads[1] - 1 - reach)
    # WHY: rounding up lets the first window be larger than the input, as long as its last step begins inside
    slack = stride - 1 if ceil else 0
    if isinstance(span, int):
        if span < -slack and size == 0:
            return 0
        if span < -slack:
            call.fail(
                "shape-mismatch",
                "the window is larger than the padded input",
                expected=f"at most {size} + {sum(pads)}",
                got=f"{kernel} taps, {dilation} apart",
            )
    else:
        problem = call.store.require_at_least(span, -slack, f"{call.subject}: the window fits the input")
        if problem is not None:
            raise MetadefError(problem)
    if not ceil:
        return floor_div(span, stride) + 1
    out = ceil_div(span, stride) + 1
    # WHY: a window that would start in the padding behind the input is dropped (Caffe, torch and onnx agree)
    if isinstance(reach, int) and pads[1] - reach - 1 + stride <= 0:
        return out
    return dim_min(out, ceil_div(size + pads[0], stride))


def spatial_axes(call: Call, attr: str = "data_format", port: str = "x", spatial: str = "") -> str:
    """The axis letters of the feature map: the attribute where it is set, else the input's origin format.

    Raises:
        MetadefError: attr-constraint for a layout without N and C, or without the axes that the operator works along.
    """
    given = call.attrs.get(attr)
    origin = call.format(port)
    letters = given if isinstance(given, str) else origin.axes if origin is not Format.ND else None
    if letters is None:
        letters = call.str_attr(attr) if attr in call.proto.attr_index else "NCHW"
    if letters == "ND" and origin.axes is not None:
        letters = origin.axes
    if letters not in _FILTER_OF or (spatial and len(letters) != len(spatial) + 2):
        allowed = [layout for layout in _FILTER_OF if not spatial or len(layout) == len(spatial) + 2]
        call.fail("attr-constraint", f"`{attr}` must be one of {', '.join(allowed)}", got=letters)
    return letters


def tensor_axes(call: Call, letters: str, port: str = "x") -> str:
    """The axis letters in which the tensor lies: a given `data_format`, else its origin format."""
    if "data_format" in call.attrs:
        return letters
    own = call.format(port).axes
    return own if own is not None and (own == letters or sorted(own) == sorted(letters)) else letters


_OF_WINDOWS = ("strides", "dilations")  # steps that are meant along the spatial axes only


def spread(call: Call, name: str, letters: str, spatial: str) -> list[int]:
    """The attribute's value along the spatial axes; it is given for all axes, in the order of the data format."""
    values = call.ints_attr(name)
    if len(values) == len(letters):
        if name in _OF_WINDOWS and not values[letters.index("N")] == values[letters.index("C")] == 1:
            call.fail("attr-constraint", f"`{name}` of batch and channels are 1", expected="1", got=str(list(values)))
        if letters.endswith(spatial):
            return list(values[-len(spatial) :])
        return [values[letters.index(axis)] for axis in spatial]
    if len(values) == len(spatial):
        return list(values)
    if len(values) == 1:
        return list(values) * len(spatial)
    call.fail(
        "attr-constraint",
        f"`{name}` needs {len(letters)} values for {letters}",
        expected=str(len(letters)),
        got=str(values),
    )


def padding_pairs(call: Call, count: int, mode: str) -> list[tuple[int, int]]:
    """(before, after) along each spatial axis; CANN writes top, bottom, left, right."""
    pads = call.ints_attr("pads") if "pads" in call.proto.attr_index else ()
    if not pads and mode != "":
        return [(0, 0)] * count
    if count == 2 and len(pads) == 4 and mode == "" and min(pads) >= 0:
        return [(pads[0], pads[1]), (pads[2], pads[3])]
    if len(pads) == count:
        return [(pad, pad) for pad in pads]
    if len(pads) != 2 * count:
        call.fail("attr-constraint", f"`pads` needs {2 * count} values", expected=str(2 * count), got=str(pads))
    if mode == "" and min(pads) < 0:
        call.fail("attr-constraint", "`pads` are not negative, but for -1 everywhere", expected=">= 0", got=str(pads))
    return [(pads[2 * i], pads[2 * i + 1]) for i in range(count)]


def padding_mode(call: Call) -> str:
    """SAME, VALID, or nothing where the pads count as given; prototypes spell the attribute in four ways.

    Raises:
        MetadefError: attr-constraint for a mode that does not exist.
    """
    for name in ("pad_mode", "padding_mode", "padding", "auto_pad"):
        if name in call.proto.attr_index:
            value = call.attr(name)
            if not isinstance(value, str) or value in _EXPLICIT_PADS:
                continue
            if value not in ("SAME", "SAME_UPPER", "SAME_LOWER", "VALID"):
                expected = "SAME, VALID, or a mode with explicit pads"
                call.fail("attr-constraint", f"`{name}` is no padding mode", expected=expected, got=value)
            return "VALID" if value == "VALID" else "SAME"
    pads = call.attr("pads") if "pads" in call.proto.attr_index else None
    if isinstance(pads, tuple) and pads and pads[0] == -1 and all(pad == -1 for pad in pads):
        return "SAME"
    return ""


def default_taps(letters: str) -> str:
    """The axis letters of a filter that says nothing itself, beside a feature map of these."""
    return letters if letters.startswith("NC") else _FILTER_OF[letters]


def conv(spatial: str, *, depthwise: bool = False, taps_port: str = "filter") -> Callable[[Call], Shape]:
    """Conv2D ("HW") and Conv3D ("DHW"), grouped, dilated, in any plain format.

    C1: the filter has as many input channels as x has, divided by groups.
    C2: groups divides the output channels. C3: a bias has one number an output channel.
    """

    def rule(call: Call) -> Shape:
        letters = spatial_axes(call, spatial=spatial)
        x, kernel, rank = call.shape("x"), call.shape(taps_port), len(letters)
        sizes = x.dims if x.rank == rank else _unknown_of(call, x, "x", rank)
        window = kernel.dims if kernel.rank == rank else _unknown_of(call, kernel, taps_port, rank)
        taps = call.format(taps_port).axes
        if taps is None or len(taps) != rank:
            taps = default_taps(letters)
        channel, taps_in, taps_out, places = _places(tensor_axes(call, letters), taps, spatial)
        groups = call.int_attr("groups") if "groups" in call.proto.attr_index else 1
        if depthwise:
            # WHY: TensorFlow's filter is [kH, kW, C_in, multiplier], onnx's [C_out, 1, kH, kW]: the product is C_out
            out_channels = product_of((window[taps_in], window[taps_out]))
        else:
            out_channels = window[taps_out]
            _check_channels(call, sizes[channel], window[taps_in], out_channels, groups)
        check_bias(call, out_channels)
        mode = padding_mode(call)
        strides = spread(call, "strides", letters, spatial)
        dilations = spread(call, "dilations", letters, spatial)
        pads = padding_pairs(call, len(spatial), mode)
        out = list(sizes)
        out[channel] = out_channels
        for at, (own, tap) in enumerate(places):
            out[own] = window_out_size(call, sizes[own], window[tap], strides[at], pads[at], dilations[at], mode)
        return Shape.of_dims(tuple(out))

    return rule


def _unknown_of(call: Call, shape: Shape, port: str, rank: int) -> tuple[Axis, ...]:
    """Dimensions of an input whose rank is not known; one of another rank is refused."""
    need_rank(call, shape, port, rank)
    return (None,) * rank


@lru_cache(maxsize=256)
def _places(own: str, taps: str, spatial: str) -> tuple[int, int, int, tuple[tuple[int, int], ...]]:
    """Where axes lie: channels of x, input and output channels of the filter, (x, filter) along the spatial axes."""
    return own.index("C"), taps.index("C"), taps.index("N"), tuple([(own.index(a), taps.index(a)) for a in spatial])


def conv_compressed(call: Call) -> Shape:
    """Conv2DCompress: as Conv2D of the filter as it was; of one that is packed into a vector nothing follows.

    C1 to C3 as in `conv`.
    """
    if call.shape("filter_compress").rank == 1:
        return Shape.unknown(4)
    return conv("HW", taps_port="filter_compress")(call)


def check_bias(call: Call, channels: Axis) -> None:
    """A bias has one number an output channel [C3], whatever axes of length 1 stand around it."""
    bias = call.desc("bias") if "bias" in call.proto.input_index else None
    if bias is None or bias.origin_shape.rank is None:
        return
    dims = bias.origin_shape.dims
    if len(dims) != 1 or dims[0] != channels:
        agree(call, channels, product_of(dims), "output channels and numbers in the bias [C3]")


def _agree_in_channels(call: Call, channels: Axis, wanted: Axis) -> None:
    """WHY the way out: frameworks put channels first, and the default of most convolutions puts them last."""
    try:
        agree(call, channels, wanted, "channels of x and filter channels times groups [C1]")
    except MetadefError as error:
        if "data_format" in call.attrs or "data_format" not in call.proto.attr_index:
            raise
        hint = f'data_format, which is "{call.attr("data_format")}" where it is left out'
        raise MetadefError([replace(item, hint=hint) for item in error.findings]) from error


def _check_channels(call: Call, channels: Axis, per_group: Axis, out: Axis, groups: int) -> None:
    if groups <= 0:
        call.fail("attr-constraint", "`groups` must be positive", expected="> 0", got=str(groups))
    if channels is not None and per_group is not None and (groups != 1 or channels != per_group):
        _agree_in_channels(call, channels, per_group * groups)
    if isinstance(out, int) and out % groups:
        call.fail(
            "shape-mismatch",
            "groups must divide the output channels [C2]",
            expected=f"a multiple of {groups}",
            got=str(out),
        )


def sized(sizes: Sequence[Axis]) -> Shape:
    """A shape from given sizes; -1 is unknown."""
    return Shape([None if isinstance(size, int) and size == -1 else size for size in sizes])


def deformable_offsets(call: Call) -> Shape:
    """DeformableOffsets: every window of x is laid out as kernel height x width pixels of a larger image.

    [N, C, out_h * kH, out_w * kW] in the format of x; out_h and out_w are those of `offsets`.
    C1: `ksize` holds kernel height and width. C2: x and offsets have one batch. C3: `offsets` has a plane across and
    one down for each tap of each group, and a third where `modulated`. C4: there are as many offsets as windows.
    """
    letters = spatial_axes(call)
    x, offsets = call.shape("x"), call.shape("offsets")
    if need_rank(call, x, "x", 4) is None:
        return Shape.unknown(4)
    kernel = call.ints_attr("ksize")
    if len(kernel) != 2 or min(kernel) <= 0:
        call.fail("attr-constraint", "`ksize` holds kernel height and width [C1]", expected="2 > 0", got=str(kernel))
    own = tensor_axes(call, letters)
    sizes = dict(zip(own, x, strict=True))
    steps = dict(zip(own, offsets, strict=True)) if need_rank(call, offsets, "offsets", 4) else dict.fromkeys(own)
    agree(call, sizes["N"], steps["N"], "batches of x and offsets [C2]")
    planes = (3 if call.bool_attr("modulated") else 2) * call.int_attr("deformable_groups") * kernel[0] * kernel[1]
    agree(call, planes, steps["C"], "planes of offsets, for each tap of each group [C3]")
    strides, dilations = (spread(call, name, letters, "HW") for name in ("strides", "dilations"))
    pads = padding_pairs(call, 2, "")
    for i, axis in enumerate("HW"):
        count = window_out_size(call, sizes[axis], kernel[i], strides[i], pads[i], dilations[i], "")
        sizes[axis] = product_of((agree(call, count, steps[axis], f"windows and offsets along {axis} [C4]"), kernel[i]))
    return Shape([sizes[axis] for axis in own])


def deformable_conv(call: Call) -> Shape:
    """DeformableConv2D: as Conv2D, each tap of each window moved by `offsets`, which lies as the result does.

    C1 to C3 as in `conv`. C4: `offsets` has a plane across and one down for each tap of each group, and a third where
    `modulated`. C5: there are as many offsets as windows.
    """
    out, offsets, kernel = conv("HW")(call), call.shape("offsets"), call.shape("filter")
    letters = spatial_axes(call)
    own = tensor_axes(call, letters)
    if need_rank(call, offsets, "offsets", 4) is None:
        return out
    steps = dict(zip(own, offsets, strict=True))
    window = dict(zip(call.format("filter").axes or default_taps(letters), kernel, strict=False))
    per_tap = (3 if call.bool_attr("modulated") else 2) * call.int_attr("deformable_groups")
    planes = product_of((per_tap, window.get("H"), window.get("W")))
    agree(call, planes, steps["C"], "planes of offsets, for each tap of each group [C4]")
    sizes = dict(zip(own, out, strict=True))
    for axis in "NHW":
        sizes[axis] = agree(call, sizes[axis], steps[axis], f"windows and offsets along {axis} [C5]")
    return Shape([sizes[axis] for axis in own])


def two_results(call: Call) -> list[Shape]:
    """ExtendConv2D: Conv2D's result once, and with `dual_output` once more, scaled in another way.

    Without `dual_output` nothing is written to the second output: it is a placeholder without elements.
    """
    out = conv("HW")(call)
    return [out, out if call.bool_attr("dual_output") else Shape((0,))]


def correlation(call: Call) -> Shape:
    """Correlation: x [N, C, H, W] with a filter [N, C, h, w] of its own a sample; groups is 1, or C for depthwise."""
    x, kernel = call.shape("x"), call.shape("filter")
    if need_rank(call, x, "x", 4) is None or need_rank(call, kernel, "filter", 4) is None:
        return Shape.unknown(4)
    agree(call, x[0], kernel[0], "the batch of x and filter")
    agree(call, x[1], kernel[1], "channels of x and filter")
    rows, columns = (conv_out_size(x[at], kernel[at], 1, (0, 0)) for at in (2, 3))
    return Shape((x[0], 1 if call.int_attr("groups") == 1 else x[1], rows, columns))


_BLOCK = 16  # channels that lie together


def depthwise_6d(call: Call) -> Shape:
    """DepthwiseWeight4DTo6D: a filter [H, W, C, N] in blocks of 16 channels, [ceil(C / 16), H, W, N, 16, 16].

    C1: the filter has rank 4.
    """
    x = call.shape("x")
    if need_rank(call, x, "x", 4) is None:
        return Shape.unknown(6)
    rows, columns, channels, count = x
    blocks = None if channels is None else ceil_div(channels, _BLOCK)
    return Shape((blocks, rows, columns, count, _BLOCK, _BLOCK))


def depthwise_4d(call: Call) -> Shape:
    """DepthwiseWeight6DTo4D: blocks [C1, H, W, N, 16, 16] as a filter [H, W, channel_size, N].

    C1: the blocks have rank 6. C2: channel_size is positive.
    """
    x, channels = call.shape("x"), call.int_attr("channel_size")
    if channels <= 0:
        call.fail("attr-constraint", "`channel_size` is positive [C2]", expected="> 0", got=str(channels))
    if need_rank(call, x, "x", 6) is None:
        return Shape((None, None, channels, None))
    return Shape((x[1], x[2], channels, x[3]))
