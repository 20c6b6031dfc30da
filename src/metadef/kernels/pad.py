"""Padding."""

from __future__ import annotations

from typing import Literal

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]

Mode = Literal["reflect", "edge", "symmetric", "wrap"]
_MODES: dict[str, Mode] = {
    "reflect": "reflect",
    "edge": "edge",
    "symmetric": "symmetric",
    "circular": "wrap",
    "wrap": "wrap",
}


def _widths(call: KernelCall) -> Array:
    """(before, after) for each axis. Contiguous paddings are pairs, the others all befores, then all afters."""
    if "paddings" in call.proto.input_index:
        flat = [int(item) for item in call["paddings"].reshape(-1)]
    else:
        rows = call.attr_as("paddings", tuple)
        flat = [item for row in rows for item in (row if isinstance(row, tuple) else (row,)) if isinstance(item, int)]
    pairs = call.bool("paddings_contiguous") if call.has_attr("paddings_contiguous") else True
    return np.asarray(flat).reshape(-1, 2) if pairs else np.asarray(flat).reshape(2, -1).T


def _padded(call: KernelCall, mode: str, value: object = 0) -> Array:
    """Negative widths cut."""
    x, widths = call["x"], _widths(call)
    cut = tuple(slice(max(0, -int(b)), n - max(0, -int(a))) for (b, a), n in zip(widths, x.shape, strict=True))
    x, widths = x[cut], np.maximum(widths, 0)
    if mode == "constant":
        return np.pad(x, widths, constant_values=np.asarray(value).astype(x.dtype).item() if value is not None else 0)
    return np.pad(x, widths, mode=_MODES[mode])


def _pad(call: KernelCall) -> Array:
    return _padded(call, "constant", 0)


def _pad_v2(call: KernelCall) -> Array:
    return _padded(call, "constant", call["constant_values"].reshape(())[()])


def _pad_v3(call: KernelCall) -> Array:
    if "constant_values" in call.proto.input_index:
        fill = call.find("constant_values")
        value = fill.reshape(-1)[0] if fill is not None and fill.size else 0
    else:
        value = call.int("constant_values")
    return _padded(call, call.str("mode"), value)


def _mirror_pad(call: KernelCall) -> Array:
    """REFLECT leaves the border element out, SYMMETRIC repeats it."""
    return _padded(call, call.str("mode").lower())


def _circular_pad(call: KernelCall) -> Array:
    return _padded(call, "circular")


KERNELS: dict[str, Kernel] = {
    "CircularPad": _circular_pad,
    "MirrorPad": _mirror_pad,
    "Pad": _pad,
    "PadD": _pad,
    "PadV2": _pad_v2,
    "PadV2D": _pad_v2,
    "PadV3": _pad_v3,
    "PadV3D": _pad_v3,
}
