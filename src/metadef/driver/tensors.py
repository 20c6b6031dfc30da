"""Tensors of NumPy and of frameworks: their type and shape, and their elements where somebody asks for them.

No framework is imported. What has a shape and a type is described by these alone, whether it lies on another device,
waits for a gradient, or has no elements at all (a "meta" tensor); everything else goes through NumPy or DLPack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, cast

from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc

__all__ = ["Read", "read_tensor"]

_PLAINER = ("detach", "cpu", "resolve_conj", "resolve_neg")  # methods of PyTorch on the way to NumPy


@dataclass(frozen=True, slots=True)
class Read:
    """A tensor as far as it was read."""

    desc: TensorDesc
    array: Any = None  # the elements, None where they were not asked for or cannot be had


def read_tensor(tensor: Any, limit: int | None) -> Read:
    """The description of a tensor, and its elements where these are at most `limit` (None: any number).

    Raises:
        TypeError, ValueError, BufferError, RuntimeError: if it is no tensor.

    >>> import numpy as np
    >>> wide = np.broadcast_to(np.float32(0), (10**6, 10**6))
    >>> read_tensor(wide, 4096).desc
    TensorDesc([1000000, 1000000], FLOAT)
    """
    import numpy as np

    described = None if isinstance(tensor, np.ndarray | np.generic) else _described(tensor)
    if described is not None:
        count = _size(described)
        return Read(described, _elements(tensor, described.dtype) if limit is None or (count or 0) <= limit else None)
    is_foreign = hasattr(tensor, "__dlpack__") and not hasattr(tensor, "__array__")
    array: Any = np.from_dlpack(cast("Any", tensor)) if is_foreign else np.asarray(tensor)
    if array.dtype.hasobject and not all(isinstance(item, str | bytes) for item in array.flat):
        raise TypeError("its elements are no numbers and no strings")
    return Read(TensorDesc(array.shape, DataType.from_numpy(array.dtype)), array)


def _described(tensor: Any) -> TensorDesc | None:
    """By the attributes `shape` and `dtype`, None where they are not those of a tensor."""
    try:
        shape, dtype = tensor.shape, _type_of(tensor.dtype)
        if dtype is None or not isinstance(shape, Sequence):
            return None
        sizes = [item if type(item) is int else None for item in cast("Sequence[object]", shape)]
    except Exception:  # WHY: attributes of a stranger's object may do anything
        return None
    return None if any(item is not None and item < 0 for item in sizes) else TensorDesc(sizes, dtype)


def _type_of(dtype: object) -> DataType | None:
    """The type that `torch.bfloat16`, `tf.float32` or a NumPy dtype names."""
    name = str(getattr(dtype, "name", dtype)).rpartition(".")[2].lower()
    found = DataType.parse(name)
    if found is not None or name == "object":
        return found
    try:
        return DataType.from_numpy(name)
    except TypeError:
        return None


def _size(desc: TensorDesc) -> int | None:
    dims = [item for item in desc.shape.dims if type(item) is int] if desc.shape.rank is not None else []
    return prod(dims) if len(dims) == desc.shape.rank else None


def _elements(tensor: Any, dtype: DataType) -> Any:
    """The elements, None where they cannot be had."""
    import numpy as np

    for plain in (_as_it_is, _as_float):
        try:
            array = np.asarray(plain(tensor))
            if DataType.from_numpy(array.dtype) is dtype:
                return array
            if plain is _as_float and dtype.is_float:
                return array.astype(dtype.numpy)
        except Exception:  # WHY: frameworks raise errors of every kind where there are no elements
            continue
    return None


def _as_it_is(tensor: Any) -> Any:
    if hasattr(tensor, "detach"):
        for name in _PLAINER:
            method = getattr(tensor, name, None)
            tensor = method() if callable(method) else tensor
    return tensor


def _as_float(tensor: Any) -> Any:
    """Types that NumPy lacks, such as bfloat16, are all held by FLOAT."""
    return _as_it_is(tensor).float()
