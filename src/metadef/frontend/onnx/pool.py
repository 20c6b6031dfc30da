"""Pooling. Sequences become images of height 1."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.reduce import norm, reduced
from metadef.frontend.onnx.shape import squeezed, unsqueezed
from metadef.frontend.onnx.window import Window, read_window, same_pads, spatial
from metadef.graph.value import Value

__all__ = ["OPS"]


def _window(node: OnnxNode, x: Value) -> Window:
    kernel = node.ints("kernel_shape") or ()
    if len(kernel) not in (1, 2, 3):
        node.fail("rank-mismatch", "pools 1 to 3 axes", expected="1 to 3 spatial axes", got=str(len(kernel)))
    window = read_window(node, kernel)
    sizes = spatial(node, x, window.rank)
    if window.auto_pad.startswith("SAME"):
        pads = same_pads(node, window, sizes)
        if pads is None:
            node.unsupported("auto_pad", window.auto_pad, "NOTSET", hint="explicit pads, or a known input size")
        window = window.padded(pads)
    return window


def _ceil(node: OnnxNode) -> bool:
    return node.has("ceil_mode") and node.flag("ceil_mode")


def max_pool(node: OnnxNode) -> Sequence[Value]:
    """MaxPoolV3 for images, MaxPool3D for volumes; where the maximum lies is not given."""
    x = node.value(0)
    if node.wants(1):
        node.fail(
            "unsupported-attr-value",
            "nothing on Ascend gives the indices of maxima as ONNX counts them",
            expected="one output",
            hint="a model that does not read the second output",
        )
    window = _window(node, x)
    if window.rank == 3:
        attrs = {
            "ksize": (1, 1, *window.kernel),
            "strides": (1, 1, *window.strides),
            "padding": "CALCULATED",
            "pads": window.flat_pads(),
            "dilation": (1, 1, *window.dilations),
            "ceil_mode": int(_ceil(node)),
            "data_format": "NCDHW",
        }
        return [node.add("MaxPool3D", [x], attrs)]
    if any(step != 1 for step in window.dilations):
        node.unsupported("dilations", window.dilations, (1,) * window.rank)
    return [_image_pool(node, "MaxPoolV3", x, window, {})]


def _image_pool(node: OnnxNode, op: str, x: Value, window: Window, more: dict[str, object], tag: str = "") -> Value:
    is_sequence = window.rank == 1
    if is_sequence:
        window, x = window.as_image(), unsqueezed(node, x, (2,), "image")
    attrs: dict[str, object] = {
        "ksize": (1, 1, *window.kernel),
        "strides": (1, 1, *window.strides),
        "padding_mode": "CALCULATED",
        "pads": window.flat_pads(),
        "data_format": "NCHW",
        "ceil_mode": _ceil(node),
        **more,
    }
    if is_sequence:
        return squeezed(node, node.add(op, [x], attrs, tag="pool"), (2,), tag)
    return node.add(op, [x], attrs, tag=tag)


def average_pool(node: OnnxNode) -> Value:
    """AvgPoolV2 for images, AvgPool3D for volumes; pads count only if the model says so."""
    x = node.value(0)
    window = _window(node, x)
    if any(step != 1 for step in window.dilations):
        node.unsupported("dilations", window.dilations, (1,) * window.rank)
    return _mean(node, x, window, node.flag("count_include_pad"))


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
    window = _window(node, x)
    if _ceil(node):
        node.unsupported("ceil_mode", 1, 0)
    if any(step != 1 for step in window.dilations):
        node.unsupported("dilations", window.dilations, (1,) * window.rank)
    taps = 1
    for size in window.kernel:
        taps *= size

    def total(powers: Value, tag: str) -> Value:
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
