"""Parts of a tensor, and blocks of one axis moved into another."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
_FIRST = -(1 << 63)  # an end before the first element


def strided_slice(call: ExportCall) -> None:
    """From begin to end by strides along some axes; without masks this is ONNX's Slice."""
    for mask in _MASKS:
        call.need(mask, 0)
    ports = ("begin", "end", "axes", "strides")
    dtypes = {value.desc.dtype for port in ports if (value := call.node.input(port)) is not None}
    names = [call.input(port) for port in ports]
    if len(dtypes) > 1:
        names = [call.cast(name, DataType.INT64, port) if name else "" for port, name in zip(ports, names, strict=True)]
    call.add("Slice", [call.input("x"), *names])


def _from(call: ExportCall, offsets: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    ends = [(1 << 63) - 1 if size == -1 else start + size for start, size in zip(offsets, sizes, strict=True)]
    call.add("Slice", [call.input("x"), call.const_ints(offsets), call.const_ints(ends)])


def slice_(call: ExportCall) -> None:
    """Offsets and sizes of all axes, as inputs that are known."""
    _from(call, call.need_ints("offsets"), call.need_ints("size"))


def slice_d(call: ExportCall) -> None:
    """Offsets and sizes of all axes, as attributes."""
    _from(call, call.ints("offsets"), call.ints("size"))


def reverse(call: ExportCall) -> None:
    """Some axes from the last element to the first."""
    axes = call.need_ints("axis")
    ports = [(-1,) * len(axes), (_FIRST,) * len(axes), axes, (-1,) * len(axes)]
    call.add("Slice", [call.input("x"), *map(call.const_ints, ports)])


def depth_to_space(call: ExportCall) -> None:
    """Channels to blocks of pixels."""
    call.need("data_format", "NCHW")
    call.need("mode", "DCR", "CRD")
    call.add("DepthToSpace", [call.input("x")], {"blocksize": call.int("block_size"), "mode": call.attr("mode")})


def space_to_depth(call: ExportCall) -> None:
    """Blocks of pixels to channels."""
    call.need("data_format", "NCHW")
    call.add("SpaceToDepth", [call.input("x")], {"blocksize": call.int("block_size")})


def reverse_sequence(call: ExportCall) -> None:
    """The first elements of each sequence, backwards; ONNX wants 64-bit lengths and the first two axes."""
    axes = {call.int("seq_dim"), call.int("batch_dim")}
    if axes != {0, 1}:
        call.refuse(f"axes {sorted(axes)}")
    if call.dtype(call.value("x")) is DataType.BF16:
        call.refuse("bfloat16")
    lengths = call.input("seq_lengths")
    if call.dtype(call.value("seq_lengths")) is not DataType.INT64:
        lengths = call.cast(lengths, DataType.INT64, "lengths")
    attrs = {"time_axis": call.int("seq_dim"), "batch_axis": call.int("batch_dim")}
    call.add("ReverseSequence", [call.input("x"), lengths], attrs)


def trilu(call: ExportCall) -> None:
    """The upper or lower triangle of each matrix."""
    call.add("Trilu", call.inputs(), {"upper": call.int("upper")})


OPS: dict[str, Exporter] = {
    "DepthToSpace": depth_to_space,
    "ReverseSequence": reverse_sequence,
    "ReverseV2": reverse,
    "Slice": slice_,
    "SliceD": slice_d,
    "SpaceToDepth": space_to_depth,
    "StridedSliceV2": strided_slice,
    "Trilu": trilu,
}
