"""What changes or reads a shape and leaves the elements in their order, and Transpose."""

from __future__ import annotations

from collections.abc import Sequence

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.graph.value import Value
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def _int64(call: ExportCall, value: Value, tag: str) -> str:
    known = call.known_ints(value)
    if call.dtype(value) is DataType.INT64:
        return call.name(value)
    return call.const_ints(known) if known is not None else call.cast(call.name(value), DataType.INT64, tag)


def expand(call: ExportCall) -> None:
    """Both of Ascend's operators broadcast to a shape."""
    call.add("Expand", [call.input("x"), _int64(call, call.value("shape"), "shape")])


def reshape(call: ExportCall) -> None:
    """Ascend takes a 0 by its word; -1 beside a 0 cannot be meant by ONNX then."""
    shape = call.value("shape")
    known = call.known_ints(shape)
    if call.int("axis") != 0 or call.int("num_axes") != -1:
        call.add("Reshape", [call.input("x"), call.const_ints(_widened(call, known))])
        return
    attrs = {"allowzero": 1} if known is None or 0 in known else {}
    if known is not None and 0 in known and -1 in known:
        call.refuse("0 and -1 in one shape")
    call.add("Reshape", [call.input("x"), _int64(call, shape, "shape")], attrs)


def _widened(call: ExportCall, target: Sequence[int] | None) -> list[int]:
    """The target for all axes where `axis` and `num_axes` name some; a length that stays is 0, or known, or -1."""
    rank = call.value("x").desc.origin_shape.rank
    after = call.node.output.desc.origin_shape
    if target is None or 0 in target or rank is None or after.rank is None:
        call.refuse("a part of the axes is reshaped, to a shape that is not known")
    axis, count = call.int("axis"), call.int("num_axes")
    first = axis if axis >= 0 else axis + rank + 1
    behind = first + len(target)
    is_same_place = count == len(target) or count == -1
    tail = [0 if is_same_place else size if isinstance(size, int) else -1 for size in after.dims[behind:]]
    widened = [0] * first + list(target) + tail
    if widened.count(-1) > 1:
        call.refuse("more than one length of the shape is not known")
    return widened


def flatten(call: ExportCall) -> None:
    """A matrix."""
    call.add("Flatten", [call.input("x")], {"axis": call.int("axis")})


def _counted(call: ExportCall, op: str, inputs: list[str]) -> None:
    dtype = call.dtype(call.node.output)
    if dtype is DataType.INT64:
        call.add(op, inputs)
    else:
        call.cast(call.add(op, inputs, tag="int64"), dtype)


def shape_of(call: ExportCall) -> None:
    """ONNX gives 64-bit integers."""
    _counted(call, "Shape", call.inputs())


def size_of(call: ExportCall) -> None:
    """The number of elements."""
    _counted(call, "Size", call.inputs())


def rank_of(call: ExportCall) -> None:
    """The length of the shape."""
    _counted(call, "Size", [call.add("Shape", call.inputs(), tag="shape")])


def squeeze(call: ExportCall) -> None:
    """No axes mean all of length 1, to both."""
    axes = call.ints("axis")
    call.add("Squeeze", [call.input("x"), call.const_ints(axes) if axes else ""])


def unsqueeze(call: ExportCall) -> None:
    """Positions count in the result."""
    axes = call.ints("axes")
    call.add("Unsqueeze", [call.input("x"), call.const_ints(axes)])


def by_port(op: str, port: str) -> Exporter:
    """The axes are an input."""

    def exporter(call: ExportCall) -> None:
        value = call.node.input(port)
        call.add(op, [call.input("x"), _int64(call, value, "axes") if value is not None else ""])

    return exporter


def expand_dims(call: ExportCall) -> None:
    """One axis, as a number or a vector of one."""
    axis = call.value("axis")
    known = call.known_ints(axis)
    name = call.const_ints(known) if known is not None else call.vector(axis)
    call.add("Unsqueeze", [call.input("x"), name])


def transpose(call: ExportCall) -> None:
    """The order must be known: ONNX has it as an attribute."""
    call.add("Transpose", [call.input("x")], _perm(call.need_ints("perm")))


def transpose_d(call: ExportCall) -> None:
    """The order is an attribute."""
    call.add("Transpose", [call.input("x")], _perm(call.ints("perm")))


def _perm(perm: tuple[int, ...]) -> dict[str, object]:
    """WHY nothing for rank 0: ONNX has no empty lists, and reverses the axes where no order is given."""
    return {"perm": perm} if perm else {}


def confusion_transpose(call: ExportCall) -> None:
    """A transposition and a reshape, in either order."""
    shape, perm = call.const_ints(call.ints("shape")), _perm(call.ints("perm"))
    if call.int("transpose_first"):
        call.add("Reshape", [call.add("Transpose", [call.input("x")], perm, tag="transposed"), shape])
    else:
        call.add("Transpose", [call.add("Reshape", [call.input("x"), shape], tag="reshaped")], perm)


OPS: dict[str, Exporter] = {
    "BroadcastTo": expand,
    "ConfusionTransposeD": confusion_transpose,
    "Expand": expand,
    "ExpandDims": expand_dims,
    "Flatten": flatten,
    "Rank": rank_of,
    "Reshape": reshape,
    "Shape": shape_of,
    "Size": size_of,
    "Squeeze": squeeze,
    "SqueezeV3": by_port("Squeeze", "axes"),
    "Transpose": transpose,
    "TransposeD": transpose_d,
    "Unsqueeze": unsqueeze,
    "UnsqueezeV3": by_port("Unsqueeze", "axes"),
}
