"""Inputs that always get the same values: they are imported as constants."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Any

from metadef.errors import MetadefError, UsageError, did_you_mean
from metadef.frontend.onnx.descriptors import declared_desc
from metadef.types.dtype import DataType
from metadef.types.tensor import TensorDesc
from metadef.types.tensor_value import TensorValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["fixed_inputs"]


def fixed_inputs(model: Any, values: Mapping[str, object]) -> dict[str, TensorValue]:
    """The constants that inputs of a model become.

    Arrays must be of the type and shape that the input declares. Plain numbers and lists of them take its type, and
    one number is enough for an input of one element, whatever its rank.

    Raises:
        UsageError: if the model has no such input, or the value is not one of its type and shape.
    """
    inputs = {info.name: info for info in model.graph.input}
    found: dict[str, TensorValue] = {}
    for name, value in values.items():
        subject = f'input "{name}"'
        if name not in inputs:
            hint = did_you_mean(name, inputs) or ", ".join(list(inputs)[:20])
            raise UsageError.of("bad-usage", subject, "the model has no such input to fix", got=name, hint=hint)
        desc = declared_desc(inputs[name])
        if isinstance(value, bool | int | float | list | tuple):
            value = _typed(value, desc, subject)
        tensor = found[name] = TensorValue.from_array(value)
        if desc is None:
            continue
        dims = desc.shape.dims if desc.shape.rank is not None else None
        fits = dims is None or (
            len(dims) == len(tensor.dims)
            and all(not isinstance(size, int) or size == own for size, own in zip(dims, tensor.dims, strict=True))
        )
        if not fits or desc.dtype not in (tensor.dtype, DataType.UNDEFINED):
            raise _misfit(subject, desc, f"{tensor.dtype.name} {list(tensor.dims)}")
    return found


def _typed(value: object, desc: TensorDesc | None, subject: str) -> NDArray[np.generic]:
    """Plain numbers as an array of the declared type.

    Raises:
        UsageError: if they are no array of numbers, or the type cannot hold them.
    """
    import numpy as np

    try:
        plain: NDArray[np.generic] = np.asarray(value)
    except ValueError as error:
        raise UsageError.of("bad-usage", subject, "rows differ in length", expected="an array of numbers") from error
    if plain.dtype.kind not in "biuf":
        raise UsageError.of("bad-usage", subject, "holds what is no number of 64 bits", expected="an array of numbers")
    if desc is None or not (desc.dtype.is_integer or desc.dtype.is_float or desc.dtype is DataType.BOOL):
        return plain
    with np.errstate(all="ignore"):
        typed = plain.astype(desc.dtype.numpy)
        # WHY: 0.1 is rounded to a float type as everywhere, but an integer type holds a number or does not
        if desc.dtype.is_float:
            held = np.isfinite(typed.astype(np.float64)) | ~np.isfinite(plain.astype(np.float64))
        else:
            held = typed.astype(plain.dtype) == plain
    if not held.all():
        raise _misfit(subject, desc, str(value)[:60])
    dims = desc.shape.dims if desc.shape.rank is not None else None
    if dims and not plain.shape and prod(size if isinstance(size, int) else 0 for size in dims) == 1:
        return typed.reshape([1] * len(dims))
    return typed


def _misfit(subject: str, desc: TensorDesc, got: str) -> MetadefError:
    message = "the value is of another type or shape than the input"
    return UsageError.of("bad-usage", subject, message, expected=f"{desc.dtype.name} {desc.shape}", got=got)
