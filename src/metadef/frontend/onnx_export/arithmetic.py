"""Arithmetic of two or more tensors that broadcast."""

from __future__ import annotations

from metadef.frontend.onnx_export.call import ExportCall
from metadef.frontend.onnx_export.table import Exporter

__all__ = ["OPS"]


def add_n(call: ExportCall) -> None:
    """The sum of all inputs."""
    call.add("Sum", call.inputs())


def bias_add(call: ExportCall) -> None:
    """A bias for each channel: the second axis, or the last one."""
    behind = call.rank(call.value("x")) - 2
    bias = call.input("bias")
    if call.attr("data_format") != "NHWC" and behind > 0:
        bias = call.add("Unsqueeze", [bias, call.const_ints(range(1, behind + 1))], tag="bias")
    call.add("Add", [call.input("x"), bias])


def floor_div(call: ExportCall) -> None:
    """Of numbers with a point only: ONNX cuts quotients of integers off towards zero."""
    if not call.dtype(call.value("x1")).is_float:
        call.refuse("integers are cut off towards zero")
    call.add("Floor", [call.add("Div", call.inputs(), tag="quotient")])


def floor_mod(call: ExportCall) -> None:
    """The remainder with the divisor's sign; numbers with a point have the other one, to which the divisor is added."""
    x, y = call.inputs()
    dtype = call.dtype(call.value("x1"))
    if not dtype.is_float:
        call.add("Mod", [x, y])
        return
    zero = call.scalar(0, dtype)
    rest = call.add("Mod", [x, y], {"fmod": 1}, tag="rest")
    signs = [call.add("Less", [name, zero], tag=tag) for name, tag in ((rest, "rest_sign"), (y, "divisor_sign"))]
    is_other = call.add("Xor", signs, tag="is_other")
    is_some = call.add("Not", [call.add("Equal", [rest, zero], tag="is_none")], tag="is_some")
    moved = call.add("Add", [rest, y], tag="moved")
    call.add("Where", [call.add("And", [is_other, is_some], tag="moves"), moved, rest])


def shift(direction: str) -> Exporter:
    """Of unsigned integers, as ONNX has it."""

    def exporter(call: ExportCall) -> None:
        if not call.dtype(call.value("x")).name.startswith("UINT"):
            call.refuse("integers with a sign")
        call.add("BitShift", call.inputs(), {"direction": direction})

    return exporter


def real_div(call: ExportCall) -> None:
    """Of numbers with a point only, for the same reason."""
    dtype = call.dtype(call.value("x1"))
    if not dtype.is_float:
        call.refuse("integers are cut off towards zero")
    call.add("Div", call.inputs())


def rsqrt(call: ExportCall) -> None:
    """1 / √x"""
    call.add("Reciprocal", [call.add("Sqrt", call.inputs(), tag="root")])


def square(call: ExportCall) -> None:
    """x · x"""
    call.add("Mul", call.inputs() * 2)


def squared_difference(call: ExportCall) -> None:
    """(x - y)²"""
    difference = call.add("Sub", call.inputs(), tag="difference")
    call.add("Mul", [difference, difference])


def truncate_mod(call: ExportCall) -> None:
    """The remainder with the dividend's sign."""
    call.add("Mod", call.inputs(), {"fmod": 1})


OPS: dict[str, Exporter] = {
    "AddN": add_n,
    "BiasAdd": bias_add,
    "FloorDiv": floor_div,
    "FloorMod": floor_mod,
    "LeftShift": shift("LEFT"),
    "RealDiv": real_div,
    "RightShift": shift("RIGHT"),
    "Rsqrt": rsqrt,
    "Square": square,
    "SquaredDifference": squared_difference,
    "TruncateMod": truncate_mod,
}
