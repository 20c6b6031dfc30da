"""Joining tensors along an axis, and taking them apart."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def _joined(call: ExportCall, axis: int) -> None:
    call.add("Concat", [call.name(value) for value in call.node.members("x")], {"axis": axis})


def concat_d(call: ExportCall) -> None:
    """The axis is an attribute."""
    _joined(call, call.int("concat_dim"))


def concat(call: ExportCall) -> None:
    """The axis is an input."""
    _joined(call, call.need_axis("concat_dim"))


def pack(call: ExportCall) -> None:
    """Along a new axis."""
    axes = call.const_ints((call.int("axis"),))
    parts = [
        call.add("Unsqueeze", [call.name(value), axes], tag=f"part_{index}")
        for index, value in enumerate(call.node.members("x"))
    ]
    call.add("Concat", parts, {"axis": call.int("axis")})


def unpack(call: ExportCall) -> None:
    """Slices of an axis, which goes."""
    axis, count = call.int("axis"), len(call.node.outputs)
    pieces = [call.writer.names.fresh(f"{call.node.name}/part_{index}") for index in range(count)]
    attrs = {"axis": axis, "num_outputs": count}
    split = call.writer.node_proto("Split", [call.input("x")], pieces, f"{call.node.name}/parts", attrs)
    call.made.append(split)
    axes = call.const_ints((axis,))
    for index, piece in enumerate(pieces):
        call.add("Squeeze", [piece, axes], out=index)


def _equal(call: ExportCall, axis: int) -> None:
    """WHY the sizes where they are known: ONNX lets the last part be smaller where Ascend refuses."""
    count = len(call.node.outputs)
    every = range(count)
    dims = call.dims(call.value("x"))
    size = dims[axis] if dims is not None and -len(dims) <= axis < len(dims) else None
    if isinstance(size, int) and size % count == 0:
        sizes = call.const_ints((size // count,) * count)
        call.add("Split", [call.input("x"), sizes], {"axis": axis}, out=every)
        return
    call.add("Split", [call.input("x")], {"axis": axis, "num_outputs": count}, out=every)


def split_d(call: ExportCall) -> None:
    """Equal parts; the axis is an attribute."""
    _equal(call, call.int("split_dim"))


def split(call: ExportCall) -> None:
    """Equal parts; the axis is an input."""
    _equal(call, call.need_axis("split_dim"))


def split_v(call: ExportCall) -> None:
    """Parts of given sizes; sizes and axis are inputs."""
    sizes = call.value("size_splits")
    axis = call.need_axis("split_dim")
    known = call.known_ints(sizes)
    port = call.const_ints(_settled(call, known, axis)) if known is not None else call.input("size_splits")
    if known is None:
        port = call.cast(port, DataType.INT64, "sizes")
    call.add("Split", [call.input("x"), port], {"axis": axis}, out=range(len(call.node.outputs)))


def split_vd(call: ExportCall) -> None:
    """Parts of given sizes; sizes and axis are attributes."""
    axis = call.int("split_dim")
    sizes = _settled(call, call.ints("size_splits"), axis)
    call.add("Split", [call.input("x"), call.const_ints(sizes)], {"axis": axis}, out=range(len(call.node.outputs)))


def _settled(call: ExportCall, sizes: tuple[int, ...], axis: int) -> tuple[int, ...]:
    """-1 stands for what is left."""
    if -1 not in sizes:
        return sizes
    dims = call.dims(call.value("x"))
    total = dims[axis] if dims is not None else None
    if not isinstance(total, int) or sizes.count(-1) > 1:
        call.refuse("a size that follows from the others")
    rest = total - sum(size for size in sizes if size != -1)
    return tuple(rest if size == -1 else size for size in sizes)


OPS: dict[str, Exporter] = {
    "Concat": concat,
    "ConcatD": concat_d,
    "ConcatV2": concat,
    "Pack": pack,
    "Split": split,
    "SplitD": split_d,
    "SplitV": split_v,
    "SplitVD": split_vd,
    "Unpack": unpack,
}
