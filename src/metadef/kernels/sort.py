"""Sorting, the best k, searching and distinct elements."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute

__all__ = ["KERNELS"]


def _order(x: Array, axis: int, descending: bool) -> Array:
    """A stable order: among equals the first comes first, NaN last upwards and first downwards."""
    keys = as_compute(x)
    if not descending:
        return np.argsort(keys, axis=axis, kind="stable")
    flipped = np.argsort(np.flip(keys, axis), axis=axis, kind="stable")
    return np.flip(keys.shape[axis] - 1 - flipped, axis)


def _top_k(call: KernelCall) -> list[Array]:
    """The k largest or smallest along an axis, best first; among equals the first."""
    x, k, axis = call["x"], call.numbers("k")[0], call.int("dim")
    places = np.take(_order(x, axis, call.bool("largest")), np.arange(k), axis=axis)
    indices = places.astype(call.numpy_type("indices_dtype") if call.has_attr("indices_dtype") else np.int32)
    return [np.take_along_axis(x, places, axis=axis), indices]


def _sort(call: KernelCall) -> list[Array]:
    x, axis = call["x"], call.int("axis")
    order = _order(x, axis, call.bool("descending"))
    return [np.take_along_axis(x, order, axis=axis), order.astype(call.numpy_type("y2_dtype"))]


def _sort_v2(call: KernelCall) -> Array:
    x, axis = call["x"], call.int("axis")
    return np.take_along_axis(x, _order(x, axis, call.bool("descending")), axis=axis)


def _sort_with_index(call: KernelCall) -> list[Array]:
    x, index, axis = call["x"], call["index"], call.int("axis")
    order = _order(x, axis, call.bool("descending"))
    return [np.take_along_axis(x, order, axis=axis), np.take_along_axis(index, order, axis=axis)]


def _search_sorted(call: KernelCall) -> Array:
    """Row by row where the sequence has more axes than one."""
    sequence, values = as_compute(call["sorted_sequence"]), as_compute(call["values"])
    if call.has_input("sorter"):
        sequence = np.take_along_axis(sequence, call["sorter"], axis=-1)
    side = "right" if call.bool("right") else "left"
    if sequence.ndim == 1:
        return np.searchsorted(sequence, values, side).astype(call.numpy_type("dtype"))
    rows = zip(sequence.reshape(-1, sequence.shape[-1]), values.reshape(-1, values.shape[-1]), strict=True)
    found = [np.searchsorted(row, wanted, side) for row, wanted in rows]
    return np.stack(found).reshape(values.shape).astype(call.numpy_type("dtype"))


def _bound(upper: bool) -> Kernel:
    """TensorFlow's row-wise bounds."""

    def kernel(call: KernelCall) -> Array:
        rows = zip(as_compute(call["sorted_x"]), as_compute(call["values"]), strict=True)
        found = [np.searchsorted(row, wanted, "right" if upper else "left") for row, wanted in rows]
        value = call.attr("out_type")
        return np.stack(found).astype(np.int32 if value is None else call.numpy_type("out_type"))

    return kernel


def _bucketize(call: KernelCall) -> Array:
    """How many boundaries are below each element (or not above it, with `right`)."""
    boundaries = np.asarray(call.floats("boundaries"))
    side = "right" if call.bool("right") else "left"
    return np.searchsorted(boundaries, as_compute(call["x"]), side).astype(call.numpy_type("dtype"))


def _bucketize_v2(call: KernelCall) -> Array:
    side = "right" if call.bool("right") else "left"
    found = np.searchsorted(as_compute(call["boundaries"]), as_compute(call["x"]), side)
    return found.astype(np.int32 if call.bool("out_int32") else np.int64)


def _histogram_fixed_width(call: KernelCall) -> Array:
    """Elements outside of the range count in the first and last bin."""
    x, bins = as_compute(call["x"]).reshape(-1), call.numbers("nbins")[0]
    low, high = (float(end) for end in call["range"].reshape(-1))
    place = np.floor((x - low) / (high - low) * bins).clip(0, bins - 1).astype(np.int64)
    return np.bincount(place, minlength=bins).astype(call.numpy_type("dtype"))


def _nth_element(call: KernelCall) -> Array:
    """The n-th smallest (or largest, with `reverse`) along the last axis."""
    x, n = call["x"], call.numbers("n")[0]
    order = _order(x, -1, call.bool("reverse"))
    return np.take_along_axis(x, order[..., n : n + 1], axis=-1)[..., 0]


def _kth_value(call: KernelCall) -> list[Array]:
    """The k-th smallest along an axis, which stays with length 1; among equals the first."""
    x, axis = call["x"], call.int("dim")
    lines = np.atleast_1d(x)
    places = np.take(_order(lines, axis, False), [call.int("k") - 1], axis=axis)
    found = [np.take_along_axis(lines, places, axis=axis), places.astype(np.int64)]
    return found if x.ndim else [item.reshape(()) for item in found]


def _in_top_k(call: KernelCall) -> Array:
    """Whether fewer than k classes score above the target; never where its score is not finite."""
    ports = [port.name for port in call.proto.inputs]
    scores, targets, k = as_compute(call[ports[0]]), call[ports[1]], call.numbers("k")[0]
    own = np.take_along_axis(scores, targets[:, None].astype(np.int64), axis=1)
    return ((scores > own).sum(axis=1) < k) & np.isfinite(own[:, 0])


def _unique(call: KernelCall) -> list[Array]:
    """In the order of first appearance."""
    distinct, first, inverse = np.unique(call["x"], return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.argsort(order)
    return [distinct[order], rank[inverse.reshape(-1)].astype(call.numpy_type("out_idx"))]


def _unique_with_counts(call: KernelCall) -> list[Array]:
    x = call["x"]
    distinct, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    index = np.dtype(np.int32) if call.attr("out_idx") is None else call.numpy_type("out_idx")
    return [
        distinct[order],
        np.argsort(order)[inverse.reshape(-1)].astype(index),
        counts[order].astype(index),
    ]


def _list_diff(call: KernelCall) -> list[Array]:
    """What x has and y has not, in order and with repetitions."""
    x = call["x"]
    keep = ~np.isin(x, call["y"])
    return [x[keep], np.nonzero(keep)[0].astype(call.numpy_type("out_idx"))]


def _distinct(call: KernelCall) -> tuple[Array, Array, Array]:
    """Distinct elements in ascending order, the place of each element among them, and how often each occurs."""
    y, places, counts = np.unique(call["x"], return_inverse=True, return_counts=True)
    kind = call.numpy_type("out_idx")
    inverse = places.reshape(call["x"].shape) if call.bool("return_inverse") else np.zeros(0)
    return y, inverse.astype(kind), (counts if call.bool("return_counts") else np.zeros(0)).astype(kind)


KERNELS: dict[str, Kernel] = {
    "Bucketize": _bucketize,
    "BucketizeV2": _bucketize_v2,
    "HistogramFixedWidth": _histogram_fixed_width,
    "HistogramFixedWidthD": _histogram_fixed_width,
    "InTopK": _in_top_k,
    "InTopKD": _in_top_k,
    "InTopKV2": _in_top_k,
    "KthValue": _kth_value,
    "ListDiff": _list_diff,
    "LowerBound": _bound(upper=False),
    "NthElement": _nth_element,
    "SearchSorted": _search_sorted,
    "Sort": _sort,
    "UniqueWithCountsAndSorting": _distinct,
    "SortV2": _sort_v2,
    "SortWithIndex": _sort_with_index,
    "TopK": _top_k,
    "TopKD": _top_k,
    "TopKV2": _top_k,
    "TopKV2D": _top_k,
    "Unique": _unique,
    "UniqueWithCounts": _unique_with_counts,
    "UpperBound": _bound(upper=True),
}
