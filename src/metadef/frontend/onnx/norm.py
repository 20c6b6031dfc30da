"""Normalisation."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx.axes import axis_of, normalised
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.reduce import reduced
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_FLOAT = 1  # onnx.TensorProto.FLOAT


def batch_normalization(node: OnnxNode) -> Value | Sequence[Value]:
    """Inference: BNInfer, whose statistics are 32-bit floats; training: the batch's own statistics, step by step."""
    if node.has("training_mode") and node.flag("training_mode"):
        return _batch_statistics(node)
    if node.has("spatial") and not node.flag("spatial"):
        node.unsupported("spatial", 0, 1)
    ports = [node.value(0)]
    for index, tag in ((1, "scale"), (2, "offset"), (3, "mean"), (4, "variance")):
        value = node.value(index)
        is_float = node.dtype(value) in (DataType.FLOAT, DataType.UNDEFINED, DataType.DOUBLE)
        ports.append(value if is_float else node.cast(value, DataType.FLOAT, tag))
    return node.add("BNInfer", ports, {"epsilon": node.float("epsilon")})


def _batch_statistics(node: OnnxNode) -> Sequence[Value]:
    """(x - mean) / sqrt(variance + epsilon) · scale + offset, and the running statistics."""
    x = node.value(0)
    rank = node.need_rank(x, "statistics of each channel")
    dtype = node.need_dtype(x)
    axes = (0, *range(2, rank))
    after = tuple(range(1, rank - 1))

    def channels(value: Value, tag: str) -> Value:
        own = node.cast(value, dtype, f"{tag}_typed")
        return node.add("Unsqueeze", [own], {"axes": after}, tag=tag) if after else own

    mean = reduced(node, "ReduceMean", x, axes, True, "mean")
    centred = node.add("Sub", [x, mean], tag="centred")
    squares = node.add("Square", [centred], tag="squares")
    variance = reduced(node, "ReduceMean", squares, axes, True, "variance")
    shifted = node.add("Add", [variance, node.const_like(node.float("epsilon"), x, "epsilon")], tag="shifted")
    normal = node.add("RealDiv", [centred, node.add("Sqrt", [shifted], tag="deviation")], tag="normal")
    scaled = node.add("Mul", [normal, channels(node.value(1), "scale")], tag="scaled")
    result = node.add("Add", [scaled, channels(node.value(2), "offset")])
    momentum = node.float("momentum")
    running: list[Value] = []
    for index, own, tag in ((3, mean, "running_mean"), (4, variance, "running_variance")):
        before = node.value(index)
        target = node.need_dtype(before)
        flat = node.cast(node.add("Squeeze", [own], {"axis": axes}, tag=f"{tag}_own"), target, f"{tag}_typed")
        kept = node.add("Mul", [before, node.const_like(momentum, before, "momentum")], tag=f"{tag}_kept")
        new = node.add("Mul", [flat, node.const_like(1 - momentum, before, "rest")], tag=f"{tag}_new")
        running.append(node.add("Add", [kept, new], tag=tag))
    return [result, *running]


def layer_normalization(node: OnnxNode) -> Sequence[Value | None]:
    """Ascend scales within the same call, by a scale of exactly the normalised axes; one that broadcasts goes after."""
    x, scale, bias = node.value(0), node.value(1), node.optional(2)
    axis = axis_of(node, x)
    if node.int("stash_type") != _FLOAT:
        node.unsupported("stash_type", node.int("stash_type"), _FLOAT)
    attrs = {"begin_norm_axis": axis, "begin_params_axis": axis, "epsilon": node.float("epsilon")}
    if not _differs(node, x, scale, axis) and (bias is None or not _differs(node, x, bias, axis)):
        beta = bias if bias is not None else node.add("ZerosLike", [scale], tag="no_bias")
        return node.add_node("LayerNormV3", [x, scale, beta], attrs).outputs
    sizes = (node.dims(x) or ())[axis:]
    plain = [size for size in sizes if isinstance(size, int)]
    if not sizes or len(plain) < len(sizes):
        node.fail("shape-unknown", "a scale that broadcasts needs known normalised axes", as_error=True)
    shape = node.const_ints(plain, "shape")
    one, zero = (
        node.add("Fill", [shape, node.const_like(number, x, "number")], tag=tag)
        for number, tag in ((1.0, "ones"), (0.0, "zeros"))
    )
    normal = node.add_node("LayerNormV3", [x, one, zero], attrs, tag="normal").outputs
    result = node.add("Mul", [normal[0], scale], tag="scaled" if bias is not None else "")
    if bias is not None:
        result = node.add("Add", [result, bias])
    return result, normal[1], normal[2]


def _differs(node: OnnxNode, x: Value, scale: Value, axis: int) -> bool:
    """Whether a scale is known to have another shape than the normalised axes."""
    dims, own = node.dims(x), node.dims(scale)
    if dims is None or own is None:
        return False
    tail = dims[axis:]
    return len(own) != len(tail) or any(
        isinstance(a, int) and isinstance(b, int) and a != b for a, b in zip(own, tail, strict=True)
    )


def rms_normalization(node: OnnxNode) -> Value:
    """x / sqrt(mean(x²) + epsilon) · scale over the axes that the scale has."""
    x, scale = node.value(0), node.value(1)
    axis = axis_of(node, x)
    if node.int("stash_type") != _FLOAT:
        node.unsupported("stash_type", node.int("stash_type"), _FLOAT)
    rank = node.need_rank(x, "an axis")
    if _differs(node, x, scale, axis) or node.rank(scale) != rank - axis:
        node.fail("shape-mismatch", "the scale must have exactly the normalised axes", got=str(node.shape(scale)))
    return node.add("RmsNorm", [x, scale], {"epsilon": node.float("epsilon")})


def group_normalization(node: OnnxNode) -> Value:
    """Before opset 21 there is a scale for each group, later one for each channel, as Ascend wants it."""
    x, scale, bias, groups = node.value(0), node.value(1), node.value(2), node.int("num_groups")
    if node.opset < 21:
        scale, bias = _per_channel(node, x, scale, groups, "scale"), _per_channel(node, x, bias, groups, "bias")
    elif node.int("stash_type") != _FLOAT:
        node.unsupported("stash_type", node.int("stash_type"), _FLOAT)
    attrs = {"num_groups": groups, "data_format": "NCHW", "eps": node.float("epsilon"), "is_training": True}
    return node.add("GroupNormV2", [x, scale, bias], attrs)


def _per_channel(node: OnnxNode, x: Value, value: Value, groups: int, name: str) -> Value:
    dims = node.dims(x)
    channels = dims[1] if dims is not None and len(dims) > 1 else None
    if not isinstance(channels, int) or groups < 1 or channels % groups:
        node.fail("shape-unknown", "needs a known number of channels that the groups divide", as_error=True)
    column = node.add("Unsqueeze", [value], {"axes": (1,)}, tag=f"{name}_column")
    matrix = node.add(
        "BroadcastTo", [column, node.const_ints((groups, channels // groups), "shape")], tag=f"{name}_matrix"
    )
    return node.add("Reshape", [matrix, node.const_ints((channels,), "shape")], tag=name)


def instance_normalization(node: OnnxNode) -> Value:
    """Each channel of each sample by itself; sequences become images of height 1."""
    x, scale, bias = node.value(0), node.value(1), node.value(2)
    rank = node.need_rank(x, "instance normalisation")
    attrs: dict[str, object] = {"data_format": "NCDHW" if rank == 5 else "NCHW", "epsilon": node.float("epsilon")}
    if rank == 3:
        image = node.add("Unsqueeze", [x], {"axes": (2,)}, tag="image")
        normal = node.add("InstanceNorm", [image, scale, bias], attrs, tag="normal")
        return node.add("Squeeze", [normal], {"axis": (2,)})
    if rank not in (4, 5):
        node.fail("rank-mismatch", "needs an input of rank 3 to 5", expected="rank 3 to 5", got=f"rank {rank}")
    return node.add("InstanceNorm", [x, scale, bias], attrs)


def lrn(node: OnnxNode) -> Value:
    """ONNX divides alpha by the window's size, Ascend takes it for each element of a window of 2 · radius + 1."""
    size = node.int("size")
    if size < 1 or size % 2 == 0:
        node.unsupported("size", size, max(size - 1, 1), size + 1)
    attrs = {
        "depth_radius": size // 2,
        "bias": node.float("bias"),
        "alpha": node.float("alpha") / size,
        "beta": node.float("beta"),
        "norm_region": "ACROSS_CHANNELS",
    }
    return node.add("LRN", [node.value(0)], attrs)


def lp_normalization(node: OnnxNode) -> Value:
    """x / ‖x‖ along an axis; a vector of zeros stays zeros."""
    x, p = node.value(0), node.int("p")
    axes = (axis_of(node, x),)
    if p not in (1, 2):
        node.unsupported("p", p, 1, 2)
    size = node.add("Abs" if p == 1 else "Square", [x], tag="size")
    norm = reduced(node, "ReduceSum", size, axes, True, "norm" if p == 1 else "sum")
    if p == 2:
        norm = node.add("Sqrt", [norm], tag="norm")
    is_zero = node.add("Equal", [norm, node.const_like(0.0, x, "zero")], tag="is_zero")
    divisor = node.add("SelectV2", [is_zero, node.const_like(1.0, x, "one"), norm], tag="divisor")
    return node.add("RealDiv", [x, divisor])


def mean_variance_normalization(node: OnnxNode) -> Value:
    """(x - mean) / (sqrt(variance) + 1e-9), step by step."""
    x = node.value(0)
    axes = node.ints("axes") or ()
    rank = node.rank(x)
    if rank is not None:
        axes = normalised(node, axes, rank)
    mean = reduced(node, "ReduceMean", x, axes, True, "mean")
    centred = node.add("Sub", [x, mean], tag="centred")
    variance = reduced(node, "ReduceMean", node.add("Square", [centred], tag="square"), axes, True, "variance")
    deviation = node.add("Sqrt", [variance], tag="deviation")
    divisor = node.add("Add", [deviation, node.const_like(1e-9, x, "epsilon")], tag="divisor")
    return node.add("RealDiv", [centred, divisor])


OPS = {
    "BatchNormalization": onnx_op(
        batch_normalization,
        "X scale B input_mean input_var",
        "epsilon:f=1e-05 momentum:f=0.9 spatial:i=1[:9] training_mode:i=0[14:]",
    ),
    "GroupNormalization": onnx_op(
        group_normalization, "X scale bias", "epsilon:f=1e-05 num_groups:i! stash_type:i=1[21:]", since=18
    ),
    "InstanceNormalization": onnx_op(instance_normalization, "input scale B", "epsilon:f=1e-05"),
    "LRN": onnx_op(lrn, "X", "alpha:f=0.0001 beta:f=0.75 bias:f=1 size:i!"),
    "LayerNormalization": onnx_op(
        layer_normalization, "X Scale B?", "axis:i=-1 epsilon:f=1e-05 stash_type:i=1", since=17
    ),
    "LpNormalization": onnx_op(lp_normalization, "input", "axis:i=-1 p:i=2"),
    "MeanVarianceNormalization": onnx_op(mean_variance_normalization, "X", "axes:is=0,2,3", since=9),
    "RMSNormalization": onnx_op(rms_normalization, "X scale", "axis:i=-1 epsilon:f=1e-05 stash_type:i=1", since=23),
}
