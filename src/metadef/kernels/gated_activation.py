"""Gated linear units: one half of an axis gates the other."""

from __future__ import annotations

import numpy as np

from metadef.kernels.activation import gelu_erf, gelu_tanh, sigmoid, swish
from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _halves(call: KernelCall, port: str = "x", axis: int | None = None) -> tuple[Array, Array, int]:
    x = as_compute(call[port])
    along = call.int("dim") if axis is None else axis
    left, right = np.split(x, 2, axis=along)
    return left, right, along


def _glu(call: KernelCall) -> Array:
    """left · sigmoid(right)."""
    left, right, _ = _halves(call)
    return rounded(left * sigmoid(right), call["x"])


def _swiglu(call: KernelCall) -> Array:
    """swish(left) · right."""
    left, right, _ = _halves(call)
    return rounded(swish(left) * right, call["x"])


def _geglu_v2(call: KernelCall) -> list[Array]:
    """x · gelu(gate); the gate is the right half unless `activate_left`. The second output is gelu(gate)."""
    left, right, _ = _halves(call)
    gate, other = (left, right) if call.bool("activate_left") else (right, left)
    gelu = gelu_tanh(gate) if call.int("approximate") == 1 else gelu_erf(gate)
    return [rounded(other * gelu, call["x"]), rounded(gelu, call["x"])]


def _gelu_mul(call: KernelCall) -> Array:
    """gelu(left) · right over the last axis."""
    left, right, _ = _halves(call, axis=-1)
    gelu = gelu_tanh(left) if call.str("approximate") == "tanh" else gelu_erf(left)
    return rounded(gelu * right, call["x"])


def _fatrelu_mul(call: KernelCall) -> Array:
    """The left half where it is above the threshold, else 0, times the right half."""
    left, right, _ = _halves(call, axis=-1)
    threshold = as_compute(call["threshold"])
    return rounded(np.where(left > threshold, left, 0).astype(left.dtype) * right, call["x"])


def _glu_grad(call: KernelCall) -> Array:
    left, right, axis = _halves(call)
    dy, gate = as_compute(call["y_grad"]), sigmoid(right)
    return rounded(np.concatenate([dy * gate, dy * left * gate * (1 - gate)], axis=axis), call["x"])


def _swiglu_grad(call: KernelCall) -> Array:
    left, right, axis = _halves(call)
    dy, gate = as_compute(call["y_grad"]), sigmoid(left)
    slope = gate * (1 + left * (1 - gate))
    return rounded(np.concatenate([dy * right * slope, dy * left * gate], axis=axis), call["x"])


KERNELS: dict[str, Kernel] = {
    "FatreluMul": _fatrelu_mul,
    "GLU": _glu,
    "GLUGrad": _glu_grad,
    "GeGluV2": _geglu_v2,
    "GeluMul": _gelu_mul,
    "SwiGlu": _swiglu,
    "SwiGluGrad": _swiglu_grad,
}
