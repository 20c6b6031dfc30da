"""Tensors made from sizes and ranges, and facts about tensors."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute
from metadef.types.dtype import DataType

__all__ = ["KERNELS"]


def _dtype(call: KernelCall, name: str = "dtype") -> np.dtype[np.generic]:
    """A type attribute: a Type, or an Int with the C++ number."""
    value = call.attr(name)
    found = value if isinstance(value, DataType) else DataType.from_ge(value) if isinstance(value, int) else None
    if found is None:
        raise ValueError(f"`{name}` is no data type: {value!r}")
    return found.numpy


def _shape(call: KernelCall) -> Array:
    return np.asarray(call["x"].shape, _dtype(call)).reshape(-1)


def _size(call: KernelCall) -> Array:
    return np.asarray(call["x"].size, _dtype(call))


def _rank(call: KernelCall) -> Array:
    return np.asarray(call["x"].ndim, np.int32)


def _fill(call: KernelCall) -> Array:
    value = call["value"]
    return np.full([int(size) for size in call["dims"].reshape(-1)], value.reshape(())[()], value.dtype)


def _range(call: KernelCall) -> Array:
    start, limit, step = (call[name].reshape(())[()] for name in ("start", "limit", "delta"))
    return np.arange(start, limit, step, dtype=call["start"].dtype)


def _zeros_like(call: KernelCall) -> Array:
    return np.zeros_like(call["x"])


def _ones_like(call: KernelCall) -> Array:
    return np.ones_like(call["x"])


def _one_hot(call: KernelCall) -> Array:
    indices, depth, axis = call["x"], int(call["depth"].reshape(())), call.int("axis")
    on, off = call["on_value"].reshape(())[()], call["off_value"].reshape(())[()]
    wrapped = np.where(indices < 0, indices + depth, indices)
    hot = np.where(wrapped[..., None] == np.arange(depth), on, off).astype(call["on_value"].dtype)
    return np.moveaxis(hot, -1, axis) if axis not in (-1, indices.ndim) else hot


def _eye(call: KernelCall) -> Array:
    rows, columns = call.int("num_rows"), call.int("num_columns")
    shape = call.ints("batch_shape")
    return np.broadcast_to(np.eye(rows, columns or rows, dtype=_dtype(call)), (*shape, rows, columns or rows))


def _top_k(call: KernelCall) -> list[Array]:
    """The k largest or smallest along an axis, best first; among equals the first."""
    x, k, axis = call["x"], int(call["k"].reshape(-1)[0]), call.int("dim")
    keys = as_compute(x)
    order = np.argsort(-keys if call.bool("largest") else keys, axis=axis, kind="stable")
    if keys.dtype.kind in "ub" and call.bool("largest"):
        order = np.argsort(np.iinfo(np.uint64).max - keys.astype(np.uint64), axis=axis, kind="stable")
    places = np.take(order, np.arange(k), axis=axis)
    indices = places.astype(_dtype(call, "indices_dtype") if "indices_dtype" in call.proto.attr_index else np.int32)
    return [np.take_along_axis(x, places, axis=axis), indices]


def _non_zero(call: KernelCall) -> Array:
    places = np.stack(np.nonzero(as_compute(call["x"])), axis=0 if call.bool("transpose") else 1)
    return places.astype(_dtype(call))


KERNELS: dict[str, Kernel] = {
    "Shape": _shape,
    "Size": _size,
    "Rank": _rank,
    "Fill": _fill,
    "Range": _range,
    "ZerosLike": _zeros_like,
    "OnesLike": _ones_like,
    "OneHot": _one_hot,
    "Eye": _eye,
    "TopKV2": _top_k,
    "TopK": _top_k,
    "NonZero": _non_zero,
}
