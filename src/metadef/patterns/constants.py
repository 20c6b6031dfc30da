"""The elements of constants, as patterns and rewrites ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metadef.graph.value import Value
from metadef.ops.builtin import CONST
from metadef.types.dtype import DataType
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["array_of", "is_near", "number_of", "tensor_of"]

_ROUNDING = {DataType.FLOAT: 1e-6, DataType.FLOAT16: 1e-3, DataType.BF16: 1e-2}  # relative, a few last places


def tensor_of(value: Value | None) -> TensorValue | None:
    """The tensor of a constant, None for other values."""
    if value is None or value.producer.proto is not CONST:
        return None
    tensor = value.producer.attrs.get("value")
    return tensor if isinstance(tensor, TensorValue) else None


def array_of(value: Value | None) -> NDArray[np.generic[Any]] | None:
    """The elements of a constant, None for other values."""
    tensor = tensor_of(value)
    return tensor.array() if tensor is not None else None


def number_of(value: Value | None) -> float | None:
    """The number in a constant with one element, None for other values."""
    tensor = tensor_of(value)
    if tensor is None or tensor.size != 1 or tensor.dtype.is_complex:
        return None
    try:
        return float(tensor.array().reshape(-1)[0].item())
    except (TypeError, ValueError):
        return None


def is_near(found: float, expected: float, dtype: DataType) -> bool:
    """Whether a number is `expected`, written in `dtype`."""
    return abs(found - expected) <= abs(expected) * _ROUNDING.get(dtype, 0.0)
