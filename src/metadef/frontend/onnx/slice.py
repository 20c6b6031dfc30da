"""Parts of a tensor, and blocks of one axis moved into another."""

from __future__ import annotations

from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import reshape_to
from metadef.graph.value import Value

__all__ = ["OPS"]


def slice_(node: OnnxNode) -> Value:
    """From start to end by step along some axes; bounds beyond the ends are cut to them, as Ascend does."""
    x = node.value(0)
    if node.opset < 10:
        starts, ends, axes = node.ints("starts") or (), node.ints("ends") or (), node.ints("axes")
        axes = tuple(range(len(starts))) if axes is None else axes
        if not len(starts) == len(ends) == len(axes):
            node.fail(
                "attr-constraint",
                "starts, ends and axes must be equally many",
                got=f"{len(starts)}, {len(ends)} and {len(axes)}",
            )
        ports = [node.const_ints(starts, "begin"), node.const_ints(ends, "end"), node.const_ints(axes, "axes")]
        return node.add("StridedSliceV2", [x, *ports])
    steps = node.optional(4)
    if steps is not None and 0 in (node.known_ints(steps) or ()):
        node.fail("attr-constraint", "a step must not be 0", got=str(node.known_ints(steps)))
    starts, axes = node.value(1), node.optional(3)
    known_steps = node.known_ints(steps) if steps is not None else None
    if known_steps is not None and min(known_steps, default=1) < 0:
        starts = _clamped(node, x, starts, axes)
    return node.add("StridedSliceV2", [x, starts, node.value(2), axes, steps])


def _clamped(node: OnnxNode, x: Value, starts: Value, axes: Value | None) -> Value:
    """Starts before the first element moved to it: ONNX walks down from there, Ascend takes nothing (as NumPy does)."""
    given = node.known_ints(starts)
    if given is not None and min(given, default=0) >= -1:
        return starts
    if axes is None:
        count = node.shape(starts).numel()
        axes = node.const_ints(tuple(range(count)), "axes") if isinstance(count, int) else None
    dims, places = node.dims(x), node.known_ints(axes) if axes is not None else None
    sizes = [dims[at] for at in places if -len(dims) <= at < len(dims)] if dims is not None and places else []
    least = [-size for size in sizes if isinstance(size, int)]
    if given is not None and len(least) == len(given):
        moved = [max(start, low) for start, low in zip(given, least, strict=True)]
        return starts if moved == list(given) else node.const_ints(moved, "begin", node.dtype(starts))
    if axes is None:
        return starts
    all_sizes = node.add("Shape", [x], {"dtype": node.need_dtype(starts).ge_value}, tag="sizes")
    sliced = node.add("GatherV2", [all_sizes, axes, node.const_int(0, "axis")], tag="sliced_sizes")
    return node.add("Maximum", [starts, node.add("Neg", [sliced], tag="least")], tag="begin")


def depth_to_space(node: OnnxNode) -> Value:
    """Channels to blocks of pixels."""
    mode = node.choice("mode", "DCR", "CRD") if node.opset >= 11 else "DCR"
    attrs = {"block_size": node.int("blocksize"), "mode": mode, "data_format": "NCHW"}
    return node.add("DepthToSpace", [node.value(0)], attrs)


def space_to_depth(node: OnnxNode) -> Value:
    """Blocks of pixels to channels."""
    if node.has("mode") and node.choice("mode", "DCR", "CRD") == "CRD":
        return _channels_outermost(node, node.value(0), node.int("blocksize"))
    return node.add("SpaceToDepth", [node.value(0)], {"block_size": node.int("blocksize"), "data_format": "NCHW"})


def _channels_outermost(node: OnnxNode, x: Value, block: int) -> Value:
    """[n, c, h · b, w · b] -> [n, c · b · b, h, w], the place in the block counted last."""
    dims = node.dims(x)
    if dims is None or len(dims) != 4 or not all(isinstance(size, int) for size in dims[1:]):
        node.fail("shape-unknown", "blocks with mode CRD need an image of known size", as_error=True)
    channels, height, width = (size if isinstance(size, int) else 0 for size in dims[1:])
    if block < 1 or height % block or width % block:
        node.fail("attr-constraint", f"blocks of {block} do not divide the image", got=f"{height} x {width}")
    rows, columns = height // block, width // block
    apart = reshape_to(node, x, [None, channels, rows, block, columns, block], "apart")
    moved = node.add("Transpose", [apart, node.const_ints((0, 1, 3, 5, 2, 4), "perm")], tag="moved")
    return reshape_to(node, moved, [None, channels * block * block, rows, columns])


def reverse_sequence(node: OnnxNode) -> Value:
    """The first elements of each sequence, backwards."""
    attrs = {"seq_dim": node.int("time_axis"), "batch_dim": node.int("batch_axis")}
    return node.add("ReverseSequence", [node.value(0), node.value(1)], attrs)


def trilu(node: OnnxNode) -> Value:
    """The upper or lower triangle of each matrix."""
    return node.add("Trilu", [node.value(0), node.optional(1)], {"upper": node.int("upper")})


OPS = {
    "DepthToSpace": onnx_op(depth_to_space, "input", "blocksize:i! mode:s=DCR[11:]"),
    "ReverseSequence": onnx_op(reverse_sequence, "input sequence_lens", "batch_axis:i=1 time_axis:i=0", since=10),
    "Slice": onnx_op(
        slice_,
        "data starts[10:] ends[10:] axes?[10:] steps?[10:]",
        "starts:is![:10] ends:is![:10] axes:is[:10]",
    ),
    "SpaceToDepth": onnx_op(space_to_depth, "input", "blocksize:i! mode:s=DCR[28:]"),
    "Trilu": onnx_op(trilu, "input k?", "upper:i=1", since=14),
}
