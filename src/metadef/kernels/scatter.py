"""Writing elements at indices. Results are new tensors, also where the operator names its output like its input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall
from metadef.kernels.numeric import as_compute, rounded

__all__ = ["KERNELS"]

Join = Callable[[Array, Any, Array], None]  # writes updates into a tensor at an index


def _set(target: Array, places: Any, updates: Array) -> None:
    target[places] = updates


_JOIN: dict[str, Join] = {
    "none": _set,
    "update": _set,
    "add": np.add.at,
    "sub": np.subtract.at,
    "mul": np.multiply.at,
    "div": np.divide.at,
    "max": np.maximum.at,
    "min": np.minimum.at,
}
_START = {"add": 0, "mul": 1}


def _joined(x: Array, places: Any, updates: Array, how: str) -> Array:
    result = as_compute(x).copy()
    _JOIN[how](result, places, as_compute(updates).astype(result.dtype))
    return rounded(result, x)


def _wrapped(indices: Array, size: int) -> Array:
    return np.where(indices < 0, indices + size, indices).astype(np.int64)


def element_places(indices: Array, shape: tuple[int, ...], axis: int) -> tuple[Array, ...]:
    """The index of one element for each index."""
    places: list[Array] = list(np.indices(indices.shape, sparse=True))
    places[axis] = _wrapped(indices, shape[axis])
    return tuple(np.broadcast_to(place, indices.shape) for place in places)


def _elements(data: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        x, indices, how = call[data], call["indices"], call.str("reduction")
        axis = call.int("axis") % max(1, x.ndim)
        places = element_places(indices, x.shape, axis)
        if call.has_attr("include_self") and not call.bool("include_self") and how != "none":
            x = x.copy()  # WHY: what is written to starts from the neutral element
            kind = as_compute(x).dtype
            if how in _START:
                x[places] = _START[how]
            else:
                limits = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind.name)
                x[places] = limits.min if how == "max" else limits.max
        return _joined(x, places, call["updates"], how)

    return kernel


def _nd(data: str, how: str) -> Kernel:
    """`indices` [..., k] name the first k axes of the tensor."""

    def kernel(call: KernelCall) -> Array:
        x, indices = call[data], call["indices"]
        places = tuple(_wrapped(part, x.shape[i]) for i, part in enumerate(np.moveaxis(indices, -1, 0)))
        return _joined(x, places, call["updates"], how)

    return kernel


def _rows(how: str, data: str = "var", updates: str = "updates") -> Kernel:
    """`indices` name rows of the first axis."""

    def kernel(call: KernelCall) -> Array:
        x = call[data]
        rows = np.asarray(call.numbers("indices"))
        if "indices" in call.proto.input_index:
            rows = rows.reshape(call["indices"].shape)
        return _joined(x, _wrapped(rows, x.shape[0]), call[updates], how)

    return kernel


def _scatter_nd(call: KernelCall) -> Array:
    """Sums into zeros of the given shape."""
    indices, x = call["indices"], call["x"]
    start = np.zeros(call.numbers("shape"), x.dtype)
    return _joined(start, tuple(np.moveaxis(indices, -1, 0)), x, "add")


def _index_add(data: str) -> Kernel:
    """Slices along an axis, times `alpha` where there is one."""

    def kernel(call: KernelCall) -> Array:
        x, axis = call[data], call.int("axis") % call[data].ndim
        updates = as_compute(call["updates"])
        if call.has_input("alpha"):
            updates = updates * as_compute(call["alpha"])
        places = (slice(None),) * axis + (_wrapped(call["indices"], x.shape[axis]),)
        return _joined(x, places, updates, "add")

    return kernel


def _index_fill(value: str) -> Kernel:
    def kernel(call: KernelCall) -> Array:
        result, axis = call["x"].copy(), call.int("dim") % call["x"].ndim
        result[(slice(None),) * axis + (_wrapped(call["indices"], result.shape[axis]),)] = call[value].reshape(())[()]
        return result

    return kernel


def _masked_fill(call: KernelCall) -> Array:
    x = call["x"]
    return np.where(call["mask"].astype(np.bool_), call["value"].astype(x.dtype), x)


def _masked_scatter(call: KernelCall) -> Array:
    """Where the mask is set, the updates in their order."""
    x, mask = np.broadcast_arrays(call["x"], call["mask"].astype(np.bool_))
    result = x.copy()
    result[mask] = call["updates"].reshape(-1)[: int(mask.sum())]
    return result


KERNELS: dict[str, Kernel] = {
    "IndexAdd": _index_add("var"),
    "IndexFill": _index_fill("val"),
    "InplaceAdd": _rows("add", "x", "v"),
    "InplaceAddD": _rows("add", "x", "v"),
    "InplaceIndexAdd": _index_add("var"),
    "InplaceIndexFill": _index_fill("value"),
    "InplaceSub": _rows("sub", "x", "v"),
    "InplaceSubD": _rows("sub", "x", "v"),
    "InplaceUpdate": _rows("update", "x", "v"),
    "InplaceUpdateD": _rows("update", "x", "v"),
    "MaskedFill": _masked_fill,
    "MaskedScatter": _masked_scatter,
    "ScatterAdd": _rows("add"),
    "ScatterDiv": _rows("div"),
    "ScatterElements": _elements("data"),
    "ScatterElementsV2": _elements("var"),
    "ScatterMax": _rows("max"),
    "ScatterMin": _rows("min"),
    "ScatterMul": _rows("mul"),
    "ScatterNd": _scatter_nd,
    "ScatterNdAdd": _nd("var", "add"),
    "ScatterNdD": _scatter_nd,
    "ScatterNdMax": _nd("var", "max"),
    "ScatterNdMin": _nd("var", "min"),
    "ScatterNdSub": _nd("var", "sub"),
    "ScatterNdUpdate": _nd("var", "update"),
    "ScatterNonAliasingAdd": _nd("x", "add"),
    "ScatterSub": _rows("sub"),
    "ScatterUpdate": _rows("update"),
    "TensorScatterAdd": _nd("x", "add"),
    "TensorScatterMax": _nd("input", "max"),
    "TensorScatterMin": _nd("input", "min"),
    "TensorScatterSub": _nd("x", "sub"),
    "TensorScatterUpdate": _nd("x", "update"),
}
