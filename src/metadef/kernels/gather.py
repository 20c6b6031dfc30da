"""Reading elements at indices."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute

__all__ = ["KERNELS"]


def _gather(call: KernelCall) -> Array:
    """Negative indices count from the end; `batch_dims` leading axes are gathered one by one."""
    x, indices = call["x"], call["indices"]
    has_axis = "axis" in call.proto.input_index or call.has_attr("axis")
    batch = call.int("batch_dims") if call.has_attr("batch_dims") else 0
    batch += indices.ndim if batch < 0 else 0
    axis = call.numbers("axis")[0] % x.ndim if has_axis else batch
    places = np.where(indices < 0, indices + x.shape[axis], indices)
    if not batch:
        return np.take(x, places, axis=axis)
    rows = [np.take(x[at], places[at], axis=axis - batch) for at in np.ndindex(*x.shape[:batch])]
    return np.stack(rows).reshape(*x.shape[:batch], *rows[0].shape)


def _gather_elements(call: KernelCall) -> Array:
    x, index = call["x"], call["index"]
    axis = call.int("dim") if "dim" not in call.proto.input_index else int(call["dim"].reshape(-1)[0])
    place = axis % max(x.ndim, 1)
    # WHY cut: an index may be shorter than x on the other axes, and NumPy would broadcast it there
    own = x[tuple([slice(None) if at == place else slice(size) for at, size in enumerate(index.shape)])]
    return np.take_along_axis(own, np.where(index < 0, index + x.shape[axis], index), axis=axis)


def _gather_nd(call: KernelCall) -> Array:
    x, indices = call["x"], call["indices"]
    return x[tuple(np.moveaxis(indices, -1, 0))]


def _masked_select(call: KernelCall) -> Array:
    x, mask = np.broadcast_arrays(call["x"], call["mask"])
    return x[mask]


def _non_zero(call: KernelCall) -> Array:
    """One row for each place, or one column with `transpose`."""
    places = np.stack(np.nonzero(as_compute(call["x"])), axis=0 if call.bool("transpose") else 1)
    return places.astype(call.numpy_type("dtype"))


def _where(call: KernelCall) -> Array:
    return np.stack(np.nonzero(as_compute(call["x"])), axis=1).astype(np.int64)


def _dynamic_partition(call: KernelCall) -> list[Array]:
    x, partitions = call["x"], call["partitions"]
    return [x[partitions == index] for index in range(call.int("num_partitions"))]


def _dynamic_stitch(call: KernelCall) -> Array:
    """Later members overwrite earlier ones; places that nobody names are 0."""
    indices, members = call.members("indices"), call.members("x")
    count = max((int(places.max()) + 1 for places in indices if places.size), default=0)
    tail = members[0].shape[indices[0].ndim :]
    result = np.zeros((count, *tail), members[0].dtype)
    for places, member in zip(indices, members, strict=True):
        result[places.reshape(-1)] = member.reshape(-1, *tail)
    return result


KERNELS: dict[str, Kernel] = {
    "DynamicPartition": _dynamic_partition,
    "DynamicStitch": _dynamic_stitch,
    "Gather": _gather,
    "GatherD": _gather_elements,
    "GatherElements": _gather_elements,
    "GatherNd": _gather_nd,
    "GatherV2": _gather,
    "GatherV2D": _gather,
    "MaskedSelect": _masked_select,
    "MaskedSelectV2": _masked_select,
    "NonZero": _non_zero,
    "ParallelDynamicStitch": _dynamic_stitch,
    "Where": _where,
}
