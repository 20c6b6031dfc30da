"""Sliding windows over feature maps: what convolution and pooling share. Everything here works in NC... order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.lib.stride_tricks import as_strided

from metadef.kernels.call import Array, KernelCall
from metadef.types.format import Format

__all__ = [
    "Geometry",
    "channel_axis",
    "channel_first",
    "fold",
    "from_channel_first",
    "geometry",
    "letters_of",
    "padded",
    "spread",
    "taps",
    "windows",
]

Pads = list[tuple[int, int]]


class Geometry:
    """Window lengths, strides, dilations and pads along the spatial axes."""

    __slots__ = ("ceil", "dilations", "kernel", "pads", "strides")

    def __init__(
        self, kernel: Sequence[int], strides: Sequence[int], dilations: Sequence[int], pads: Pads, ceil: bool = False
    ) -> None:
        self.kernel = list(kernel)
        self.strides = list(strides)
        self.dilations = list(dilations)
        self.pads = pads
        self.ceil = ceil

    def out_size(self, axis: int, size: int) -> int:
        """Number of windows along an axis; with `ceil`, none starts in the padding behind the input."""
        before, after = self.pads[axis]
        span = size + before + after - self.dilations[axis] * (self.kernel[axis] - 1) - 1
        if not self.ceil:
            return span // self.strides[axis] + 1
        out = -(-span // self.strides[axis]) + 1
        return out - 1 if (out - 1) * self.strides[axis] >= size + before else out


def letters_of(call: KernelCall, port: str = "x") -> str:
    """The axis letters of the feature map: the attribute where it is set, else the origin format."""
    given = call.attrs.get("data_format")
    origin = call.format(port)
    if isinstance(given, str) and given != "ND":
        return given
    if origin is not Format.ND and origin.axes is not None:
        return origin.axes
    if "data_format" in call.proto.attr_index:
        return call.str("data_format")
    return "NCDHW" if call[port].ndim == 5 else "NCHW"


def channel_axis(call: KernelCall, rank: int, port: str = "x") -> int:
    """Where the channels are: by the attribute where it is set, else by the origin format, else axis 1."""
    given = call.attrs.get("data_format")
    origin = call.format(port)
    letters = given if isinstance(given, str) and given != "ND" else origin.axes if origin is not Format.ND else None
    if letters is not None and "C" in letters and len(letters) == rank:
        return letters.index("C")
    return 1 if rank > 1 else 0


def channel_first(array: Array, letters: str) -> Array:
    """The array with N, C first and the spatial axes in order; filters count their outputs as N."""
    wanted = "NC" + "".join(letter for letter in letters if letter not in "NC")
    return np.transpose(array, [letters.index(letter) for letter in wanted])


def from_channel_first(array: Array, letters: str) -> Array:
    """The inverse of `channel_first`."""
    wanted = "NC" + "".join(letter for letter in letters if letter not in "NC")
    return np.transpose(array, [wanted.index(letter) for letter in letters])


def spread(values: Sequence[int], letters: str, fill: int = 1) -> list[int]:
    """An attribute given for all axes, for the spatial ones, or once, as one value a spatial axis."""
    spatial = [letter for letter in letters if letter not in "NC"]
    if len(values) == len(letters):
        return [values[letters.index(letter)] for letter in spatial]
    if len(values) == len(spatial):
        return list(values)
    return [values[0] if values else fill] * len(spatial)


def geometry(
    call: KernelCall,
    letters: str,
    kernel: Sequence[int],
    sizes: Sequence[int],
    *,
    dilation: str = "dilations",
    ceil: bool = False,
) -> Geometry:
    """From the attributes of a convolution or pooling; SAME puts the odd element behind, as CANN and TensorFlow do."""
    strides = spread(call.numbers("strides"), letters)
    dilations = spread(call.ints(dilation), letters) if dilation in call.proto.attr_index else [1] * len(kernel)
    mode, pads = _mode(call), _explicit_pads(call, len(kernel))
    if mode == "SAME":
        pads = []
        for size, taps, stride, step in zip(sizes, kernel, strides, dilations, strict=True):
            total = max(0, (-(-size // stride) - 1) * stride + step * (taps - 1) + 1 - size)
            pads.append((total // 2, total - total // 2))
    elif mode == "VALID":
        pads = [(0, 0)] * len(kernel)
    return Geometry(kernel, strides, dilations, pads, ceil)


def _mode(call: KernelCall) -> str:
    for name in ("pad_mode", "padding_mode", "padding"):
        if name in call.proto.attr_index:
            value = call.attr(name)
            if isinstance(value, str) and value not in ("SPECIFIC", "CALCULATED", ""):
                return "SAME" if value.startswith("SAME") else value
    pads = call.ints("pads") if "pads" in call.proto.attr_index else ()
    return "SAME" if pads and all(pad == -1 for pad in pads) else ""


def _explicit_pads(call: KernelCall, count: int) -> Pads:
    pads = call.ints("pads") if "pads" in call.proto.attr_index else ()
    if len(pads) == 2 * count:
        return [(pads[2 * axis], pads[2 * axis + 1]) for axis in range(count)]
    if len(pads) == count:
        return [(pad, pad) for pad in pads]
    return [(0, 0)] * count


def padded(x: Array, shape: Geometry, value: float) -> Array:
    """The feature map with its pads, and behind them what the last window of a ceil mode needs."""
    widths: Pads = [(0, 0), (0, 0)]
    for axis, (before, after) in enumerate(shape.pads):
        size = x.shape[axis + 2]
        last = (
            (shape.out_size(axis, size) - 1) * shape.strides[axis]
            + shape.dilations[axis] * (shape.kernel[axis] - 1)
            + 1
        )
        widths.append((before, max(after, last - size - before)))
    return np.pad(x, widths, constant_values=np.asarray(value, x.dtype))


def windows(x: Array, shape: Geometry, counts: Sequence[int]) -> Array:
    """A view [N, C, out..., kernel...] of a padded feature map."""
    strides = x.strides[2:]
    steps = [step * stride for step, stride in zip(strides, shape.strides, strict=True)]
    reach = [step * dilation for step, dilation in zip(strides, shape.dilations, strict=True)]
    return as_strided(x, (*x.shape[:2], *counts, *shape.kernel), (*x.strides[:2], *steps, *reach), writeable=False)


def taps(x: Array, shape: Geometry, counts: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Array]]:
    """For each place in the window, the view [N, C, out...] of what all windows see there."""
    for tap in np.ndindex(*shape.kernel):
        place = tuple(
            slice(at * step, at * step + stride * (count - 1) + 1, stride)
            for at, step, stride, count in zip(tap, shape.dilations, shape.strides, counts, strict=True)
        )
        yield tap, x[(slice(None), slice(None), *place)]


_MANY_TAPS = 256  # WHY: passes over the whole map; above, one pass over all windows is faster


def fold(function: np.ufunc, x: Array, shape: Geometry, counts: Sequence[int]) -> Array:
    """`function` reduced over each window of a padded feature map: [N, C, out...]."""
    if np.prod(shape.kernel) > _MANY_TAPS:
        axes = tuple(range(2 + len(counts), 2 + 2 * len(counts)))
        return np.asarray(function.reduce(windows(x, shape, counts), axis=axes))
    result: Array | None = None
    for _, seen in taps(x, shape, counts):
        result = seen.copy() if result is None else np.asarray(function(result, seen, out=result))
    assert result is not None  # a window has a tap
    return result
