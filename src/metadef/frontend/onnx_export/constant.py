"""Constants that are computed."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]


def fill(call: ExportCall) -> None:
    """One number in a given shape."""
    value = call.value("value")
    number = call.input("value")
    if call.rank(value) != 0:
        number = call.add("Reshape", [number, call.const_ints(())], tag="number")
    dims = call.value("dims")
    shape = call.input("dims")
    if call.dtype(dims) is not DataType.INT64:
        shape = call.cast(shape, DataType.INT64, "shape")
    call.add("Expand", [number, shape])


def like(number: int) -> Exporter:
    """One number in the shape of another tensor."""

    def exporter(call: ExportCall) -> None:
        x = call.value("x")
        shape = call.add("Shape", [call.input("x")], tag="shape")
        call.add("Expand", [call.scalar(number, call.dtype(x)), shape])

    return exporter


def number_range(call: ExportCall) -> None:
    """From start to limit, which is left out."""
    call.need("is_closed", False)
    if call.dtype(call.node.output) in (DataType.FLOAT16, DataType.BF16):
        call.refuse("numbers of 16 bits")
    ports: list[str] = []
    for port in ("start", "limit", "delta"):
        name = call.input(port)
        if call.rank(call.value(port)) != 0:
            name = call.add("Reshape", [name, call.const_ints(())], tag=port)
        ports.append(name)
    call.add("Range", ports)


def eye(call: ExportCall) -> None:
    """Ones on the diagonal of one matrix."""
    call.need("batch_shape", ())
    rows, dtype = call.int("num_rows"), call.dtype(call.node.output)
    columns = call.int("num_columns") or rows
    shape = call.const_ints((rows, columns))
    zeros = call.add("Expand", [call.scalar(0, dtype), shape], tag="zeros")
    call.add("EyeLike", [zeros], {"dtype": call.type_number(dtype)})


OPS: dict[str, Exporter] = {
    "Eye": eye,
    "Fill": fill,
    "OnesLike": like(1),
    "Range": number_range,
    "ZerosLike": like(0),
}
