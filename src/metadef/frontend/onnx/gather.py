"""Reading elements by their indices."""

from __future__ import annotations

from metadef.frontend.onnx.axes import axis_of
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.frontend.onnx.shape import length
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_FROM_THE_END = {"negative_index_support": True}


def gather(node: OnnxNode) -> Value:
    """Slices along an axis; indices may count from the end, which Ascend must be told."""
    x, indices = node.value(0), node.value(1)
    axis = node.const_int(axis_of(node, x), "axis")
    known = node.known_ints(indices)
    attrs = {} if known is not None and all(index >= 0 for index in known) else _FROM_THE_END
    return node.add("GatherV2", [x, indices, axis], attrs)


def gather_elements(node: OnnxNode) -> Value:
    """One element for each index."""
    x = node.value(0)
    return node.add("GatherElements", [x, node.value(1)], {"dim": axis_of(node, x)})


def gather_nd(node: OnnxNode) -> Value:
    """Slices at index vectors."""
    if node.has("batch_dims") and node.int("batch_dims"):
        return _gather_nd_of_batches(node, node.int("batch_dims"))
    return node.add("GatherNd", [node.value(0), node.value(1)], _FROM_THE_END)


def _gather_nd_of_batches(node: OnnxNode, count: int) -> Value:
    """Index vectors get the indices of their own batch in front."""
    x, indices = node.value(0), node.value(1)
    dims = node.dims(indices)
    if dims is None or not 0 < count < len(dims):
        node.unsupported("batch_dims", count, 0)
    plain = [size for size in dims[:-1] if isinstance(size, int)]
    if len(plain) < len(dims) - 1:
        node.fail("shape-unknown", "batches need indices of known shape", as_error=True)
    dtype = node.need_dtype(indices)
    shape = node.const_ints((*plain, 1), "shape")
    parts: list[Value] = []
    for axis, size in enumerate(plain[:count]):
        column = _batch_numbers(node, x, axis, size, len(dims) - axis - 1, dtype)
        parts.append(node.add("BroadcastTo", [column, shape], tag=f"batch_{axis}"))
    parts.append(indices)
    whole = node.add("ConcatD", [parts], {"concat_dim": len(dims) - 1, "N": len(parts)}, tag="whole")
    return node.add("GatherNd", [x, whole], _FROM_THE_END)


def compress(node: OnnxNode) -> Value:
    """The slices whose condition is true: their positions, then a gather."""
    x, condition = node.value(0), node.value(1)
    if node.has("axis"):
        axis = axis_of(node, x)
    else:
        x, axis = node.add("Reshape", [x, node.const_ints((-1,), "shape")], tag="flat"), 0
    found = node.add("NonZero", [condition], {"transpose": True, "dtype": DataType.INT64}, tag="found")
    positions = node.add("Squeeze", [found], {"axis": (0,)}, tag="positions")
    return node.add("GatherV2", [x, positions, node.const_int(axis, "axis")])


def one_hot(node: OnnxNode) -> Value:
    """Negative indices count from the end to ONNX, and mean "none" to Ascend: they are shifted first."""
    indices, depth, values = node.value(0), node.value(1), node.value(2)
    indices = _whole(node, indices, "indices")
    depth = _scalar(node, _whole(node, depth, "depth_type"), "depth")
    known = node.known_ints(indices)
    if known is None or any(index < 0 for index in known):
        dtype = node.need_dtype(indices)
        zero = node.const_int(0, "zero", dtype)
        is_negative = node.add("Less", [indices, zero], tag="is_negative")
        shifted = node.add("Add", [indices, node.cast(depth, dtype, "depth_as_index")], tag="shifted")
        indices = node.add("SelectV2", [is_negative, shifted, indices], tag="from_front")
    off, on = (
        node.add("GatherV2", [values, node.const_int(index, "index"), node.const_int(0, "axis")], tag=tag)
        for index, tag in ((0, "off"), (1, "on"))
    )
    axis = node.int("axis")
    rank = node.rank(indices)
    if axis < -1 and rank is not None:
        axis += rank + 1
    if axis < -1:
        node.fail("shape-unknown", "a negative axis needs the rank of the indices", as_error=True)
    return node.add("OneHot", [indices, depth, on, off], {"axis": axis})


def _whole(node: OnnxNode, value: Value, tag: str) -> Value:
    dtype = node.dtype(value)
    if dtype in (DataType.INT32, DataType.INT64, DataType.UNDEFINED):
        return value
    return node.cast(value, DataType.INT64, tag)


def _scalar(node: OnnxNode, value: Value, tag: str) -> Value:
    """A tensor of one element as a number of rank 0."""
    return value if node.rank(value) == 0 else node.add("Reshape", [value, node.const_ints((), "shape")], tag=tag)


def _batch_numbers(node: OnnxNode, x: Value, axis: int, size: int, axes_after: int, dtype: DataType) -> Value:
    """0, 1, ... along an axis that x has too. Where its length there is a symbol, reshaping demands what it is."""
    own = node.dims(x)
    length_of_x = own[axis] if own is not None and axis < len(own) else size
    if isinstance(length_of_x, int) and length_of_x != size:
        node.fail("shape-mismatch", "batches of data and indices differ", expected=str(length_of_x), got=str(size))
    if isinstance(length_of_x, int) or length_of_x is None:
        numbers = node.const_ints(range(size), "batch", dtype)
        return node.add("Unsqueeze", [numbers], {"axes": tuple(range(1, axes_after + 1))}, tag=f"batch_{axis}_along")
    zero, one = (node.const_int(number, "number", dtype) for number in (0, 1))
    count = length(node, x, axis, f"batch_{axis}_length", dtype)
    every = node.add("Range", [zero, count, one], tag=f"batch_{axis}_all")
    column = node.const_ints((size, *(1 for _ in range(axes_after))), "shape")
    return node.add("Reshape", [every, column], tag=f"batch_{axis}_along")


OPS = {
    "Compress": onnx_op(compress, "input condition", "axis:i", since=9),
    "Gather": onnx_op(gather, "data indices", "axis:i=0"),
    "GatherElements": onnx_op(gather_elements, "data indices", "axis:i=0", since=11),
    "GatherND": onnx_op(gather_nd, "data indices", "batch_dims:i=0[12:]", since=11),
    "OneHot": onnx_op(one_hot, "indices depth values", "axis:i=-1", since=9),
}
