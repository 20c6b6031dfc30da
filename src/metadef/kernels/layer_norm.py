"""Layer and root-mean-square normalisation: statistics over the last axes of each sample."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]


def _moments(x: Array, axes: tuple[int, ...], epsilon: float) -> tuple[Array, Array, Array]:
    """Mean, variance and 1 / sqrt(variance + epsilon), which keep the axes with size 1."""
    mean = x.mean(axis=axes, keepdims=True, dtype=x.dtype)
    variance = np.square(x - mean).mean(axis=axes, keepdims=True, dtype=x.dtype)
    return mean, variance, (1 / np.sqrt(variance + np.asarray(epsilon, x.dtype))).astype(x.dtype)


def _layer_norm(call: KernelCall) -> list[Array]:
    """Over all axes from begin_norm_axis. LayerNorm gives the variance, its later versions 1 / deviation."""
    x = as_compute(call["x"])
    axes = tuple(range(call.int("begin_norm_axis") % x.ndim, x.ndim))
    mean, variance, rstd = _moments(x, axes, call.float("epsilon"))
    y = (x - mean) * rstd * as_compute(call["gamma"]) + as_compute(call["beta"])
    return [rounded(y.astype(x.dtype), call["x"]), mean, variance if call.proto.name == "LayerNorm" else rstd]


def _layer_norm_v4(call: KernelCall) -> list[Array]:
    """Over as many last axes as `normalized_shape` has."""
    x = as_compute(call["x"])
    axes = tuple(range(x.ndim - len(call.numbers("normalized_shape")), x.ndim))
    mean, _, rstd = _moments(x, axes, call.float("epsilon"))
    y = (x - mean) * rstd
    if call.has_input("gamma"):
        y = y * as_compute(call["gamma"])
    if call.has_input("beta"):
        y = y + as_compute(call["beta"])
    return [rounded(y.astype(x.dtype), call["x"]), mean, rstd]


def _add_layer_norm(order: str) -> Kernel:
    """The sum of two tensors (and a bias), normalised over its last axis."""

    def kernel(call: KernelCall) -> list[Array]:
        total = as_compute(call["x1"]) + as_compute(call["x2"])
        if call.has_input("bias"):
            total = total + as_compute(call["bias"])
        mean, _, rstd = _moments(total, (-1,), call.float("epsilon"))
        y = (total - mean) * rstd * as_compute(call["gamma"]) + as_compute(call["beta"])
        found = {"y": rounded(y, call["x1"]), "mean": mean, "rstd": rstd, "x": rounded(total, call["x1"])}
        return [found[name] for name in order.split()]

    return kernel


def _rms(x: Array, gamma: Array, epsilon: float, shift: float = 0) -> tuple[Array, Array]:
    """x / sqrt(mean(x²) + epsilon) · (shift + gamma), over as many last axes as gamma has."""
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    rstd = 1 / np.sqrt(np.square(x).mean(axis=axes, keepdims=True) + np.asarray(epsilon, x.dtype))
    return (x * rstd * (gamma + np.asarray(shift, gamma.dtype))).astype(x.dtype), rstd.astype(x.dtype)


def _rms_norm(shift: float) -> Kernel:
    def kernel(call: KernelCall) -> list[Array]:
        y, rstd = _rms(as_compute(call["x"]), as_compute(call["gamma"]), call.float("epsilon"), shift)
        return [rounded(y, call["x"]), rstd]

    return kernel


def _add_rms_norm(order: str) -> Kernel:
    def kernel(call: KernelCall) -> list[Array]:
        total = as_compute(call["x1"]) + as_compute(call["x2"])
        y, rstd = _rms(total, as_compute(call["gamma"]), call.float("epsilon"))
        found = {"y": rounded(y, call["x1"]), "wide": y, "rstd": rstd, "x": rounded(total, call["x1"])}
        return [found[name] for name in order.split()]

    return kernel


def _deep_norm(call: KernelCall) -> list[Array]:
    """Layer normalisation of alpha · x + gx."""
    x, gx = as_compute(call["x"]), as_compute(call["gx"])
    gamma, beta = as_compute(call["gamma"]), as_compute(call["beta"])
    total = np.asarray(call.float("alpha"), x.dtype) * x + gx
    mean, _, rstd = _moments(total, tuple(range(x.ndim - gamma.ndim, x.ndim)), call.float("epsilon"))
    return [mean, rstd, rounded((total - mean) * rstd * gamma + beta, call["x"])]


KERNELS: dict[str, Kernel] = {
    "AddLayerNorm": _add_layer_norm("y mean rstd x"),
    "AddRmsNorm": _add_rms_norm("y rstd x"),
    "AddRmsNormCast": _add_rms_norm("wide y rstd x"),
    "DeepNorm": _deep_norm,
    "GemmaRmsNorm": _rms_norm(shift=1),
    "InplaceAddLayerNorm": _add_layer_norm("y mean rstd x"),
    "InplaceAddRmsNorm": _add_rms_norm("y rstd x"),
    "LayerNorm": _layer_norm,
    "LayerNormV3": _layer_norm,
    "LayerNormV4": _layer_norm_v4,
    "RmsNorm": _rms_norm(shift=0),
}
