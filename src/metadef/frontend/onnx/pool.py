"""Pooling. Sequences become images of height 1."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from metadef.frontend.onnx.constants import number_bytes
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.reduce import norm, reduced
from metadef.frontend.onnx.shape import squeezed, unsqueezed
from metadef.frontend.onnx.window import Window, need_same_pads, read_window, spatial
from metadef.graph.value import Value
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

__all__ = ["OPS"]

_MAX_PLANES = 1 << 20  # whose first places are written out


def _window(node: OnnxNode, x: Value, has_mode: bool) -> Window:
    """`has_mode` says whether the operator that it is for can find pads by itself."""
    kernel = node.ints("kernel_shape") or ()
    if len(kernel) not in (1, 2, 3):
        node.fail("rank-mismatch", "pools 1 to 3 axes", expected="1 to 3 spatial axes", got=str(len(kernel)))
    window = read_window(node, kernel)
    sizes = spatial(node, x, window.rank)
    if window.auto_pad.startswith("SAME"):
        window = need_same_pads(node, window, sizes, may_stay_open=has_mode)
    return window


def _ceil(node: OnnxNode) -> bool:
    return node.has("ceil_mode") and node.flag("ceil_mode")


def max_pool(node: OnnxNode) -> Sequence[Value]:
    """MaxPoolV3 for images, MaxPool3D for volumes; MaxPoolWithArgmaxV3 where the model asks for places."""
    x = node.value(0)
    window = _window(node, x, not node.wants(1))
    if node.wants(1):
        return _max_and_places(node, x, window)
    if window.rank == 3:
        attrs = {
            "ksize": (1, 1, *window.kernel),
            "strides": (1, 1, *window.strides),
            "padding": window.mode,
            "pads": window.flat_pads(),
            "dilation": (1, 1, *window.dilations),
            "ceil_mode": int(_ceil(node)),
            "data_format": "NCDHW",
        }
        return [node.add("MaxPool3D", [x], attrs)]
    if any(step != 1 for step in window.dilations):
        return [_dilated_max(node, x, window)]
    return [_image_pool(node, "MaxPoolV3", x, window, {})]


def _max_and_places(node: OnnxNode, x: Value, window: Window) -> Sequence[Value]:
    """ONNX counts places through the whole tensor, Ascend through each plane, so the planes before are added."""
    sizes = node.shape(x).known_dims() if node.shape(x).rank is not None else None
    if sizes is None:
        node.fail("shape-unknown", "the indices of maxima need a known input shape", as_error=True)
    is_even = all(begin == end for begin, end in window.pads)
    if window.rank == 3 or not is_even:
        node.fail(
            "unsupported-attr-value",
            "Ascend gives indices of maxima only for images with as much padding before as after",
            hint="a model that does not read the second output",
        )
    if sizes[0] * sizes[1] > _MAX_PLANES:
        node.fail("unsupported-attr-value", "too many planes", expected=f"{_MAX_PLANES}", got=str(sizes[0] * sizes[1]))
    is_sequence = window.rank == 1
    image = unsqueezed(node, x, (2,), "image") if is_sequence else x
    window = window.as_image() if is_sequence else window
    attrs = {
        "ksize": window.kernel,
        "strides": window.strides,
        "pads": tuple(begin for begin, _ in window.pads),
        "dtype": DataType.INT64.ge_value,
        "dilation": window.dilations,
        "ceil_mode": _ceil(node),
    }
    pooled, places = node.add_node("MaxPoolWithArgmaxV3", [image], attrs, tag="pool").outputs[:2]
    height, width = (1, *sizes[2:]) if is_sequence else sizes[2:]
    if node.has("storage_order") and node.int("storage_order"):
        row = node.add("FloorDiv", [places, node.const_int(width, "width", DataType.INT64)], tag="row")
        column = node.add("FloorMod", [places, node.const_int(width, "width", DataType.INT64)], tag="column")
        before = node.add("Mul", [column, node.const_int(height, "height", DataType.INT64)], tag="columns")
        places = node.add("Add", [before, row], tag="by_column")
    planes = tuple(plane * height * width for plane in range(sizes[0] * sizes[1]))
    content = Inline(number_bytes(planes, DataType.INT64))
    offset = node.constant(TensorValue(DataType.INT64, (*sizes[:2], 1, 1), content), "planes")
    places = node.add("Add", [places, offset], tag="indices")
    if is_sequence:
        return [squeezed(node, pooled, (2,)), squeezed(node, places, (2,), "squeezed")]
    return [pooled, places]


def _dilated_max(node: OnnxNode, x: Value, window: Window) -> Value:
    """An image is a volume of depth 1, since only the pooling of volumes has dilations."""
    added = tuple(range(2, 5 - window.rank))
    volume = unsqueezed(node, x, added, "volume")
    ones = (1,) * len(added)
    attrs = {
        "ksize": (1, 1, *ones, *window.kernel),
        "strides": (1, 1, *ones, *window.strides),
        "padding": window.mode,
        "pads": (0, 0) * len(added) + window.flat_pads(),
        "dilation": (1, 1, *ones, *window.dilations),
        "ceil_mode": int(_ceil(node)),
        "data_format": "NCDHW",
    }
    return squeezed(node, node.add("MaxPool3D", [volume], attrs, tag="pool"), added)


def _image_pool(node: OnnxNode, op: str, x: Value, window: Window, more: dict[str, object], tag: str = "") -> Value:
    is_sequence = window.rank == 1
    if is_sequence:
        window, x = window.as_image(), unsqueezed(node, x, (2,), "image")
    attrs: dict[str, object] = {
        "ksize": (1, 1, *window.kernel),
        "strides": (1, 1, *window.strides),
        "padding_mode": window.mode,
        "pads": window.flat_pads(),
        "data_format": "NCHW",
        "ceil_mode": _ceil(node),
        **more,
    }
    if is_sequence:
        return squeezed(node, node.add(op, [x], attrs, tag="pool"), (2,), tag)
    return node.add(op, [x], attrs, tag=tag)


def _means_by_image(node: OnnxNode) -> bool:
    """Whether AvgPoolV2 serves: it alone finds pads by itself, and has no dilations."""
    is_dilated = any(step != 1 for step in node.ints("dilations") or ())
    return len(node.ints("kernel_shape") or ()) < 3 and not is_dilated


def average_pool(node: OnnxNode) -> Value:
    """AvgPoolV2 for images, AvgPool3D for volumes; pads count only if the model says so."""
    x = node.value(0)
    window = _window(node, x, _means_by_image(node))
    if any(step != 1 for step in window.dilations):
        return _dilated_mean(node, x, window, node.flag("count_include_pad"))
    return _mean(node, x, window, node.flag("count_include_pad"))


def _dilated_mean(node: OnnxNode, x: Value, window: Window, counts_pads: bool) -> Value:
    """The sum over each window divided by the number of its taps that count."""
    sizes = [size for size in spatial(node, x, window.rank) if size is not None]
    if len(sizes) < window.rank:
        node.fail("shape-unknown", "dilated means need a known input size", as_error=True)
    pads: list[tuple[int, int]] = []
    counts: list[list[int]] = []
    extents = zip(sizes, window.kernel, window.extent, window.strides, window.dilations, window.pads, strict=True)
    for size, kernel, extent, stride, dilation, (begin, end) in extents:
        room = size + begin + end - extent
        last = -(-room // stride) if _ceil(node) else room // stride
        if last * stride >= size + begin:
            last -= 1  # a window that starts in the pads after the end does not count
        if last < 0:
            node.fail("shape-mismatch", "the window is larger than the input", got=f"{extent} of {size}")
        low, high = (0, size + begin + end) if counts_pads else (begin, begin + size)
        counts.append(
            [sum(low <= start * stride + tap * dilation < high for tap in range(kernel)) for start in range(last + 1)]
        )
        pads.append((begin, max(end, last * stride + extent - size - begin)))
    total = window_sums(node, x, window, pads, "sums")
    for axis, numbers in enumerate(counts):
        if min(numbers) < 1:
            node.fail("attr-constraint", "a window lies in the pads alone", got=f"axis {axis + 2}")
    dtype = node.need_dtype(x)
    flat = [float(math.prod(numbers)) for numbers in itertools.product(*counts)]
    shape = tuple(map(len, counts))
    content = Inline(number_bytes(tuple(flat), dtype))
    return node.add("RealDiv", [total, node.constant(TensorValue(dtype, shape, content), "counts")])


def window_sums(node: OnnxNode, x: Value, window: Window, pads: Sequence[tuple[int, int]], tag: str = "") -> Value:
    """The sum over each window: a convolution of each channel with ones."""
    dims = node.dims(x)
    channels = dims[1] if dims is not None else None
    dtype = node.need_dtype(x)
    if not isinstance(channels, int):
        node.fail("shape-unknown", "dilated windows need a known number of channels", as_error=True)
    padded = window.padded(pads)
    is_sequence = window.rank == 1
    if is_sequence:
        padded, x = padded.as_image(), unsqueezed(node, x, (2,), "image")
    shape = (channels, 1, *padded.kernel)
    content = Inline(number_bytes((1.0,) * math.prod(shape), dtype))
    ones = node.constant(TensorValue(dtype, shape, content), "ones")
    attrs: dict[str, object] = {
        "strides": (1, 1, *padded.strides),
        "pads": padded.flat_pads(),
        "dilations": (1, 1, *padded.dilations),
        "groups": channels,
        "data_format": "NCHW" if padded.rank == 2 else "NCDHW",
    }
    op = "Conv2D" if padded.rank == 2 else "Conv3D"
    if is_sequence:
        return squeezed(node, node.add(op, [x, ones], attrs, tag="conv"), (2,), tag)
    return node.add(op, [x, ones], attrs, tag=tag)


def _mean(node: OnnxNode, x: Value, window: Window, counts_pads: bool, tag: str = "") -> Value:
    if window.rank < 3:
        return _image_pool(node, "AvgPoolV2", x, window, {"exclusive": not counts_pads}, tag)
    attrs = {
        "ksize": (1, 1, *window.kernel),
        "strides": (1, 1, *window.strides),
        "pads": window.flat_pads(),
        "ceil_mode": _ceil(node),
        "count_include_pad": counts_pads,
        "data_format": "NCDHW",
    }
    return node.add("AvgPool3D", [x], attrs, tag=tag)


def global_average_pool(node: OnnxNode) -> Value:
    """The mean of each channel."""
    return node.add("GlobalAveragePool", [node.value(0)])


def _spatial_axes(node: OnnxNode, x: Value) -> tuple[int, ...]:
    return tuple(range(2, node.need_rank(x, "global pooling")))


def global_max_pool(node: OnnxNode) -> Value:
    """The maximum of each channel."""
    x = node.value(0)
    return reduced(node, "ReduceMax", x, _spatial_axes(node, x), True)


def global_lp_pool(node: OnnxNode) -> Value:
    """The norm of each channel."""
    x, p = node.value(0), node.int("p")
    axes = _spatial_axes(node, x)
    return norm(node, x, p, lambda powers, tag: reduced(node, "ReduceSum", powers, axes, True, tag))


def lp_pool(node: OnnxNode) -> Value:
    """(Σ |x|^p)^(1/p) over each window: the mean that counts pads, times the number of taps."""
    x, p = node.value(0), node.int("p")
    window = _window(node, x, _means_by_image(node))
    if _ceil(node):
        node.unsupported("ceil_mode", 1, 0)
    is_dilated = any(step != 1 for step in window.dilations)
    taps = 1
    for size in window.kernel:
        taps *= size

    def total(powers: Value, tag: str) -> Value:
        if is_dilated:
            return window_sums(node, powers, window, window.pads, tag)
        means = _mean(node, powers, window, True, "means")
        return node.add("Mul", [means, node.const_like(float(taps), x, "taps")], tag=tag)

    return norm(node, x, p, total)


_WINDOW = "auto_pad:s=NOTSET kernel_shape:is! pads:is strides:is"

OPS = {
    "AveragePool": onnx_op(average_pool, "X", f"{_WINDOW} count_include_pad:i=0 ceil_mode:i=0[10:] dilations:is[19:]"),
    "GlobalAveragePool": onnx_op(global_average_pool, "X"),
    "GlobalLpPool": onnx_op(global_lp_pool, "X", "p:i=2"),
    "GlobalMaxPool": onnx_op(global_max_pool, "X"),
    "LpPool": onnx_op(lp_pool, "X", f"{_WINDOW} p:i=2 ceil_mode:i=0[18:] dilations:is[18:]"),
    "MaxPool": onnx_op(max_pool, "X", f"{_WINDOW} storage_order:i=0[8:] ceil_mode:i=0[10:] dilations:is[10:]"),
}
