"""Padding and repetition."""

from __future__ import annotations

from metadef.frontend.onnx.axes import normalised
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.elementwise import same
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value

__all__ = ["OPS", "pad_by"]

_MODES = ("constant", "reflect", "edge")


def pad(node: OnnxNode) -> Value:
    """ONNX lists all begins, then all ends; Ascend wants a (begin, end) pair for each axis."""
    x = node.value(0)
    mode = node.choice("mode", *_MODES)
    if node.opset < 11:
        value = node.const_like(node.float("value"), x, "value") if mode == "constant" else None
        return _known_pads(node, x, node.ints("pads") or (), None, mode, value)
    value = node.optional(2) if mode == "constant" else None
    axes = node.optional(3)
    pads = node.known_ints(node.value(1))
    if pads is None:
        if axes is not None:
            node.fail("shape-unknown", "pads of some axes must be known", hint="pads for all axes", as_error=True)
        matrix = node.add("Reshape", [node.value(1), node.const_ints((2, -1), "shape")], tag="rows")
        pairs = node.add("Transpose", [matrix, node.const_ints((1, 0), "perm")], tag="pairs")
        return _pad(node, x, pairs, mode, value)
    chosen = None
    if axes is not None:
        chosen = node.known_ints(axes)
        if chosen is None:
            node.fail("shape-unknown", "the axes to pad must be known", as_error=True)
    return _known_pads(node, x, pads, chosen, mode, value)


def _known_pads(
    node: OnnxNode, x: Value, pads: tuple[int, ...], axes: tuple[int, ...] | None, mode: str, value: Value | None
) -> Value:
    if axes is not None:
        rank = node.need_rank(x, "padding some axes")
        axes = normalised(node, axes, rank)
        pairs = [(0, 0)] * rank
    else:
        axes = tuple(range(len(pads) // 2))
        pairs = [(0, 0)] * len(axes)
    if len(pads) != 2 * len(axes):
        node.fail(
            "attr-constraint",
            "needs a begin and an end for each axis",
            expected=f"{2 * len(axes)} numbers",
            got=f"{len(pads)}",
        )
    for index, axis in enumerate(axes):
        pairs[axis] = (pads[index], pads[index + len(axes)])
    if any(begin < 0 or end < 0 for begin, end in pairs):
        if mode != "constant":
            node.fail("unsupported-attr-value", f"negative pads have no mapping in mode {mode}", hint="a Slice")
        x = _cropped(node, x, pairs)
        pairs = [(max(begin, 0), max(end, 0)) for begin, end in pairs]
    return pad_by(node, x, pairs, mode, value)


def pad_by(
    node: OnnxNode, x: Value, pairs: list[tuple[int, int]], mode: str, value: Value | None, tag: str = ""
) -> Value:
    """`x` with known numbers of elements before and after each axis."""
    return _pad(node, x, node.const_pairs(pairs, "pads"), mode, value, tag)


def _pad(node: OnnxNode, x: Value, pairs: Value, mode: str, value: Value | None, tag: str = "") -> Value:
    if value is not None and node.rank(value) != 0:
        value = node.add("Reshape", [value, node.const_ints((), "shape")], tag="value")
    return node.add("PadV3", [x, pairs, value], {"mode": mode}, tag=tag)


def _cropped(node: OnnxNode, x: Value, pairs: list[tuple[int, int]]) -> Value:
    """Negative pads cut off."""
    cut = [(axis, begin, end) for axis, (begin, end) in enumerate(pairs) if begin < 0 or end < 0]
    begins = [max(-begin, 0) for _, begin, _ in cut]
    ends = [end if end < 0 else (1 << 63) - 1 for _, _, end in cut]
    axes = [axis for axis, _, _ in cut]
    ports = [node.const_ints(begins, "begin"), node.const_ints(ends, "end"), node.const_ints(axes, "axes")]
    return node.add("StridedSliceV2", [x, *ports], tag="cropped")


OPS = {
    "Pad": onnx_op(
        pad,
        "data pads[11:] constant_value?[11:] axes?[18:]",
        "mode:s=constant pads:is![:11] value:f=0[:11]",
    ),
    "Tile": onnx_op(same("Tile"), "input repeats"),
}
