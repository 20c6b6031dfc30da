"""Convolutions. Sequences become images of height 1."""

from __future__ import annotations

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import squeezed, unsqueezed
from metadef.frontend.onnx.window import Window, need_same_pads, read_window, spatial
from metadef.graph.value import Value

__all__ = ["OPS", "convolution", "depthwise_sequence"]

_LAYOUTS = {2: "NCHW", 3: "NCDHW"}


def _kernel(node: OnnxNode, x: Value, weight: Value) -> tuple[int, ...]:
    """The window's size: of the attribute, or of the weights where they are known."""
    given = node.ints("kernel_shape")
    dims = node.dims(weight)
    sizes = tuple(size if isinstance(size, int) else None for size in dims[2:]) if dims is not None else None
    if given is None:
        if sizes is None or None in sizes:
            rank = node.rank(x)
            detail = "needs kernel_shape" if rank is None else "needs kernel_shape or weights of known shape"
            node.fail("shape-unknown", detail, as_error=True)
        given = tuple(size for size in sizes if size is not None)
    elif sizes is not None and (
        len(sizes) != len(given) or any(size not in (None, own) for size, own in zip(sizes, given, strict=True))
    ):
        node.fail(
            "attr-constraint", "`kernel_shape` is not that of the weights", expected=str([*sizes]), got=str([*given])
        )
    if len(given) not in (1, 2, 3):
        node.fail("rank-mismatch", "convolves 1 to 3 axes", expected="1 to 3 spatial axes", got=str(len(given)))
    return given


def _settled(node: OnnxNode, window: Window, x: Value) -> Window:
    if not window.auto_pad.startswith("SAME"):
        return window
    return need_same_pads(node, window, spatial(node, x, window.rank), may_stay_open=True)


def _attrs(node: OnnxNode, window: Window) -> dict[str, object]:
    return {
        "strides": (1, 1, *window.strides),
        "pads": (-1,) * (2 * window.rank) if window.is_left_open else window.flat_pads(),
        "dilations": (1, 1, *window.dilations),
        "groups": node.int("group"),
        "data_format": _LAYOUTS[window.rank],
    }


def conv(node: OnnxNode) -> Value:
    """The convolution."""
    return convolution(node, node.value(0), node.value(1), node.optional(2))


def convolution(node: OnnxNode, x: Value, weight: Value, bias: Value | None, tag: str = "") -> Value:
    """Conv2D or Conv3D; grouped and depthwise ones keep their groups."""
    window = read_window(node, _kernel(node, x, weight))
    spatial(node, x, window.rank)
    window = _settled(node, window, x)
    if window.rank == 1:
        image, filters = unsqueezed(node, x, (2,), "image"), unsqueezed(node, weight, (2,), "filter")
        result = node.add("Conv2D", [image, filters, bias], _attrs(node, window.as_image()), tag="conv")
        return squeezed(node, result, (2,), tag)
    return node.add("Conv2D" if window.rank == 2 else "Conv3D", [x, weight, bias], _attrs(node, window), tag=tag)


def depthwise_sequence(
    node: OnnxNode, x: Value, weight: Value, bias: Value | None, taps: int, channels: int, tag: str
) -> Value:
    """A convolution of each channel of [batch, channels, length] by itself, without pads."""
    image, filters = unsqueezed(node, x, (2,), "image"), unsqueezed(node, weight, (2,), "filter")
    attrs: dict[str, object] = {
        "strides": (1, 1, 1, 1),
        "pads": (0, 0, 0, 0),
        "groups": channels,
        "data_format": "NCHW",
    }
    whole = node.add("Conv2D", [image, filters, bias], attrs, tag=f"image_of_{taps}_taps")
    return squeezed(node, whole, (2,), tag)


def conv_transpose(node: OnnxNode) -> Value:
    """The transposed convolution; Ascend computes the output's size itself where `input_size` is zero.

    size = stride · (input - 1) + output_padding + extent - pads
    """
    x, weight, bias = node.value(0), node.value(1), node.optional(2)
    window = read_window(node, _kernel(node, x, weight))
    extra = node.ints("output_padding") or (0,) * window.rank
    if len(extra) != window.rank:
        node.fail("attr-constraint", "`output_padding` needs one number for each axis", got=str([*extra]))
    window, extra = _transposed_pads(node, window, x, extra)
    is_sequence = window.rank == 1
    if is_sequence:
        window, extra = window.as_image(), (0, *extra)
        x, weight = unsqueezed(node, x, (2,), "image"), unsqueezed(node, weight, (2,), "filter")
    attrs = _attrs(node, window) | {
        "input_size": (0,) * (window.rank + 2),
        "output_padding": (0, 0, *extra),
    }
    op = "Conv2DTransposeD" if window.rank == 2 else "Conv3DTransposeD"
    if not is_sequence:
        return node.add(op, [x, weight, bias], attrs)
    return squeezed(node, node.add(op, [x, weight, bias], attrs, tag="conv"), (2,))


def _transposed_pads(
    node: OnnxNode, window: Window, x: Value, extra: tuple[int, ...]
) -> tuple[Window, tuple[int, ...]]:
    """Pads that give the wanted output, `output_shape` or input · stride for SAME, and what is added behind it.

    Where SAME asks for more than the windows reach, the output is what they reach.
    """
    wanted = node.ints("output_shape")
    sizes = spatial(node, x, window.rank)
    if wanted is None and not window.auto_pad.startswith("SAME"):
        return window, extra
    if wanted is not None and len(wanted) == window.rank + 2:
        wanted = wanted[2:]
    if wanted is not None and len(wanted) != window.rank:
        node.fail("attr-constraint", "`output_shape` needs one number for each axis", got=str([*wanted]))
    pads: list[tuple[int, int]] = []
    behind = list(extra)
    for axis in range(window.rank):
        stride, extent = window.strides[axis], window.extent[axis]
        if wanted is None:
            # WHY not below 0, where the text has input · stride: onnxruntime and onnx's shape inference clamp here
            total = max(0, extra[axis] + extent - stride)
        else:
            size = sizes[axis]
            if size is None:
                node.fail("shape-unknown", "`output_shape` needs a known input size", hint="pads", as_error=True)
            total = stride * (size - 1) + extra[axis] + extent - wanted[axis]
        if total < 0:
            behind[axis] -= total
            total = 0
            if behind[axis] >= stride:
                node.fail(
                    "unsupported-attr-value",
                    "the wanted output is larger than a stride behind the windows",
                    expected=f"output_padding < {stride}",
                    got=str(behind[axis]),
                )
        less, more = total // 2, total - total // 2
        # WHY: the two editions of the specification disagree on where the odd element goes
        is_less_first = (window.auto_pad == "SAME_UPPER") == (node.opset >= 11)
        pads.append((less, more) if is_less_first else (more, less))
    return window.padded(pads), tuple(behind)


def deform_conv(node: OnnxNode) -> Value:
    """Every moved window is sampled by itself, side by side, and a convolution without overlap follows.

    ONNX's offsets are (group, tap, down or across), Ascend's (across or down or factor, group, tap).
    """
    x, weight, offset = node.value(0), node.value(1), node.value(2)
    bias, mask = node.optional(3), node.optional(4)
    window = read_window(node, _kernel(node, x, weight))
    if window.rank != 2:
        node.fail("unsupported-op", "moves the windows of images only", expected="2 spatial axes", got=str(window.rank))
    spatial(node, x, 2)
    groups, taps = node.int("offset_group"), window.kernel[0] * window.kernel[1]
    if groups < 1:
        node.fail("attr-constraint", "`offset_group` must be positive", expected=">= 1", got=str(groups))
    order = [*range(1, 2 * groups * taps, 2), *range(0, 2 * groups * taps, 2)]
    axis = node.const_int(1, "axis")
    moved = node.add("GatherV2", [offset, node.const_ints(order, "planes"), axis], tag="offsets")
    if mask is None:
        part = node.const_ints(range(groups * taps), "planes")
        mask = node.add("OnesLike", [node.add("GatherV2", [offset, part, axis], tag="half")], tag="factors")
    moved = node.add("ConcatD", [[moved, mask]], {"concat_dim": 1, "N": 2}, tag="offsets_and_factors")
    attrs = {
        "strides": (1, 1, *window.strides),
        "pads": window.flat_pads(),
        "ksize": window.kernel,
        "dilations": (1, 1, *window.dilations),
        "data_format": "NCHW",
        "deformable_groups": groups,
        "modulated": True,
    }
    samples = node.add("DeformableOffsets", [x, moved], attrs, tag="samples")
    attrs = {
        "strides": (1, 1, *window.kernel),
        "pads": (0, 0, 0, 0),
        "groups": node.int("group"),
        "data_format": "NCHW",
    }
    return node.add("Conv2D", [samples, weight, bias], attrs)


_WINDOW = "auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is"

OPS = {
    "Conv": onnx_op(conv, "X W B?", _WINDOW),
    "DeformConv": onnx_op(
        deform_conv,
        "X W offset B? mask?",
        "dilations:is group:i=1 kernel_shape:is offset_group:i=1 pads:is strides:is",
        since=19,
    ),
    "ConvTranspose": onnx_op(conv_transpose, "X W B?", f"{_WINDOW} output_padding:is output_shape:is"),
}
