"""Reductions over axes, arg-reductions, running sums and counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]

Reduction = Callable[..., Array]


def _axes(call: KernelCall, rank: int, name: str = "axes") -> tuple[int, ...] | None:
    """The axes to reduce; None to leave the tensor as it is (no axes, and the operator says so)."""
    axes = call.numbers(name)
    if axes:
        return tuple(axis % rank for axis in axes) if rank else ()
    is_noop = call.has_attr("noop_with_empty_axes") and call.bool("noop_with_empty_axes")
    return None if is_noop else tuple(range(rank))


def _reduce(function: Reduction) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x = call["x"]
        axes = _axes(call, x.ndim)
        if axes is None:
            return x
        wide = as_compute(x)
        return rounded(np.asarray(function(wide, axis=axes, keepdims=call.bool("keep_dims"))).astype(wide.dtype), x)

    return kernel


def _max(x: Array, axis: tuple[int, ...], keepdims: bool) -> Array:
    if x.dtype.kind == "b":
        return np.any(x, axis=axis, keepdims=keepdims)
    start = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype.name).min
    return np.max(x, axis=axis, keepdims=keepdims, initial=start)


def _min(x: Array, axis: tuple[int, ...], keepdims: bool) -> Array:
    if x.dtype.kind == "b":
        return np.all(x, axis=axis, keepdims=keepdims)
    start = np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype.name).max
    return np.min(x, axis=axis, keepdims=keepdims, initial=start)


def _log_sum_exp(x: Array, axis: tuple[int, ...], keepdims: bool) -> Array:
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0)
    total = np.log(np.exp(x - top).sum(axis=axis, keepdims=True)) + top
    return total if keepdims else np.squeeze(total, axis)


def _log_sum(x: Array, axis: tuple[int, ...], keepdims: bool) -> Array:
    return np.log(np.sum(x, axis=axis, keepdims=keepdims))


def _arg(function: Callable[..., Array]) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        found = np.asarray(function(as_compute(call["x"]), axis=call.numbers("dimension")[0]))
        return found.astype(call.numpy_type("dtype"))

    return kernel


def _arg_with_value(best: Callable[..., Array], value: Callable[..., Array]) -> Kernel:
    def kernel(call: KernelCall) -> list[Array]:
        x = call["x"]
        axis, keep = call.int("dimension"), call.bool("keep_dims")
        wide = as_compute(x)
        places = np.asarray(best(wide, axis=axis, keepdims=keep)).astype(call.numpy_type("indice_dtype"))
        return [places, rounded(value(wide, axis=axis, keepdims=keep), x)]

    return kernel


def _running(function: Callable[..., Array], neutral: float) -> Kernel:
    """Along an axis, backwards with `reverse`, each element without itself with `exclusive`."""

    def kernel(call: KernelCall) -> Array:
        x, axis = as_compute(call["x"]), call.numbers("axis")[0]
        work = np.flip(x, axis) if call.bool("reverse") else x
        if call.bool("exclusive"):
            first = np.full_like(np.take(work, [0], axis=axis), neutral)
            rest = np.take(work, np.arange(work.shape[axis] - 1), axis=axis)
            work = np.concatenate([first, rest], axis=axis)
        total = np.asarray(function(work, axis=axis)).astype(x.dtype)
        return rounded(np.flip(total, axis) if call.bool("reverse") else total, call["x"])

    return kernel


def _cumulative_log_sum_exp(x: Array, axis: int) -> Array:
    return np.asarray(np.logaddexp.accumulate(x, axis=axis))


def _running_extreme(function: np.ufunc, axis_name: str) -> Kernel:
    """The extreme so far and where it last appeared."""

    def kernel(call: KernelCall) -> list[Array]:
        x, axis = as_compute(call["x"]), call.int(axis_name)
        y = np.asarray(function.accumulate(x, axis=axis))
        place = np.arange(x.shape[axis]).reshape([-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
        here = np.where(x == y, place, 0)
        return [rounded(y, call["x"]), np.maximum.accumulate(here, axis=axis).astype(np.int32)]

    return kernel


def _moments(call: KernelCall, axes: tuple[int, ...], keep: bool, correction: int) -> tuple[Array, Array]:
    x = as_compute(call["x"])
    mean, variance = x.mean(axis=axes, keepdims=keep), x.var(axis=axes, keepdims=keep, ddof=correction)
    return rounded(mean.astype(x.dtype), call["x"]), rounded(variance.astype(x.dtype), call["x"])


def _mean_variance(call: KernelCall) -> list[Array]:
    axes = call.ints("axes") or tuple(range(call["x"].ndim))
    return list(_moments(call, axes, call.bool("keep_dims"), 0))


def _deviation(root: bool, version_2: bool) -> Kernel:
    def kernel(call: KernelCall) -> list[Array]:
        axes = call.ints("dim") or tuple(range(call["x"].ndim))
        correction = call.int("correction") if version_2 else int(call.bool("unbiased"))
        mean, variance = _moments(call, axes, call.bool("keepdim"), correction)
        return [np.sqrt(as_compute(variance)).astype(variance.dtype) if root else variance, mean]

    return kernel


def _square_sum(call: KernelCall) -> Array:
    x = as_compute(call["x"])
    axes = _axes(call, x.ndim, "axis") or ()
    return rounded(np.square(x).sum(axis=axes, keepdims=call.bool("keep_dims")).astype(x.dtype), call["x"])


def _bias_add_grad(call: KernelCall) -> Array:
    """The sum over all axes but the channels."""
    x = as_compute(call["x"])
    channels = 1 if call.str("data_format").startswith("NC") else x.ndim - 1
    axes = tuple(axis for axis in range(x.ndim) if axis != channels)
    return rounded(x.sum(axis=axes).astype(x.dtype), call["x"])


def _bincount(call: KernelCall) -> Array:
    """Numbers at or above `size` are not counted."""
    values, size, weights = call["array"].reshape(-1), call.numbers("size")[0], call["weights"].reshape(-1)
    keep = values < size
    counted = np.bincount(values[keep], weights[keep] if weights.size else None, minlength=size)
    return counted.astype(weights.dtype)


_SUM, _MEAN, _PROD = (_reduce(f) for f in (np.sum, np.mean, np.prod))
_MAX, _MIN, _ALL, _ANY = (_reduce(f) for f in (_max, _min, np.all, np.any))
_CUMSUM, _CUMPROD = _running(np.cumsum, 0), _running(np.cumprod, 1)
_CUMULATIVE_LSE = _running(_cumulative_log_sum_exp, -np.inf)

KERNELS: dict[str, Kernel] = {
    "ArgMaxD": _arg(np.argmax),
    "ArgMaxV2": _arg(np.argmax),
    "ArgMaxWithValue": _arg_with_value(np.argmax, np.max),
    "ArgMin": _arg(np.argmin),
    "ArgMinD": _arg(np.argmin),
    "ArgMinWithValue": _arg_with_value(np.argmin, np.min),
    "BiasAddGrad": _bias_add_grad,
    "Bincount": _bincount,
    "Cummax": _running_extreme(np.maximum, "dim"),
    "Cummin": _running_extreme(np.minimum, "axis"),
    "Cumprod": _CUMPROD,
    "CumprodD": _CUMPROD,
    "Cumsum": _CUMSUM,
    "CumsumD": _CUMSUM,
    "CumulativeLogsumexp": _CUMULATIVE_LSE,
    "CumulativeLogsumexpD": _CUMULATIVE_LSE,
    "ReduceAll": _ALL,
    "ReduceAllD": _ALL,
    "ReduceAny": _ANY,
    "ReduceAnyD": _ANY,
    "ReduceLogSum": _reduce(_log_sum),
    "ReduceLogSumExp": _reduce(_log_sum_exp),
    "ReduceMax": _MAX,
    "ReduceMaxD": _MAX,
    "ReduceMean": _MEAN,
    "ReduceMeanD": _MEAN,
    "ReduceMeanVariance": _mean_variance,
    "ReduceMin": _MIN,
    "ReduceMinD": _MIN,
    "ReduceNansum": _reduce(np.nansum),
    "ReduceProd": _PROD,
    "ReduceProdD": _PROD,
    "ReduceStd": _deviation(root=True, version_2=False),
    "ReduceStdV2": _deviation(root=True, version_2=True),
    "ReduceSum": _SUM,
    "ReduceSumD": _SUM,
    "ReduceVar": _deviation(root=False, version_2=True),
    "SquareSumV1": _square_sum,
}
