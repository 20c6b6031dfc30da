"""Reductions over axes, and arg-reductions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]

Reduction = Callable[..., Array]


def _axes(call: KernelCall, rank: int) -> tuple[int, ...] | None:
    """The axes to reduce; None to leave the tensor as it is (no axes, and the operator says so)."""
    if "axes" in call.proto.input_index:
        given = call.find("axes")
        axes = tuple(int(axis) for axis in given.reshape(-1)) if given is not None else ()
    else:
        axes = call.ints("axes")
    if axes:
        return tuple(axis % rank for axis in axes) if rank else ()
    noop = "noop_with_empty_axes" in call.proto.attr_index and call.bool("noop_with_empty_axes")
    return None if noop else tuple(range(rank))


def _reduce(function: Reduction) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x = call["x"]
        axes = _axes(call, x.ndim)
        if axes is None:
            return x
        wide = as_compute(x)
        return rounded(np.asarray(function(wide, axis=axes, keepdims=call.bool("keep_dims"))).astype(wide.dtype), x)

    return kernel


def _log_sum_exp(x: Array, axis: tuple[int, ...], keepdims: bool) -> Array:
    top = x.max(axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    total = np.log(np.exp(x - top).sum(axis=axis, keepdims=True)) + top
    return total if keepdims else np.squeeze(total, axis)


def _log_sum(x: Array, axis: tuple[int, ...], keepdims: bool) -> Array:
    return np.log(np.sum(x, axis=axis, keepdims=keepdims))


def _arg(function: Callable[..., Array], attribute: bool) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x = as_compute(call["x"])
        axis = call.int("dimension") if attribute else int(call["dimension"].reshape(()))
        return np.asarray(function(x, axis=axis))

    return kernel


def _arg_with_value(best: Callable[..., Array], value: Callable[..., Array]) -> Kernel:
    def kernel(call: KernelCall) -> list[Array]:
        x = call["x"]
        axis, keep = call.int("dimension"), call.bool("keep_dims")
        wide = as_compute(x)
        return [
            np.asarray(best(wide, axis=axis, keepdims=keep)).astype(np.int32),
            rounded(value(wide, axis=axis, keepdims=keep), x),
        ]

    return kernel


def _cumsum(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    axis = int(call["axis"].reshape(())) if "axis" in call.proto.input_index else call.int("axis")
    work = np.flip(x, axis) if call.bool("reverse") else x
    total = np.cumsum(work, axis=axis, dtype=x.dtype)
    if call.bool("exclusive"):
        total = total - work
    return rounded(np.flip(total, axis) if call.bool("reverse") else total, call["x"])


_SUM, _MEAN, _MAX, _MIN, _PROD = (_reduce(f) for f in (np.sum, np.mean, np.max, np.min, np.prod))
_ALL, _ANY = _reduce(np.all), _reduce(np.any)

KERNELS: dict[str, Kernel] = {
    "ReduceSum": _SUM,
    "ReduceSumD": _SUM,
    "ReduceMean": _MEAN,
    "ReduceMeanD": _MEAN,
    "ReduceMax": _MAX,
    "ReduceMaxD": _MAX,
    "ReduceMin": _MIN,
    "ReduceMinD": _MIN,
    "ReduceProd": _PROD,
    "ReduceProdD": _PROD,
    "ReduceAll": _ALL,
    "ReduceAllD": _ALL,
    "ReduceAny": _ANY,
    "ReduceAnyD": _ANY,
    "ReduceLogSumExp": _reduce(_log_sum_exp),
    "ReduceLogSum": _reduce(_log_sum),
    "ArgMaxV2": _arg(np.argmax, attribute=False),
    "ArgMaxD": _arg(np.argmax, attribute=True),
    "ArgMin": _arg(np.argmin, attribute=False),
    "ArgMinD": _arg(np.argmin, attribute=True),
    "ArgMaxWithValue": _arg_with_value(np.argmax, np.max),
    "ArgMinWithValue": _arg_with_value(np.argmin, np.min),
    "Cumsum": _cumsum,
    "CumsumD": _cumsum,
}
