"""Shapes of gradients of convolutions, and of transposed ones, which are gradients too.

The size of what they are gradients of is given, or follows, and must fit the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from metadef.infer.shape.common import Axis, agree, dims_at, divided, need_at_least, need_rank, product_of
from metadef.infer.shape.conv import (
    check_bias,
    default_taps,
    padding_mode,
    padding_pairs,
    sized,
    spatial_axes,
    spread,
    tensor_axes,
    window_out_size,
)
from metadef.ops.call import Call
from metadef.types.dim import exact_divide
from metadef.types.shape import Shape

__all__ = ["conv_transpose", "filter_gradient", "input_gradient", "need_forward"]

Sizes = Mapping[str, Axis]  # by axis letter


def input_gradient(name: str = "input_size", *, depthwise: bool = False) -> Callable[[Call], Shape]:
    """The gradient with respect to a feature map: its size is given as an input or attribute.

    C1: the size has the rank of the gradient that arrives. C2: a convolution of that size has the size of the gradient
    that arrives. C3: channels are those of the filter. Of a depthwise filter C1 alone is asked.
    """

    def rule(call: Call) -> Shape:
        out, sizes = call.shape("out_backprop"), _given(call, name)
        if depthwise:
            return sized(sizes) if sizes is not None else Shape.unknown(out.rank)
        kernel = call.shape("filter")
        letters = spatial_axes(call, port="out_backprop")
        if len(letters) not in (out.rank, None if sizes is None else len(sizes)):
            return sized(sizes) if sizes is not None else Shape.unknown(out.rank)
        own = tensor_axes(call, letters, "out_backprop")
        taps = call.format("filter").axes or default_taps(letters)
        window = _by_letter(taps, kernel.dims if kernel.rank == len(letters) else None)
        arriving = _by_letter(own, out.dims if out.rank is not None else None)
        image = _by_letter(own, sized(sizes).dims if sizes is not None else None)
        image["N"], image["C"] = need_forward(call, letters, image, window, arriving)
        return Shape([image[axis] for axis in own])

    return rule


def filter_gradient(name: str = "filter_size", *, depthwise: bool = False) -> Callable[[Call], Shape]:
    """The gradient with respect to a filter: its size is given as an input or attribute.

    C1: the size has the rank of the gradient that arrives. C2: a convolution with that filter has the size of the
    gradient that arrives. C3: channels are those of the filter. Of a depthwise filter, or where the filter may lie in
    several orders of axes, C1 alone is asked.
    """

    def rule(call: Call) -> Shape:
        out, sizes = call.shape("out_backprop"), _given(call, name)
        if sizes is None or depthwise:
            return sized(sizes) if sizes is not None else Shape.unknown(out.rank)
        x, letters = call.shape("x"), spatial_axes(call)
        if not letters.startswith("NC") or len(sizes) != len(letters):
            return sized(sizes)
        own = tensor_axes(call, letters)
        fits = [shape.dims if shape.rank == len(letters) else None for shape in (x, out)]
        image, arriving = (_by_letter(own, dims) for dims in fits)
        need_forward(call, letters, image, _by_letter(letters, sized(sizes).dims), arriving)
        return sized(sizes)

    return rule


def _given(call: Call, name: str) -> Sequence[Axis] | None:
    """The size that is asked for; one of another rank than the gradient that arrives is refused [C1]."""
    sizes = dims_at(call, name) if name in call.proto.input_index else call.ints_attr(name)
    rank = call.shape("out_backprop").rank
    if sizes is not None and rank is not None and rank != len(sizes):
        call.fail("shape-mismatch", f"`{name}` has a size for each axis [C1]", expected=str(rank), got=str(len(sizes)))
    return sizes


def _by_letter(letters: str, dims: Sequence[Axis] | None) -> dict[str, Axis]:
    return dict(zip(letters, dims, strict=True)) if dims is not None else dict.fromkeys(letters)


def need_forward(call: Call, letters: str, image: Sizes, window: Sizes, out: Sizes) -> tuple[Axis, Axis]:
    """A convolution of `image` with the filter `window` gives `out`: [C2] sizes and [C3] channels.

    Returns:
        The batch and the channels of the image, as far as anything says them.

    Raises:
        MetadefError: shape-mismatch or shape-contradiction.
    """
    spatial = "DHW" if "D" in letters else "HW"
    groups = call.int_attr("groups") if "groups" in call.proto.attr_index else 1
    batch = agree(call, image["N"], out["N"], "batches of the input and its result [C2]")
    agree(call, window["N"], out["C"], "output channels of the filter and its result [C3]")
    inner, channels = window["C"], image["C"]
    if inner is not None:
        channels = agree(call, channels, inner * groups, "channels of the input and of the filter [C3]")
    elif channels is not None and groups > 1 and isinstance(channels, int) and exact_divide(channels, groups) is None:
        call.fail("shape-mismatch", "groups divide the channels [C3]", expected=f"a multiple of {groups}")
    mode = padding_mode(call)
    strides, dilations = (spread(call, name, letters, spatial) for name in ("strides", "dilations"))
    pads = padding_pairs(call, len(spatial), mode)
    for at, axis in enumerate(spatial):
        size = window_out_size(call, image[axis], window[axis], strides[at], pads[at], dilations[at], mode)
        agree(call, size, out[axis], f"windows along {axis} and the size of the result [C2]")
    return batch, channels


def conv_transpose(spatial_of: str, size_port: str = "") -> Callable[[Call], Shape]:
    """Transposed convolution; an `input_size` (attribute or known value) decides the output where it is given.

    C4: the pads, which are cut off, leave something.

    Along "HW" or "DHW"; along those that the data format has where `spatial_of` is empty. C2 and C3 of a given size as
    in `input_gradient`: a transposed convolution is the gradient of one.
    """

    def rule(call: Call) -> Shape:
        letters = spatial_axes(call, spatial=spatial_of)
        spatial = "DHW" if "D" in letters else "HW"
        x, kernel = call.shape("x"), call.shape("filter")
        for port in ("x", "filter"):
            need_rank(call, call.shape(port), port, len(letters))
        taps = call.format("filter").axes or default_taps(letters)
        own = tensor_axes(call, letters)
        sizes = _by_letter(own, x.dims if x.rank is not None else None)
        window = _by_letter(taps, kernel.dims if kernel.rank is not None else None)
        given = _given_size(call, size_port)
        if given is not None and len(given) == len(letters) and any(size != 0 for size in given):
            need_forward(call, letters, _by_letter(own, sized(given).dims), window, sizes)
            return sized(given)
        # several sizes have a convolution of the size of x, where its windows are not next to each other
        is_open = given is None and size_port != "" and call.has(size_port)
        groups = call.int_attr("groups")
        agree(call, sizes["C"], window["N"], "channels of x and filter [C3]")
        divided(call, sizes["C"], max(groups, 1), "groups and channels of x [C3]")
        out = dict(sizes, C=product_of((window["C"], groups)))
        check_bias(call, out["C"])
        strides, dilations = (spread(call, name, letters, spatial) for name in ("strides", "dilations"))
        padded = "output_padding" in call.proto.attr_index
        extra = spread(call, "output_padding", letters, spatial) if padded else [0] * len(spatial)
        mode = padding_mode(call)
        for index, axis in enumerate(spatial):
            size, taps_len = sizes[axis], window[axis]
            if size is None or taps_len is None or (is_open and strides[index] != 1):
                out[axis] = None
            elif mode == "SAME":
                out[axis] = size * strides[index]
            else:
                pads = padding_pairs(call, len(spatial), mode)[index]
                grown = strides[index] * (size - 1) + dilations[index] * (taps_len - 1) + 1 + extra[index]
                out[axis] = grown - sum(pads)
                need_at_least(call, grown, sum(pads) + 1, "the pads leave something [C4]")
        return Shape([out[axis] for axis in own])

    return rule


def _given_size(call: Call, port: str) -> Sequence[Axis] | None:
    if "input_size" in call.proto.attr_index:
        return call.ints_attr("input_size") or None
    return dims_at(call, port) if port and call.has(port) and call.value(port) is not None else None
