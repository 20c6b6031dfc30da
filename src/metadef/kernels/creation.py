"""Tensors made from sizes and ranges."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]


def _fill(call: KernelCall) -> Array:
    value = call["value"]
    return np.full(call.numbers("dims"), value.reshape(())[()], value.dtype)


def _fill_v2(call: KernelCall) -> Array:
    return np.full(call.numbers("dims"), call.float("value"), call.output_dtype() or np.dtype(np.float32))


def _fills(call: KernelCall) -> Array:
    return np.full_like(call["x"], call.float("value"))


def _range(call: KernelCall) -> Array:
    """start, start + delta, ... below the limit; up to it where `is_closed`."""
    start, limit, step = (call[name].reshape(()).item() for name in ("start", "limit", "delta"))
    if call.bool("is_closed"):
        limit = start + (np.floor((limit - start) / step) + 0.5) * step
    return np.arange(start, limit, step).astype(call["start"].dtype)


def _range_d(call: KernelCall) -> Array:
    return np.arange(call.float("start"), call.float("limit"), call.float("delta")).astype(call["x"].dtype)


def _lin_space(call: KernelCall) -> Array:
    start, stop, count = (call[name].reshape(()).item() for name in ("start", "stop", "num"))
    return np.linspace(start, stop, int(count)).astype(call["start"].dtype)


def _zeros_like(call: KernelCall) -> Array:
    return np.zeros_like(call["x"])


def _ones_like(call: KernelCall) -> Array:
    return np.ones_like(call["x"])


def _one_hot(call: KernelCall) -> Array:
    """Indices outside of [0, depth) give all "off"; who wants negative ones counted from the end adds the depth."""
    indices, depth, axis = call["x"], call.numbers("depth")[0], call.int("axis")
    on, off = call["on_value"].reshape(())[()], call["off_value"].reshape(())[()]
    hot = np.where(indices[..., None] == np.arange(depth), on, off).astype(call["on_value"].dtype)
    return np.moveaxis(hot, -1, axis)


def _eye(call: KernelCall) -> Array:
    rows, columns = call.int("num_rows"), call.int("num_columns")
    shape = call.ints("batch_shape")
    square = np.eye(rows, columns or rows, dtype=call.numpy_type("dtype"))
    return np.broadcast_to(square, (*shape, rows, columns or rows))


def _invert_permutation(call: KernelCall) -> Array:
    x = call["x"]
    inverse = np.empty_like(x)
    inverse[x] = np.arange(x.size, dtype=x.dtype)
    return inverse


def _unravel_index(call: KernelCall) -> Array:
    places = np.unravel_index(call["indices"], tuple(call.numbers("dims")))
    return np.stack([np.asarray(place) for place in places]).astype(call["indices"].dtype)


def _confusion_matrix(call: KernelCall) -> Array:
    count = call.int("num_classes")
    labels, predictions = call["labels"].reshape(-1), call["predictions"].reshape(-1)
    weights = call["weights"].reshape(-1) if call.has_input("weights") else np.ones(labels.shape, np.float64)
    matrix = np.zeros((count, count), np.float64)
    np.add.at(matrix, (labels.astype(np.int64), predictions.astype(np.int64)), weights.astype(np.float64))
    return matrix.astype(np.dtype(call.str("dtype")))


KERNELS: dict[str, Kernel] = {
    "ConfusionMatrix": _confusion_matrix,
    "Eye": _eye,
    "Fill": _fill,
    "FillD": _fill,
    "FillV2": _fill_v2,
    "FillV2D": _fill_v2,
    "Fills": _fills,
    "InvertPermutation": _invert_permutation,
    "LinSpace": _lin_space,
    "OneHot": _one_hot,
    "OneHotD": _one_hot,
    "OnesLike": _ones_like,
    "Range": _range,
    "RangeD": _range_d,
    "UnravelIndex": _unravel_index,
    "ZerosLike": _zeros_like,
}
