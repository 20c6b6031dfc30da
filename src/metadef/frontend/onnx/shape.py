"""What changes or reads a shape and leaves the elements in their order, and Transpose."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from metadef.frontend.onnx.axes import normalised
from metadef.frontend.onnx.declare import onnx_op
from metadef.frontend.onnx.node import OnnxNode
from metadef.graph.value import Value
from metadef.infer.shape.common import product_of
from metadef.types.dim import DimLike
from metadef.types.dtype import DataType
from metadef.types.tensor_value import Inline, TensorValue

__all__ = ["OPS", "length", "reshape_by", "reshape_like", "reshape_to", "squeezed", "unsqueezed"]

_INT64 = {"dtype": DataType.INT64.ge_value}


def unsqueezed(node: OnnxNode, x: Value, axes: tuple[int, ...], tag: str) -> Value:
    """`x` with axes of length 1 put in."""
    return node.add("Unsqueeze", [x], {"axes": axes}, tag=tag)


def squeezed(node: OnnxNode, x: Value, axes: tuple[int, ...], tag: str = "") -> Value:
    """`x` with axes of length 1 taken out."""
    return node.add("Squeeze", [x], {"axis": axes}, tag=tag)


def reshape_like(node: OnnxNode, x: Value, model: Value, tag: str = "") -> Value:
    """`x` in the shape of another value."""
    dims = node.shape(model).known_dims()
    if dims is not None:
        return node.add("Reshape", [x, node.const_ints(dims, "shape")], tag=tag)
    return node.add("Reshape", [x, node.add("Shape", [model], _INT64, tag="shape_of")], tag=tag)


def reshape(node: OnnxNode) -> Value:
    """A 0 in the target takes the input's length there, unless `allowzero` says that it means 0.

    Ascend's Reshape copies lengths too, but one that is known is put in here, so that nothing is left to the run time.
    """
    x, shape = node.value(0), node.value(1)
    target = node.known_ints(shape)
    if target is None or 0 not in target:
        return node.add("Reshape", [x, shape])
    if node.has("allowzero") and node.flag("allowzero"):
        return _emptied(node, x, shape, target)
    sizes = node.dims(x)
    last = max(axis for axis, size in enumerate(target) if size == 0)
    if sizes is not None and last >= len(sizes):
        node.fail(
            "axis-out-of-range",
            "the shape copies a length that the input lacks",
            expected=f"rank {last + 1} or more",
            got=f"rank {len(sizes)}",
        )
    return reshape_to(node, x, [None if size == 0 else size for size in target])


def _emptied(node: OnnxNode, x: Value, shape: Value, target: Sequence[int]) -> Value:
    """An empty `x` in another empty shape: a constant, since Ascend's Reshape would copy lengths for the zeros."""
    if -1 in target:
        node.fail("shape-mismatch", "with allowzero nothing follows for a -1 beside a 0", got=str(list(target)))
    sizes, dtype = node.dims(x), node.dtype(x)
    total = product_of(sizes) if sizes is not None else None
    by = f'node "{node.name}" (Reshape)'
    if total is not None and (total if isinstance(total, int) else node.graph.store.require_equal(total, 0, by)):
        got = f"{total} elements for {list(target)}"
        node.fail("shape-mismatch", "the target is empty and the input is not", expected="no elements", got=got)
    if dtype in (DataType.UNDEFINED, DataType.STRING):
        return node.add("Reshape", [x, shape])
    return node.constant(TensorValue(dtype, tuple(target), Inline(b"")))


def reshape_to(node: OnnxNode, x: Value, target: Sequence[int | None], tag: str = "") -> Value:
    """`x` in a shape of known lengths, -1 for one that follows, and None for those of `x` at the same place."""
    sizes = node.dims(x)
    resolved = [
        sizes[axis] if size is None and sizes is not None and axis < len(sizes) else size
        for axis, size in enumerate(target)
    ]
    known = [size for size in resolved if isinstance(size, int)]
    if len(known) == len(resolved):
        return node.add("Reshape", [x, node.const_ints(known, "shape")], tag=tag)
    if len(known) == len(resolved) - 1 and -1 not in known and 0 not in known and _follows(sizes, resolved, known):
        # WHY: one length that is not known here follows from the number of elements
        lengths = [size if isinstance(size, int) else -1 for size in resolved]
        return node.add("Reshape", [x, node.const_ints(lengths, "shape")], tag=tag)
    parts = [size if isinstance(size, int) else None for size in resolved]
    return node.add("Reshape", [x, _copied_shape(node, x, parts, tag)], tag=tag)


def _follows(sizes: Sequence[DimLike | None] | None, target: Sequence[DimLike | None], known: Sequence[int]) -> bool:
    """Whether a -1 for the only length that is no number says as much as the length itself.

    Where symbols are among the others, the copied length is a demand on them that a -1 would lose.
    """
    copied = next(axis for axis, size in enumerate(target) if not isinstance(size, int))
    if sizes is None or sizes[copied] is None:
        return True
    rest = [size for axis, size in enumerate(sizes) if axis != copied]
    numbers = [size for size in rest if isinstance(size, int)]
    return len(numbers) == len(rest) and prod(numbers) == prod(known)


def reshape_by(node: OnnxNode, x: Value, lengths: Sequence[int | Value], tag: str = "") -> Value:
    """`x` in a shape of numbers and of INT64 values of rank 0; -1 for one length that follows."""
    known = [node.known_ints(size) if isinstance(size, Value) else (size,) for size in lengths]
    plain = [found[0] for found in known if found is not None]
    if len(plain) == len(known):
        return node.add("Reshape", [x, node.const_ints(plain, "shape")], tag=tag)
    parts: list[Value] = []
    for size, found in zip(lengths, known, strict=True):
        if isinstance(size, Value) and found is None:
            parts.append(node.add("Unsqueeze", [size], {"axes": (0,)}, tag=f"{tag}_part" if tag else "part"))
        else:
            parts.append(node.const_ints(found or (), "lengths"))
    target = node.add("ConcatD", [parts], {"concat_dim": 0, "N": len(parts)}, tag=f"{tag}_shape" if tag else "shape")
    return node.add("Reshape", [x, target], tag=tag)


def length(node: OnnxNode, x: Value, axis: int, tag: str, dtype: DataType = DataType.INT64) -> Value:
    """The length of an axis as a number of rank 0, read at run time where it is not known."""
    dims = node.dims(x)
    size = dims[axis] if dims is not None else None
    if isinstance(size, int):
        return node.const_int(size, "length", dtype)
    own = node.add("Shape", [x], {"dtype": dtype.ge_value}, tag=f"{tag}_shape")
    return node.add("GatherV2", [own, node.const_int(axis, "index"), node.const_int(0, "axis")], tag=tag)


def _copied_shape(node: OnnxNode, x: Value, target: list[int | None], tag: str) -> Value:
    """The target with its unknown lengths read from the input at run time."""
    prefix = f"{tag}_" if tag else ""
    own = node.add("Shape", [x], _INT64, tag=f"{prefix}shape_of")
    parts: list[Value] = []
    start = 0
    while start < len(target):
        end = start + 1
        if target[start] is None:
            axis, indices = node.const_int(0, "axis"), node.const_ints((start,), "indices")
            parts.append(node.add("GatherV2", [own, indices, axis], tag=f"{prefix}length_{start}"))
        else:
            while end < len(target) and target[end] is not None:
                end += 1
            parts.append(node.const_ints([size for size in target[start:end] if size is not None], "lengths"))
        start = end
    if len(parts) == 1:
        return parts[0]
    return node.add("ConcatD", [parts], {"concat_dim": 0, "N": len(parts)}, tag=f"{prefix}target")


def expand(node: OnnxNode) -> Value:
    """To the shape that both broadcast to; BroadcastTo takes more types, and wants the result's own shape."""
    x, shape = node.value(0), node.value(1)
    own, target = node.shape(x).known_dims(), node.known_ints(shape)
    if node.accepts("Expand", 0, node.dtype(x)) or own is None or target is None:
        return node.add("Expand", [x, shape])
    rank = max(len(own), len(target))
    pairs = zip((1,) * (rank - len(own)) + own, (1,) * (rank - len(target)) + target, strict=True)
    dims = [right if left == 1 else left for left, right in pairs]
    return node.add("BroadcastTo", [x, node.const_ints(dims, "shape")])


def flatten(node: OnnxNode) -> Value:
    """A matrix: the axes before `axis`, and the rest."""
    x, axis = node.value(0), node.int("axis")
    rank = node.rank(x)
    if rank is not None and not -rank <= axis <= rank:
        node.fail("axis-out-of-range", "axis lies outside of the rank", expected=f"{-rank} to {rank}", got=str(axis))
    if axis < 0:
        axis += node.need_rank(x, "a negative axis")
    if axis == 0:
        return node.add("Reshape", [x, node.const_ints((1, -1), "shape")])
    if rank == axis:
        return node.add("Reshape", [x, node.const_ints((-1, 1), "shape")])
    return node.add("Flatten", [x], {"axis": axis})


def transpose(node: OnnxNode) -> Value:
    """The axes in another order; reversed where none is given."""
    x, perm = node.value(0), node.ints("perm")
    if perm is None:
        perm = tuple(range(node.need_rank(x, "a transposition without perm")))[::-1]
    if sorted(perm) != list(range(len(perm))):
        node.fail("attr-constraint", "perm must be a permutation", expected=f"0 to {len(perm) - 1}", got=str([*perm]))
    return node.add("Transpose", [x, node.const_ints(perm, "perm")])


def squeeze(node: OnnxNode) -> Value:
    """Takes axes of length 1 out: those named, or all."""
    x = node.value(0)
    given = node.optional(1)
    if node.opset < 13:
        return squeezed(node, x, node.ints("axes") or ())
    if given is None:
        return squeezed(node, x, ())
    axes = node.known_ints(given)
    if axes is None:
        return node.add("SqueezeV3", [x, given])
    # WHY: an empty list means none to ONNX and all to Ascend
    return squeezed(node, x, axes) if axes else node.add("Identity", [x])


def unsqueeze(node: OnnxNode) -> Value:
    """Puts axes of length 1 in; positions count in the result."""
    x = node.value(0)
    axes = node.ints("axes") if node.opset < 13 else node.known_ints(node.value(1))
    if axes is None:
        return node.add("UnsqueezeV3", [x, node.value(1)])
    if not axes:
        return node.add("Identity", [x])
    rank = node.rank(x)
    if rank is not None:
        axes = normalised(node, axes, rank + len(axes))
    return unsqueezed(node, x, axes, "")


def shape_of(node: OnnxNode) -> Value:
    """The shape, or a slice of it."""
    x = node.value(0)
    start, end = (node.int("start"), node.any("end")) if node.opset >= 15 else (0, None)
    if start == 0 and end is None:
        return node.add("Shape", [x], _INT64)
    whole = node.add("Shape", [x], _INT64, tag="shape")
    stop = (1 << 63) - 1 if end is None else end
    ports = [node.const_ints((start,), "begin"), node.const_ints((stop,), "end"), node.const_ints((0,), "axes")]
    return node.add("StridedSliceV2", [whole, *ports])


def size_of(node: OnnxNode) -> Value:
    """The number of elements."""
    return node.add("Size", [node.value(0)], _INT64)


OPS = {
    "Expand": onnx_op(expand, "input shape", since=8),
    "Flatten": onnx_op(flatten, "input", "axis:i=1"),
    "Reshape": onnx_op(reshape, "data shape", "allowzero:i=0[14:]"),
    "Shape": onnx_op(shape_of, "data", "start:i=0[15:] end:i[15:]"),
    "Size": onnx_op(size_of, "data"),
    "Squeeze": onnx_op(squeeze, "data axes?[13:]", "axes:is[:13]"),
    "Transpose": onnx_op(transpose, "data", "perm:is"),
    "Unsqueeze": onnx_op(unsqueeze, "data axes[13:]", "axes:is![:13]"),
}
