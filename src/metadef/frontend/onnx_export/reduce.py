"""Reductions along axes."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter
from metadef.types.dtype import DataType

__all__ = ["OPS"]

_NOOP = "noop_with_empty_axes"


def reduction(op: str) -> Exporter:
    """The axes are an input, or an attribute of the operators whose name ends with D."""

    def exporter(call: ExportCall) -> None:
        if "axes" in call.node.proto.attr_index:
            axes: tuple[int, ...] | None = call.ints("axes")
        else:
            axes = call.known_ints(call.node.input("axes"))
        attrs: dict[str, object] = {"keepdims": call.int("keep_dims")}
        if axes is not None:
            if not axes:
                _of_no_axes(call)
                return
            call.add(op, [call.input("x"), call.const_ints(axes)], attrs)
            return
        port = call.input("axes")
        if call.dtype(call.value("axes")) is not DataType.INT64:
            port = call.cast(port, DataType.INT64, "axes")
        is_noop = call.int(_NOOP) if _NOOP in call.node.proto.attr_index else 1
        call.add(op, [call.input("x"), port], attrs | {_NOOP: is_noop})

    return exporter


def _of_no_axes(call: ExportCall) -> None:
    """Nothing is reduced, where the operator says so or the tensor has no axes."""
    is_noop = _NOOP in call.node.proto.attr_index and call.int(_NOOP)
    if not is_noop and call.rank(call.value("x")) != 0:
        call.refuse("no axes mean all of them")
    call.add("Identity", [call.input("x")])


def arg(op: str) -> Exporter:
    """The index of an extreme element; the axis goes."""

    def exporter(call: ExportCall) -> None:
        by_attr = "dimension" in call.node.proto.attr_index
        axis = call.int("dimension") if by_attr else call.need_axis("dimension")
        attrs = {"axis": axis, "keepdims": 0}
        dtype = call.dtype(call.node.output)
        if dtype is DataType.INT64:
            call.add(op, [call.input("x")], attrs)
        else:
            call.cast(call.add(op, [call.input("x")], attrs, tag="index"), dtype)

    return exporter


OPS: dict[str, Exporter] = {
    "ArgMaxD": arg("ArgMax"),
    "ArgMaxV2": arg("ArgMax"),
    "ArgMin": arg("ArgMin"),
    "ArgMinD": arg("ArgMin"),
    "ReduceAll": reduction("ReduceMin"),
    "ReduceAny": reduction("ReduceMax"),
    "ReduceLogSumExp": reduction("ReduceLogSumExp"),
    "ReduceMax": reduction("ReduceMax"),
    "ReduceMaxD": reduction("ReduceMax"),
    "ReduceMean": reduction("ReduceMean"),
    "ReduceMeanD": reduction("ReduceMean"),
    "ReduceMin": reduction("ReduceMin"),
    "ReduceMinD": reduction("ReduceMin"),
    "ReduceProd": reduction("ReduceProd"),
    "ReduceProdD": reduction("ReduceProd"),
    "ReduceSum": reduction("ReduceSum"),
    "ReduceSumD": reduction("ReduceSum"),
}
