"""Sliding windows.

Ascend lists all axes, and (begin, end) pads axis by axis; ONNX lists spatial axes, and begins before ends.
"""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall

__all__ = ["window_attrs"]


def window_attrs(call: ExportCall, strides: str, pads: str, dilations: str = "") -> dict[str, object]:
    """The attributes of a window, from those of these names; batch and channels must not be strided."""
    attrs: dict[str, object] = {"strides": _spatial(call, strides)}
    if dilations:
        attrs["dilations"] = _spatial(call, dilations)
    flat = call.ints(pads)
    if flat and all(number == -1 for number in flat):
        return attrs | {"auto_pad": "SAME_UPPER"}
    if len(flat) != 2 * len(_spatial(call, strides)):
        call.refuse(f"{pads} = {list(flat)}")
    return attrs | {"pads": (*flat[0::2], *flat[1::2])}


def _spatial(call: ExportCall, name: str) -> tuple[int, ...]:
    numbers = call.ints(name)
    if len(numbers) not in (4, 5) or numbers[:2] != (1, 1):
        call.refuse(f"{name} = {list(numbers)}")
    return numbers[2:]
