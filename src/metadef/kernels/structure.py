"""Operators that pass tensors on, and those that only mark something."""

from __future__ import annotations

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.types.tensor_value import TensorValue

__all__ = ["KERNELS"]


def _same(port: str = "x") -> Kernel:
    def kernel(call: KernelCall) -> Array:
        return call[port]

    return kernel


def _all(call: KernelCall) -> list[Array]:
    return call.members("x")


def _copies(call: KernelCall) -> list[Array]:
    return [call["x"]] * (call.output_count("y") or call.int("N"))


def _constant(call: KernelCall) -> Array:
    return call.attr_as("value", TensorValue).array()


KERNELS: dict[str, Kernel] = {
    "Constant": _constant,
    "Copy": _copies,
    "EnsureShape": _same("input"),
    "GuaranteeConst": _same(),
    "Identity": _same(),
    "IdentityN": _all,
    "PlaceholderWithDefault": _same(),
    "PreventGradient": _same(),
    "Snapshot": _same(),
    "StopGradient": _same(),
    "TensorMove": _same(),
}
